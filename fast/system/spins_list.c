/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The bonds of spins, sorted by spin once for all steps, and what the error bound of plain sums
 * needs of them (fast/system/spins.md). */
#include "fast/system/spins.h"

#include <math.h>
#include <stdlib.h>

static double larger(double a, double b)
{
    return b > a ? b : a;
}

static void list_bond_at_spin(fast_spins *own, uint32_t *used, size_t k, size_t spin,
                              uint32_t other, double sign)
{
    fast_spins_lists *lists = &own->lists;
    const size_t e = used[spin]++;
    lists->other[e] = 3 * other;
    lists->exchange[e] = own->exchange[k];
    for (size_t i = 0; lists->dmi && i < 3; i++) lists->dmi[3 * e + i] = sign * own->dmi[3 * k + i];
    if (own->exchange[k] != own->exchange[0]) lists->equal = false;
}

static void sort(fast_spins *own, uint32_t *used)
{
    uint32_t *first = own->lists.first;
    for (size_t k = 0; k < own->bonds; k++) {
        first[own->ends[k].a + 1]++;
        first[own->ends[k].b + 1]++;
    }
    for (size_t i = 0; i < own->spins; i++) {
        used[i] = first[i];
        first[i + 1] += first[i];
    }
    for (size_t k = 0; k < own->bonds; k++) {
        list_bond_at_spin(own, used, k, own->ends[k].a, own->ends[k].b, 1);
        list_bond_at_spin(own, used, k, own->ends[k].b, own->ends[k].a, -1);
    }
}

/* Roundings that a term of spin i may carry in the sum S, section 1 of fast/system/spins.md; what
 * is 0 is added without one. */
static double count(const fast_spins *own, size_t i)
{
    const double bonds = (double)(own->lists.first[i + 1] - own->lists.first[i]);
    const double chain = (own->most_dmi > 0 ? 3.16 : 1) + ceil(bonds / 2) + own->additions;
    return own->axis[0] != 0 ? larger(chain, FAST_SPINS_OF_AXIS) : chain;
}

/* Of bonds and anisotropy, in the Euclidean norm, for |x| = 1. */
static double size(const fast_spins *own, size_t i)
{
    const fast_spins_lists *lists = &own->lists;
    double sum = own->axis_size;
    for (size_t e = lists->first[i]; e < lists->first[i + 1]; e++) {
        sum += fabs(lists->exchange[e]);
        if (lists->dmi) sum += fast_longest(lists->dmi + 3 * e, 3);
    }
    return sum;
}

bool fast_spins_list(fast_spins *own)
{
    fast_spins_lists *lists = &own->lists;
    uint32_t *used = calloc(own->spins, sizeof *used);
    lists->first = calloc(own->spins + 1, sizeof *lists->first);
    lists->other = calloc(2 * own->bonds + 1, sizeof *lists->other);
    lists->exchange = fast_numbers(2 * own->bonds);
    /* where sums are plain, a dmi of zeros is none */
    if (own->dmi) own->most_dmi = fast_largest(own->dmi, 3 * own->bonds);
    const bool turns = own->dmi && (own->most_dmi != 0 || own->spins <= FAST_SPINS_FEW);
    lists->dmi = turns ? fast_numbers(6 * own->bonds) : NULL;
    own->roundings = fast_numbers(own->spins);
    own->sizes = fast_numbers(own->spins);
    const bool have = used && lists->first && lists->other && lists->exchange &&
                      (lists->dmi || !turns) && own->roundings && own->sizes;
    if (have) {
        lists->equal = own->bonds > 0 && !turns;
        own->most_exchange = fast_largest(own->exchange, own->bonds);
        sort(own, used);
        const double axis = fast_longest(own->axis + 1, 3);
        own->axis_size = 2 * fabs(own->axis[0]) * axis * axis;
        own->additions = (fast_largest(own->field, 3) > 0) + (own->axis[0] != 0);
        lists->each = lists->first[1];
        for (size_t i = 0; i < own->spins; i++) {
            if (lists->first[i + 1] - lists->first[i] != lists->each) lists->each = 0;
            own->roundings[i] = count(own, i);
            own->sizes[i] = size(own, i);
            own->most_roundings = larger(own->most_roundings, own->roundings[i]);
            own->most_sizes = larger(own->most_sizes, own->sizes[i]);
        }
    }
    free(used);
    return have;
}

void fast_spins_lists_free(fast_spins *own)
{
    free(own->lists.first);
    free(own->lists.other);
    free(own->lists.exchange);
    free(own->lists.dmi);
    free(own->roundings);
    free(own->sizes);
}
