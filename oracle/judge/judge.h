/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The judge: compares each step of a subject with a certified enclosure of the exact step.  The
 * enclosure starts from the subject's own previous state, so it does not grow from step to step. */
#ifndef SLP_ORACLE_JUDGE_H
#define SLP_ORACLE_JUDGE_H

#include "oracle/contract/slp.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum slp_verdict_kind {
    SLP_VERDICT_PASS,        /* every step: the ratio is proved to be at most its bound */
    SLP_VERDICT_FAIL,        /* some step: the ratio is proved to be above its bound */
    SLP_VERDICT_UNDECIDED,   /* the ratio's enclosure contains the bound at every precision */
    SLP_VERDICT_UNABLE,      /* no certificate for some step; not held against the subject */
    SLP_VERDICT_ERROR,       /* the subject reported an error on a step that has a certificate */
    SLP_VERDICT_UNSUPPORTED, /* the subject, or the reference, does not have this pair */
    SLP_VERDICT_UNRECEIVED,  /* a case without a result */
    SLP_VERDICT_CHANGED,     /* the case came back changed: slp_judge never says so */
    SLP_VERDICT_COUNT
} slp_verdict_kind;

typedef struct slp_verdict {
    slp_verdict_kind kind;
    /* upper bound of |y - y*| / (u |x| kappa) in step `step`; NaN if there is none, and for UNABLE
     * if it is not known within a factor of 2 */
    double ratio;
    double bound; /* the ratio was compared with it: judge.md (7) */
    /* (|x| + |Xi|)/|x| on T*R, where ratios are relative to u (|x| + |Xi|) kappa; 1 elsewhere */
    double stretch;
    double kappa; /* from the certificate of step `step`; 0 if there is none */
    size_t step,
        coordinate; /* the worst step (from 1; 0: none), and the coordinate of its largest error */
    slp_status reason;         /* for ERROR, UNABLE, UNSUPPORTED */
    double expected, observed; /* of that coordinate */
    /* for FAIL, if the answer is not valid: "not-finite", "count", "malformed"; else NULL */
    const char *answer;
    double u;         /* the unit of ratio and bound: 2^-53, or that of the case's arithmetic */
    double tolerance; /* the port's stated slack, relative to |x|; 0: 4u */
    /* What a PASS proves of every step x -> y, y* the exact step (judge.md, 6): |y - y*| is at most
     * proves max(|x|, |y*|); or, of a step so near to underflow that this would say nothing, at
     * most proves_absolute (0: no such step).  Both 0: y = y*.  NaN if it is no PASS. */
    double proves, proves_absolute;
} slp_verdict;

/* sizeof of "slp_verdict" in the library that is loaded; 0 for other names.  As slp_size_of. */
size_t slp_judge_size_of(const char *type);
/* "pass", "fail", ...; never NULL. */
const char *slp_verdict_word(slp_verdict_kind kind);

/* Judges one result of one case; it does not compare their ids.  Never fails: every outcome is a
 * verdict.  Where memory is refused, it is SLP_VERDICT_UNABLE with reason SLP_MEMORY: judged again
 * with memory, it may be another.  (FLINT aborts instead: ref/ref.h.)
 *   ratio = |y_s - Psi(y_{s-1})| / ((u |y_{s-1}| + n 2^-1075) kappa) <= K + w s (6n + (4 + M)q)
 *     |Xi|,  y_0 = x,
 * and in the units of c->arithmetic, with its tolerance, if the case has one (u of judge.md, 9),
 * for every step s, y the result's own states, Psi enclosed by ref_step, kappa from its
 * certificate.
 * out  v      all fields; the verdict of the gravest step, and among equally grave steps of the one
 *             with the largest ratio
 * in   c      checked (slp_case_check); x and dw are exact
 *      r      y: steps*d numbers, in another arithmetic than binary64 as slp_result_in leaves them;
 *             or r->error.  Its group part r->g is not looked at
 * An answer that has not c->steps * c->d numbers, or a number that is not finite, is
 * SLP_VERDICT_FAIL with `answer` set and no ratio, also if the reference has no certificate.  step
 * and coordinate then name the first number that is not finite.  Several threads may call it at
 * once; each calls ref_thread_cleanup (ref/ref.h) at its end.  Source, derivation and table of
 * verdicts: oracle/judge/judge.md.  Tested by tests/judge/test_judge.c (verdicts),
 * tests/judge/test_judge_border.c (errors just below and above the bound),
 * tests/judge/test_judge_honest.c (what must pass), tests/judge/test_judge.sh (what must not). */
void slp_judge(slp_verdict *v, const slp_case *c, const slp_result *r);

/* The same of an answer in memory, y: `count` numbers, steps*d if it is valid.  In another
 * arithmetic than binary64 a number that is none of it is SLP_INPUT.
 * in   c       is checked first (slp_case_check)
 *      system  NULL; or the reference's instance of c's system, as a user's system needs it
 *              (ref_system_from_functions in ref.h), used and not changed
 * SLP_OK: *v is filled.  SLP_INPUT: the case is refused, something is NULL or count is above
 * SLP_MAX_LIST, with err (which may be NULL), and *v is UNABLE.  SLP_MEMORY likewise.
 * Tested by tests/judge/test_judge_answer.c. */
struct ref_system;
slp_status slp_judge_answer(slp_verdict *v, slp_case *c, const double *y, size_t count,
                            const struct ref_system *system, slp_error *err);
/* A step of one's own: next = Psi_{h,dW}(x), d numbers, not an alias of x.  dW: the M numbers of
 * the step, NULL if M = 0; of a case with Levy areas w increments, and behind them its w(w-1)/2
 * areas, M = w(w+1)/2 in all (slp_case).  Returns SLP_OK; or why there is no next, as in a
 * result: SLP_NO_CONVERGENCE, SLP_DOMAIN, SLP_UNABLE, SLP_UNSUPPORTED, SLP_INPUT. */
typedef slp_status (*slp_step_function)(double *next, const double *x, double h, const double *dW,
                                        void *user);
/* Steps c->steps times from c->x by `step`, each from the step's own result, and judges the answer.
 * Statuses, err and `system` as above.  A step that returns no slp_status of the list counts as
 * SLP_NO_CONVERGENCE.  Tested by tests/judge/test_judge_answer.c. */
slp_status slp_judge_function(slp_verdict *v, slp_case *c, slp_step_function step, void *user,
                              const struct ref_system *system, slp_error *err);

/* Why a result is not a valid answer, in words: "coordinate 2 of step 5 is nan", "y has 5 numbers,
 * 2 steps of 3 coordinates need 6", "z unknown key 'z'; ...".
 * in   r     if slp_result_is_fault, *err is what slp_result_parse or slp_reader_next said; else
 *            its count is wrong, and err may be NULL
 * Tested by tests/judge/test_judge.sh, tests/props/test_port_answers.sh. */
enum { SLP_FAULT_CHARS = 400 };
void slp_judge_fault(char text[SLP_FAULT_CHARS], const slp_case *c, const slp_result *r,
                     const slp_error *err);

/* K of a pair, no units: w (4 + maps (4n + 4)), n the matrix size behind d coordinates, maps the
 * coadjoint maps in a step, w = sqrt 2 on su(N) and sp(2m, R), else 1.  The bound of a step adds
 * the generator's part to it.  NaN if the scheme does not state its maps or stages; the verdict is
 * then SLP_VERDICT_UNABLE.  Source: judge.md (6).  Tested by tests/judge/test_judge_allowance.c. */
double slp_judge_bound(const slp_system *system, const slp_scheme *scheme, size_t d);
/* The same in the arithmetic a, with the slack of its tolerance, in units of its u; NULL: binary64.
 * Source: judge.md (6), 9. */
double slp_judge_bound_in(const slp_arithmetic *a, const slp_system *system,
                          const slp_scheme *scheme, size_t d);
/* The same of a case, in its arithmetic.  A scheme that splits has as many maps as the case has
 * factors, so it has a bound here only; the two functions above return NaN for it. */
double slp_judge_bound_case(const slp_case *c);

#ifdef __cplusplus
}
#endif

#endif
