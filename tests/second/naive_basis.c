/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Harmonics of the second reference: the orthonormal basis of su(N) that Zeitlin's sphere is
 * written in. */
#include "tests/second/naive_model.h"

/* The unit vector along the real matrix A on one superdiagonal. */
static void normalise(mpfr_ptr A, long cells)
{
    mpfr_ptr size = naive_array_new(1, mpfr_get_prec(A));
    naive_array_dot(size, A, A, cells);
    mpfr_sqrt(size, size, MPFR_RNDN);
    for (long e = 0; e < cells; e++) mpfr_div(A + e, A + e, size, MPFR_RNDN);
    naive_array_free(size, 1);
}

/* T_l0 = i A_l0, T_lm = (A - A*)/sqrt 2, T_l,-m = i(A + A*)/sqrt 2 in coordinates, A real, on
 * superdiagonal m */
static void harmonics(mpfr_ptr basis, mpfr_srcptr A, long l, long m, long N)
{
    long d = N * N, k = N;
    mpfr_ptr zonal = basis + (l * l - 1 + l) * d;
    mpfr_ptr real = zonal + m * d, imaginary = zonal - m * d;
    for (long i = 0; i < N; i++) {
        if (m == 0) mpfr_set(zonal + i, A + 2 * (i * N + i), MPFR_RNDN);
        for (long j = i + 1; j < N; j++, k += 2) {
            mpfr_srcptr a = A + 2 * (i * N + j);
            if (m == 0 || j - i != m) continue;
            mpfr_sqrt_ui(real + k, 2, MPFR_RNDN);
            mpfr_div(real + k, a, real + k, MPFR_RNDN);
            mpfr_set(imaginary + k + 1, real + k, MPFR_RNDN);
        }
    }
}

/* A_lm from S_+^l by repeated commutators with S_-: spherical tensors of the spin (N-1)/2 */
void naive_basis_harmonics(mpfr_ptr basis, long N, mpfr_prec_t prec)
{
    long cells = 2 * N * N;
    mpfr_ptr up = naive_array_new(4 * cells, prec), down = up + cells, A = down + cells;
    mpfr_ptr t = A + cells;
    for (long k = 0; k + 1 < N; k++) /* j(j+1) - m(m+1) with m = j - k - 1 */
        mpfr_sqrt_ui(up + 2 * (k * N + k + 1), (unsigned long)((k + 1) * (N - 1 - k)), MPFR_RNDN);
    naive_square_star(down, up, N);
    for (long l = 1; l < N; l++) {
        naive_array_copy(A, up, cells);
        for (long k = 1; k < l; k++) {
            naive_square_multiply(t, up, A, N);
            naive_array_copy(A, t, cells);
        }
        for (long m = l; m >= 0; m--) {
            normalise(A, cells);
            harmonics(basis, A, l, m, N);
            naive_square_commutator(t, down, A, N);
            naive_array_copy(A, t, cells);
        }
    }
    naive_array_free(up, 4 * cells);
}
