/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A generator that does not depend on the state: slopes K(theta) = dtau^-1_{-theta} eta vary
 * through dtau^-1 alone, whose derivative is half a bracket.  The Lipschitz bound must dominate it
 * by itself; where the generator varies too, its own slack would hide a bound that forgets this
 * part. */
#include "oracle/contract/case/case.h"
#include "tests/support/cmocka.h"

#include "tests/ref/rigid_body_steps.h"
#include "ref/scheme/rkmk_slope.h"

enum { PREC = 150 };

static void slopes_of_a_steady_generator(void **unused)
{
    static const rkmk_tableau fourth = {.stages = 1, .order = 4};
    static const rkmk_rule rules[] = {{&fourth, false}, {&fourth, true}};
    const double inertia[3] = {1, 2, 3}, lin[3] = {0, 0, 2}, at[3] = {0.6, 0, 0.8};
    const double R = 0x1p-7;
    slp_case c;
    slp_error err;
    ref_system *sys;
    ref_frame f;
    mag_t radius, size, lip;
    arb_ptr x = _arb_vec_init(3 + 1 + 4 * 3), dW = x + 3, a = dW + 1, b = a + 3, Ka = b + 3,
            Kb = Ka + 3;
    arb_t h;
    (void)unused;
    slp_case_init(&c);
    c.system = slp_system_find("rigid-body");
    assert_int_equal(slp_case_set_param(&c, "inertia", inertia, 3, &err), SLP_OK);
    assert_int_equal(slp_case_set_param(&c, "lin", lin, 3, &err), SLP_OK);
    assert_int_equal(ref_system_new(&sys, &c, &err), SLP_OK);
    arb_init(h); /* 0: no drift */
    for (int i = 0; i < 3; i++) arb_set_d(x + i, at[i]);
    arb_set_d(dW, 0.5); /* eta = (0, 0, 1) */
    arb_set_d(b, R);    /* at a right angle to it; a = 0 */
    mag_init(radius);
    mag_init(size);
    mag_init(lip);
    mag_set_d(radius, R);
    assert_true(ref_frame_init(&f, ref_scheme_find("rkmk-gauss4-exp"), sys, x, h, dW, PREC));
    for (int r = 0; r < 2; r++) {
        double moved;
        ref_rkmk_slope_bound(size, lip, &f, &rules[r], radius);
        ref_rkmk_slope(Ka, &f, &rules[r], a);
        ref_rkmk_slope(Kb, &f, &rules[r], b);
        _arb_vec_sub(Ka, Ka, Kb, 3, PREC);
        arb_dot(h, NULL, 0, Ka, 1, Ka, 1, 3, PREC);
        arb_sqrtpos(h, h, PREC);
        moved = arf_get_d(arb_midref(h), ARF_RND_NEAR);
        arb_zero(h);
        assert_gt(moved, 0.49 * R);
        assert_le(moved, mag_get_d(lip) * R);
        assert_lt(mag_get_d(lip), 0.6);
        assert_ge(mag_get_d(size), 1);
        assert_lt(mag_get_d(size), 1.1);
    }
    ref_frame_clear(&f);
    ref_system_free(sys);
    slp_case_clear(&c);
    mag_clear(radius);
    mag_clear(size);
    mag_clear(lip);
    arb_clear(h);
    _arb_vec_clear(x, 3 + 1 + 4 * 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(slopes_of_a_steady_generator)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
