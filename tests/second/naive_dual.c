/* EJLL (26) on se(3)* for the second reference: a + e b with e^2 = 0 is the matrix ((a, 0), (b,
 * a)), here of 6 x 6 numbers, a = hat(Gamma) and b = hat(Pi) for the state, -hat(omega) and -hat(u)
 * for Psi. */
#include "tests/second/naive_model.h"

enum { N = 6, BLOCK = 3, CELLS = 2 * N * N, BLOCK_CELLS = 2 * BLOCK * BLOCK };

/* The matrix of hat(a) + e hat(b). */
static void fill(mpfr_ptr out, mpfr_srcptr a, mpfr_srcptr b)
{
    mpfr_ptr hat = naive_array_new(BLOCK_CELLS, mpfr_get_prec(out));
    naive_array_zero(out, CELLS);
    for (int part = 0; part < 3; part++) { /* left above, left below, right below */
        const int row = part > 0 ? BLOCK : 0, column = part > 1 ? BLOCK : 0;
        naive_square_hat(hat, part == 1 ? b : a);
        for (int i = 0; i < BLOCK; i++)
            naive_array_copy(out + 2 * ((row + i) * N + column), hat + 2 * BLOCK * i, 2 * BLOCK);
    }
    naive_array_free(hat, BLOCK_CELLS);
}

/* v with hat(v) at rows `row`.. and columns 0..2 */
static void read(mpfr_ptr v, mpfr_srcptr matrix, int row)
{
    static const int i[BLOCK] = {2, 0, 1}, j[BLOCK] = {1, 2, 0};
    for (int k = 0; k < BLOCK; k++)
        naive_array_copy(v + k, matrix + 2 * ((row + i[k]) * N + j[k]), 1);
}

void naive_dual_congruence(mpfr_ptr out, const naive_model *model, double s, mpfr_srcptr xi,
                           mpfr_srcptr z)
{
    mpfr_ptr Z = naive_array_new(4 * CELLS, model->prec), Xi = Z + CELLS, side = Xi + CELLS;
    mpfr_ptr product = side + CELLS;
    fill(Z, z + 3, z);
    fill(Xi, xi, xi + 3);
    naive_square_shift(side, -s / 2, Xi, N); /* Psi = -Xi */
    naive_square_multiply(product, side, Z, N);
    naive_square_shift(side, s / 2, Xi, N);
    naive_square_multiply(Z, product, side, N);
    read(out, Z, BLOCK);
    read(out + 3, Z, 0);
    naive_array_free(Z, 4 * CELLS);
}
