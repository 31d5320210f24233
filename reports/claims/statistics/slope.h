/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Orders of convergence: the slope of log error against log step over levels, with its confidence
 * interval, from sums over blocks of realisations. */
#ifndef SLP_ORACLE_CLAIM_SLOPE_H
#define SLP_ORACLE_CLAIM_SLOPE_H

#include "reports/claims/claim.h"
#include "reports/claims/statistics/level.h"

enum { SLP_SLOPE_BLOCKS = 20, SLP_SLOPE_LEVELS = 12 };

/* Sums of each level over the realisations of each block.  They are added in the order of the
 * realisations, so the bits do not depend on the number of threads. */
typedef struct slp_slope_sums {
    size_t levels, blocks;
    double sum[SLP_SLOPE_LEVELS][SLP_SLOPE_BLOCKS], count[SLP_SLOPE_BLOCKS];
} slp_slope_sums;

/* The mean of a level over all blocks but `without` (sums->blocks: over all). */
double slp_slope_mean(const slp_slope_sums *sums, size_t level, size_t without);
/* The variance by the jackknife, (b-1)/b sum (left_i - mean left)^2; left[i] is the estimate
 * without block i of b.  Source: Efron and Stein, The jackknife estimate of variance, Ann. Statist.
 * 9 (1981). */
double slp_jackknife_variance(const double *left, size_t blocks);
/* all -+ t sqrt(variance), Student's t of b - 1 degrees of freedom at SLP_LEVEL; not known if
 * not finite. */
slp_interval slp_jackknife_interval(double all, const double *left, size_t blocks);

/* |mean of a level over all blocks| to the power `root`, with the jackknife's interval of its
 * logarithm at SLP_LEVEL, so that both ends are above 0; value may be NULL.  Not known with fewer
 * than three blocks or if a mean is 0 or not finite.  Tested by tests/claims/test_claim_orders.c.
 */
slp_interval slp_slope_point(double *value, const slp_slope_sums *sums, size_t level, double root);

/* The slope of the weighted straight line through the points (x_l, y_l), with weights 1/Var y_l.
 * y_l = log2 of |mean of level l over all blocks| to the power `root` (1/2 for mean squares, 1 for
 * means).  The variances of y_l and of the slope are computed by the jackknife over the blocks,
 * which takes into account that all levels use the same paths.  The interval is Student's at
 * SLP_LEVEL.  y may be NULL.  Not known with fewer than two levels or three blocks, or if a mean is
 * 0 or not finite.  Tested by tests/claims/test_claim_orders.c. */
slp_interval slp_slope(double *y, const slp_slope_sums *sums, const double *x, double root);

#endif
