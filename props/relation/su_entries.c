/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Exact maps of su(N) in the exchanged coordinates: N imaginary diagonal parts, then for i < j row
 * by row the real and the imaginary part of X_ij, X_ji = -conj X_ij. */
#include "props/relation/su_entries.h"

static size_t same_index(size_t i, size_t N)
{
    (void)N;
    return i;
}

static size_t opposite_index(size_t i, size_t N)
{
    return N - 1 - i;
}

static int alternating_sign(size_t i, size_t j)
{
    return (i + j) % 2 ? -1 : 1;
}

const prop_renaming prop_about_axis = {same_index, alternating_sign},
                    prop_upside_down = {opposite_index, NULL};

static size_t size_of(size_t d)
{
    size_t N = 1;
    while (N * N < d) N++;
    return N;
}

/* Number of the real part of X_ij, i < j. */
static size_t entry_index(size_t i, size_t j, size_t N)
{
    return N + 2 * (i * N - i * (i + 1) / 2 + (j - i - 1));
}

/* Coordinate k of the image is the sign returned, +1 or -1, times coordinate *from of the original;
 * k, *from < N^2. */
static int entry_source(size_t *from, const prop_renaming *by, size_t k, size_t N)
{
    if (k < N) {
        *from = by->index(k, N);
        return by->sign ? by->sign(k, k) : 1;
    }
    size_t i = 0, rest = (k - N) / 2, part = (k - N) % 2;
    while (rest >= N - 1 - i) rest -= N - 1 - i++;
    size_t j = i + 1 + rest, a = by->index(i, N), b = by->index(j, N);
    int sign = by->sign ? by->sign(i, j) : 1;
    *from = (a < b ? entry_index(a, b, N) : entry_index(b, a, N)) + part;
    return a > b && part == 0 ? -sign : sign; /* X_ab = -conj X_ba */
}

void prop_su_rename(double *to, const prop_renaming *by, const double *x, size_t d)
{
    size_t N = size_of(d), from;
    for (size_t k = 0; k < d; k++) {
        int sign = entry_source(&from, by, k, N);
        to[k] = sign * x[from];
    }
}
