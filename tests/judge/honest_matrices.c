/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Honest ports in 3x3 matrices: LU, group elements, exponentials. */
#include "tests/judge/honest_ports.h"

#include <math.h>
#include <string.h>

typedef double mat[3][3];

static void hat(mat A, const vec v)
{
    const mat filled = {{0, -v[2], v[1]}, {v[2], 0, -v[0]}, {-v[1], v[0], 0}};
    memcpy(A, filled, sizeof(mat));
}

static void unhat(vec v, mat A)
{
    v[0] = A[2][1];
    v[1] = A[0][2];
    v[2] = A[1][0];
}

static void multiply(mat C, mat A, mat B)
{
    mat out;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            out[i][j] = A[i][0] * B[0][j] + A[i][1] * B[1][j] + A[i][2] * B[2][j];
    memcpy(C, out, sizeof(mat));
}

static void transpose(mat A)
{
    for (int i = 0; i < 3; i++)
        for (int j = i + 1; j < 3; j++) {
            double swap = A[i][j];
            A[i][j] = A[j][i];
            A[j][i] = swap;
        }
}

/* I + s hat(xi) */
static void shifted(mat A, double s, const vec xi)
{
    hat(A, xi);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) A[i][j] = (i == j) + s * A[i][j];
}

/* X <- A^-1 X by elimination without pivoting (I + skew needs none) */
static void solve_left(mat A, mat X)
{
    mat U;
    memcpy(U, A, sizeof U);
    for (int k = 0; k < 3; k++)
        for (int i = k + 1; i < 3; i++) {
            double l = U[i][k] / U[k][k];
            for (int j = k; j < 3; j++) U[i][j] -= l * U[k][j];
            for (int j = 0; j < 3; j++) X[i][j] -= l * X[k][j];
        }
    for (int j = 0; j < 3; j++)
        for (int i = 2; i >= 0; i--) {
            for (int k = i + 1; k < 3; k++) X[i][j] -= U[i][k] * X[k][j];
            X[i][j] /= U[i][i];
        }
}

/* v with (I + s xi) hat(v) (I - s xi) = hat(b): two solves */
void honest_back_map(vec v, const vec b, double s, const vec xi)
{
    mat X, A;
    hat(X, b);
    shifted(A, s, xi);
    solve_left(A, X);
    transpose(X); /* (I - s xi)^T = I + s xi */
    solve_left(A, X);
    transpose(X);
    unhat(v, X);
}

/* hat(v) = (I + s xi) hat(b) (I - s xi): two products */
static void map(vec v, const vec b, double s, const vec xi)
{
    mat X, A, B;
    hat(X, b);
    shifted(A, s, xi);
    shifted(B, -s, xi);
    multiply(X, A, X);
    multiply(X, X, B);
    unhat(v, X);
}

static void isospectral_stage(vec out, const slp_case *c, const vec z)
{
    vec xi;
    honest_generator(xi, c, z);
    honest_back_map(out, c->x, 0.5, xi);
}

void honest_isospectral_matrices(double *y, const slp_case *c)
{
    vec z, xi;
    honest_iterate(z, c, isospectral_stage);
    honest_generator(xi, c, z);
    map(y, z, -0.5, xi);
}

static void variational_halves(vec y, vec middle, const slp_case *c, const vec z)
{
    vec xi, first, second, between;
    honest_generator(xi, c, z);
    for (int i = 0; i < 3; i++) xi[i] *= 0.5;
    honest_back_map(first, c->x, 0.5, xi);
    map(between, first, -0.5, xi);
    honest_back_map(second, between, 0.5, xi);
    map(y, second, -0.5, xi);
    for (int i = 0; i < 3; i++) middle[i] = 0.5 * (first[i] + second[i]);
}

static void variational_stage(vec out, const slp_case *c, const vec z)
{
    vec y;
    variational_halves(y, out, c, z);
}

void honest_variational_matrices(double *y, const slp_case *c)
{
    vec z, middle;
    honest_iterate(z, c, variational_stage);
    variational_halves(y, middle, c, z);
}

/* exp(-hat xi) by scaling, a Taylor polynomial and squaring; then E X E^T in full */
static void tmk_stage(vec out, const slp_case *c, const vec z)
{
    vec xi, m;
    mat A, E, term, X;
    int halvings = 0;
    for (int i = 0; i < 3; i++) m[i] = 0.5 * (c->x[i] + z[i]);
    honest_generator(xi, c, m);
    hat(A, xi);
    for (double size = fabs(xi[0]) + fabs(xi[1]) + fabs(xi[2]); size > 0.5; size *= 0.5) halvings++;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            A[i][j] = ldexp(-A[i][j], -halvings);
            E[i][j] = term[i][j] = i == j;
        }
    for (int k = 1; k <= 16; k++) {
        multiply(term, term, A);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) E[i][j] += term[i][j] /= k;
    }
    for (; halvings > 0; halvings--) multiply(E, E, E);
    hat(X, c->x);
    multiply(X, E, X);
    transpose(E);
    multiply(X, X, E);
    unhat(out, X);
}

void honest_tmk_matrices(double *y, const slp_case *c)
{
    honest_iterate(y, c, tmk_stage);
}
