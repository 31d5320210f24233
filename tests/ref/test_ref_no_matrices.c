/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A plane's states are no matrices and its group has none: what needs them is refused there, and
 * only there.  A system in the frame turned by the identity is the system itself. */
#include "oracle/contract/case/case.h"
#include "tests/support/cmocka.h"

#include "ref/ref.h"
#include "tests/ref/case_in_balls.h"

static void a_plane_has_none(void **unused)
{
    ref_exact_step t;
    acb_mat_t f;
    acb_ptr coefficients = _acb_vec_init(4);
    ref_system *turned = NULL;
    (void)unused;
    take(
        &t,
        "case id=a system=canonical scheme=midpoint model=kubo beta=1 h=0.5 steps=1 x=1,2 dw=0.25");
    assert_int_equal(ref_group_size(t.sys), 0);
    acb_mat_init(f, 2, 2);
    acb_mat_one(f);
    assert_false(ref_group_cayley(f, t.sys, t.x, 64));
    assert_false(ref_state_matrix(f, t.sys, t.x, 64));
    assert_false(ref_characteristic(coefficients, t.sys, t.x, 64));
    assert_int_equal(ref_system_turned(&turned, t.sys, f, 64), SLP_UNSUPPORTED);
    assert_int_equal(
        ref_step_group(f, t.x, NULL, ref_scheme_find("midpoint"), t.sys, t.x, t.h, t.dW, 64),
        SLP_UNSUPPORTED);
    acb_mat_clear(f);
    _acb_vec_clear(coefficients, 4);
    put_back(&t);
}

static const char *const systems[] = {
    "case id=a system=rigid-body scheme=tmk inertia=1,2,3 quad=1,2,3 h=0.5 steps=1 x=1,2,-1 "
    "dw=0.5,1,2",
    "case id=a system=rigid-body-n scheme=tmk n=4 quad=0.5 h=0.5 steps=1 x=1,2,-1,0,0.5,3 "
    "dw=0.5,1,2,-1,-2,0.25",
    "case id=a system=zeitlin-sphere scheme=tmk n=3 h=0.5 steps=1 x=1,-2,1,0.5,0,0,0.25,0,-1"};

static void the_identity_turns_nothing(void **unused)
{
    (void)unused;
    for (size_t k = 0; k < sizeof systems / sizeof *systems; k++) {
        ref_exact_step t;
        acb_mat_t g;
        ref_system *turned = NULL;
        take(&t, systems[k]);
        slong n = ref_group_size(t.sys), d = (slong)t.c->d;
        assert_gt(n, 0);
        arb_ptr xi = _arb_vec_init(2 * d), other = xi + d;
        acb_mat_init(g, n, n);
        assert_true(ref_state_matrix(g, t.sys, t.x, 64));
        assert_true(ref_group_cayley(g, t.sys, t.x, 64));
        acb_mat_one(g);
        assert_int_equal(ref_system_turned(&turned, t.sys, g, 128), SLP_OK);
        ref_generator(xi, t.sys, t.x, t.h, t.dW, 128);
        ref_generator(other, turned, t.x, t.h, t.dW, 128);
        for (slong i = 0; i < d; i++) {
            assert_true(arb_overlaps(xi + i, other + i));
            assert_true(mag_cmp_2exp_si(arb_radref(other + i), -100) < 0);
        }
        ref_system_free(turned);
        acb_mat_clear(g);
        _arb_vec_clear(xi, 2 * d);
        put_back(&t);
    }
    ref_thread_cleanup();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_plane_has_none),
                                       cmocka_unit_test(the_identity_turns_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
