/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Fits an error expansion to the differences of expectations between neighbouring grids. */
#ifndef SLP_ORACLE_CLAIM_FIT_H
#define SLP_ORACLE_CLAIM_FIT_H

#include "reports/claims/statistics/slope.h"

enum { SLP_FIT_TERMS = 3 };

typedef struct slp_fit {
    slp_interval first, second; /* a, b */
    slp_interval equal;         /* log2 of the step at which |a| h = |b| h^2 */
    double misfit; /* largest distance of a mean from the fit, in half widths of its interval */
    bool known;
} slp_fit;

/* If E phi(x_h) = E phi + a h + b h^2 + c h^3, then the mean of level l, phi at h = 2^x_l less phi
 * at h/2, is a h/2 + 3 b h^2/4 + 7 c h^3/8.  Weighted least squares over all levels of sums, with
 * weights 1/variance of the means.  There must be more levels than terms: with fewer than four
 * levels the last terms are left out.  Variances and intervals by the jackknife over blocks.
 * Not known with fewer than three levels or three blocks, or if a sum is not finite.  Tested by
 * tests/claims/test_claim_orders.c, tests/claims/test_claim_edges.c. */
slp_fit slp_fit_powers(const slp_slope_sums *sums, const double *x);

#endif
