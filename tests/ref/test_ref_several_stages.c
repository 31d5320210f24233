/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Where T has several stable fixed points, the stage that is proved is the one that the iteration
 * from x reaches, or none is.
 *     T(z) = (z_1 + 2^-11 sin z_1, x_2):
 * pi, 3 pi, ... attract, and from 0 < x_1 < 2 pi the iteration creeps to pi.  Beside x_2 = 2^20 it
 * looks settled from the first round on; Newton's method goes on from there with a nearly singular
 * matrix where cos x_1 is small, and lands anywhere: around other fixed points T contracts just as
 * well, and only what follows the iterates (certificate.md section 5, step 4) can tell. */
#include "oracle/contract/case/case.h"
#include "tests/support/cmocka.h"

#include "ref/certificate/certificate.h"

#include <math.h>

/* WARM_BITS as in ref/certificate/select_jacobian.c */
enum { STARTS = 192, PREC = 128, SLOW = -11, WARM_BITS = 24 };

static void creep(arb_ptr out, ref_frame *f, arb_srcptr z)
{
    arb_sin(out, z, f->prec);
    arb_mul_2exp_si(out, out, SLOW);
    arb_add(out, out, z, f->prec);
    arb_set(out + 1, f->x + 1);
}

static void creep_tangent(arb_ptr out, ref_frame *f, arb_srcptr z, arb_srcptr dz, arb_srcptr dx)
{
    _arb_vec_zero(out, 2);
    if (dz) {
        arb_cos(out, z, f->prec);
        arb_mul_2exp_si(out, out, SLOW);
        arb_add_ui(out, out, 1, f->prec);
        arb_mul(out, out, dz, f->prec);
    }
    if (dx) arb_set(out + 1, dx + 1);
}

static void unbounded(mag_t L, ref_frame *f, const mag_t R)
{
    (void)f;
    (void)R;
    mag_inf(L);
}

/* Calls `each` for starts from 1 to 4. */
static void from_many_starts(void (*each)(ref_system *sys, const ref_scheme *rule, arb_srcptr x,
                                          const arb_t h, int *proved))
{
    const ref_scheme rule = {.name = "creep",
                             .stages = 1,
                             .suits = ref_scheme_find("midpoint")->suits,
                             .stage = creep,
                             .stage_tangent = creep_tangent,
                             .finish = ref_stage_is_next,
                             .finish_tangent = ref_stage_is_next_tangent,
                             .lipschitz = unbounded};
    slp_case c;
    slp_error err;
    ref_system *sys;
    slp_case_init(&c);
    assert_int_equal(
        slp_case_parse(&c,
                       "case id=a system=canonical scheme=midpoint model=kubo h=0x1p-60 "
                       "steps=1 x=1,0x1p20",
                       1, &err),
        SLP_OK);
    assert_int_equal(ref_system_new(&sys, &c, &err), SLP_OK);
    arb_ptr x = _arb_vec_init(3), h = x + 2;
    arb_set_d(h, c.h);
    arb_set_d(x + 1, c.x[1]);
    int proved = 0;
    for (int k = 0; k < STARTS; k++) {
        arb_set_d(x, 1 + 3.0 * k / STARTS);
        each(sys, &rule, x, h, &proved);
    }
    assert_gt(proved, STARTS / 3);
    _arb_vec_clear(x, 3);
    ref_system_free(sys);
    slp_case_clear(&c);
}

static void proves_pi_or_nothing(ref_system *sys, const ref_scheme *rule, arb_srcptr x,
                                 const arb_t h, int *proved)
{
    ref_certificate cert;
    arb_ptr next = _arb_vec_init(2);
    slp_status status = ref_step(next, &cert, rule, sys, x, h, NULL, PREC);
    assert_true(status == SLP_OK || status == SLP_UNABLE);
    if (status == SLP_OK) {
        double found = arf_get_d(arb_midref(next), ARF_RND_NEAR),
               radius = mag_get_d(arb_radref(next));
        if (!(fabs(found - acos(-1)) <= radius + 1e-9)) fprintf(stderr, "proved: %g\n", found);
        assert_le(fabs(found - acos(-1)), radius + 1e-9);
        ++*proved;
    }
    _arb_vec_clear(next, 2);
}

static void the_stage_meant_or_none(void **unused)
{
    (void)unused;
    from_many_starts(proves_pi_or_nothing);
}

/* The iterates from x are followed until one is within the ball: `followed` of them, by doubles
 * within 1e-9. */
static void not_before(double y, double c, double reach, unsigned followed)
{
    const double slow = ldexp(1, SLOW);
    for (unsigned k = 0; k < followed; k++) {
        assert_gt(fabs(y - c), reach - 1e-9);
        y += slow * sin(y);
    }
    assert_le(fabs(y - c), reach + 1e-9);
}

/* C is diagonal here: |v|_C = |C_11 v_1| for what T moves. */
static void is_as_said(ref_system *sys, const ref_scheme *rule, arb_srcptr x, const arb_t h,
                       int *proved)
{
    ref_frame f;
    ref_selection sel;
    assert_true(ref_frame_init(&f, rule, sys, x, h, NULL, PREC));
    ref_selection_init(&sel);
    if (ref_select_by_jacobian(&sel, &f)) {
        const double c = arf_get_d(arb_midref(sel.centre), ARF_RND_NEAR), L = mag_get_d(sel.L),
                     scale = arf_get_d(arb_midref(arb_mat_entry(sel.C, 0, 0)), ARF_RND_NEAR),
                     reach = mag_get_d(sel.R) / scale, slow = ldexp(1, SLOW);
        for (int i = -8; i <= 8; i++) assert_le(1 + slow * cos(c + i * reach / 8), L + 1e-12);
        assert_le(slow * fabs(sin(c)), (1 - L) * reach + 1e-15);
        unsigned found = 0;
        arb_ptr z = _arb_vec_init(2);
        ref_iterate(z, &found, &f, WARM_BITS, REF_FOLLOW_MOST);
        not_before(arf_get_d(arb_midref(x), ARF_RND_NEAR), c, reach, sel.iterations - found);
        _arb_vec_clear(z, 2);
        ++*proved;
    }
    ref_selection_clear(&sel, 2);
    ref_frame_clear(&f);
}

static void a_selection_contracts_its_ball_into_itself(void **unused)
{
    (void)unused;
    from_many_starts(is_as_said);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_stage_meant_or_none),
        cmocka_unit_test(a_selection_contracts_its_ball_into_itself)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    ref_thread_cleanup();
    return failed;
}
