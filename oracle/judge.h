/* The judge: compares a subject's steps with certified enclosures that start from the subject's own
 * previous state, so that enclosures never grow with time. */
#ifndef SLP_ORACLE_JUDGE_H
#define SLP_ORACLE_JUDGE_H

#include "oracle/case.h"

typedef enum slp_verdict_kind {
    SLP_VERDICT_PASS,        /* every step's whole enclosure lies on the good side of K */
    SLP_VERDICT_FAIL,        /* some step's whole enclosure lies on the bad side */
    SLP_VERDICT_UNDECIDED,   /* an enclosure straddles K at the highest precision */
    SLP_VERDICT_UNABLE,      /* no certificate for some step; says nothing about the subject */
    SLP_VERDICT_ERROR,       /* the subject reported an error on a step that has a certificate */
    SLP_VERDICT_UNSUPPORTED, /* the subject, or the reference, does not do this pair */
    SLP_VERDICT_UNRECEIVED,  /* a case without a result */
    SLP_VERDICT_COUNT
} slp_verdict_kind;

typedef struct slp_verdict {
    slp_verdict_kind kind;
    double ratio;  /* largest |y - y*| / (u |x| kappa) over the steps, upper bound; NaN if none */
    double bound;  /* the K it was compared with */
    size_t step, coordinate; /* where (1-based); coordinate of the largest error in that step */
    slp_status reason;       /* for ERROR, UNABLE, UNSUPPORTED */
    double expected, observed; /* of that coordinate */
} slp_verdict;

const char *slp_verdict_word(slp_verdict_kind kind);
/* Judges one result of one case.  Never fails: every outcome is a verdict. */
void slp_judge(slp_verdict *v, const slp_case *c, const slp_result *r);
/* K of a pair: derived in oracle/judge.md, grows with the matrix size, never tuned. */
double slp_judge_bound(const slp_system *system, const slp_scheme *scheme, size_t d);

#endif
