/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The rkmk schemes and isospectral-gauss4: their order as local error against the flow of the
 * frozen field, tangents against difference quotients, balls against the points in them, and the
 * shortest rules by hand. */
#include "tests/support/cmocka.h"

#include "tests/ref/thread_caches.h"
#include "tests/ref/rkmk_steps.h"

#include <math.h>

/* y <- flow over unit time of dy/ds = ad*_{Xi(y)} y by the classical rule on the plain equation in
 * `steps` steps; its error, (size/steps)^4 size, is 2^-30 of a fourth-order step's for steps = 2^8
 */
static void flow(arb_ptr y, const rkmk_trial *t, slong steps)
{
    static const int weight[4] = {1, 2, 2, 1}, last[4] = {2, 2, 1, 1};
    arb_ptr k = _arb_vec_init(3 * RKMK_MOST_D), at = k + RKMK_MOST_D, sum = at + RKMK_MOST_D;
    for (slong n = 0; n < steps; n++) {
        _arb_vec_set(at, y, t->d);
        _arb_vec_zero(sum, t->d);
        for (int s = 0; s < 4; s++) {
            ref_field(k, t->sys, at, t->h, t->dW, 200);
            for (slong i = 0; i < t->d; i++) {
                arb_div_si(k + i, k + i, steps, 200);
                arb_addmul_si(sum + i, k + i, weight[s], 200);
                arb_div_si(k + i, k + i, last[s], 200);
                arb_add(at + i, y + i, k + i, 200);
                mag_zero(arb_radref(at + i));
            }
        }
        for (slong i = 0; i < t->d; i++) {
            arb_div_si(sum + i, sum + i, 6, 200);
            arb_add(y + i, y + i, sum + i, 200);
            mag_zero(arb_radref(y + i));
        }
    }
    _arb_vec_clear(k, 3 * RKMK_MOST_D);
}

/* |step - flow| from the trial's inputs times eps */
static double local_error(rkmk_trial *t, const char *scheme, slong e)
{
    arb_ptr y = _arb_vec_init(2 * RKMK_MOST_D), next = y + RKMK_MOST_D;
    double error;
    mag_t m;
    mag_init(m);
    arb_mul_2exp_si(t->h, t->h, e);
    for (slong k = 0; k < t->M; k++) arb_mul_2exp_si(t->dW + k, t->dW + k, e);
    _arb_vec_set(y, t->x, t->d);
    flow(y, t, 256);
    assert_int_equal(rkmk_trial_step(next, NULL, t, scheme, 200), SLP_OK);
    _arb_vec_sub(y, y, next, t->d, 200);
    t->sys->algebra.norm(m, &t->sys->algebra, y);
    error = mag_get_d(m);
    mag_clear(m);
    arb_mul_2exp_si(t->h, t->h, -e);
    for (slong k = 0; k < t->M; k++) arb_mul_2exp_si(t->dW + k, t->dW + k, -e);
    _arb_vec_clear(y, 2 * RKMK_MOST_D);
    return error;
}

/* Halving the increments divides the local error by 2^(p+1): neither less nor, which would say that
 * the measure is blind, more. */
static void local_error_has_the_order(void **unused)
{
    uint64_t state = 61;
    (void)unused;
    for (int which = 0; which < RKMK_SYSTEMS; which++) {
        rkmk_trial t;
        rkmk_trial_init(&t, which, 1, &state);
        for (int k = 0; k < RKMK_SCHEMES; k++) {
            double coarse = local_error(&t, rkmk_schemes[k].name, -8);
            double fine = local_error(&t, rkmk_schemes[k].name, -9);
            double order = log2(coarse / fine) - 1;
            if (fabs(order - rkmk_schemes[k].order) > 0.2)
                fail_msg("%s on %s: order %.3f", rkmk_schemes[k].name, t.c.system->name, order);
        }
        rkmk_trial_clear(&t);
    }
}

/* The rkmk schemes, isospectral-gauss4, and canonical-midpoint, whose derivation stands beside
 * those of rkmk. */
static const char *subject(int k)
{
    return k < RKMK_SCHEMES ? rkmk_schemes[k].name : "canonical-midpoint";
}

/* D against (Psi(x + e v) - Psi(x - e v))/2e, e = 2^-100: the error, e^2 times a third derivative,
 * is below 2^-170 */
static void tangents_are_derivatives(void **unused)
{
    uint64_t state = 62;
    arb_ptr v = _arb_vec_init(5 * RKMK_MOST_D), x = v + RKMK_MOST_D, up = x + RKMK_MOST_D,
            down = up + RKMK_MOST_D, next = down + RKMK_MOST_D;
    arb_t along;
    (void)unused;
    arb_init(along);
    for (int which = 0; which < RKMK_SYSTEMS; which++)
        for (int k = 0; k <= RKMK_SCHEMES; k++) {
            rkmk_trial t;
            arb_mat_t D;
            rkmk_trial_init(&t, which, 0.125, &state);
            arb_mat_init(D, t.d, t.d);
            assert_int_equal(rkmk_trial_tangent(D, next, &t, subject(k), 350), SLP_OK);
            _arb_vec_set(x, t.x, t.d);
            for (slong i = 0; i < t.d; i++) {
                arb_set_d(v + i, rigid_between(&state, -1, 1));
                arb_mul_2exp_si(v + i, v + i, -100);
            }
            _arb_vec_add(t.x, x, v, t.d, 400);
            assert_int_equal(rkmk_trial_step(up, NULL, &t, subject(k), 400), SLP_OK);
            _arb_vec_sub(t.x, x, v, t.d, 400);
            assert_int_equal(rkmk_trial_step(down, NULL, &t, subject(k), 400), SLP_OK);
            for (slong i = 0; i < t.d; i++) {
                arb_sub(up + i, up + i, down + i, 400);
                arb_mul_2exp_si(up + i, up + i, -1);
                arb_dot(along, NULL, 0, arb_mat_entry(D, i, 0), 1, v, 1, t.d, 400);
                arb_add_error_2exp_si(up + i, -270);
                assert_true(arb_overlaps(up + i, along));
                assert_true(mag_cmp_2exp_si(arb_radref(along), -280) < 0);
            }
            arb_mat_clear(D);
            rkmk_trial_clear(&t);
        }
    arb_clear(along);
    _arb_vec_clear(v, 5 * RKMK_MOST_D);
}

/* Steps of points of the input balls lie in the step of the balls, and so do their tangents. */
static void balls_hold_their_points(void **unused)
{
    uint64_t state = 63;
    arb_ptr x = _arb_vec_init(3 * RKMK_MOST_D), wide = x + RKMK_MOST_D, point = wide + RKMK_MOST_D;
    (void)unused;
    for (int n = 0; n < rigid_repeats(RKMK_SYSTEMS * (RKMK_SCHEMES + 1)); n++) {
        const char *scheme = subject(n / RKMK_SYSTEMS % (RKMK_SCHEMES + 1));
        rkmk_trial t;
        arb_mat_t D, Dx;
        rkmk_trial_init(&t, n % RKMK_SYSTEMS, 0.0625, &state);
        arb_mat_init(D, t.d, t.d);
        arb_mat_init(Dx, t.d, t.d);
        _arb_vec_set(x, t.x, t.d);
        for (slong i = 0; i < t.d; i++) arb_add_error_2exp_si(t.x + i, -10 - n % 9);
        arb_add_error_2exp_si(t.h, -14);
        assert_int_equal(rkmk_trial_tangent(D, wide, &t, scheme, 100), SLP_OK);
        arb_get_mid_arb(t.h, t.h);
        for (int k = 0; k < 4; k++) {
            for (slong i = 0; i < t.d; i++) {
                arb_set_d(t.x + i, ldexp(k < 2 && rigid_bits(&state) % 2 ? 1 : -1, -10 - n % 9));
                arb_add(t.x + i, t.x + i, x + i, 300);
            }
            assert_int_equal(rkmk_trial_tangent(Dx, point, &t, scheme, 300), SLP_OK);
            assert_true(arb_mat_contains(D, Dx));
            for (slong i = 0; i < t.d; i++) assert_true(arb_contains(wide + i, point + i));
        }
        arb_mat_clear(D);
        arb_mat_clear(Dx);
        rkmk_trial_clear(&t);
    }
    _arb_vec_clear(x, 3 * RKMK_MOST_D);
}

/* Euler's rule is the action of Xi(x) itself. */
static void euler_is_one_action(void **unused)
{
    uint64_t state = 64;
    arb_ptr xi = _arb_vec_init(3 * RKMK_MOST_D), by_hand = xi + RKMK_MOST_D,
            next = by_hand + RKMK_MOST_D;
    (void)unused;
    for (int which = 0; which < RKMK_SYSTEMS; which++)
        for (int k = 0; k < 2; k++) {
            rkmk_trial t;
            const ref_algebra *a;
            arb_ptr w;
            rkmk_trial_init(&t, which, 0.25, &state);
            a = &t.sys->algebra;
            w = _arb_vec_init(a->scratch);
            ref_generator(xi, t.sys, t.x, t.h, t.dW, 200);
            (k ? a->cayley : a->exponential)->apply(by_hand, a, xi, t.x, w, 200);
            assert_int_equal(rkmk_trial_step(next, NULL, &t, rkmk_schemes[k].name, 200), SLP_OK);
            for (slong i = 0; i < t.d; i++) {
                assert_true(arb_overlaps(next + i, by_hand + i));
                assert_true(mag_cmp_2exp_si(arb_radref(next + i), -180) < 0);
            }
            _arb_vec_clear(w, a->scratch);
            rkmk_trial_clear(&t);
        }
    _arb_vec_clear(xi, 3 * RKMK_MOST_D);
}

/* Heun's rule with the Cayley transform: Theta = (K_1 + K_2)/2, K_1 = Xi(x), K_2 = (I + K_1/2)
 * Xi(C(K_1) x) (I - K_1/2); a second-order rule, to whose order the factor dcay^-1 does not matter,
 * but the rule keeps it. */
static void heun_by_hand_keeps_dcay(void **unused)
{
    uint64_t state = 65;
    arb_ptr K = _arb_vec_init(5 * RKMK_MOST_D), eta = K + RKMK_MOST_D, mu = eta + RKMK_MOST_D,
            next = mu + RKMK_MOST_D, change = next + RKMK_MOST_D;
    (void)unused;
    for (int which = 0; which < RKMK_SYSTEMS; which++) {
        rkmk_trial t;
        const ref_algebra *a;
        arb_ptr w;
        rkmk_trial_init(&t, which, 0.25, &state);
        a = &t.sys->algebra;
        w = _arb_vec_init(a->scratch);
        ref_generator(K, t.sys, t.x, t.h, t.dW, 200);
        a->cayley->apply(mu, a, K, t.x, w, 200);
        ref_generator(eta, t.sys, mu, t.h, t.dW, 200);
        a->dcay_inverse_change->apply(change, a, K, eta, w, 200);
        for (slong i = 0; i < t.d; i++) {
            arb_add(K + i, K + i, eta + i, 200);
            arb_add(K + i, K + i, change + i, 200);
            arb_mul_2exp_si(K + i, K + i, -1);
        }
        a->cayley->apply(mu, a, K, t.x, w, 200);
        assert_int_equal(rkmk_trial_step(next, NULL, &t, "rkmk-heun-cay", 200), SLP_OK);
        for (slong i = 0; i < t.d; i++) {
            assert_true(arb_overlaps(next + i, mu + i));
            assert_true(mag_cmp_2exp_si(arb_radref(next + i), -170) < 0);
        }
        _arb_vec_clear(w, a->scratch);
        rkmk_trial_clear(&t);
    }
    _arb_vec_clear(K, 5 * RKMK_MOST_D);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(local_error_has_the_order), cmocka_unit_test(tangents_are_derivatives),
        cmocka_unit_test(balls_hold_their_points),   cmocka_unit_test(euler_is_one_action),
        cmocka_unit_test(heun_by_hand_keeps_dcay),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
