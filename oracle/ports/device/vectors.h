/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Lists of numbers, and the operations of so(3) and su(2) in vectors (manual: Schemes). */
#ifndef SLP_DEVICE_VECTORS_H
#define SLP_DEVICE_VECTORS_H

#include "oracle/ports/device/dialect.h"

/* The length of x, without underflow and overflow; infinite if a number is not finite. */
FUNCTION REAL length_of(const REAL *x, int count)
{
    REAL largest = 0, sum = 0;
    for (int i = 0; i < count; i++) {
        if (!(fabs(x[i]) < INFINITY)) return INFINITY;
        largest = fmax(largest, fabs(x[i]));
    }
    if (largest == 0) return 0;
    for (int i = 0; i < count; i++) sum += (x[i] / largest) * (x[i] / largest);
    return largest * sqrt(sum);
}

FUNCTION REAL inner(const REAL *a, const REAL *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* y = a x b; y is another array */
FUNCTION void cross3(REAL *y, const REAL *a, const REAL *b)
{
    y[0] = a[1] * b[2] - a[2] * b[1];
    y[1] = a[2] * b[0] - a[0] * b[2];
    y[2] = a[0] * b[1] - a[1] * b[0];
}

/* y = x + a xi x x + b xi x (xi x x); y may be x */
FUNCTION void turn3(REAL *y, const REAL *xi, const REAL *x, REAL a, REAL b)
{
    REAL once[3], twice[3];
    cross3(once, xi, x);
    cross3(twice, xi, once);
    for (int i = 0; i < 3; i++) y[i] = x[i] + (a * once[i] + b * twice[i]);
}

/* y = a xi x x + b (xi . x) xi; y is another array */
FUNCTION void shear3(REAL *y, const REAL *xi, const REAL *x, REAL a, REAL b)
{
    const REAL along = b * inner(xi, x);
    cross3(y, xi, x);
    for (int i = 0; i < 3; i++) y[i] = a * y[i] + along * xi[i];
}

/* a_ij of the two-stage Gauss rule; b = (1/2, 1/2) */
FUNCTION REAL gauss_tableau(int i, int j)
{
    const REAL r = R(0.28867513459481288225); /* sqrt(3)/6 */
    return i == j ? R(0.25) : i < j ? R(0.25) - r : R(0.25) + r;
}

/* f[0..2] = phi_1, phi_2, phi_3 at t >= 0.  Below 2 the series of phi_3, whose terms alternate and
 * fall, else its closed form, which then cancels no digits. */
FUNCTION void phi(REAL *f, REAL t)
{
    const REAL part = R(0.5) * t, s = part > 0 ? sin(part) / part : 1;
    f[0] = t > 0 ? sin(t) / t : 1;
    f[1] = R(0.5) * s * s;
    f[2] = (1 - f[0]) / t / t;
    if (t >= 2) return;
    REAL term = R(1.0) / 6;
    f[2] = 0;
    for (int k = 4; k < 40; k += 2) {
        f[2] += term;
        term *= -t * t / R(k * (k + 1));
    }
}

FUNCTION void so3_E(REAL *y, const REAL *xi, const REAL *x)
{
    REAL f[3];
    phi(f, length_of(xi, 3));
    turn3(y, xi, x, -f[0], f[1]);
}

FUNCTION void so3_M(REAL *y, const REAL *xi, const REAL *x)
{
    REAL f[3];
    phi(f, length_of(xi, 3));
    turn3(y, xi, x, -f[1], f[2]);
}

FUNCTION void so3_C(REAL *y, const REAL *xi, const REAL *x)
{
    const REAL q = 1 + R(0.25) * inner(xi, xi);
    turn3(y, xi, x, -1 / q, R(0.5) / q);
}

FUNCTION void so3_inverse_D(REAL *y, const REAL *xi, const REAL *x)
{
    const REAL q = 1 + R(0.25) * inner(xi, xi);
    REAL once[3];
    cross3(once, xi, x);
    for (int i = 0; i < 3; i++) y[i] = (x[i] - R(0.5) * once[i]) / q;
}

/* The inverse of D with the sign that GBW (54) prints. */
FUNCTION void so3_printed(REAL *y, const REAL *xi, const REAL *x)
{
    const REAL q = R(0.25) * inner(xi, xi), along = inner(xi, x) / (2 * (1 + q) * (1 - q));
    so3_inverse_D(y, xi, x);
    for (int i = 0; i < 3; i++) y[i] += along * xi[i];
}

FUNCTION void su2_C(REAL *y, const REAL *xi, const REAL *x)
{
    const REAL q = inner(xi, xi) / 16, square = (1 + q) * (1 + q);
    turn3(y, xi, x, -(1 - q) / square, R(0.5) / square);
}

FUNCTION void su2_inverse_D(REAL *y, const REAL *xi, const REAL *x)
{
    const REAL q = 1 + inner(xi, xi) / 16;
    turn3(y, xi, x, -R(0.5) / q, R(0.125) / q);
    for (int i = 0; i < 3; i++) y[i] /= q;
}

/* r = p q, r = p + s q, r = 1/p: quaternions, the real part first; the product is another list */
FUNCTION void multiply4(REAL *r, const REAL *p, const REAL *q)
{
    cross3(r + 1, p + 1, q + 1);
    for (int i = 1; i < 4; i++) r[i] += p[0] * q[i] + q[0] * p[i];
    r[0] = p[0] * q[0] - inner(p + 1, q + 1);
}

FUNCTION void add4(REAL *r, const REAL *p, REAL s, const REAL *q)
{
    for (int i = 0; i < 4; i++) r[i] = p[i] + s * q[i];
}

FUNCTION void invert4(REAL *r, const REAL *p)
{
    const REAL size = length_of(p, 4);
    for (int i = 0; i < 4; i++) r[i] = (i ? -p[i] : p[i]) / size / size;
}

/* y = (1 + k) x (1 + k)*, a vector for a quaternion without real part */
FUNCTION void turn4(REAL *y, const REAL *k, const REAL *x)
{
    const REAL along = 2 * inner(k + 1, x), once = 2 * (1 + k[0]);
    const REAL rest = k[0] * (2 + k[0]) - inner(k + 1, k + 1);
    cross3(y, k + 1, x);
    for (int i = 0; i < 3; i++) y[i] = x[i] + (once * y[i] + (along * k[1 + i] + rest * x[i]));
}

/* y and y2: the stages L_i x L_i* of the two-stage Gauss rule on su(2) with the generators xi, xi2.
 * The matrix of x is (0, x/2), so P_j = (0, -xi_j/2); K_i = L_i - 1, and K_1 is eliminated:
 * (1 - a_11 P_1) K_1 = t_1 + a_12 P_2 K_2, t_i = sum_j a_ij P_j. */
FUNCTION void su2_gauss(REAL *y, REAL *y2, const REAL *xi, const REAL *xi2, const REAL *x)
{
    REAL P[8], t[8], K[4], K2[4], left[4], inverse[4], share[4], product[4];
    for (int i = 0; i < 8; i++) P[i] = i % 4 ? -R(0.5) * (i < 4 ? xi[i - 1] : xi2[i - 5]) : 0;
    for (int i = 0; i < 8; i++)
        t[i] = gauss_tableau(i / 4, 0) * P[i % 4] + gauss_tableau(i / 4, 1) * P[4 + i % 4];
    for (int i = 0; i < 4; i++) left[i] = (i ? 0 : 1) - gauss_tableau(0, 0) * P[i];
    invert4(inverse, left);
    multiply4(share, P, inverse);
    for (int i = 0; i < 4; i++) share[i] *= gauss_tableau(1, 0);
    multiply4(product, share, P + 4);
    for (int i = 0; i < 4; i++) left[i] = (i ? 0 : 1) - gauss_tableau(1, 1) * P[4 + i];
    add4(left, left, -gauss_tableau(0, 1), product);
    multiply4(product, share, t);
    add4(t + 4, t + 4, 1, product);
    invert4(share, left);
    multiply4(K2, share, t + 4);
    multiply4(product, P + 4, K2);
    add4(t, t, gauss_tableau(0, 1), product);
    multiply4(K, inverse, t);
    turn4(y, K, x);
    turn4(y2, K2, x);
}

/* y = D(xi) x - x of su(2) */
FUNCTION void su2_D_less(REAL *y, const REAL *xi, const REAL *x)
{
    const REAL q = inner(xi, xi) / 16;
    shear3(y, xi, x, R(0.5), R(0.125));
    for (int i = 0; i < 3; i++) y[i] -= q * x[i];
}

#endif
