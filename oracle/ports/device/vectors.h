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

/* y = D(xi) x - x of su(2) */
FUNCTION void su2_D_less(REAL *y, const REAL *xi, const REAL *x)
{
    const REAL q = inner(xi, xi) / 16;
    shear3(y, xi, x, R(0.5), R(0.125));
    for (int i = 0; i < 3; i++) y[i] -= q * x[i];
}

#endif
