/* One step under judgement: the ratio of oracle/judge/judge.md, enclosed, against its bound.  Internal to the
 * judge. */
#ifndef SLP_ORACLE_JUDGE_STEP_H
#define SLP_ORACLE_JUDGE_STEP_H

#include "oracle/judge/judge.h"
#include "ref/ref.h"

/* The reference's view of one case, and room for one step of it. */
typedef struct judge_reference {
    const slp_case *subject;
    const ref_scheme *scheme;
    ref_system *sys;
    slong d, M;
    arb_ptr x, next, dw; /* d, d, M */
    arb_t h;
} judge_reference;

/* What became of one step. */
typedef struct judge_finding {
    slp_verdict_kind kind;
    slp_status reason; /* of UNABLE */
    double ratio; /* upper bound; NaN where there is no enclosure, or of UNABLE none within a factor
                          of 2; infinite on a moved zero */
    double bound;
    double stretch;    /* the scale of the ratio over u|x|: 1, but on T*R */
    double kappa;      /* of the certificate; 0 where there is none */
    size_t coordinate; /* from 0 */
    double expected, observed;
} judge_finding;

/* SLP_OK; SLP_UNSUPPORTED or SLP_DOMAIN when the reference cannot take the case up (then nothing needs
 * clearing). */
slp_status judge_reference_init(judge_reference *ref, const slp_case *c);
void judge_reference_clear(judge_reference *ref);

/* Judges the step from -> to with increments dw: |to - Psi(from)| / ((u|from| + n 2^-1075) kappa) against
 * K + w s (6n + (4 + M)q)|Xi|, doubling the precision from 128 bits while the enclosure straddles. */
void judge_step(judge_finding *found, judge_reference *ref, const double *from, const double *dw,
                const double *to);

/* On T*R a step moves x by |Xi|, not by |Xi||x|, and |Xi| stands beside |x| in its scale. */
bool judge_moves_by_generator(const judge_reference *ref);
/* The bound of the step from ref->x to ref->next, and in *size the larger |Xi| of both, by the size of its terms. */
double judge_step_bound(double *size, const judge_reference *ref);
/* ref->dw := dw, ref->M numbers, exact. */
void judge_set_increments(judge_reference *ref, const double *dw);

/* What a ratio's enclosure says against its bound: FAIL where the whole ball is above it; otherwise UNABLE
 * where bound * kappa is above JUDGE_WEAKEST, so that passing would prove nothing; PASS where the whole ball
 * is at most the bound; else UNDECIDED. */
slp_verdict_kind judge_decide(const arb_t ratio, double bound, double kappa);

/* True if an error `reported` tells against the subject: the reference certifies every step of its own trajectory from c->x, each step
 * from the rounded state before.  Otherwise *why is what stopped it: SLP_NO_CONVERGENCE where the error is not SLP_INPUT and
 * plain iteration of a step's stage need not come to rest within 4u|x|, or vortices divide beyond binary64 (oracle/judge/judge.md, 7). */
bool judge_certifiable(judge_reference *ref, slp_status *why, slp_status reported);

/* The bound of one step: slp_judge_bound plus the generator's part, from the size of its terms and their condition
 * (ref_generator_terms). */
double judge_allowance(const slp_case *c, double size, double condition);
/* n of oracle/judge/judge.md: the size of the matrices a port may choose to work with. */
size_t judge_matrix_size(slp_algebra algebra, size_t d);
/* A certificate with bound * kappa above this proves less than 12 digits and decides no pass. */
#define JUDGE_WEAKEST 0x1p13

#endif
