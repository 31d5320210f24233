/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Computes results of cases for `slp run`, by one of the two paths. */
#ifndef SLP_ORACLE_RUN_PATH_H
#define SLP_ORACLE_RUN_PATH_H

#include "oracle/contract/case/case.h"

/* Each computes the result *r of the case c.  c was checked (slp_case_check); *r is initialised,
 * and cleared first.  r->error is SLP_OK, with c->steps * c->d numbers in r->y; or it says what
 * went wrong.  A state that is not finite is SLP_DOMAIN. Tested by tests/command/test_cli_case.sh,
 * tests/fast/test_fast_golden.c, tests/ref/test_ref_golden.c. */

/* y_s = fl(Psi(y_{s-1}; h, dW_s)), y_0 = x, by the binary64 path (fast_step). */
void slp_run_fast(slp_result *r, const slp_case *c);
/* y_s = Psi(y_{s-1}; h, dW_s) correctly rounded, y_0 = x (ref_step_round).  The precision is raised
 * up to `cap` bits. */
void slp_run_ref(slp_result *r, const slp_case *c, long cap);
/* Encloses all steps from c->x without rounding the states in between; each state of the exact
 * trajectory is then correctly rounded.  r->bits: how many bits are certain at the end; r->prec:
 * the precision that was needed; cap: the largest precision allowed. */
void slp_run_carried(slp_result *r, const slp_case *c, long cap);
/* Encloses all steps likewise.  Prints the whole result line, with decimals correctly rounded to
 * `digits` digits, or with its error.  Returns the status. */
slp_status slp_run_digits(FILE *to, const slp_case *c, long digits, long cap);

/* Prints the stages of each step of the case, each from the state of *r before it; nothing if r is
 * an error.  A step of which they are not known at `cap` bits gets a comment. */
void slp_run_stages(FILE *to, const slp_case *c, const slp_result *r, long cap);

#endif
