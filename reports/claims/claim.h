/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The ledger of claims: what a claim is, what a quantity measures, how a verdict is decided.
 *
 * A claim is a file (reports/CLAIMS.md is its manual): experiments, quantities measured on them,
 * and rules over the measured numbers.  A measured number is an interval.  The interval is certain
 * (ball arithmetic), or contains the number with a stated confidence.  The rules and the intervals
 * alone decide the verdict.  A quantity is one file, reports/claims/quantities/NAME.c, which
 * defines slp_quantity_NAME; the build finds it. */
#ifndef SLP_ORACLE_CLAIM_H
#define SLP_ORACLE_CLAIM_H

#include "oracle/contract/case/case.h"
#include "oracle/contract/number/float_rules.h"

/* ---- Verdicts ----------------------------------------------------------------------------- */

typedef enum slp_claim_verdict {
    SLP_CONFIRMED,
    SLP_REFUTED,
    SLP_QUALIFIED,      /* true under a restriction that the source omits */
    SLP_UNDERSPECIFIED, /* a needed parameter is not printed */
    SLP_FINDING,        /* a result of ours; the source does not assert it, so it is no verdict */
    SLP_INCONCLUSIVE,   /* the numbers do not decide */
    SLP_PRELIMINARY, /* would be confirmed or qualified, from a small part of the source's size */
    SLP_NOT_RUN,     /* the program has not yet a scheme that the claim awaits */
    SLP_CLAIM_VERDICTS
} slp_claim_verdict;
/* "confirmed", "refuted", ...; "unknown" beyond the last. */
const char *slp_claim_verdict_word(slp_claim_verdict verdict);

/* ---- Experiments -------------------------------------------------------------------------- */

/* Where numbers of an experiment come from: a list, or drawn anew for every sample. */
typedef enum slp_origin_kind {
    SLP_ORIGIN_FIXED,   /* the list `at` */
    SLP_ORIGIN_UNIFORM, /* each number uniform in [lo, hi] */
    SLP_ORIGIN_LOG,     /* number 2^k m in [lo, hi]: k uniform, then m uniform; lo, hi > 0 */
    SLP_ORIGIN_NORM     /* states: uniform direction, norm uniform in [lo, hi] */
} slp_origin_kind;

typedef struct slp_origin {
    slp_origin_kind kind;
    double lo, hi;
    size_t count; /* how many numbers; 0 for states, whose length the system decides */
    double *at;   /* SLP_ORIGIN_FIXED */
    size_t line;
} slp_origin;

/* A count that may differ between the default audit and the full one. */
typedef struct slp_size {
    size_t usual, full;
} slp_size;

typedef struct slp_experiment {
    char *name;
    size_t line;
    const slp_system *system;
    const slp_scheme *scheme; /* NULL: `missing` names one that the program has not */
    char *missing;            /* NULL: it has it */
    size_t missing_line;
    /* A program whose rule it is, as the claim names it; scheme is slp_scheme_own.  NULL: none.
     * The path leads to it, and sum is the SHA-256 of the file. */
    char *port, *port_path, *port_sum;
    size_t port_line;
    double port_seconds; /* that an answer may take, more of long cases */
    bool has_param[SLP_MAX_PARAMS];
    slp_origin params[SLP_MAX_PARAMS], h, state;
    slp_size steps, samples;
    size_t paper_steps, paper_samples; /* what the source itself ran; 0: it does not say */
    bool wiener;                       /* increments are Wiener increments; otherwise zeros */
    double ell; /* truncation exponent of the increments, oracle/contract/noise/noise.h; <= 0: none
    */
    uint64_t seed;
    long precision; /* working bits of certified numbers */
} slp_experiment;

/* Makes sample `sample` of e: a case of `steps` steps with its increments.  The result depends on
 * e->seed and the arguments only, and has the same bits on every machine.
 * out  c       initialised; replaced
 * in   sample  from 0; the number of its Wiener path too
 * SLP_OK; SLP_INPUT, with the line of the claim's file in err, if parameters, state and counts do
 * not make a valid case. Tested by tests/claims/test_claim_drawn.c. */
slp_status slp_experiment_case(slp_case *c, const slp_experiment *e, size_t sample, size_t steps,
                               slp_error *err);
/* Increments of steps first..first+count-1 of that sample [time^1/2]:
 *   dw[s*M + k] = slp_truncate(W_k(first + s), h, e->ell), W_k the level-0 increments of channel k
 *     (oracle/contract/noise/noise.h);
 * not truncated if ell <= 0; zeros if the experiment has no Wiener increments.
 * out  dw     count*M numbers
 * in   h      step of all of them [time]
 *      room   workspace, count numbers; aliases nothing
 * Never fails. */
void slp_experiment_increments(double *dw, const slp_experiment *e, double h, size_t M,
                               size_t sample, size_t first, size_t count, double *room);

/* ---- Measurements ------------------------------------------------------------------------- */

enum { SLP_QUANTITY_VALUES = 9, SLP_QUANTITY_OPTIONS = 4, SLP_SERIES_CURVES = 3 };

/* An interval that contains the number: certainly if level = 1, else with confidence `level`. */
typedef struct slp_interval {
    double lo, hi, level;
    bool known; /* false: not measured; every condition on it is undecided */
} slp_interval;

/* Curves over the same abscissae, reduced to fewer points for a figure. */
typedef struct slp_series {
    const char *x_label, *y_label;
    bool log_y;
    size_t curves, count, room;
    const char *label[SLP_SERIES_CURVES];
    double *x, *y[SLP_SERIES_CURVES];
    double level; /* 0: points alone; else each lies in [low, high] with this confidence */
    double *low[SLP_SERIES_CURVES], *high[SLP_SERIES_CURVES];
} slp_series;

typedef struct slp_measurement {
    slp_interval values[SLP_QUANTITY_VALUES];
    char *witness;     /* the case line of the sample with the extreme value, or NULL */
    size_t samples;    /* how many samples were used */
    size_t unable;     /* of them, how many had no certificate */
    uint64_t steps;    /* steps computed, all together */
    slp_series series; /* count = 0: nothing to draw */
    struct {
        bool known, weak;
        double order, power, coefficient;
    } one_step; /* of an order: what the leading terms of one step say, without paths */
} slp_measurement;

typedef struct slp_trial {
    const slp_experiment *experiment;
    size_t steps, samples; /* of the chosen size */
    double number[SLP_QUANTITY_OPTIONS];
    const char *word[SLP_QUANTITY_OPTIONS];
    void (*progress)(void *to, double fraction); /* NULL: nobody listens */
    void *to;
    const struct slp_team *team;           /* ranks that share the work; NULL: this process alone */
    unsigned threads;                      /* of this process; 0: one */
    struct slp_certificates *certificates; /* of the experiment's steps; NULL: not asked for */
} slp_trial;

typedef struct slp_option_schema {
    const char *key;
    bool word, required;
    double preset;
    const char *about;
} slp_option_schema;

/* What a number of an option may be: in [least, most], whole if so marked.  All zero: any finite
 * number. */
typedef struct slp_option_range {
    double least, most;
    bool whole;
} slp_option_range;

typedef struct slp_value_schema {
    const char *name, *unit, *about;
} slp_value_schema;

typedef struct slp_quantity {
    const char *name, *about, *method;
    slp_option_schema options[SLP_QUANTITY_OPTIONS + 1]; /* ends with key NULL */
    const char *
        words[SLP_QUANTITY_OPTIONS]; /* the allowed words of an option, spaces between; NULL: any */
    slp_option_range range[SLP_QUANTITY_OPTIONS];
    slp_value_schema values[SLP_QUANTITY_VALUES + 1]; /* ends with name NULL */
    /* Fills m (initialised).  SLP_OK: m has all that could be measured.  SLP_INPUT with err: the
     * experiment or an option does not fit the quantity.  Any other status ends the claim with that
     * reason.  If m is NULL, it only tests whether they fit; every claim is tested so before any
     * claim is run. */
    slp_status (*measure)(slp_measurement *m, const slp_trial *trial, slp_error *err);
    /* True if, with these words of its options, its numbers come from certified steps of the
     * experiment's scheme, which it then adds to trial->certificates
     * (oracle/certificates/certificates.h).  NULL: never. */
    bool (*certifies)(char *const word[SLP_QUANTITY_OPTIONS]);
    /* True if it can share its work among the ranks of trial->team (oracle/plumbing/team.h).  Every
     * rank then calls measure and gets the same m. */
    bool spreads;
    /* True if its numbers come from the states of slp_run alone, so that a port's rule may take the
     * steps. */
    bool by_states;
} slp_quantity;

/* By exact name, NULL if unknown; the i-th in order, NULL past the end. */
const slp_quantity *slp_quantity_find(const char *name);
const slp_quantity *slp_quantity_at(size_t i);
/* init: nothing measured.  clear frees what m holds and makes it so again. */
void slp_measurement_init(slp_measurement *m);
void slp_measurement_clear(slp_measurement *m);
/* Stores the text of `c`, an exact case line without its newline, as m->witness; frees the earlier
 * one. */
void slp_measurement_witness(slp_measurement *m, const slp_case *c);

/* ---- Claims ------------------------------------------------------------------------------- */

/* Memory that a claim or a paper owns: it is freed with it. */
typedef struct slp_owned {
    void **at;
    size_t count;
} slp_owned;
/* Owns memory from malloc and returns it.  owned NULL: nobody does. */
void *slp_own(slp_owned *owned, void *memory);

typedef struct slp_measure {
    char *name;
    size_t line;
    const slp_quantity *quantity;
    size_t experiment; /* index */
    double number[SLP_QUANTITY_OPTIONS];
    char *word[SLP_QUANTITY_OPTIONS];
} slp_measure;

/* Predicates.  On an interval each is true, false or undecided. */
typedef enum slp_predicate {
    SLP_IS_BELOW,         /* value < bound */
    SLP_IS_AT_MOST,       /* value <= bound */
    SLP_IS_ABOVE,         /* value > bound */
    SLP_IS_AT_LEAST,      /* value >= bound */
    SLP_IS_BETWEEN,       /* low <= value <= high */
    SLP_IS_EQUAL,         /* value = bound, for counts */
    SLP_IS_EXCLUDES_ZERO, /* value != 0: the interval does not contain 0 */
    /* the interval contains 0, and no number of absolute value above bound; false if it excludes 0
     */
    SLP_IS_ZERO_WITHIN,
    SLP_PREDICATES
} slp_predicate;
/* "below", "at-most", ..., as claims write them; "unknown" beyond the last. */
const char *slp_predicate_word(slp_predicate predicate);

typedef enum slp_truth { SLP_FALSE, SLP_TRUE, SLP_OPEN } slp_truth;

/* Names a measured number: index of the measure, index of the value in its quantity. */
typedef struct slp_value_name {
    size_t measure, value;
} slp_value_name;

typedef struct slp_condition {
    slp_value_name of;
    slp_predicate is;
    bool bound_is_value; /* compare with another measured number times `low` */
    slp_value_name bound;
    double low, high; /* bound; low = high unless SLP_IS_BETWEEN */
    size_t line;
} slp_condition;

typedef struct slp_rule {
    slp_claim_verdict verdict; /* of the statement as it is printed */
    slp_claim_verdict meant;   /* of the statement as it is meant; the same if the rule is silent */
    slp_condition *when;
    size_t conditions, line;
    char *because, *restriction; /* restriction: of qualified verdicts, required there */
} slp_rule;

typedef struct slp_claim_figure {
    char *name, *caption;
    char *title;         /* in the words of the source; NULL: none */
    char **legend;       /* words for each of `draw`, in the key; NULL: the measures' names */
    double slope[2];     /* that the claim asserts of an order plot, drawn beside it; 0: none */
    size_t *draw, draws; /* measures */
} slp_claim_figure;

typedef struct slp_unprinted {
    char *what, *chosen;
} slp_unprinted;

/* The words of the source that a claim rests on. */
typedef struct slp_quote {
    char *text;           /* verbatim; NULL: the claim has none */
    char *page, *section; /* page NULL: the text that was read has no pages */
    char *from;           /* "typeset", "latex" or "ocr": which text was read */
    size_t line;
} slp_quote;

/* An answer of an author, or a dispute of anybody, that the claim's page shows. */
typedef struct slp_reply {
    char *date, *by, *kind, *text; /* date YYYY-MM-DD; kind "answer" or "dispute" */
} slp_reply;

/* The claim with some of its experiments changed in what the source leaves open. */
typedef struct slp_sensitivity {
    char *what;
    bool only_full;             /* too long for the default size */
    size_t *which, sets;        /* indices of the experiments that are changed */
    slp_experiment *experiment; /* what they are changed into */
} slp_sensitivity;

typedef struct slp_claim {
    char *id, *source, *locator, *statement;
    slp_quote quote;
    char
        *faithful; /* how near `statement` is to the quote: "quote", "paraphrase", "inference"; NULL
                     */
    slp_reply *reply;
    size_t replies;
    char
        *proof; /* on all cases: "algebra" or "bound"; NULL: the numbers are of what was computed */
    char *printed, *meant, *note; /* may be NULL */
    char *erratum; /* may be NULL: the printed formula that `refuted` or `qualified` proves wrong */
    char *text, *file;        /* the file's whole text and the name it was read from */
    size_t line, source_line; /* of id, of source */
    slp_experiment *experiment;
    slp_measure *measure;
    slp_rule *rule;
    slp_claim_figure *figure;
    slp_unprinted *unprinted;
    slp_sensitivity *sensitivity;
    size_t experiments, measures, rules, figures, unprinteds, sensitivities;
    char *awaits; /* the first scheme under `awaits` that the program has not: the claim cannot be
                   * run; NULL: it can */
    bool has_number;
    slp_value_name number; /* the deciding number shown in tables */
    slp_owned owned;       /* all that is pointed to from here */
} slp_claim;

/* ---- Papers ------------------------------------------------------------------------------- */

enum { SLP_PAPER_PARTS = 32 }; /* most authors, and most texts */

/* A text of a paper that was read. */
typedef struct slp_paper_text {
    char *from, *about; /* from: "typeset", "latex" or "ocr", as in quotes */
} slp_paper_text;

/* What the claims of a folder are claims of: the file paper.yaml in it. */
typedef struct slp_paper {
    char *key, *title;             /* key: what claims name as their `source` */
    char **author;                 /* as they are printed, "Given Family" */
    char *published, *doi, *arxiv; /* may be NULL */
    slp_paper_text *text;          /* none: the source text is not at hand */
    size_t authors, texts, line;   /* line: of key */
    unsigned year;
    slp_owned owned; /* all that is pointed to from here */
} slp_paper;

/* Reads and checks a whole paper.yaml; reports/CLAIMS.md says what one is.
 * out  paper  overwritten; to be cleared in any case
 * in   text   the file's whole text
 * SLP_OK, or SLP_INPUT with err naming line, field and remedy.  Tested by
 * tests/claims/test_claim_paper.c. */
slp_status slp_paper_read(slp_paper *paper, const char *text, slp_error *err);
/* Frees what the paper holds and makes it empty; also of one that is all zeros. */
void slp_paper_clear(slp_paper *paper);
/* The i-th paper.yaml of the ledger that the program carries: its file's name, and in *text the
 * file; NULL past the end.  text may be NULL. */
const char *slp_paper_at(size_t i, const char **text);
/* Whether the claim fits the paper: its `source` is the paper's key, and its quote is of a text
 * that was read.  SLP_OK, or SLP_INPUT with err naming the claim's line, field and remedy. */
slp_status slp_paper_fits(const slp_paper *paper, const slp_claim *claim, slp_error *err);

/* How much of the source's own size an audit has. */
typedef struct slp_evidence {
    size_t used, asserted; /* asserted 0: the source names no size */
    bool of_steps;         /* steps; otherwise runs (realisations) */
    size_t steps, samples; /* of the experiment that has most of them together */
} slp_evidence;
/* The smallest part: of all steps and samples that the claim's experiments have beside those of the
 * source (`paper` in the file), the pair with the smallest used / asserted. */
slp_evidence slp_claim_evidence(const slp_claim *claim, bool full);
/* True if it is less than half of what the source ran. */
bool slp_evidence_small(const slp_evidence *evidence);
/* "40 of 32 000 steps", "500 of 500 runs"; if the source names no size, "200 samples" of single
 * steps, "20 000 steps" or "200 runs of 1 024 steps". At most `room` chars with the NUL. */
void slp_evidence_print(char *text, size_t room, const slp_evidence *evidence);
/* Digits in groups of three: "32 000". */
void slp_grouped(char text[32], size_t number);
/* The verdict that the evidence allows: SLP_PRELIMINARY for SLP_CONFIRMED and SLP_QUALIFIED if the
 * evidence is small, else the verdict itself.  A small run refutes as well as a long one does.
 * All four are tested by tests/claims/test_claim_size.c. */
slp_claim_verdict slp_claim_verdict_of_size(slp_claim_verdict verdict,
                                            const slp_evidence *evidence);

/* Frees what the claim holds and makes it empty.  Only after slp_claim_read was called on it. */
void slp_claim_clear(slp_claim *claim);
/* Reads and checks a whole claim; reports/CLAIMS.md says what one is.
 * out  claim  overwritten; to be cleared in any case
 * in   text   the file's whole text, copied       file   names it in messages, copied
 * SLP_OK, or SLP_INPUT with err naming line, claim, field and remedy.  Tested by
 * tests/claims/test_claim_read.c,
 * tests/claims/test_claim_conditions.c, tests/command/test_refusals.sh. */
slp_status slp_claim_read(slp_claim *claim, const char *text, const char *file, slp_error *err);
/* The i-th claim of the ledger that the program carries: its file's name,
 * "reports/ledger/FOLDER/ID.yaml", and in *text the file; NULL past the end.  A folder has
 * the claims of one paper.  text may be NULL. */
const char *slp_claim_at(size_t i, const char **text);

/* One condition on measured intervals.  SLP_TRUE if it holds for every number of the interval (and
 * every number of the bound's interval); SLP_FALSE if it holds for none; else SLP_OPEN.
 * SLP_IS_ZERO_WITHIN is a condition on the interval itself.  SLP_OPEN too if an interval is not
 * known.
 * in   measured   an element for each of the claim's measures
 * Tested by tests/claims/test_claim_decide.c. */
slp_truth slp_condition_truth(const slp_condition *condition, const slp_measurement *measured);
/* The claim's verdict.  The rules are tried in order; the first rule whose conditions all hold
 * gives the verdict.  The verdict is SLP_INCONCLUSIVE if no rule holds.  It is SLP_INCONCLUSIVE too
 * if a rule before the one that holds is undecided and has another verdict.
 * out  rule   index of the rule that decided; claim->rules if none did
 * Tested by tests/claims/test_claim_decide.c. */
slp_claim_verdict slp_claim_decide(size_t *rule, const slp_claim *claim,
                                   const slp_measurement *measured);
/* "1.234e-05 unit" if both ends agree to four digits, else "in [a, b] unit".  An interval that
 * begins at 0: "at most b"; a certain interval around 0: "0 ± b"; both with b rounded up.  "not
 * measured" if not known.  At most `room` chars with the NUL.  unit may be NULL. Tested by
 * tests/claims/test_claim_decide.c. */
void slp_interval_print(char *text, size_t room, const slp_interval *value, const char *unit);

/* Parses a number of a claim: decimal, C hex float, fraction p/q (correctly rounded if p and q are
 * exact), power 2^-8 (exact).  False, with *value indeterminate, if it is not a number or not
 * finite. Tested by tests/claims/test_claim_read.c. */
bool slp_claim_number(double *value, const char *text);

#endif
