/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Two samples of one number: how far apart their distributions are. */
#include "oracle/judge/own_noise/own_noise.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* max over v of F_a(v) - F_b(v + OWN_SLACK) */
static double above(const double *a, size_t a_count, const double *b, size_t b_count)
{
    double largest = 0;
    for (size_t i = 0, j = 0; i < a_count; i++) {
        while (j < b_count && b[j] <= a[i] + OWN_SLACK) j++;
        const double apart = (double)(i + 1) / (double)a_count - (double)j / (double)b_count;
        if (apart > largest) largest = apart;
    }
    return largest;
}

double own_distance(const double *a, size_t a_count, const double *b, size_t b_count)
{
    return fmax(above(a, a_count, b, b_count), above(b, b_count, a, a_count));
}

double own_radius(size_t n, double rate)
{
    return sqrt(log(2 / rate) / (2 * (double)n));
}

typedef struct item {
    const double *at;
    size_t bytes;
} item;

static int by_bits(const void *a, const void *b)
{
    return memcmp(((const item *)a)->at, ((const item *)b)->at, ((const item *)a)->bytes);
}

size_t own_repeated(const double *y, size_t items, size_t numbers)
{
    size_t repeated = 0;
    item *all = slp_allocate(items, sizeof *all);
    for (size_t i = 0; i < items; i++) all[i] = (item){y + i * numbers, numbers * sizeof *y};
    qsort(all, items, sizeof *all, by_bits);
    for (size_t i = 1; i < items; i++) repeated += by_bits(all + i - 1, all + i) == 0;
    free(all);
    return repeated;
}
