/* Point vortices on the sphere, su(2)^n, EJLL section 6.3:
 *   H0 = -(1/4pi) sum_{i<j} G_i G_j log(1 - c_ij),  c_ij = x_i.x_j/(|x_i||x_j|),
 *   xi_i = (h/4pi) sum_j G_j (x_j/(|x_i||x_j|) - c_ij x_i/|x_i|^2)/(1 - c_ij) + sum_k dW_k c_k x_ik
 *     e_k.
 *
 * 1 - c_ij cancels between close vortices, and so does the numerator; with w = x_i x x_j, each of
 * whose components is computed to two units of itself, and n_i = |x_i|,
 *   x_j/(n_i n_j) - c_ij x_i/n_i^2 = w x x_i/(n_i^3 n_j),
 *   1 - c_ij = |w|^2/(n_i n_j (n_i n_j + x_i.x_j))
 * do not cancel.  Both depend on the lengths only by one factor 1/n_i, so vectors are first scaled
 * by powers of two.  Pinned by tests/fast/test_fast_golden.c, tests/fast/test_fast_vortices.c. */
#include "fast/system/point_vortices.h"
#include "fast/algebra/rotation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define QUARTER_OVER_PI 0x1.45f306dc9c883p-4 /* 1/(4 pi) */

static slp_status open(fast_system *sys, const slp_case *c, slp_error *err)
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
    sys->room = 5 * n;
    return SLP_OK;
}

static void close(fast_system *sys)
{
    fast_point_vortices *own = sys->own;
    if (own) free(own->gamma);
    free(own);
}

static size_t frozen_room(const fast_system *sys)
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
static double apart(double w[3], const double y[3], double a, const double z[3], double b)
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
            double w[3], to_j[3], to_i[3], gap = apart(w, yi, a, yj, b);
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

static double energy(const fast_system *sys, const double *x)
{
    const fast_point_vortices *own = sys->own;
    double sum = 0;
    for (size_t i = 0; i < own->n; i++)
        for (size_t j = i + 1; j < own->n; j++) {
            double y[3], z[3], w[3];
            int e;
            double a = scaled(y, &e, x + 3 * i), b = scaled(z, &e, x + 3 * j);
            sum += own->gamma[i] * own->gamma[j] * log(apart(w, y, a, z, b));
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
    .open = open,
    .close = close,
    .frozen_room = frozen_room,
    .freeze = freeze,
    .generator = generator,
    .energy = energy,
    .casimir = casimir,
};
