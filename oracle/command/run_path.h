/* Answering cases by one of the two paths, for `slp run`. */
#ifndef SLP_ORACLE_RUN_PATH_H
#define SLP_ORACLE_RUN_PATH_H

#include "oracle/contract/case.h"

/* Each answers c, which is checked (slp_case_check), into *r, which is initialised and cleared first: r->error is SLP_OK with
 * c->steps * c->d numbers in r->y, or says what went wrong.  A state that is not finite is SLP_DOMAIN.
 * Pinned by tests/test_cli_case.sh, tests/test_fast_golden.c, tests/test_ref_golden.c. */

/* y_s = fl(Psi(y_{s-1}; h, dW_s)), y_0 = x, by the binary64 path (fast_step). */
void slp_run_fast(slp_result *r, const slp_case *c);
/* y_s = Psi(y_{s-1}; h, dW_s) correctly rounded, y_0 = x (ref_step_round); the Ziv loop ends at `cap` bits. */
void slp_run_ref(slp_result *r, const slp_case *c, long cap);
/* All steps carried as enclosures from c->x without rounding in between, each state of the exact trajectory then
 * correctly rounded; r->bits says how many bits are certain at the end, r->prec the precision that took, `cap` the
 * most that may be taken. */
void slp_run_carried(slp_result *r, const slp_case *c, long cap);
/* All steps carried as enclosures; prints the whole result line with decimals correctly rounded to
 * `digits` digits, or with its error, and returns that. */
slp_status slp_run_digits(FILE *to, const slp_case *c, long digits, long cap);

#endif
