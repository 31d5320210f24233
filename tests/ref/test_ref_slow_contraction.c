/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Enclosures where T barely contracts.  T(z) = x + L (z - x) + (1 - L) s has the one fixed point x
 * + s, and contracts by exactly L = 1 - 2^-k in every direction: an approximation off by e moves by
 * 2^-k e, so that an enclosure of defect/(1 - L), and nothing less, ends at the fixed point.  By
 * norms, and by a Jacobian in a norm that is not the Euclidean one; and the condition is (1 + L)/(1
 * - L) = 2^(k+1) - 1. */
#include "oracle/contract/case/case.h"
#include "tests/support/cmocka.h"

#include "ref/certificate/certificate.h"

#include <math.h>

enum { PREC = 128, CLOSEST = 24 };

static slong near_one(const ref_frame *f)
{
    return f->scheme
        ->scratch; /* k: the fake rule needs no scratch of its own, and is told k by it */
}

/* s = (1/4, -1/8) */
static void slow(arb_ptr out, ref_frame *f, arb_srcptr z)
{
    arb_t step;
    arb_init(step);
    for (int i = 0; i < 2; i++) {
        arb_set_d(step, i ? -0.125 : 0.25);
        arb_add(step, step, f->x + i, f->prec);
        arb_sub(step, step, z + i, f->prec);
        arb_mul_2exp_si(step, step, -near_one(f));
        arb_add(out + i, z + i, step, f->prec);
    }
    arb_clear(step);
}

static void slow_tangent(arb_ptr out, ref_frame *f, arb_srcptr z, arb_srcptr dz, arb_srcptr dx)
{
    (void)z;
    _arb_vec_zero(out, 2);
    if (dz) {
        _arb_vec_scalar_mul_2exp_si(out, dz, 2, -near_one(f));
        _arb_vec_sub(out, dz, out, 2, f->prec);
    }
    assert_null(dx); /* a step needs none */
}

static void bound(mag_t L, ref_frame *f, const mag_t R)
{
    (void)R;
    mag_one(L);
    mag_mul_2exp_si(L, L, -near_one(f));
    mag_t one;
    mag_init(one);
    mag_one(one);
    mag_sub(L, one, L);
    mag_clear(one);
}

/* The ball from an approximation off by 2^-bits in both coordinates ends at the fixed point, or
 * beyond; not far beyond.  The defect is |T(z) - z| = sqrt 2 2^(-bits - k), in whichever norm the
 * ball was found: bounds have 30 bits. */
static void encloses(ref_frame *f, const ref_selection *sel, slong bits)
{
    arb_ptr bad = _arb_vec_init(6), ball = bad + 2, exact = bad + 4;
    mag_t defect;
    mag_init(defect);
    for (int i = 0; i < 2; i++) {
        arb_set_d(exact + i, i ? -0.125 : 0.25);
        arb_add(exact + i, exact + i, f->x + i, PREC);
        arb_set_d(bad + i, ldexp(1, (int)-bits));
        arb_add(bad + i, bad + i, exact + i, PREC);
    }
    assert_true(ref_enclose_stage(ball, defect, f, sel, bad));
    assert_lt(fabs(ldexp(mag_get_d(defect), (int)(bits + near_one(f))) / sqrt(2) - 1), 0x1p-20);
    for (int i = 0; i < 2; i++) {
        assert_true(arb_contains(ball + i, exact + i));
        assert_true(mag_cmp_2exp_si(arb_radref(ball + i), 3 - bits) < 0);
    }
    mag_clear(defect);
    _arb_vec_clear(bad, 6);
}

/* An approximation outside the ball in which T is known to contract encloses nothing. */
static void refuses_afar(ref_frame *f, const ref_selection *sel)
{
    arb_ptr far = _arb_vec_init(4), ball = far + 2;
    mag_t defect;
    mag_init(defect);
    for (int i = 0; i < 2; i++) {
        arb_set_si(far + i, i ? -8 : 8);
        arb_add(far + i, far + i, f->x + i, PREC);
    }
    assert_false(ref_enclose_stage(ball, defect, f, sel, far));
    mag_clear(defect);
    _arb_vec_clear(far, 4);
}

static void the_factor_is_there_up_to_one(void **unused)
{
    (void)unused;
    slp_case c;
    slp_error err;
    ref_system *sys;
    slp_case_init(&c);
    assert_int_equal(
        slp_case_parse(&c,
                       "case id=a system=canonical scheme=midpoint model=kubo h=0x1p-60 "
                       "steps=1 x=1,0.5",
                       1, &err),
        SLP_OK);
    assert_int_equal(ref_system_new(&sys, &c, &err), SLP_OK);
    arb_ptr x = _arb_vec_init(5), h = x + 2, next = x + 3;
    for (int i = 0; i < 2; i++) arb_set_d(x + i, c.x[i]);
    arb_set_d(h, c.h);
    for (slong k = 1; k <= CLOSEST; k++) {
        const ref_scheme rule = {.name = "slow",
                                 .stages = 1,
                                 .scratch = k,
                                 .suits = ref_scheme_find("midpoint")->suits,
                                 .stage = slow,
                                 .stage_tangent = slow_tangent,
                                 .finish = ref_stage_is_next,
                                 .lipschitz = bound};
        ref_frame f;
        ref_selection norms, jacobian;
        ref_certificate cert;
        assert_true(ref_frame_init(&f, &rule, sys, x, h, NULL, PREC));
        ref_selection_init(&norms);
        assert_true(ref_select_by_norm(&norms, &f));
        ref_selection_init(&jacobian);
        jacobian.by_jacobian = true;
        jacobian.centre = _arb_vec_init(2);
        arb_mat_init(jacobian.C, 2, 2);
        arb_mat_init(jacobian.C_inverse, 2, 2);
        arb_set(jacobian.centre, f.x);
        arb_set(jacobian.centre + 1, f.x + 1);
        for (int i = 0; i < 2; i++) { /* C = 2 I */
            arb_set_ui(arb_mat_entry(jacobian.C, i, i), 2);
            arb_set_d(arb_mat_entry(jacobian.C_inverse, i, i), 0.5);
        }
        mag_set_ui(jacobian.R, 2);
        mag_set(jacobian.L, norms.L);
        assert_int_equal(ref_step(next, &cert, &rule, sys, x, h, NULL, PREC), SLP_OK);
        assert_lt(fabs(cert.kappa / (ldexp(2, (int)k) - 1) - 1),
                  ldexp(1, (int)k - 27)); /* L has 30 bits */
        for (slong bits = 8; bits <= 64; bits += 8) {
            encloses(&f, &norms, bits);
            encloses(&f, &jacobian, bits);
        }
        refuses_afar(&f, &norms);
        refuses_afar(&f, &jacobian);
        ref_selection_clear(&norms, 2);
        ref_selection_clear(&jacobian, 2);
        ref_frame_clear(&f);
    }
    _arb_vec_clear(x, 5);
    ref_system_free(sys);
    slp_case_clear(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_factor_is_there_up_to_one)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    ref_thread_cleanup();
    return failed;
}
