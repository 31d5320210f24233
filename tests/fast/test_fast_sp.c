/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* sp(2m, R) in binary64: its coordinates, and its operations against each other.
 * Calls the BLAS. */
#include "fast/matrix/sp.h"
#include "tests/fast/symplectic_steps.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include "tests/support/cmocka.h"

enum { MOST_N = 14, D = MOST_N * (MOST_N + 1) / 2, SIZE = MOST_N * MOST_N };

static size_t count_of(size_t n)
{
    return n * (n + 1) / 2;
}

static double pairing(const double *a, const double *b, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < count_of(n); i++) sum += fast_sp_weight(i, n) * a[i] * b[i];
    return sum;
}

/* (J W)_ij, J = [[0, I], [-I, 0]] */
static double turned(const double *w, size_t n, size_t i, size_t j)
{
    return i < n / 2 ? w[(i + n / 2) * n + j] : -w[(i - n / 2) * n + j];
}

/* X^T J + J X = 0: J X is symmetric, J being skew.  W^ = J^-1 W^T J: J W^ = W^T J, (W^T J)_ij = -(J
 * W)_ji. */
static void coordinates(void **state)
{
    (void)state;
    for (size_t n = 2; n <= 6; n += 2) {
        double x[D], back[D], w[SIZE], t[SIZE], hat[SIZE], square = 0;
        symplectic_draw(x, count_of(n), 1, 1);
        fast_sp_read(w, n, x);
        fast_sp_read_transposed(t, n, x);
        fast_sp_involution(hat, n, t);
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++) {
                assert_true(turned(w, n, i, j) == turned(w, n, j, i));
                assert_true(t[i * n + j] == w[j * n + i]);
                assert_true(hat[i * n + j] == -t[i * n + j]);
                square += w[i * n + j] * w[i * n + j];
            }
        assert_le(fabs(pairing(x, x, n) - square), 64 * U * square);
        fast_sp_part(back, n, 0.5, w, false);
        assert_memory_equal(back, x, count_of(n) * sizeof *x);
        fast_sp_part(back, n, 0.5, w, true);
        for (size_t i = 0; i < count_of(n); i++) assert_true(back[i] == 2 * x[i]);
        assert_true(x[0] == w[0] && x[n / 2 * (n / 2)] == w[n / 2]); /* a_11, b_11 */
        assert_true(x[count_of(n) - 1] == w[n * n - n / 2 - 1]);     /* c_mm */
        symplectic_draw(w, n * n, 2, 1);
        fast_sp_involution(hat, n, w);
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++) assert_true(turned(hat, n, i, j) == -turned(w, n, j, i));
    }
}

/* Duality, inverses and the group property; entries are sums of n products of sizes |xi|, 1. */
static void operations(void **state)
{
    (void)state;
    static const size_t sizes[4] = {2, 4, 6, MOST_N};
    for (size_t s = 0; s < 4; s++)
        for (uint32_t seed = 0; seed < 6; seed++) {
            const size_t n = sizes[s], d = count_of(n);
            const double size = ldexp(0.5, -(int)seed) / (double)n, unit = 64 * U * (double)n;
            fast_matrices shape = {n, 1};
            fast_algebra g;
            double xi[D], minus[D], eta[D], x[D], y[D], z[D], t[D], *work;
            fast_algebra_sp(&g, &shape);
            assert_non_null(work = calloc(fast_algebra_work_size(&g), sizeof *work));
            symplectic_draw(xi, d, 10 + seed, size);
            symplectic_draw(eta, d, 20 + seed, 1);
            symplectic_draw(x, d, 30 + seed, 1);
            for (size_t i = 0; i < d; i++) minus[i] = -xi[i];
            g.coadjoint(y, &g, xi, x, work);
            g.bracket(z, &g, xi, eta, work);
            assert_le(fabs(pairing(y, eta, n) - pairing(x, z, n)), unit * (double)d);
            g.cayley_change(y, &g, xi, x, work);
            for (size_t i = 0; i < d; i++) y[i] += x[i];
            g.dcay_inverse(z, &g, minus, eta, work);
            assert_le(fabs(pairing(y, eta, n) - pairing(x, z, n)), unit * (double)d);
            g.cayley_stage(z, &g, xi, y, work);
            assert_le(symplectic_largest(z, x, d), unit);
            fast_algebra_cayley(y, &g, xi, x, work);
            fast_algebra_cayley(z, &g, minus, y, work);
            assert_le(symplectic_largest(z, x, d), unit);
            g.flow(y, &g, xi, NULL, x, work);
            for (size_t i = 0; i < d; i++) minus[i] *= 0.5;
            g.flow(t, &g, minus, NULL, y, work);
            g.flow(z, &g, minus, NULL, t, work);
            assert_le(symplectic_largest(z, x, d), unit);
            /* E(xi) x - x = ad*_xi [dexp_xi]* x, the right side by the series */
            fast_algebra_dexp_dual(t, &g, xi, x, work);
            g.coadjoint(z, &g, xi, t, work);
            for (size_t i = 0; i < d; i++) z[i] += x[i];
            assert_le(symplectic_largest(y, z, d), unit);
            free(work);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coordinates),
        cmocka_unit_test(operations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
