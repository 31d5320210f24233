/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The rigid body's steps once more, written by hand for faults inside a step. */
#include "tests/props/planted_faults.h"

#include <string.h>

void planted_cross(double out[3], const double a[3], const double b[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

double planted_dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void generator(double xi[3], const slp_case *c, const double x[3])
{
    size_t count, quad, lin;
    const double *inertia = slp_case_param(c, "inertia", &count);
    const double *c3 = slp_case_param(c, "quad", &quad);
    const double *chi = slp_case_param(c, "lin", &lin);
    for (int i = 0; i < 3; i++) {
        xi[i] = c->h * x[i] / inertia[i];
        if (quad) xi[i] += c->dw[i] * c3[i] * x[i];
        for (size_t k = 0; k < lin / 3; k++) xi[i] += c->dw[quad + k] * chi[3 * k + (size_t)i];
    }
}

/* x + sign/2 xi x x + quarter (xi.x) xi */
static void pulled(double out[3], const double xi[3], const double x[3], double sign,
                   double quarter)
{
    double turned[3];
    planted_cross(turned, xi, x);
    for (int i = 0; i < 3; i++)
        out[i] = x[i] + sign * 0.5 * turned[i] + quarter * planted_dot(xi, x) * xi[i];
}

/* Solves pulled(m; xi) = right by iteration. */
static void unpulled(double m[3], const double xi[3], const double right[3], double sign,
                     double quarter)
{
    double image[3];
    memcpy(m, right, 3 * sizeof *m);
    for (int n = 0; n < 200; n++) {
        pulled(image, xi, m, sign, quarter);
        for (int i = 0; i < 3; i++) m[i] += right[i] - image[i];
    }
}

void planted_variational(double y[3], const slp_case *c, const double x[3], double quarter,
                         double last)
{
    double one[3], two[3], half[3], xi[3], turned[3];
    memcpy(one, x, sizeof one);
    memcpy(two, x, sizeof two);
    for (int n = 0; n < 200; n++) {
        for (int i = 0; i < 3; i++) half[i] = 0.5 * (one[i] + two[i]);
        generator(xi, c, half);
        for (int i = 0; i < 3; i++) xi[i] *= 0.5;
        unpulled(one, xi, x, 1, quarter);
        pulled(turned, xi, one, -1, quarter);
        unpulled(two, xi, turned, 1, quarter);
    }
    pulled(y, xi, two, -1, last);
}

/* Implicit midpoint, iterated `rounds` times; generator at the start instead of the midpoint if
 * frozen. */
void planted_midpoint(double *y, const slp_case *c, const double *x, int rounds, bool frozen)
{
    double m[3], xi[3], turned[3];
    memcpy(m, x, sizeof m);
    for (int n = 0; n <= rounds; n++) {
        generator(xi, c, frozen ? x : m);
        planted_cross(turned, m, xi);
        for (int i = 0; i < 3; i++) {
            y[i] = x[i] + turned[i];
            m[i] = 0.5 * (x[i] + y[i]);
        }
    }
}

void planted_ito(double *y, const slp_case *c, const double *x)
{
    double xi[3], turned[3];
    generator(xi, c, x);
    planted_cross(turned, x, xi);
    for (int i = 0; i < 3; i++) y[i] = x[i] + turned[i];
}
