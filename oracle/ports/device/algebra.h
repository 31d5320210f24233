/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The operations of every algebra, by coordinates (manual: Schemes, "Operations"). */
#ifndef SLP_DEVICE_ALGEBRA_H
#define SLP_DEVICE_ALGEBRA_H

#include "oracle/ports/device/dialect.h"
#include "oracle/ports/device/job.h"
#include "oracle/ports/device/matrix.h"
#include "oracle/ports/device/system.h"
#include "oracle/ports/device/vectors.h"

FUNCTION int is_matrix(const problem *p)
{
    const int s = p->of->system;
    return s == RIGID_BODY_N || s == ZEITLIN || s == SINE_EULER || s == SYMPLECTIC || s == MHD;
}

/* su(n) over the dual numbers, e^2 = 0: A = (plain, more; 0, plain) for plain + e more.  Both have
 * n^2 numbers. */
FUNCTION void to_dual(matrix *A, const problem *p, const REAL *plain, const REAL *more)
{
    const int n = p->of->n, rows = A->n = 2 * n;
    for (int i = 0; i < rows * rows; i++) A->re[i] = A->im[i] = 0;
    for (int block = 0; block < 3; block++) {
        const REAL *x = block == 1 ? more : plain;
        const int corner = (block == 2 ? n * rows : 0) + (block ? n : 0);
        for (int i = 0; i < n; i++) {
            A->im[corner + i * rows + i] = x[i];
            for (int j = i + 1; j < n; j++) {
                const int at = n + 2 * above(n, i, j);
                A->re[corner + i * rows + j] = x[at];
                A->re[corner + j * rows + i] = -x[at];
                A->im[corner + i * rows + j] = A->im[corner + j * rows + i] = x[at + 1];
            }
        }
    }
}

/* x = the coordinates of the upper left block, where `more` is 0, or of the upper right one */
FUNCTION void from_dual(REAL *x, const matrix *A, int more)
{
    const int rows = A->n, n = rows / 2, corner = more ? n : 0;
    for (int i = 0; i < n; i++) {
        x[i] = A->im[corner + i * rows + i];
        for (int j = i + 1; j < n; j++) {
            const int here = corner + i * rows + j, there = corner + j * rows + i;
            x[n + 2 * above(n, i, j)] = R(0.5) * (A->re[here] - A->re[there]);
            x[n + 2 * above(n, i, j) + 1] = R(0.5) * (A->im[here] + A->im[there]);
        }
    }
}

/* A = the matrix of x, taken as an element of the algebra */
FUNCTION void to_matrix(matrix *A, const problem *p, const REAL *x)
{
    const int n = A->n = p->of->n, m = n / 2;
    for (int i = 0; i < n * n; i++) A->re[i] = A->im[i] = 0;
    if (p->of->system == SYMPLECTIC) {
        for (int i = 0; i < m; i++)
            for (int j = 0; j < m; j++) {
                const int low = i < j ? i : j, high = i < j ? j : i;
                const int at = m * m + low * m - low * (low - 1) / 2 + high - low;
                A->re[i * n + j] = x[i * m + j];
                A->re[(m + j) * n + m + i] = -x[i * m + j];
                A->re[i * n + m + j] = x[at];
                A->re[(m + i) * n + j] = x[at + m * (m + 1) / 2];
            }
        return;
    }
    const int complex_rows = p->of->system == RIGID_BODY_N ? 0 : n;
    for (int i = 0; i < complex_rows; i++) A->im[i * n + i] = x[i];
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            const int at = complex_rows ? n + 2 * above(n, i, j) : above(n, i, j);
            A->re[i * n + j] = x[at];
            A->re[j * n + i] = -x[at];
            if (complex_rows) A->im[i * n + j] = A->im[j * n + i] = x[at + 1];
        }
}

/* x = the coordinates of A: where a number stands twice, the mean of both */
FUNCTION void from_matrix(REAL *x, const problem *p, const matrix *A)
{
    const int n = A->n, m = n / 2, complex_rows = p->of->system == RIGID_BODY_N ? 0 : n;
    if (p->of->system == MHD) {
        from_dual(x, A, 1);
        from_dual(x + m * m, A, 0);
        return;
    }
    if (p->of->system == SYMPLECTIC) {
        for (int i = 0; i < m; i++)
            for (int j = 0; j < m; j++) {
                const int at = m * m + i * m - i * (i - 1) / 2 + j - i;
                x[i * m + j] = R(0.5) * (A->re[i * n + j] - A->re[(m + j) * n + m + i]);
                if (j < i) continue;
                x[at] = R(0.5) * (A->re[i * n + m + j] + A->re[j * n + m + i]);
                x[at + m * (m + 1) / 2] =
                    R(0.5) * (A->re[(m + i) * n + j] + A->re[(m + j) * n + i]);
            }
        return;
    }
    for (int i = 0; i < complex_rows; i++) x[i] = A->im[i * n + i];
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            const int at = complex_rows ? n + 2 * above(n, i, j) : above(n, i, j);
            x[at] = R(0.5) * (A->re[i * n + j] - A->re[j * n + i]);
            if (complex_rows) x[at + 1] = R(0.5) * (A->im[i * n + j] + A->im[j * n + i]);
        }
}

/* A = the matrix of x, P = the conjugate transpose of that of xi; over the dual numbers the matrix
 * of Theta + e W, and minus that of xi + e b */
FUNCTION void both_matrices(matrix *P, matrix *A, const problem *p, const REAL *xi, const REAL *x)
{
    matrix element;
    const int vectors = p->of->d / 2;
    if (p->of->system == MHD) {
        to_dual(&element, p, xi, xi + vectors);
        combine(P, -1, &element, 0, &element);
        to_dual(A, p, x + vectors, x);
        return;
    }
    to_matrix(&element, p, xi);
    adjoint(P, &element);
    to_matrix(A, p, x);
}

/* y = ad*_xi x; y is another array */
FUNCTION void field(REAL *y, const problem *p, const REAL *xi, const REAL *x)
{
    if (is_matrix(p)) {
        matrix P, A, B;
        both_matrices(&P, &A, p, xi, x);
        commute(&B, &P, &A);
        from_matrix(y, p, &B);
    } else if (p->of->system == CANONICAL) {
        y[0] = xi[1];
        y[1] = -xi[0];
    } else if (p->of->system == HEAVY_TOP) {
        REAL more[3];
        cross3(y, x, xi);
        cross3(more, x + 3, xi + 3);
        for (int i = 0; i < 3; i++) y[i] += more[i];
        cross3(y + 3, x + 3, xi);
    } else {
        for (int i = 0; i < p->of->d; i += 3) cross3(y + i, x + i, xi + i);
    }
}

/* y = [a, b]; y is another array */
FUNCTION void bracket(REAL *y, const problem *p, const REAL *a, const REAL *b)
{
    if (is_matrix(p)) {
        matrix A, B, C;
        to_matrix(&A, p, a);
        to_matrix(&B, p, b);
        commute(&C, &A, &B);
        from_matrix(y, p, &C);
    } else if (p->of->system == CANONICAL) {
        y[0] = y[1] = 0;
    } else if (p->of->system == HEAVY_TOP) {
        REAL more[3];
        cross3(y, a, b);
        cross3(y + 3, a, b + 3);
        cross3(more, b, a + 3);
        for (int i = 0; i < 3; i++) y[3 + i] -= more[i];
    } else {
        for (int i = 0; i < p->of->d; i += 3) cross3(y + i, a + i, b + i);
    }
}

/* su(2)^n: vortices, spins */
FUNCTION int is_spinor(const problem *p)
{
    return p->of->system == VORTICES || p->of->system == SPINS;
}

/* se(3): that of so(3) for Gamma + e Pi and w + e u, e^2 = 0 */
FUNCTION void se3_D_less(REAL *y, const REAL *xi, const REAL *x)
{
    REAL lever[3];
    const REAL s = R(0.25) * inner(xi, x + 3), t = R(0.25) * inner(xi + 3, x + 3);
    shear3(y, xi, x, R(0.5), R(0.25));
    shear3(y + 3, xi, x + 3, R(0.5), R(0.25));
    cross3(lever, xi + 3, x + 3);
    for (int i = 0; i < 3; i++) y[i] += R(0.5) * lever[i] + (t * xi[i] + s * xi[3 + i]);
}

/* y = D(xi) x - x: matrices, so(3), su(2)^n, se(3) */
FUNCTION void D_less(REAL *y, const problem *p, const REAL *xi, const REAL *x)
{
    if (is_matrix(p)) {
        matrix P, A, B;
        both_matrices(&P, &A, p, xi, x);
        matrix_D_less(&B, &P, &A);
        from_matrix(y, p, &B);
        return;
    }
    if (p->of->system == RIGID_BODY) shear3(y, xi, x, R(0.5), R(0.25));
    if (p->of->system == HEAVY_TOP) se3_D_less(y, xi, x);
    for (int i = 0; i < p->of->d && is_spinor(p); i += 3) su2_D_less(y + i, xi + i, x + i);
}

/* y = D(xi)^-1 x: the same algebras */
FUNCTION void inverse_D(REAL *y, const problem *p, const REAL *xi, const REAL *x)
{
    if (is_matrix(p)) {
        matrix P, A, B;
        both_matrices(&P, &A, p, xi, x);
        matrix_inverse_D(&B, &P, &A);
        from_matrix(y, p, &B);
        return;
    }
    if (p->of->system == RIGID_BODY) so3_inverse_D(y, xi, x);
    for (int i = 0; i < p->of->d && is_spinor(p); i += 3) su2_inverse_D(y + i, xi + i, x + i);
}

/* A = hat(x) */
FUNCTION void hat3(matrix *A, const REAL *x)
{
    A->n = 3;
    for (int i = 0; i < 9; i++) A->re[i] = A->im[i] = 0;
    for (int k = 0; k < 3; k++) {
        const int i = (k + 2) % 3, j = (k + 1) % 3;
        A->re[i * 3 + j] = x[k];
        A->re[j * 3 + i] = -x[k];
    }
}

/* y = the two stages, d numbers each, of the two-stage Gauss rule with the generators xi: so(3),
 * matrices, su(2)^n */
FUNCTION void gauss_stages(REAL *y, const problem *p, const REAL *xi, const REAL *x)
{
    const int d = p->of->d, body = p->of->system == RIGID_BODY;
    matrix P[2], A, X, Z[2];
    for (int i = 0; i < d && is_spinor(p); i += 3)
        su2_gauss(y + i, y + d + i, xi + i, xi + d + i, x + i);
    if (is_spinor(p)) return;
    for (int s = 0; s < 2; s++) {
        if (body) hat3(&A, xi + s * d);
        if (!body) to_matrix(&A, p, xi + s * d);
        adjoint(&P[s], &A);
    }
    if (body) hat3(&X, x);
    if (!body) to_matrix(&X, p, x);
    matrix_gauss(Z, P, &X, p->of->system != SYMPLECTIC);
    for (int s = 0; s < 2; s++) {
        if (!body) from_matrix(y + s * d, p, &Z[s]);
        for (int k = 0; k < 3 && body; k++) {
            const int i = (k + 2) % 3, j = (k + 1) % 3;
            y[s * d + k] = R(0.5) * (Z[s].re[i * 3 + j] - Z[s].re[j * 3 + i]);
        }
    }
}

/* y = the coadjoint action on x of the Cayley transform or exponential of xi; y is another array */
FUNCTION void act(REAL *y, const problem *p, int cay, const REAL *xi, const REAL *x)
{
    REAL more[MOST];
    if (p->of->system == CANONICAL) {
        y[0] = x[0] + xi[1];
        y[1] = x[1] - xi[0];
    } else if (is_matrix(p) && cay) {
        inverse_D(more, p, xi, x);
        field(y, p, xi, more);
        for (int i = 0; i < p->of->d; i++) y[i] += x[i];
    } else if (is_matrix(p)) {
        matrix P, A, B;
        both_matrices(&P, &A, p, xi, x);
        matrix_E(&B, &P, &A);
        from_matrix(y, p, &B);
    } else if (p->of->system == HEAVY_TOP) {
        REAL pushed[3];
        for (int i = 0; i < 6; i += 3) {
            if (cay) so3_C(y + i, xi, x + i);
            if (!cay) so3_E(y + i, xi, x + i);
        }
        if (!cay) so3_M(pushed, xi, xi + 3);
        if (cay) shear3(pushed, xi, xi + 3, -R(0.5), R(0.25));
        for (int i = 0; i < 3 && cay; i++)
            pushed[i] = (xi[3 + i] + pushed[i]) / (1 + R(0.25) * inner(xi, xi));
        cross3(more, y + 3, pushed);
        for (int i = 0; i < 3; i++) y[i] += more[i];
    } else {
        for (int i = 0; i < p->of->d; i += 3) {
            if (!cay) so3_E(y + i, xi + i, x + i);
            if (cay && p->of->system == RIGID_BODY) so3_C(y + i, xi + i, x + i);
            if (cay && is_spinor(p)) su2_C(y + i, xi + i, x + i);
        }
    }
}

/* y = M(xi) x: matrices and so(3) */
FUNCTION void mean_of(REAL *y, const problem *p, const REAL *xi, const REAL *x)
{
    matrix P, A, B;
    if (!is_matrix(p)) {
        so3_M(y, xi, x);
        return;
    }
    both_matrices(&P, &A, p, xi, x);
    matrix_M(&B, &P, &A);
    from_matrix(y, p, &B);
}

/* y = B_cay(theta) eta; y is another array */
FUNCTION void correct_cay(REAL *y, const problem *p, const REAL *theta, const REAL *eta)
{
    if (is_matrix(p)) {
        matrix P, A, B;
        to_matrix(&P, p, theta);
        combine(&P, -1, &P, 0, &P);
        to_matrix(&A, p, eta);
        matrix_D_less(&B, &P, &A);
        from_matrix(y, p, &B);
    } else if (p->of->system == HEAVY_TOP) {
        REAL side[3], twice[3];
        shear3(y, theta, eta, R(0.5), R(0.25));
        cross3(y + 3, theta, eta + 3);
        cross3(side, eta, theta + 3);
        cross3(twice, theta, side);
        for (int i = 0; i < 3; i++) y[3 + i] = R(0.5) * (y[3 + i] - side[i]) - R(0.25) * twice[i];
    } else {
        D_less(y, p, theta, eta);
    }
    for (int i = 0; i < p->of->d; i++) y[i] += eta[i];
}

/* y = B_exp(theta) eta, cut off after the second power */
FUNCTION void correct_exp(REAL *y, const problem *p, const REAL *theta, const REAL *eta)
{
    REAL once[MOST], twice[MOST];
    bracket(once, p, theta, eta);
    bracket(twice, p, theta, once);
    for (int i = 0; i < p->of->d; i++) y[i] = eta[i] + (R(0.5) * once[i] + twice[i] / 12);
}

#endif
