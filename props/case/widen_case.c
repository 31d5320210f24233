/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Changes drawn cases into kinds of cases that the draws leave out, so that a fault that shows only
 * there is found: amplitudes of the other sign, a parameter left out, moments and strengths that
 * nearly agree, states of nearly unit length, steps whose effect is about a rounding, large turns,
 * long runs under noise, many noises, a large case (props/case/large_cases.c).  Of polynomials: no
 * energy, terms of up to eight factors, noises between which others have no term.  Of spins: one
 * that no bond names.  No system is named: a change is tried on every parameter that has the right
 * form, and kept if the case is still valid. */
#include "props/case/adjust_case.h"
#include "oracle/contract/case/terms.h"
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

/* Increments for c->steps steps of as many noises as c has now: those it had, in turn, times 1/8 to
 * 1. */
static void fit_increments(slp_case *c, slp_draw *from)
{
    slp_error err;
    if (slp_case_sizes(NULL, NULL, c, &err) != SLP_OK) return;
    const size_t count = c->steps * c->M, had = c->dw_count;
    double *dw = slp_allocate(count + 1, sizeof *dw);
    for (size_t i = 0; i < count && had; i++)
        dw[i] = c->dw[i % had] * (double)(8 - slp_draw_below(from, 8)) / 8;
    slp_need_memory(slp_case_set_dw(c, dw, count));
    free(dw);
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
    SLP_CLEARED(slp_case) was = {0};
    for (size_t p = 0; c->system->params[p].key; p++) {
        if (!optional_numbers(c, p)) continue;
        slp_need_memory(slp_case_copy(&was, c));
        for (size_t i = 0; i < c->params[p].count; i++)
            if (!slp_draw_chance(from, 1, 3)) c->params[p].at[i] = -c->params[p].at[i];
        if (is_valid(c))
            any = true;
        else
            slp_need_memory(slp_case_copy(c, &was));
    }
    return any;
}

/* Removes one optional parameter. */
static bool remove_parameter(slp_case *c, slp_draw *from)
{
    size_t given[SLP_MAX_PARAMS], count = 0;
    slp_error err;
    for (size_t p = 0; c->system->params[p].key; p++)
        if (!c->system->params[p].required && c->params[p].count) given[count++] = p;
    if (!count) return false;
    const size_t p = given[slp_draw_below(from, count)];
    if (slp_need_memory(slp_case_set_param(c, c->system->params[p].key, NULL, 0, &err)) != SLP_OK)
        return false;
    fit_increments(c, from);
    return true;
}

/* The second number of a list := the first times 1 + 2^-8 to 1 + 2^-51. */
static bool make_nearly_equal(slp_case *c, slp_draw *from)
{
    size_t lists[SLP_MAX_PARAMS], count = 0;
    for (size_t p = 0; c->system->params[p].key; p++)
        if (c->system->params[p].kind == SLP_PARAM_NUMBERS && c->params[p].count > 1)
            lists[count++] = p;
    if (!count) return false;
    double *at = c->params[lists[slp_draw_below(from, count)]].at;
    at[1] = at[0] * (1 + ldexp(1, -8 - (int)slp_draw_below(from, 44)));
    return true;
}

/* |x| := 1 + 2^-2 to 1 + 2^-50, or 1: of each vortex, of Pi and of Gamma, or of the whole, where it
 * is of that size. */
static bool make_nearly_unit(slp_case *c, slp_draw *from)
{
    const slp_algebra algebra = c->system->algebra;
    const size_t block = algebra == SLP_SU2N || algebra == SLP_SE3 ? 3 : c->d;
    bool any = false;
    for (size_t b = 0; b < c->d; b += block) {
        const uint64_t k = slp_draw_below(from, 50);
        const double wanted = k ? 1 + ldexp(1, -1 - (int)k) : 1;
        double length = 0;
        for (size_t i = b; i < b + block; i++) length = hypot(length, c->x[i]);
        if (!(length >= 0.25 && length <= 4)) continue;
        for (size_t i = b; i < b + block; i++) c->x[i] *= wanted / length;
        any = true;
    }
    return any;
}

/* |Xi| between 2^-57 and 2^-40 */
static bool make_faint(slp_case *c, slp_draw *from)
{
    return prop_set_generator_size(c, -40 - (int)slp_draw_below(from, 17));
}

/* 33 to 70 steps, each under increments of its own, of at most nine coordinates */
static bool make_long_run(slp_case *c, slp_draw *from)
{
    enum { MOST_D = 9 };
    if (c->d > MOST_D) return false;
    c->steps = 33 + (size_t)slp_draw_below(from, 38);
    fit_increments(c, from);
    return true;
}

/* |Xi| between 2 and 32, or less where only less has a certificate; for at most six coordinates.
 * Explicit rules then turn by several times pi. */
static bool make_large_turn(slp_case *c, slp_draw *from)
{
    enum { MOST_D = 6 };
    return c->d <= MOST_D && prop_set_generator_size(c, 2 + (int)slp_draw_below(from, 4));
}

/* Repeats a list of noises 2 to 8 times, with each noise smaller by that factor: up to 56
 * noises. */
static bool make_many_noises(slp_case *c, slp_draw *from)
{
    const size_t times = 2 + (size_t)slp_draw_below(from, 7), before = c->M;
    SLP_CLEARED(slp_case) was = {0};
    slp_error err;
    slp_need_memory(slp_case_copy(&was, c));
    for (size_t p = 0; c->system->params[p].key && c->M == before; p++) {
        if (!optional_numbers(c, p)) continue;
        const size_t count = c->params[p].count;
        double *list = slp_allocate(count * times, sizeof *list);
        for (size_t i = 0; i < count * times; i++)
            list[i] = c->params[p].at[i % count] / (double)times;
        const bool set = slp_need_memory(slp_case_set_param(c, c->system->params[p].key, list,
                                                            count * times, &err)) == SLP_OK;
        free(list);
        if (set) fit_increments(c, from);
        if (!set || !is_valid(c)) slp_need_memory(slp_case_copy(c, &was));
    }
    return c->M > before;
}

/* ---- Polynomials ---- */

/* Makes a term into another one; false: leaves it out. */
typedef bool rewrite(slp_term *term, int by);

/* Rewrites every term of a polynomial.  False, with c unchanged, if none is left, or c has none. */
static bool rewrite_terms(slp_case *c, rewrite *each, int by)
{
    size_t p = 0, count = 0;
    slp_term term;
    slp_error err;
    while (c->system->params[p].key && c->system->params[p].kind != SLP_PARAM_TERMS) p++;
    if (!c->system->params[p].key) return false;
    const slp_numbers *from = &c->params[p];
    double *list = slp_allocate(2 * from->count, sizeof *list); /* a degree doubles at most */
    for (size_t at = 0; slp_terms_next(&term, &at, from->at, from->count);)
        if (each(&term, by)) count += slp_terms_write(list + count, &term);
    const bool set = count && slp_need_memory(slp_case_set_param(c, c->system->params[p].key, list,
                                                                 count, &err)) == SLP_OK;
    free(list);
    return set;
}

static bool is_noise(slp_term *term, int by)
{
    (void)by;
    return term->k > 0;
}

/* No term of the energy is left. */
static bool remove_energy(slp_case *c, slp_draw *from)
{
    (void)from;
    return rewrite_terms(c, is_noise, 0);
}

/* c x_i x_j ... := c (x_i x_j ...)^2 / (4 R^g), g the degree and R = 2^by at least every |x_i|: not
 * larger than it was. */
static bool square(slp_term *term, int by)
{
    if (2 * term->degree > SLP_MAX_DEGREE) return true;
    for (size_t j = 0; j < term->degree; j++) term->index[term->degree + j] = term->index[j];
    term->c = ldexp(term->c, -2 - (int)term->degree * by);
    term->degree *= 2;
    return true;
}

static bool raise_degrees(slp_case *c, slp_draw *from)
{
    double most = 0;
    (void)from;
    for (size_t i = 0; i < c->d; i++) most = fmax(most, fabs(c->x[i]));
    return most > 0 && rewrite_terms(c, square, ilogb(most) + 1);
}

static bool multiply_number(slp_term *term, int by)
{
    term->k *= (size_t)by;
    return true;
}

/* Noise k becomes noise 2k, 3k or 4k; those between have no term. */
static bool space_noises(slp_case *c, slp_draw *from)
{
    const size_t before = c->M;
    if (!rewrite_terms(c, multiply_number, 2 + (int)slp_draw_below(from, 3))) return false;
    fit_increments(c, from);
    return c->M > before;
}

/* One vector of x more, the first one with its numbers in the reverse order. */
static bool add_vector(slp_case *c, slp_draw *from)
{
    enum { VECTOR = 3 };
    if (c->d % VECTOR != 0) return false;
    double *x = slp_allocate(c->d + VECTOR, sizeof *x);
    memcpy(x, c->x, c->d * sizeof *x);
    for (size_t i = 0; i < VECTOR; i++) x[c->d + i] = x[VECTOR - 1 - i];
    slp_need_memory(slp_case_set_x(c, x, c->d + VECTOR));
    free(x);
    fit_increments(c, from);
    return true;
}

void prop_adjust_case(slp_case *c, slp_draw *from, uint64_t kind, bool any_size, bool even_large)
{
    enum { BENDS = 8, WAYS = 3, LARGE_EVERY = 32, LARGE_AT = 15 };
    /* the next way of a row where the case does not take the one before */
    static bend *const bends[BENDS][WAYS] = {{negate_parameters},
                                             {remove_parameter, remove_energy},
                                             {make_nearly_equal, raise_degrees},
                                             {make_nearly_unit},
                                             {make_faint},
                                             {make_long_run},
                                             {make_many_noises, space_noises, add_vector},
                                             {make_large_turn}};
    static bend *const large[WAYS] = {prop_large_case};
    const bool to_large = any_size && even_large && kind % LARGE_EVERY == LARGE_AT;
    bend *const *ways = to_large ? large : bends[kind % BENDS];
    SLP_CLEARED(slp_case) was = {0};
    slp_need_memory(slp_case_copy(&was, c));
    for (size_t i = 0; i < WAYS && ways[i]; i++) {
        if (ways[i](c, from) && (any_size || c->d == was.d) && is_valid(c)) return;
        slp_need_memory(slp_case_copy(c, &was));
    }
}
