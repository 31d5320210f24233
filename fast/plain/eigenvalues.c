/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Eigenvalues of a Hermitian matrix: reflections make it tridiagonal, T; counting the negative
 * pivots of T - s (Sylvester's law of inertia) says how many eigenvalues are below s, and bisection
 * finds each. */
#include "oracle/contract/number/float_rules.h"
#include "fast/plain/plain.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

/* The matrix of order n; only its lower triangle, by columns of pairs, is read and written. */
static double *entry_pair(double *h, size_t n, size_t i, size_t j)
{
    return h + 2 * (j * n + i);
}

/* The exponent e such that all numbers of the triangle are below 2^e; false unless all are
 * finite. */
static bool common_exponent(int *e, double *h, size_t n)
{
    double most = 0;
    bool finite = true;
    for (size_t j = 0; j < n; j++)
        for (size_t i = j; i < n; i++)
            for (size_t p = 0; p < 2; p++) {
                const double size = fabs(entry_pair(h, n, i, j)[p]);
                finite = finite && isfinite(size);
                if (size > most) most = size;
            }
    frexp(most, e);
    return finite;
}

/* Column k below its diagonal becomes the vector v of the reflection I - c v v*; returns c, 0 if
 * there is nothing to reflect.  *below = the square of the column's length. */
static double reflect(double *below, double *h, size_t n, size_t k)
{
    double *first = entry_pair(h, n, k + 1, k), rest = 0;
    for (size_t i = k + 2; i < n; i++) {
        const double *z = entry_pair(h, n, i, k);
        rest += z[0] * z[0] + z[1] * z[1];
    }
    const double head = hypot(first[0], first[1]);
    *below = head * head + rest;
    if (rest == 0) return 0;
    /* v = x + (x_0/|x_0|)|x| e_0, a sum without cancellation */
    const double length = sqrt(*below), grown = head + length;
    first[0] = head > 0 ? first[0] / head * grown : grown;
    first[1] = head > 0 ? first[1] / head * grown : 0;
    return 2 / (grown * grown + rest);
}

/* q = c A v for the block A below and right of column k, n - k - 1 pairs. */
static void multiply_block(double *q, double c, double *h, size_t n, size_t k)
{
    const size_t m = n - k - 1;
    const double *v = entry_pair(h, n, k + 1, k);
    for (size_t i = 0; i < 2 * m; i++) q[i] = 0;
    for (size_t j = 0; j < m; j++) {
        const double *a = entry_pair(h, n, k + 1, k + 1 + j), re = v[2 * j], im = v[2 * j + 1];
        double sum[2] = {a[2 * j] * re, a[2 * j] * im};
        for (size_t i = j + 1; i < m; i++) {
            const double x = a[2 * i], y = a[2 * i + 1];
            q[2 * i] += x * re - y * im;
            q[2 * i + 1] += x * im + y * re;
            sum[0] += x * v[2 * i] + y * v[2 * i + 1]; /* the conjugate of a_ij */
            sum[1] += x * v[2 * i + 1] - y * v[2 * i];
        }
        q[2 * j] += sum[0];
        q[2 * j + 1] += sum[1];
    }
    for (size_t i = 0; i < 2 * m; i++) q[i] *= c;
}

/* A := (I - c v v*) A (I - c v v*) = A - v q* - q v*, with q = c A v - (c/2)(v* c A v) v. */
static void reflect_block(double *q, double c, double *h, size_t n, size_t k)
{
    const size_t m = n - k - 1;
    const double *v = entry_pair(h, n, k + 1, k);
    multiply_block(q, c, h, n, k);
    double along = 0; /* v* q is real */
    for (size_t i = 0; i < 2 * m; i++) along += v[i] * q[i];
    for (size_t i = 0; i < 2 * m; i++) q[i] -= 0.5 * c * along * v[i];
    for (size_t j = 0; j < m; j++) {
        double *a = entry_pair(h, n, k + 1, k + 1 + j);
        const double v0 = v[2 * j], v1 = v[2 * j + 1], q0 = q[2 * j], q1 = q[2 * j + 1];
        for (size_t i = j; i < m; i++) {
            a[2 * i] -= v[2 * i] * q0 + v[2 * i + 1] * q1 + q[2 * i] * v0 + q[2 * i + 1] * v1;
            a[2 * i + 1] -= v[2 * i + 1] * q0 - v[2 * i] * q1 + q[2 * i + 1] * v0 - q[2 * i] * v1;
        }
    }
}

/* How many eigenvalues of the tridiagonal matrix lie below s.  d: diagonal; e2: squares of the
 * numbers beside it.  A pivot of 0 counts as a small negative one. */
static size_t count_below(double s, const double *d, const double *e2, size_t n)
{
    size_t count = 0;
    double pivot = 1;
    for (size_t i = 0; i < n; i++) {
        pivot = d[i] - s - (i > 0 ? e2[i - 1] / pivot : 0);
        if (fabs(pivot) < DBL_MIN) pivot = -DBL_MIN;
        count += pivot < 0;
    }
    return count;
}

/* The eigenvalue that `rank` others lie below, to a few roundings of `most`, a bound of all. */
static double bisect(double most, const double *d, const double *e2, size_t n, size_t rank)
{
    double from = -most, to = most;
    for (;;) {
        const double middle = 0.5 * (from + to);
        if (to - from <= 0.5 * DBL_EPSILON * most) return middle;
        if (count_below(middle, d, e2, n) > rank)
            to = middle;
        else
            from = middle;
    }
}

void fast_plain_eigenvalues(double *lambda, double *h, size_t n, double *work)
{
    double *d = work, *e2 = work + n, *q = work + 2 * n, most = 0;
    int e;
    if (!common_exponent(&e, h, n)) {
        for (size_t i = 0; i < n; i++) lambda[i] = NAN;
        return;
    }
    for (size_t i = 0; i < 2 * n * n; i++) h[i] = scalbn(h[i], -e);
    for (size_t k = 0; k < n; k++) {
        d[k] = entry_pair(h, n, k, k)[0];
        if (k + 1 == n) break;
        const double c = reflect(&e2[k], h, n, k);
        if (c > 0) reflect_block(q, c, h, n, k);
    }
    for (size_t k = 0; k < n; k++) {
        const double row =
            fabs(d[k]) + (k > 0 ? sqrt(e2[k - 1]) : 0) + (k + 1 < n ? sqrt(e2[k]) : 0);
        if (row > most) most = row; /* Gershgorin */
    }
    for (size_t i = 0; i < n; i++) lambda[i] = scalbn(bisect(2 * most, d, e2, n, i), e);
}
