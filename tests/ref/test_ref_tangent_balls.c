/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The tangent of a ball of states encloses the tangents of all its points, whatever in it varies.
 * The rule T(z, x) = x + z^2/4, coordinate by coordinate, next = z, has dT/dx = 1 and next's own
 * derivative 1 exactly: what varies is dT/dz = z/2 alone, and D = 1/(1 - z/2), z = 2 - 2 sqrt(1 -
 * x), so D = 1/sqrt(1 - x). */
#include "oracle/contract/case/case.h"
#include "tests/support/cmocka.h"

#include "ref/certificate/certificate.h"
#include "tests/ref/thread_caches.h"

enum { PREC = 128 };

static void squares(arb_ptr out, ref_frame *f, arb_srcptr z)
{
    for (int i = 0; i < 2; i++) {
        arb_sqr(out + i, z + i, f->prec);
        arb_mul_2exp_si(out + i, out + i, -2);
        arb_add(out + i, out + i, f->x + i, f->prec);
    }
}

static void squares_tangent(arb_ptr out, ref_frame *f, arb_srcptr z, arb_srcptr dz, arb_srcptr dx)
{
    _arb_vec_zero(out, 2);
    for (int i = 0; dz && i < 2; i++) {
        arb_mul(out + i, z + i, dz + i, f->prec);
        arb_mul_2exp_si(out + i, out + i, -1);
    }
    if (dx) _arb_vec_add(out, out, dx, 2, f->prec);
}

/* (|x| + R)/2 */
static void bound(mag_t L, ref_frame *f, const mag_t R)
{
    mag_add(L, f->x_norm, R);
    mag_mul_2exp_si(L, L, -1);
}

static ref_scheme rule_on(const ref_scheme *suited)
{
    return (ref_scheme){.name = "squares",
                        .stages = 1,
                        .suits = suited->suits,
                        .stage = squares,
                        .stage_tangent = squares_tangent,
                        .finish = ref_stage_is_next,
                        .finish_tangent = ref_stage_is_next_tangent,
                        .lipschitz = bound};
}

/* x_0 = 1/4 and x_1 = 1/8, 2^-8 around; the tangents at the ends and in the middle. */
static void what_varies_is_enclosed(void **state)
{
    slp_case c;
    slp_error err;
    ref_system *sys;
    arb_ptr x = _arb_vec_init(6), h = x + 2, next = x + 3, right = x + 5;
    arb_mat_t D;
    const ref_scheme rule = rule_on(ref_scheme_find("midpoint"));
    (void)state;
    arb_mat_init(D, 2, 2);
    slp_case_init(&c);
    assert_int_equal(slp_case_parse(&c,
                                    "case id=a system=canonical scheme=midpoint model=kubo h=0 "
                                    "steps=1 x=0,0",
                                    1, &err),
                     SLP_OK);
    assert_int_equal(ref_system_new(&sys, &c, &err), SLP_OK);
    for (int i = 0; i < 2; i++) {
        arb_set_d(x + i, i ? 0.125 : 0.25);
        mag_set_ui_2exp_si(arb_radref(x + i), 1, -8);
    }
    assert_int_equal(ref_step_tangent(D, next, NULL, &rule, sys, x, h, NULL, PREC), SLP_OK);
    for (int i = 0; i < 2; i++) {
        for (int end = -1; end <= 1; end++) {
            arb_set_d(right, 1 - ((i ? 0.125 : 0.25) + end * 0x1p-8));
            arb_rsqrt(right, right, PREC);
            assert_true(arb_contains(arb_mat_entry(D, i, i), right));
            assert_true(arb_is_zero(arb_mat_entry(D, i, 1 - i)));
        }
        /* 2^-8 times the derivative of D, below 1, and what the stage's ball is wider, 1/(1 - L) <
         * 2, L = |z|/2 */
        assert_true(mag_cmp_2exp_si(arb_radref(arb_mat_entry(D, i, i)), -6) < 0);
    }
    arb_mat_clear(D);
    _arb_vec_clear(x, 6);
    ref_system_free(sys);
    slp_case_clear(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_varies_is_enclosed)};
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
