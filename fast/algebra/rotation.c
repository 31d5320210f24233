/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Closed forms on R^3 for so(3) and su(2): the inverses that stages need, the flow and its mean. */
#include "fast/algebra/rotation.h"
#include "fast/vector/twofold.h"

#include <float.h>

/* The inverses below all have the form (x - a x x + p a(a.x)) / (1 + |a|^2), a = xi/2.  With s =
 * max(1, |a_i|) and b = a/s it is (w x - r b x x + p b(b.x)) / (w + |b|^2), r = 1/s, w = r^2, which
 * never overflows. */
typedef struct scaled {
    double b[3], r, w, square; /* square = |b|^2 */
} scaled;

static void scale_half(scaled *q, const double *xi)
{
    double s = 1.0;
    for (int i = 0; i < 3; i++) s = fmax(s, 0.5 * fabs(xi[i]));
    q->r = 1.0 / s;
    q->w = q->r * q->r;
    for (int i = 0; i < 3; i++) q->b[i] = s > 1.0 ? 0.5 * xi[i] / s : 0.5 * xi[i];
    q->square = fast_dot(q->b, q->b);
}

/* (w x - r b x x + p b (b.x)) / (w + |b|^2) */
static void apply_quotient(double *out, const scaled *q, const double *x, double p)
{
    double turn[3], along = p * fast_dot(q->b, x), under = q->w + q->square;
    fast_cross(turn, q->b, x);
    for (int i = 0; i < 3; i++) out[i] = (q->w * x[i] - q->r * turn[i] + along * q->b[i]) / under;
}

/* m + a x m = x, because ad*_a m = m x a: (I + [a])^-1 = (I - [a] + a a^T) / (1 + |a|^2). */
void fast_rotation_resolvent(double m[3], const double xi[3], const double x[3])
{
    scaled q;
    scale_half(&q, xi);
    apply_quotient(m, &q, x, 1.0);
}

/* (I + A) Z (I - A) with A = hat a is z + a x z + (a.z) a, and (I + [a] + a a^T)(I - [a]) = (1 +
 * |a|^2) I. */
void fast_rotation_stage(double z[3], const double xi[3], const double x[3])
{
    scaled q;
    scale_half(&q, xi);
    apply_quotient(z, &q, x, 0.0);
}

/* (I + [a] - a a^T)^-1 = (I - [a] + 2 a a^T/(1 - |a|^2)) / (1 + |a|^2): along a the factor is 1 -
 * |a|^2. */
void fast_rotation_stage_printed(double z[3], const double xi[3], const double x[3])
{
    scaled q;
    scale_half(&q, xi);
    if (q.r < 0x1p-20)
        z[0] = z[1] = z[2] = NAN;
    else if (q.r < 1.0 || q.square >= 1.0) /* beyond the pole; iterates may land there */
        apply_quotient(z, &q, x, 2.0 * q.w / (q.w - q.square));
    else
        apply_quotient(z, &q, x, 2.0 / (1.0 - q.square));
}

void fast_rotation_change(double out[3], const double xi[3], const double z[3])
{
    const double a[3] = {0.5 * xi[0], 0.5 * xi[1], 0.5 * xi[2]}, along = fast_dot(a, z);
    fast_cross(out, a, z);
    for (int i = 0; i < 3; i++) out[i] += along * a[i];
}

/* C = D(-xi) D(xi)^-1 and D(-xi) - D(xi) = ad*_xi; |ad*_xi z| <= 2|x| however large xi is. */
void fast_rotation_cayley(double out[3], const double xi[3], const double x[3])
{
    double z[3];
    fast_rotation_stage(z, xi, x);
    fast_cross(out, z, xi);
    for (int i = 0; i < 3; i++) out[i] += x[i];
}

/* |sigma| to about u^2: scaled by a power of two, squares summed exactly, one Newton step on the
 * root. */
static twofold length(const double *xi, const double *low)
{
    double largest = fmax(fabs(xi[0]), fmax(fabs(xi[1]), fabs(xi[2])));
    if (!(largest > 0) || !(largest <= DBL_MAX)) return (twofold){largest, 0};
    int exponent;
    frexp(largest, &exponent);
    twofold sum = {0, 0};
    for (int i = 0; i < 3; i++) {
        double v = ldexp(xi[i], -exponent), e = ldexp(low[i], -exponent);
        twofold square = twofold_product(v, v);
        square.low += 2 * v * e;
        sum = twofold_add(sum, square);
    }
    double root = sqrt(sum.high);
    twofold back = twofold_product(root, root);
    double correction = ((sum.high - back.high) - back.low + sum.low) / (2 * root);
    return (twofold){ldexp(root, exponent), ldexp(correction, exponent)};
}

/* mu' = mu x sigma turns mu about sigma by -|sigma| (Rodrigues).  Below an angle of 1:
 *   x + (sin t/t) x x sigma + 1/2 (sin(t/2)/(t/2))^2 (x x sigma) x sigma,
 * above it, with n = sigma/t: cos t x + sin t (x x n) + (1 - cos t)(n.x) n, where t = high + low
 * and sin(high + low) = sin high + low cos high, so that rounding t does not disturb a large angle.
 * libm's sin and cos (error below one unit in the last place) suffice here.  Only the noise and the
 * ensembles promise the same bits on two machines. */
void fast_rotation_flow(double out[3], const double xi[3], const double *low, const double x[3])
{
    const double none[3] = {0, 0, 0};
    twofold t = length(xi, low ? low : none);
    double first[3], second[3];
    if (t.high <= 1.0) {
        double half = 0.5 * t.high;
        double f = t.high > 0 ? sin(t.high) / t.high : 1.0, e = half > 0 ? sin(half) / half : 1.0;
        fast_cross(first, x, xi);
        fast_cross(second, first, xi);
        for (int i = 0; i < 3; i++) out[i] = x[i] + (f * first[i] + 0.5 * e * e * second[i]);
        return;
    }
    double n[3], s = sin(t.high), c = cos(t.high);
    double sine = s + t.low * c, cosine = c - t.low * s;
    for (int i = 0; i < 3; i++) n[i] = xi[i] / t.high;
    fast_cross(first, x, n);
    double along = (1.0 - cosine) * fast_dot(n, x);
    for (int i = 0; i < 3; i++) out[i] = cosine * x[i] + (sine * first[i] + along * n[i]);
}

/* (t - sin t)/t^3 = sum_k (-t^2)^k/(2k+3)! for t <= 1, where terms past k = 8 are below 2^-60 of
 * the first. */
static double late_cubic(double t)
{
    double square = t * t, term = 1.0 / 6.0, sum[9];
    for (int k = 0; k < 9; k++) {
        sum[k] = term;
        term *= -square / ((2 * k + 4) * (2 * k + 5));
    }
    double total = 0;
    for (int k = 8; k >= 0; k--) total += sum[k];
    return total;
}

/* The mean of Rodrigues' formula over [0, t]:
 *   x + (1 - cos t)/t^2 x x xi + (t - sin t)/t^3 (x x xi) x xi. */
void fast_rotation_mean(double out[3], const double xi[3], const double x[3])
{
    const double none[3] = {0, 0, 0};
    twofold t = length(xi, none);
    double first[3], second[3], n[3], f, g;
    const double *axis = xi;
    if (t.high <= 1.0) {
        double half = 0.5 * t.high, e = half > 0 ? sin(half) / half : 1.0;
        f = 0.5 * e * e;
        g = late_cubic(t.high);
    } else {
        f = (1.0 - cos(t.high)) / t.high;
        g = 1.0 - sin(t.high) / t.high;
        for (int i = 0; i < 3; i++) n[i] = xi[i] / t.high;
        axis = n;
    }
    fast_cross(first, x, axis);
    fast_cross(second, first, axis);
    for (int i = 0; i < 3; i++) out[i] = x[i] + (f * first[i] + g * second[i]);
}
