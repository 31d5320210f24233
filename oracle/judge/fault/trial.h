/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* One failed step, and the candidates that are tried on it.  Internal to the catalogue. */
#ifndef SLP_ORACLE_JUDGE_TRIAL_H
#define SLP_ORACLE_JUDGE_TRIAL_H

#include "oracle/contract/case/case.h"
#include "oracle/contract/number/float_rules.h"
#include "oracle/judge/fault/fault.h"
#include "oracle/judge/step.h"
#include "ref/exact_step.h"
#include "ref/local.h"
#include "ref/scheme/scheme.h"
#include "ref/watch/watch.h"

/* The generator's parts: Xi with all increments, with h alone, with the increments alone, with one
 * increment. */
typedef enum fault_part { FAULT_ALL, FAULT_DRIFT, FAULT_NOISE, FAULT_ONE, FAULT_PARTS } fault_part;
/* What a system prepares of h and the increments for each part, once a part is asked for. */
typedef struct fault_packs {
    arb_ptr at;
    bool known[FAULT_PARTS];
    slong one; /* the increment of FAULT_ONE */
} fault_packs;

struct judge_trial {
    const slp_case *c;
    const slp_result *r;
    const slp_case *case_before; /* and result: the ones before in the stream, or NULL */
    const slp_result *before;
    size_t s;             /* the step, from 0 */
    arb_ptr to;           /* its state after it */
    slong bits;           /* of the declared arithmetic */
    ref_exact_step exact; /* x = from, h and dW of the step, next = the exact result */
    fault_packs packs;    /* of them, for all candidates that have the step's own */
    slong d, M, prec;
    double kappa, bound;
    double unit;     /* |y - y*| / ratio: what a ratio of 1 is */
    double distance; /* |to - next| */
    slong exponent; /* unit, distance and what judge_trial_distance returns are times 2^-exponent */
    unsigned uses;  /* of fault_uses */
    arb_ptr y;      /* d numbers: room for a prediction */
    const judge_fault *fault; /* whose candidates are offered now */
    judge_stop stop;          /* of the candidates offered now, if they end an iteration */
    const char *group;        /* under which --explain counts them; NULL: as the fault says */
    judge_hint *hint;
    double work_of_evaluation, work_of_generator;
    const judge_names *only; /* the names that are tried, from number `first` on; NULL: all */
    size_t first;
};

/* Rows of a case's matrices; 0: the operations of its algebra are those of vectors. */
slong judge_rows_of(const slp_case *c);
/* What computing costs (oracle/judge/fault/work.c): an operation of the case's algebra, its
 * generator, a formula of so many nodes in the place of an operation, and the scheme's evaluation
 * as a whole. */
double judge_work_of_operation(const slp_case *c, ref_operation operation);
double judge_work_of_generator(const slp_case *c);
double judge_work_of_formula(const slp_case *c, int nodes);
double judge_work_of_evaluation(const slp_case *c);
/* Counts so many evaluations of the scheme.  What goes through a fault_rule or a fault_plain is
 * counted there. */
static inline void judge_count_work(judge_trial *t, double evaluations)
{
    t->hint->work += evaluations * t->work_of_evaluation;
}

/* Number `i` of the case's increments, exact in every arithmetic. */
static inline void fault_increment(arb_t out, const judge_trial *t, slong i)
{
    ref_exact_numbers(out, t->c->dw, t->c->exact_dw, (size_t)i, 1);
}

/* Words of a candidate that are printed, as by printf: they stay until the caller's block ends. */
typedef struct fault_text {
    char at[JUDGE_WORDS];
} fault_text;
const char *fault_words(fault_text *to, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
#define FAULT_WORDS(...) fault_words(&(fault_text){{0}}, __VA_ARGS__)

/* Counts one candidate, and keeps it if it predicts the answer: to lies within the bound of y, and
 * y is so far from the exact result that the two are told apart.  `words` say what the fault is.
 * y: NULL if it could not be computed.  kappa: of y's own certificate, or 0. */
void judge_offer(judge_trial *t, arb_srcptr y, double kappa, const char *words);
/* True if a candidate with these words is to be tried: what computes a prediction asks first. */
bool judge_is_tried(const judge_trial *t, const char *words);
/* True if the list has a name of the fault, with this key or with any, that is not dropped. */
bool judge_is_listed(const judge_trial *t, const judge_fault *fault, const char *key);
/* Counts a candidate that predicts no numbers, but the size of the error: within the bound, if u is
 * taken `larger` times as large. */
void judge_offer_size(judge_trial *t, double larger, const char *words);
/* |to - y|, rounded. */
double judge_trial_distance(const judge_trial *t, arb_srcptr y);
/* The largest distance at which judge_offer keeps a candidate without a certificate of its own. */
double judge_trial_reach(const judge_trial *t);

/* "Gamma_2", "spin 2, x", "coordinate 3": coordinate i of a state or of a generator; if k is
 * another one, both: "Pi_1 and Gamma_1", "coordinates 1 and 2". */
const char *fault_place_words(fault_text *to, const judge_trial *t, bool generator, slong i,
                              slong k);

/* ---- Steps that differ ---- */

enum { FAULT_STAGE, FAULT_FINISH, FAULT_PREPARE };

/* The rule of the step with something else in the place of its generator, or of an operation of its
 * algebra. */
typedef struct fault_rule fault_rule;
struct fault_rule {
    judge_trial *trial;
    const ref_scheme *scheme; /* NULL: the step's own */
    const ref_system *sys;    /* NULL: the step's own */
    arb_srcptr x, h, dW;      /* NULL: the step's own */
    /* xi = what the program takes for Xi(z); NULL: Xi(z). */
    void (*generator)(arb_ptr xi, fault_rule *rule, arb_srcptr z);
    /* out = what it takes for the operation; NULL: the operation.  out may alias x. */
    void (*act)(arb_ptr out, fault_rule *rule, ref_operation operation, const ref_algebra *algebra,
                arb_srcptr xi, arb_srcptr x, arb_ptr w);
    /* out = the scheme's function of the phase at z, evaluated otherwise; NULL: as it is. */
    void (*evaluate)(arb_ptr out, fault_rule *rule, arb_srcptr z);
    /* Changes a stage after each iteration; NULL: nothing. */
    void (*settle)(arb_ptr z, fault_rule *rule);
    slong prec;
    int phase;        /* FAULT_STAGE, FAULT_FINISH or FAULT_PREPARE */
    slong noise;      /* the increment of FAULT_ONE, from 1; 0: none */
    int where;        /* the fault's own */
    double factor;    /* the fault's own */
    const void *data; /* the fault's own */
    void *keep;       /* the fault's own, changed by it */
    /* Set by fault_rule_step. */
    const ref_system *inner;
    ref_frame *frame;
    fault_packs *packs; /* NULL until the frame is there */
};

/* y = the step of the rule, with T iterated until nothing moves.  False if it does not settle. */
bool fault_rule_step(arb_ptr y, fault_rule *rule);
/* The same, given up as soon as y is seen not to be the answer. */
bool fault_rule_candidate(arb_ptr y, fault_rule *rule);
/* out = the scheme's function of rule->phase at z; for use in `evaluate`. */
void fault_rule_evaluate(arb_ptr out, fault_rule *rule, arb_srcptr z);
/* Calls `each` with F(z_k) for k = 0, 1, ..., most, z_0 the start; also with z_k.  It returns false
 * to end. */
void fault_rule_iterate(fault_rule *rule, unsigned most,
                        bool (*each)(fault_rule *rule, unsigned k, arb_srcptr z, arb_srcptr next));

/* xi = the part of Xi(z), that of noise rule->noise if it is of one.  For use in `generator`. */
void fault_generator_part(arb_ptr xi, fault_rule *rule, fault_part part, arb_srcptr z);
/* Whether the algebra has the operation; and the operation itself, for use in `act`. */
static inline bool fault_has(const ref_algebra *algebra, ref_operation operation)
{
    return ref_operation_of(algebra, operation) != NULL;
}
void fault_apply(arb_ptr out, fault_rule *rule, ref_operation operation, const ref_algebra *algebra,
                 arb_srcptr xi, arb_srcptr x, arb_ptr w);

/* True if the rule of the step takes the operation. */
bool fault_uses(judge_trial *t, ref_operation operation);
/* True if y = T(z): the stage is the result. */
bool fault_stage_is_result(judge_trial *t);

/* True if ad_xi x = -ad*_xi x at the step's own xi and x: then a transposed bracket is a wrong sign
 * there. */
bool fault_sign_transposes(judge_trial *t);
/* True if this holds for all xi and x of the algebra. */
bool fault_algebra_is_skew(judge_trial *t);
/* "the wrong sign", and that it may be a transposed bracket if the rule has ad* and this holds. */
const char *fault_sign_words(judge_trial *t);

/* True if coordinate i counts twice in the pairing; of sp(2m, R) and su(N), also over the dual
 * numbers. */
bool fault_counts_twice(const judge_trial *t, slong i);

/* True if n numbers have moved by less than 2^-(prec - 20) of the largest. */
bool fault_settled(arb_srcptr z, arb_srcptr image, slong n, slong prec);

/* The generator and the operations of the step, for rules that are no scheme of the list. */
typedef struct fault_plain {
    judge_trial *trial;
    const ref_algebra *algebra;
    arb_ptr pack, w;
} fault_plain;
void fault_plain_init(fault_plain *plain, judge_trial *t);
void fault_plain_clear(fault_plain *plain);
/* xi = Xi(z); out = the operation, out not an alias */
void fault_plain_generator(arb_ptr xi, const fault_plain *plain, arb_srcptr z);
void fault_plain_apply(arb_ptr out, const fault_plain *plain, ref_operation operation,
                       arb_srcptr xi, arb_srcptr x);

/* out = what the candidate adds to the generator at z; rule has h, dW and the precision. */
typedef void fault_difference(arb_ptr out, void *own, const void *candidate, const fault_rule *rule,
                              arb_srcptr z);
/* Sorts candidates, `size` bytes each, by how well they explain the error to first order: the
 * result moves by ad* of the difference, at the middle between x and the exact result.  The first
 * member of each, a double, becomes how far the answer is from there. */
void fault_rank(judge_trial *t, void *candidates, size_t count, size_t size,
                fault_difference *difference, void *own);

/* Steps with the rule, and offers the result. */
void fault_offer_rule(fault_rule *rule, const char *words);
/* The same of the plain step with other inputs: NULL are the step's own. */
void fault_offer_inputs(judge_trial *t, arb_srcptr x, arb_srcptr h, arb_srcptr dW,
                        const char *words);
/* The same with another case's parameters; c is checked here, and nothing is offered if it is
 * refused. */
void fault_offer_case(judge_trial *t, slp_case *c, const char *words);

#endif
