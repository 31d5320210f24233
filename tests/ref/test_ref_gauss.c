/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The two-stage Gauss rule: its tableau, and the stages with generators held fixed in quaternions
 * against those in matrices.  Order, tangents and balls: tests/ref/test_ref_rkmk.c; whole steps:
 * tests/ref/test_ref_golden.c, tests/ref/test_ref_against_second_reference.c. */
#include "tests/support/cmocka.h"

#include <math.h>

#include "ref/matrix/matrix.h"
#include "tests/ref/su2n_defined.h"
#include "tests/ref/thread_caches.h"

enum { PREC = 200 };

/* a_12 and a_21 are the roots of t^2 - t/2 + 1/16 - 1/12, the smaller first; a_11 = a_22 = 1/4; and
 * a_ij/2 + a_ji/2 = 1/4, by which bilinear functions are kept. */
static void tableau_is_gauss(void **unused)
{
    arb_ptr a = _arb_vec_init(4);
    arb_t t, constant;
    (void)unused;
    arb_init(t);
    arb_init(constant);
    ref_gauss_tableau(a, PREC);
    arb_set_si(constant, -1);
    arb_div_ui(constant, constant, 48, PREC);
    assert_true(arb_equal(a, a + 3));
    arb_mul_2exp_si(t, a, 2);
    assert_true(arb_is_one(t));
    for (int i = 1; i < 3; i++) {
        arb_mul_2exp_si(t, a + i, -1);
        arb_neg(t, t);
        arb_addmul(t, a + i, a + i, PREC);
        arb_add(t, t, constant, PREC);
        assert_true(arb_contains_zero(t));
        assert_true(mag_cmp_2exp_si(arb_radref(a + i), 8 - PREC) < 0);
    }
    assert_true(arb_lt(a + 1, a + 2));
    arb_clear(t);
    arb_clear(constant);
    _arb_vec_clear(a, 4);
}

/* Both forms enclose the same stages, and their derivatives, closely. */
static void quaternions_are_matrices(void **unused)
{
    ref_algebra algebra;
    uint64_t state = 19;
    arb_ptr v = _arb_vec_init(8 * SU2N_D), xi = v, dxi = v + 2 * SU2N_D, x = v + 4 * SU2N_D,
            dx = x + SU2N_D, one = x + 2 * SU2N_D, two = _arb_vec_init(2 * SU2N_D);
    (void)unused;
    ref_algebra_su2n(&algebra, SU2N_PARTS, su2n_gammas);
    assert_non_null(algebra.gauss);
    for (int n = 0; n < rigid_repeats(40); n++) {
        const double most = n % 4 == 0 ? 0 : n % 4;
        su2n_draw(xi, &state, most);
        /* with zeros of other entries than the first, or none */
        su2n_draw(xi + SU2N_D, &state, n % 5 == 0 ? 1 : most);
        su2n_draw(dxi, &state, 1);
        su2n_draw(dxi + SU2N_D, &state, 1);
        su2n_draw(x, &state, 1);
        su2n_draw(dx, &state, 1);
        for (int k = 0; k < 4; k++) {
            arb_srcptr turn = k == 2 ? NULL : dxi, move = k == 1 ? NULL : dx;
            if (k == 3) {
                algebra.gauss->change(one, &algebra, xi, x, PREC);
                ref_matrix_gauss(two, &algebra, xi, x, PREC);
            } else {
                algebra.gauss->tangent(one, &algebra, xi, turn, x, move, PREC);
                ref_matrix_gauss_tangent(two, &algebra, xi, turn, x, move, PREC);
            }
            for (slong i = 0; i < 2 * SU2N_D; i++) {
                assert_true(arb_overlaps(one + i, two + i));
                assert_true(mag_cmp_2exp_si(arb_radref(one + i), 30 - PREC) < 0);
                assert_true(mag_cmp_2exp_si(arb_radref(two + i), 30 - PREC) < 0);
            }
        }
    }
    _arb_vec_clear(two, 2 * SU2N_D);
    _arb_vec_clear(v, 8 * SU2N_D);
}

/* At constant generators p both stages are turns about p: with L_i a function of p, a state along p
 * is multiplied by |L_i|^2 and one across turned.  For p along e_3, L_i = r_i(-i|xi|/2) with the
 * stage's rational function r_1(w) = (1 - w (1/4 - a_12))/(1 - w/2 + w^2/12) and r_2 with a_21. */
static void constant_generators_by_hand(void **unused)
{
    ref_algebra algebra;
    uint64_t state = 20;
    arb_ptr xi = _arb_vec_init(4 * SU2N_D), x = xi + 2 * SU2N_D, out = _arb_vec_init(2 * SU2N_D),
            a = _arb_vec_init(4), size = _arb_vec_init(2);
    acb_t w, L, below;
    (void)unused;
    acb_init(w);
    acb_init(L);
    acb_init(below);
    ref_algebra_su2n(&algebra, SU2N_PARTS, su2n_gammas);
    ref_gauss_tableau(a, PREC);
    for (int n = 0; n < 8; n++) {
        const double angle = ldexp(1, 1 - n);
        su2n_draw(x, &state, 1);
        for (int s = 0; s < 2; s++)
            for (int p = 0; p < SU2N_PARTS; p++) arb_set_d(xi + s * SU2N_D + 3 * p + 2, angle);
        algebra.gauss->change(out, &algebra, xi, x, PREC);
        for (int s = 0; s < 2; s++) {
            /* w = -i (-angle/2): what Psi does to the first basis vector */
            acb_set_d_d(w, 0, angle / 2);
            acb_mul(below, w, w, PREC);
            acb_div_ui(below, below, 12, PREC);
            acb_mul_2exp_si(L, w, -1);
            acb_sub(below, below, L, PREC);
            acb_add_ui(below, below, 1, PREC);
            arb_sub(size, a + (s ? 2 : 1), a, PREC);
            acb_mul_arb(L, w, size, PREC);
            acb_add_ui(L, L, 1, PREC);
            acb_div(L, L, below, PREC);
            acb_abs(size, L, PREC);
            arb_mul(size, size, size, PREC);
            for (int p = 0; p < SU2N_PARTS; p++) {
                arb_ptr to = out + s * SU2N_D + 3 * p;
                arb_add(to + 2, to + 2, x + 3 * p + 2, PREC);
                arb_mul(size + 1, size, x + 3 * p + 2, PREC);
                assert_true(arb_overlaps(to + 2, size + 1));
                assert_true(mag_cmp_2exp_si(arb_radref(to + 2), 20 - PREC) < 0);
            }
        }
    }
    acb_clear(w);
    acb_clear(L);
    acb_clear(below);
    _arb_vec_clear(xi, 4 * SU2N_D);
    _arb_vec_clear(out, 2 * SU2N_D);
    _arb_vec_clear(a, 4);
    _arb_vec_clear(size, 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tableau_is_gauss),
        cmocka_unit_test(quaternions_are_matrices),
        cmocka_unit_test(constant_generators_by_hand),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
