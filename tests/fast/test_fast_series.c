/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Series and scalings of the binary64 path at the ends of their ranges, where a term too few shows.
 *     ad*_xi [dexp_xi]* x = E(xi) x - x,   E(xi) x = E(xi/2) E(xi/2) x,
 * on so(3), su(2), so(5) and su(5), generators of Euclidean sizes from 1/4 to 8 in steps of a
 * sixteenth of an octave: just below and just above every power of two, where halvings change, and
 * near 1, where formulas do. */
#include "fast/matrix/matrix.h"
#include "fast/algebra/rotation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "tests/support/cmocka.h"

enum { MOST_D = 25, SIZES = 80, DIRECTIONS = 4 };

/* Direction 0 has all coordinates of one size: the norms that halvings go by are then attained. */
static void draw(double *v, size_t d, int direction, double phase)
{
    double square = 0;
    for (size_t i = 0; i < d; i++) {
        v[i] = direction ? sin(1.7 * (double)i + phase + direction) : i % 2 ? -1 : 1;
        square += v[i] * v[i];
    }
    for (size_t i = 0; i < d; i++) v[i] /= sqrt(square);
}

static double largest_difference(const double *a, const double *b, size_t d)
{
    double most = 0;
    for (size_t i = 0; i < d; i++) most = fmax(most, fabs(a[i] - b[i]));
    return most;
}

/* |x| = 1 and E is orthogonal: each product of matrices of size N <= 5 rounds by 2 N u of the sizes
 * of its factors, a generator of size 8 takes up to 5 doublings, each of which doubles what was
 * lost: below 2^10 u 10 < 2^-39. */
static void check(const fast_algebra *g)
{
    const size_t d = g->d;
    double xi[MOST_D], half[MOST_D], x[MOST_D], once[MOST_D], twice[MOST_D], mean[MOST_D],
        left[MOST_D], *work = calloc(fast_algebra_work_size(g), sizeof *work);
    assert_non_null(work);
    for (int k = 0; k <= SIZES; k++)
        for (int direction = 0; direction < DIRECTIONS; direction++) {
            const double size = exp2(k / 16.0 - 2);
            draw(xi, d, direction, 0.2);
            draw(x, d, 1, 1.1);
            for (size_t i = 0; i < d; i++) half[i] = 0.5 * (xi[i] *= size);
            g->flow(once, g, xi, NULL, x, work);
            g->flow(mean, g, half, NULL, x, work);
            g->flow(twice, g, half, NULL, mean, work);
            assert_le(largest_difference(once, twice, d), 0x1p-39);
            fast_algebra_dexp_dual(mean, g, xi, x, work);
            g->coadjoint(left, g, xi, mean, work);
            for (size_t i = 0; i < d; i++) once[i] -= x[i];
            assert_le(largest_difference(left, once, d), 0x1p-39);
        }
    free(work);
}

static void vectors(void **state)
{
    (void)state;
    check(&fast_algebra_so3);
}

/* The mean over a turn about the first axis of what stands across it is (0, sin t/t, -(1 - cos
 * t)/t).  t has few bits, so that t^2 and the axis are exact.  libm's sine and cosine are good to a
 * unit in the last place, 2u of themselves and u of 1: in units of u the closed forms are off by 3
 * and 6 of themselves, the mean by 2 and 8 (1 - cos t)/t up to t = 1, where (1 - cos t)/t < 0.46,
 * and by 4 and 3 above it, where it is below 0.73: both together 8 at most.  Sees the series end
 * two terms early: 1/17! is 25u. */
static void a_mean_in_closed_form(void **state)
{
    (void)state;
    for (int k = 1; k <= 512; k++) {
        const double t = k / 64.0, xi[3] = {t, 0, 0}, x[3] = {0, 1, 0}, half = sin(t / 2);
        double mean[3];
        fast_rotation_mean(mean, xi, x);
        assert_true(mean[0] == 0);
        assert_le(fabs(mean[1] - sin(t) / t), 8 * 0x1p-53);
        assert_le(fabs(mean[2] + 2 * half * half / t), 8 * 0x1p-53);
    }
}

static void matrices(void **state)
{
    (void)state;
    const fast_matrices so5 = {5, 1}, su2 = {2, 2}, su5 = {5, 2};
    fast_algebra g;
    fast_algebra_son(&g, &so5);
    check(&g);
    fast_algebra_sun(&g, &su2);
    check(&g);
    fast_algebra_sun(&g, &su5);
    check(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(vectors),
                                       cmocka_unit_test(a_mean_in_closed_form),
                                       cmocka_unit_test(matrices)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
