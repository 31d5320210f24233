/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Corrects the update for the residual that the iteration leaves of a stage, so that eigenvalues do
 * not drift.
 *
 * With r = x - D(xi) z the update x - (W - W*), W = xi z, is D(-xi) z + r, whose spectrum has an
 * error of order |xi| |r|.  That is below rounding, but where the motion is smooth it has the same
 * sign in every step, so that after n steps it would add up to c u n.  The rule with this xi takes
 * the stage z + e, D(xi) e = r; so xi e is added to W, with e = r, or where that is too inaccurate
 * e = r - (xi r - (xi r)*)/2.  With the measured a = |xi r - (xi r)*|/2|r|, an error of 2 a^2 |r|
 * or 4 a^3 |r| remains.  If the latter, with the a of the step before, is above 2^-9 u|x|,
 * iteration goes on.  Below, about a tenth of it becomes drift, which stays smaller than the random
 * walk of roundings, 0.1 u sqrt(n), for 10^5 steps and more.  Since r is small, products in
 * binary32 suffice: their error is 2^-24 |r|. r is scaled to length one, and numbers below 2^-102
 * are set to zero: their products would be slow and are negligible.  Tested by
 * tests/fast/test_fast_drift.c. */
#include "fast/trajectory/trajectory.h"

#include <cblas.h>
#include <math.h>

#define U 0x1p-53

enum { LANES = 8 }; /* partial sums of a sum of squares */
/* Up to this size every stage is iterated until differences stop decreasing: that costs little. */
enum { FLOOR = 32 };

/* Rounds v to a multiple of 2^-101, then to binary32. */
static float round_to_binary32(double v)
{
    const double coarse = 0x1.8p-49;
    return (float)((v + coarse) - coarse);
}

static void multiply(float *c, const float *a, const float *b, size_t n)
{
    const int m = (int)n;
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, m, m, 1, a, m, b, m, 0, c, m);
}

/* Stores xi and r/|r| in binary32. */
static void store_residual(float *restrict xi, float *restrict r, const fast_trajectory *t)
{
    const size_t size = fast_trajectory_size(t);
    const double *restrict from = t->xi, *restrict next = t->next, *restrict z = t->z;
    const double scale = 1 / t->delta;
    for (size_t i = 0; i < size; i++) {
        xi[i] = round_to_binary32(from[i]);
        r[i] = round_to_binary32(scale * (next[i] - z[i]));
    }
}

/* y = a b; work: 3 n^2 where matrices are complex. */
static void product(float *y, const float *a, const float *b, const fast_matrices *k, float *work)
{
    const size_t n = k->n, q = n * n;
    multiply(y, a, b, n);
    if (k->parts == 1) return;
    float *restrict left = work, *restrict right = work + q, *restrict second = work + 2 * q;
    for (size_t i = 0; i < q; i++) {
        left[i] = a[i] + a[q + i];
        right[i] = b[i] + b[q + i];
    }
    multiply(second, a + q, b + q, n);
    multiply(y + q, left, right, n);
    for (size_t i = 0; i < q; i++) {
        const float re = y[i], s = second[i];
        y[i] = re - s;
        y[q + i] = (y[q + i] - re) - s;
    }
}

/* y = xi e of dual numbers: with e = p + eps q, xi p + eps (xi q + b p). */
static void dual_product(float *y, const float *xi, const float *e, const fast_trajectory *t,
                         float *work)
{
    const size_t size = fast_matrix_size(&t->shape);
    product(y, xi, e, &t->shape, work);
    if (t->blocks == 1) return;
    float *restrict more = work, *restrict with_eps = y + size;
    product(with_eps, xi, e + size, &t->shape, work);
    product(more, xi + size, e, &t->shape, work + size);
    for (size_t i = 0; i < size; i++) with_eps[i] += more[i];
}

/* e <- e - (y - y*)/2; returns |y - y*|^2/4. */
static double subtract_skew_part(float *e, const float *y, const fast_matrices *k)
{
    const size_t n = k->n;
    double lane[LANES] = {0};
    for (size_t p = 0; p < k->parts; p++, e += n * n, y += n * n)
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++) {
                const float back = y[j * n + i], half = 0.5f * (y[i * n + j] + (p ? back : -back));
                e[i * n + j] -= half;
                lane[j % LANES] += (double)half * (double)half;
            }
    for (size_t l = 1; l < LANES; l++) lane[0] += lane[l];
    return lane[0];
}

/* Of all blocks; returns |y - y*|/2. */
static double subtract_skew_parts(float *e, const float *y, const fast_trajectory *t)
{
    const size_t size = fast_matrix_size(&t->shape);
    double square = subtract_skew_part(e, y, &t->shape);
    if (t->blocks == 2) square += subtract_skew_part(e + size, y + size, &t->shape);
    return sqrt(square);
}

size_t fast_trajectory_residual_work_size(const fast_trajectory *t)
{
    const size_t size = fast_matrix_size(&t->shape), q = t->shape.n * t->shape.n;
    return 3 * fast_trajectory_size(t) + (t->blocks - 1) * size + (t->shape.parts == 2 ? 3 * q : 0);
}

bool fast_trajectory_unbiased(const fast_trajectory *t, double delta, double scale)
{
    if (t->tolerance > FAST_ROUNDOFF) return true;
    return t->shape.n > FLOOR && 4 * t->turn * t->turn * t->turn * delta <= 0x1p-9 * U * scale;
}

void fast_trajectory_residual(fast_trajectory *t, double scale)
{
    const size_t size = fast_trajectory_size(t);
    const double delta = t->delta;
    if (!(delta > 0) || !isfinite(1 / delta)) return;
    float *xi = t->single, *e = xi + size, *y = e + size, *work = y + size;
    store_residual(xi, e, t);
    dual_product(y, xi, e, t, work);
    t->turn = subtract_skew_parts(e, y, t);
    if (2 * t->turn * t->turn * delta > 0x1p-12 * U * scale) dual_product(y, xi, e, t, work);
    for (size_t i = 0; i < size; i++) t->w[i] += delta * (double)y[i];
}
