/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Drawing states of su(n).  Numbers are rounded to multiples of 2^-44 of a size below 8, so that
 * sums of a diagonal are exact and the last entry can make the trace 0; scaling is by powers of
 * two.  Only correctly rounded operations are used: a case is the same on every machine. */
#include "oracle/contract/draw/draw_arithmetic.h"
#include "oracle/contract/draw/draw_su.h"

#include <math.h>

size_t slp_draw_su_entry(size_t n, size_t i, size_t j)
{
    return n + 2 * (i * n - i * (i + 1) / 2 + (j - i - 1));
}

size_t slp_draw_su_blocks(size_t *n, const slp_case *c)
{
    const slp_algebra algebra = c->system->algebra;
    const size_t blocks = algebra == SLP_SUN ? 1 : algebra == SLP_SUN_DUAL ? 2 : 0;
    size_t count;
    const double *size = slp_case_param(c, "n", &count);
    if (count == 0) size = slp_case_param(c, "size", &count);
    *n = blocks ? (size_t)size[0] : 0;
    return blocks;
}

static double frobenius(const double *x, size_t n)
{
    double square = 0;
    for (size_t i = 0; i < n * n; i++) square += (i < n ? 1 : 2) * x[i] * x[i];
    return sqrt(square);
}

/* Scales x to norm `radius`, rounds it to the grid and makes the trace 0. */
static void scale_to_norm(double *x, size_t n, double radius)
{
    double mean = 0, norm, trace = 0;
    for (size_t i = 0; i < n; i++) mean += x[i] / (double)n;
    for (size_t i = 0; i < n; i++) x[i] -= mean;
    norm = frobenius(x, n);
    if (norm == 0) {
        x[0] = norm = 1;
        radius /= 2;
    }
    for (size_t i = 0; i < n * n; i++)
        x[i] = (double)(int64_t)(x[i] * (radius / norm) * 0x1p44) * 0x1p-44;
    for (size_t i = 0; i + 1 < n; i++) trace += x[i];
    x[n - 1] = -trace;
}

/* A diagonal state is at rest where the generator is diagonal too; repeated entries are repeated
 * eigenvalues. */
static void draw_diagonal(double *x, slp_draw *from, size_t n)
{
    bool repeated = slp_draw_chance(from, 1, 2);
    slp_draw_mark(from, SLP_DRAW_AXIS);
    if (repeated && n > 2) slp_draw_mark(from, SLP_DRAW_EQUAL);
    for (size_t i = 0; i < n * n; i++)
        x[i] = i >= n ? 0 : repeated ? (i == 0) : slp_draw_normal(from);
}

/* One pair of mirrored off-diagonal entries; all other entries are 0. */
static void draw_pair(double *x, slp_draw *from, size_t n)
{
    size_t i = (size_t)slp_draw_below(from, n - 1);
    size_t j = i + 1 + (size_t)slp_draw_below(from, n - 1 - i);
    for (size_t k = 0; k < n * n; k++) x[k] = 0;
    slp_draw_mark(from, SLP_DRAW_EQUAL);
    x[slp_draw_su_entry(n, i, j) + (size_t)slp_draw_below(from, 2)] = 1;
}

static void draw_entries(double *x, slp_draw *from, size_t n, const double *shape)
{
    switch (slp_draw_below(from, 10)) {
    case 0: /* small whole numbers, zeros among them */
        for (size_t i = 0; i < n * n; i++) x[i] = (double)slp_draw_below(from, 5) - 2;
        break;
    case 1:
        draw_diagonal(x, from, n);
        break;
    case 2:
        draw_pair(x, from, n);
        break;
    case 3: /* real: an element of so(n) */
        for (size_t i = 0; i < n * n; i++)
            x[i] = i < n || (i - n) % 2 == 1 ? 0 : slp_draw_normal(from);
        break;
    case 4:
    case 5:
        if (shape) {
            for (size_t i = 0; i < n * n; i++) x[i] = shape[i];
            break;
        } /* fall through */
    default:
        for (size_t i = 0; i < n * n; i++) x[i] = slp_draw_normal(from);
    }
}

/* Zero coordinates, of either sign, off the diagonal: the trace stays as it is. */
static void draw_zeros(double *x, slp_draw *from, size_t n)
{
    const bool minus = slp_draw_chance(from, 1, 2);
    if (slp_draw_chance(from, 1, 12)) {
        size_t k = n + (size_t)slp_draw_below(from, n * n - n);
        double kept = x[k];
        x[k] = 0;
        if (frobenius(x, n) == 0) x[k] = kept;
    }
    slp_draw_zeros(x, n * n, from, minus);
}

/* The exponent of the power of two by which the state is scaled.  For large powers only tiny steps
 * would have a certificate. */
static int draw_scale(slp_draw *from, int level)
{
    if (!slp_draw_chance(from, 1, 6)) return 0;
    if (slp_draw_chance(from, 1, 2)) {
        slp_draw_mark(from, SLP_DRAW_SMALL_NORM);
        return slp_draw_exponent(from, -4 - (int)slp_draw_below(from, level > 1 ? 400 : 30));
    }
    slp_draw_mark(from, SLP_DRAW_LARGE_NORM);
    return level > 1 ? 1 + (int)slp_draw_below(from, 5) : 1;
}

void slp_draw_su(double *x, slp_draw *from, size_t n, const double *shape, int level)
{
    draw_entries(x, from, n, shape);
    scale_to_norm(x, n, slp_draw_between(from, 0.5, 2));
    int scale = draw_scale(from, level);
    if (level > 1 && slp_draw_chance(from, 1, 16))
        for (size_t i = 0; i < n * n; i++) x[i] = 0;
    for (size_t i = 0; i < n * n; i++) x[i] = ldexp(x[i], scale);
    slp_draw_denormal(x + n, n * n - n, from, level);
    draw_zeros(x, from, n);
}
