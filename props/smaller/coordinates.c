/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Fewer spins or vortices, and smaller matrices: some of the units go, a unit being a copy of su(2)
 * or a row with its column.  With them go their coordinates, the terms and the pairs that name
 * them, and the numbers that other lists have for them; what is left is counted anew. */
#include "oracle/contract/case/terms.h"
#include "oracle/plumbing/allocate.h"
#include "props/smaller/parts.h"

#include <math.h>
#include <stdlib.h>

/* What a case without the units from..from + count - 1 has. */
typedef struct cut {
    const slp_case *c;
    size_t units, from, count;
    bool *kept;       /* of each coordinate */
    size_t *fresh;    /* its number in what is left, from 0 */
    bool *kept_pairs; /* of each item of the list of pairs that names units; NULL: there is none */
    size_t pairs;
} cut;

static bool is_away(const cut *of, size_t unit)
{
    return unit >= of->from && unit < of->from + of->count;
}

/* How many units the algebra has for d coordinates; 0: it cannot be made smaller. */
static size_t units_of(const slp_case *c)
{
    const size_t d = c->x_count;
    switch (c->system->algebra) {
    case SLP_SU2N:
        return d / 3;
    case SLP_SON:
        return (size_t)llround((1 + sqrt(1 + 8 * (double)d)) / 2);
    case SLP_SUN:
        return (size_t)llround(sqrt((double)d));
    case SLP_SUN_DUAL:
        return (size_t)llround(sqrt((double)d / 2));
    case SLP_SP:
        return (size_t)llround((sqrt(1 + 8 * (double)d) - 1) / 4);
    default:
        return 0;
    }
}

/* The next coordinate belongs to the units i and j. */
static void add_coordinate(cut *of, size_t *at, size_t i, size_t j)
{
    of->kept[(*at)++] = !is_away(of, i) && !is_away(of, j);
}

/* The strict upper triangle, each entry `each` times; or with its diagonal. */
static void add_triangle(cut *of, size_t *at, bool diagonal, size_t each)
{
    for (size_t i = 0; i < of->units; i++)
        for (size_t j = diagonal ? i : i + 1; j < of->units; j++)
            for (size_t k = 0; k < each; k++) add_coordinate(of, at, i, j);
}

/* The order of coordinates is that of oracle/contract/case/case.h, "A user's system". */
static void keep_coordinates(cut *of)
{
    const slp_algebra algebra = of->c->system->algebra;
    size_t at = 0;
    for (size_t half = 0; half < (algebra == SLP_SUN_DUAL ? 2 : 1); half++) {
        if (algebra == SLP_SU2N)
            for (size_t i = 0; i < 3 * of->units; i++) add_coordinate(of, &at, i / 3, i / 3);
        if (algebra == SLP_SUN || algebra == SLP_SUN_DUAL) {
            for (size_t i = 0; i < of->units; i++) add_coordinate(of, &at, i, i);
            add_triangle(of, &at, false, 2);
        }
        if (algebra == SLP_SON) add_triangle(of, &at, false, 1);
        if (algebra != SLP_SP) continue;
        for (size_t i = 0; i < of->units * of->units; i++)
            add_coordinate(of, &at, i / of->units, i % of->units);
        add_triangle(of, &at, true, 1);
        add_triangle(of, &at, true, 1);
    }
    for (size_t i = 0, left = 0; i < of->c->x_count; i++) {
        of->fresh[i] = left;
        left += of->kept[i];
    }
}

/* Pairs name copies of su(2). */
static bool names_units(const slp_case *c, size_t list)
{
    return c->system->algebra == SLP_SU2N && smaller_is_kind(c, list, SLP_PARAM_PAIRS);
}

static void cut_init(cut *of, const slp_case *c, size_t from, size_t count)
{
    *of = (cut){.c = c, .units = units_of(c), .from = from, .count = count};
    of->kept = slp_allocate(c->x_count + 1, sizeof *of->kept);
    of->fresh = slp_allocate(c->x_count + 1, sizeof *of->fresh);
    keep_coordinates(of);
    for (size_t p = 0; c->system->params[p].key; p++) {
        if (!names_units(c, p)) continue;
        of->pairs = smaller_items(c, p);
        of->kept_pairs = slp_allocate(of->pairs + 1, sizeof *of->kept_pairs);
        for (size_t i = 0; i < of->pairs; i++) {
            const double *ends = c->params[p].at + 2 * i;
            of->kept_pairs[i] =
                !is_away(of, (size_t)ends[0] - 1) && !is_away(of, (size_t)ends[1] - 1);
        }
        break;
    }
}

static void cut_clear(cut *of)
{
    free(of->kept);
    free(of->fresh);
    free(of->kept_pairs);
}

/* ---- What becomes of a list ---- */

/* It stays; it counts units (or rows, two a unit) and counts fewer; it has numbers for each pair,
 * unit, coordinate, or for each two coordinates. */
enum { STAYS, COUNTS, COUNTS_ROWS, BY_PAIR, BY_UNIT, BY_COORDINATE, BY_TRIANGLE, WAYS };

static bool fits(const cut *of, size_t list, int way)
{
    const size_t count = of->c->params[list].count, d = of->c->x_count;
    switch (way) {
    case STAYS:
        return true;
    case COUNTS:
    case COUNTS_ROWS:
        return count == 1;
    case BY_PAIR:
        return of->pairs && count % of->pairs == 0;
    case BY_UNIT:
        return count % of->units == 0;
    case BY_COORDINATE:
        return count % d == 0;
    default:
        return count == d * (d + 1) / 2;
    }
}

static bool keeps_number(const cut *of, size_t count, int way, size_t i)
{
    const size_t d = of->c->x_count;
    if (way == BY_PAIR) return of->kept_pairs[i / (count / of->pairs)];
    if (way == BY_UNIT) return !is_away(of, i / (count / of->units));
    return of->kept[i % d];
}

static bool change_numbers(slp_case *to, const cut *of, size_t list, int way)
{
    const slp_numbers was = of->c->params[list];
    if (way == STAYS) return true;
    if (way == COUNTS || way == COUNTS_ROWS) {
        const double left = was.at[0] - (double)((way == COUNTS ? 1 : 2) * of->count);
        return smaller_set_list(to, list, &left, 1);
    }
    bool *kept = slp_allocate(was.count + 1, sizeof *kept);
    if (way == BY_TRIANGLE)
        for (size_t i = 0, at = 0; i < of->c->x_count; i++)
            for (size_t j = i; j < of->c->x_count; j++) kept[at++] = of->kept[i] && of->kept[j];
    else
        for (size_t i = 0; i < was.count; i++) kept[i] = keeps_number(of, was.count, way, i);
    const bool set = smaller_keep(to, list, kept);
    free(kept);
    return set;
}

static bool change_pairs(slp_case *to, const cut *of, size_t list)
{
    const slp_numbers was = of->c->params[list];
    double *left = slp_allocate(was.count + 1, sizeof *left);
    size_t count = 0;
    for (size_t i = 0; i < was.count; i++) {
        if (!of->kept_pairs[i / 2]) continue;
        const bool behind = was.at[i] > (double)of->from;
        left[count++] = was.at[i] - (behind ? (double)of->count : 0);
    }
    const bool set = smaller_set_list(to, list, left, count);
    free(left);
    return set;
}

static bool change_terms(slp_case *to, const cut *of, size_t list)
{
    const slp_numbers was = of->c->params[list];
    double *left = slp_allocate(was.count + 1, sizeof *left);
    size_t count = 0;
    slp_term term;
    for (size_t at = 0; slp_terms_next(&term, &at, was.at, was.count);) {
        bool stays = true;
        for (size_t i = 0; i < term.degree; i++) {
            stays = stays && of->kept[term.index[i]];
            term.index[i] = of->fresh[term.index[i]];
        }
        if (stays) count += slp_terms_write(left + count, &term);
    }
    const bool set = smaller_set_list(to, list, left, count);
    free(left);
    return set;
}

/* candidate = what is left, each list of numbers changed in its way. */
static bool apply(slp_case *candidate, const cut *of, const int ways[SLP_MAX_PARAMS])
{
    slp_need_memory(slp_case_copy(candidate, of->c));
    bool good = smaller_keep(candidate, SMALLER_X, of->kept);
    for (size_t p = 0; of->c->system->params[p].key && good; p++) {
        if (names_units(of->c, p))
            good = change_pairs(candidate, of, p);
        else if (smaller_is_kind(of->c, p, SLP_PARAM_TERMS))
            good = change_terms(candidate, of, p);
        else if (smaller_is_kind(of->c, p, SLP_PARAM_NUMBERS))
            good = change_numbers(candidate, of, p, ways[p]);
    }
    return good;
}

/* The next ways that fit; false after the last. */
static bool next_ways(int ways[SLP_MAX_PARAMS], const cut *of)
{
    for (size_t p = 0; of->c->system->params[p].key; p++) {
        if (!smaller_is_kind(of->c, p, SLP_PARAM_NUMBERS)) continue;
        while (++ways[p] < WAYS)
            if (fits(of, p, ways[p])) return true;
        ways[p] = STAYS;
    }
    return false;
}

static bool try_cut(smaller *s, size_t from, size_t count)
{
    cut of;
    SLP_CLEARED(slp_case) c = {0}, candidate = {0}, valid = {0};
    int ways[SLP_MAX_PARAMS] = {STAYS};
    bool better = false, found = false;
    slp_need_memory(slp_case_copy(&c, s->best));
    cut_init(&of, &c, from, count);
    do {
        found = apply(&candidate, &of, ways) &&
                slp_need_memory(slp_case_copy(&valid, &candidate)) == SLP_OK &&
                smaller_fit_noises(&valid, &c, 0) && smaller_make_valid(&valid);
    } while (!found && !smaller_is_spent(s) && next_ways(ways, &of));
    if (found) better = smaller_try_noises(s, &candidate, from, count, of.units);
    cut_clear(&of);
    return better;
}

void smaller_coordinates(smaller *s)
{
    enum { FEW = 4 };
    for (size_t left = 1; left <= FEW && left < units_of(s->best); left++)
        if (try_cut(s, left, units_of(s->best) - left)) return;
    for (size_t count = units_of(s->best) / 2; count > 0; count /= 2)
        for (size_t from = 0; from + count <= units_of(s->best) && !smaller_is_spent(s);)
            if (units_of(s->best) == count || !try_cut(s, from, count)) from += count;
    if (units_of(s->best) > 2) try_cut(s, units_of(s->best) - 2, 2);
}
