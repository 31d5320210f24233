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

/* Squares of such numbers neither overflow nor lose what counts. */
static bool moderate(double most)
{
    return most >= 0x1p-400 && most <= 0x1p400;
}

static double root_of_squares(double a, double b, double c)
{
    return sqrt(a * a + b * b + c * c);
}

static double length(const double v[3])
{
    int e;
    const double most = largest(v);
    if (!(most > 0 && most <= 0x1.fffffffffffffp+1023)) return most;
    frexp(most, &e);
    return ldexp(root_of_squares(ldexp(v[0], -e), ldexp(v[1], -e), ldexp(v[2], -e)), e);
}

void fast_sphere_project(double w[3], const double x[3], const double a[3])
{
    double sum[3];
    for (int i = 0; i < 3; i++) sum[i] = x[i] + a[i];
    if (moderate(largest(x)) && moderate(largest(sum))) { /* the same bits without scaling */
        const double share =
            root_of_squares(x[0], x[1], x[2]) / root_of_squares(sum[0], sum[1], sum[2]);
        for (int i = 0; i < 3; i++) w[i] = share * sum[i];
        return;
    }
    const double from = length(x), to = length(sum);
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
