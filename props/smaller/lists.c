/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Fewer keys and shorter lists.  Which lists belong together (a bond's ends, its exchange, its dmi;
 * a vortex' strength and its place) is not known here: slp_case_check tells. */
#include "oracle/plumbing/allocate.h"
#include "props/smaller/parts.h"

#include <stdlib.h>
#include <string.h>

slp_numbers smaller_list(const slp_case *c, size_t list)
{
    return list == SMALLER_X ? (slp_numbers){c->x_count, c->x} : c->params[list];
}

bool smaller_is_kind(const slp_case *c, size_t list, slp_param_kind kind)
{
    if (list == SMALLER_X) return kind == SLP_PARAM_NUMBERS;
    for (size_t p = 0; p <= list; p++)
        if (!c->system->params[p].key) return false;
    return c->params[list].count > 0 && c->system->params[list].kind == kind;
}

size_t smaller_items(const slp_case *c, size_t list)
{
    const size_t count = smaller_list(c, list).count;
    return smaller_is_kind(c, list, SLP_PARAM_PAIRS) ? count / 2 : count;
}

bool smaller_set_list(slp_case *c, size_t list, const double *values, size_t count)
{
    slp_error err;
    const char *key = list == SMALLER_X ? "x" : c->system->params[list].key;
    return slp_need_memory(slp_case_set(c, key, values, count, &err)) == SLP_OK;
}

bool smaller_keep(slp_case *c, size_t list, const bool *kept)
{
    const slp_numbers was = smaller_list(c, list);
    double *left = slp_allocate(was.count + 1, sizeof *left);
    size_t count = 0;
    for (size_t i = 0; i < was.count; i++)
        if (kept[i]) left[count++] = was.at[i];
    const bool set = smaller_set_list(c, list, left, count);
    free(left);
    return set;
}

/* ---- Keys ---- */

/* The same from another state: the state of the case may be 0 where what is left would act. */
static bool try_from_ones(smaller *s, slp_case *candidate)
{
    double *ones = slp_allocate(candidate->x_count + 1, sizeof *ones);
    for (size_t i = 0; i < candidate->x_count; i++) ones[i] = 1;
    const bool better = smaller_set_list(candidate, SMALLER_X, ones, candidate->x_count) &&
                        smaller_try_noises(s, candidate, 0, 1, 1);
    free(ones);
    return better;
}

void smaller_keys(smaller *s)
{
    SLP_CLEARED(slp_case) candidate = {0};
    for (size_t p = 0; s->best->system->params[p].key; p++) {
        if (s->best->system->params[p].required || !s->best->params[p].count) continue;
        slp_need_memory(slp_case_copy(&candidate, s->best));
        if (smaller_set_list(&candidate, p, NULL, 0) && !smaller_try_noises(s, &candidate, 0, 1, 1))
            try_from_ones(s, &candidate);
    }
}

/* ---- Elements ---- */

/* Lists that have a part of each of `of` elements. */
typedef struct linked {
    unsigned lists; /* a set */
    size_t of;
} linked;

static bool can_take_part(const slp_case *c, size_t list, size_t of)
{
    const bool fit =
        smaller_is_kind(c, list, SLP_PARAM_NUMBERS) || smaller_is_kind(c, list, SLP_PARAM_PAIRS);
    return fit && smaller_items(c, list) > 0 && smaller_items(c, list) % of == 0;
}

/* candidate = c without `count` of its elements from number `from` on. */
static bool take_elements(slp_case *candidate, const slp_case *c, linked link, size_t from,
                          size_t count)
{
    bool good = true;
    slp_need_memory(slp_case_copy(candidate, c));
    for (size_t list = 0; list < SMALLER_LISTS && good; list++) {
        if (!(link.lists >> list & 1)) continue;
        const size_t numbers = smaller_list(c, list).count, each = numbers / link.of;
        bool *kept = slp_allocate(numbers + 1, sizeof *kept);
        for (size_t i = 0; i < numbers; i++)
            kept[i] = i < from * each || i >= (from + count) * each;
        good = smaller_keep(candidate, list, kept);
        free(kept);
    }
    return good;
}

static bool is_valid_without_first(const slp_case *c, linked link)
{
    SLP_CLEARED(slp_case) candidate = {0};
    return take_elements(&candidate, c, link, 0, 1) && smaller_fit_noises(&candidate, c, 0) &&
           smaller_make_valid(&candidate);
}

static unsigned members(unsigned set)
{
    unsigned count = 0;
    for (; set; set &= set - 1) count++;
    return count;
}

/* The fewest lists, `list` among them, that can lose one of `of` elements together. */
static bool find_links(linked *link, const smaller *s, size_t list, size_t of)
{
    unsigned able = 0;
    for (size_t other = 0; other < SMALLER_LISTS; other++)
        if (other != list && can_take_part(s->best, other, of)) able |= 1u << other;
    for (unsigned size = 0; size <= members(able); size++)
        for (unsigned set = 0; set < 1u << SMALLER_LISTS; set++) {
            if ((set & ~able) || members(set) != size) continue;
            *link = (linked){set | 1u << list, of};
            if (is_valid_without_first(s->best, *link)) return true;
            if (smaller_is_spent(s)) return false;
        }
    return false;
}

/* Takes elements away, many at once first.  True if any was. */
static bool thin_out(smaller *s, linked link)
{
    bool any = false;
    SLP_CLEARED(slp_case) candidate = {0};
    for (size_t count = link.of / 2; count > 0; count /= 2)
        for (size_t from = 0; from + count <= link.of && link.of > count;) {
            if (smaller_is_spent(s)) break;
            if (take_elements(&candidate, s->best, link, from, count) &&
                smaller_try_noises(s, &candidate, from, count, link.of)) {
                any = true;
                link.of -= count;
            } else {
                from += count;
            }
        }
    return any;
}

void smaller_elements(smaller *s)
{
    for (size_t list = 0; list < SMALLER_LISTS; list++) {
        if (!can_take_part(s->best, list, 1)) continue;
        const size_t items = smaller_items(s->best, list);
        for (size_t of = items; of > 1; of--) {
            linked link;
            if (items % of || !find_links(&link, s, list, of)) continue;
            thin_out(s, link);
            break;
        }
    }
}
