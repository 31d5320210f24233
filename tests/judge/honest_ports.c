/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Honest ports in 3-vectors, and the list of all. */
#include "tests/judge/honest_ports.h"

#include <math.h>
#include <string.h>

void honest_generator(vec xi, const slp_case *c, const vec m)
{
    size_t count;
    const double *inertia = slp_case_param(c, "inertia", &count);
    const double *quad = slp_case_param(c, "quad", &count);
    for (int i = 0; i < 3; i++) xi[i] = c->h * m[i] / inertia[i] + c->dw[i] * quad[i] * m[i];
}

/* z = T(z) until it repeats or its last two values alternate. */
void honest_iterate(vec z, const slp_case *c, void (*T)(vec out, const slp_case *c, const vec z))
{
    vec before = {NAN, NAN, NAN}, next;
    memcpy(z, c->x, sizeof(vec));
    for (int k = 0; k < 4000; k++) {
        T(next, c, z);
        if (memcmp(next, z, sizeof next) == 0 || memcmp(next, before, sizeof next) == 0) return;
        memcpy(before, z, sizeof before);
        memcpy(z, next, sizeof next);
    }
}

static void bracket(vec out, const vec a, const vec b)
{
    out[0] = fma(a[1], b[2], -(a[2] * b[1]));
    out[1] = fma(a[2], b[0], -(a[0] * b[2]));
    out[2] = fma(a[0], b[1], -(a[1] * b[0]));
}

static void middle_stage(vec out, const slp_case *c, const vec m)
{
    vec xi, f;
    honest_generator(xi, c, m);
    bracket(f, m, xi);
    for (int i = 0; i < 3; i++) out[i] = fma(0.5, f[i], c->x[i]);
}

static void doubled_middle(double *y, const slp_case *c)
{
    vec m;
    honest_iterate(m, c, middle_stage);
    for (int i = 0; i < 3; i++) y[i] = 2 * m[i] - c->x[i];
}

static void trapezoidal_stage(vec out, const slp_case *c, const vec z)
{
    vec xi, here, there;
    honest_generator(xi, c, c->x);
    bracket(here, c->x, xi);
    honest_generator(xi, c, z);
    bracket(there, z, xi);
    for (int i = 0; i < 3; i++) out[i] = (c->x[i] + 0.5 * here[i]) + 0.5 * there[i];
}

static void trapezoidal_vectors(double *y, const slp_case *c)
{
    honest_iterate(y, c, trapezoidal_stage);
}

const honest_port honest_ports[] = {
    {"isospectral-midpoint, 3x3 matrices, LU", "isospectral-midpoint", honest_isospectral_matrices},
    {"isospectral-midpoint, quaternions", "isospectral-midpoint", honest_isospectral_quaternions},
    {"variational-cayley, 3x3 matrices, LU", "variational-cayley", honest_variational_matrices},
    {"variational-cayley, quaternions", "variational-cayley", honest_variational_quaternions},
    {"tmk, 3x3 matrix exponential", "tmk", honest_tmk_matrices},
    {"implicit-midpoint, doubled middle, fused", "implicit-midpoint", doubled_middle},
    {"trapezoidal, 3-vectors, fused", "trapezoidal", trapezoidal_vectors},
    {0}};
