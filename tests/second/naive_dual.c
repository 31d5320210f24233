/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* EJLL (26) over the dual numbers for the second reference: a + e b with e^2 = 0 is the matrix ((a,
 * 0), (b, a)).  On se(3)* a = hat(Gamma) and b = hat(Pi) for the state, -hat(omega) and -hat(u) for
 * Psi; on mhd-sphere a = Theta and b = W, -xi and -b. */
#include "tests/second/naive_model.h"

/* Of the blocks a and b, and of the whole. */
static long block_size(const naive_model *model)
{
    return model->algebra == SLP_SE3 ? 3 : model->n;
}

static long whole_cells(const naive_model *model)
{
    const long n = 2 * block_size(model);
    return 2 * n * n;
}

/* The matrix of one block from its coordinates, and back. */
static void block_matrix(mpfr_ptr matrix, const naive_model *model, mpfr_srcptr v)
{
    naive_model sun = *model;
    if (model->algebra == SLP_SE3) {
        naive_square_hat(matrix, v);
        return;
    }
    sun.algebra = SLP_SUN;
    naive_model_matrices(matrix, &sun, v);
}

static void block_coordinates(mpfr_ptr v, const naive_model *model, mpfr_srcptr matrix)
{
    static const int i[3] = {2, 0, 1}, j[3] = {1, 2, 0};
    naive_model sun = *model;
    if (model->algebra == SLP_SE3) {
        for (int k = 0; k < 3; k++) naive_array_copy(v + k, matrix + 2 * (i[k] * 3 + j[k]), 1);
        return;
    }
    sun.algebra = SLP_SUN;
    naive_model_coordinates(v, &sun, matrix);
}

/* The matrix of a + e b. */
static void fill(mpfr_ptr out, const naive_model *model, mpfr_srcptr a, mpfr_srcptr b)
{
    const long n = block_size(model), cells = 2 * n * n;
    mpfr_ptr block = naive_array_new(cells, model->prec);
    naive_array_zero(out, whole_cells(model));
    for (int part = 0; part < 3; part++) { /* left above, left below, right below */
        const long row = part > 0 ? n : 0, column = part > 1 ? n : 0;
        block_matrix(block, model, part == 1 ? b : a);
        for (long i = 0; i < n; i++)
            naive_array_copy(out + 2 * ((row + i) * 2 * n + column), block + 2 * n * i, 2 * n);
    }
    naive_array_free(block, cells);
}

/* The coordinates of the block at rows `row`.. and the first columns. */
static void read(mpfr_ptr v, const naive_model *model, mpfr_srcptr matrix, long row)
{
    const long n = block_size(model), cells = 2 * n * n;
    mpfr_ptr block = naive_array_new(cells, model->prec);
    for (long i = 0; i < n; i++)
        naive_array_copy(block + 2 * n * i, matrix + 2 * (row + i) * 2 * n, 2 * n);
    block_coordinates(v, model, block);
    naive_array_free(block, cells);
}

void naive_dual_congruence(mpfr_ptr out, const naive_model *model, double s, mpfr_srcptr xi,
                           mpfr_srcptr z)
{
    const long n = block_size(model), cells = whole_cells(model), half = model->d / 2;
    mpfr_ptr Z = naive_array_new(4 * cells, model->prec), Xi = Z + cells, side = Xi + cells;
    mpfr_ptr product = side + cells;
    fill(Z, model, z + half, z);
    fill(Xi, model, xi, xi + half);
    naive_square_shift(side, -s / 2, Xi, 2 * n); /* Psi = -Xi */
    naive_square_multiply(product, side, Z, 2 * n);
    naive_square_shift(side, s / 2, Xi, 2 * n);
    naive_square_multiply(Z, product, side, 2 * n);
    read(out, model, Z, n);
    read(out + half, model, Z, 0);
    naive_array_free(Z, 4 * cells);
}

/* [Z, Xi] */
void naive_dual_coadjoint(mpfr_ptr out, const naive_model *model, mpfr_srcptr xi, mpfr_srcptr z)
{
    const long n = block_size(model), cells = whole_cells(model), half = model->d / 2;
    mpfr_ptr Z = naive_array_new(3 * cells, model->prec), Xi = Z + cells, product = Xi + cells;
    fill(Z, model, z + half, z);
    fill(Xi, model, xi, xi + half);
    naive_square_commutator(product, Z, Xi, 2 * n);
    read(out, model, product, n);
    read(out + half, model, product, 0);
    naive_array_free(Z, 3 * cells);
}
