/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Matrix algebras: no bound of an action is exceeded, by any of many random arguments up to far
 * beyond certified steps; nor is a span below the operator norm. */
#include "tests/support/cmocka.h"

#include "tests/ref/thread_caches.h"
#include "tests/ref/matrix_defined.h"

enum { PREC = 64 };

static double norm(const ref_algebra *algebra, arb_srcptr x)
{
    mag_t m;
    mag_init(m);
    algebra->norm(m, algebra, x);
    double value = mag_get_d(m);
    mag_clear(m);
    return value;
}

static double span(const ref_algebra *algebra, arb_srcptr x)
{
    mag_t m;
    mag_init(m);
    algebra->span(m, algebra, x);
    double value = mag_get_d(m);
    mag_clear(m);
    return value;
}

/* Spans are upper bounds themselves, by a factor up to n^(1/32), 1.06 for n = 6; so the test is
 * this much weaker than the statement.  Rank-one-like and one-coordinate elements come near to
 * equality. */
static void bounds_hold(void **unused)
{
    uint64_t state = 71;
    mag_t size, slope, rho;
    (void)unused;
    mag_init(size);
    mag_init(slope);
    mag_init(rho);
    for (int i = 0; i < MATRIX_DRAWN_ALGEBRAS; i++) {
        ref_algebra algebra;
        matrix_drawn_algebra(&algebra, i);
        slong d = algebra.d;
        arb_ptr xi = _arb_vec_init(4 * d), dxi = xi + d, x = dxi + d, out = x + d;
        for (int a = 0; a < MATRIX_ACTIONS; a++)
            for (int n = 0; n < rigid_repeats(25); n++) {
                const ref_action *action = matrix_action(&algebra, a);
                matrix_drawn_vector(xi, &algebra, &state, (n % 5) * 0.6, n % 2);
                matrix_drawn_vector(dxi, &algebra, &state, 1, n % 2);
                matrix_drawn_vector(x, &algebra, &state, 1, n % 2);
                if (n % 5 == 4) { /* two coordinates in one plane: brackets near their bound */
                    _arb_vec_zero(dxi, d);
                    _arb_vec_zero(x, d);
                    arb_one(dxi + rigid_bits(&state) % (uint64_t)d);
                    arb_one(x + rigid_bits(&state) % (uint64_t)d);
                }
                mag_set_d(rho, span(&algebra, xi));
                action->bound(size, slope, &algebra, rho);
                action->apply(out, &algebra, xi, x, NULL, PREC);
                assert_le(norm(&algebra, out), mag_get_d(size) * norm(&algebra, x) * 1.000001);
                ref_action_vary(out, action, &algebra, xi, dxi, x, NULL, PREC);
                assert_le(norm(&algebra, out),
                          mag_get_d(slope) * norm(&algebra, dxi) * span(&algebra, x) * 1.000001);
            }
        _arb_vec_clear(xi, 4 * d);
    }
    mag_clear(size);
    mag_clear(slope);
    mag_clear(rho);
}

/* |X v| <= span |v| for the vectors that power iteration on X*X reaches, which come near to the
 * largest */
static void spans_bound_the_operator(void **unused)
{
    uint64_t state = 72;
    (void)unused;
    for (int i = 0; i < MATRIX_DRAWN_ALGEBRAS; i++) {
        ref_algebra algebra;
        matrix_drawn_algebra(&algebra, i);
        slong n = algebra.n;
        arb_ptr x = _arb_vec_init(algebra.d);
        acb_mat_t X, S, v, u;
        mag_t before, after;
        acb_mat_init(X, n, n);
        acb_mat_init(S, n, n);
        acb_mat_init(v, n, 1);
        acb_mat_init(u, n, 1);
        mag_init(before);
        mag_init(after);
        for (int k = 0; k < 6; k++) {
            matrix_drawn_vector(x, &algebra, &state, 1, k % 2);
            algebra.to_matrix(X, &algebra, x, 600);
            acb_mat_conjugate_transpose(S, X);
            for (slong r = 0; r < n; r++) {
                arb_set_d(acb_realref(acb_mat_entry(v, r, 0)), rigid_between(&state, -1, 1));
                arb_set_d(acb_imagref(acb_mat_entry(v, r, 0)), rigid_between(&state, -1, 1));
            }
            for (int step = 0; step < 60; step++) {
                acb_mat_mul(u, X, v, 600);
                acb_mat_mul(v, S, u, 600);
            }
            acb_mat_mul(u, X, v, 600);
            acb_mat_bound_frobenius_norm(before, v);
            acb_mat_bound_frobenius_norm(after, u);
            if (mag_is_zero(before)) continue;
            mag_div(after, after, before);
            double largest = mag_get_d(after), bound = span(&algebra, x);
            assert_le(largest, bound * 1.000001);
            assert_le(bound, largest * 1.2);
        }
        acb_mat_clear(X);
        acb_mat_clear(S);
        acb_mat_clear(v);
        acb_mat_clear(u);
        mag_clear(before);
        mag_clear(after);
        _arb_vec_clear(x, algebra.d);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bounds_hold),
        cmocka_unit_test(spans_bound_the_operator),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
