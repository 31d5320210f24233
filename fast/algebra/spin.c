/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The isospectral stage on R^3 with matrices of su(2), x -> -(i/2) x.sigma.  With T the matrix of
 * xi and b = xi/4, I + T/2 is the quaternion q = 1 + b, I - T/2 its conjugate, and
 *   D(xi) z = (I + T/2) z (I - T/2) = q z q* = (1 - |b|^2) z + 2 b x z + 2 (b.z) b,
 * a rotation scaled by |q|^2 = 1 + |b|^2.  Hence D^-1 x = q* x q / (1 + |b|^2)^2. */
#include "fast/algebra/rotation.h"

#include <math.h>

/* With s = max(1, |b_i|), c = b/s, r = 1/s and w = r^2 this is
 *     w [(w - |c|^2) x - 2 r c x x + 2 (c.x) c] / (w + |c|^2)^2, which never overflows. */
void fast_spin_stage(double z[3], const double xi[3], const double x[3])
{
    double s = 1.0, c[3], turn[3];
    for (int i = 0; i < 3; i++) s = fmax(s, 0.25 * fabs(xi[i]));
    for (int i = 0; i < 3; i++) c[i] = s > 1.0 ? 0.25 * xi[i] / s : 0.25 * xi[i];
    const double r = 1.0 / s, w = r * r, square = fast_dot(c, c), under = w + square;
    const double along = 2.0 * fast_dot(c, x), share = w / under;
    fast_cross(turn, c, x);
    for (int i = 0; i < 3; i++)
        z[i] = share * (((w - square) * x[i] + (along * c[i] - 2.0 * r * turn[i])) / under);
}

void fast_spin_change(double out[3], const double xi[3], const double z[3])
{
    const double b[3] = {0.25 * xi[0], 0.25 * xi[1], 0.25 * xi[2]};
    const double square = fast_dot(b, b), along = 2.0 * fast_dot(b, z);
    fast_cross(out, b, z);
    for (int i = 0; i < 3; i++) out[i] = 2.0 * out[i] + (along * b[i] - square * z[i]);
}
