/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Forms of a case: made on the case, which the format then checks, and undone where it refuses. */
#include "oracle/contract/draw/draw_form.h"
#include "oracle/contract/number/arithmetic.h"
#include "oracle/contract/case/terms.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DRAWN_DEGREE = 4, VECTOR = 3 };

#define WORD(name, word) [SLP_FORM_##name] = word,

const char *slp_form_word(slp_form which)
{
    static const char *const words[] = {SLP_FORMS(WORD)};
    return (unsigned)which < SLP_FORM_COUNT ? words[which] : NULL;
}

/* The first parameter of this kind; NULL if the system has none. */
static const slp_param_schema *param_of(const slp_system *system, slp_param_kind kind)
{
    const slp_param_schema *p = system->params;
    while (p->key && p->kind != kind) p++;
    return p->key ? p : NULL;
}

static const slp_param_schema *about(const slp_system *system, slp_form which)
{
    return param_of(system, which == SLP_FORM_UNBOUND ? SLP_PARAM_PAIRS : SLP_PARAM_TERMS);
}

bool slp_form_applies(const slp_system *system, slp_form which)
{
    if (which == SLP_FORM_UNIT) return true;
    return about(system, which) != NULL &&
           (which != SLP_FORM_UNBOUND || system->algebra == SLP_SU2N);
}

static const slp_numbers *list_of(const slp_case *c, slp_form which)
{
    return &c->params[about(c->system, which) - c->system->params];
}

static bool has_terms_of(const slp_numbers *list, size_t k)
{
    slp_term term;
    for (size_t at = 0; slp_terms_next(&term, &at, list->at, list->count);)
        if (term.k == k) return true;
    return false;
}

/* Whether some noise below the last one that has terms has none. */
static bool has_gap(const slp_numbers *list)
{
    const size_t last = slp_terms_noises(list->at, list->count);
    for (size_t k = 1; k < last; k++)
        if (!has_terms_of(list, k)) return true;
    return false;
}

static bool has_unbound(const slp_numbers *ends, size_t spins)
{
    for (size_t s = 1; s <= spins; s++) {
        bool bound = false;
        for (size_t i = 0; i < ends->count; i++) bound = bound || ends->at[i] == (double)s;
        if (!bound) return true;
    }
    return false;
}

/* Coordinates of one vector: a spin or vortex, Pi or Gamma, or the whole state. */
static size_t vector_of(const slp_case *c)
{
    const slp_algebra algebra = c->system->algebra;
    return algebra == SLP_SU2N || algebra == SLP_SE3 ? VECTOR : c->d;
}

/* By operations that are rounded correctly, so that each machine draws the same bytes: hypot is
 * none.  Lengths near 1 neither overflow nor vanish. */
static double length_of(const double *x, size_t count)
{
    double square = 0;
    for (size_t i = 0; i < count; i++) square += x[i] * x[i];
    return sqrt(square);
}

static bool has_unit(const slp_case *c)
{
    const size_t size = vector_of(c);
    for (size_t v = 0; v < c->d; v += size)
        if (fabs(length_of(c->x + v, size) - 1) <= 0x1.01p-8) return true;
    return false;
}

bool slp_has_form(const slp_case *c, slp_form which)
{
    if (!slp_form_applies(c->system, which)) return false;
    if (which == SLP_FORM_UNIT) return has_unit(c);
    const slp_numbers *list = list_of(c, which);
    switch (which) {
    case SLP_FORM_NO_ENERGY:
        return !has_terms_of(list, 0);
    case SLP_FORM_HIGH_DEGREE:
        return slp_terms_degree(list->at, list->count, SIZE_MAX) > DRAWN_DEGREE;
    case SLP_FORM_GAP:
        return has_gap(list);
    case SLP_FORM_UNBOUND:
        return has_unbound(list, c->d / VECTOR);
    default:
        return false;
    }
}

/* c x_i x_j ... := c (x_i x_j ...)^2 / (4 R^g), g the degree and R = 2^by at least every |x_i|: not
 * larger than it was, nor its gradient.  A term whose coefficient would be lost stays. */
static void square(slp_term *term, int by, const slp_arithmetic *a)
{
    const double c = slp_arithmetic_round(a, ldexp(term->c, -2 - (int)term->degree * by));
    if (2 * term->degree > SLP_MAX_DEGREE || c == 0 || !isfinite(c)) return;
    for (size_t j = 0; j < term->degree; j++) term->index[term->degree + j] = term->index[j];
    term->c = c;
    term->degree *= 2;
}

/* The exponent of the least power of two above every |x_i|. */
static int exponent_of(const slp_case *c)
{
    double most = 0;
    for (size_t i = 0; i < c->d; i++) most = fmax(most, fabs(c->x[i]));
    return most > 0 ? ilogb(most) + 1 : 0;
}

/* No terms of the energy; or each of twice the degree; or those of noise k belong to noise 2k, 3k
 * or 4k. */
static slp_status change_terms(slp_case *c, slp_form which, slp_draw *from)
{
    const slp_numbers *list = list_of(c, which);
    const size_t times = which == SLP_FORM_GAP ? 2 + (size_t)slp_draw_below(from, 3) : 1;
    const int by = exponent_of(c);
    double *changed = malloc((2 * list->count + 1) * sizeof *changed); /* a degree doubles */
    size_t count = 0;
    slp_term term;
    slp_error err;
    if (!changed) return SLP_MEMORY;
    for (size_t at = 0; slp_terms_next(&term, &at, list->at, list->count);) {
        if (which == SLP_FORM_NO_ENERGY && term.k == 0) continue;
        if (which == SLP_FORM_HIGH_DEGREE) square(&term, by, c->arithmetic);
        term.k *= times;
        count += slp_terms_write(changed + count, &term);
    }
    const slp_status status =
        count ? slp_case_set_param(c, about(c->system, which)->key, changed, count, &err)
              : SLP_UNSUPPORTED;
    free(changed);
    return status;
}

/* One spin more, the first one with its numbers in the reverse order. */
static slp_status add_spin(slp_case *c)
{
    double *x = malloc((c->d + VECTOR) * sizeof *x);
    if (!x) return SLP_MEMORY;
    memcpy(x, c->x, c->d * sizeof *x);
    for (size_t i = 0; i < VECTOR; i++) x[c->d + i] = x[VECTOR - 1 - i];
    const slp_status status = slp_case_set_x(c, x, c->d + VECTOR);
    free(x);
    return status;
}

/* |x| := 1 + 2^-8 to 1 + 2^-50, or 1, of each vector whose length is between 1/4 and 4. */
static slp_status make_unit(slp_case *c, slp_draw *from)
{
    enum { LEAST = 8, MOST = 50 };
    const size_t size = vector_of(c);
    double *x = malloc(c->d * sizeof *x);
    if (!x) return SLP_MEMORY;
    memcpy(x, c->x, c->d * sizeof *x);
    for (size_t v = 0; v < c->d; v += size) {
        const int k = LEAST + (int)slp_draw_below(from, MOST - LEAST + 2);
        const double wanted = k > MOST ? 1 : 1 + ldexp(1, -k), length = length_of(x + v, size);
        if (!(length >= 0.25 && length <= 4)) continue;
        for (size_t i = v; i < v + size; i++)
            x[i] = slp_arithmetic_round(c->arithmetic, x[i] * (wanted / length));
    }
    const slp_status status = slp_case_set_x(c, x, c->d);
    free(x);
    return status;
}

slp_status slp_draw_form(slp_case *c, slp_form which, slp_draw *from)
{
    slp_case was;
    slp_error err;
    if (!slp_form_applies(c->system, which)) return SLP_UNSUPPORTED;
    if (which == SLP_FORM_UNBOUND && (from->size || c->d < VECTOR)) return SLP_UNSUPPORTED;
    slp_case_init(&was);
    slp_status status = slp_case_copy(&was, c);
    if (status == SLP_OK)
        status = which == SLP_FORM_UNBOUND ? add_spin(c)
                 : which == SLP_FORM_UNIT  ? make_unit(c, from)
                                           : change_terms(c, which, from);
    if (status == SLP_OK) status = slp_draw_settle(c, from, &err);
    if (status == SLP_OK && !slp_has_form(c, which)) status = SLP_UNSUPPORTED;
    if (status != SLP_OK) { /* c is as it was */
        const slp_case changed = *c;
        *c = was;
        was = changed;
    }
    slp_case_clear(&was);
    return status;
}

slp_status slp_draw_forms(slp_case *c, slp_draw *from)
{
    for (int f = 0; f < SLP_FORM_COUNT; f++) {
        if (!slp_form_applies(c->system, (slp_form)f) || !slp_draw_chance(from, 1, 2)) continue;
        if (slp_draw_form(c, (slp_form)f, from) == SLP_MEMORY) return SLP_MEMORY;
    }
    return SLP_OK;
}
