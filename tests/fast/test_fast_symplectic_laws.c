/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Every scheme on sp(4, R) in binary64 with a generic form and two noises: order, symmetry,
 * Casimirs, kept and broken.
 * Calls the BLAS. */
#include "fast/matrix/sp.h"
#include "tests/fast/symplectic_steps.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include "tests/support/cmocka.h"

/* n = 4 with a definite form, and two noises. */
static void open_generic(symplectic_trial *t)
{
    double Q[55], b[20], x[10], *at = Q;
    symplectic_draw(Q, 55, 40, 0.05);
    for (size_t i = 0; i < 10; at += 10 - i++) *at = 1 + 0.1 * (double)i;
    symplectic_draw(b, 20, 41, 0.2);
    symplectic_draw(x, 10, 42, 0.8);
    symplectic_open(t, "symplectic", 4, "quadratic", Q, 55, b, 2, x, 10);
}

static void field(double f[10], const symplectic_trial *t, const double *frozen, const double *x)
{
    double xi[10], *work = calloc(t->sys->algebra->work_size, sizeof *work);
    assert_non_null(work);
    t->sys->table->generator(xi, NULL, t->sys, frozen, x, work);
    t->sys->algebra->coadjoint(f, t->sys->algebra, xi, x, work);
    free(work);
}

/* x' = ad*_{Xi(x)} x over unit time by 200 steps of the classical Runge-Kutta rule: error below
 * 1e-13. */
static void exact(double y[10], const symplectic_trial *t, double scale)
{
    static const double at[4] = {0, 0.5, 0.5, 1}, weight[4] = {1, 2, 2, 1};
    double frozen[256], dw[2] = {scale * t->c.dw[0], scale * t->c.dw[1]}, e = 1.0 / 200;
    assert_le(t->sys->table->frozen_size(t->sys), 256);
    t->sys->table->freeze(frozen, t->sys, scale * t->c.h, dw);
    memcpy(y, t->c.x, 10 * sizeof *y);
    for (int k = 0; k < 200; k++) {
        double f[10] = {0}, z[10], sum[10] = {0};
        for (size_t j = 0; j < 4; j++) {
            for (size_t i = 0; i < 10; i++) z[i] = y[i] + at[j] * e * f[i];
            field(f, t, frozen, z);
            for (size_t i = 0; i < 10; i++) sum[i] += weight[j] * f[i];
        }
        for (size_t i = 0; i < 10; i++) y[i] += e / 6 * sum[i];
    }
}

/* Local errors of order p + 1, as in tests/fast/test_fast_pairs.c; and back again where the rule is
 * symmetric. */
static void order_and_symmetry(const symplectic_trial *t, const slp_scheme *scheme)
{
    double y[10], z[10], error[2], scale = scheme->order >= 4 ? 0.5 : 0.125;
    for (int k = 0; k < 2; k++, scale /= 2) {
        exact(z, t, scale);
        assert_int_equal(symplectic_step(y, scheme, t, t->c.x, scale), SLP_OK);
        error[k] = symplectic_largest(y, z, 10);
    }
    assert_gt(error[1], 1e3 * U);
    assert_le(fabs(log2(error[0] / error[1]) - (scheme->order + 1)), 0.5);
    assert_int_equal(symplectic_step(y, scheme, t, t->c.x, 0.5), SLP_OK);
    assert_int_equal(symplectic_step(z, scheme, t, y, -0.5), SLP_OK);
    const double gap = symplectic_largest(z, t->c.x, 10);
    if (slp_pair_keeps(t->c.system, scheme) & SLP_LAW_SYMMETRY) assert_le(gap, 64 * U);
    if (slp_pair_breaks(t->c.system, scheme) & SLP_LAW_SYMMETRY) assert_ge(gap, 1e4 * U);
}

/* Tr X^2 and Tr X^4 over 8 steps; |X|_F < 4. */
static void casimirs(const symplectic_trial *t, const slp_scheme *scheme)
{
    double x[10], y[10], before[2], after[2];
    assert_int_equal(fast_casimir_count(t->sys), 2);
    memcpy(x, t->c.x, sizeof x);
    fast_casimirs(before, t->sys, x);
    for (int k = 0; k < 8; k++) {
        assert_int_equal(symplectic_step(y, scheme, t, x, 0.25), SLP_OK);
        memcpy(x, y, sizeof x);
    }
    fast_casimirs(after, t->sys, x);
    const unsigned keeps = slp_pair_keeps(t->c.system, scheme),
                   breaks = slp_pair_breaks(t->c.system, scheme);
    for (size_t k = 0; k < 2; k++) {
        const double moved = fabs(after[k] - before[k]);
        if (keeps & (k == 0 ? SLP_LAW_QUADRATIC : SLP_LAW_CASIMIRS))
            assert_le(moved, 8 * 64 * U * (k == 0 ? 16 : 256));
        if (breaks & (k == 0 ? SLP_LAW_QUADRATIC : SLP_LAW_CASIMIRS)) assert_ge(moved, 1e6 * U);
    }
}

static void each_scheme(void (*check)(const symplectic_trial *t, const slp_scheme *scheme),
                        const symplectic_trial *t)
{
    for (size_t i = 0; slp_scheme_at(i); i++)
        if (slp_pair_makes_sense(t->c.system, slp_scheme_at(i), NULL)) check(t, slp_scheme_at(i));
}

static void each_pair(void **state)
{
    (void)state;
    symplectic_trial t;
    open_generic(&t);
    /* Tr X^2 = 2 Tr a^2 + 2 <b, c>, entry by entry */
    double values[2], w[16], sum = 0;
    fast_casimirs(values, t.sys, t.c.x);
    fast_sp_read(w, 4, t.c.x);
    for (size_t i = 0; i < 4; i++)
        for (size_t j = 0; j < 4; j++) sum += w[i * 4 + j] * w[j * 4 + i];
    assert_le(fabs(values[0] - sum), 64 * U);
    each_scheme(order_and_symmetry, &t);
    each_scheme(casimirs, &t);
    symplectic_close(&t);
}

/* a = diag(1, 2, 3): Tr X^2j = 2 (1 + 2^2j + 3^2j). */
static void traces(void **state)
{
    (void)state;
    static const double Q[231] = {0}, x[21] = {1, 0, 0, 0, 2, 0, 0, 0, 3};
    double values[3];
    symplectic_trial t;
    symplectic_open(&t, "symplectic", 6, "quadratic", Q, 231, NULL, 0, x, 21);
    assert_int_equal(fast_casimir_count(t.sys), 3);
    fast_casimirs(values, t.sys, x);
    assert_true(values[0] == 28 && values[1] == 196 && values[2] == 1588);
    symplectic_close(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_pair),
        cmocka_unit_test(traces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
