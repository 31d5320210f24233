/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* se(3): every action against its definition (6 x 6 and 4 x 4 matrices, matrix exponential), its
 * tangent against difference quotients, balls against points, bounds against samples. */
#include "tests/support/cmocka.h"

#include "tests/ref/thread_caches.h"
#include "tests/ref/rigid_body_steps.h"
#include "tests/ref/se3_defined.h"

#include <math.h>

static void actions_are_what_they_are_called(void **unused)
{
    se3_subject list[SE3_ACTIONS];
    ref_algebra algebra;
    uint64_t state = 61;
    se3_room r = se3_room_new();
    (void)unused;
    se3_subjects(list, &algebra);
    for (int n = 0; n < rigid_repeats(24); n++)
        for (int a = 0; a < SE3_ACTIONS; a++) {
            se3_draw(r.xi, &state,
                     n % 8 == 0   ? 0
                     : n % 8 == 1 ? 0x1p-200
                                  : 6 * rigid_uniform(&state));
            se3_draw(r.x, &state, 1);
            list[a].define(r.defined, r.xi, r.x);
            list[a].action->apply(r.out, &algebra, r.xi, r.x, r.w, 128);
            for (int i = 0; i < 6; i++) {
                assert_true(arb_overlaps(r.out + i, r.defined + i));
                assert_true(mag_cmp_2exp_si(arb_radref(r.out + i), 12 - 128) < 0);
            }
            /* out may be x */
            _arb_vec_set(r.other, r.x, 6);
            list[a].action->apply(r.other, &algebra, r.xi, r.other, r.w, 128);
            for (int i = 0; i < 6; i++) assert_true(arb_equal(r.other + i, r.out + i));
        }
    se3_room_free(r);
}

/* (A(xi + e dxi) - A(xi - e dxi)) x / 2e, e = 2^-150: the error e^2 |A'''| is far below 2^-250 */
static void tangents_are_derivatives(void **unused)
{
    se3_subject list[SE3_ACTIONS];
    ref_algebra algebra;
    uint64_t state = 62;
    se3_room r = se3_room_new();
    arb_ptr near = _arb_vec_init(6);
    (void)unused;
    se3_subjects(list, &algebra);
    for (int n = 0; n < rigid_repeats(12); n++)
        for (int a = 0; a < SE3_ACTIONS; a++) {
            se3_draw(r.xi, &state, n % 6 == 0 ? 0 : 6 * rigid_uniform(&state));
            se3_draw(r.dxi, &state, 1);
            se3_draw(r.x, &state, 1);
            ref_action_vary(r.out, list[a].action, &algebra, r.xi, r.dxi, r.x, r.w, 256);
            _arb_vec_scalar_mul_2exp_si(r.other, r.dxi, 6, -150);
            _arb_vec_add(near, r.xi, r.other, 6, SE3_HIGH);
            list[a].define(r.defined, near, r.x);
            _arb_vec_sub(near, r.xi, r.other, 6, SE3_HIGH);
            list[a].define(r.other, near, r.x);
            _arb_vec_sub(r.defined, r.defined, r.other, 6, SE3_HIGH);
            _arb_vec_scalar_mul_2exp_si(r.defined, r.defined, 6, 149);
            for (int i = 0; i < 6; i++) {
                arb_add_error_2exp_si(r.defined + i, -250);
                assert_true(arb_overlaps(r.out + i, r.defined + i));
                assert_true(mag_cmp_2exp_si(arb_radref(r.out + i), -200) < 0);
            }
        }
    _arb_vec_clear(near, 6);
    se3_room_free(r);
}

/* The image of a box contains the image of a point of it. */
static void boxes_hold_their_points(void **unused)
{
    se3_subject list[SE3_ACTIONS];
    ref_algebra algebra;
    uint64_t state = 63;
    se3_room r = se3_room_new();
    (void)unused;
    se3_subjects(list, &algebra);
    for (int n = 0; n < rigid_repeats(20); n++)
        for (int a = 0; a < SE3_ACTIONS; a++) {
            arb_ptr all[3] = {r.xi, r.dxi, r.x};
            se3_draw(r.xi, &state, 3 * rigid_uniform(&state));
            se3_draw(r.dxi, &state, 1);
            se3_draw(r.x, &state, 1);
            list[a].define(r.defined, r.xi, r.x);
            ref_action_vary(r.other, list[a].action, &algebra, r.xi, r.dxi, r.x, r.w, 256);
            for (int v = 0; v < 3; v++) /* wide, and off centre, so that the point is no midpoint */
                for (int i = 0; i < 6; i++) {
                    double shift = 0x1p-6 * rigid_between(&state, -1, 1);
                    arb_set_d(r.out, shift);
                    arb_add(all[v] + i, all[v] + i, r.out, 128);
                    arb_add_error_2exp_si(all[v] + i, -6);
                }
            list[a].action->apply(r.out, &algebra, r.xi, r.x, r.w, 128);
            for (int i = 0; i < 6; i++) assert_true(arb_contains(r.out + i, r.defined + i));
            ref_action_vary(r.out, list[a].action, &algebra, r.xi, r.dxi, r.x, r.w, 128);
            for (int i = 0; i < 6; i++) assert_true(arb_contains(r.out + i, r.other + i));
        }
    se3_room_free(r);
}

/* Where for given lengths of omega and u the bound of ad* is attained: along the same axis, |omega|
 * = sqrt 2 |u|, on Pi and Gamma across it with |Gamma| = sqrt 2 |Pi|; on generators the two are
 * exchanged. */
static void extremal(arb_ptr xi, arb_ptr x, double length, bool on_generators)
{
    _arb_vec_zero(xi, 6);
    _arb_vec_zero(x, 6);
    arb_set_d(xi + 2, length * sqrt(2. / 3));
    arb_set_d(xi + 5, length * sqrt(1. / 3));
    arb_set_d(x, sqrt(on_generators ? 2. / 3 : 1. / 3));
    arb_set_d(x + 3, sqrt(on_generators ? 1. / 3 : 2. / 3));
}

/* Bounds hold for every sample; for small rho, where steps live, the largest ratio comes within a
 * tenth of them. */
static void bounds_dominate(void **unused)
{
    static const double rhos[] = {0.01, 0.4, 1.5, 5};
    se3_subject list[SE3_ACTIONS];
    ref_algebra algebra;
    uint64_t state = 64;
    se3_room r = se3_room_new();
    mag_t rho, size, slope;
    (void)unused;
    se3_subjects(list, &algebra);
    mag_init(rho);
    mag_init(size);
    mag_init(slope);
    for (int a = 0; a < SE3_ACTIONS; a++)
        for (int k = 0; k < 4; k++) {
            double most_size = 0, most_slope = 0;
            mag_set_d(rho, rhos[k]);
            list[a].action->bound(size, slope, &algebra, rho);
            for (int n = 0; n < rigid_repeats(200); n++) {
                double length;
                se3_draw(r.xi, &state, 1);
                se3_draw(r.dxi, &state, 1);
                se3_draw(r.x, &state, 1);
                if (n % 4 == 1) extremal(r.xi, r.x, 1, list[a].on_generators);
                if (n % 4 == 2) extremal(r.dxi, r.x, 1, list[a].on_generators);
                if (n % 4 == 3) /* no turn, or no drift */
                    _arb_vec_zero(r.xi + 3 * (n / 4 % 2), 3);
                length = se3_length(r.xi);
                arb_set_d(r.other, 0.999 * rhos[k] / length);
                _arb_vec_scalar_mul(r.xi, r.xi, 6, r.other, 128);
                list[a].action->apply(r.out, &algebra, r.xi, r.x, r.w, 128);
                most_size = fmax(most_size, se3_length(r.out) / se3_length(r.x));
                ref_action_vary(r.out, list[a].action, &algebra, r.xi, r.dxi, r.x, r.w, 128);
                length = se3_length(r.dxi) * se3_length(r.x);
                most_slope = fmax(most_slope, se3_length(r.out) / length);
            }
            assert_le(most_size, mag_get_d(size) * (1 + 1e-9));
            assert_le(most_slope, mag_get_d(slope) * (1 + 1e-9));
            if (k == 0) {
                assert_ge(most_size, 0.9 * mag_get_d(size));
                assert_ge(most_slope, 0.9 * mag_get_d(slope));
            }
        }
    mag_clear(rho);
    mag_clear(size);
    mag_clear(slope);
    se3_room_free(r);
}

/* <ad*_xi x, eta> = <x, [xi, eta]>, and B xi = ad*_xi x. */
static void tensor_pairing_norm(void **unused)
{
    ref_algebra algebra;
    uint64_t state = 65;
    se3_room r = se3_room_new();
    arb_mat_t B;
    arb_t left, right;
    mag_t norm;
    (void)unused;
    ref_algebra_se3(&algebra);
    arb_mat_init(B, 6, 6);
    arb_init(left);
    arb_init(right);
    mag_init(norm);
    for (int n = 0; n < 20; n++) {
        se3_draw(r.xi, &state, 3);
        se3_draw(r.dxi, &state, 3);
        se3_draw(r.x, &state, 1);
        algebra.ad->apply(r.out, &algebra, r.xi, r.x, r.w, 128);
        algebra.bracket->apply(r.other, &algebra, r.xi, r.dxi, r.w, 128);
        algebra.pairing(left, &algebra, r.out, r.dxi, 128);
        algebra.pairing(right, &algebra, r.x, r.other, 128);
        assert_true(arb_overlaps(left, right));
        assert_true(mag_cmp_2exp_si(arb_radref(left), -110) < 0);
        algebra.tensor(B, &algebra, r.x, 128);
        for (int i = 0; i < 6; i++) {
            arb_dot(left, NULL, 0, arb_mat_entry(B, i, 0), 1, r.xi, 1, 6, 128);
            assert_true(arb_overlaps(left, r.out + i));
        }
        algebra.norm(norm, &algebra, r.x);
        assert_ge(mag_get_d(norm), se3_length(r.x) * (1 - 1e-15));
        assert_le(mag_get_d(norm), se3_length(r.x) * (1 + 1e-7));
    }
    arb_mat_clear(B);
    arb_clear(left);
    arb_clear(right);
    mag_clear(norm);
    se3_room_free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(actions_are_what_they_are_called),
        cmocka_unit_test(tangents_are_derivatives),
        cmocka_unit_test(boxes_hold_their_points),
        cmocka_unit_test(bounds_dominate),
        cmocka_unit_test(tensor_pairing_norm),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
