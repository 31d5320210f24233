/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Systems of the second reference: what their coordinates stand for, their brackets and generators.
 */
#include "tests/second/naive_model.h"

#include <string.h>

/* B_k/k! = 2 (-1)^(k/2+1) zeta(k) / (2 pi)^k for even k >= 2 */
static void bernoulli(mpfr_ptr series, mpfr_prec_t prec)
{
    mpfr_ptr t = naive_array_new(2, prec);
    mpfr_set_ui(series, 1, MPFR_RNDN);
    mpfr_set_d(series + 1, -0.5, MPFR_RNDN);
    for (unsigned long k = 2; k < NAIVE_SERIES; k += 2) {
        mpfr_zeta_ui(t, k, MPFR_RNDN);
        mpfr_const_pi(t + 1, MPFR_RNDN);
        mpfr_mul_2ui(t + 1, t + 1, 1, MPFR_RNDN);
        mpfr_pow_ui(t + 1, t + 1, k, MPFR_RNDN);
        mpfr_div(series + k, t, t + 1, MPFR_RNDN);
        mpfr_mul_si(series + k, series + k, k % 4 == 2 ? 2 : -2, MPFR_RNDN);
    }
    naive_array_free(t, 2);
}

void naive_model_init(naive_model *model, const slp_case *c, mpfr_prec_t prec)
{
    size_t count;
    const double *n = slp_case_param(c, "n", &count);
    slp_algebra algebra = c->system->algebra;
    *model = (naive_model){.c = c, .algebra = algebra, .prec = prec, .blocks = 1};
    model->d = (long)c->d;
    model->M = (long)(c->M - c->areas);
    model->n = algebra == SLP_SO3 ? 3 : algebra == SLP_SE3 ? 4 : algebra == SLP_VECTOR ? 1 : 2;
    if (algebra == SLP_SU2N)
        model->blocks = model->d / 3;
    else if (n)
        model->n = (long)*n;
    model->cells = 2 * model->blocks * model->n * model->n;
    model->series = naive_array_new(NAIVE_SERIES, prec);
    bernoulli(model->series, prec);
    if (strcmp(c->system->name, "zeitlin-sphere") == 0 || algebra == SLP_SUN_DUAL) {
        model->basis_count = model->n * model->n * (model->n * model->n - 1);
        model->basis = naive_array_new(model->basis_count, prec);
        naive_basis_harmonics(model->basis, model->n, prec);
    }
}

void naive_model_clear(naive_model *model)
{
    naive_array_free(model->series, NAIVE_SERIES);
    if (model->basis) naive_array_free(model->basis, model->basis_count);
}

/* entry (i, j) of the b-th matrix */
static long cell(const naive_model *model, long b, long i, long j)
{
    return 2 * ((b * model->n + i) * model->n + j);
}

static void skew(mpfr_ptr matrices, long above, long below, mpfr_srcptr v)
{
    mpfr_set(matrices + above, v, MPFR_RNDN);
    mpfr_neg(matrices + below, v, MPFR_RNDN);
}

/* -(i/2) x.sigma = 1/2 (-i x3, -x2 - i x1; x2 - i x1, i x3) */
static void vortex_matrix(mpfr_ptr m, mpfr_srcptr x)
{
    mpfr_ptr entries[] = {m + 3, m + 5, m + 2, m + 1};
    mpfr_srcptr from[] = {x, x, x + 1, x + 2};
    for (int k = 0; k < 4; k++) {
        mpfr_div_2ui(entries[k], from[k], 1, MPFR_RNDN);
        mpfr_neg(entries[k], entries[k], MPFR_RNDN);
    }
    mpfr_neg(m + 4, m + 2, MPFR_RNDN);
    mpfr_neg(m + 7, m + 1, MPFR_RNDN);
}

void naive_model_matrices(mpfr_ptr matrices, const naive_model *model, mpfr_srcptr x)
{
    long n = model->n, k = model->algebra == SLP_SUN ? n : 0;
    naive_array_zero(matrices, model->cells);
    switch (model->algebra) {
    case SLP_SO3:
        naive_square_hat(matrices, x);
        break;
    case SLP_VECTOR:
        naive_array_copy(matrices, x, 2);
        break;
    case SLP_SU2N:
        for (long b = 0; b < model->blocks; b++) vortex_matrix(matrices + 8 * b, x + 3 * b);
        break;
    case SLP_SE3:
        for (long i = 0; i < 3; i++) {
            long j = (i + 1) % 3, l = (i + 2) % 3;
            skew(matrices, cell(model, 0, l, j), cell(model, 0, j, l), x + i);
            mpfr_set(matrices + cell(model, 0, i, 3), x + 3 + i, MPFR_RNDN);
        }
        break;
    case SLP_SP:
        naive_sp_matrix(matrices, model, x);
        break;
    default: /* SLP_SON, SLP_SUN */
        for (long i = 0; i < k; i++)
            mpfr_set(matrices + cell(model, 0, i, i) + 1, x + i, MPFR_RNDN);
        for (long i = 0; i < n; i++)
            for (long j = i + 1; j < n; j++) {
                long above = cell(model, 0, i, j), below = cell(model, 0, j, i);
                skew(matrices, above, below, x + k++);
                if (model->algebra == SLP_SON) continue;
                mpfr_set(matrices + above + 1, x + k, MPFR_RNDN);
                mpfr_set(matrices + below + 1, x + k++, MPFR_RNDN);
            }
    }
}

/* x = s times entry number e of the matrices */
static void read_entry(mpfr_ptr x, double s, mpfr_srcptr matrices, long e)
{
    mpfr_mul_d(x, matrices + e, s, MPFR_RNDN);
}

void naive_model_coordinates(mpfr_ptr x, const naive_model *model, mpfr_srcptr matrices)
{
    long n = model->n, k = model->algebra == SLP_SUN ? n : 0;
    switch (model->algebra) {
    case SLP_VECTOR:
        naive_array_copy(x, matrices, 2);
        break;
    case SLP_SU2N:
        for (long b = 0; b < model->blocks; b++) {
            read_entry(x + 3 * b, -2, matrices + 8 * b, 3);
            read_entry(x + 3 * b + 1, -2, matrices + 8 * b, 2);
            read_entry(x + 3 * b + 2, -2, matrices + 8 * b, 1);
        }
        break;
    case SLP_SO3:
    case SLP_SE3:
        for (long i = 0; i < 3; i++) {
            read_entry(x + i, 1, matrices, cell(model, 0, (i + 2) % 3, (i + 1) % 3));
            if (n == 4) read_entry(x + 3 + i, 1, matrices, cell(model, 0, i, 3));
        }
        break;
    case SLP_SP:
        naive_sp_coordinates(x, model, matrices);
        break;
    default:
        for (long i = 0; i < k; i++) read_entry(x + i, 1, matrices, cell(model, 0, i, i) + 1);
        for (long i = 0; i < n; i++)
            for (long j = i + 1; j < n; j++) {
                read_entry(x + k++, 1, matrices, cell(model, 0, i, j));
                if (model->algebra == SLP_SUN)
                    read_entry(x + k++, 1, matrices, cell(model, 0, i, j) + 1);
            }
    }
}

static void of_top(mpfr_ptr out, mpfr_srcptr xi, mpfr_srcptr x, mpfr_prec_t prec)
{
    mpfr_ptr t = naive_array_new(6, prec);
    naive_array_cross(t, x, xi);
    naive_array_cross(t + 3, x + 3, xi + 3);
    naive_array_add(t, 1, t + 3, 3);
    naive_array_cross(t + 3, x + 3, xi);
    naive_array_copy(out, t, 6);
    naive_array_free(t, 6);
}

void naive_model_coadjoint(mpfr_ptr out, const naive_model *model, mpfr_srcptr xi, mpfr_srcptr x)
{
    long cells = model->cells, block = cells / model->blocks;
    if (model->algebra == SLP_SE3) {
        of_top(out, xi, x, model->prec);
    } else if (model->algebra == SLP_SUN_DUAL) {
        naive_dual_coadjoint(out, model, xi, x);
    } else if (model->algebra == SLP_VECTOR) {
        mpfr_ptr t = naive_array_new(2, model->prec);
        mpfr_set(t, xi + 1, MPFR_RNDN);
        mpfr_neg(t + 1, xi, MPFR_RNDN);
        naive_array_copy(out, t, 2);
        naive_array_free(t, 2);
    } else {
        mpfr_ptr X = naive_array_new(4 * cells, model->prec), Xi = X + cells, Psi = X + 2 * cells;
        naive_model_matrices(X, model, x);
        naive_model_matrices(Xi, model, xi);
        for (long b = 0; b < cells; b += block) {
            naive_square_star(Psi + b, Xi + b, model->n);
            naive_square_commutator(X + 3 * cells + b, Psi + b, X + b, model->n);
        }
        naive_model_coordinates(out, model, X + 3 * cells);
        naive_array_free(X, 4 * cells);
    }
}
