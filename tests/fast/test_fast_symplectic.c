/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Steps on sp(2m, R) in binary64: a constant generator in closed form, the body of so(m) inside,
 * generators that cancel, and what is refused.
 * Calls the BLAS. */
#include "tests/fast/symplectic_steps.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include "tests/support/cmocka.h"

/* Xi constant, n = 2: P = xi^T, P^2 = delta I, and x' = K x K^-1 with K = c I + s P of
 * determinant 1: c = cosh, s = sinh/root of the root of delta, or those of Cayley's transform,
 * (1 + delta/4)/(1 - delta/4) and 1/(1 - delta/4); of Gauss's rule of two stages (g^2 +
 * delta/4)/(g^2 - delta/4) and g/(g^2 - delta/4), g = 1 + delta/12.  The direct rules are x' = x
 * + [P, (x + x')/2].  rkmk with the Cayley map moves by another angle beyond one stage at 0. */
static void constant_generators(void **state)
{
    (void)state;
    static const double zero[6] = {0},
                        xi[4][3] = {{0.125, 0.75, -0.5}, /* turns */
                                    {0.5, 0.25, 0.5},
                                    {0, 0.75, 0},
                                    {0.75, -0.5, -0.25}},
                        x[3] = {0.7, -0.4, 0.9};
    for (size_t k = 0; k < 4; k++) {
        const double noise[3] = {2 * xi[k][0], xi[k][1], xi[k][2]}, a = xi[k][0];
        const double delta = a * a + xi[k][1] * xi[k][2], root = sqrt(fabs(delta));
        const double P[4] = {a, xi[k][2], xi[k][1], -a}, X[4] = {x[0], x[1], x[2], -x[0]};
        symplectic_trial t;
        symplectic_open(&t, "symplectic", 2, "quadratic", zero, 6, noise, 1, x, 3);
        size_t seen = 0;
        for (size_t i = 0; slp_scheme_at(i); i++) {
            const slp_scheme *scheme = slp_scheme_at(i);
            const char *name = scheme->name;
            double y[3], c = delta < 0 ? cos(root) : cosh(root),
                         s = delta < 0  ? sin(root) / root
                             : root > 0 ? sinh(root) / root
                                        : 1;
            const bool euler = !strcmp(name, "euler"), heun = !strcmp(name, "heun");
            const bool direct =
                euler || heun || !strcmp(name, "implicit-midpoint") || !strcmp(name, "trapezoidal");
            if (!slp_pair_makes_sense(t.c.system, scheme, NULL)) continue;
            if (strstr(name, "-cay") && strcmp(name, "rkmk-euler-cay")) continue;
            seen++;
            assert_int_equal(symplectic_step(y, scheme, &t, x, 1), SLP_OK);
            if (strcmp(name, "tmk") && !strstr(name, "-exp"))
                c = (1 + delta / 4) / (1 - delta / 4), s = 1 / (1 - delta / 4);
            if (!strcmp(name, "isospectral-gauss4")) {
                const double g = 1 + delta / 12, below = g * g - delta / 4;
                c = (g * g + delta / 4) / below, s = g / below;
            }
            const double Y[4] = {y[0], y[1], y[2], -y[0]};
            double M[4]; /* the middle of X and Y; of heun, X + (P X - X P)/2 */
            for (size_t e = 0; e < 4; e++) {
                const size_t r = e / 2 * 2, q = e % 2;
                M[e] = heun || euler ? X[e] : (X[e] + Y[e]) / 2;
                for (size_t j = 0; heun && j < 2; j++)
                    M[e] += (P[r + j] * X[2 * j + q] - X[r + j] * P[2 * j + q]) / 2;
            }
            for (size_t e = 0; e < 4; e++) {
                /* Y K = K X, or Y = X + P M - M P */
                const size_t r = e / 2 * 2, q = e % 2;
                double gap = direct ? Y[e] - X[e] : c * (Y[e] - X[e]);
                for (size_t j = 0; j < 2; j++) {
                    const double left = P[r + j], right = P[2 * j + q];
                    if (direct)
                        gap -= left * M[2 * j + q] - M[r + j] * right;
                    else
                        gap += s * (Y[r + j] * right - left * X[2 * j + q]);
                }
                assert_le(fabs(gap), 64 * U);
            }
        }
        assert_int_equal(seen, 14);
        symplectic_close(&t);
    }
}

/* a skew, b = c = 0: X = [[a, 0], [0, a]] moves as a body of so(3) does, if (grad H0)_ij =
 * (Qx)_ij/2 = a_ij/I_ij.  Both answers may be off by as much as tests/fast/test_fast_golden.c
 * allows on matrices of this size. */
static void body_inside(void **state)
{
    (void)state;
    static const size_t place[3] = {1, 2, 5}, mirror[3] = {3, 6, 7};
    static const double moments[3] = {1, 2, 0.5}, body[3] = {0.6, -0.5, 0.7};
    double Q[231] = {0}, x[21] = {0};
    for (size_t k = 0; k < 3; k++) {
        const size_t both[2] = {place[k], mirror[k]};
        for (size_t e = 0; e < 2; e++)
            Q[both[e] * 21 - both[e] * (both[e] - 1) / 2] = 2 / moments[k];
        x[place[k]] = body[k];
        x[mirror[k]] = -body[k];
    }
    symplectic_trial small, large;
    symplectic_open(&small, "rigid-body-n", 3, "inertia", moments, 3, NULL, 0, body, 3);
    symplectic_open(&large, "symplectic", 6, "quadratic", Q, 231, NULL, 0, x, 21);
    assert_le(fabs(fast_energy(large.sys, x) - 4 * fast_energy(small.sys, body)), 16 * U);
    for (size_t i = 0; slp_scheme_at(i); i++) {
        double y[3], z[21];
        if (!slp_pair_makes_sense(large.c.system, slp_scheme_at(i), NULL)) continue;
        assert_int_equal(symplectic_step(y, slp_scheme_at(i), &small, body, 2), SLP_OK);
        assert_int_equal(symplectic_step(z, slp_scheme_at(i), &large, x, 2), SLP_OK);
        assert_gt(symplectic_largest(y, body, 3), 0.01);
        for (size_t k = 0; k < 3; k++) {
            assert_le(fabs(z[place[k]] - y[k]), 60 * U);
            assert_le(fabs(z[mirror[k]] + y[k]), 60 * U);
            z[place[k]] = z[mirror[k]] = 0;
        }
        assert_le(symplectic_largest(z, NULL, 21), 60 * U);
    }
    symplectic_close(&small);
    symplectic_close(&large);
}

/* Whole numbers are exact; sums that cancel keep what is left, and xi_low what was rounded. */
static void generators(void **state)
{
    (void)state;
    double Q[6] = {0x1p60, 1, -0x1p60, 0, 4, 0}, b[6] = {0.3, 2, -8, 0, 0, 1};
    const double x[3] = {1, 0.125, 1}, dW[2] = {0.1, 0}, drop = 0.3 * 0.1;
    double frozen[32], xi[3], low[3];
    symplectic_trial t;
    b[3] = -drop;
    symplectic_open(&t, "symplectic", 2, "quadratic", Q, 6, b, 2, x, 3);
    assert_le(t.sys->table->frozen_size(t.sys), 32);
    t.sys->table->freeze(frozen, t.sys, 3, (const double[2]){0, 2});
    t.sys->table->generator(xi, NULL, t.sys, frozen, x, NULL);
    assert_le(fabs(xi[0] - (0.375 - 2 * drop) / 2), 2 * U);
    assert_true(xi[1] == 3 * (1 + 4.0) && xi[2] == 3 * (0.5 - 0x1p60) + 2);
    t.sys->table->freeze(frozen, t.sys, 0, (const double[2]){0.1, 1});
    t.sys->table->generator(xi, low, t.sys, frozen, x, NULL);
    assert_true(xi[0] == fma(0.3, 0.1, -drop) / 2 && low[0] == 0 && xi[0] != 0);
    t.sys->table->freeze(frozen, t.sys, 0, dW);
    t.sys->table->generator(xi, low, t.sys, frozen, x, NULL);
    assert_true(xi[0] == drop / 2 && low[0] == fma(0.3, 0.1, -drop) / 2);
    const double axis[3] = {1, 0.125, 0};
    assert_true(fast_energy(t.sys, axis) == 0x1p59); /* 0x1p59 + 1/8 */
    const double plane[3] = {0, 1, 1};
    assert_true(fast_energy(t.sys, plane) == 4);
    symplectic_close(&t);
}

/* Cayley's transform has a pole where xi has the eigenvalue 2; states may overflow; parameters of
 * other lengths. */
static void refusals(void **state)
{
    (void)state;
    static const double zero[6] = {0}, pole[3] = {4, 0, 0}, x[3] = {1, 1, 1},
                        huge[3] = {1e300, 1e300, 1e300}, Q[6] = {1e10, 0, 0, 1e10, 0, 1e10};
    double y[3];
    slp_error err;
    symplectic_trial t;
    symplectic_open(&t, "symplectic", 2, "quadratic", zero, 6, pole, 1, x, 3);
    assert_int_equal(symplectic_step(y, slp_scheme_find("rkmk-euler-cay"), &t, x, 1), SLP_DOMAIN);
    assert_int_equal(symplectic_step(y, slp_scheme_find("isospectral-midpoint"), &t, x, 1),
                     SLP_DOMAIN);
    assert_int_equal(symplectic_step(y, slp_scheme_find("tmk"), &t, x, 1), SLP_OK);
    assert_int_equal(symplectic_step(y, slp_scheme_find("variational-cayley"), &t, x, 1),
                     SLP_UNSUPPORTED);
    symplectic_close(&t);
    symplectic_open(&t, "symplectic", 2, "quadratic", Q, 6, NULL, 0, x, 3);
    assert_int_equal(symplectic_step(y, slp_scheme_find("tmk"), &t, huge, 1), SLP_DOMAIN);
    slp_case_set_param(&t.c, "quadratic", Q, 5, &err);
    fast_system *none;
    assert_int_equal(fast_system_new(&none, &t.c, &err), SLP_INPUT);
    assert_null(none);
    slp_case_set_param(&t.c, "quadratic", Q, 6, &err);
    slp_case_set_param(&t.c, "noise", zero, 4, &err);
    assert_int_equal(fast_system_new(&none, &t.c, &err), SLP_INPUT);
    slp_case_set_param(&t.c, "noise", zero, 6, &err);
    assert_int_equal(fast_system_new(&none, &t.c, &err), SLP_OK);
    assert_int_equal(fast_system_M(none), 2);
    fast_system_free(none);
    symplectic_close(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(constant_generators),
        cmocka_unit_test(body_inside),
        cmocka_unit_test(generators),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
