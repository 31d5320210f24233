/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Splittings of the rigid body for a step by the host: turns of planes and about vectors, by the
 * formulas of the manual's page of schemes. */
#include "oracle/ports/device/careful_parts.h"

#include <float.h>
#include <string.h>

/* Axis k turns the plane of the next two axes i, j by the angle t: x_i' = x_i cos t + x_j sin t,
 * x_j' = x_j cos t - x_i sin t.  Short turns add the change. */
static void turn_plane(double *x, int k, pair rate, double weight)
{
    const pair angle = times(rate, x[k]);
    const double t = weight * angle.high, low = weight * angle.low;
    const double s = sin(t), c = cos(t), half_sine = sin(0.5 * t);
    const double sine = s + low * c, cosine = c - low * s;
    const double versine = 2 * half_sine * half_sine + low * s;
    double *one = x + (k + 1) % 3, *two = x + (k + 2) % 3;
    const double a = *one, b = *two;
    if (fabs(t) <= 1.0) {
        *one = a + (sine * b - versine * a);
        *two = b - (sine * a + versine * b);
    } else {
        *one = cosine * a + sine * b;
        *two = cosine * b - sine * a;
    }
}

/* |xi + low|: scaled by a power of 2, squares summed with their errors, one step of Newton's */
static pair length_of(const double *xi, const double *low)
{
    const double largest = fmax(fabs(xi[0]), fmax(fabs(xi[1]), fabs(xi[2])));
    pair sum = {0, 0};
    int exponent;
    if (!(largest > 0) || !(largest <= DBL_MAX)) return (pair){largest, 0};
    frexp(largest, &exponent);
    for (int i = 0; i < 3; i++) {
        const double v = ldexp(xi[i], -exponent), e = ldexp(low[i], -exponent);
        pair square = product(v, v);
        square.low += 2 * v * e;
        sum = add(sum, square);
    }
    const double root = sqrt(sum.high);
    const pair back = product(root, root);
    const double more = ((sum.high - back.high) - back.low + sum.low) / (2 * root);
    return (pair){ldexp(root, exponent), ldexp(more, exponent)};
}

static void cross(double *y, const double *a, const double *b)
{
    y[0] = a[1] * b[2] - a[2] * b[1];
    y[1] = a[2] * b[0] - a[0] * b[2];
    y[2] = a[0] * b[1] - a[1] * b[0];
}

/* x turns about xi + low by minus its length t (Rodrigues): up to t = 1 as a change of x. */
static void turn_about(double *x, const double *xi, const double *low)
{
    const pair t = length_of(xi, low);
    double first[3], second[3], axis[3];
    if (t.high <= 1.0) {
        const double half_angle = 0.5 * t.high;
        const double f = t.high > 0 ? sin(t.high) / t.high : 1.0;
        const double e = half_angle > 0 ? sin(half_angle) / half_angle : 1.0;
        cross(first, x, xi);
        cross(second, first, xi);
        for (int i = 0; i < 3; i++) x[i] += f * first[i] + 0.5 * e * e * second[i];
        return;
    }
    const double s = sin(t.high), c = cos(t.high);
    const double sine = s + t.low * c, cosine = c - t.low * s;
    for (int i = 0; i < 3; i++) axis[i] = xi[i] / t.high;
    cross(first, x, axis);
    const double along = axis[0] * x[0] + axis[1] * x[1] + axis[2] * x[2];
    const double kept = (1.0 - cosine) * along;
    for (int i = 0; i < 3; i++) x[i] = cosine * x[i] + (sine * first[i] + kept * axis[i]);
}

void careful_flows(double *y, const pair *rate, const slp_case *c, const double *dw, bool strang,
                   const double *x)
{
    size_t quads, count;
    slp_case_param(c, "quad", &quads);
    const double *lin = slp_case_param(c, "lin", &count);
    const int factors = 3 + (int)(count / 3), flows = strang ? 2 * factors - 1 : factors;
    memcpy(y, x, 3 * sizeof *y);
    for (int i = 0; i < flows; i++) {
        const int k = i < factors ? i : flows - 1 - i;
        const double weight = strang && k + 1 < factors ? 0.5 : 1;
        double xi[3], low[3];
        if (k < 3) {
            turn_plane(y, k, rate[k], weight);
            continue;
        }
        for (int j = 0; j < 3; j++) {
            const pair part = product(lin[3 * (k - 3) + j], dw[(int)quads + k - 3]);
            xi[j] = weight * part.high;
            low[j] = weight * part.low;
        }
        turn_about(y, xi, low);
    }
}
