/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Magnetohydrodynamics on the sphere in Zeitlin's matrices, su(N) over the dual numbers: state (W,
 * Theta), H0 = -1/2 <Delta^-1 W, W> - 1/2 <Delta Theta, Theta>, so that the generator xi + eps b
 * has
 *   xi = -h Delta^-1 W + sum_lm (a dW_lm/(l(l+1))) <T_lm, W> T_lm,  b = -h Delta Theta.
 * xi is the generator of zeitlin-sphere at W, with its noise; W and Theta have their places apart.
 * It is not built of terms: no polynomial has this algebra.
 * Tested by tests/fast/test_fast_mhd.c. */
#include "fast/matrix/matrix.h"
#include "fast/system/system.h"
#include "fast/system/zeitlin.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct flow {
    fast_system fluid; /* zeitlin-sphere, the system of W alone */
    fast_matrices shape;
    fast_algebra algebra;
    double *sum, *next; /* of fast_zeitlin_rows */
} flow;

static slp_status mhd_sphere_open(fast_system *sys, const slp_case *c, slp_error *err)
{
    flow *own = calloc(1, sizeof *own);
    if (!own) return SLP_MEMORY;
    sys->own = own;
    own->fluid.table = &fast_system_zeitlin_sphere;
    const slp_status status = fast_system_zeitlin_sphere.open(&own->fluid, c, err);
    if (status != SLP_OK) return status;
    own->shape = *(const fast_matrices *)own->fluid.algebra->own;
    const size_t n = own->shape.n;
    own->sum = fast_numbers(n * n);
    own->next = fast_numbers(n * n);
    if (!own->sum || !own->next) return SLP_MEMORY;
    fast_zeitlin_rows(own->sum, own->next, n);
    fast_algebra_sun_dual(&own->algebra, &own->shape);
    sys->algebra = &own->algebra;
    sys->d = 2 * n * n;
    sys->M = own->fluid.M;
    sys->casimirs = 2 * (n - 1);
    sys->work_size = own->fluid.work_size > 4 * n * n ? own->fluid.work_size : 4 * n * n;
    return SLP_OK;
}

static void mhd_sphere_close(fast_system *sys)
{
    flow *own = sys->own;
    if (own) {
        fast_system_zeitlin_sphere.close(&own->fluid);
        free(own->sum);
        free(own->next);
    }
    free(own);
}

static size_t frozen_size(const fast_system *sys)
{
    return fast_system_zeitlin_sphere.frozen_size(&((const flow *)sys->own)->fluid);
}

/* The first of them is h. */
static void freeze(double *frozen, const fast_system *sys, double h, const double *dW)
{
    fast_system_zeitlin_sphere.freeze(frozen, &((const flow *)sys->own)->fluid, h, dW);
}

/* b = -weight Delta Theta in coordinates; work: 4 n^2. */
static void magnetic(double *b, const flow *own, double weight, const double *theta, double *work)
{
    const size_t n = own->shape.n, q = n * n;
    double *re = work, *im = work + q, *out_re = work + 2 * q, *out_im = work + 3 * q;
    fast_zeitlin_spread(re, im, n, theta);
    fast_zeitlin_apply(out_re, re, n, weight, own->sum, own->next, n);
    fast_zeitlin_apply(out_im, im, n, weight, own->sum, own->next, n);
    fast_zeitlin_gather(b, out_re, out_im, n);
}

static void generator(double *xi, double *xi_low, const fast_system *sys, const double *frozen,
                      const double *x, double *work)
{
    const flow *own = sys->own;
    const size_t half = sys->d / 2;
    fast_system_zeitlin_sphere.generator(xi, xi_low, &own->fluid, frozen, x, work);
    magnetic(xi + half, own, frozen[0], x + half, work);
    if (xi_low) memset(xi_low + half, 0, half * sizeof *xi_low);
}

/* xi of the full matrix W, and b of Theta: rows from the diagonal on, at a stride of n + 1. */
static void field(double *xi, const fast_system *sys, const double *frozen, const double *x,
                  double *work)
{
    fast_system_zeitlin_sphere.field(xi, &((const flow *)sys->own)->fluid, frozen, x, work);
}

static void dual_field(double *b, const fast_system *sys, const double *frozen, const double *theta,
                       double *work)
{
    const flow *own = sys->own;
    const size_t n = own->shape.n, q = n * n;
    (void)work;
    for (size_t p = 0; p < 2; p++)
        fast_zeitlin_apply(b + p * q, theta + p * q, n + 1, frozen[0], own->sum, own->next, n);
    fast_matrix_mirror(b, &own->shape);
}

/* Entries off the diagonal count twice. */
static double energy(const fast_system *sys, const double *x)
{
    const flow *own = sys->own;
    const size_t n = own->shape.n, half = sys->d / 2;
    const double *theta = x + half;
    double *b = fast_numbers(half + sys->work_size), sum = 0;
    if (!b) return NAN;
    magnetic(b, own, 1, theta, b + half);
    for (size_t i = 0; i < half; i++) sum += (i < n ? 0.5 : 1) * b[i] * theta[i];
    free(b);
    return sum + fast_system_zeitlin_sphere.energy(&own->fluid, x);
}

/* Tr (-i Theta)^k for k = 2..N, then Tr (-i Theta)^(k-1) (-i W). */
static slp_status casimir(double *values, const fast_system *sys, const double *x)
{
    const fast_matrices *k = &((const flow *)sys->own)->shape;
    const double *theta = x + sys->d / 2;
    const slp_status status = fast_matrix_power_sums(values, k, theta);
    return status == SLP_OK ? fast_matrix_mixed_sums(values + k->n - 1, k, theta, x) : status;
}

const fast_system_table fast_system_mhd_sphere = {
    .name = "mhd-sphere",
    .open = mhd_sphere_open,
    .close = mhd_sphere_close,
    .frozen_size = frozen_size,
    .freeze = freeze,
    .generator = generator,
    .field = field,
    .dual_field = dual_field,
    .energy = energy,
    .casimir = casimir,
};
