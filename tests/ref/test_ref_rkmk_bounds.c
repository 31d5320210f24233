/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The bounds that certificates of rkmk and canonical-midpoint rest on, against samples: size and
 * Lipschitz constant of a slope, contraction of the stage maps, and the condition of explicit
 * rules. */
#include "tests/support/cmocka.h"

#include "tests/ref/thread_caches.h"
#include "tests/ref/rkmk_steps.h"
#include "ref/scheme/rkmk_slope.h"

#include <math.h>

enum { PREC = 150 };

static double norm(const ref_frame *f, arb_srcptr x)
{
    mag_t m;
    double size;
    mag_init(m);
    f->algebra->norm(m, f->algebra, x);
    size = mag_get_d(m);
    mag_clear(m);
    return size;
}

/* An exact vector of norm R, a little less, or much less. */
static void draw_inside(arb_ptr v, const ref_frame *f, double R, uint64_t *state)
{
    double now;
    arb_t s;
    arb_init(s);
    for (slong i = 0; i < f->d; i++) arb_set_d(v + i, rigid_between(state, -1, 1));
    now = norm(f, v);
    arb_set_d(s, R / now * (1 - 1e-8) * (rigid_bits(state) % 3 ? 1 : rigid_uniform(state)));
    for (slong i = 0; i < f->d; i++) {
        arb_mul(v + i, v + i, s, PREC);
        mag_zero(arb_radref(v + i));
    }
    arb_clear(s);
}

/* other = v moved by 1e-5 R, pulled inside if need be */
static void draw_near(arb_ptr other, const ref_frame *f, arb_srcptr v, double R, uint64_t *state)
{
    arb_t s;
    arb_init(s);
    arb_set_d(s, 1 - 2e-5);
    draw_inside(other, f, 1e-5 * R, state);
    for (slong i = 0; i < f->d; i++) {
        arb_addmul(other + i, s, v + i, PREC);
        mag_zero(arb_radref(other + i));
    }
    arb_clear(s);
}

/* |K(a)| and |K(a) - K(b)|/|a - b| never exceed the bounds and, for small R, come near them. */
static void slope_bounds_dominate(void **unused)
{
    static const rkmk_tableau fourth = {.stages = 1, .order = 4},
                              second = {.stages = 1, .order = 2};
    static const rkmk_rule rules[] = {{&fourth, false}, {&fourth, true}, {&second, false}};
    static const double radii[] = {0.02, 0.3, 1.5};
    uint64_t state = 71;
    double sharp_size = 0, sharp_lip = 0;
    mag_t R, size, lip;
    (void)unused;
    mag_init(R);
    mag_init(size);
    mag_init(lip);
    for (int n = 0; n < RKMK_SYSTEMS * 9; n++) {
        const rkmk_rule *rule = &rules[n / RKMK_SYSTEMS % 3];
        double radius = radii[n / (3 * RKMK_SYSTEMS)];
        rkmk_trial t;
        ref_frame f;
        arb_ptr a, b, Ka, Kb;
        rkmk_trial_init(&t, n % RKMK_SYSTEMS, radius, &state);
        assert_true(
            ref_frame_init(&f, ref_scheme_find("rkmk-gauss4-exp"), t.sys, t.x, t.h, t.dW, PREC));
        a = _arb_vec_init(4 * t.d), b = a + t.d, Ka = b + t.d, Kb = Ka + t.d;
        mag_set_d(R, radius);
        ref_rkmk_slope_bound(size, lip, &f, rule, R);
        for (int k = 0; k < rigid_repeats(60); k++) {
            draw_inside(a, &f, radius, &state);
            if (k % 2)
                draw_inside(b, &f, radius, &state);
            else
                draw_near(b, &f, a, radius, &state);
            ref_rkmk_slope(Ka, &f, rule, a);
            ref_rkmk_slope(Kb, &f, rule, b);
            assert_le(norm(&f, Ka), mag_get_d(size) * (1 + 1e-6));
            if (radius < 0.1) sharp_size = fmax(sharp_size, norm(&f, Ka) / mag_get_d(size));
            if (mag_is_inf(lip)) continue;
            _arb_vec_sub(Ka, Ka, Kb, t.d, PREC);
            _arb_vec_sub(a, a, b, t.d, PREC);
            assert_le(norm(&f, Ka), mag_get_d(lip) * norm(&f, a) * (1 + 1e-6));
            if (radius < 0.1)
                sharp_lip = fmax(sharp_lip, norm(&f, Ka) / (norm(&f, a) * mag_get_d(lip)));
        }
        _arb_vec_clear(a, 4 * t.d);
        ref_frame_clear(&f);
        rkmk_trial_clear(&t);
    }
    assert_gt(sharp_size, 0.8);
    assert_gt(sharp_lip, 0.3);
    mag_clear(R);
    mag_clear(size);
    mag_clear(lip);
}

/* The stage map of an implicit scheme contracts at least as well as its bound says, around the
 * start. */
static void stage_maps_contract_as_bounded(void **unused)
{
    static const char *const schemes[] = {"rkmk-midpoint-exp", "rkmk-midpoint-cay",
                                          "rkmk-gauss4-exp", "rkmk-gauss4-cay",
                                          "canonical-midpoint"};
    uint64_t state = 72;
    mag_t R, L, m;
    (void)unused;
    mag_init(R);
    mag_init(L);
    mag_init(m);
    for (int n = 0; n < RKMK_SYSTEMS * 10; n++) {
        double radius = n % 2 ? 0.05 : 0.3, sharp = 0;
        rkmk_trial t;
        ref_frame f;
        arb_ptr a, b, Ta, Tb;
        rkmk_trial_init(&t, n % RKMK_SYSTEMS, n % 2 ? radius / 4 : radius, &state);
        /* a linear generator then is as large as before, and its Lipschitz constant times the state
         * too */
        for (slong i = 0; i < t.d && n % 2 && n % RKMK_SYSTEMS != 1; i++)
            arb_mul_2exp_si(t.x + i, t.x + i, 2);
        assert_true(ref_frame_init(&f, ref_scheme_find(schemes[n / RKMK_SYSTEMS % 5]), t.sys, t.x,
                                   t.h, t.dW, PREC));
        a = _arb_vec_init(4 * f.k), b = a + f.k, Ta = b + f.k, Tb = Ta + f.k;
        mag_set_d(R, radius);
        f.scheme->lipschitz(L, &f, R);
        for (int k = 0; k < rigid_repeats(40) && mag_is_finite(L); k++) {
            double apart;
            for (slong j = 0; j < f.k; j += f.d) {
                draw_inside(a + j, &f, radius, &state);
                draw_near(b + j, &f, a + j, radius, &state);
            }
            for (slong i = 0; i < f.k; i++) {
                arb_add(a + i, a + i, f.start + i, PREC);
                arb_add(b + i, b + i, f.start + i, PREC);
            }
            f.scheme->stage(Ta, &f, a);
            f.scheme->stage(Tb, &f, b);
            _arb_vec_sub(Ta, Ta, Tb, f.k, PREC);
            _arb_vec_sub(a, a, b, f.k, PREC);
            ref_stage_norm(m, &f, a);
            apart = mag_get_d(m);
            ref_stage_norm(m, &f, Ta);
            sharp = fmax(sharp, mag_get_d(m) / (apart * mag_get_d(L)));
        }
        assert_le(sharp, 1 + 1e-6);
        /* nothing that is bounded so crudely that steps would never be certified */
        if (n % 2) assert_true(mag_is_finite(L) && sharp > 0.05);
        _arb_vec_clear(a, 4 * f.k);
        ref_frame_clear(&f);
        rkmk_trial_clear(&t);
    }
    mag_clear(R);
    mag_clear(L);
    mag_clear(m);
}

/* The derivative of a step depends on the stage given, not on what was computed before: at one and
 * the same stage it is the same after T was evaluated there and elsewhere. */
static void derivatives_remember_nothing(void **unused)
{
    static const char *const schemes[] = {"rkmk-midpoint-cay", "rkmk-gauss4-exp"};
    uint64_t state = 74;
    (void)unused;
    for (int n = 0; n < 2 * RKMK_SYSTEMS; n++) {
        rkmk_trial t;
        ref_frame f;
        arb_ptr z, other, image, once, again;
        rkmk_trial_init(&t, n % RKMK_SYSTEMS, 0.1, &state);
        assert_true(ref_frame_init(&f, ref_scheme_find(schemes[n / RKMK_SYSTEMS]), t.sys, t.x, t.h,
                                   t.dW, PREC));
        z = _arb_vec_init(5 * f.k), other = z + f.k, image = other + f.k, once = image + f.k;
        again = once + f.k;
        for (slong j = 0; j < f.k; j += f.d) {
            draw_inside(z + j, &f, 0.1, &state);
            draw_inside(other + j, &f, 0.1, &state);
        }
        f.scheme->stage(image, &f, z);
        f.scheme->finish_tangent(once, &f, z, other, t.x);
        f.scheme->stage(image, &f, other);
        f.scheme->finish_tangent(again, &f, z, other, t.x);
        for (slong i = 0; i < f.d; i++) assert_true(arb_equal(once + i, again + i));
        _arb_vec_clear(z, 5 * f.k);
        ref_frame_clear(&f);
        rkmk_trial_clear(&t);
    }
}

static double condition(const rkmk_trial *t, const char *scheme)
{
    ref_certificate cert;
    arb_ptr next = _arb_vec_init(t->d);
    assert_int_equal(rkmk_trial_step(next, &cert, t, scheme, PREC), SLP_OK);
    _arb_vec_clear(next, t->d);
    return cert.kappa;
}

/* The largest Lipschitz quotient of a slope seen near 0, where every ball of stages has its centre.
 */
static double quotient_near_zero(const rkmk_trial *t, const rkmk_rule *rule, uint64_t *state)
{
    ref_frame f;
    arb_ptr a = _arb_vec_init(4 * t->d), b = a + t->d, Ka = b + t->d, Kb = Ka + t->d;
    double most = 0;
    assert_true(
        ref_frame_init(&f, ref_scheme_find("rkmk-gauss4-exp"), t->sys, t->x, t->h, t->dW, PREC));
    ref_rkmk_slope(Kb, &f, rule, b);
    for (int k = 0; k < rigid_repeats(60); k++) {
        draw_inside(a, &f, 1e-6, state);
        ref_rkmk_slope(Ka, &f, rule, a);
        _arb_vec_sub(Ka, Ka, Kb, t->d, PREC);
        most = fmax(most, norm(&f, Ka) / norm(&f, a));
    }
    _arb_vec_clear(a, 4 * t->d);
    ref_frame_clear(&f);
    return most;
}

/* kappa is 1 for euler; for heun at least 1 + l and for rk4 at least (1 + l/2)^2 (1 + l), l what is
 * seen of the slope's Lipschitz constant; and it is of that size. */
static void condition_of_explicit_rules(void **unused)
{
    static const rkmk_tableau second = {.stages = 1, .order = 2},
                              fourth = {.stages = 1, .order = 4};
    uint64_t state = 73;
    (void)unused;
    for (int n = 0; n < 4 * RKMK_SYSTEMS; n++) {
        bool cay = n / RKMK_SYSTEMS % 2;
        const rkmk_rule low = {&second, cay}, high = {&fourth, cay};
        rkmk_trial t;
        double l, heun, rk4;
        rkmk_trial_init(&t, n % RKMK_SYSTEMS, 0.02, &state);
        assert_le(condition(&t, cay ? "rkmk-euler-cay" : "rkmk-euler-exp"), 1 + 1e-6);
        heun = condition(&t, cay ? "rkmk-heun-cay" : "rkmk-heun-exp");
        rk4 = condition(&t, cay ? "rkmk-rk4-cay" : "rkmk-rk4-exp");
        l = quotient_near_zero(&t, &low, &state);
        assert_ge(heun, 1 + l * (1 - 1e-4));
        assert_le(heun, 1 + 10 * l);
        l = quotient_near_zero(&t, &high, &state);
        assert_ge(rk4, (1 + l / 2) * (1 + l / 2) * (1 + l) * (1 - 1e-4 * l));
        assert_le(rk4, 1 + 20 * l);
        rkmk_trial_clear(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(slope_bounds_dominate),
        cmocka_unit_test(stage_maps_contract_as_bounded),
        cmocka_unit_test(derivatives_remember_nothing),
        cmocka_unit_test(condition_of_explicit_rules),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
