/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The mean of independent numbers, with its confidence interval. */
#ifndef SLP_ORACLE_CLAIM_MEAN_H
#define SLP_ORACLE_CLAIM_MEAN_H

#include "reports/claims/claim.h"

enum { SLP_MEAN_MOST = 64 };

/* Mean of `count` numbers, at most SLP_MEAN_MOST, with Student's interval at SLP_LEVEL; not known
 * for fewer than three numbers or if one is not finite.  Tested by
 * tests/claims/test_claim_tolerance.c. */
slp_interval slp_mean_interval(const double *value, size_t count);

#endif
