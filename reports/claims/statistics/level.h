/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The level of every confidence interval of an audit, and Student's factor at this level. */
#ifndef SLP_ORACLE_CLAIM_LEVEL_H
#define SLP_ORACLE_CLAIM_LEVEL_H

#include <stddef.h>

/* The chance that one interval misses its number.  The intervals that verdicts of the ledger need
 * are fewer than 100, so that the chance that any of them misses is at most 0.05
 * (reports/audit/multiplicity.c adds up; tested by tests/audit/test_published.sh). */
#define SLP_MISS       0.0005
#define SLP_LEVEL      (1 - SLP_MISS)
#define SLP_LEVEL_TEXT "99.95 %" /* tested by tests/claims/test_claim_student.c */
/* Of an interval that holds where two others do. */
#define SLP_LEVEL_OF_TWO      (1 - 2 * SLP_MISS)
#define SLP_LEVEL_OF_TWO_TEXT "99.9 %"

/* P(|T| > t) = SLP_MISS for Student's T, rounded up to three decimals; of 30 degrees of freedom
 * where there are more. */
double slp_student(size_t freedom);

#endif
