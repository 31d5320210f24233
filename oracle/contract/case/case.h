/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The structures of a case, a result, a system and a scheme, for the folders of the program.  What
 * other programs may do with them is in oracle/contract/slp.h. */
#ifndef SLP_ORACLE_CASE_H
#define SLP_ORACLE_CASE_H

#include "oracle/contract/slp.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Systems ------------------------------------------------------------------------------ */

enum { SLP_MAX_PARAMS = 7 };

typedef struct slp_draw slp_draw;   /* oracle/contract/draw/draw.h */
typedef struct slp_exact slp_exact; /* oracle/contract/number/exact.h */

typedef struct slp_param_schema {
    const char *key;
    slp_param_kind kind;
    bool required;
    const char *words; /* SLP_PARAM_WORD: the choices, separated by spaces; stored as its index */
    const char *about; /* one line for `slp list systems` and error messages */
} slp_param_schema;

/* What the exchange format needs of a system.  oracle/contract/system/NAME.c defines
 * `slp_system_NAME` (dashes become underscores), and the build finds it. */
struct slp_system {
    const char *name, *about, *source;
    slp_algebra algebra;
    unsigned has;                 /* SLP_LAW_*: laws that are meaningful on this system */
    bool only_quadratic_casimirs; /* every Casimir is a function of quadratic ones */
    /* parameters can be chosen so that turns change no Hamiltonian, as props/law/noether.c chooses
     * them on this algebra */
    bool turns;
    /* the generator divides by the length of each vector of the state, and by the distances of
     * their directions, so that it does not grow with the state */
    bool divides_by_lengths;
    slp_param_schema params[SLP_MAX_PARAMS + 1]; /* ends with key NULL; order = order printed */
    /* Checks counts and ranges of the parameters, and sets c->d and c->M from them. */
    slp_status (*shape)(slp_case *c, slp_error *err);
    /* Checks that x (d numbers) is an element of the algebra's dual.  NULL: every x is. */
    slp_status (*member)(const slp_case *c, const double *x, slp_error *err);
    /* Draws parameters, x and their counts into c; SLP_MEMORY if memory is refused.  NULL: `slp
     * gen` draws no case of it. */
    slp_status (*draw)(slp_case *c, slp_draw *from, int level);
    /* *count = into how many factors the Hamiltonians of c split, each with an exact flow; the
     * manual's page on schemes has them in their order.  SLP_INPUT with *err if these parameters
     * have no such factors.  NULL: the system has none. */
    slp_status (*factors)(size_t *count, const slp_case *c, slp_error *err);
    /* Cases may have Levy areas: both paths have the gradient of each bracket of two noises' Hamil-
     * tonians (the manual's page on systems, Levy areas).  False: such a case is refused. */
    bool areas;
    /* All noises are in one factor, which takes the average of their orders. */
    bool noises_in_one_factor;
    /* Which noises share a factor depends on the case. */
    bool noises_share_factors;
    /* For drawing: takes out of c's parameters what `factors` refuses.  NULL: it refuses
     * nothing. */
    void (*leave_factors)(slp_case *c);
    /* The laws of `has` that the equation of c does not have, whatever the scheme is: the set of
     * SLP_LAW_* for a case with damping, which is not Hamiltonian.  NULL: each case has all. */
    unsigned (*lacks)(const slp_case *c);
    /* For laws: takes out of c's parameters what `lacks` speaks of, so that c has all laws of
     * `has`.  NULL together with `lacks`. */
    void (*make_hamiltonian)(slp_case *c);
    /* NULL, or the name in text of several systems that differ by their algebra alone: a case says
     * `system=FAMILY algebra=WORD`.  Their parameter `algebra` is a word of SLP_ALGEBRA_WORDS
     * (oracle/contract/case/algebra_kind.h). */
    const char *family;
    /* What a 3-vector of its state is, on su(2)^n: "spin".  NULL: "vector". */
    const char *vector;
};

/* ---- Schemes ------------------------------------------------------------------------------ */

/* What a scheme keeps and breaks on the algebras `on`, where it differs from the other algebras. */
typedef struct slp_scheme_exception {
    unsigned on; /* set of slp_algebra; 0 ends the list */
    unsigned keeps, breaks;
} slp_scheme_exception;

enum { SLP_MAX_EXCEPTIONS = 2 };

/* oracle/contract/scheme/FAMILY.c defines the array `slp_schemes_FAMILY`, ended by name NULL. */
struct slp_scheme {
    const char *name, *rule, *source;
    unsigned applies; /* set of slp_algebra */
    unsigned keeps;   /* SLP_LAW_*: kept exactly (ENERGY_NEAR: up to O(h^order)) */
    unsigned breaks;  /* SLP_LAW_*: negative controls; a check must see them broken */
    int order;        /* deterministic order; 2 unless said otherwise */
    /* The bound of a verdict is computed from these two (oracle/judge/judge.md, 5 to 7).  Both must
     * be at least 1.  If one is 0, slp_case_check refuses every case of the scheme and
     * slp_judge_bound returns NaN. */
    unsigned maps;   /* coadjoint maps that a step composes; two half steps are 2 */
    unsigned stages; /* computed states at which a rule evaluates the generator */
    /* True if the leading term of what the scheme violates is zero for some energies, or at some
     * states.  The violation then has a higher order than the scheme's error. */
    bool leading_may_vanish;
    /* Some rotations change no Hamiltonian; each has a linear momentum (props/law/noether.c).  Sets
     * of slp_algebra on which the scheme keeps these momenta, and on which a check must see them
     * broken. */
    unsigned keeps_momenta, breaks_momenta;
    /* The step is the flow of the generator at (x + x')/2, the middle of the chord from x to x'.
     * At half turns this middle lies along the axis of the turn. */
    bool flow_of_chord;
    /* The scheme takes at the start of the step what noise multiplies, so that it solves the Ito
     * equation where this depends on the state: the generator (the state still moves along its
     * orbit), or the field.  A check must see that it does not converge to Stratonovich's. */
    bool ito_generator, ito_field;
    /* A step composes the exact flows of the system's factors (slp_system.factors), and `maps` is
     * how often each of them is used. */
    bool splits;
    /* Two noises that do not commute act in one order, not as the average of both, unless the
     * system has noises_in_one_factor.  A check must see this (props/law/area.c). */
    bool orders_noises;
    const char *needs; /* one line: why it applies to no other algebra; NULL: it applies to all */
    /* the first one that contains the algebra replaces keeps and breaks */
    slp_scheme_exception exceptions[SLP_MAX_EXCEPTIONS + 1];
};
/* ---- Cases and results -------------------------------------------------------------------- */

/* steps steps of `scheme` on `system` from x, with step size h and increments dw[s*M + k].
 *
 * Levy areas.  With areas > 0 each step has, after the increments W of its w = M - areas Wiener
 * processes, areas = w(w-1)/2 numbers A_ij [time] for i < j, row by row, and its generator is
 *   Xi(x) = h grad H0 + sum_i W_i grad H_i + sum_{i<j} A_ij grad <x, [grad H_i, grad H_j]>.
 * slp_case_check makes this one list of the two that a text has; the printer parts it again.
 * Tested by tests/contract/test_case_area.c. */
struct slp_case {
    char *id;
    size_t line; /* its line in the input, 0 if built in memory */
    const slp_system *system;
    const slp_scheme *scheme;
    slp_numbers params[SLP_MAX_PARAMS]; /* by position in system->params; count 0 = left out */
    double h;
    size_t steps, d, M;
    double *x;                  /* d */
    double *dw;                 /* steps*M, NULL when M = 0 */
    size_t x_count, dw_count;   /* how many numbers x and dw hold; slp_case_check tests them */
    slp_arithmetic *arithmetic; /* that the port computes in; NULL: binary64 */
    /* NULL, or what h, x and dw are where no double holds them.  A number of h, x or dw that is set
     * to another double is that double. */
    slp_exact *exact_h, *exact_x, *exact_dw;
    size_t areas;          /* how many of the M numbers of a step are areas; 0: none */
    slp_numbers area;      /* areas that slp_case_check has not put into dw yet */
    slp_exact *exact_area; /* of `area`, as exact_dw */
};

struct slp_result {
    char *id;
    size_t line;
    slp_status error; /* SLP_OK: y is present */
    slp_numbers y;    /* steps*d */
    slp_numbers g;    /* optional group elements of variational schemes */
    bool has_iterations, has_bits, has_prec;
    uint64_t iterations;
    uint64_t bits, prec; /* carried enclosures: bits certain at the end, working precision */
    bool fault;          /* the line names its case, but is no valid answer; do not use the rest */
    bool not_finite;     /* with fault: a number is nan or infinite */
    size_t fault_item;   /* with fault: which number of y is invalid, from 1; 0: another error */
    slp_exact *exact_y;  /* NULL, or what y is where no double holds it (slp_result_in) */
};
/* How many numbers slp_case_param has of a parameter. */
size_t slp_case_count(const slp_case *c, const char *key);
/* Prints " KEY=VALUE" of each parameter that the case gives, as in its line. */
void slp_case_print_params(FILE *to, const slp_case *c);
/* The index-th of words that are separated by spaces: *length characters at the result. */
const char *slp_word_at(size_t *length, const char *words, double index);
/* Makes an empty case, or result, of memory that holds none. */
void slp_case_init(slp_case *c);
void slp_result_init(slp_result *r);

/* A variable of a block, empty at first, that TYPE_clear clears where the block ends, at each
 * return too:  SLP_CLEARED(slp_case) c = {0};
 * By the attribute `cleanup` of gcc and clang. */
#define SLP_CLEARED(type) __attribute__((cleanup(type##_clear))) type

#ifdef __cplusplus
}
#endif

#endif
