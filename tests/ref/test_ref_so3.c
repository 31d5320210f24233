/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* so(3): every action against its definition with 3 x 3 matrices, its tangent against difference
 * quotients. */
#include "tests/support/cmocka.h"

#include "tests/ref/thread_caches.h"
#include "tests/ref/so3_defined.h"

#include <math.h>

static void actions_are_what_they_are_called(void **unused)
{
    so3_subject list[SO3_ACTIONS];
    uint64_t state = 21;
    so3_room r;
    ref_algebra algebra;
    (void)unused;
    so3_subjects(list, &algebra);
    so3_room_init(&r);
    for (int n = 0; n < rigid_repeats(40); n++)
        for (int a = 0; a < SO3_ACTIONS; a++) {
            double length = n % 8 == 0   ? 0
                            : n % 8 == 1 ? 0x1p-200
                                         : list[a].most * rigid_uniform(&state);
            so3_draw(r.xi, r.nxi, &state, length);
            so3_draw(r.x, r.nx, &state, 1);
            list[a].action->apply(r.out, &algebra, r.xi, r.x, r.w, 128);
            list[a].define(r.nout, r.nxi, r.nx);
            for (int i = 0; i < 3; i++) {
                assert_true(rigid_contains(r.out + i, r.nout[i], 64, 500));
                /* near the pole of the printed inverse 1/(1 - s^2)^2 bits are lost, at most 8 here
                 */
                assert_true(mag_cmp_2exp_si(arb_radref(r.out + i), -128 + 16) < 0);
            }
        }
    so3_room_clear(&r);
}

/* A vector of that length, to some units, in both forms. */
static void as_long_as(arb_ptr a, naive_vector v, double length)
{
    const double along[3] = {length * 0.48, length * -0.6, length * 0.64};
    for (int i = 0; i < 3; i++) {
        arb_set_d(a + i, along[i]);
        mpfr_set_d(v[i], along[i], MPFR_RNDN);
    }
}

/* (A(xi + e dxi) - A(xi - e dxi)) x / 2e, e = 2^-150: the error e^2 |A'''| is far below 2^-250 */
static void tangents_are_derivatives(void **unused)
{
    so3_subject list[SO3_ACTIONS];
    uint64_t state = 22;
    so3_room r;
    naive_vector shifted;
    mpfr_t e;
    ref_algebra algebra;
    (void)unused;
    so3_subjects(list, &algebra);
    so3_room_init(&r);
    naive_vector_init(shifted, SO3_PREC);
    mpfr_init2(e, SO3_PREC);
    for (int n = 0; n < rigid_repeats(12); n++)
        for (int a = 0; a < SO3_ACTIONS; a++) {
            double length = n % 6 == 0 ? 0 : list[a].most * rigid_uniform(&state) * 0.9;
            so3_draw(r.xi, r.nxi, &state, length);
            /* few of those drawn, if any, are above 4, where phi_5 is no series: sees its sign
             * there */
            if (n == 1) as_long_as(r.xi, r.nxi, list[a].most * 0.9);
            so3_draw(r.dxi, r.ndxi, &state, 1);
            so3_draw(r.x, r.nx, &state, 1);
            ref_action_vary(r.out, list[a].action, &algebra, r.xi, r.dxi, r.x, r.w, 256);
            for (int side = -1; side <= 1; side += 2) {
                for (int i = 0; i < 3; i++) {
                    mpfr_mul_2si(e, r.ndxi[i], -150, MPFR_RNDN);
                    mpfr_mul_si(e, e, side, MPFR_RNDN);
                    mpfr_add(shifted[i], r.nxi[i], e, MPFR_RNDN);
                }
                list[a].define(side < 0 ? r.nother : r.nout, shifted, r.nx);
            }
            for (int i = 0; i < 3; i++) {
                mpfr_sub(r.nout[i], r.nout[i], r.nother[i], MPFR_RNDN);
                mpfr_mul_2si(r.nout[i], r.nout[i], 149, MPFR_RNDN);
                assert_true(rigid_contains(r.out + i, r.nout[i], 1, 250));
                assert_true(mag_cmp_2exp_si(arb_radref(r.out + i), -200) < 0);
            }
        }
    mpfr_clear(e);
    naive_vector_clear(shifted);
    so3_room_clear(&r);
}

static void group_element_tensor_pairing_norm(void **unused)
{
    uint64_t state = 24;
    so3_room r;
    naive_matrix g, hat;
    arb_mat_t f;
    acb_mat_t turn;
    arb_t p;
    mag_t norm;
    ref_algebra algebra;
    (void)unused;
    ref_algebra_so3(&algebra);
    so3_room_init(&r);
    naive_matrix_init(g, SO3_PREC);
    naive_matrix_init(hat, SO3_PREC);
    arb_mat_init(f, 3, 3);
    acb_mat_init(turn, 3, 3);
    arb_init(p);
    mag_init(norm);
    for (int n = 0; n < 20; n++) {
        double pairing = 0, length;
        so3_draw(r.xi, r.nxi, &state, n == 0 ? 0 : 3);
        so3_draw(r.x, r.nx, &state, 1);
        algebra.cayley_matrix(turn, &algebra, r.xi, 128);
        so3_cayley_defined(g, r.nxi);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                assert_true(
                    rigid_contains(acb_realref(acb_mat_entry(turn, i, j)), g[i][j], 1, 500));
        algebra.exponential_matrix(turn, &algebra, r.xi, 128);
        naive_hat(hat, r.nxi);
        naive_exp(g, hat);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                assert_true(
                    rigid_contains(acb_realref(acb_mat_entry(turn, i, j)), g[i][j], 1, 500));
        /* B xi = ad*_xi x */
        algebra.tensor(f, &algebra, r.x, 128);
        so3_ad_defined(r.nout, r.nxi, r.nx);
        for (int i = 0; i < 3; i++) {
            arb_dot(r.out + i, NULL, 0, arb_mat_entry(f, i, 0), 1, r.xi, 1, 3, 128);
            assert_true(rigid_contains(r.out + i, r.nout[i], 1, 500));
            pairing += mpfr_get_d(r.nxi[i], MPFR_RNDN) * mpfr_get_d(r.nx[i], MPFR_RNDN);
        }
        algebra.pairing(p, &algebra, r.xi, r.x, 128);
        assert_lt(fabs(arf_get_d(arb_midref(p), ARF_RND_NEAR) - pairing), 1e-14);
        algebra.norm(norm, &algebra, r.x);
        length = hypot(hypot(mpfr_get_d(r.nx[0], MPFR_RNDN), mpfr_get_d(r.nx[1], MPFR_RNDN)),
                       mpfr_get_d(r.nx[2], MPFR_RNDN));
        assert_ge(mag_get_d(norm), length * (1 - 1e-15));
        assert_le(mag_get_d(norm), length * (1 + 1e-7));
    }
    mag_clear(norm);
    arb_clear(p);
    acb_mat_clear(turn);
    arb_mat_clear(f);
    naive_matrix_clear(g);
    naive_matrix_clear(hat);
    so3_room_clear(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(actions_are_what_they_are_called),
        cmocka_unit_test(tangents_are_derivatives),
        cmocka_unit_test(group_element_tensor_pairing_norm),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
