/* Orders of convergence: a weighted slope over levels from sums over blocks of realisations, with its interval. */
#ifndef SLP_ORACLE_CLAIM_SLOPE_H
#define SLP_ORACLE_CLAIM_SLOPE_H

#include "oracle/claims/claim.h"

enum { SLP_SLOPE_BLOCKS = 20, SLP_SLOPE_LEVELS = 12 };

/* Sums of a level over the realisations of a block, in the order of the realisations: the same bits whoever adds them. */
typedef struct slp_slope_sums {
    size_t levels, blocks;
    double sum[SLP_SLOPE_LEVELS][SLP_SLOPE_BLOCKS], count[SLP_SLOPE_BLOCKS];
} slp_slope_sums;

/* The mean of a level over all blocks but `without` (sums->blocks: over all). */
double slp_slope_mean(const slp_slope_sums *sums, size_t level, size_t without);
/* (b-1)/b sum (left_i - mean left)^2: the jackknife's variance, left[i] being the estimate without block i of b.  Source: Efron and
 * Stein, The jackknife estimate of variance, Ann. Statist. 9 (1981). */
double slp_jackknife_variance(const double *left, size_t blocks);
/* all -+ t sqrt(variance), Student's t of b - 1 degrees of freedom at 99 %; not known where it is not finite. */
slp_interval slp_jackknife_interval(double all, const double *left, size_t blocks);

/* y_l = log2 of |mean of level l over all blocks| to the power `root` (1/2 for mean squares, 1 for means), at abscissa x_l; the slope of
 * the weighted straight line through them, weights 1/Var y_l.  Variances, and that of the slope, by the jackknife
 * over the blocks (levels share their paths: that is in it); the interval is Student's at 99 %.  y may be NULL.  Not known
 * with fewer than two levels or three blocks, or where a mean is 0 or not finite.  Pinned by tests/test_claim_orders.c. */
slp_interval slp_slope(double *y, const slp_slope_sums *sums, const double *x, double root);

#endif
