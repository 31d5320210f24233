/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Where the spins of a case are drawn: on the chain or rectangle that their bonds make, else in a
 * ring or in rows. */
#include "reports/figures/spin_places.h"
#include "oracle/contract/case/terms.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_OF_A_RING = 64, /* spins */
    ROW = 32,            /* spins of a row of a chain */
};

size_t spin_count(const slp_case *c)
{
    if (!c || c->system->algebra != SLP_SU2N || strcmp(c->system->name, "point-vortices") == 0)
        return 0;
    return c->d / 3;
}

/* ---- Bonds -------------------------------------------------------------------------------- */

static int compare(const void *one, const void *other)
{
    const size_t *a = one, *b = other;
    return a[0] != b[0] ? (a[0] > b[0]) - (a[0] < b[0]) : (a[1] > b[1]) - (a[1] < b[1]);
}

static bool bound(const spin_places *places, size_t a, size_t b)
{
    const size_t pair[] = {a < b ? a : b, a < b ? b : a};
    return places->bonds &&
           bsearch(pair, places->ends, places->bonds, sizeof pair, compare) != NULL;
}

static void add_bond(spin_places *to, size_t a, size_t b)
{
    to->ends[2 * to->bonds] = a < b ? a : b;
    to->ends[2 * to->bonds++ + 1] = a < b ? b : a;
}

/* Of a term of the energy, the two spins whose coordinates it has; false where they are not two. */
static bool two_spins(size_t pair[2], const slp_term *term)
{
    size_t count = 0;
    if (term->k || term->c == 0) return false;
    for (size_t i = 0; i < term->degree; i++) {
        const size_t spin = term->index[i] / 3;
        if ((count > 0 && spin == pair[0]) || (count > 1 && spin == pair[1])) continue;
        if (count == 2) return false;
        pair[count++] = spin;
    }
    return count == 2;
}

/* The bonds of the case: those it lists, or pairs that terms of its energy couple. */
static void read_bonds(spin_places *to, const slp_case *c)
{
    const bool listed = strcmp(c->system->name, "spins") == 0;
    slp_term term;
    size_t count, pair[2], kept = 0;
    const double *from = slp_case_param(c, listed ? "bonds" : "terms", &count);
    to->ends = slp_allocate(2 * count + 2, sizeof *to->ends);
    if (listed)
        for (size_t i = 0; i + 1 < count; i += 2)
            add_bond(to, (size_t)from[i] - 1, (size_t)from[i + 1] - 1);
    else
        for (size_t at = 0; slp_terms_next(&term, &at, from, count);)
            if (two_spins(pair, &term)) add_bond(to, pair[0], pair[1]);
    qsort(to->ends, to->bonds, 2 * sizeof *to->ends, compare);
    for (size_t i = 0; i < to->bonds; i++)
        if (i == 0 || compare(to->ends + 2 * i, to->ends + 2 * (kept - 1)) != 0) {
            memmove(to->ends + 2 * kept, to->ends + 2 * i, 2 * sizeof *to->ends);
            kept++;
        }
    to->bonds = kept;
}

/* ---- Places ------------------------------------------------------------------------------- */

/* True if, in rows of `row` spins, all neighbours of a row and of a column are bound. */
static bool neighbours_bound(const spin_places *places, size_t row)
{
    for (size_t k = 0; k < places->count; k++) {
        if ((k + 1) % row != 0 && !bound(places, k, k + 1)) return false;
        if (k + row < places->count && !bound(places, k, k + row)) return false;
    }
    return true;
}

/* Rows of `row` spins each, along x_1 or along x_2. */
static void put_lattice(spin_places *to, size_t row, bool x1_first)
{
    to->wide = x1_first ? row : to->count / row;
    to->high = x1_first ? to->count / row : row;
    for (size_t k = 0; k < to->count; k++) {
        to->at[2 * k] = (double)(x1_first ? k % row : k / row) + 1;
        to->at[2 * k + 1] = (double)(x1_first ? k / row : k % row) + 1;
    }
}

/* Rows by number, the first on top. */
static void put_list(spin_places *to, size_t row)
{
    to->list = true;
    to->wide = row;
    to->high = (to->count + row - 1) / row;
    for (size_t k = 0; k < to->count; k++) {
        to->at[2 * k] = (double)(k % row) + 1;
        to->at[2 * k + 1] = -(double)(k / row);
    }
}

/* The first on top, then clockwise; neighbours are 1.6 apart. */
static void put_ring(spin_places *to)
{
    const double turn = 2 * 3.14159265358979323846 / (double)to->count;
    const double radius = to->count > 1 ? 0.8 / sin(turn / 2) : 0;
    for (size_t k = 0; k < to->count; k++) {
        to->at[2 * k] = radius * sin(turn * (double)k);
        to->at[2 * k + 1] = radius * cos(turn * (double)k);
    }
}

static void put_chain(spin_places *to)
{
    const char *ends = to->count > 2 && bound(to, 0, to->count - 1) ? "closed" : "open";
    if (to->count <= ROW) {
        put_lattice(to, to->count, true);
        snprintf(to->words, sizeof to->words, "%s chain of %zu", ends, to->count);
    } else {
        put_list(to, ROW);
        snprintf(to->words, sizeof to->words, "%s chain of %zu, in rows of %d", ends, to->count,
                 ROW);
    }
}

/* As the bonds say. */
static void put_as_bound(spin_places *to, bool x1_first)
{
    size_t row = 2;
    if (to->count > 1 && neighbours_bound(to, to->count)) {
        put_chain(to);
        return;
    }
    while (2 * row <= to->count && (to->count % row != 0 || !neighbours_bound(to, row))) row++;
    if (2 * row <= to->count) {
        put_lattice(to, row, x1_first);
        snprintf(to->words, sizeof to->words, "%zu x %zu lattice", to->wide, to->high);
    } else if (to->count <= MOST_OF_A_RING) {
        put_ring(to);
        snprintf(to->words, sizeof to->words, "%zu with their bonds, in a ring", to->count);
    } else {
        row = (size_t)ceil(sqrt((double)to->count));
        put_list(to, row);
        snprintf(to->words, sizeof to->words, "%zu by number, in rows of %zu", to->count, row);
    }
}

bool spin_places_find(spin_places *to, const slp_case *c, const size_t lattice[2], bool x1_first,
                      char *why)
{
    *to = (spin_places){.count = spin_count(c)};
    to->at = slp_allocate(2 * to->count + 2, sizeof *to->at);
    read_bonds(to, c);
    if (!lattice[0]) {
        put_as_bound(to, x1_first);
        return true;
    }
    if (lattice[0] > to->count || to->count % lattice[0] != 0 ||
        to->count / lattice[0] != lattice[1]) {
        snprintf(why, 200, "has %zu spins, and --lattice %zux%zu another number of sites",
                 to->count, lattice[0], lattice[1]);
        return false;
    }
    put_lattice(to, lattice[x1_first ? 0 : 1], x1_first);
    snprintf(to->words, sizeof to->words, "%zu x %zu lattice", to->wide, to->high);
    return true;
}

void spin_places_clear(spin_places *places)
{
    free(places->at);
    free(places->ends);
}
