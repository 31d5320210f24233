/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* se(3)*, state (Pi, Gamma), generator (omega, u): ad* = (Pi x omega + Gamma x u, Gamma x omega).
 * On the rotations R(s) of R^3 with R(s) x = E(s omega) x everything has a closed form. */
#include "fast/algebra/algebra.h"
#include "fast/algebra/rotation.h"

static void add_vector(double out[3], const double a[3])
{
    for (int i = 0; i < 3; i++) out[i] += a[i];
}

static void coadjoint(double *out, const fast_algebra *g, const double *xi, const double *x,
                      double *work)
{
    double torque[3];
    (void)g;
    (void)work;
    fast_cross(out, x, xi);
    fast_cross(torque, x + 3, xi + 3);
    add_vector(out, torque);
    fast_cross(out + 3, x + 3, xi);
}

/* Solves for Gamma first.  Then the equation for Pi is that of the rotations, with 1/2 Gamma x u
 * added on the right. */
static void resolvent(double *m, const fast_algebra *g, const double *xi, const double *x,
                      double *work)
{
    double right[3];
    (void)g;
    (void)work;
    fast_rotation_resolvent(m + 3, xi, x + 3);
    fast_cross(right, m + 3, xi + 3);
    for (int i = 0; i < 3; i++) right[i] = x[i] + 0.5 * right[i];
    fast_rotation_resolvent(m, xi, right);
}

/* The congruence of so(3) with dual numbers, Gamma + eps Pi for the vector and omega + eps u for
 * the generator, eps^2 = 0.  Its part with eps that comes from u: with a = omega/2, v = u/2,
 *   v x g + (v.g) a + (a.g) v. */
static void lever_of(double out[3], const double *xi, const double g[3])
{
    const double a[3] = {0.5 * xi[0], 0.5 * xi[1], 0.5 * xi[2]};
    const double v[3] = {0.5 * xi[3], 0.5 * xi[4], 0.5 * xi[5]};
    const double along_v = fast_dot(v, g), along_a = fast_dot(a, g);
    fast_cross(out, v, g);
    for (int i = 0; i < 3; i++) out[i] += along_v * a[i] + along_a * v[i];
}

static void cayley_change(double *out, const fast_algebra *g, const double *xi, const double *z,
                          double *work)
{
    double lever[3];
    (void)g;
    (void)work;
    fast_rotation_change(out, xi, z);
    fast_rotation_change(out + 3, xi, z + 3);
    lever_of(lever, xi, z + 3);
    add_vector(out, lever);
}

/* Gamma first: it moves Pi's equation to the right. */
static void cayley_stage(double *z, const fast_algebra *g, const double *xi, const double *x,
                         double *work)
{
    double lever[3], right[3];
    (void)g;
    (void)work;
    fast_rotation_stage(z + 3, xi, x + 3);
    lever_of(lever, xi, z + 3);
    for (int i = 0; i < 3; i++) right[i] = x[i] - lever[i];
    fast_rotation_stage(z, xi, right);
}

/* Ad*_(R,p) (Pi, Gamma) = (R^T Pi + Gamma' x q, Gamma'), Gamma' = R^T Gamma, q = R^T p.  On entry
 * out has R^T Pi and Gamma'; this function adds Gamma' x q. */
static void add_torque(double *out, const double q[3])
{
    double torque[3];
    fast_cross(torque, out + 3, q);
    add_vector(out, torque);
}

/* In 4 x 4 matrices tau(T) = (I - T/2)^-1 (I + T/2) has R = cay(omega) and p = (I - [omega]/2)^-1
 * u, so that q = (I + [omega]/2)^-1 u. */
static void cayley(double *out, const fast_algebra *g, const double *xi, const double *x,
                   double *work)
{
    double q[3];
    (void)g;
    (void)work;
    fast_rotation_cayley(out, xi, x);
    fast_rotation_cayley(out + 3, xi, x + 3);
    fast_rotation_resolvent(q, xi, xi + 3);
    add_torque(out, q);
}

/* Gamma(s) = R(s) Gamma, and Pi(1) = R(1) Pi + Gamma(1) x int_0^1 R(1 - s) u ds. */
static void flow(double *out, const fast_algebra *g, const double *xi, const double *xi_low,
                 const double *x, double *work)
{
    double q[3];
    (void)g;
    (void)work;
    fast_rotation_flow(out, xi, xi_low, x);
    fast_rotation_flow(out + 3, xi, xi_low, x + 3);
    fast_rotation_mean(q, xi, xi + 3);
    if (xi_low) add_vector(q, xi_low + 3);
    add_torque(out, q);
}

/* [(omega, u), (omega', u')] = (omega x omega', omega x u' - omega' x u) */
static void bracket(double *out, const fast_algebra *g, const double *xi, const double *eta,
                    double *work)
{
    double turned[3];
    (void)g;
    (void)work;
    fast_cross(out, xi, eta);
    fast_cross(out + 3, xi, eta + 3);
    fast_cross(turned, xi + 3, eta);
    add_vector(out + 3, turned);
}

/* With T = [W, u; 0, 0] of theta = (w, u) and eta = (e, v): T eta T = [W E W, W E u; 0, 0] and W E
 * W = -(w.e) W, so
 *   (I + T/2) eta (I - T/2) = (e + w/2 x e + (w.e) w/4,  v + (w x v - e x u)/2 - w x (e x u)/4). */
static void dcay_inverse(double *out, const fast_algebra *g, const double *theta, const double *eta,
                         double *work)
{
    double turned[3], lever[3], twice[3];
    (void)g;
    (void)work;
    fast_rotation_change(out, theta, eta);
    add_vector(out, eta);
    fast_cross(turned, theta, eta + 3);
    fast_cross(lever, eta, theta + 3);
    fast_cross(twice, theta, lever);
    for (int i = 0; i < 3; i++)
        out[3 + i] = eta[3 + i] + (0.5 * (turned[i] - lever[i]) - 0.25 * twice[i]);
}

/* GBW (41) with potential: tau acts on SO(3) only.  With xi = (2 k, u),
 *   P(k) Pi1 = Pi, y = P(-k) Pi1 + G x u, G = tau(-k) Gamma, P(k) Pi2 = y, Pi' = P(-k) Pi2, Gamma'
 *     = tau(-k) G,
 * P(k) = [dtau^-1_k]*, and the generator is taken at ((Pi1 + Pi2)/2, G).  P(-k) m = P(k) m + m x k
 * whatever tau, hence y = Pi + Pi1 x k + G x u and Pi' = y + Pi2 x k. */
static void variational(double *mean, double *next, const fast_algebra *g,
                        fast_retraction retraction, const double *xi, const double *xi_low,
                        const double *x, double *work)
{
    void (*solve)(double *, const double *, const double *) =
        retraction == FAST_EXP      ? fast_rotation_mean
        : retraction == FAST_CAYLEY ? fast_rotation_stage
                                    : fast_rotation_stage_printed;
    const double k[3] = {0.5 * xi[0], 0.5 * xi[1], 0.5 * xi[2]};
    double first[3], second[3], middle[3], moved[3], torque[3], y[3];
    (void)g;
    (void)work;
    if (retraction == FAST_EXP)
        fast_rotation_flow(middle, k, NULL, x + 3);
    else
        fast_rotation_cayley(middle, k, x + 3);
    solve(first, k, x);
    fast_cross(moved, first, k);
    fast_cross(torque, middle, xi + 3);
    add_vector(moved, torque);
    for (int i = 0; i < 3; i++) y[i] = x[i] + moved[i];
    solve(second, k, y);
    if (mean)
        for (int i = 0; i < 3; i++) {
            mean[i] = 0.5 * first[i] + 0.5 * second[i];
            mean[3 + i] = middle[i];
        }
    if (!next) return;
    fast_cross(torque, second, k);
    for (int i = 0; i < 3; i++) next[i] = x[i] + (moved[i] + torque[i]);
    if (retraction == FAST_EXP)
        fast_rotation_flow(next + 3, xi, xi_low, x + 3);
    else
        fast_rotation_cayley(next + 3, k, middle);
}

const fast_algebra fast_algebra_se3 = {
    .name = "se(3)",
    .kind = SLP_SE3,
    .d = 6,
    .coadjoint = coadjoint,
    .resolvent = resolvent,
    .cayley_stage = cayley_stage,
    .cayley_change = cayley_change,
    .cayley = cayley,
    .flow = flow,
    .bracket = bracket,
    .dcay_inverse = dcay_inverse,
    .variational = variational,
};
