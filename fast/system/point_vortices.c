/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Point vortices on the sphere, su(2)^n, EJLL section 6.3:
 *   H0 = -(1/4pi) sum_{i<j} G_i G_j log(1 - c_ij),  c_ij = x_i.x_j/(|x_i||x_j|),
 *   xi_i = (h/4pi) sum_j G_j (x_j/(|x_i||x_j|) - c_ij x_i/|x_i|^2)/(1 - c_ij) + sum_k dW_k c_k x_ik
 *     e_k.
 * A logarithm is no polynomial, so it is not built of terms.
 *
 * 1 - c_ij cancels between close vortices, and so does the numerator; with w = x_i x x_j, each of
 * whose components is computed to two units of itself, and n_i = |x_i|,
 *   x_j/(n_i n_j) - c_ij x_i/n_i^2 = w x x_i/(n_i^3 n_j),
 *   1 - c_ij = |w|^2/(n_i n_j (n_i n_j + x_i.x_j))
 * do not cancel.  Both depend on the lengths only by one factor 1/n_i, so vectors are first scaled
 * by powers of two.  Tested by tests/fast/test_fast_golden.c, tests/fast/test_fast_vortices.c. */
#include "fast/system/point_vortices.h"
#include "fast/algebra/plane.h"
#include "fast/algebra/rotation.h"
#include "fast/vector/twofold.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define QUARTER_OVER_PI 0x1.45f306dc9c883p-4 /* 1/(4 pi) */

static slp_status point_vortices_open(fast_system *sys, const slp_case *c, slp_error *err)
{
    size_t n, quads;
    const double *gamma = slp_case_param(c, "gamma", &n), *quad = slp_case_param(c, "quad", &quads);
    if (n == 0 || (quads != 0 && quads != 3))
        return slp_error_set(err, c->line, c->id, "gamma",
                             "parameters of the wrong length; "
                             "pass the case through slp_case_check");
    for (size_t i = 0; i < n; i++)
        if (!(fabs(gamma[i]) > 0)) {
            slp_error_set(err, c->line, c->id, "gamma", "strength %zu is zero; give a nonzero one",
                          i + 1);
            return SLP_DOMAIN;
        }
    fast_point_vortices *own = calloc(1, sizeof *own);
    if (!own) return SLP_MEMORY;
    sys->own = own;
    own->gamma = fast_numbers_of(gamma, n);
    if (!own->gamma) return SLP_MEMORY;
    own->n = n;
    own->has_quad = quads == 3;
    if (own->has_quad) memcpy(own->quad, quad, sizeof own->quad);
    fast_algebra_su2n(&own->algebra, n, own->gamma);
    sys->algebra = &own->algebra;
    sys->d = 3 * n;
    sys->M = quads;
    sys->casimirs = n;
    sys->work_size = 5 * n;
    return SLP_OK;
}

static void point_vortices_close(fast_system *sys)
{
    fast_point_vortices *own = sys->own;
    if (own) free(own->gamma);
    free(own);
}

static size_t frozen_size(const fast_system *sys)
{
    (void)sys;
    return 4;
}

/* h/4pi, dW_k c_k */
static void freeze(double *frozen, const fast_system *sys, double h, const double *dW)
{
    const fast_point_vortices *own = sys->own;
    frozen[0] = h * QUARTER_OVER_PI;
    for (int k = 0; k < 3; k++) frozen[1 + k] = own->has_quad ? own->quad[k] * dW[k] : 0;
}

/* a b - c d to two units of itself (Kahan). */
static double difference_of_products(double a, double b, double c, double d)
{
    double p = c * d, error = fma(-c, d, p);
    return fma(a, b, -p) + error;
}

/* x = 2^exponent y, the largest |y_i| in [1/2, 1); returns |y|. */
static double scaled(double y[3], int *exponent, const double *x)
{
    double largest = fmax(fabs(x[0]), fmax(fabs(x[1]), fabs(x[2])));
    *exponent = 0;
    if (largest > 0) frexp(largest, exponent);
    for (int i = 0; i < 3; i++) y[i] = ldexp(x[i], -*exponent);
    return sqrt(fast_dot(y, y));
}

/* w = y x z and 1 - c of two scaled vectors of lengths a, b; NaN where they coincide or one is
 * zero. */
static double vortex_distance(double w[3], const double y[3], double a, const double z[3], double b)
{
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        w[i] = difference_of_products(y[j], z[k], y[k], z[j]);
    }
    double both = a * b, along = fast_dot(y, z);
    double gap = along > 0 ? fast_dot(w, w) / (both * (both + along)) : (both - along) / both;
    return gap > FAST_COINCIDENT ? gap : NAN;
}

static void generator(double *xi, double *xi_low, const fast_system *sys, const double *frozen,
                      const double *x, double *work)
{
    const fast_point_vortices *own = sys->own;
    const size_t n = own->n;
    double *y = work, *length = work + 3 * n, *exponent = work + 4 * n;
    for (size_t i = 0; i < n; i++) {
        int e;
        length[i] = scaled(y + 3 * i, &e, x + 3 * i);
        exponent[i] = e;
    }
    for (size_t i = 0; i < 3 * n; i++) xi[i] = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j < n; j++) {
            const double *yi = y + 3 * i, *yj = y + 3 * j, a = length[i], b = length[j];
            double w[3], to_j[3], to_i[3], gap = vortex_distance(w, yi, a, yj, b);
            fast_cross(to_j, w, yi);
            fast_cross(to_i, yj, w);
            double at_i = own->gamma[j] / (a * a * a * b * gap),
                   at_j = own->gamma[i] / (a * b * b * b * gap);
            for (size_t k = 0; k < 3; k++) {
                xi[3 * i + k] += at_i * to_j[k];
                xi[3 * j + k] += at_j * to_i[k];
            }
        }
    /* 1/n_i of a small vortex may overflow where h/n_i does not; with h = 0 nothing moves */
    int power;
    const double step = frexp(frozen[0], &power);
    for (size_t i = 0; i < 3 * n; i++)
        xi[i] = ldexp(step * xi[i], power - (int)exponent[i / 3]) + frozen[1 + i % 3] * x[i];
    if (xi_low) memset(xi_low, 0, 3 * n * sizeof *xi_low);
}

static slp_status factors(size_t *count, const fast_system *sys)
{
    const fast_point_vortices *own = sys->own;
    *count = own->n * (own->n - 1) / 2 + (own->has_quad ? 3 : 0);
    return SLP_OK;
}

static twofold dot(const double *y, const double *z)
{
    return twofold_add(twofold_add(twofold_product(y[0], z[0]), twofold_product(y[1], z[1])),
                       twofold_product(y[2], z[2]));
}

/* |y|^2 |z|^2 - (y.z)^2 = |y x z|^2, by the components of the cross product */
static twofold square_of_cross(const double *y, const double *z)
{
    twofold sum = {0, 0};
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const twofold w =
            twofold_add(twofold_product(y[j], z[k]), twofold_negative(twofold_product(y[k], z[j])));
        sum = twofold_add(sum, twofold_times(w, w));
    }
    return sum;
}

/* |y||z| (1 - c) = |y||z| - y.z, without cancellation where the angle between y and z is small */
static twofold distance(const double *y, const double *z)
{
    const twofold both = twofold_root(twofold_times(dot(y, y), dot(z, z))), along = dot(y, z);
    const twofold gap = along.high > 0
                            ? twofold_over(square_of_cross(y, z), twofold_add(both, along))
                            : twofold_add(both, twofold_negative(along));
    return gap.high / both.high > FAST_COINCIDENT ? gap : (twofold){NAN, NAN};
}

/* 1/(4 pi) to u^2 */
static const twofold quarter_over_pi = {QUARTER_OVER_PI, -0x1.6b01ec5417056p-58};

/* H = -(h/4pi) G_i G_j log(1 - c_ij) turns both vortices about m = G_i x_i + G_j x_j, which stays,
 * with c_ij: xi_i differs from kappa m by a multiple of x_i, kappa = h/(4pi (1 - c_ij)|x_i||x_j|).
 * m may cancel, so it is computed to u^2 of its terms.  Powers of two are kept apart. */
static void turn_pair(double *x, const fast_point_vortices *own, size_t i, size_t j, double weight,
                      double h)
{
    double y[3], z[3], xi[3], low[3], turned[3];
    int a, b, power;
    scaled(y, &a, x + 3 * i);
    scaled(z, &b, x + 3 * j);
    const double step = frexp(weight * h, &power);
    const twofold kappa = twofold_over(twofold_scale(quarter_over_pi, step), distance(y, z));
    const int most = a > b ? a : b;
    for (int k = 0; k < 3; k++) {
        const twofold m = twofold_add(twofold_product(own->gamma[i], ldexp(y[k], a - most)),
                                      twofold_product(own->gamma[j], ldexp(z[k], b - most)));
        const twofold part = twofold_times(kappa, m);
        xi[k] = ldexp(part.high, power + most - a - b);
        low[k] = ldexp(part.low, power + most - a - b);
    }
    fast_rotation_flow(turned, xi, low, x + 3 * i);
    memcpy(x + 3 * i, turned, sizeof turned);
    fast_rotation_flow(turned, xi, low, x + 3 * j);
    memcpy(x + 3 * j, turned, sizeof turned);
}

/* Pairs i < j row by row; then H = dW c_k/2 sum_i G_i x_ik^2 turns each vortex about e_k. */
static void factor(double *x, const fast_system *sys, size_t k, double weight, double h,
                   const double *dW, double *work)
{
    const fast_point_vortices *own = sys->own;
    const size_t n = own->n, pairs = n * (n - 1) / 2;
    (void)work;
    if (k < pairs) {
        size_t i = 0;
        for (; k >= n - 1 - i; i++) k -= n - 1 - i;
        turn_pair(x, own, i, i + 1 + k, weight, h);
        return;
    }
    k -= pairs;
    const twofold rate = twofold_product(own->quad[k], dW[k]);
    for (double *v = x; v < x + sys->d; v += 3) {
        const fast_plane_turn turn = fast_plane_turn_by(twofold_scale(rate, v[k]), weight);
        fast_plane_apply(&turn, v + (k + 1) % 3, v + (k + 2) % 3);
    }
}

static double energy(const fast_system *sys, const double *x)
{
    const fast_point_vortices *own = sys->own;
    double sum = 0;
    for (size_t i = 0; i < own->n; i++)
        for (size_t j = i + 1; j < own->n; j++) {
            double y[3], z[3], w[3];
            int e;
            double a = scaled(y, &e, x + 3 * i), b = scaled(z, &e, x + 3 * j);
            sum += own->gamma[i] * own->gamma[j] * log(vortex_distance(w, y, a, z, b));
        }
    return -QUARTER_OVER_PI * sum;
}

/* |x_i|^2 */
static slp_status casimir(double *values, const fast_system *sys, const double *x)
{
    const fast_point_vortices *own = sys->own;
    for (size_t i = 0; i < own->n; i++) values[i] = fast_dot(x + 3 * i, x + 3 * i);
    return SLP_OK;
}

const fast_system_table fast_system_point_vortices = {
    .name = "point-vortices",
    .open = point_vortices_open,
    .close = point_vortices_close,
    .frozen_size = frozen_size,
    .freeze = freeze,
    .generator = generator,
    .factors = factors,
    .factor = factor,
    .energy = energy,
    .casimir = casimir,
};
