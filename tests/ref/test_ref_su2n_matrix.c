/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* su(2)^n: block diagonal matrices, group elements, the Lie-Poisson tensor, pairing and norms. */
#include "tests/support/cmocka.h"

#include "tests/ref/thread_caches.h"
#include "tests/ref/su2n_defined.h"

#include <math.h>

/* Whether X is the element x, and nothing but balls around it. */
static void su2_assert_element(const acb_mat_t X, arb_srcptr x)
{
    acb_mat_t E;
    acb_mat_init(E, 2, 2);
    su2_element(E, x);
    assert_true(acb_mat_overlaps(E, X));
    acb_mat_clear(E);
}

/* Block p of a matrix of the whole algebra. */
static void block(acb_mat_t out, const acb_mat_t X, int p)
{
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            acb_set(acb_mat_entry(out, i, j), acb_mat_entry(X, 2 * p + i, 2 * p + j));
}

static void matrices_are_block_diagonal(void **unused)
{
    ref_algebra algebra;
    uint64_t state = 9;
    arb_ptr v = _arb_vec_init(3 * SU2N_D), xi = v, x = v + SU2N_D, out = x + SU2N_D;
    acb_mat_t X, f, e, part, define_part, image;
    (void)unused;
    ref_algebra_su2n(&algebra, SU2N_PARTS, su2n_gammas);
    assert_int_equal(algebra.n, 2 * SU2N_PARTS);
    acb_mat_init(X, algebra.n, algebra.n);
    acb_mat_init(f, algebra.n, algebra.n);
    acb_mat_init(e, algebra.n, algebra.n);
    acb_mat_init(part, 2, 2);
    acb_mat_init(define_part, 2, 2);
    acb_mat_init(image, 2, 2);
    for (int n = 0; n < 10; n++) {
        su2n_draw(xi, &state, n == 0 ? 0 : 5);
        su2n_draw(x, &state, 1);
        algebra.to_matrix(X, &algebra, x, 200);
        algebra.from_matrix(out, &algebra, X, 200);
        for (int i = 0; i < SU2N_D; i++) assert_true(arb_equal(out + i, x + i));
        algebra.cayley_matrix(f, &algebra, xi, 200);
        algebra.exponential_matrix(e, &algebra, xi, 200);
        algebra.spatial(out, &algebra, f, x, 200);
        for (int i = 0; i < algebra.n; i++)
            for (int j = 0; j < algebra.n; j++)
                if (i / 2 != j / 2) {
                    assert_true(acb_is_zero(acb_mat_entry(X, i, j)));
                    assert_true(acb_is_zero(acb_mat_entry(f, i, j)));
                    assert_true(acb_is_zero(acb_mat_entry(e, i, j)));
                }
        for (int p = 0; p < SU2N_PARTS; p++) {
            block(part, X, p);
            su2_assert_element(part, x + 3 * p);
            su2_element(define_part, xi + 3 * p);
            su2_tau_defined(image, define_part);
            block(part, f, p);
            assert_true(acb_mat_overlaps(image, part));
            /* g X g^-1 */
            su2_element(part, x + 3 * p);
            assert_true(acb_mat_inv(define_part, image, SU2N_PREC));
            su2_sandwich(image, image, part, define_part);
            su2_assert_element(image, out + 3 * p);
            su2_element(define_part, xi + 3 * p);
            acb_mat_exp(image, define_part, SU2N_PREC);
            block(part, e, p);
            assert_true(acb_mat_overlaps(image, part));
        }
    }
    acb_mat_clear(X);
    acb_mat_clear(f);
    acb_mat_clear(e);
    acb_mat_clear(part);
    acb_mat_clear(define_part);
    acb_mat_clear(image);
    _arb_vec_clear(v, 3 * SU2N_D);
}

/* B g = ad*_{grad H} x with (grad H)_i = g_i / Gamma_i; <ad*_xi x, eta> = <x, [xi, eta]>; the
 * norms. */
static void tensor_pairing_norms(void **unused)
{
    ref_algebra algebra;
    uint64_t state = 10;
    arb_ptr v = _arb_vec_init(5 * SU2N_D), g = v, x = v + SU2N_D, grad = x + SU2N_D,
            out = grad + SU2N_D, y = out + SU2N_D, w;
    arb_t a, b;
    arb_mat_t B;
    (void)unused;
    ref_algebra_su2n(&algebra, SU2N_PARTS, su2n_gammas);
    w = _arb_vec_init(algebra.scratch);
    arb_init(a);
    arb_init(b);
    arb_mat_init(B, SU2N_D, SU2N_D);
    for (int n = 0; n < 10; n++) {
        double squares[SU2N_PARTS] = {0}, all = 0, largest = 0;
        su2n_draw(g, &state, 1);
        su2n_draw(x, &state, 1);
        su2n_draw(y, &state, 1);
        algebra.tensor(B, &algebra, x, 100);
        for (int i = 0; i < SU2N_D; i++) {
            arb_set_d(a, su2n_gammas[i / 3]);
            arb_div(grad + i, g + i, a, 100);
            squares[i / 3] += pow(arf_get_d(arb_midref(x + i), ARF_RND_NEAR), 2);
        }
        algebra.ad->apply(out, &algebra, grad, x, w, 100);
        for (int i = 0; i < SU2N_D; i++) {
            arb_dot(a, NULL, 0, arb_mat_entry(B, i, 0), 1, g, 1, SU2N_D, 100);
            assert_true(arb_overlaps(a, out + i));
            assert_gt(arb_rel_accuracy_bits(a), 60);
        }
        algebra.pairing(a, &algebra, out, y, 100);
        algebra.bracket->apply(out, &algebra, grad, y, w, 100);
        algebra.pairing(b, &algebra, x, out, 100);
        assert_true(arb_overlaps(a, b));
        for (int p = 0; p < SU2N_PARTS; p++) {
            all += squares[p];
            largest = fmax(largest, squares[p]);
        }
        assert_ge(su2n_norm_of(&algebra, x, false), sqrt(all) * (1 - 1e-14));
        assert_le(su2n_norm_of(&algebra, x, false), sqrt(all) * (1 + 1e-6));
        assert_ge(su2n_norm_of(&algebra, x, true), sqrt(largest) * (1 - 1e-14));
        assert_le(su2n_norm_of(&algebra, x, true), sqrt(largest) * (1 + 1e-6));
    }
    arb_mat_clear(B);
    arb_clear(a);
    arb_clear(b);
    _arb_vec_clear(w, algebra.scratch);
    _arb_vec_clear(v, 5 * SU2N_D);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matrices_are_block_diagonal),
        cmocka_unit_test(tensor_pairing_norms),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
