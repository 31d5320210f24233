/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Honest ports in unit quaternions. */
#include "tests/judge/honest_ports.h"

#include <math.h>
#include <string.h>

static void hamilton(double out[4], const double a[4], const double b[4])
{
    const double product[4] = {a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
                               a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
                               a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
                               a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0]};
    memcpy(out, product, sizeof product);
}

/* y = q x q*, q = (1, -s xi)/|.|, the rotation cay(-2s xi) */
static void turn(vec y, const vec x, double s, const vec xi)
{
    double q[4] = {1, -s * xi[0], -s * xi[1], -s * xi[2]}, v[4] = {0, x[0], x[1], x[2]}, back[4];
    double size = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int i = 0; i < 4; i++) {
        q[i] /= size;
        back[i] = i ? -q[i] : q[i];
    }
    hamilton(v, q, v);
    hamilton(v, v, back);
    memcpy(y, v + 1, sizeof(vec));
}

/* m = (x+y)/2 - xi (xi.(x+y)/2) / (4 + |xi|^2): from x + y = 2m + (xi.m) xi / 2 */
static void quaternion_stage(vec out, const slp_case *c, const vec z)
{
    vec xi, y;
    double along = 0, q = 0;
    honest_generator(xi, c, z);
    turn(y, c->x, 0.5, xi);
    for (int i = 0; i < 3; i++) {
        out[i] = 0.5 * (c->x[i] + y[i]);
        along += xi[i] * out[i];
        q += xi[i] * xi[i];
    }
    for (int i = 0; i < 3; i++) out[i] -= xi[i] * along / (4 + q);
}

void honest_isospectral_quaternions(double *y, const slp_case *c)
{
    vec z, xi;
    honest_iterate(z, c, quaternion_stage);
    honest_generator(xi, c, z);
    turn(y, c->x, 0.5, xi);
}

/* the mean of D(xi)^-1 x and D(xi)^-1 of x turned once; then two turns */
static void two_turns_stage(vec out, const slp_case *c, const vec z)
{
    vec xi, once, first, second;
    honest_generator(xi, c, z);
    for (int i = 0; i < 3; i++) xi[i] *= 0.5;
    turn(once, c->x, 0.5, xi);
    honest_back_map(first, c->x, 0.5, xi);
    honest_back_map(second, once, 0.5, xi);
    for (int i = 0; i < 3; i++) out[i] = 0.5 * (first[i] + second[i]);
}

void honest_variational_quaternions(double *y, const slp_case *c)
{
    vec z, xi;
    honest_iterate(z, c, two_turns_stage);
    honest_generator(xi, c, z);
    for (int i = 0; i < 3; i++) xi[i] *= 0.5;
    turn(y, c->x, 0.5, xi);
    turn(y, y, 0.5, xi);
}
