/* An error expansion fitted to differences of expectations between neighbouring grids. */
#ifndef SLP_ORACLE_CLAIM_FIT_H
#define SLP_ORACLE_CLAIM_FIT_H

#include "oracle/claims/statistics/slope.h"

enum { SLP_FIT_TERMS = 3 };

typedef struct slp_fit {
    slp_interval first, second; /* a, b */
    slp_interval equal;         /* log2 of the step at which |a| h = |b| h^2 */
    double
        misfit; /* largest distance of a mean from the fit, in half widths of its 99 % interval */
    bool known;
} slp_fit;

/* If E phi(x_h) = E phi + a h + b h^2 + c h^3, then the mean of level l, phi at h = 2^x_l less phi at h/2, is a h/2 + 3 b h^2/4 + 7 c h^3/8.
 * Weighted least squares, weights 1/variance of the means, over all levels of sums; with fewer than four levels without the last
 * term(s): at least one level more than terms.  Variances and 99 % intervals by the jackknife over blocks.  Not known with fewer than three levels or
 * three blocks, or where a sum is not finite.  Pinned by tests/test_claim_orders.c, tests/test_claim_edges.c. */
slp_fit slp_fit_powers(const slp_slope_sums *sums, const double *x);

#endif
