/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* so(n) and su(N) against the algebras of R^3, their group elements, and the rigid body in n
 * dimensions. */
#include "tests/support/cmocka.h"

#include "tests/ref/thread_caches.h"
#include "tests/ref/matrix_defined.h"
#include "ref/algebra/so3.h"
#include "ref/matrix/son.h"
#include "ref/matrix/sun.h"

enum { PREC = 128 };

/* X = hat x: (X_12, X_13, X_23) = (-x_3, x_2, -x_1) */
static void to_rows(arb_ptr out, arb_srcptr x)
{
    arb_neg(out, x + 2);
    arb_set(out + 1, x + 1);
    arb_neg(out + 2, x);
}

static void so_of_three_is_the_rotations_of_space(void **unused)
{
    uint64_t state = 61;
    ref_algebra space, rows;
    arb_ptr v = _arb_vec_init(18), w = _arb_vec_init(100), xi = v, x = v + 3, a = v + 6, b = v + 9,
            xi_rows = v + 12, x_rows = v + 15;
    mag_t one, other;
    (void)unused;
    mag_init(one);
    mag_init(other);
    ref_algebra_so3(&space);
    ref_algebra_son(&rows, 3);
    const ref_action *pairs[][2] = {{space.ad, rows.ad},
                                    {space.congruence_change, rows.congruence_change},
                                    {space.congruence_inverse, rows.congruence_inverse},
                                    {space.exponential, rows.exponential},
                                    {space.cayley, rows.cayley}};
    for (int n = 0; n < 10; n++)
        for (int k = 0; k < 5; k++) {
            matrix_drawn_vector(xi, &space, &state, n ? 1.5 : 0, n == 1);
            matrix_drawn_vector(x, &space, &state, 1, n == 2);
            to_rows(xi_rows, xi);
            to_rows(x_rows, x);
            pairs[k][0]->apply(a, &space, xi, x, w, PREC);
            to_rows(b, a);
            pairs[k][1]->apply(a, &rows, xi_rows, x_rows, NULL, PREC);
            assert_true(matrix_agree(a, b, 3, 1, PREC - 16));
            space.norm(one, &space, x);
            rows.norm(other, &rows, x_rows);
            assert_lt(mag_get_d(other), 1.000001 * mag_get_d(one));
        }
    mag_clear(one);
    mag_clear(other);
    _arb_vec_clear(v, 18);
    _arb_vec_clear(w, 100);
}

/* x -> -(i/2) x.sigma maps x to its element of su(2) and cross products to brackets */
static void to_spin(arb_ptr out, arb_srcptr x)
{
    arb_neg(out, x + 2);
    arb_set(out + 1, x + 2);
    arb_neg(out + 2, x + 1);
    arb_neg(out + 3, x);
    for (int i = 0; i < 4; i++) arb_mul_2exp_si(out + i, out + i, -1);
}

static void su_of_two_is_space(void **unused)
{
    uint64_t state = 62;
    ref_algebra space, spin;
    arb_ptr v = _arb_vec_init(21), w = _arb_vec_init(100), xi = v, x = v + 3, a = v + 6, b = v + 9,
            xi_spin = v + 13, x_spin = v + 17;
    (void)unused;
    ref_algebra_so3(&space);
    ref_algebra_sun(&spin, 2);
    for (int n = 0; n < 10; n++)
        for (int k = 0; k < 2; k++) {
            const ref_action *here = k ? space.exponential : space.ad,
                             *there = k ? spin.exponential : spin.ad;
            matrix_drawn_vector(xi, &space, &state, 1.5, n == 1);
            matrix_drawn_vector(x, &space, &state, 1, n == 2);
            to_spin(xi_spin, xi);
            to_spin(x_spin, x);
            here->apply(a, &space, xi, x, w, PREC);
            to_spin(b, a);
            there->apply(x_spin, &spin, xi_spin, x_spin, NULL, PREC);
            assert_true(matrix_agree(x_spin, b, 4, 1, PREC - 16));
        }
    _arb_vec_clear(v, 21);
    _arb_vec_clear(w, 100);
}

/* g*Jg = J for g = tau(xi), exp(xi); Ad*_(g^-1) undoes C(xi), E(xi) */
static void groups_keep_the_form(void **unused)
{
    uint64_t state = 63;
    (void)unused;
    for (int i = 0; i < MATRIX_DRAWN_ALGEBRAS; i++) {
        ref_algebra algebra;
        matrix_drawn_algebra(&algebra, i);
        slong n = algebra.n, d = algebra.d;
        arb_ptr xi = _arb_vec_init(3 * d), x = xi + d, out = x + d;
        acb_mat_t g, J, T, X, Y;
        acb_mat_init(g, n, n);
        acb_mat_init(J, n, n);
        acb_mat_init(T, n, n);
        acb_mat_init(X, n, n);
        acb_mat_init(Y, n, n);
        acb_mat_one(J);
        if (algebra.form) {
            int c = algebra.form(J, &algebra);
            acb_mat_mul(T, J, J, PREC);
            acb_mat_one(X);
            if (c < 0) acb_mat_neg(X, X);
            assert_true(acb_mat_equal(T, X));
        }
        for (int k = 0; k < 6; k++) {
            const ref_action *turn = k % 2 ? algebra.exponential : algebra.cayley;
            matrix_drawn_vector(xi, &algebra, &state, k < 2 ? 0 : 1, k > 3);
            matrix_drawn_vector(x, &algebra, &state, 1, false);
            (k % 2 ? algebra.exponential_matrix : algebra.cayley_matrix)(g, &algebra, xi, PREC);
            acb_mat_conjugate_transpose(T, g);
            acb_mat_mul(X, T, J, PREC);
            acb_mat_mul(Y, X, g, PREC);
            assert_true(matrix_same(Y, J, PREC - 20));
            turn->apply(out, &algebra, xi, x, NULL, PREC);
            algebra.spatial(out, &algebra, g, out, PREC);
            assert_true(matrix_agree(out, x, d, 1, PREC - 20));
            /* an element's matrix obeys A*J + JA = 0 and reads back as its coordinates */
            algebra.to_matrix(X, &algebra, x, PREC);
            algebra.from_matrix(out, &algebra, X, PREC);
            for (slong r = 0; r < d; r++) assert_true(arb_equal(out + r, x + r));
            acb_mat_conjugate_transpose(T, X);
            acb_mat_mul(T, T, J, PREC);
            acb_mat_mul(Y, J, X, PREC);
            acb_mat_neg(Y, Y);
            assert_true(matrix_same(T, Y, PREC - 20));
        }
        acb_mat_clear(g);
        acb_mat_clear(J);
        acb_mat_clear(T);
        acb_mat_clear(X);
        acb_mat_clear(Y);
        _arb_vec_clear(xi, 3 * d);
    }
}

/* |x|^2 = <x, x> = Tr X*X, half of it on so(n), in every coordinate by itself */
static void pairings_are_traces(void **unused)
{
    uint64_t state = 64;
    arb_t pairing;
    acb_t trace;
    mag_t norm;
    (void)unused;
    arb_init(pairing);
    acb_init(trace);
    mag_init(norm);
    for (int i = 0; i < MATRIX_DRAWN_ALGEBRAS; i++) {
        ref_algebra algebra;
        matrix_drawn_algebra(&algebra, i);
        arb_ptr x = _arb_vec_init(algebra.d);
        acb_mat_t X, T;
        acb_mat_init(X, algebra.n, algebra.n);
        acb_mat_init(T, algebra.n, algebra.n);
        matrix_drawn_vector(x, &algebra, &state, 1, false);
        algebra.to_matrix(X, &algebra, x, PREC);
        acb_mat_conjugate_transpose(T, X);
        acb_mat_mul(T, T, X, PREC);
        acb_mat_trace(trace, T, PREC);
        if (i < 4) acb_mul_2exp_si(trace, trace, -1);
        algebra.pairing(pairing, &algebra, x, x, PREC);
        assert_true(matrix_agree(pairing, acb_realref(trace), 1, 8, PREC - 16));
        algebra.norm(norm, &algebra, x);
        mag_mul(norm, norm, norm);
        double square = arf_get_d(arb_midref(pairing), ARF_RND_NEAR);
        assert_ge(mag_get_d(norm), square);
        assert_lt(mag_get_d(norm), square * 1.00001);
        acb_mat_clear(X);
        acb_mat_clear(T);
        _arb_vec_clear(x, algebra.d);
    }
    arb_clear(pairing);
    acb_clear(trace);
    mag_clear(norm);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(so_of_three_is_the_rotations_of_space),
        cmocka_unit_test(su_of_two_is_space),
        cmocka_unit_test(groups_keep_the_form),
        cmocka_unit_test(pairings_are_traces),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
