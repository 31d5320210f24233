/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Vectors in R^3 that are given a length. */
#include "fast/scheme/sphere.h"

#include <math.h>

bool fast_sphere_applies(const fast_algebra *g)
{
    return g->coadjoint != NULL && g->d % 3 == 0;
}

static double largest(const double v[3])
{
    return fmax(fmax(fabs(v[0]), fabs(v[1])), fabs(v[2]));
}

static double length(const double v[3])
{
    int e;
    const double most = largest(v);
    if (!(most > 0 && most <= 0x1.fffffffffffffp+1023)) return most;
    frexp(most, &e);
    const double a = ldexp(v[0], -e), b = ldexp(v[1], -e), c = ldexp(v[2], -e);
    return ldexp(sqrt(a * a + b * b + c * c), e);
}

void fast_sphere_project(double w[3], const double x[3], const double a[3])
{
    const double from = length(x);
    double sum[3];
    for (int i = 0; i < 3; i++) sum[i] = x[i] + a[i];
    const double to = length(sum);
    if (from == 0) {
        for (int i = 0; i < 3; i++) w[i] = sum[i];
        return;
    }
    /* 2^-e < to: neither factor overflows, and the quotient is rounded once */
    int e;
    frexp(to, &e);
    const double share = ldexp(from, -e) / ldexp(to, -e);
    for (int i = 0; i < 3; i++) w[i] = share * sum[i];
}
