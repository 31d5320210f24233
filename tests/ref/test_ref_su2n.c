/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* su(2)^n: every action against its definition with 2 x 2 matrices, its tangent against difference
 * quotients. */
#include "tests/support/cmocka.h"

#include "tests/ref/thread_caches.h"
#include "tests/ref/su2n_defined.h"

/* Whether X is the element x, and nothing but balls around it. */
static void su2_assert_element(const acb_mat_t X, arb_srcptr x)
{
    acb_mat_t E;
    acb_mat_init(E, 2, 2);
    su2_element(E, x);
    assert_true(acb_mat_overlaps(E, X));
    acb_mat_clear(E);
}

static void actions_are_what_they_are_called(void **unused)
{
    static const double sizes[] = {0, 0x1p-200, 0.3, 4, 40};
    ref_algebra algebra;
    su2_subject list[SU2_ACTIONS];
    uint64_t state = 5;
    arb_ptr v = _arb_vec_init(3 * SU2N_D), xi = v, x = v + SU2N_D, out = x + SU2N_D, w;
    acb_mat_t image;
    (void)unused;
    ref_algebra_su2n(&algebra, SU2N_PARTS, su2n_gammas);
    su2_subjects(list, &algebra);
    w = _arb_vec_init(algebra.scratch);
    acb_mat_init(image, 2, 2);
    for (int a = 0; a < SU2_ACTIONS; a++)
        for (int n = 0; n < rigid_repeats(10); n++) {
            su2n_draw(xi, &state, sizes[n % 5]);
            su2n_draw(x, &state, 1);
            list[a].action->apply(out, &algebra, xi, x, w, 200);
            for (int p = 0; p < SU2N_PARTS; p++) {
                su2_define(image, &list[a], xi + 3 * p, x + 3 * p);
                su2_assert_element(image, out + 3 * p);
                for (int i = 0; i < 3; i++)
                    assert_true(mag_cmp_2exp_si(arb_radref(out + 3 * p + i), -150) < 0);
            }
            /* out may alias x */
            list[a].action->apply(x, &algebra, xi, x, w, 200);
            for (int i = 0; i < SU2N_D; i++) assert_true(arb_equal(x + i, out + i));
        }
    acb_mat_clear(image);
    _arb_vec_clear(w, algebra.scratch);
    _arb_vec_clear(v, 3 * SU2N_D);
}

/* (A(xi + e d) - A(xi - e d)) x / 2e, e = 2^-100: the error, e^2 times a third derivative below
 * 2^30, is below 2^-160 */
static void tangents_are_derivatives(void **unused)
{
    ref_algebra algebra;
    su2_subject list[SU2_ACTIONS];
    uint64_t state = 6;
    arb_ptr v = _arb_vec_init(7 * SU2N_D), xi = v, x = v + SU2N_D, out = x + SU2N_D,
            d = out + SU2N_D, up = d + SU2N_D, down = up + SU2N_D, at = down + SU2N_D, w;
    (void)unused;
    ref_algebra_su2n(&algebra, SU2N_PARTS, su2n_gammas);
    su2_subjects(list, &algebra);
    w = _arb_vec_init(algebra.scratch);
    for (int a = 0; a < SU2_ACTIONS; a++)
        for (int n = 0; n < rigid_repeats(10); n++) {
            su2n_draw(xi, &state, n == 0 ? 0 : 3);
            su2n_draw(d, &state, 1);
            su2n_draw(x, &state, 1);
            ref_action_vary(out, list[a].action, &algebra, xi, d, x, w, 300);
            for (int i = 0; i < SU2N_D; i++) arb_mul_2exp_si(d + i, d + i, -100);
            _arb_vec_add(at, xi, d, SU2N_D, SU2N_PREC);
            list[a].action->apply(up, &algebra, at, x, w, SU2N_PREC);
            _arb_vec_sub(at, xi, d, SU2N_D, SU2N_PREC);
            list[a].action->apply(down, &algebra, at, x, w, SU2N_PREC);
            for (int i = 0; i < SU2N_D; i++) {
                arb_sub(up + i, up + i, down + i, SU2N_PREC);
                arb_mul_2exp_si(up + i, up + i, 99);
                assert_true(mag_cmp_2exp_si(arb_radref(out + i), -250) < 0);
                arb_add_error_2exp_si(up + i, -160);
                assert_true(arb_overlaps(up + i, out + i));
            }
            /* out may alias x */
            for (int i = 0; i < SU2N_D; i++) arb_mul_2exp_si(d + i, d + i, 100);
            ref_action_vary(x, list[a].action, &algebra, xi, d, x, w, 300);
            for (int i = 0; i < SU2N_D; i++) assert_true(arb_equal(x + i, out + i));
        }
    _arb_vec_clear(w, algebra.scratch);
    _arb_vec_clear(v, 7 * SU2N_D);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(actions_are_what_they_are_called),
        cmocka_unit_test(tangents_are_derivatives),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
