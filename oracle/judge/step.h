/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Judges one step: encloses the ratio of oracle/judge/judge.md and compares it with its bound.
 * Internal to the judge. */
#ifndef SLP_ORACLE_JUDGE_STEP_H
#define SLP_ORACLE_JUDGE_STEP_H

#include "oracle/contract/number/float_rules.h"
#include "oracle/judge/judge.h"
#include "ref/exact_step.h"

/* Keeps the middles of n balls. */
static inline void judge_drop_radii(arb_ptr v, slong n)
{
    for (slong i = 0; i < n; i++) mag_zero(arb_radref(v + i));
}

/* A verdict of a case of which nothing was judged. */
slp_verdict judge_nothing(slp_verdict_kind kind, slp_status reason);
/* slp_judge, where `system` is NULL or the reference's instance of the case's system. */
void judge_on(slp_verdict *v, const slp_case *c, const slp_result *r, const ref_system *system);

/* What a pass of a step proves of |y - y*|, y* the exact step from x (judge.md, 6). */
typedef struct judge_promise {
    bool enough;     /* false: so little that nothing passes */
    double relative; /* it is at most relative max(|x|, |y*|) */
    double absolute; /* not 0: it is at most this, and `relative` says nothing.  Both 0: y = y* */
} judge_promise;

/* Of the step from step->x to step->next. */
typedef struct judge_sizes {
    double bound;     /* of the ratio, judge.md (7) and (9) */
    double generator; /* |Xi|, from the sizes of its terms (ref_step_terms) */
    double stretch;   /* as in slp_verdict */
} judge_sizes;

/* The verdict on one step. */
typedef struct judge_finding {
    slp_verdict_kind kind;
    slp_status reason; /* of UNABLE */
    double ratio;      /* upper bound; as in slp_verdict, and infinite if a zero state moved */
    double bound;
    double stretch; /* as in slp_verdict: 1, but on T*R */
    judge_promise promise;
    double kappa;      /* of the certificate; 0 if there is none */
    size_t coordinate; /* from 0 */
    double expected, observed;
} judge_finding;

/* Judges the step from -> to with increments dw: |to - Psi(from)| / ((u|from| + n 2^-1075) kappa)
 * against K + w s (6n + (4 + M)q)|Xi|, The precision is doubled, from 128 bits, while the enclosure
 * contains the bound. */
void judge_step(judge_finding *found, ref_exact_step *step, const double *from, const double *dw,
                const double *to);

/* The same of step s of the case, from and to exact balls: numbers of any arithmetic. */
void judge_step_in_case(judge_finding *found, ref_exact_step *step, arb_srcptr from, size_t s,
                        arb_srcptr to);

/* True on T*R: there a step moves x by |Xi|, not by |Xi||x|, and ratios are relative to |x| + |Xi|.
 */
bool judge_moves_by_generator(const ref_exact_step *step);
/* allowed = kappa (u(|x| + |Xi| on T*R) + n 2^(least-1)), what a ratio is divided by, judge.md (1);
 * fills *sizes.  Returns what a pass proves; `enough` by `weakest` (unit.h), judge.md (8).  Tested
 * by tests/judge/test_judge_proves.c. */
judge_promise judge_measure(arb_t allowed, judge_sizes *sizes, const ref_exact_step *step,
                            double kappa, double weakest, slong prec);

/* Compares the enclosure of a ratio with its bound.  FAIL if the whole ball is above the bound.
 * Otherwise UNABLE if not `enough`: a pass would prove too little.
 * PASS if the whole ball is at most the bound.  Else UNDECIDED. */
slp_verdict_kind judge_decide(const arb_t ratio, double bound, bool enough);

/* True if the error `reported` counts against the subject: the reference can certify every step of
 * its own trajectory from c->x, each step from the rounded state before.  Otherwise *why says what
 * stopped the reference.  *why is SLP_NO_CONVERGENCE if the error is not SLP_INPUT and one of two
 * things holds (oracle/judge/judge.md, 7): plain iteration of a stage need not settle within 4u|x|,
 * or a quotient of point vortices overflows binary64. */
bool judge_certifiable(ref_exact_step *step, slp_status *why, slp_status reported);

/* The bound of one step in the arithmetic of c: slp_judge_bound_in plus the generator's part.
 * size and condition: the size of the generator's terms and their condition number
 * (ref_step_terms). */
double judge_allowance(const slp_case *c, double size, double condition);
/* The largest factor that multiplies an intermediate result of the generator after it underflowed
 * (judge.md, 9): a coordinate, a parameter, 1/I, or 1/|x_i| of vortices. */
double judge_largest_factor(const slp_case *c);
/* n of oracle/judge/judge.md: the size of the matrices a port may choose to work with. */
size_t judge_matrix_size(slp_algebra algebra, size_t d);
#endif
