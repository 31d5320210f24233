/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Matrix algebras: every action against its definition with matrices, its tangent against the
 * derivative of that definition, brackets against their identities; for so(n), su(N) and, with a J
 * other than I, sp(2m, R). */
#include "tests/support/cmocka.h"

#include "tests/ref/thread_caches.h"
#include "tests/ref/matrix_defined.h"

enum { PREC = 192, LOST = 24 }; /* bits that a few products of norms up to 10 may lose */

static void actions_are_what_they_are_called(void **unused)
{
    uint64_t state = 51;
    (void)unused;
    for (int i = 0; i < MATRIX_DRAWN_ALGEBRAS; i++) {
        ref_algebra algebra;
        matrix_drawn_algebra(&algebra, i);
        arb_ptr xi = _arb_vec_init(4 * algebra.d), x = xi + algebra.d, out = x + algebra.d,
                expected = out + algebra.d;
        for (int a = 0; a < MATRIX_ACTIONS; a++)
            for (int n = 0; n < rigid_repeats(5); n++) {
                const ref_action *action = matrix_action(&algebra, a);
                double length = n == 0 ? 0 : n == 1 ? 0x1p-100 : 1.5 * rigid_uniform(&state);
                matrix_drawn_vector(xi, &algebra, &state, length, n % 2);
                matrix_drawn_vector(x, &algebra, &state, 1, n % 3 == 1);
                matrix_define(expected, &algebra, a, xi, x);
                action->apply(out, &algebra, xi, x, NULL, PREC);
                if (!matrix_agree(out, expected, algebra.d, 1, PREC - LOST))
                    fail_msg("%s, n = %ld: %s", algebra.name, (long)algebra.n,
                             matrix_action_name(a));
                action->apply(x, &algebra, xi, x, NULL, PREC); /* out may be x */
                for (slong k = 0; k < algebra.d; k++) assert_true(arb_equal(x + k, out + k));
            }
        _arb_vec_clear(xi, 4 * algebra.d);
    }
}

/* (A(xi + e dxi) - A(xi - e dxi)) x / 2e with e = 2^-200: its error is some e^2, far below 2^-PREC
 */
static void tangents_are_derivatives(void **unused)
{
    uint64_t state = 52;
    (void)unused;
    for (int i = 0; i < MATRIX_DRAWN_ALGEBRAS; i++) {
        ref_algebra algebra;
        matrix_drawn_algebra(&algebra, i);
        slong d = algebra.d;
        arb_ptr xi = _arb_vec_init(7 * d), dxi = xi + d, x = dxi + d, out = x + d, up = out + d,
                down = up + d, moved = down + d;
        for (int a = 0; a < MATRIX_ACTIONS; a++)
            for (int n = 0; n < rigid_repeats(3); n++) {
                matrix_drawn_vector(xi, &algebra, &state, n == 0 ? 0 : 1.3, n == 1);
                matrix_drawn_vector(dxi, &algebra, &state, 1, n == 1);
                matrix_drawn_vector(x, &algebra, &state, 1, false);
                if (n == 2) _arb_vec_scalar_mul_2exp_si(dxi, dxi, d, 90);
                for (int side = 0; side < 2; side++) {
                    _arb_vec_scalar_mul_2exp_si(moved, dxi, d, n == 2 ? -290 : -200);
                    if (side) _arb_vec_neg(moved, moved, d);
                    _arb_vec_add(moved, moved, xi, d, MATRIX_PREC);
                    matrix_define(side ? down : up, &algebra, a, moved, x);
                }
                _arb_vec_sub(up, up, down, d, MATRIX_PREC);
                _arb_vec_scalar_mul_2exp_si(up, up, d, n == 2 ? 289 : 199);
                for (slong k = 0; k < d; k++) arb_add_error_2exp_si(up + k, n == 2 ? -280 : -370);
                ref_action_vary(out, matrix_action(&algebra, a), &algebra, xi, dxi, x, NULL, PREC);
                if (!matrix_agree(out, up, d, n == 2 ? 0x1p90 : 1, PREC - LOST))
                    fail_msg("%s, n = %ld: %s", algebra.name, (long)algebra.n,
                             matrix_action_name(a));
            }
        _arb_vec_clear(xi, 7 * d);
    }
}

/* The image of a ball contains the images of its points, and of a point of a generator's ball. */
static void balls_contain_the_images_of_points(void **unused)
{
    uint64_t state = 53;
    (void)unused;
    for (int i = 0; i < MATRIX_DRAWN_ALGEBRAS; i++) {
        ref_algebra algebra;
        matrix_drawn_algebra(&algebra, i);
        slong d = algebra.d;
        arb_ptr xi = _arb_vec_init(8 * d), x = xi + d, out = x + d, point = out + d,
                bxi = point + d, bx = bxi + d, dxi = bx + d, zero = dxi + d;
        for (int a = 0; a < MATRIX_ACTIONS; a++)
            for (int n = 0; n < 3; n++) {
                slong e = n == 0 ? -60 : -10;
                matrix_drawn_vector(xi, &algebra, &state, 0.7, false);
                matrix_drawn_vector(x, &algebra, &state, 1, false);
                matrix_drawn_vector(dxi, &algebra, &state, 1, false);
                for (slong k = 0; k < d; k++) {
                    arb_set(bxi + k, xi + k);
                    arb_add_error_2exp_si(bxi + k, e);
                    arb_set(bx + k, x + k);
                    arb_add_error_2exp_si(bx + k, e);
                    arb_set_si(zero, rigid_bits(&state) % 2 ? 1 : -1);
                    arb_mul_2exp_si(zero, zero, e);
                    arb_add(xi + k, xi + k, zero, MATRIX_PREC);
                    arb_set_si(zero, rigid_bits(&state) % 2 ? 1 : -1);
                    arb_mul_2exp_si(zero, zero, e);
                    arb_add(x + k, x + k, zero, MATRIX_PREC);
                }
                matrix_define(point, &algebra, a, xi, x);
                matrix_action(&algebra, a)->apply(out, &algebra, bxi, bx, NULL, 96);
                for (slong k = 0; k < d; k++) {
                    assert_true(arb_contains(out + k, point + k));
                    assert_true(mag_cmp_2exp_si(arb_radref(out + k), e + 9) < 0);
                }
                ref_action_vary(point, matrix_action(&algebra, a), &algebra, xi, dxi, x, NULL,
                                MATRIX_PREC);
                ref_action_vary(out, matrix_action(&algebra, a), &algebra, bxi, dxi, bx, NULL, 96);
                for (slong k = 0; k < d; k++) assert_true(arb_contains(out + k, point + k));
            }
        _arb_vec_clear(xi, 8 * d);
    }
}

/* Jacobi; <ad*_xi x, eta> = <x, [xi, eta]>; D(-xi) = C(xi) D(xi); B g = ad*_(W^-1 g) x is
 * antisymmetric */
static void identities_hold(void **unused)
{
    uint64_t state = 54;
    arb_t left, right;
    (void)unused;
    arb_init(left);
    arb_init(right);
    for (int i = 0; i < MATRIX_DRAWN_ALGEBRAS; i++) {
        ref_algebra algebra;
        matrix_drawn_algebra(&algebra, i);
        slong d = algebra.d;
        arb_ptr v[8];
        arb_mat_t B;
        const ref_action *bracket = algebra.bracket;
        for (int k = 0; k < 8; k++) v[k] = _arb_vec_init(d);
        arb_mat_init(B, d, d);
        for (int k = 0; k < 3; k++) matrix_drawn_vector(v[k], &algebra, &state, 1, false);
        _arb_vec_zero(v[5], d);
        for (int k = 0; k < 3; k++) {
            bracket->apply(v[3], &algebra, v[k], v[(k + 1) % 3], NULL, PREC);
            bracket->apply(v[4], &algebra, v[3], v[(k + 2) % 3], NULL, PREC);
            _arb_vec_add(v[5], v[5], v[4], d, PREC);
        }
        _arb_vec_zero(v[4], d);
        assert_true(matrix_agree(v[5], v[4], d, 1, PREC - LOST));
        algebra.ad->apply(v[3], &algebra, v[0], v[2], NULL, PREC);
        bracket->apply(v[4], &algebra, v[0], v[1], NULL, PREC);
        algebra.pairing(left, &algebra, v[3], v[1], PREC);
        algebra.pairing(right, &algebra, v[2], v[4], PREC);
        assert_true(matrix_agree(left, right, 1, 1, PREC - LOST));
        algebra.congruence_change->apply(v[3], &algebra, v[0], v[1], NULL, PREC);
        _arb_vec_add(v[3], v[3], v[1], d, PREC);
        algebra.cayley->apply(v[4], &algebra, v[0], v[3], NULL, PREC);
        _arb_vec_neg(v[6], v[0], d);
        algebra.congruence_change->apply(v[5], &algebra, v[6], v[1], NULL, PREC);
        _arb_vec_add(v[5], v[5], v[1], d, PREC);
        assert_true(matrix_agree(v[4], v[5], d, 1, PREC - LOST));
        algebra.congruence_inverse->apply(v[4], &algebra, v[0], v[3], NULL, PREC);
        assert_true(matrix_agree(v[4], v[1], d, 1, PREC - LOST));
        algebra.tensor(B, &algebra, v[2], PREC);
        for (slong r = 0; r < d; r++)
            for (slong s = 0; s < d; s++) {
                arb_neg(left, arb_mat_entry(B, s, r));
                assert_true(matrix_agree(left, arb_mat_entry(B, r, s), 1, 1, PREC - LOST));
            }
        /* {f, g} = <x, [grad f, grad g]> of the linear functions with gradients v0, v1 */
        for (slong r = 0; r < d; r++)
            for (int side = 0; side < 2; side++) {
                _arb_vec_zero(v[7], d);
                arb_one(v[7] + r);
                algebra.pairing(v[3 + side] + r, &algebra, v[side], v[7], PREC);
            }
        arb_zero(left);
        for (slong r = 0; r < d; r++)
            for (slong s = 0; s < d; s++) {
                arb_mul(right, arb_mat_entry(B, r, s), v[3] + s, PREC);
                arb_addmul(left, right, v[4] + r, PREC);
            }
        bracket->apply(v[5], &algebra, v[0], v[1], NULL, PREC);
        algebra.pairing(right, &algebra, v[2], v[5], PREC);
        assert_true(matrix_agree(left, right, 1, 1, PREC - LOST));
        for (int k = 0; k < 8; k++) _arb_vec_clear(v[k], d);
        arb_mat_clear(B);
    }
    arb_clear(left);
    arb_clear(right);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(actions_are_what_they_are_called),
        cmocka_unit_test(tangents_are_derivatives),
        cmocka_unit_test(balls_contain_the_images_of_points),
        cmocka_unit_test(identities_hold),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
