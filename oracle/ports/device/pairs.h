/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Sums and products with their rounding errors, on the host: two numbers stand for one. */
#ifndef SLP_DEVICE_PAIRS_H
#define SLP_DEVICE_PAIRS_H

#include <math.h>

/* A sum of two numbers, the second at most half a unit of the first. */
typedef struct pair {
    double high, low;
} pair;

static inline pair sum_of(double a, double b)
{
    const double s = a + b, t = s - a;
    return (pair){s, (a - (s - t)) + (b - t)};
}
static inline pair product(double a, double b)
{
    const double p = a * b;
    return (pair){p, fma(a, b, -p)};
}
static inline pair quotient(double a, double b)
{
    const double q = a / b;
    return (pair){q, fma(-q, b, a) / b};
}
static inline pair add(pair a, pair b)
{
    const pair s = sum_of(a.high, b.high);
    return sum_of(s.high, s.low + (a.low + b.low));
}
static inline pair times(pair a, double x)
{
    const pair p = product(a.high, x);
    return sum_of(p.high, fma(a.low, x, p.low));
}
static inline pair both_times(pair a, pair b)
{
    const pair p = product(a.high, b.high);
    return sum_of(p.high, p.low + (a.high * b.low + a.low * b.high));
}

#endif
