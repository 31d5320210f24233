/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The factors of polynomials for splittings. */
#include "oracle/contract/case/split_terms.h"
#include "oracle/contract/case/algebra_kind.h"
#include "oracle/contract/case/terms.h"

#include <stdlib.h>

/* The algebra and its size. */
typedef struct place {
    slp_algebra algebra;
    size_t n;
} place;

/* A coordinate of each that do not commute; true if all do. */
static bool terms_commute(size_t pair[2], place on, const slp_term *a, const slp_term *b)
{
    for (size_t i = 0; i < a->degree; i++)
        for (size_t j = 0; j < b->degree; j++)
            if (!slp_coordinates_commute(on.algebra, on.n, a->index[i], b->index[j])) {
                pair[0] = a->index[i] + 1;
                pair[1] = b->index[j] + 1;
                return false;
            }
    return true;
}

/* The first term before `number` (from 0) of the same noise that does not commute with t; `number`
 * if there is none. */
static size_t conflict(size_t pair[2], place on, const slp_term *t, size_t number,
                       const double *list, size_t count)
{
    slp_term other;
    size_t before = 0;
    for (size_t at = 0; t->k && before < number && slp_terms_next(&other, &at, list, count);
         before++)
        if (other.k == t->k && other.c != 0 && (other.degree > 1 || t->degree > 1) &&
            !terms_commute(pair, on, &other, t))
            return before;
    return number;
}

static slp_status check(const slp_case *c, place on, const double *list, size_t count,
                        slp_error *err)
{
    const char *name = c->scheme ? c->scheme->name : "a splitting";
    slp_term t;
    size_t number = 0, given = 0, pair[2] = {0, 0};
    for (size_t at = 0; slp_terms_next(&t, &at, list, count); number++) {
        if (t.c == 0) continue;
        if (++given > SLP_MAX_SPLIT_TERMS)
            return slp_error_set(err, c->line, c->id, "terms",
                                 "has more than %d terms, the most that %s takes; take "
                                 "implicit-midpoint, or give fewer",
                                 SLP_MAX_SPLIT_TERMS, name);
        if (!terms_commute(pair, on, &t, &t))
            return slp_error_set(err, c->line, c->id, "terms",
                                 "item %zu has x_%zu and x_%zu, which do not commute, and so no "
                                 "exact flow, which %s needs; leave it out, or take "
                                 "implicit-midpoint",
                                 number + 1, pair[0], pair[1], name);
        const size_t other = conflict(pair, on, &t, number, list, count);
        if (other < number)
            return slp_error_set(err, c->line, c->id, "terms",
                                 "items %zu and %zu of noise %zu do not commute, and %s would "
                                 "apply them one after the other, which is another equation; give "
                                 "each to a noise of its own, or take implicit-midpoint",
                                 other + 1, number + 1, t.k, name);
    }
    return SLP_OK;
}

/* The number of the first factor that t joins; `factors` if there is none.  of[m]: the factor of
 * the m-th of `used` terms, which stand at `from`. */
static size_t factor_of(place on, const slp_term *t, const double *list, size_t count,
                        const size_t *from, const size_t *of, size_t used, size_t factors)
{
    slp_term other;
    size_t pair[2];
    for (size_t f = 0; f < factors; f++) {
        bool joins = true;
        for (size_t m = 0; m < used && joins; m++) {
            if (of[m] != f) continue;
            size_t at = from[m];
            slp_terms_next(&other, &at, list, count);
            joins = terms_commute(pair, on, t, &other);
        }
        if (joins) return f;
    }
    return factors;
}

slp_status slp_split_terms(size_t *count, const slp_case *c, size_t n, slp_error *err)
{
    size_t numbers, used = 0, factors = 0;
    const double *list = slp_case_param(c, "terms", &numbers);
    const place on = {c->system->algebra, n};
    slp_term t;
    bool linear = false;
    *count = 0;
    if (check(c, on, list, numbers, err)) return SLP_INPUT;
    size_t *from = malloc(2 * SLP_MAX_SPLIT_TERMS * sizeof *from), *of = from;
    if (!from) return slp_error_memory(err, c->line, c->id, "terms", 0);
    of += SLP_MAX_SPLIT_TERMS;
    for (size_t at = 0, begin = 0; slp_terms_next(&t, &at, list, numbers); begin = at) {
        if (t.c == 0) continue;
        linear = linear || t.degree == 1;
        if (t.degree == 1) continue;
        const size_t f = factor_of(on, &t, list, numbers, from, of, used, factors);
        from[used] = begin;
        of[used++] = f;
        if (f == factors) factors++;
    }
    free(from);
    *count = factors + linear;
    return SLP_OK;
}

void slp_split_terms_leave(double *terms, size_t count, slp_algebra algebra, size_t n)
{
    const place on = {algebra, n};
    slp_term t;
    size_t number = 0, given = 0, pair[2];
    for (size_t at = 0, begin = 0; slp_terms_next(&t, &at, terms, count); begin = at, number++) {
        if (t.c == 0) continue;
        if (given < SLP_MAX_SPLIT_TERMS && terms_commute(pair, on, &t, &t) &&
            conflict(pair, on, &t, number, terms, count) == number)
            given++;
        else
            terms[begin + 1] = 0;
    }
}
