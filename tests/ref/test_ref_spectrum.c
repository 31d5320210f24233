/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Characteristic polynomials, traces of powers and the Pfaffian, against determinants and
 * written-out formulas. */
#include "tests/support/cmocka.h"

#include "tests/ref/thread_caches.h"
#include "tests/ref/matrix_defined.h"
#include "ref/matrix/son.h"
#include "ref/system/system.h"

#if defined(__has_include) && __has_include(<flint/acb_poly.h>)
#include <flint/acb_poly.h>
#else
#include <acb_poly.h>
#endif

enum { PREC = 160, LOST = 30 };

/* p(t) = det(t - X) at some t, and the leading coefficient is 1 */
static void characteristic_polynomials_are_determinants(void **unused)
{
    uint64_t state = 81;
    acb_t t, value, det;
    (void)unused;
    acb_init(t);
    acb_init(value);
    acb_init(det);
    for (int i = 0; i < MATRIX_DRAWN_ALGEBRAS; i++) {
        ref_system sys = {.M = 0};
        matrix_drawn_algebra(&sys.algebra, i);
        slong n = sys.algebra.n;
        arb_ptr x = _arb_vec_init(sys.algebra.d);
        acb_ptr p = _acb_vec_init(n + 1);
        acb_mat_t X, T;
        acb_mat_init(X, n, n);
        acb_mat_init(T, n, n);
        for (int k = 0; k < 4; k++) {
            matrix_drawn_vector(x, &sys.algebra, &state, 1, k % 2);
            assert_true(ref_state_matrix(X, &sys, x, PREC));
            assert_true(ref_characteristic(p, &sys, x, PREC));
            assert_true(acb_is_one(p + n));
            acb_set_d_d(t, rigid_between(&state, -1, 1), rigid_between(&state, -1, 1));
            _acb_poly_evaluate(value, p, n + 1, t, PREC);
            acb_mat_neg(T, X);
            for (slong r = 0; r < n; r++)
                acb_add(acb_mat_entry(T, r, r), acb_mat_entry(T, r, r), t, PREC);
            acb_mat_det(det, T, PREC);
            assert_true(matrix_agree(acb_realref(value), acb_realref(det), 1, 1, PREC - LOST));
            assert_true(matrix_agree(acb_imagref(value), acb_imagref(det), 1, 1, PREC - LOST));
        }
        acb_mat_clear(X);
        acb_mat_clear(T);
        _arb_vec_clear(x, sys.algebra.d);
        _acb_vec_clear(p, n + 1);
    }
    ref_system none = {.M = 0};
    assert_false(ref_characteristic(NULL, &none, NULL, PREC));
    assert_false(ref_state_matrix(NULL, &none, NULL, PREC));
    acb_clear(t);
    acb_clear(value);
    acb_clear(det);
}

static void traces_are_of_powers(void **unused)
{
    uint64_t state = 82;
    enum { COUNT = 5 };
    acb_t trace;
    (void)unused;
    acb_init(trace);
    for (int i = 0; i < MATRIX_DRAWN_ALGEBRAS; i++) {
        ref_algebra algebra;
        if (i >= 4 && i < 8) continue; /* su(N) is not real */
        matrix_drawn_algebra(&algebra, i);
        arb_ptr x = _arb_vec_init(algebra.d), values = _arb_vec_init(COUNT);
        acb_mat_t X, T;
        acb_mat_init(X, algebra.n, algebra.n);
        acb_mat_init(T, algebra.n, algebra.n);
        matrix_drawn_vector(x, &algebra, &state, 1, false);
        algebra.to_matrix(X, &algebra, x, PREC);
        for (slong count = 0; count <= COUNT; count++) {
            ref_even_traces(values, &algebra, x, count, PREC);
            acb_mat_one(T);
            for (slong k = 0; k < count; k++) {
                acb_mat_mul(T, T, X, PREC);
                acb_mat_mul(T, T, X, PREC);
                acb_mat_trace(trace, T, PREC);
                assert_true(matrix_agree(values + k, acb_realref(trace), 1, 1, PREC - LOST));
            }
        }
        acb_mat_clear(X);
        acb_mat_clear(T);
        _arb_vec_clear(x, algebra.d);
        _arb_vec_clear(values, COUNT);
    }
    acb_clear(trace);
}

/* n = 2: x_12; n = 4: x_12 x_34 - x_13 x_24 + x_14 x_23; of every n Pf^2 = det, and the product for
 * a sum of blocks */
static void pfaffians_are_roots_of_determinants(void **unused)
{
    uint64_t state = 83;
    arb_t pf, expected;
    acb_t det;
    (void)unused;
    arb_init(pf);
    arb_init(expected);
    acb_init(det);
    for (slong n = 2; n <= 10; n += 2) {
        ref_algebra algebra;
        ref_algebra_son(&algebra, n);
        arb_ptr x = _arb_vec_init(algebra.d);
        acb_mat_t X;
        acb_mat_init(X, n, n);
        matrix_drawn_vector(x, &algebra, &state, 2, false);
        ref_pfaffian(pf, &algebra, x, PREC);
        algebra.to_matrix(X, &algebra, x, PREC);
        acb_mat_det(det, X, PREC);
        arb_mul(expected, pf, pf, PREC);
        assert_true(matrix_agree(expected, acb_realref(det), 1, 1, PREC - LOST));
        if (n == 2) assert_true(arb_overlaps(pf, x));
        if (n == 4) {
            arb_mul(expected, x, x + 5, PREC);
            arb_submul(expected, x + 1, x + 4, PREC);
            arb_addmul(expected, x + 2, x + 3, PREC);
            assert_true(matrix_agree(pf, expected, 1, 1, PREC - LOST));
        }
        _arb_vec_zero(x, algebra.d);
        arb_one(expected);
        for (slong i = 0, row = 0; i + 1 < n; row += n - 1 - i, i++)
            if (i % 2 == 0) { /* the coordinate (i, i+1) */
                arb_set_d(x + row, rigid_between(&state, -2, 2));
                arb_mul(expected, expected, x + row, PREC);
            }
        ref_pfaffian(pf, &algebra, x, PREC);
        assert_true(matrix_agree(pf, expected, 1, 1, PREC - LOST));
        acb_mat_clear(X);
        _arb_vec_clear(x, algebra.d);
    }
    arb_clear(pf);
    arb_clear(expected);
    acb_clear(det);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(characteristic_polynomials_are_determinants),
        cmocka_unit_test(traces_are_of_powers),
        cmocka_unit_test(pfaffians_are_roots_of_determinants),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
