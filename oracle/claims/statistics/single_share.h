/* How much of a mean square one realisation decides. */
#ifndef SLP_ORACLE_CLAIM_SHARE_H
#define SLP_ORACLE_CLAIM_SHARE_H

#include "oracle/claims/statistics/slope.h"

/* Sums of squares, and the largest square of each level. */
typedef struct slp_squares {
    slp_slope_sums sums;
    double most[SLP_SLOPE_LEVELS];
} slp_squares;

/* The levels first .. first+count-1 of s. */
slp_squares slp_squares_part(const slp_squares *s, size_t first, size_t count);
/* The largest share, in [0, 1], that one realisation has in the sum of a level; 0 where all sums are 0. */
double slp_squares_share(const slp_squares *s);
/* slp_slope of root mean squares at abscissae x, not known where that share is above 1 - 2^(-1/2).
 *
 * A mean square that one realisation decides has neither a slope nor an interval: a sample of the same size without that one, as likely, is
 * elsewhere.  With the share s in one realisation the root mean square falls by the factor (1 - s)^(1/2) without it.  Orders 1/2 and 1 are told
 * apart at 3/4, which over one halving of the step is a factor 2^(1/4) from either; where (1 - s)^(1/2) < 2^(-1/4) one realisation undoes as much as a
 * halving of the step shows.  Where squares are those of normal numbers, a level of n realisations is beyond it with probability 0.39, 0.037 and 0.002 for n = 16, 32 and 50, and
 * below 1e-5 for 100; vectors' squares, sums of such, less often.  Then nothing is said, which errs on the safe side: take more samples.  What a sample has missed altogether no rule over it
 * can see.  Pinned by tests/test_claim_share.c. */
slp_interval slp_squares_slope(const slp_squares *s, const double *x);

#endif
