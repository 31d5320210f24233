/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* so(3)* as R^3: ad*_xi x = x x xi; the Cayley transform is taken in the 3 x 3 matrices hat(xi). */
#include "fast/algebra/algebra.h"
#include "fast/algebra/rotation.h"

static void coadjoint(double *out, const fast_algebra *g, const double *xi, const double *x,
                      double *work)
{
    (void)g;
    (void)work;
    fast_cross(out, x, xi);
}

static void resolvent(double *m, const fast_algebra *g, const double *xi, const double *x,
                      double *work)
{
    (void)g;
    (void)work;
    fast_rotation_resolvent(m, xi, x);
}

static void cayley_stage(double *z, const fast_algebra *g, const double *xi, const double *x,
                         double *work)
{
    (void)g;
    (void)work;
    fast_rotation_stage(z, xi, x);
}

static void cayley_change(double *out, const fast_algebra *g, const double *xi, const double *z,
                          double *work)
{
    (void)g;
    (void)work;
    fast_rotation_change(out, xi, z);
}

static void cayley_stage_printed(double *z, const fast_algebra *g, const double *xi,
                                 const double *x, double *work)
{
    (void)g;
    (void)work;
    fast_rotation_stage_printed(z, xi, x);
}

static void cayley(double *out, const fast_algebra *g, const double *xi, const double *x,
                   double *work)
{
    (void)g;
    (void)work;
    fast_rotation_cayley(out, xi, x);
}

static void flow(double *out, const fast_algebra *g, const double *xi, const double *xi_low,
                 const double *x, double *work)
{
    (void)g;
    (void)work;
    fast_rotation_flow(out, xi, xi_low, x);
}

static void dexp_dual(double *out, const fast_algebra *g, const double *xi, const double *x,
                      double *work)
{
    (void)g;
    (void)work;
    fast_rotation_mean(out, xi, x);
}

static void bracket(double *out, const fast_algebra *g, const double *xi, const double *eta,
                    double *work)
{
    (void)g;
    (void)work;
    fast_cross(out, xi, eta);
}

/* (I + T/2) eta (I - T/2) = eta + theta/2 x eta + (theta/2 . eta) theta/2: the same as D(theta). */
static void dcay_inverse(double *out, const fast_algebra *g, const double *theta, const double *eta,
                         double *work)
{
    (void)g;
    (void)work;
    fast_rotation_change(out, theta, eta);
    for (int i = 0; i < 3; i++) out[i] += eta[i];
}

static void gauss_change(double *out, const fast_algebra *g, const double *xi, const double *x,
                         double *work)
{
    (void)g;
    (void)work;
    fast_rotation_gauss(out, out + 3, xi, xi + 3, x);
}

const fast_algebra fast_algebra_so3 = {
    .name = "so(3)",
    .kind = SLP_SO3,
    .d = 3,
    .coadjoint = coadjoint,
    .resolvent = resolvent,
    .cayley_stage = cayley_stage,
    .cayley_change = cayley_change,
    .cayley_stage_printed = cayley_stage_printed,
    .cayley = cayley,
    .flow = flow,
    .dexp_dual = dexp_dual,
    .bracket = bracket,
    .dcay_inverse = dcay_inverse,
    .gauss_change = gauss_change,
};
