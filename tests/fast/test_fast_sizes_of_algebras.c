/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Matrix algebras of every small size, by what they are defined by, entry by entry: dexp^-1 as
 * three terms of its series, and on sp(2m, R) W^ = J^-1 W^T J on integers, which no rounding
 * touches. */
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>

#include "fast/matrix/matrix.h"
#include "fast/matrix/sp.h"

#define U 0x1p-53
enum { LARGEST = 12 };

/* Between -1 and 1, no two alike. */
static double entry(size_t i)
{
    return sin(1.7 * (double)i + 0.3);
}

static double *room(size_t count)
{
    double *all = calloc(count, sizeof *all);
    assert_non_null(all);
    return all;
}

/* eta + b/2 + [theta, b]/12, b = [theta, eta]; every product and sum rounds once, twice over. */
static void three_terms(const fast_algebra *g)
{
    const size_t d = g->d;
    double *theta = room(5 * d), *eta = theta + d, *once = eta + d, *twice = once + d,
           *out = twice + d, *work = room(fast_algebra_work_size(g));
    for (size_t i = 0; i < d; i++) theta[i] = entry(i) / 4;
    for (size_t i = 0; i < d; i++) eta[i] = entry(d + i);
    g->bracket(once, g, theta, eta, work);
    g->bracket(twice, g, theta, once, work);
    fast_algebra_dexp_inverse(out, g, theta, eta, work);
    for (size_t i = 0; i < d; i++) {
        const double sum = fabs(eta[i]) + fabs(once[i]) / 2 + fabs(twice[i]) / 12;
        assert_le(fabs(out[i] - (eta[i] + (once[i] / 2 + twice[i] / 12))), 8 * U * sum);
    }
    free(theta);
    free(work);
}

static void dexp_inverse_of_every_size(void **state)
{
    (void)state;
    for (size_t n = 2; n <= LARGEST; n++) {
        const fast_matrices real = {n, 1}, complex = {n, 2};
        fast_algebra g;
        fast_algebra_son(&g, &real);
        three_terms(&g);
        fast_algebra_sun(&g, &complex);
        three_terms(&g);
        if (n % 2) continue;
        fast_algebra_sp(&g, &real);
        three_terms(&g);
    }
}

/* Entry ij of J = [[0, I], [-I, 0]] */
static double form(size_t n, size_t i, size_t j)
{
    return i + n / 2 == j ? 1 : j + n / 2 == i ? -1 : 0;
}

/* J^-1 = J^T, so that the entry is sum_ab J_ai W_ba J_bj. */
static void involution_of_every_size(void **state)
{
    (void)state;
    for (size_t n = 2; n <= LARGEST; n += 2) {
        double *w = room(2 * n * n), *out = w + n * n;
        for (size_t i = 0; i < n * n; i++) w[i] = (double)(i * i % 101) - 50;
        fast_sp_involution(out, n, w);
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++) {
                double sum = 0;
                for (size_t a = 0; a < n; a++)
                    for (size_t b = 0; b < n; b++)
                        sum += form(n, a, i) * w[b * n + a] * form(n, b, j);
                assert_true(out[i * n + j] == sum);
            }
        free(w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(dexp_inverse_of_every_size),
                                       cmocka_unit_test(involution_of_every_size)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
