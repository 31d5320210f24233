/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Closed forms on R^3 for many vectors.  W vectors at a time are computed in loops over them, which
 * a compiler makes into vectors, where no generator needs to be scaled; else one by one. */
#include "fast/algebra/rotation.h"

#include <math.h>
#include <stdbool.h>

enum { W = 8, GROUP = 3 * W }; /* vectors, numbers that are taken together */

/* Whether no |xi_i| is above `most`; false where one is not a number. */
static bool all_within(const double *xi, double most)
{
    double above[W] = {0}, sum = 0;
    for (int i = 0; i < GROUP; i += W)
        for (int l = 0; l < W; l++) above[l] += fabs(xi[i + l]) <= most ? 0.0 : 1.0;
    for (int l = 0; l < W; l++) sum += above[l];
    return sum == 0;
}

void fast_rotation_cross_each(double *restrict out, const double *restrict a,
                              const double *restrict b, size_t d)
{
    for (size_t i = 0; i < d; i += 3) {
        out[i] = a[i + 1] * b[i + 2] - a[i + 2] * b[i + 1];
        out[i + 1] = a[i + 2] * b[i] - a[i] * b[i + 2];
        out[i + 2] = a[i] * b[i + 1] - a[i + 1] * b[i];
    }
}

/* out = x + share (x - a cross x) cross xi / (1 + |a|^2), a = xi/2: the last sum alone is rounded
 * at the size of x.  For |xi_i| <= 2, where nothing overflows. */
static inline void turn_vector(double *restrict out, double share, const double *restrict xi,
                               const double *restrict x)
{
    const double a0 = 0.5 * xi[0], a1 = 0.5 * xi[1], a2 = 0.5 * xi[2],
                 part = share / (1.0 + (a0 * a0 + a1 * a1 + a2 * a2)),
                 z0 = x[0] - (a1 * x[2] - a2 * x[1]), z1 = x[1] - (a2 * x[0] - a0 * x[2]),
                 z2 = x[2] - (a0 * x[1] - a1 * x[0]);
    out[0] = x[0] + part * (z1 * xi[2] - z2 * xi[1]);
    out[1] = x[1] + part * (z2 * xi[0] - z0 * xi[2]);
    out[2] = x[2] + part * (z0 * xi[1] - z1 * xi[0]);
}

static void turn_any_vector(double *out, double share, const double *xi, const double *x)
{
    if (fabs(xi[0]) <= 2 && fabs(xi[1]) <= 2 && fabs(xi[2]) <= 2) {
        turn_vector(out, share, xi, x);
        return;
    }
    fast_rotation_cayley(out, xi, x);
    for (int i = 0; i < 3; i++) out[i] = share * out[i] + (1 - share) * x[i];
}

void fast_rotation_turn_each(double *restrict out, double share, const double *restrict xi,
                             const double *restrict x, size_t d)
{
    for (size_t i = 0; i < d; i += GROUP)
        if (i + GROUP <= d && all_within(xi + i, 2))
            for (size_t k = i; k < i + GROUP; k += 3) turn_vector(out + k, share, xi + k, x + k);
        else
            for (size_t k = i; k < d && k < i + GROUP; k += 3)
                turn_any_vector(out + k, share, xi + k, x + k);
}

/* fast_spin_stage with r = w = 1 */
static void stage(double *restrict z, const double *restrict xi, const double *restrict x)
{
    for (int i = 0; i < GROUP; i += 3) {
        const double c0 = 0.25 * xi[i], c1 = 0.25 * xi[i + 1], c2 = 0.25 * xi[i + 2],
                     square = c0 * c0 + c1 * c1 + c2 * c2, under = 1.0 + square,
                     less = 1.0 - square, share = 1.0 / under,
                     along = 2.0 * (c0 * x[i] + c1 * x[i + 1] + c2 * x[i + 2]),
                     t0 = c1 * x[i + 2] - c2 * x[i + 1], t1 = c2 * x[i] - c0 * x[i + 2],
                     t2 = c0 * x[i + 1] - c1 * x[i];
        z[i] = share * ((less * x[i] + (along * c0 - 2.0 * t0)) / under);
        z[i + 1] = share * ((less * x[i + 1] + (along * c1 - 2.0 * t1)) / under);
        z[i + 2] = share * ((less * x[i + 2] + (along * c2 - 2.0 * t2)) / under);
    }
}

void fast_spin_stage_each(double *z, const double *xi, const double *x, size_t d)
{
    size_t i = 0;
    for (; i + GROUP <= d; i += GROUP)
        if (all_within(xi + i, 4))
            stage(z + i, xi + i, x + i);
        else
            for (size_t k = i; k < i + GROUP; k += 3) fast_spin_stage(z + k, xi + k, x + k);
    for (; i < d; i += 3) fast_spin_stage(z + i, xi + i, x + i);
}

/* sin t/t and (1 - cos t)/t^2 as sums of (-t^2)^k/(2k + 1)! and (-t^2)^k/(2k + 2)!, t^2 <= 3/4: the
 * terms past k = 8 are below 2^-60. */
enum { TERMS = 9, LONG = 8 };
static const double SHORT = 0.5;
static const double odd[TERMS] = {1.0,
                                  1.0 / 6,
                                  1.0 / 120,
                                  1.0 / 5040,
                                  1.0 / 362880,
                                  1.0 / 39916800,
                                  1.0 / 6227020800,
                                  1.0 / 1307674368000,
                                  1.0 / 355687428096000},
                    even[TERMS] = {1.0 / 2,
                                   1.0 / 24,
                                   1.0 / 720,
                                   1.0 / 40320,
                                   1.0 / 3628800,
                                   1.0 / 479001600,
                                   1.0 / 87178291200,
                                   1.0 / 20922789888000,
                                   1.0 / 6402373705728000};

static inline void add_series(double *f, double *g, double square)
{
    double sum = odd[TERMS - 1], other = even[TERMS - 1];
    for (int k = TERMS - 2; k >= 0; k--) {
        sum = odd[k] - square * sum;
        other = even[k] - square * other;
    }
    *f = sum;
    *g = other;
}

/* The same for sqrt(square) = t in [1/2, 14]: t = r + k pi/2, |r| <= pi/4.  Sine and versine of r
 * by the sums above, those of t by k mod 4.  fast/system/spins.md, section 4, counts the roundings.
 */
static const double LONGEST = 14, HALF_PI = 0x1.921fb54442dp+0, /* k of it is exact */
    HALF_PI_REST = 0x1.8469898cc517p-48, OVER_HALF_PI = 0x1.45f306dc9c883p-1;

static inline void turn_factors(double *f, double *g, double square)
{
    const double t = sqrt(square), within = t <= LONGEST ? t : 0;
    const int k = (int)(within * OVER_HALF_PI + 0.5);
    const double turns = k, r = (within - turns * HALF_PI) - turns * HALF_PI_REST, r2 = r * r;
    double sum, other;
    add_series(&sum, &other, r2);
    const double sine = r * sum, versine = r2 * other, back = k & 2 ? -1 : 1,
                 sine_t = k & 1 ? 1 - versine : sine,
                 versine_t = k & 1 ? 1 + back * sine : (1 - back) + back * versine;
    *f = back * sine_t / t;
    *g = versine_t / square;
}

static inline double square_of(const double *xi)
{
    return xi[0] * xi[0] + xi[1] * xi[1] + xi[2] * xi[2];
}

/* x + f x cross xi + g (x cross xi) cross xi */
static inline void rodrigues(double *restrict out, double f, double g, const double *restrict xi,
                             const double *restrict x)
{
    const double a0 = x[1] * xi[2] - x[2] * xi[1], a1 = x[2] * xi[0] - x[0] * xi[2],
                 a2 = x[0] * xi[1] - x[1] * xi[0];
    out[0] = x[0] + (f * a0 + g * (a1 * xi[2] - a2 * xi[1]));
    out[1] = x[1] + (f * a1 + g * (a2 * xi[0] - a0 * xi[2]));
    out[2] = x[2] + (f * a2 + g * (a0 * xi[1] - a1 * xi[0]));
}

/* For |xi_i| <= 1/2: Rodrigues' formula by the sums alone, without a root. */
static inline void short_flow(double *restrict out, const double *restrict xi,
                              const double *restrict x)
{
    double f, g;
    add_series(&f, &g, square_of(xi));
    rodrigues(out, f, g, xi, x);
}

static inline bool within(const double *xi, double most)
{
    return fabs(xi[0]) <= most && fabs(xi[1]) <= most && fabs(xi[2]) <= most;
}

/* Up to W vectors of any length. */
static void flow_any(double *restrict out, const double *restrict xi, const double *low,
                     const double *restrict x, size_t d)
{
    double f[W] = {0}, g[W] = {0}, square[W] = {0};
    for (size_t k = 0; k < d; k += 3) square[k / 3] = square_of(xi + k);
    for (size_t l = 0; l < W; l++) turn_factors(f + l, g + l, square[l]);
    for (size_t k = 0; k < d; k += 3)
        if (within(xi + k, SHORT))
            short_flow(out + k, xi + k, x + k);
        else if (within(xi + k, LONG))
            rodrigues(out + k, f[k / 3], g[k / 3], xi + k, x + k);
        else
            fast_rotation_flow(out + k, xi + k, low ? low + k : NULL, x + k);
}

void fast_rotation_flow_each(double *restrict out, const double *restrict xi, const double *low,
                             const double *restrict x, size_t d)
{
    for (size_t i = 0; i < d; i += GROUP)
        if (i + GROUP <= d && all_within(xi + i, SHORT))
            for (size_t k = i; k < i + GROUP; k += 3) short_flow(out + k, xi + k, x + k);
        else
            flow_any(out + i, xi + i, low ? low + i : NULL, x + i, d - i < GROUP ? d - i : GROUP);
}
