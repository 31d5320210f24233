/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Functions that draw parts of a state, for every system. */
#include "oracle/contract/draw/draw_arithmetic.h"

#include <math.h>
#include <stdlib.h>

int slp_draw_scale(slp_draw *from, int level)
{
    if (!slp_draw_chance(from, 1, 8)) return 0;
    int most = level > 1 ? 400 : 30, k = 4 + (int)slp_draw_below(from, (uint64_t)most);
    bool small = slp_draw_chance(from, 1, 2);
    slp_draw_mark(from, small ? SLP_DRAW_SMALL_NORM : SLP_DRAW_LARGE_NORM);
    return slp_draw_exponent(from, small ? -k : k);
}

size_t slp_draw_octave(slp_draw *from, size_t least, size_t most)
{
    uint64_t octaves = 1;
    while (least << octaves <= most) octaves++;
    const size_t low = least << slp_draw_below(from, octaves);
    const size_t high = 2 * low - 1 < most ? 2 * low - 1 : most;
    return low + (size_t)slp_draw_below(from, high - low + 1);
}

bool slp_draw_wanted_size(size_t *n, const slp_draw *from, size_t least, size_t most)
{
    if (from->size) {
        const size_t low = from->size > least ? from->size : least;
        const size_t high = from->size_most < most ? from->size_most : most;
        if (low > high) return false;
        slp_draw apart = *from; /* choices apart: those of the stream do not depend on a range */
        apart.seed ^= UINT64_C(0x73697a65);
        apart.replay = NULL;
        apart.record = NULL;
        *n = slp_draw_octave(&apart, low, high);
    }
    return *n >= least && *n <= most;
}

void slp_draw_signs_of_zeros(double *x, size_t d, slp_draw *from)
{
    bool minus = slp_draw_chance(from, 1, 2);
    for (size_t i = 0; i < d; i++) {
        if (x[i] != 0) continue;
        if (minus) x[i] = -0.0;
        slp_draw_mark(from, SLP_DRAW_ZERO_STATE);
        if (minus) slp_draw_mark(from, SLP_DRAW_NEGATIVE_ZERO);
    }
}

void slp_draw_zeros(double *x, size_t d, slp_draw *from, bool minus)
{
    for (size_t i = 0; i < d; i++) {
        if (x[i] != 0) continue;
        x[i] = minus ? -0.0 : 0;
        slp_draw_mark(from, SLP_DRAW_ZERO_STATE);
        if (minus) slp_draw_mark(from, SLP_DRAW_NEGATIVE_ZERO);
    }
}

void slp_draw_denormal(double *x, size_t d, slp_draw *from, int level)
{
    if (level < 2 || !slp_draw_chance(from, 1, 16)) return;
    slp_draw_mark(from, SLP_DRAW_DENORMAL);
    x[slp_draw_below(from, d)] = ldexp((double)(1 + slp_draw_below(from, 1000)), -1074);
}

void slp_draw_direction(double *x, size_t d, slp_draw *from, double length, size_t axis)
{
    double square = 0;
    for (size_t i = 0; i < d; i++) {
        x[i] = slp_draw_normal(from);
        square += x[i] * x[i];
    }
    if (square == 0) x[axis] = square = 1;
    for (size_t i = 0; i < d; i++) x[i] *= length / sqrt(square);
}

void slp_draw_spin(double x[3], slp_draw *from)
{
    const uint64_t kind = slp_draw_below(from, 8);
    const double length = slp_draw_chance(from, 1, 2) ? slp_draw_between(from, 0.75, 1.25) : 1;
    double square = 0;
    x[0] = x[1] = x[2] = 0;
    if (kind == 0)
        x[slp_draw_below(from, 3)] = slp_draw_chance(from, 1, 2) ? -1 : 1;
    else
        for (int k = 0; k < 3; k++)
            x[k] = kind == 1 ? (double)slp_draw_below(from, 5) - 2 : slp_draw_normal(from);
    for (int k = 0; k < 3; k++) square += x[k] * x[k];
    if (square == 0) x[2] = square = 1;
    for (int k = 0; k < 3; k++) x[k] *= length / sqrt(square);
}

void slp_draw_vector(double *x, size_t d, slp_draw *from, int level)
{
    const double radius = slp_draw_between(from, 0.25, 1);
    bool any = false;
    switch (slp_draw_below(from, 10)) {
    case 0: /* along one coordinate */
        slp_draw_mark(from, SLP_DRAW_AXIS);
        for (size_t i = 0; i < d; i++) x[i] = 0;
        x[slp_draw_below(from, d)] = slp_draw_chance(from, 1, 2) ? -1 : 1;
        break;
    case 1: /* eighths, zeros among them: |x| <= sqrt(21)/8 * 1.5 */
        for (size_t i = 0; i < d; i++) x[i] = ((double)slp_draw_below(from, 4) - 2) / 8;
        break;
    default:
        slp_draw_direction(x, d, from, radius, 0);
    }
    if (slp_draw_chance(from, 1, 12)) x[slp_draw_below(from, d)] = 0;
    if (level > 1 && slp_draw_chance(from, 1, 16))
        for (size_t i = 0; i < d; i++) x[i] = 0;
    slp_draw_denormal(x, d, from, level);
    for (size_t i = 0; i < d; i++) any = any || x[i] != 0;
    if (level == 1 && !any) x[0] = 1;
}

/* 2^k with |k| up to this leaves room for sums and for a factor of 2^4. */
static int largest_scale(const slp_arithmetic *a)
{
    return (a->most - 4) * 4 / 5;
}

int slp_draw_exponent(const slp_draw *from, int k)
{
    const slp_arithmetic *a = from->arithmetic;
    const int most = a ? largest_scale(a) : 0, half = most / 2 > 0 ? most / 2 : 1;
    if (!a || a->most >= 1024 || abs(k) <= most) return k;
    const int size = half + abs(k) % half;
    return k < 0 ? -size : size;
}
