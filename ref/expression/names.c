/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Which coordinate a name stands for, on each algebra.  Coordinates are in the order of the
 * manual's page on systems. */
#include "ref/expression/names.h"

#include <stdio.h>
#include <string.h>

static bool name_is(const ref_coordinate_name *name, const char *word, int indices, bool component)
{
    return strlen(word) == name->length && memcmp(word, name->word, name->length) == 0 &&
           name->indices == indices && (name->component != 0) == component;
}

static bool refuse_index(char text[192], int64_t index, size_t most)
{
    snprintf(text, 192, "index %lld is out of range; it goes from 1 to %zu", (long long)index,
             most);
    return false;
}

static bool in_range(char text[192], int64_t index, size_t most)
{
    return (index >= 1 && (uint64_t)index <= most) || refuse_index(text, index, most);
}

/* The place, from 0, of (i, j), i < j, in the upper triangle of an n x n matrix row by row, without
 * the diagonal, i and j from 0. */
static size_t above_diagonal(size_t n, size_t i, size_t j)
{
    return i * (2 * n - i - 1) / 2 + j - i - 1;
}

/* The same with the diagonal, i <= j. */
static size_t with_diagonal(size_t n, size_t i, size_t j)
{
    return i * (2 * n - i + 1) / 2 + j - i;
}

static bool skew_entry(size_t *place, int *sign, char text[192], size_t n,
                       const ref_coordinate_name *name)
{
    if (!in_range(text, name->index[0], n) || !in_range(text, name->index[1], n)) return false;
    const size_t i = (size_t)name->index[0] - 1, j = (size_t)name->index[1] - 1;
    *sign = i < j ? 1 : i > j ? -1 : 0;
    if (*sign) *place = i < j ? above_diagonal(n, i, j) : above_diagonal(n, j, i);
    return true;
}

/* Re and Im of X_ij in su(n): X_ji = -Re X_ij + i Im X_ij. */
static bool unitary_entry(size_t *place, int *sign, char text[192], size_t n,
                          const ref_coordinate_name *name)
{
    const bool imaginary = name->word[0] == 'I';
    if (!skew_entry(place, sign, text, n, name)) return false;
    if (*sign) {
        *place = n + 2 * *place + imaginary;
        if (imaginary) *sign = 1;
    } else if (imaginary) {
        *place = (size_t)name->index[0] - 1;
        *sign = 1;
    }
    return true;
}

/* Blocks A, B, C of sp(2m, R), B and C symmetric. */
static bool symplectic_entry(size_t *place, int *sign, char text[192], size_t m,
                             const ref_coordinate_name *name)
{
    if (!in_range(text, name->index[0], m) || !in_range(text, name->index[1], m)) return false;
    size_t i = (size_t)name->index[0] - 1, j = (size_t)name->index[1] - 1;
    *sign = 1;
    if (name->word[0] == 'A') {
        *place = i * m + j;
        return true;
    }
    if (i > j) {
        const size_t k = i;
        i = j;
        j = k;
    }
    *place = m * m + with_diagonal(m, i, j) + (name->word[0] == 'C' ? m * (m + 1) / 2 : 0);
    return true;
}

bool ref_coordinate_find(uint32_t *i, int *sign, char text[192], const ref_coordinates *of,
                         const ref_coordinate_name *name)
{
    size_t place = 0;
    bool found = false, good = true;
    *sign = 1;
    if (name_is(name, "x", 1, false)) {
        found = true;
        good = in_range(text, name->index[0], of->d);
        place = (size_t)name->index[0] - 1;
    } else if (of->algebra == SLP_SE3 &&
               (name_is(name, "P", 0, true) || name_is(name, "G", 0, true))) {
        found = true;
        place = (size_t)(name->component - 'x') + (name->word[0] == 'G' ? 3 : 0);
    } else if (of->algebra == SLP_VECTOR &&
               (name_is(name, "q", 0, false) || name_is(name, "p", 0, false))) {
        found = true;
        place = name->word[0] == 'p';
    } else if (of->algebra == SLP_SU2N && name_is(name, "S", 1, true)) {
        found = true;
        good = in_range(text, name->index[0], of->n);
        place = 3 * ((size_t)name->index[0] - 1) + (size_t)(name->component - 'x');
    } else if (of->algebra == SLP_SON && name_is(name, "X", 2, false)) {
        found = true;
        good = skew_entry(&place, sign, text, of->n, name);
    } else if (of->algebra == SLP_SUN &&
               (name_is(name, "Re", 2, false) || name_is(name, "Im", 2, false))) {
        found = true;
        good = unitary_entry(&place, sign, text, of->n, name);
    } else if (of->algebra == SLP_SP &&
               (name_is(name, "A", 2, false) || name_is(name, "B", 2, false) ||
                name_is(name, "C", 2, false))) {
        found = true;
        good = symplectic_entry(&place, sign, text, of->n / 2, name);
    }
    if (found && good) *i = *sign ? (uint32_t)place + 1 : 0;
    if (found) return good;
    char names[128];
    ref_coordinate_names(names, of);
    snprintf(text, 192, "unknown name; there are %s", names);
    return false;
}

void ref_coordinate_names(char text[128], const ref_coordinates *of)
{
    const size_t n = of->n;
    int used = snprintf(text, 128, "x1 to x%zu", of->d);
    char *rest = text + used;
    const size_t left = 128 - (size_t)used;
    switch (of->algebra) {
    case SLP_SE3:
        snprintf(rest, left, ", P.x, P.y, P.z, G.x, G.y, G.z");
        break;
    case SLP_VECTOR:
        snprintf(rest, left, ", q, p");
        break;
    case SLP_SU2N:
        snprintf(rest, left, ", S1.x, S1.y, S1.z to S%zu.z", n);
        break;
    case SLP_SON:
        snprintf(rest, left, ", X[1,2] to X[%zu,%zu]", n - 1, n);
        break;
    case SLP_SUN:
        snprintf(rest, left, ", Re[1,2], Im[1,1] to Im[%zu,%zu]", n, n);
        break;
    case SLP_SP:
        snprintf(rest, left, ", A[1,1], B[1,1], C[1,1] to C[%zu,%zu]", n / 2, n / 2);
        break;
    case SLP_SO3:
    case SLP_SUN_DUAL:
        break;
    }
}
