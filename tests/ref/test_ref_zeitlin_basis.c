/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Zeitlin's Laplacian and its eigenvectors: against commutators with spin matrices, against
 * ladders, as statements on integers, and the inverse with its bits. */
#include "tests/support/cmocka.h"

#include "tests/ref/thread_caches.h"
#include "tests/ref/matrix_hydrodynamics.h"
#include "tests/ref/rigid_body_steps.h"
#include "ref/system/zeitlin.h"

static const slong sizes[] = {2, 3, 4, 5, 8, 12, 33};
enum { SIZES = 7, SMALL = 5 };

/* the vector on superdiagonal m as a matrix */
static void as_matrix(acb_mat_t X, arb_srcptr v, slong N, slong m)
{
    acb_mat_zero(X);
    for (slong k = 0; k + m < N; k++) acb_set_arb(acb_mat_entry(X, k, k + m), v + k);
}

static void the_laplacian_is_two_commutators_with_spins(void **unused)
{
    uint64_t state = 41;
    (void)unused;
    for (int s = 0; s < SMALL; s++) {
        slong N = sizes[s];
        arb_ptr v = _arb_vec_init(2 * N), out = v + N;
        acb_mat_t X, L;
        acb_mat_init(X, N, N);
        acb_mat_init(L, N, N);
        for (slong m = 0; m < N; m++) {
            for (slong k = 0; k < N - m; k++) arb_set_d(v + k, rigid_between(&state, -1, 1));
            as_matrix(X, v, N, m);
            hydro_laplacian(L, X, N, 256);
            ref_zeitlin_laplacian(out, N, m, v, 256);
            for (slong i = 0; i < N; i++)
                for (slong j = 0; j < N; j++) {
                    acb_ptr e = acb_mat_entry(L, i, j);
                    if (j == i + m) arb_add(acb_realref(e), acb_realref(e), out + i, 256);
                    assert_true(hydro_vanishes(acb_realref(e), 200));
                    assert_true(hydro_vanishes(acb_imagref(e), 200));
                }
        }
        acb_mat_clear(X);
        acb_mat_clear(L);
        _arb_vec_clear(v, 2 * N);
    }
}

static void the_basis_is_the_ladders(void **unused)
{
    (void)unused;
    for (int s = 0; s < SMALL; s++) {
        slong N = sizes[s];
        arb_ptr A = _arb_vec_init(N);
        acb_mat_t T;
        acb_mat_init(T, N, N);
        for (slong l = 0; l < N; l++)
            for (slong m = 0; m <= l; m++) {
                ref_zeitlin_basis(A, N, l, m, 256);
                hydro_ladder(T, N, l, m, 256);
                assert_true(arb_is_positive(A)); /* the sign that is ours to choose */
                bool flip = arb_is_negative(acb_realref(acb_mat_entry(T, 0, m)));
                for (slong k = 0; k < N - m; k++) {
                    if (flip) arb_neg(A + k, A + k);
                    assert_true(hydro_same(A + k, acb_realref(acb_mat_entry(T, k, k + m)), 200));
                }
            }
        acb_mat_clear(T);
        _arb_vec_clear(A, N);
    }
}

/* sum_k g_k I_l I_l' = S_l delta, and the eigenvalue equation at every row: exactly. */
static void orthogonality_and_eigenvalues_are_exact(void **unused)
{
    (void)unused;
    for (int s = 0; s < SIZES; s++) {
        slong N = sizes[s];
        fmpz *I = _fmpz_vec_init(N * N), *g = _fmpz_vec_init(N);
        fmpz_t sum, t, S;
        fmpz_init(sum);
        fmpz_init(t);
        fmpz_init(S);
        for (slong m = 0; m < N; m++) {
            slong K = N - m;
            for (slong k = 0; k < K; k++) ref_zeitlin_weight(g + k, N, m, k);
            for (slong l = m; l < N; l++) ref_zeitlin_harmonic(I + l * N, N, l, m, K);
            for (slong l = m; l < N; l++) {
                for (slong r = m; r <= l; r++) {
                    fmpz_zero(sum);
                    for (slong k = 0; k < K; k++) {
                        fmpz_mul(t, I + l * N + k, I + r * N + k);
                        fmpz_addmul(sum, t, g + k);
                    }
                    ref_zeitlin_square(S, N, l, m);
                    if (r < l) fmpz_zero(S);
                    assert_true(fmpz_equal(sum, S));
                }
                /* (c_k - l(l+1)) I_k - b_{k+m} I_{k+1} - b_{k-1} I_{k-1} = 0 */
                for (slong k = 0; k < K; k++) {
                    slong up = (k + m + 1) * (N - 1 - k - m), down = k * (N - k);
                    fmpz_mul_si(sum, I + l * N + k, up + down + m * (m + 1) - l * (l + 1));
                    fmpz_set_si(t, up);
                    if (k + 1 < K) fmpz_submul(sum, t, I + l * N + k + 1);
                    fmpz_set_si(t, down);
                    if (k > 0) fmpz_submul(sum, t, I + l * N + k - 1);
                    assert_true(fmpz_is_zero(sum));
                }
            }
        }
        fmpz_clear(sum);
        fmpz_clear(t);
        fmpz_clear(S);
        _fmpz_vec_clear(I, N * N);
        _fmpz_vec_clear(g, N);
    }
}

/* The same of the balls: Delta A + l(l+1) A and A_l . A_r - delta hold 0 and are thin. */
static void residuals_are_enclosed(void **unused)
{
    static const slong precs[] = {128, 512};
    (void)unused;
    for (int s = 0; s < SIZES; s++)
        for (int p = 0; p < 2; p++) {
            slong N = sizes[s], prec = precs[p];
            arb_ptr A = _arb_vec_init(N * N + N), out = A + N * N;
            for (slong m = 0; m < N; m++) {
                for (slong l = m; l < N; l++) {
                    ref_zeitlin_basis(A + l * N, N, l, m, prec);
                    ref_zeitlin_laplacian(out, N, m, A + l * N, prec);
                    for (slong k = 0; k < N - m; k++) {
                        arb_submul_ui(out + k, A + l * N + k, (ulong)(l * (l + 1)), prec);
                        assert_true(hydro_vanishes(out + k, prec - 28));
                    }
                    for (slong r = m; r <= l; r++) {
                        arb_dot(out, NULL, 0, A + l * N, 1, A + r * N, 1, N - m, prec);
                        arb_sub_ui(out, out, r == l, prec);
                        assert_true(hydro_vanishes(out, prec - 28));
                    }
                }
            }
            _arb_vec_clear(A, N * N + N);
        }
}

/* -Delta applied to what is said to be -Delta^-1 x, on the coordinates */
static void apply(arb_ptr out, slong N, arb_srcptr x, slong prec)
{
    arb_ptr v = _arb_vec_init(2 * N), w = v + N;
    ref_zeitlin_laplacian(out, N, 0, x, prec);
    for (slong m = 1; m < N; m++)
        for (slong part = 0; part < 2; part++) {
            for (slong k = 0; k + m < N; k++)
                arb_set(v + k, x + ref_zeitlin_entry(N, k, k + m) + part);
            ref_zeitlin_laplacian(w, N, m, v, prec);
            for (slong k = 0; k + m < N; k++)
                arb_set(out + ref_zeitlin_entry(N, k, k + m) + part, w + k);
        }
    _arb_vec_clear(v, 2 * N);
}

static void the_inverse_inverts(void **unused)
{
    static const slong many[] = {2, 3, 4, 7, 33, 128};
    uint64_t state = 43;
    (void)unused;
    for (int s = 0; s < 6; s++) {
        slong N = many[s], d = N * N, prec = 128;
        arb_ptr x = _arb_vec_init(3 * d), y = x + d, back = x + 2 * d;
        arb_ptr factor = _arb_vec_init(ref_zeitlin_factor_size(N));
        arb_t mean;
        arb_init(mean);
        for (slong i = 0; i < d; i++) arb_set_d(x + i, rigid_between(&state, -1, 1));
        for (slong i = 0; i < N; i++) arb_add(mean, mean, x + i, prec);
        arb_div_si(mean, mean, N, prec);
        ref_zeitlin_factor(factor, N, prec);
        ref_zeitlin_invert(y, N, factor, x, prec);
        apply(back, N, y, prec);
        for (slong i = 0; i < d; i++) {
            if (i < N) arb_add(back + i, back + i, mean, prec); /* the trace is left out */
            assert_true(arb_overlaps(back + i, x + i));
            /* rounding of size 4N 2^-prec in y at most, times |Delta| <= 2 N^2 */
            assert_true(mag_cmp_2exp_si(arb_radref(back + i), -prec + 28) < 0);
            assert_true(mag_cmp_2exp_si(arb_radref(y + i), -prec + 12) < 0);
        }
        /* of trace 0 */
        arb_zero(mean);
        for (slong i = 0; i < N; i++) arb_add(mean, mean, y + i, prec);
        assert_true(hydro_vanishes(mean, prec - 16));
        arb_clear(mean);
        _arb_vec_clear(factor, ref_zeitlin_factor_size(N));
        _arb_vec_clear(x, 3 * d);
    }
}

/* The inverse is a matrix without negative entries beside the diagonal: a ball of radius r_k comes
 * out with radius -Delta^-1 r, no more (roundings apart), and no less. */
static void balls_come_out_as_wide_as_they_must(void **unused)
{
    uint64_t state = 44;
    slong N = 24, d = N * N, prec = 256;
    arb_ptr x = _arb_vec_init(3 * d), y = x + d, wide = x + 2 * d;
    arb_ptr factor = _arb_vec_init(ref_zeitlin_factor_size(N));
    (void)unused;
    ref_zeitlin_factor(factor, N, prec);
    for (slong i = 0; i < d; i++) arb_set_d(x + i, rigid_between(&state, 0.5, 1));
    ref_zeitlin_invert(wide, N, factor, x, prec);
    for (slong i = 0; i < d; i++) {
        arf_set(arb_midref(y), arb_midref(x + i));
        arb_set_d(x + i, rigid_between(&state, -1, 1));
        arf_get_mag(arb_radref(x + i), arb_midref(y));
        mag_mul_2exp_si(arb_radref(x + i), arb_radref(x + i), -60);
    }
    ref_zeitlin_invert(y, N, factor, x, prec);
    for (slong i = N; i < d; i++) {
        double ratio = mag_get_d(arb_radref(y + i)) /
                       (arf_get_d(arb_midref(wide + i), ARF_RND_NEAR) * 0x1p-60);
        assert_gt(ratio, 1 - 1e-6);
        assert_lt(ratio, 1 + 1e-5);
    }
    _arb_vec_clear(factor, ref_zeitlin_factor_size(N));
    _arb_vec_clear(x, 3 * d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_laplacian_is_two_commutators_with_spins),
        cmocka_unit_test(the_basis_is_the_ladders),
        cmocka_unit_test(orthogonality_and_eigenvalues_are_exact),
        cmocka_unit_test(residuals_are_enclosed),
        cmocka_unit_test(the_inverse_inverts),
        cmocka_unit_test(balls_come_out_as_wide_as_they_must),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
