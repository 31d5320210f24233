/* The judge: compares a subject's steps with certified enclosures that start from the subject's own
 * previous state, so that enclosures never grow with time. */
#ifndef SLP_ORACLE_JUDGE_H
#define SLP_ORACLE_JUDGE_H

#include "oracle/contract/case.h"
#include "oracle/contract/float_rules.h"

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
    double
        ratio; /* |y - y*| / (u |x| kappa) of the step named, upper bound; NaN if there is none, and of UNABLE where it is
                * not known within a factor of 2 */
    double bound; /* what it was compared with: judge.md (7) */
    double
        stretch; /* (|x| + |Xi|)/|x| on T*R, where ratios are relative to u (|x| + |Xi|) kappa; 1 elsewhere */
    double kappa; /* of the certificate of the step named; 0 where there is none */
    size_t step,
        coordinate;    /* the worst step (1-based, 0: none) and its largest error's coordinate */
    slp_status reason; /* for ERROR, UNABLE, UNSUPPORTED */
    double expected, observed; /* of that coordinate */
    /* for FAIL where the answer is none: "not-finite", "count", "malformed"; else NULL */
    const char *answer;
} slp_verdict;

/* "pass", "fail", ...; never NULL. */
const char *slp_verdict_word(slp_verdict_kind kind);

/* Judges one result of one case, whatever its ids.  Never fails: every outcome is a verdict.
 *   ratio = |y_s - Psi(y_{s-1})| / ((u |y_{s-1}| + n 2^-1075) kappa) <= K + w s (6n + (4 + M)q) |Xi|,  y_0 = x,
 * for every step s, y the result's own states, Psi enclosed by ref_step, kappa from its certificate.
 * out  v      all of it; of all steps the gravest finding, of equals the largest ratio
 * in   c      checked (slp_case_check); x and dw are exact
 *      r      y: steps*d numbers; or r->error.  Its group part r->g is not looked at
 * An answer whose count is not c->steps * c->d, or that is not finite, is SLP_VERDICT_FAIL with `answer` set and no ratio, whatever
 * the reference can do; step and coordinate name the first number that is not finite.  From several threads at once: ref_thread_cleanup (ref/ref.h) at the end of each.
 * Source, derivation and table of verdicts: oracle/judge/judge.md.  Pinned by tests/test_judge.c (verdicts),
 * tests/test_judge_border.c (where passing ends), tests/test_judge_honest.c (what must pass),
 * tests/test_judge.sh (what must not). */
void slp_judge(slp_verdict *v, const slp_case *c, const slp_result *r);

/* Why a result is no answer, in words: "coordinate 2 of step 5 is nan", "y has 5 numbers, 2 steps of 3 coordinates need 6", "z
 * unknown key 'z'; ...".
 * in   r     with r->fault: *err is what slp_result_parse or slp_reader_next said; else a wrong count, and err may be NULL
 * Pinned by tests/test_judge.sh, tests/test_port_answers.sh. */
enum { SLP_FAULT_CHARS = 400 };
void slp_judge_fault(char text[SLP_FAULT_CHARS], const slp_case *c, const slp_result *r,
                     const slp_error *err);

/* K of a pair, no units: w (4 + maps (4n + 4)), n the matrix size behind d coordinates, maps the coadjoint
 * maps in a step, w = sqrt 2 on su(N) and sp(2m, R), else 1.  The bound of a step adds the generator's part to it.  Source: judge.md (6).  Pinned by
 * tests/test_judge_allowance.c. */
double slp_judge_bound(const slp_system *system, const slp_scheme *scheme, size_t d);

#endif
