/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What the library promises to every program: statuses, errors, and functions on cases, results,
 * systems and schemes.  Every folder of the program includes it.
 * A pointer that is NULL, where its function does not say that it may be, is SLP_INPUT; a function
 * without a status then does nothing, and returns 0, false, -1 or NULL.  Tested by
 * tests/house/test_bad_arguments.sh.
 * Argument order, everywhere: outputs; then what computes (algebra, system); then inputs; the
 * length of an array directly after it; precision last.  Inputs by reference are const.  A
 * structure with `_init` and `_clear` owns memory. Needs libc only.  The text form of these
 * structures is described in oracle/FORMAT.md. */
#ifndef SLP_ORACLE_SLP_H
#define SLP_ORACLE_SLP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Outcome of a computation.  SLP_UNABLE means that this program could not prove the result.  It
 * says nothing about the program under test and is never reported as that program's failure. */
typedef enum slp_status {
    SLP_OK = 0,         /* the result is what the function promises */
    SLP_UNABLE,         /* no certificate at this precision and step size */
    SLP_NO_CONVERGENCE, /* an iteration missed its tolerance; do not use the result */
    SLP_DOMAIN,         /* the input lies outside the system's domain (say, coincident vortices) */
    SLP_UNSUPPORTED,    /* this path does not have this system, scheme or pair */
    SLP_INPUT,          /* malformed input; an slp_error says where */
    SLP_END,            /* a stream ended cleanly */
    SLP_MEMORY,  /* memory was refused; what the function was to change is as it was, or empty */
    SLP_STOPPED, /* the caller's slp_progress_callback asked to stop */
    SLP_STATUS_COUNT
} slp_status;

/* The word for a status in the exchange format: "ok", "unable", "no-convergence", "domain",
 * "unsupported", "input", "end", "memory", "stopped".  Never NULL.  Not each is an error that a
 * result may have (oracle/FORMAT.md). */
const char *slp_status_word(slp_status status);
/* Inverse of slp_status_word; SLP_STATUS_COUNT if the word is none of them. */
slp_status slp_status_from_word(const char *word);

/* Where and why input was refused.  line = 0 if the input was not a file. */
typedef struct slp_error {
    size_t line;
    char id[64];
    char field[64];
    char text[256]; /* what is wrong and the remedy, one sentence */
} slp_error;

/* Fills *err (printf style text).  id and field may be NULL.  Always returns SLP_INPUT. */
slp_status slp_error_set(slp_error *err, size_t line, const char *id, const char *field,
                         const char *format, ...) __attribute__((format(printf, 5, 6)));
/* The same where memory was refused: "out of memory: BYTES bytes were refused", or "out of memory"
 * if bytes = 0.  Always returns SLP_MEMORY. */
slp_status slp_error_memory(slp_error *err, size_t line, const char *id, const char *field,
                            size_t bytes);
/* Prints "source:line: case ID, field FIELD: text\n", without the parts that are empty. */
void slp_error_print(FILE *to, const char *source, const slp_error *err);

/* ---- Laws: what a scheme keeps, and what a system has (each is in props/LAWS.md) ---------- */

enum {
    SLP_LAW_CASIMIRS = 1u << 0,    /* every Casimir of the system */
    SLP_LAW_QUADRATIC = 1u << 1,   /* quadratic Casimirs only */
    SLP_LAW_SPECTRUM = 1u << 2,    /* every eigenvalue, the whole coadjoint orbit */
    SLP_LAW_POISSON = 1u << 3,     /* DPsi B(x) DPsi^T = B(Psi(x)) */
    SLP_LAW_ENERGY = 1u << 4,      /* H0 exactly, without noise, H0 quadratic + linear */
    SLP_LAW_ENERGY_NEAR = 1u << 5, /* without noise: |H0 - start| stays O(h^p), no trend */
    SLP_LAW_SYMMETRY = 1u << 6,    /* Psi_{-h,-dW} o Psi_{h,dW} = id */
    SLP_LAW_MOMENTUM = 1u << 7     /* the momentum map of the reconstructed group motion */
};

/* ---- Algebras: which schemes make sense on which systems ---------------------------------- */

typedef enum slp_algebra {
    SLP_SO3 = 1u << 0, /* so(3), coordinates of R^3 */
    SLP_SON = 1u << 1,
    SLP_SU2N = 1u << 2, /* su(2)^n */
    SLP_SUN = 1u << 3,
    SLP_SE3 = 1u << 4,
    SLP_VECTOR = 1u << 5, /* T*R, canonical */
    SLP_SP = 1u << 6,     /* sp(2m, R): J-quadratic, J other than I, not compact */
    /* su(N) over the dual numbers: the semidirect product of su(N) with its dual */
    SLP_SUN_DUAL = 1u << 7
} slp_algebra;
/* ---- Systems and schemes ------------------------------------------------------------------
 *
 * Systems, schemes, cases and results are asked by functions.  A text that one of these functions
 * returns belongs to what was asked; each returns NULL or 0 for NULL. */

typedef struct slp_system slp_system;
typedef struct slp_scheme slp_scheme;
typedef struct slp_case slp_case;
typedef struct slp_result slp_result;
typedef struct slp_arithmetic slp_arithmetic; /* oracle/contract/number/arithmetic.h */

/* What `slp list systems` and `slp list schemes` say.  Tested, with the questions to cases and
 * results below, by tests/contract/test_case_ask.c. */
const char *slp_system_name(const slp_system *system);
const char *slp_system_about(const slp_system *system);
const char *slp_system_source(const slp_system *system);
slp_algebra slp_system_algebra(const slp_system *system);
/* True if only some numbers are states of the system: slp_case_check tests x. */
bool slp_system_tests_states(const slp_system *system);
/* True if cases may have Levy areas. */
bool slp_system_takes_areas(const slp_system *system);
const char *slp_scheme_name(const slp_scheme *scheme);
const char *slp_scheme_rule(const slp_scheme *scheme);
const char *slp_scheme_source(const slp_scheme *scheme);
/* The deterministic order. */
int slp_scheme_order(const slp_scheme *scheme);

/* How the numbers of one parameter are written. */
typedef enum slp_param_kind {
    SLP_PARAM_NUMBERS, /* comma-separated finite numbers */
    SLP_PARAM_WORD,    /* one word out of `words` */
    SLP_PARAM_PAIRS,   /* integer pairs a:b, comma-separated (stored flat, two numbers a pair) */
    /* terms k:c:i.j... of polynomials, comma-separated (stored flat: k, c, degree, i, j, ...);
     * oracle/contract/case/terms.h */
    SLP_PARAM_TERMS
} slp_param_kind;

/* The i-th parameter of a system: its key, NULL past the end; one line about it; how it is written;
 * whether a case must have it; and the words it may be, separated by spaces (stored as the word's
 * place, from 0), NULL if it is no word. */
const char *slp_parameter_key(const slp_system *system, size_t i);
const char *slp_parameter_about(const slp_system *system, size_t i);
slp_param_kind slp_parameter_kind(const slp_system *system, size_t i);
bool slp_parameter_required(const slp_system *system, size_t i);
const char *slp_parameter_words(const slp_system *system, size_t i);

/* Lookups by exact name; NULL if unknown.  The scheme `own` is found too, though slp_scheme_at does
 * not have it: a rule that no table defines, which its port alone answers.  It suits every system,
 * promises nothing, and no path takes a step of it. */
const slp_system *slp_system_find(const char *name);
/* What stands after `system=` in text: the system's family if it has one, else its name.  NULL of
 * NULL. */
const char *slp_system_word(const slp_system *system);
/* The i-th system of which `word` is that, in list order; NULL past the end. */
const slp_system *slp_system_of_word(const char *word, size_t i);
/* Whether a command that is given `--system NAME` means this system: by its name
 * (`polynomial-so3`) or by its word in text (`polynomial`, all of them).  True for name NULL; false
 * for system NULL. */
bool slp_system_named(const slp_system *system, const char *name);
const slp_scheme *slp_scheme_find(const char *name);
/* The i-th in list order, NULL past the end. */
const slp_system *slp_system_at(size_t i);
const slp_scheme *slp_scheme_at(size_t i);
/* True if the scheme applies to the system; otherwise *why (may be NULL) is a one-line reason. */
bool slp_pair_makes_sense(const slp_system *system, const slp_scheme *scheme, const char **why);
/* Laws that this pair must keep: the scheme's `keeps` & the system's `has`.  A scheme that keeps
 * quadratic Casimirs keeps all Casimirs if the system has no others.  The second function: laws
 * that a check must see the pair break. */
unsigned slp_pair_keeps(const slp_system *system, const slp_scheme *scheme);
unsigned slp_pair_breaks(const slp_system *system, const slp_scheme *scheme);
/* Laws that neither of the two says anything about on this case: those of slp_system.lacks. */
unsigned slp_case_lacks(const slp_case *c);
/* The coadjoint maps that a step of c composes: those of the scheme, for each factor of the system
 * if the scheme splits; 1 for a state that nothing moves.  0 if the case cannot be split, or if the
 * scheme does not state its maps. */
size_t slp_case_maps(const slp_case *c);
/* ---- Cases and results -------------------------------------------------------------------- */

/* Limits of one record (oracle/FORMAT.md, "Limits"): numbers in a list, bytes in a line, bytes in
 * an id with its final zero. */
enum { SLP_MAX_LIST = 1 << 21, SLP_MAX_LINE = 1 << 27, SLP_MAX_ID = 64, SLP_MAX_MATRIX = 1024 };

typedef struct slp_numbers {
    size_t count;
    double *at; /* NULL when count = 0; owned by the structure it sits in */
} slp_numbers;

/* An empty case, which slp_case_parse, slp_reader_next and slp_preset_case fill, or slp_case_copy;
 * freed by slp_case_free.  NULL if memory is refused. */
slp_case *slp_case_empty(void);
/* Frees what the case holds and makes it empty again. */
void slp_case_clear(slp_case *c);
/* Deep copy; what `to` held is freed.  SLP_OK; SLP_MEMORY, and `to` is as it was. */
slp_status slp_case_copy(slp_case *to, const slp_case *from);
/* What the case is of; of an empty case NULL. */
const char *slp_case_id(const slp_case *c);
const slp_system *slp_case_system(const slp_case *c);
const slp_scheme *slp_case_scheme(const slp_case *c);
/* The step size [time], and how many steps. */
double slp_case_h(const slp_case *c);
size_t slp_case_steps(const slp_case *c);
/* The state, and the increments of all steps: M numbers a step, behind the increments its areas
 * once slp_case_check has joined them.  *count (may be NULL) is how many numbers there are; they
 * belong to the case, until it changes. */
const double *slp_case_x(const slp_case *c, size_t *count);
const double *slp_case_dw(const slp_case *c, size_t *count);
/* How many of the M numbers of a step are areas, once slp_case_check has joined them. */
size_t slp_case_areas(const slp_case *c);

/* An empty result, which slp_result_parse and slp_reader_next fill; freed by slp_result_free.  NULL
 * if memory is refused. */
slp_result *slp_result_new(void);
/* r may be NULL. */
void slp_result_free(slp_result *r);
void slp_result_clear(slp_result *r);
const char *slp_result_id(const slp_result *r);
/* SLP_OK: there is an answer; else the error that stands in its place. */
slp_status slp_result_error(const slp_result *r);
/* The line names its case, but is no valid answer (slp_result_parse). */
bool slp_result_is_fault(const slp_result *r);
/* The states after each step, steps*d numbers; they belong to the result. */
const double *slp_result_y(const slp_result *r, size_t *count);

/* Values of the parameter `key` of c.  NULL, with *count = 0, if the case does not give it. */
const double *slp_case_param(const slp_case *c, const char *key, size_t *count);
/* Sets parameter `key` (replaces).  SLP_OK; SLP_INPUT if the system has no such key, or SLP_MEMORY,
 * with *err filled, and c is as it was. */
slp_status slp_case_set_param(slp_case *c, const char *key, const double *values, size_t count,
                              slp_error *err);
/* Sets n = d or steps*M numbers; reallocates.  SLP_OK; SLP_MEMORY, or SLP_INPUT for more than
 * SLP_MAX_LIST, and c is as it was. */
slp_status slp_case_set_x(slp_case *c, const double *x, size_t d);
slp_status slp_case_set_dw(slp_case *c, const double *dw, size_t count);
/* Makes every check of the parser on a case built in memory: pair, maps and stages of the scheme,
 * shape (sets d, M), counts, finite numbers, x in the dual of the algebra.  SLP_OK, or SLP_INPUT
 * with *err filled. */
slp_status slp_case_check(slp_case *c, slp_error *err);

/* ---- Building a case in memory -------------------------------------------------------------
 *
 * A program that knows no layout of slp_case builds one so: slp_case_new, a slp_case_set for each
 * parameter, for h, x and dw, then slp_case_check.  Every function below that is given NULL for a
 * case, a key or an array that is not empty returns SLP_INPUT.  Different threads may build
 * different cases.  Tested by tests/contract/test_case_build.c. */

/* *c = an empty case of this system and scheme, by the names of `slp list`: no parameters, h = 0,
 * steps = 1, id "case".  The caller frees it by slp_case_free.  SLP_OK; SLP_INPUT (*c = NULL, err
 * names the key, the nearest name and the remedy; err may be NULL here and below); SLP_MEMORY. */
slp_status slp_case_new(slp_case **c, const char *system, const char *scheme, slp_error *err);
/* The same of a system of the tables or of slp_user_system_new, which must outlive the case. */
slp_status slp_case_new_on(slp_case **c, const slp_system *system, const char *scheme,
                           slp_error *err);
/* The same from a preset (`slp list presets`): its system, scheme, parameters, h and x, steps = 1
 * and increments 0; *steps (which may be NULL) is the preset's own count, as many as it likes. */
slp_status slp_case_new_preset(slp_case **c, uint64_t *steps, const char *name, slp_error *err);
/* The text of a preset by its name, and of the i-th with its name in `name`; NULL if there is
 * none. */
const char *slp_preset_text(const char *name);
const char *slp_preset_at(char name[SLP_MAX_ID], size_t i);
/* The case that a preset's text describes: its only line that is neither blank nor a comment.  The
 * line has no dw.  *horizon is its `steps`, which may exceed the limit of a list.  *c becomes a
 * case of one step with increments 0, for its shape and parameters.  SLP_OK; SLP_INPUT with *err
 * naming line, id and field; SLP_MEMORY. */
slp_status slp_preset_case(slp_case *c, uint64_t *horizon, const char *text, slp_error *err);
/* c may be NULL. */
void slp_case_free(slp_case *c);
/* Sets what `key` names, and replaces what was there; values are copied and may belong to the case.
 *   "h"      the step [time], 1 number
 *   "steps"  1 whole number, 1 to SLP_MAX_LIST
 *   "x"      the state, d numbers in the order of the system's page of the manual
 *   "dw"     the increments dw[s*M + k] [time^1/2] of noise k in step s, steps*M numbers
 *   "area"   the Levy areas [time] of noises i < j, row by row, in step s: steps*M(M-1)/2 numbers;
 *            slp_case_check then puts them behind the increments of each step, and a later call
 *            of slp_case_set with any key takes them out again
 *   a parameter of the system (`slp list systems`): its numbers; pairs a:b are two numbers each,
 *            terms k:c:i.j... the numbers k, c, degree, i, j, ...
 * count = 0 removes a parameter.  Numbers must be finite.  How the lengths fit together is tested
 * by slp_case_check.  SLP_OK; SLP_INPUT, and the case stays as it was: unknown key (err names the
 * nearest), wrong count, a number that is not finite, a key that takes a word; SLP_MEMORY. */
slp_status slp_case_set(slp_case *c, const char *key, const double *values, size_t count,
                        slp_error *err);
/* The same from text, as the exchange format writes the value: "1,2,3", "0x1p-8", "1:1,0:1", a
 * word ("kubo"), and for the key "id" the name of the case in messages and records. */
slp_status slp_case_set_text(slp_case *c, const char *key, const char *text, slp_error *err);
/* Sets the id, which is copied: 1 to 63 printable ASCII characters without space, '=' and ','. */
slp_status slp_case_set_id(slp_case *c, const char *id, slp_error *err);
/* *d, *M = the numbers of a state, and of the increments of one step, that the parameters set so
 * far give; also stored in c->d and, with the areas that c has, in c->M.  Either may be NULL.
 * SLP_OK; SLP_INPUT if parameters are missing or wrong, with 0 in both. */
slp_status slp_case_sizes(size_t *d, size_t *M, slp_case *c, slp_error *err);

/* ---- A user's system ------------------------------------------------------------------------
 *
 * Any scheme steps Hamiltonians of one's own.  Here a program says on which algebra, of which size,
 * and with how many noises; the Hamiltonians are functions that it gives to
 * fast_system_from_functions (fast.h) or ref_system_from_functions (ref.h).  Cases of such a system
 * are built in memory (slp_case_new_on).  Text cannot name it.
 *
 * Coordinates and pairings, <xi, x> = sum_i w_i xi_i x_i, as on the manual's page on systems:
 *   SLP_SO3      x in R^3                                               w = 1
 *   SLP_SE3      (Pi, Gamma), 6 numbers                                 w = 1
 *   SLP_VECTOR   (q, p)                                                 w = 1
 *   SLP_SON      X_ij, i < j, row by row: n(n-1)/2 numbers              w = 1
 *   SLP_SU2N     n vectors of R^3                                       w = gamma_i
 *   SLP_SUN      the n imaginary diagonal parts (w = 1); for i < j, row by row, Re X_ij and Im X_ij
 *                (w = 2): n^2 numbers, trace 0
 *   SLP_SP       [[a, b], [c, -a^T]]: a row by row, upper triangles of b and c, n(n+1)/2 numbers;
 *                w = 1 on the diagonals of b and c, 2 elsewhere
 * SLP_SUN_DUAL is refused: no path steps functions on it. */

/* *system = a system of this name (in messages; none of `slp list systems`).
 *   n       rows of the matrices on so(n), su(n), sp(n, R); copies on su(2)^n; not read elsewhere
 *   gamma   on su(2)^n the n weights of the pairing, not 0, copied; NULL: all 1.  Elsewhere NULL
 *   noises  M, the Hamiltonians that noise multiplies
 * The caller frees it by slp_user_system_free, after every case and system made of it.  SLP_OK;
 * SLP_INPUT (*system = NULL; err names the argument and the remedy); SLP_MEMORY.
 * Tested by tests/contract/test_user_system.c. */
slp_status slp_user_system_new(slp_system **system, const char *name, slp_algebra algebra, size_t n,
                               const double *gamma, size_t noises, slp_error *err);
/* system may be NULL; a system of the tables stays. */
void slp_user_system_free(slp_system *system);

/* ---- The library ---------------------------------------------------------------------------- */

/* The version of the library that is loaded, such as "1.0.0".  Never NULL. */
const char *slp_version(void);
/* sizeof of a structure of this header in the library that is loaded, by its name ("slp_error");
 * 0 if there is none.  A binding compares it with its own layout when it starts. */
size_t slp_size_of(const char *type);
/* What a caller gives to follow or to stop a long computation: it is called now and then with what
 * is done, of what there is to do.  It returns 0 to go on.  Any other value stops the computation,
 * which then returns SLP_STOPPED.  It is called from the thread that called, and it may call any
 * function of the libraries on other objects. */
typedef int (*slp_progress_callback)(void *user, uint64_t done, uint64_t total);

/* ---- Text --------------------------------------------------------------------------------- */

typedef enum slp_record_kind {
    SLP_RECORD_CASE,
    SLP_RECORD_RESULT,
    SLP_RECORD_OTHER
} slp_record_kind;

typedef struct slp_reader slp_reader;

/* A reader of the file `from`, which the caller closes.  `source` is its name in messages.  NULL if
 * memory is refused. */
slp_reader *slp_reader_new(FILE *from, const char *source);
/* The file stays open. */
void slp_reader_free(slp_reader *reader);
/* The name given to slp_reader_new, for slp_error_print; lives as long as the reader. */
const char *slp_reader_source(const slp_reader *reader);
/* Reads the next record into *c or *r (both are cleared first).  It skips comments and blank lines.
 * A line that starts with another word ("verdict ...") is SLP_RECORD_OTHER.  Returns SLP_OK,
 * SLP_END, or SLP_INPUT or SLP_MEMORY with *err and both empty.  After SLP_MEMORY the record is
 * passed over, its id counts as not seen, and the caller may read on.  A repeated case id and a
 * repeated result id are errors.  A last line without a newline is an error, because it may have
 * been cut; so is a case whose check word is wrong.  SLP_INPUT and slp_result_is_fault: the result
 * has a readable id that is new, but no valid answer; r holds its id, line and fault, and the
 * caller may read on. */
slp_status slp_reader_next(slp_record_kind *kind, slp_case *c, slp_result *r, slp_reader *reader,
                           slp_error *err);
/* The text of the record just read, without its newline; valid until the next call. */
const char *slp_reader_line(const slp_reader *reader);

/* Parses one line.  SLP_OK, or SLP_INPUT or SLP_MEMORY with *err, and *c, *r empty.  A case whose
 * check word is wrong, sum=, is SLP_INPUT; one without it is not looked at so.  If a result
 * has a readable id but no valid answer, which is SLP_INPUT, r keeps its id, line and fault. */
slp_status slp_case_parse(slp_case *c, const char *line, size_t number, slp_error *err);
slp_status slp_result_parse(slp_result *r, const char *line, size_t number, slp_error *err);
/* Prints one line with its newline; every number as a C hex float that reads back bit for bit.
 * Returns 0, or -1 if writing failed. */
int slp_case_print(FILE *to, const slp_case *c);
int slp_result_print(FILE *to, const slp_result *r);
/* The text of one number as the format prints it: like "%a", but the same on every platform. */
enum { SLP_NUMBER_CHARS = 32 };
void slp_number_print(char text[SLP_NUMBER_CHARS], double value);

#ifdef __cplusplus
}
#endif

#endif
