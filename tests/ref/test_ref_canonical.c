/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Canonical systems: the midpoint rule is Cayley's rotation on Kubo's oscillator, a symplectic map
 * on the pendulum; gradients, energies and the Lipschitz bound by their definitions. */
#include "oracle/contract/case/case.h"
#include "tests/support/cmocka.h"

#include "tests/ref/thread_caches.h"
#include "tests/ref/rigid_body_steps.h"
#include "ref/certificate/certificate.h"

#include <math.h>

enum { PREC = 192 };

static ref_system *build(bool kubo, double beta, const double *gamma)
{
    slp_case c;
    slp_error err;
    ref_system *sys;
    double model = kubo ? 0 : 1;
    slp_case_init(&c);
    c.system = slp_system_find("canonical");
    assert_int_equal(slp_case_set_param(&c, "model", &model, 1, &err), SLP_OK);
    assert_int_equal(slp_case_set_param(&c, "beta", &beta, 1, &err), SLP_OK);
    if (gamma) assert_int_equal(slp_case_set_param(&c, "gamma", gamma, 1, &err), SLP_OK);
    assert_int_equal(ref_system_new(&sys, &c, &err), SLP_OK);
    assert_int_equal(ref_system_d(sys), 2);
    assert_int_equal(ref_system_M(sys), gamma ? 2 : 1);
    slp_case_clear(&c);
    return sys;
}

static void set(arb_ptr v, double a, double b)
{
    arb_set_d(v, a);
    arb_set_d(v + 1, b);
}

/* x' = (I - aJ/2)^-1 (I + aJ/2) x, a = h + beta dW: with s = a/2, ((1 - s^2) q + 2s p, (1 - s^2) p
 * - 2s q)/(1 + s^2) */
static void midpoint_of_kubo_is_cayley(void **unused)
{
    static const char *const rules[] = {"midpoint", "implicit-midpoint", "tmk",
                                        "rkmk-midpoint-exp"};
    uint64_t state = 81;
    arb_ptr x = _arb_vec_init(6), next = x + 2, dW = x + 4, s = x + 5, t = _arb_vec_init(4);
    arb_t h;
    (void)unused;
    arb_init(h);
    for (int n = 0; n < rigid_repeats(20); n++) {
        double beta = rigid_between(&state, -1, 1);
        ref_system *sys = build(true, beta, NULL);
        set(x, rigid_between(&state, -2, 2), rigid_between(&state, -2, 2));
        arb_set_d(h, rigid_between(&state, -0.3, 0.3));
        arb_set_d(dW, rigid_between(&state, -0.3, 0.3));
        arb_set_d(s, beta);
        arb_mul(s, s, dW, 400);
        arb_add(s, s, h, 400);
        arb_mul_2exp_si(s, s, -1);
        arb_sqr(t, s, 400); /* s^2 */
        arb_sub_ui(t + 1, t, 1, 400);
        arb_neg(t + 1, t + 1);
        arb_add_ui(t, t, 1, 400);
        arb_mul_2exp_si(s, s, 1);
        for (int i = 0; i < 2; i++) {
            arb_mul(t + 2 + i, t + 1, x + i, 400);
            (i ? arb_submul : arb_addmul)(t + 2 + i, s, x + 1 - i, 400);
            arb_div(t + 2 + i, t + 2 + i, t, 400);
        }
        for (int r = 0; r < 4; r++) {
            const ref_scheme *scheme = ref_scheme_find(rules[r]);
            assert_non_null(scheme);
            assert_int_equal(ref_step(next, NULL, scheme, sys, x, h, dW, PREC), SLP_OK);
            for (int i = 0; i < 2; i++) {
                assert_true(arb_contains(next + i, t + 2 + i));
                assert_true(mag_cmp_2exp_si(arb_radref(next + i), 16 - PREC) < 0);
            }
        }
        ref_system_free(sys);
    }
    arb_clear(h);
    _arb_vec_clear(x, 6);
    _arb_vec_clear(t, 4);
}

/* det DPsi = 1 for the midpoint rule and not for the trapezoidal one */
static void symplectic(void **unused)
{
    uint64_t state = 82;
    arb_ptr x = _arb_vec_init(4), dW = x + 2;
    arb_mat_t residual;
    arb_t h;
    (void)unused;
    arb_init(h);
    arb_mat_init(residual, 2, 2);
    for (int n = 0; n < rigid_repeats(10); n++) {
        double gamma = rigid_between(&state, -1, 1);
        ref_system *sys = build(false, rigid_between(&state, -1, 1), &gamma);
        set(x, rigid_between(&state, 0.5, 1), rigid_between(&state, 0.5, 1));
        set(dW, rigid_between(&state, -0.3, 0.3), rigid_between(&state, -0.3, 0.3));
        arb_set_d(h, rigid_between(&state, 0.1, 0.3));
        for (int k = 0; k < 2; k++) {
            const ref_scheme *scheme = ref_scheme_find(k ? "trapezoidal" : "midpoint");
            assert_int_equal(ref_poisson_residual(residual, scheme, sys, x, h, dW, PREC), SLP_OK);
            assert_int_equal(arb_contains_zero(arb_mat_entry(residual, 0, 1)), k == 0);
            if (k == 0)
                assert_true(mag_cmp_2exp_si(arb_radref(arb_mat_entry(residual, 0, 1)), 20 - PREC) <
                            0);
        }
        ref_system_free(sys);
    }
    arb_clear(h);
    arb_mat_clear(residual);
    _arb_vec_clear(x, 4);
}

/* Xi = h grad H0 with H0 the energy, by difference quotients; noises by their formulas; the
 * Lipschitz bound dominates difference quotients of Xi and is not far from them. */
static void gradients(void **unused)
{
    uint64_t state = 83;
    arb_ptr x = _arb_vec_init(10), xi = x + 2, dW = x + 4, y = x + 6, other = x + 8;
    arb_t h, e;
    (void)unused;
    arb_init(h);
    arb_init(e);
    for (int n = 0; n < rigid_repeats(20); n++) {
        bool kubo = n % 2;
        double beta = rigid_between(&state, -1, 1), gamma = rigid_between(&state, -1, 1);
        double q = rigid_between(&state, -3, 3), p = rigid_between(&state, -3, 3), a, b;
        ref_system *sys = build(kubo, beta, kubo ? NULL : &gamma);
        set(x, q, p);
        set(dW, 0, 0);
        arb_one(h);
        ref_generator(xi, sys, x, h, dW, 400);
        for (int i = 0; i < 2; i++) {
            _arb_vec_set(y, x, 2);
            arb_one(e);
            arb_mul_2exp_si(e, e, -100);
            arb_add(y + i, x + i, e, 400);
            ref_energy(other, sys, y, 400);
            arb_sub(y + i, x + i, e, 400);
            ref_energy(other + 1, sys, y, 400);
            arb_sub(other, other, other + 1, 400);
            arb_mul_2exp_si(other, other, 99);
            arb_add_error_2exp_si(other, -190);
            assert_true(arb_overlaps(other, xi + i));
        }
        for (int side = 0; side < 2; side++) { /* <Xi, x> is the derivative along x */
            arb_one(e);
            arb_mul_2exp_si(e, e, -100);
            (side ? arb_sub_ui : arb_add_ui)(e, e, 1, 400);
            _arb_vec_scalar_mul(y, x, 2, e, 400); /* x(1 + e), then -x(1 - e) */
            if (side) _arb_vec_neg(y, y, 2);
            ref_energy(other + side, sys, y, 400);
        }
        arb_sub(other, other, other + 1, 400);
        arb_mul_2exp_si(other, other, 99);
        arb_add_error_2exp_si(other, -180);
        sys->algebra.pairing(other + 1, &sys->algebra, xi, x, 400);
        assert_true(arb_overlaps(other, other + 1));
        arb_zero(h);
        set(dW, 1, 0);
        ref_generator(xi, sys, x, h, dW, PREC);
        a = arf_get_d(arb_midref(xi), ARF_RND_NEAR);
        b = arf_get_d(arb_midref(xi + 1), ARF_RND_NEAR);
        assert_lt(fabs(a - beta * (kubo ? q : cos(q))), 1e-14);
        assert_lt(fabs(b - (kubo ? beta * p : 0)), 1e-14);
        set(dW, 0, 1);
        ref_generator(xi, sys, x, h, dW, PREC);
        assert_true(arb_is_zero(xi));
        assert_lt(fabs(arf_get_d(arb_midref(xi + 1), ARF_RND_NEAR) - (kubo ? 0 : gamma)), 1e-15);
        ref_system_free(sys);
    }
    arb_clear(h);
    arb_clear(e);
    _arb_vec_clear(x, 10);
}

static void lipschitz_dominates(void **unused)
{
    uint64_t state = 84;
    arb_ptr x = _arb_vec_init(8), dW = x + 2, unit = x + 4, column = x + 6;
    arb_t h;
    mag_t L, R, rho;
    (void)unused;
    arb_init(h);
    mag_init(L);
    mag_init(R);
    mag_init(rho);
    for (int n = 0; n < rigid_repeats(40); n++) {
        double beta = rigid_between(&state, -1, 1), most = 0;
        double q = rigid_between(&state, -3, 3), reach = n % 3 == 0 ? 8 : 0.2;
        ref_system *sys = build(n % 2, beta, NULL);
        ref_frame f;
        set(x, q, 1);
        set(dW, rigid_between(&state, -1, 1), 0);
        arb_set_d(h, rigid_between(&state, -0.2, 0.2));
        assert_true(ref_frame_init(&f, NULL, sys, x, h, dW, PREC));
        mag_set_d(R, reach);
        ref_frame_generator_bound(rho, L, &f, R);
        for (int k = 0; k < 60; k++) {
            arb_ptr z = ref_solver_scratch(&f, 0);
            set(z, q + reach * rigid_between(&state, -1, 1), 1);
            for (int j = 0; j < 2; j++) {
                set(unit, j == 0, j == 1);
                ref_frame_generator_tangent(column, &f, z, unit);
                for (int i = 0; i < 2; i++)
                    most = fmax(most, fabs(arf_get_d(arb_midref(column + i), ARF_RND_NEAR)));
            }
        }
        assert_le(most, mag_get_d(L));
        assert_ge(most, 0.5 * mag_get_d(L));
        ref_frame_clear(&f);
        ref_system_free(sys);
    }
    arb_clear(h);
    mag_clear(L);
    mag_clear(R);
    mag_clear(rho);
    _arb_vec_clear(x, 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(midpoint_of_kubo_is_cayley),
        cmocka_unit_test(symplectic),
        cmocka_unit_test(gradients),
        cmocka_unit_test(lipschitz_dominates),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
