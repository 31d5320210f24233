/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Small complex matrices, and the operations of so(n), su(N) and sp(2m, R) (manual: Schemes,
 * "Matrices").  P is the conjugate transpose of an element of the algebra. */
#ifndef SLP_DEVICE_MATRIX_H
#define SLP_DEVICE_MATRIX_H

#include "oracle/ports/device/dialect.h"
#include "oracle/ports/device/job.h"
#include "oracle/ports/device/vectors.h"

typedef struct matrix {
    int n;
    REAL re[ROWS * ROWS], im[ROWS * ROWS]; /* row by row */
} matrix;

/* C = A B; C is another matrix */
FUNCTION void multiply(matrix *C, const matrix *A, const matrix *B)
{
    const int n = C->n = A->n;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            REAL re = 0, im = 0;
            for (int k = 0; k < n; k++) {
                const REAL a = A->re[i * n + k], b = A->im[i * n + k];
                re += a * B->re[k * n + j] - b * B->im[k * n + j];
                im += a * B->im[k * n + j] + b * B->re[k * n + j];
            }
            C->re[i * n + j] = re;
            C->im[i * n + j] = im;
        }
}

/* C = a A + b B; C may be A or B */
FUNCTION void combine(matrix *C, REAL a, const matrix *A, REAL b, const matrix *B)
{
    const int n = C->n = A->n;
    for (int i = 0; i < n * n; i++) {
        C->re[i] = a * A->re[i] + b * B->re[i];
        C->im[i] = a * A->im[i] + b * B->im[i];
    }
}

/* C = the conjugate transpose of A; C is another matrix */
FUNCTION void adjoint(matrix *C, const matrix *A)
{
    const int n = C->n = A->n;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            C->re[i * n + j] = A->re[j * n + i];
            C->im[i * n + j] = -A->im[j * n + i];
        }
}

FUNCTION void commute(matrix *C, const matrix *A, const matrix *B)
{
    matrix other;
    multiply(C, A, B);
    multiply(&other, B, A);
    combine(C, 1, C, -1, &other);
}

FUNCTION REAL matrix_size(const matrix *A)
{
    const REAL re = length_of(A->re, A->n * A->n), im = length_of(A->im, A->n * A->n);
    return re + im;
}

/* Row i of A loses f times row k. */
FUNCTION void take_row(matrix *A, int i, int k, REAL re, REAL im)
{
    const int n = A->n;
    for (int j = 0; j < n; j++) {
        const REAL a = A->re[k * n + j], b = A->im[k * n + j];
        A->re[i * n + j] -= re * a - im * b;
        A->im[i * n + j] -= re * b + im * a;
    }
}

/* (re, im) /= (a, b), scaled by the larger part */
FUNCTION void divide(REAL *re, REAL *im, REAL a, REAL b)
{
    const REAL big = fmax(fabs(a), fabs(b)), c = a / big, s = b / big, size = c * c + s * s;
    const REAL x = (*re * c + *im * s) / size / big, y = (*im * c - *re * s) / size / big;
    *re = x;
    *im = y;
}

FUNCTION void exchange_rows(matrix *A, int i, int k)
{
    const int n = A->n;
    for (int j = 0; j < n; j++) {
        const REAL re = A->re[i * n + j], im = A->im[i * n + j];
        A->re[i * n + j] = A->re[k * n + j];
        A->im[i * n + j] = A->im[k * n + j];
        A->re[k * n + j] = re;
        A->im[k * n + j] = im;
    }
}

/* B = A^-1 B by elimination with row exchanges; A is used up.  A matrix without an inverse gives
 * numbers that are not finite. */
FUNCTION void solve(matrix *A, matrix *B)
{
    const int n = A->n;
    for (int k = 0; k < n; k++) {
        int p = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(A->re[i * n + k]) + fabs(A->im[i * n + k]) >
                fabs(A->re[p * n + k]) + fabs(A->im[p * n + k]))
                p = i;
        exchange_rows(A, k, p);
        exchange_rows(B, k, p);
        for (int i = 0; i < n; i++) {
            REAL re = A->re[i * n + k], im = A->im[i * n + k];
            if (i == k || (re == 0 && im == 0)) continue;
            divide(&re, &im, A->re[k * n + k], A->im[k * n + k]);
            take_row(A, i, k, re, im);
            take_row(B, i, k, re, im);
        }
    }
    for (int k = 0; k < n; k++)
        for (int j = 0; j < n; j++)
            divide(&B->re[k * n + j], &B->im[k * n + j], A->re[k * n + k], A->im[k * n + k]);
}

/* A = I + c P */
FUNCTION void identity_plus(matrix *A, REAL c, const matrix *P)
{
    combine(A, c, P, 0, P);
    for (int i = 0; i < A->n; i++) A->re[i * A->n + i] += 1;
}

/* Z = (I - P/2)^-1 X (I + P/2)^-1 */
FUNCTION void matrix_inverse_D(matrix *Z, const matrix *P, const matrix *X)
{
    matrix A, B;
    combine(Z, 1, X, 0, X);
    identity_plus(&A, -R(0.5), P);
    solve(&A, Z);
    identity_plus(&B, R(0.5), P);
    adjoint(&A, &B);
    adjoint(&B, Z);
    solve(&A, &B);
    adjoint(Z, &B);
}

/* Two equations in matrices, with two right sides beside them. */
typedef struct equations {
    int n, rows, columns; /* of the unknown matrices; of the list of numbers */
    REAL re[6 * ROWS * ROWS], im[6 * ROWS * ROWS];
} equations;

/* Row i loses (re, im) times row k, from column k on. */
FUNCTION void take_equation(equations *e, int i, int k, REAL re, REAL im)
{
    for (int j = k; j < e->columns; j++) {
        const REAL a = e->re[k * e->columns + j], b = e->im[k * e->columns + j];
        e->re[i * e->columns + j] -= re * a - im * b;
        e->im[i * e->columns + j] -= re * b + im * a;
    }
}

FUNCTION void exchange_equations(equations *e, int i, int k)
{
    for (int j = 0; j < e->columns; j++) {
        const REAL re = e->re[i * e->columns + j], im = e->im[i * e->columns + j];
        e->re[i * e->columns + j] = e->re[k * e->columns + j];
        e->im[i * e->columns + j] = e->im[k * e->columns + j];
        e->re[k * e->columns + j] = re;
        e->im[k * e->columns + j] = im;
    }
}

/* The right sides become the solutions, by elimination with row exchanges. */
FUNCTION void solve_equations(equations *e)
{
    const int columns = e->columns;
    for (int k = 0; k < e->rows; k++) {
        int p = k;
        for (int i = k + 1; i < e->rows; i++)
            if (fabs(e->re[i * columns + k]) + fabs(e->im[i * columns + k]) >
                fabs(e->re[p * columns + k]) + fabs(e->im[p * columns + k]))
                p = i;
        exchange_equations(e, k, p);
        for (int i = 0; i < e->rows; i++) {
            REAL re = e->re[i * columns + k], im = e->im[i * columns + k];
            if (i == k || (re == 0 && im == 0)) continue;
            divide(&re, &im, e->re[k * columns + k], e->im[k * columns + k]);
            take_equation(e, i, k, re, im);
        }
    }
    for (int k = 0; k < e->rows; k++)
        for (int j = e->rows; j < columns; j++)
            divide(&e->re[k * columns + j], &e->im[k * columns + j], e->re[k * columns + k],
                   e->im[k * columns + k]);
}

/* K[i] = L_i - I, L_i = I + sum_j a_ij P_j L_j: K_i - sum_j a_ij P_j K_j = sum_j a_ij P_j */
FUNCTION void matrix_factors(matrix *K, const matrix *P)
{
    equations e;
    const int n = e.n = P[0].n, columns = e.columns = 3 * n, rows = e.rows = 2 * n;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < n; j++) {
            REAL re = 0, im = 0;
            for (int s = 0; s < 2; s++) {
                const REAL a = gauss_tableau(i / n, s);
                const int from = i % n * n + j, at = i * columns + s * n + j;
                e.re[at] = (i == s * n + j ? 1 : 0) - a * P[s].re[from];
                e.im[at] = -a * P[s].im[from];
                re += a * P[s].re[from];
                im += a * P[s].im[from];
            }
            e.re[i * columns + rows + j] = re;
            e.im[i * columns + rows + j] = im;
        }
    solve_equations(&e);
    for (int s = 0; s < 2; s++) {
        K[s].n = n;
        for (int i = 0; i < n * n; i++) {
            K[s].re[i] = e.re[(s * n + i / n) * columns + rows + i % n];
            K[s].im[i] = e.im[(s * n + i / n) * columns + rows + i % n];
        }
    }
}

/* Z = (I - P/2) X (I + P/2) - X */
FUNCTION void matrix_D_less(matrix *Z, const matrix *P, const matrix *X)
{
    matrix left, both;
    multiply(&left, P, X);
    multiply(&both, &left, P);
    multiply(Z, X, P);
    combine(Z, R(0.5), Z, -R(0.5), &left);
    combine(Z, 1, Z, -R(0.25), &both);
}

/* V = exp(P) - I for P below 1/2 in size: the terms after the 18th are below 2^-70 of the first. */
FUNCTION void exp_less_1(matrix *V, const matrix *P)
{
    matrix term, next;
    combine(V, 1, P, 0, P);
    combine(&term, 1, P, 0, P);
    for (int k = 2; k < 19; k++) {
        multiply(&next, &term, P);
        combine(&term, R(1) / R(k), &next, 0, &next);
        combine(V, 1, V, 1, &term);
    }
}

/* V = exp(2P) - I from V = exp(P) - I */
FUNCTION void double_exp(matrix *V)
{
    matrix square;
    multiply(&square, V, V);
    combine(V, 2, V, 1, &square);
}

/* Y = (I + V) X (I + W) */
FUNCTION void conjugate_by(matrix *Y, const matrix *V, const matrix *X, const matrix *W)
{
    matrix left, right;
    multiply(&left, V, X);
    combine(Y, 1, X, 1, &left);
    multiply(&right, Y, W);
    combine(&left, 1, &left, 1, &right);
    combine(Y, 1, X, 1, &left);
}

/* small = P / 2^k of size at most 1/2; the k.  Sizes beyond 2^40 have no use: -1. */
FUNCTION int halve(matrix *small, const matrix *P)
{
    REAL size = matrix_size(P), scale = 1;
    int k = 0;
    if (!(size < 0x1p40)) return -1;
    for (; size > R(0.5); size *= R(0.5), k++) scale *= R(0.5);
    combine(small, scale, P, 0, P);
    return k;
}

/* V = exp(P) - I, W = exp(-P) - I for P below 1/2 in size */
FUNCTION void exponentials(matrix *V, matrix *W, const matrix *P)
{
    matrix minus;
    exp_less_1(V, P);
    combine(&minus, -1, P, 0, P);
    exp_less_1(W, &minus);
}

FUNCTION void not_finite(matrix *Y)
{
    for (int i = 0; i < ROWS * ROWS; i++) Y->re[i] = Y->im[i] = INFINITY;
}

/* Z[i] = L_i X L_i^+, L_i^+ = I - sum_j a_ij L_j^+ P_j: the adjoint of L_i where P is skew */
FUNCTION void matrix_gauss(matrix *Z, const matrix *P, const matrix *X, int skew)
{
    matrix K[2], M[2], minus[2], right;
    matrix_factors(K, P);
    for (int i = 0; i < 2; i++) adjoint(&minus[i], &P[i]);
    for (int i = 0; i < 2; i++) combine(&minus[i], -1, &minus[i], 0, &minus[i]);
    if (!skew) matrix_factors(M, minus);
    for (int i = 0; i < 2; i++) {
        adjoint(&right, skew ? &K[i] : &M[i]);
        conjugate_by(&Z[i], &K[i], X, &right);
    }
}

/* Y = exp(P) X exp(-P) */
FUNCTION void matrix_E(matrix *Y, const matrix *P, const matrix *X)
{
    matrix small, V, W;
    const int times = halve(&small, P);
    Y->n = X->n;
    if (times < 0) {
        not_finite(Y);
        return;
    }
    exponentials(&V, &W, &small);
    for (int k = 0; k < times; k++) {
        double_exp(&V);
        double_exp(&W);
    }
    conjugate_by(Y, &V, X, &W);
}

/* Y = the mean of exp(sP) X exp(-sP) over s from 0 to 1 */
FUNCTION void matrix_M(matrix *Y, const matrix *P, const matrix *X)
{
    matrix small, V, W, term, next;
    const int times = halve(&small, P);
    combine(Y, 1, X, 0, X);
    if (times < 0) {
        not_finite(Y);
        return;
    }
    combine(&term, 1, X, 0, X);
    for (int k = 1; k < 24; k++) { /* ad_P is below 1 in size */
        commute(&next, &small, &term);
        combine(&term, R(1) / R(k + 1), &next, 0, &next);
        combine(Y, 1, Y, 1, &term);
    }
    exponentials(&V, &W, &small);
    for (int k = 0; k < times; k++) { /* M(2 xi) = (M(xi) + E(xi) M(xi))/2 */
        conjugate_by(&next, &V, Y, &W);
        combine(Y, R(0.5), Y, R(0.5), &next);
        double_exp(&V);
        double_exp(&W);
    }
}

#endif
