/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* su(2)^n, a vector of R^3 for each factor by x -> -(i/2) x.sigma: ad*_xi x = x x xi and [xi, eta]
 * = xi x eta as on so(3), and the exponential acts by the same rotations; the Cayley transform is
 * taken in 2 x 2 matrices and is not that of so(3) (spin.c).  Only the Lie-Poisson tensor, which is
 * built on brackets of states, depends on the vortex strengths in g->own: 1/Gamma_i on factor i. */
#include "fast/algebra/algebra.h"
#include "fast/algebra/rotation.h"

#define EACH_FACTOR(g, i) for (size_t i = 0; i < (g)->d; i += 3)

static void coadjoint(double *out, const fast_algebra *g, const double *xi, const double *x,
                      double *work)
{
    (void)work;
    fast_rotation_cross_each(out, x, xi, g->d);
}

static void resolvent(double *m, const fast_algebra *g, const double *xi, const double *x,
                      double *work)
{
    (void)work;
    EACH_FACTOR(g, i) fast_rotation_resolvent(m + i, xi + i, x + i);
}

static void cayley_stage(double *z, const fast_algebra *g, const double *xi, const double *x,
                         double *work)
{
    (void)work;
    fast_spin_stage_each(z, xi, x, g->d);
}

static void cayley_change(double *out, const fast_algebra *g, const double *xi, const double *z,
                          double *work)
{
    (void)work;
    EACH_FACTOR(g, i) fast_spin_change(out + i, xi + i, z + i);
}

static void flow(double *out, const fast_algebra *g, const double *xi, const double *xi_low,
                 const double *x, double *work)
{
    (void)work;
    fast_rotation_flow_each(out, xi, xi_low, x, g->d);
}

static void dexp_dual(double *out, const fast_algebra *g, const double *xi, const double *x,
                      double *work)
{
    (void)work;
    EACH_FACTOR(g, i) fast_rotation_mean(out + i, xi + i, x + i);
}

static void bracket(double *out, const fast_algebra *g, const double *xi, const double *eta,
                    double *work)
{
    (void)work;
    EACH_FACTOR(g, i) fast_cross(out + i, xi + i, eta + i);
}

static void dcay_inverse(double *out, const fast_algebra *g, const double *theta, const double *eta,
                         double *work)
{
    (void)work;
    EACH_FACTOR(g, i) fast_spin_change(out + i, theta + i, eta + i);
    for (size_t i = 0; i < g->d; i++) out[i] += eta[i];
}

static void gauss_change(double *out, const fast_algebra *g, const double *xi, const double *x,
                         double *work)
{
    const size_t d = g->d;
    (void)work;
    EACH_FACTOR(g, i) fast_spin_gauss(out + i, out + d + i, xi + i, xi + d + i, x + i);
}

void fast_algebra_su2n(fast_algebra *g, size_t n, const double *gamma)
{
    *g = (fast_algebra){
        .name = "su(2)^n",
        .kind = SLP_SU2N,
        .d = 3 * n,
        .own = gamma,
        .coadjoint = coadjoint,
        .resolvent = resolvent,
        .cayley_stage = cayley_stage,
        .cayley_change = cayley_change,
        .flow = flow,
        .dexp_dual = dexp_dual,
        .bracket = bracket,
        .dcay_inverse = dcay_inverse,
        .gauss_change = gauss_change,
    };
}
