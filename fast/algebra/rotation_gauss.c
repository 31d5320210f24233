/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The stages of the two-stage Gauss rule on R^3 with generators held fixed, in the matrices of
 * so(3) and in those of su(2).  L_i = I + K_i, P_j the adjoint of the matrix of xi_j, and
 *   K_i - sum_j a_ij P_j K_j = sum_j a_ij P_j. */
#include "fast/algebra/algebra.h"
#include "fast/algebra/rotation.h"

#include <math.h>

/* sqrt(3)/6 */
#define ROOT 0.28867513459481288225

const double fast_gauss_tableau[2][2] = {{0.25, 0.25 - ROOT}, {0.25 + ROOT, 0.25}};

/* ---- so(3) ---------------------------------------------------------------------------------- */

enum { ROWS = 6, RIGHT = 6, COLUMNS = 9 };

/* Solves the system of the first six columns for the last three, which become the solution, by
 * elimination with row exchanges. */
static void eliminate(double a[ROWS][COLUMNS])
{
    for (int k = 0; k < ROWS; k++) {
        int pivot = k;
        for (int r = k + 1; r < ROWS; r++)
            if (fabs(a[r][k]) > fabs(a[pivot][k])) pivot = r;
        for (int c = k; c < COLUMNS; c++) {
            const double kept = a[k][c];
            a[k][c] = a[pivot][c];
            a[pivot][c] = kept;
        }
        for (int r = k + 1; r < ROWS; r++) {
            const double share = a[r][k] / a[k][k];
            for (int c = k + 1; c < COLUMNS; c++) a[r][c] -= share * a[k][c];
        }
    }
    for (int k = ROWS - 1; k >= 0; k--)
        for (int c = RIGHT; c < COLUMNS; c++) {
            for (int r = k + 1; r < ROWS; r++) a[k][c] -= a[k][r] * a[r][c];
            a[k][c] /= a[k][k];
        }
}

/* a[i][j]: block (i, j) of the system; P = -hat(xi) */
static void fill_system(double a[ROWS][COLUMNS], const double *const xi[2])
{
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLUMNS; c++) a[r][c] = r == c ? 1 : 0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            for (int k = 0; k < 3; k++) {
                const int r = (k + 2) % 3, c = (k + 1) % 3; /* hat(xi)_rc = xi_k */
                const double value = fast_gauss_tableau[i][j] * xi[j][k];
                a[3 * i + r][3 * j + c] += value;
                a[3 * i + c][3 * j + r] -= value;
                a[3 * i + r][RIGHT + c] -= value;
                a[3 * i + c][RIGHT + r] += value;
            }
}

/* L hat(x) L^T = hat(cof(L) x), and cof(I + K) x - x = (Tr K) x - K^T x + cof(K) x. */
static void matrix_change(double out[3], const double *const K[3], const double x[3])
{
    const double trace = K[0][0] + K[1][1] + K[2][2];
    for (int i = 0; i < 3; i++) {
        double row[3];
        fast_cross(row, K[(i + 1) % 3], K[(i + 2) % 3]);
        out[i] = trace * x[i] - (K[0][i] * x[0] + K[1][i] * x[1] + K[2][i] * x[2]);
        out[i] += fast_dot(row, x);
    }
}

void fast_rotation_gauss(double out1[3], double out2[3], const double xi1[3], const double xi2[3],
                         const double x[3])
{
    const double *const xi[2] = {xi1, xi2};
    double a[ROWS][COLUMNS];
    fill_system(a, xi);
    eliminate(a);
    const double *const first[3] = {a[0] + RIGHT, a[1] + RIGHT, a[2] + RIGHT};
    const double *const second[3] = {a[3] + RIGHT, a[4] + RIGHT, a[5] + RIGHT};
    matrix_change(out1, first, x);
    matrix_change(out2, second, x);
}

/* ---- su(2): quaternions (w, v); the matrix of x is (0, x/2), so P = (0, -xi/2) --------------- */

typedef struct quaternion {
    double w, v[3];
} quaternion;

static quaternion quaternion_product(quaternion p, quaternion q)
{
    quaternion out = {.w = p.w * q.w - fast_dot(p.v, q.v)};
    fast_cross(out.v, p.v, q.v);
    for (int i = 0; i < 3; i++) out.v[i] += p.w * q.v[i] + q.w * p.v[i];
    return out;
}

/* p + s q */
static quaternion quaternion_sum(quaternion p, double s, quaternion q)
{
    p.w += s * q.w;
    for (int i = 0; i < 3; i++) p.v[i] += s * q.v[i];
    return p;
}

/* The inverse; scaled, so that squares do not overflow. */
static quaternion inverse(quaternion p)
{
    double s = fabs(p.w);
    for (int i = 0; i < 3; i++) s = fmax(s, fabs(p.v[i]));
    quaternion q = {p.w / s, {-p.v[0] / s, -p.v[1] / s, -p.v[2] / s}};
    const double square = s * (q.w * q.w + fast_dot(q.v, q.v));
    q.w /= square;
    for (int i = 0; i < 3; i++) q.v[i] /= square;
    return q;
}

/* L x L* - x for L = 1 + k */
static void quaternion_change(double out[3], quaternion k, const double x[3])
{
    const double along = 2 * fast_dot(k.v, x), l = 2 * (1 + k.w);
    const double scale = k.w * (2 + k.w) - fast_dot(k.v, k.v);
    fast_cross(out, k.v, x);
    for (int i = 0; i < 3; i++) out[i] = l * out[i] + (along * k.v[i] + scale * x[i]);
}

/* K_1 = b (t_1 + a_12 P_2 K_2), b = (1 - a_11 P_1)^-1, put into the second equation. */
void fast_spin_gauss(double out1[3], double out2[3], const double xi1[3], const double xi2[3],
                     const double x[3])
{
    const double(*a)[2] = fast_gauss_tableau;
    const quaternion one = {.w = 1}, zero = {.w = 0};
    quaternion P[2] = {zero, zero};
    for (int i = 0; i < 3; i++) {
        P[0].v[i] = -0.5 * xi1[i];
        P[1].v[i] = -0.5 * xi2[i];
    }
    const quaternion t1 = quaternion_sum(quaternion_sum(zero, a[0][0], P[0]), a[0][1], P[1]);
    const quaternion t2 = quaternion_sum(quaternion_sum(zero, a[1][0], P[0]), a[1][1], P[1]);
    const quaternion b = inverse(quaternion_sum(one, -a[0][0], P[0]));
    const quaternion w = quaternion_sum(zero, a[1][0], quaternion_product(P[0], b));
    const quaternion rest =
        quaternion_sum(quaternion_sum(one, -a[1][1], P[1]), -a[0][1], quaternion_product(w, P[1]));
    const quaternion K2 =
        quaternion_product(inverse(rest), quaternion_sum(t2, 1, quaternion_product(w, t1)));
    quaternion_change(
        out1, quaternion_product(b, quaternion_sum(t1, a[0][1], quaternion_product(P[1], K2))), x);
    quaternion_change(out2, K2, x);
}
