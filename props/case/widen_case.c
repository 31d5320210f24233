/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Changes drawn cases into kinds of cases that the draws leave out, so that a fault that shows only
 * there is found: amplitudes of the other sign, states of the plane far from 0, steps whose effect
 * is about a rounding, large turns, long runs under noise with pauses, polynomials of many noises
 * and terms, a large case (props/case/large_cases.c), and patterns and forms of the mixture
 * (oracle/contract/draw): a parameter left out, moments and strengths that nearly agree, many
 * noises, states of nearly unit length.  No system is named: a change is tried on every parameter
 * that has the right form, and kept if the case is still valid. */
#include "props/case/adjust_case.h"
#include "oracle/contract/case/terms.h"
#include "oracle/contract/draw/draw_form.h"
#include "oracle/contract/draw/draw_pattern.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef bool bend(slp_case *c, slp_draw *from);

static bool is_valid(slp_case *c)
{
    slp_error err;
    return slp_case_check(c, &err) == SLP_OK;
}

static bool optional_numbers(const slp_case *c, size_t p)
{
    return !c->system->params[p].required && c->system->params[p].kind == SLP_PARAM_NUMBERS &&
           c->params[p].count > 0;
}

/* Changes the signs of the numbers of optional parameters, where that is allowed. */
static bool negate_parameters(slp_case *c, slp_draw *from)
{
    bool any = false;
    slp_error err;
    for (size_t p = 0; c->system->params[p].key; p++)
        if (optional_numbers(c, p) &&
            slp_need_memory(slp_draw_pattern(c, p, SLP_PATTERN_NEGATIVE, from, &err)) == SLP_OK)
            any = true;
    return any;
}

/* Removes one optional parameter. */
static bool remove_parameter(slp_case *c, slp_draw *from)
{
    size_t given[SLP_MAX_PARAMS], count = 0;
    slp_error err;
    for (size_t p = 0; c->system->params[p].key; p++)
        if (!c->system->params[p].required && c->params[p].count) given[count++] = p;
    return count && slp_need_memory(slp_draw_pattern(c, given[slp_draw_below(from, count)],
                                                     SLP_PATTERN_LEFT_OUT, from, &err)) == SLP_OK;
}

/* Two numbers of a list nearly agree. */
static bool make_nearly_equal(slp_case *c, slp_draw *from)
{
    size_t lists[SLP_MAX_PARAMS], count = 0;
    slp_error err;
    for (size_t p = 0; c->system->params[p].key; p++)
        if (c->system->params[p].kind == SLP_PARAM_NUMBERS && c->params[p].count > 1)
            lists[count++] = p;
    return count && slp_need_memory(slp_draw_pattern(c, lists[slp_draw_below(from, count)],
                                                     SLP_PATTERN_NEAR, from, &err)) == SLP_OK;
}

/* On the plane nothing bounds a coordinate: one is 2^11 to 2^40 away, then |Xi| about 1/8.  Not in
 * an arithmetic of a smaller range. */
static bool move_far(slp_case *c, slp_draw *from)
{
    enum { SIZE = -3, RANGE = 64 };
    const size_t i = (size_t)slp_draw_below(from, c->d);
    const int away = 11 + (int)slp_draw_below(from, 29);
    if (c->system->algebra != SLP_VECTOR) return false;
    if (from->arithmetic && from->arithmetic->most < RANGE) return false;
    c->x[i] = copysign(ldexp(slp_draw_between(from, 1, 2), away), c->x[i]);
    return prop_set_generator_size(c, SIZE);
}

/* |Xi| between 2^-57 and 2^-40 */
static bool make_faint(slp_case *c, slp_draw *from)
{
    return prop_set_generator_size(c, -40 - (int)slp_draw_below(from, 17));
}

/* 33 to 70 steps, in half of the draws 71 to 1023, each under increments of its own; in one step of
 * eight none of them moves.  Of at most nine coordinates. */
static bool make_long_run(slp_case *c, slp_draw *from)
{
    enum { MOST_D = 9, LONG = 70, MOST = 1023 };
    slp_error err;
    if (c->d > MOST_D) return false;
    c->steps = 33 + (size_t)slp_draw_below(from, LONG - 32);
    if (slp_draw_chance(from, 1, 2)) c->steps = slp_draw_octave(from, LONG + 1, MOST);
    if (slp_need_memory(slp_draw_settle(c, from, &err)) != SLP_OK) return false;
    for (size_t s = 0; s < c->steps; s++)
        if (slp_draw_chance(from, 1, 8))
            for (size_t k = 0; k < c->M; k++) c->dw[s * c->M + k] = 0;
    return true;
}

/* |Xi| between 2 and 32, or less where only less has a certificate; for at most six coordinates.
 * Explicit rules then turn by several times pi. */
static bool make_large_turn(slp_case *c, slp_draw *from)
{
    enum { MOST_D = 6 };
    return c->d <= MOST_D && prop_set_generator_size(c, 2 + (int)slp_draw_below(from, 4));
}

/* Repeats a list of noises 4 to 8 times, with each noise smaller by that factor, and in half of the
 * cases once more: up to 448 noises. */
static bool make_many_noises(slp_case *c, slp_draw *from)
{
    const size_t before = c->M;
    SLP_CLEARED(slp_case) was = {0};
    slp_error err;
    slp_need_memory(slp_case_copy(&was, c));
    for (size_t p = 0; c->system->params[p].key; p++) {
        if (!optional_numbers(c, p)) continue;
        if (slp_need_memory(slp_draw_pattern(c, p, SLP_PATTERN_MANY, from, &err)) != SLP_OK)
            continue;
        if (c->M > before) {
            if (slp_draw_chance(from, 1, 2))
                (void)slp_need_memory(slp_draw_pattern(c, p, SLP_PATTERN_MANY, from, &err));
            return true;
        }
        slp_need_memory(slp_case_copy(c, &was));
    }
    return false;
}

static bool give_form(slp_case *c, slp_form which, slp_draw *from)
{
    return slp_need_memory(slp_draw_form(c, which, from)) == SLP_OK;
}

static bool remove_energy(slp_case *c, slp_draw *from)
{
    return give_form(c, SLP_FORM_NO_ENERGY, from);
}

static bool raise_degrees(slp_case *c, slp_draw *from)
{
    return give_form(c, SLP_FORM_HIGH_DEGREE, from);
}

/* The noises of a polynomial 4 to 32 times, each smaller by that factor, so that there are as many
 * terms of noises; in half of the draws with noises between that have no term. */
static bool repeat_noises(slp_case *c, slp_draw *from)
{
    const size_t before = c->M, times = slp_draw_octave(from, 4, 32);
    size_t p = 0, count = 0;
    slp_term term;
    slp_error err;
    while (c->system->params[p].key && c->system->params[p].kind != SLP_PARAM_TERMS) p++;
    if (!c->system->params[p].key || !before) return false;
    const slp_numbers *was = &c->params[p];
    double *list = slp_allocate(times * was->count, sizeof *list);
    for (size_t j = 0; j < times; j++)
        for (size_t at = 0; slp_terms_next(&term, &at, was->at, was->count);) {
            if (term.k == 0 && j) continue; /* the energy once */
            if (term.k) term.c /= (double)times, term.k += j * before;
            count += slp_terms_write(list + count, &term);
        }
    slp_status status = slp_case_set_param(c, c->system->params[p].key, list, count, &err);
    free(list);
    if (status == SLP_OK) status = slp_draw_settle(c, from, &err);
    if (slp_need_memory(status) != SLP_OK || c->M == before) return false;
    if (slp_draw_chance(from, 1, 2)) give_form(c, SLP_FORM_GAP, from);
    return true;
}

static bool make_nearly_unit(slp_case *c, slp_draw *from)
{
    return give_form(c, SLP_FORM_UNIT, from);
}

static bool add_spin(slp_case *c, slp_draw *from)
{
    return give_form(c, SLP_FORM_UNBOUND, from);
}

void prop_adjust_case(slp_case *c, slp_draw *from, uint64_t kind, bool even_large)
{
    enum { BENDS = 8, WAYS = 3, LARGE_EVERY = 32, LARGE_AT = 15 };
    /* the next way of a row where the case does not take the one before */
    static bend *const bends[BENDS][WAYS] = {{negate_parameters},
                                             {remove_parameter, remove_energy},
                                             {make_nearly_equal, raise_degrees},
                                             {move_far, make_nearly_unit},
                                             {make_faint},
                                             {make_long_run},
                                             {make_many_noises, repeat_noises, add_spin},
                                             {make_large_turn}};
    static bend *const large[WAYS] = {prop_large_case};
    const bool to_large = even_large && kind % LARGE_EVERY == LARGE_AT;
    bend *const *ways = to_large ? large : bends[kind % BENDS];
    SLP_CLEARED(slp_case) was = {0};
    slp_need_memory(slp_case_copy(&was, c));
    for (size_t i = 0; i < WAYS && ways[i]; i++) {
        if (ways[i](c, from) && is_valid(c)) return;
        slp_need_memory(slp_case_copy(c, &was));
    }
}
