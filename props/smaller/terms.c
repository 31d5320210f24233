/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Fewer terms of polynomials, fewer Hamiltonians, lower degrees. */
#include "oracle/contract/case/terms.h"
#include "oracle/plumbing/allocate.h"
#include "props/smaller/parts.h"

#include <stdlib.h>

/* Changes one of the terms, number `i` from 0; false: it goes. */
typedef bool change(slp_term *term, size_t i, size_t number);

/* candidate = c with every term of the list changed. */
static bool change_terms(slp_case *candidate, const slp_case *c, size_t list, change *with,
                         size_t number)
{
    const slp_numbers was = c->params[list];
    double *left = slp_allocate(was.count + 1, sizeof *left);
    size_t count = 0, i = 0;
    slp_term term;
    for (size_t at = 0; slp_terms_next(&term, &at, was.at, was.count); i++)
        if (with(&term, i, number)) count += slp_terms_write(left + count, &term);
    slp_need_memory(slp_case_copy(candidate, c));
    const bool set = smaller_set_list(candidate, list, left, count);
    free(left);
    return set;
}

static bool without_term(slp_term *term, size_t i, size_t number)
{
    (void)term;
    return i != number;
}

static bool without_noise(slp_term *term, size_t i, size_t number)
{
    (void)i;
    if (term->k == number + 1) return false;
    if (term->k > number + 1) term->k--;
    return true;
}

static bool lower_degree(slp_term *term, size_t i, size_t number)
{
    if (i == number && term->degree > 1) term->degree--;
    return true;
}

static bool lower_first(slp_term *term, size_t i, size_t number)
{
    if (i == number && term->degree > 1) {
        term->degree--;
        for (size_t j = 0; j < term->degree; j++) term->index[j] = term->index[j + 1];
    }
    return true;
}

static size_t count_terms(const slp_case *c, size_t list)
{
    size_t count = 0;
    slp_term term;
    for (size_t at = 0; slp_terms_next(&term, &at, c->params[list].at, c->params[list].count);)
        count++;
    return count;
}

/* Tries a change of every term, from the last on. */
static void try_all(smaller *s, size_t list, change *with)
{
    SLP_CLEARED(slp_case) candidate = {0};
    for (size_t i = count_terms(s->best, list); i-- > 0 && !smaller_is_spent(s);)
        if (change_terms(&candidate, s->best, list, with, i))
            smaller_try_noises(s, &candidate, 0, 1, 1);
}

static void try_fewer_noises(smaller *s, size_t list)
{
    SLP_CLEARED(slp_case) candidate = {0};
    for (size_t k = s->best->M - s->best->areas; k-- > 0 && !smaller_is_spent(s);)
        if (change_terms(&candidate, s->best, list, without_noise, k))
            smaller_try_noises(s, &candidate, k, 1, s->best->M - s->best->areas);
}

void smaller_terms(smaller *s)
{
    for (size_t list = 0; list < SLP_MAX_PARAMS; list++) {
        if (!smaller_is_kind(s->best, list, SLP_PARAM_TERMS)) continue;
        try_fewer_noises(s, list);
        try_all(s, list, without_term);
        try_all(s, list, lower_degree);
        try_all(s, list, lower_first);
    }
}
