/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The sine basis of the torus: orthogonality, commutators, and the roots of unity it is made of. */
#include "tests/support/cmocka.h"

#include "tests/ref/thread_caches.h"
#include "tests/ref/matrix_hydrodynamics.h"
#include "tests/ref/rigid_body_steps.h"
#include "ref/system/sine.h"
#include "ref/system/system.h"

#include <math.h>

enum { PREC = 256, BITS = 200 };

/* T_{-m} = T_m*, <T_m, T_n> = N delta, T_m depends on m modulo N, and
 * [T_m, T_n] = -2i sin(eps m^n) T_{m+n} where m + n leaves -K..K as well. */
static void the_waves_are_what_is_said_of_them(void **unused)
{
    (void)unused;
    for (slong N = 3; N <= 5; N += 2) {
        slong K = (N - 1) / 2;
        acb_mat_t T, U, V, W;
        arb_t s;
        acb_mat_init(T, N, N);
        acb_mat_init(U, N, N);
        acb_mat_init(V, N, N);
        acb_mat_init(W, N, N);
        arb_init(s);
        for (slong q = 0; q < N * N * N * N; q++) {
            slong m1 = q % N - K, m2 = q / N % N - K;
            slong n1 = q / (N * N) % N - K, n2 = q / (N * N * N) - K;
            hydro_wave(T, N, m1, m2, PREC);
            hydro_wave(U, N, n1, n2, PREC);
            hydro_inner(s, T, U, PREC);
            arb_sub_si(s, s, m1 == n1 && m2 == n2 ? N : 0, PREC);
            assert_true(hydro_vanishes(s, BITS));
            hydro_commutator(V, T, U, PREC);
            hydro_wave(W, N, hydro_wrap(m1 + n1, N), hydro_wrap(m2 + n2, N), PREC);
            hydro_sine(s, m1 * n2 - m2 * n1, N, PREC);
            arb_mul_si(s, s, -2, PREC);
            for (slong i = 0; i < N; i++)
                for (slong j = 0; j < N; j++) {
                    acb_ptr e = acb_mat_entry(W, i, j), v = acb_mat_entry(V, i, j);
                    acb_mul_arb(e, e, s, PREC);
                    acb_mul_onei(e, e);
                    acb_sub(v, v, e, PREC);
                    assert_true(hydro_vanishes(acb_realref(v), BITS));
                    assert_true(hydro_vanishes(acb_imagref(v), BITS));
                }
            if (n1 != -m1 || n2 != -m2) continue;
            for (slong i = 0; i < N; i++)
                for (slong j = 0; j < N; j++) {
                    acb_conj(acb_mat_entry(T, i, j), acb_mat_entry(T, i, j));
                    assert_true(acb_overlaps(acb_mat_entry(T, i, j), acb_mat_entry(U, j, i)));
                }
        }
        acb_mat_clear(T);
        acb_mat_clear(U);
        acb_mat_clear(V);
        acb_mat_clear(W);
        arb_clear(s);
    }
}

static void roots_are_exact_where_rational(void **unused)
{
    arb_ptr roots = _arb_vec_init(18);
    (void)unused;
    ref_sine_roots(roots, 9, PREC);
    assert_true(arb_is_one(roots) && arb_is_zero(roots + 1));
    for (int j = 3; j <= 6; j += 3) {
        arb_mul_2exp_si(roots + 2 * j, roots + 2 * j, 1);
        assert_true(arb_equal_si(roots + 2 * j, -1));
    }
    assert_true(arb_is_positive(roots + 7) && arb_is_negative(roots + 13));
    _arb_vec_clear(roots, 18);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_waves_are_what_is_said_of_them),
        cmocka_unit_test(roots_are_exact_where_rational),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
