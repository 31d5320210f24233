/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* T*R, state (q, p): the bracket is constant and the algebra abelian.  The generator is a gradient
 * (H_q, H_p).  It changes the state by J xi = (xi_p, -xi_q), which does not depend on the state. */
#include "fast/algebra/algebra.h"

static void coadjoint(double *out, const fast_algebra *g, const double *xi, const double *x,
                      double *work)
{
    (void)g;
    (void)x;
    (void)work;
    out[0] = xi[1];
    out[1] = -xi[0];
}

/* m = x + J xi/2 */
static void resolvent(double *m, const fast_algebra *g, const double *xi, const double *x,
                      double *work)
{
    (void)g;
    (void)work;
    m[0] = x[0] + 0.5 * xi[1];
    m[1] = x[1] - 0.5 * xi[0];
}

static void flow(double *out, const fast_algebra *g, const double *xi, const double *xi_low,
                 const double *x, double *work)
{
    (void)g;
    (void)xi_low; /* xi_low is below half a unit of xi, and the result is rounded to that in any
                     case */
    (void)work;
    out[0] = x[0] + xi[1];
    out[1] = x[1] - xi[0];
}

const fast_algebra fast_algebra_vector = {
    .name = "T*R",
    .kind = SLP_VECTOR,
    .d = 2,
    .coadjoint = coadjoint,
    .resolvent = resolvent,
    .flow = flow,
};
