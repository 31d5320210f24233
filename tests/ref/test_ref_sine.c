/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The torus: generator, energy and Casimirs against their definitions with full matrices. */
#include "tests/support/cmocka.h"

#include "tests/ref/thread_caches.h"
#include "tests/ref/matrix_hydrodynamics.h"
#include "tests/ref/rigid_body_steps.h"
#include "ref/system/sine.h"
#include "ref/system/system.h"

#include <math.h>

enum { PREC = 256, BITS = 200 };

/* omega_m = -i Tr(T_m* X)/N, all m in the order (m1 + K) N + m2 + K */
static void vorticity(acb_ptr omega, arb_srcptr x, slong N)
{
    slong K = (N - 1) / 2;
    acb_mat_t X, T;
    acb_t t;
    acb_mat_init(X, N, N);
    acb_mat_init(T, N, N);
    acb_init(t);
    hydro_to_matrix(X, x, N);
    for (slong q = 0; q < N * N; q++) {
        hydro_wave(T, N, q / N - K, q % N - K, PREC);
        acb_zero(omega + q);
        for (slong i = 0; i < N; i++)
            for (slong j = 0; j < N; j++) {
                acb_conj(t, acb_mat_entry(T, i, j));
                acb_addmul(omega + q, t, acb_mat_entry(X, i, j), PREC);
            }
        acb_div_si(omega + q, omega + q, N, PREC);
        acb_div_onei(omega + q, omega + q);
    }
    acb_mat_clear(X);
    acb_mat_clear(T);
    acb_clear(t);
}

/* x = coordinates of i sum omega_m T_m, which is seen to be skew-Hermitian */
static void state_of(arb_ptr x, acb_srcptr omega, slong N)
{
    slong K = (N - 1) / 2;
    acb_mat_t X, T;
    acb_t t;
    acb_mat_init(X, N, N);
    acb_mat_init(T, N, N);
    acb_init(t);
    for (slong q = 0; q < N * N; q++) {
        hydro_wave(T, N, q / N - K, q % N - K, PREC);
        acb_mul_onei(t, omega + q);
        acb_mat_scalar_addmul_acb(X, T, t, PREC);
    }
    for (slong i = 0; i < N; i++)
        for (slong j = 0; j < N; j++) {
            acb_conj(t, acb_mat_entry(X, j, i));
            acb_add(t, t, acb_mat_entry(X, i, j), PREC);
            assert_true(hydro_vanishes(acb_realref(t), BITS));
            assert_true(hydro_vanishes(acb_imagref(t), BITS));
        }
    hydro_from_matrix(x, X, N);
    acb_mat_clear(X);
    acb_mat_clear(T);
    acb_clear(t);
}

static const double some_modes[] = {1, 1, 1, -1, 1, 0, -1, 0, 0, 1, 1, -1, -1, -1, 0, -1};
enum { MODES = 8 };

static void the_generator_is_its_definition(void **unused)
{
    static const double amp = 0.375;
    uint64_t state = 51;
    (void)unused;
    for (slong N = 3; N <= 7; N += 2) {
        slong K = (N - 1) / 2, d = N * N;
        ref_system *sys =
            hydro_system("sine-euler", (double)N, "modes", some_modes, 2 * MODES, "amp", &amp, 1);
        arb_ptr x = _arb_vec_init(3 * d), xi = x + d, expected = x + 2 * d;
        arb_ptr dW = _arb_vec_init(MODES + 2), h = dW + MODES, over = h + 1;
        acb_ptr omega = _acb_vec_init(d);
        assert_int_equal(ref_system_M(sys), MODES);
        hydro_draw(x, N, &state, 1);
        arb_set_d(x, 0.25); /* a trace, which no mode sees */
        arb_set_d(h, rigid_between(&state, -1, 1));
        for (int k = 0; k < MODES; k++) arb_set_d(dW + k, rigid_between(&state, -1, 1));
        ref_generator(xi, sys, x, h, dW, PREC);
        /* i Xi-modes: -(1/2 eps) h omega_m/|m|^2, and -(1/2 eps) a dW at n and -n */
        vorticity(omega, x, N);
        arb_const_pi(over, PREC);
        arb_mul_si(over, over, -4, PREC);
        arb_ui_div(over, (ulong)N, over, PREC); /* -1/(2 eps) */
        for (slong q = 0; q < d; q++) {
            slong m1 = q / N - K, m2 = q % N - K;
            acb_mul_arb(omega + q, omega + q, h, PREC);
            acb_div_si(omega + q, omega + q, m1 || m2 ? m1 * m1 + m2 * m2 : 1, PREC);
            if (!m1 && !m2) acb_zero(omega + q);
            for (int k = 0; k < MODES; k++)
                for (int side = -1; side <= 1; side += 2)
                    if ((slong)(side * some_modes[2 * k]) == m1 &&
                        (slong)(side * some_modes[2 * k + 1]) == m2) {
                        arb_t t;
                        arb_init(t);
                        arb_set_d(t, amp);
                        arb_mul(t, t, dW + k, PREC);
                        acb_add_arb(omega + q, omega + q, t, PREC);
                        arb_clear(t);
                    }
            acb_mul_arb(omega + q, omega + q, over, PREC);
        }
        state_of(expected, omega, N);
        for (slong i = 0; i < d; i++) assert_true(hydro_same(xi + i, expected + i, BITS));
        _acb_vec_clear(omega, d);
        _arb_vec_clear(dW, MODES + 2);
        _arb_vec_clear(x, 3 * d);
        ref_system_free(sys);
    }
}

/* d omega_m/dt = (1/eps) sum_n sin(eps m^n) omega_{m+n} omega_{-n}/|n|^2, indices modulo N: what
 * (55) says */
static void the_field_is_the_sine_truncation(void **unused)
{
    uint64_t state = 52;
    (void)unused;
    for (slong N = 3; N <= 5; N += 2) {
        slong K = (N - 1) / 2, d = N * N;
        ref_system *sys = hydro_system("sine-euler", (double)N, NULL, NULL, 0, NULL, NULL, 0);
        arb_ptr x = _arb_vec_init(2 * d + 2), field = x + d, h = x + 2 * d, s = h + 1;
        acb_ptr omega = _acb_vec_init(2 * d), rate = omega + d;
        acb_t sum, t;
        acb_init(sum);
        acb_init(t);
        hydro_draw(x, N, &state, 1);
        arb_one(h);
        ref_field(field, sys, x, h, NULL, PREC);
        vorticity(omega, x, N);
        vorticity(rate, field, N);
        for (slong q = 0; q < d; q++) {
            slong m1 = q / N - K, m2 = q % N - K;
            acb_zero(sum);
            for (slong r = 0; r < d; r++) {
                slong n1 = r / N - K, n2 = r % N - K;
                if (!n1 && !n2) continue;
                hydro_sine(s, m1 * n2 - m2 * n1, N, PREC);
                acb_mul(t, omega + (hydro_wrap(m1 + n1, N) + K) * N + hydro_wrap(m2 + n2, N) + K,
                        omega + (K - n1) * N + K - n2, PREC);
                acb_mul_arb(t, t, s, PREC);
                acb_div_si(t, t, n1 * n1 + n2 * n2, PREC);
                acb_add(sum, sum, t, PREC);
            }
            arb_const_pi(s, PREC);
            arb_mul_si(s, s, 2, PREC);
            acb_div_arb(sum, sum, s, PREC);
            acb_mul_si(sum, sum, N, PREC);
            acb_sub(sum, sum, rate + q, PREC);
            assert_true(hydro_vanishes(acb_realref(sum), BITS));
            assert_true(hydro_vanishes(acb_imagref(sum), BITS));
        }
        acb_clear(sum);
        acb_clear(t);
        _acb_vec_clear(omega, 2 * d);
        _arb_vec_clear(x, 2 * d + 2);
        ref_system_free(sys);
    }
}

/* Energy sum |omega|^2/(2|m|^2), and its derivative along the flow is 0 without noise; the
 * Lipschitz constant is |h|/(2 eps), attained on |m| = 1; the tangent is the linear part. */
static void energy_constant_and_tangent(void **unused)
{
    static const double amp = 0.5;
    uint64_t state = 53;
    (void)unused;
    for (slong N = 3; N <= 7; N += 2) {
        slong K = (N - 1) / 2, d = N * N;
        ref_system *sys =
            hydro_system("sine-euler", (double)N, "modes", some_modes, 2 * MODES, "amp", &amp, 1);
        arb_ptr x = _arb_vec_init(4 * d), y = x + d, xi = x + 2 * d, other = x + 3 * d;
        arb_ptr dW = _arb_vec_init(MODES + 4), h = dW + MODES, e = h + 1, t = e + 1, p = t + 1;
        arb_ptr pack = _arb_vec_init(sys->pack_size);
        acb_ptr omega = _acb_vec_init(d);
        mag_t lip, R;
        double size, condition, bound = 0;
        mag_init(lip);
        mag_init(R);
        hydro_draw(x, N, &state, 1);
        hydro_draw(y, N, &state, 1);
        ref_energy(e, sys, x, PREC);
        vorticity(omega, x, N);
        for (slong q = 0; q < d; q++) {
            slong m1 = q / N - K, m2 = q % N - K;
            if (!m1 && !m2) continue;
            arb_sqr(t, acb_realref(omega + q), PREC);
            arb_addmul(t, acb_imagref(omega + q), acb_imagref(omega + q), PREC);
            arb_div_si(t, t, 2 * (m1 * m1 + m2 * m2), PREC);
            arb_sub(e, e, t, PREC);
        }
        assert_true(hydro_vanishes(e, BITS));
        /* (E(x+y) - E(x-y))/2 = -(2 eps/N) <Xi_1(x), y>, hence conserved: Xi is along the gradient
         */
        arb_one(h);
        ref_generator(xi, sys, x, h, dW, PREC);
        sys->algebra.pairing(p, &sys->algebra, xi, y, PREC);
        _arb_vec_add(other, x, y, d, PREC);
        ref_energy(e, sys, other, PREC);
        _arb_vec_sub(other, x, y, d, PREC);
        ref_energy(t, sys, other, PREC);
        arb_sub(e, e, t, PREC);
        arb_const_pi(t, PREC);
        arb_mul(p, p, t, PREC);
        arb_mul_si(p, p, 8, PREC);
        arb_div_si(p, p, N * N, PREC);
        arb_add(e, e, p, PREC);
        assert_true(hydro_vanishes(e, BITS));
        /* frozen with noise, the difference of two generators is the tangent */
        arb_set_d(h, -0.75);
        for (int k = 0; k < MODES; k++) arb_set_d(dW + k, rigid_between(&state, -1, 1));
        sys->table->freeze(pack, sys, h, dW, PREC);
        sys->table->generator(xi, sys, pack, x, PREC);
        sys->table->generator(other, sys, pack, y, PREC);
        _arb_vec_sub(xi, xi, other, d, PREC);
        _arb_vec_sub(y, x, y, d, PREC);
        sys->table->generator_tangent(other, sys, pack, x, y, PREC);
        for (slong i = 0; i < d; i++) assert_true(hydro_same(xi + i, other + i, BITS));
        sys->table->generator_lipschitz(lip, sys, pack, x, R);
        bound = 0.75 * (double)N / (4 * acos(-1));
        assert_lt(fabs(mag_get_d(lip) / bound - 1), 1e-6);
        /* terms: |h||X| N/4pi and sum |dW| a (2N)^(1/2) N/4pi, at most a twentieth more */
        ref_generator_terms(&size, &condition, sys, x, h, dW);
        sys->algebra.norm(R, &sys->algebra, x);
        bound *= mag_get_d(R);
        for (int k = 0; k < MODES; k++)
            bound += fabs(arf_get_d(arb_midref(dW + k), ARF_RND_NEAR)) * amp *
                     sqrt(2.0 * (double)N) * (double)N / (4 * acos(-1));
        assert_ge(size, bound);
        assert_le(size, 1.06 * bound);
        assert_true(condition == 1);
        mag_clear(lip);
        mag_clear(R);
        _acb_vec_clear(omega, d);
        _arb_vec_clear(pack, sys->pack_size);
        _arb_vec_clear(dW, MODES + 4);
        _arb_vec_clear(x, 4 * d);
        ref_system_free(sys);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_generator_is_its_definition),
        cmocka_unit_test(the_field_is_the_sine_truncation),
        cmocka_unit_test(energy_constant_and_tangent),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
