/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Where a step has no answer, or its approximation none of use, nothing is given that is not
 * proved: a Cayley transform at its pole, and an iteration that ends somewhere else than the stage.
 */
#include "tests/support/cmocka.h"

#include <math.h>

#include "ref/certificate/certificate.h"
#include "tests/ref/thread_caches.h"
#include "tests/ref/case_in_balls.h"

enum { PREC = 80, LOW = 64 };

/* Xi = diag(2, -2) on sp(2, R): I - Xi/2 is singular, and so is what every explicit rule on tau
 * does; beside it all is well. */
static void poles_are_no_results(void **state)
{
    static const char *const lines[2] = {
        "case id=a system=symplectic scheme=rkmk-euler-cay n=2 quadratic=4,0,0,1,0,1 h=1 steps=1 "
        "x=1,0,0",
        "case id=a system=symplectic scheme=rkmk-euler-cay n=2 quadratic=4,0,0,1,0,1 h=0.9375 "
        "steps=1 x=1,0,0"};
    (void)state;
    for (int beside = 0; beside < 2; beside++) {
        ref_exact_step t;
        take(&t, lines[beside]);
        arb_ptr next = _arb_vec_init(3);
        const slp_status status =
            ref_step(next, NULL, ref_scheme_find("rkmk-euler-cay"), t.sys, t.x, t.h, t.dW, PREC);
        assert_int_equal(status, beside ? SLP_OK : SLP_UNABLE);
        for (int i = 0; beside && i < 3; i++) assert_true(arb_is_finite(next + i));
        _arb_vec_clear(next, 3);
        put_back(&t);
    }
}

/* T(z) = (12 x + 4 z + 3)/16 = x + s + (z - x - s)/4, s = (1/4, 1/4), which contracts by 1/4 to x +
 * s; but at few bits, where the approximation is made, T is 1000 everywhere. */
static void astray(arb_ptr out, ref_frame *f, arb_srcptr z)
{
    for (int i = 0; i < 2; i++) {
        arb_mul_ui(out + i, f->x + i, 12, f->prec);
        arb_addmul_ui(out + i, z + i, 4, f->prec);
        arb_add_ui(out + i, out + i, 3, f->prec);
        arb_mul_2exp_si(out + i, out + i, -4);
        if (f->prec <= LOW) arb_set_ui(out + i, 1000);
    }
}

static void quarter(mag_t L, ref_frame *f, const mag_t R)
{
    (void)f;
    (void)R;
    mag_set_ui_2exp_si(L, 1, -2);
}

static void what_went_astray_is_not_the_stage(void **state)
{
    (void)state;
    ref_exact_step t;
    take(&t, "case id=a system=canonical scheme=midpoint model=kubo h=0 steps=1 x=1,0.5");
    const ref_scheme rule = {.name = "astray",
                             .stages = 1,
                             .suits = ref_scheme_find("midpoint")->suits,
                             .stage = astray,
                             .finish = ref_stage_is_next,
                             .lipschitz = quarter};
    ref_frame f;
    ref_certificate cert;
    arb_ptr ball = _arb_vec_init(4), exact = ball + 2;
    assert_true(ref_frame_init(&f, &rule, t.sys, t.x, t.h, t.dW, PREC));
    for (int i = 0; i < 2; i++) {
        arb_set_d(exact + i, 0.25);
        arb_add(exact + i, exact + i, t.x + i, PREC);
    }
    assert_int_equal(ref_solve_stage(ball, &cert, &f), SLP_OK);
    /* the defect is that of the start, 3 s/4 in either coordinate, relative to the largest of x =
     * (1, 1/2) */
    assert_lt(fabs(cert.defect / (0.1875 * sqrt(2)) - 1), 0x1p-20);
    for (int i = 0; i < 2; i++) {
        assert_true(arb_contains(ball + i, exact + i));
        assert_true(mag_cmp_2exp_si(arb_radref(ball + i), 0) < 0);
    }
    ref_frame_clear(&f);
    _arb_vec_clear(ball, 4);
    put_back(&t);
}

/* Bodies are homogeneous: of a state 2^-80 times as large, in a step 2^80 times as long, all that
 * is computed is 2^-80 times as large or the same, bit for bit, and what is left of the stage,
 * relative to the state, is the same.  Sees it taken relative to what is larger than such states.
 */
static void what_is_left_is_relative_to_small_states_too(void **state)
{
    (void)state;
    double defect[2];
    for (int k = 0; k < 2; k++) {
        ref_exact_step t;
        ref_certificate cert;
        take(&t, "case id=a system=rigid-body scheme=isospectral-midpoint inertia=1,2,3 h=0.125 "
                 "steps=1 x=1,2,-3");
        arb_ptr next = _arb_vec_init(3);
        _arb_vec_scalar_mul_2exp_si(t.x, t.x, 3, -80 * k);
        arb_mul_2exp_si(t.h, t.h, 80 * k);
        assert_int_equal(ref_step(next, &cert, ref_scheme_find("isospectral-midpoint"), t.sys, t.x,
                                  t.h, t.dW, PREC),
                         SLP_OK);
        defect[k] = cert.defect;
        _arb_vec_clear(next, 3);
        put_back(&t);
    }
    assert_gt(defect[0], 0);
    assert_true(defect[1] == defect[0]);
}

/* What selection by sizes has not seen in 256 bits it will not see in more, and says so; in fewer
 * it may. */
static void more_bits_are_tried_as_long_as_they_may_help(void **state)
{
    (void)state;
    ref_exact_step t;
    take(&t, "case id=a system=rigid-body scheme=isospectral-midpoint inertia=1,2,3 h=1024 steps=1 "
             "x=1,2,-3");
    arb_ptr next = _arb_vec_init(3);
    for (slong prec = 64; prec <= 512; prec *= 2) {
        ref_certificate cert;
        assert_int_equal(ref_step(next, &cert, ref_scheme_find("isospectral-midpoint"), t.sys, t.x,
                                  t.h, t.dW, prec),
                         SLP_UNABLE);
        assert_int_equal(cert.final, prec >= 256);
    }
    _arb_vec_clear(next, 3);
    put_back(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(poles_are_no_results),
        cmocka_unit_test(what_went_astray_is_not_the_stage),
        cmocka_unit_test(what_is_left_is_relative_to_small_states_too),
        cmocka_unit_test(more_bits_are_tried_as_long_as_they_may_help),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
