/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Slopes of mean squares, which are not reported if one realisation makes up too much of a mean
 * square. */
#ifndef SLP_ORACLE_CLAIM_SHARE_H
#define SLP_ORACLE_CLAIM_SHARE_H

#include "reports/claims/statistics/slope.h"

/* Sums of squares, and the largest square of each level. */
typedef struct slp_squares {
    slp_slope_sums sums;
    double most[SLP_SLOPE_LEVELS];
} slp_squares;

/* The levels first .. first+count-1 of s. */
slp_squares slp_squares_part(const slp_squares *s, size_t first, size_t count);
/* The largest share, in [0, 1], that one realisation has in the sum of a level; 0 where all sums
 * are 0. */
double slp_squares_share(const slp_squares *s);
/* slp_slope of root mean squares at abscissae x; not known if slp_squares_share is above 1 -
 * 2^(-1/2).
 *
 * The reason: if one realisation makes up most of a mean square, another sample of the same size
 * can give quite another slope.  Let s be its share.  Without it the root mean square is smaller by
 * the factor (1 - s)^(1/2).  Orders 1/2 and 1 are distinguished at 3/4; over one halving of the
 * step, that is a factor 2^(1/4) from either.  If (1 - s)^(1/2) < 2^(-1/4), one realisation changes
 * the result as much as that difference.  For squares of normal numbers, a level of n realisations
 * exceeds the limit with probability 0.39, 0.037 and 0.002 for n = 16, 32 and 50, and below 1e-5
 * for 100; for squared lengths of vectors less often.  The slope is then not known: take more
 * samples.  No rule can detect rare large values that the sample does not contain.  Tested by
 * tests/claims/test_claim_share.c. */
slp_interval slp_squares_slope(const slp_squares *s, const double *x);

#endif
