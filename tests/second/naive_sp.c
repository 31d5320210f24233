/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* sp(2m, R) for the second reference: matrices [[a, b], [c, -a^T]], b and c symmetric, J = [[0, I],
 * [-I, 0]].  Coordinates: a row by row, then the upper triangles of b and of c (oracle/FORMAT.md).
 */
#include "tests/second/naive_model.h"

/* The entry of a 2m x 2m matrix where coordinate e stands first, and where it stands again with the
 * sign returned; the same entry twice on the diagonals of b and c. */
static int places(long *first, long *again, long n, long e)
{
    long m = n / 2, i = 0, j = 0, triangle = m * (m + 1) / 2, down = 0;
    if (e < m * m) {
        i = e / m, j = e % m;
        *first = 2 * (i * n + j);
        *again = 2 * ((m + j) * n + m + i);
        return -1;
    }
    e -= m * m;
    if (e >= triangle) {
        e -= triangle;
        down = 1;
    }
    while (j = i + e, j >= m) e -= m - i++;
    *first = 2 * ((i + down * m) * n + j + (1 - down) * m);
    *again = 2 * ((j + down * m) * n + i + (1 - down) * m);
    return 1;
}

void naive_sp_matrix(mpfr_ptr matrix, const naive_model *model, mpfr_srcptr x)
{
    naive_array_zero(matrix, model->cells);
    for (long e = 0; e < model->d; e++) {
        long first, again;
        int sign = places(&first, &again, model->n, e);
        mpfr_set(matrix + first, x + e, MPFR_RNDN);
        mpfr_mul_si(matrix + again, x + e, sign, MPFR_RNDN);
    }
}

void naive_sp_coordinates(mpfr_ptr x, const naive_model *model, mpfr_srcptr matrix)
{
    for (long e = 0; e < model->d; e++) {
        long first, again;
        places(&first, &again, model->n, e);
        mpfr_set(x + e, matrix + first, MPFR_RNDN);
    }
}

void naive_sp_involution(mpfr_ptr out, mpfr_srcptr w, long n)
{
    long m = n / 2;
    for (long i = 0; i < n;
         /* rows and columns exchanged in halves by J, a sign where i and j are in different ones */
         i++)
        for (long j = 0; j < n; j++)
            for (int part = 0; part < 2; part++)
                mpfr_mul_si(out + 2 * (i * n + j) + part,
                            w + 2 * ((j + m) % n * n + (i + m) % n) + part,
                            (i < m) == (j < m) ? 1 : -1, MPFR_RNDN);
}

/* H0 = x.Qx/2, H_k = b_k.x; a gradient in the pairing Tr X*Y counts a coordinate as often as it
 * stands in the matrix. */
void naive_generator_sp(mpfr_ptr xi, const naive_model *model, mpfr_srcptr x, const double *dW)
{
    size_t count;
    const double *Q = slp_case_param(model->c, "quadratic", &count);
    const double *b = slp_case_param(model->c, "noise", &count);
    mpfr_ptr t = naive_array_new(1, model->prec);
    naive_array_zero(xi, model->d);
    for (long i = 0; i < model->d; i++) /* the upper triangle, row by row */
        for (long j = i; j < model->d; j++, Q++) {
            mpfr_mul_d(t, x + j, model->c->h, MPFR_RNDN);
            naive_array_add(xi + i, *Q, t, 1);
            if (j == i) continue;
            mpfr_mul_d(t, x + i, model->c->h, MPFR_RNDN);
            naive_array_add(xi + j, *Q, t, 1);
        }
    for (long k = 0; k < model->M; k++)
        for (long i = 0; i < model->d; i++) {
            mpfr_set_d(t, dW[k], MPFR_RNDN);
            naive_array_add(xi + i, b[k * model->d + i], t, 1);
        }
    for (long i = 0; i < model->d; i++) {
        long first, again;
        places(&first, &again, model->n, i);
        if (first != again) mpfr_div_2ui(xi + i, xi + i, 1, MPFR_RNDN);
    }
    naive_array_free(t, 1);
}
