/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Takes a generator apart: into the drift and the noises, as it is linear in h and the increments;
 * and into what is proportional to a power of a number of the case, as it changes when the number
 * is doubled.  No list says which terms a system has.  Derivation: stages.md, section 4. */
#include "oracle/judge/stages/terms.h"
#include "oracle/contract/case/algebra_kind.h"
#include "oracle/contract/case/terms.h"
#include "oracle/judge/step.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* States of at most so many coordinates; so many noises and numbers of a key are tried alone. */
enum { PREC = 256, MOST_D = 256, MOST_PARTS = 64, MOST_NUMBERS = 64, NAME = 160 };

typedef struct term_search {
    const stage_walk *walk;
    const stage_item *item;
    const ref_system *sys;
    slong n, M;
    arb_srcptr h, dW;
    arb_ptr at;    /* the middle of the argument */
    arb_ptr whole; /* the generator there */
    arb_ptr rest;  /* what was printed, less that */
    arb_ptr term;  /* the one that is compared */
    mag_t unsure;  /* how far rest may be off */
    slong block;   /* numbers of a vector of the state, or of one of its halves; 0: it has none */
    slong only;    /* rest is 0 outside this block; -1: it is not */
    bool open;     /* a term may fit that was not compared, or whose factor says nothing */
    FILE *to;
} term_search;

/* ---- Values -------------------------------------------------------------------------------- */

static void evaluate(arb_ptr xi, const term_search *s, const ref_system *sys, arb_srcptr h,
                     arb_srcptr dW)
{
    if (s->item->kind == STAGE_FACTOR) {
        sys->table->factor(xi, sys, s->item->factor, h, dW, s->at, PREC);
        return;
    }
    REF_LOCAL_VEC(arb, sys->pack_size, pack);
    sys->table->freeze(pack, sys, h, dW, PREC);
    sys->table->generator(xi, sys, pack, s->at, PREC);
}

/* |v| of `count` numbers from `first` on, v = a - c b */
static void distance(arf_t out, arb_srcptr a, const arb_t c, arb_srcptr b, slong first, slong count)
{
    REF_LOCAL(arb, sum, one);
    for (slong i = first; i < first + count; i++) {
        arb_mul(one, c, b + i, PREC);
        arb_sub(one, a + i, one, PREC);
        arb_addmul(sum, one, one, PREC);
    }
    arb_sqrtpos(sum, sum, PREC);
    arf_set(out, arb_midref(sum));
}

static void size_of(arf_t out, arb_srcptr a, slong first, slong count)
{
    REF_LOCAL(arb, zero);
    distance(out, a, zero, a, first, count);
}

/* Whether a <= times unsure. */
static bool is_within(const arf_t a, const term_search *s, double times)
{
    REF_LOCAL(arf, bound);
    REF_LOCAL(mag, by);
    mag_set_d(by, times);
    mag_mul(by, by, s->unsure);
    arf_set_mag(bound, by);
    return arf_cmp(a, bound) <= 0;
}

/* Whether |a - c b| <= times unsure; c: NULL for 1. */
static bool is_near(const term_search *s, arb_srcptr a, const arb_t c, arb_srcptr b, double times)
{
    REF_LOCAL(arf, off);
    REF_LOCAL(arb, one);
    arb_one(one);
    distance(off, a, c ? c : one, b, 0, s->n);
    return is_within(off, s, times);
}

/* Whether |a|, of `count` numbers from `first` on, is at most times unsure. */
static bool is_small(const term_search *s, arb_srcptr a, slong first, slong count, double times)
{
    REF_LOCAL(arf, size);
    size_of(size, a, first, count);
    return is_within(size, s, times);
}

/* ---- A term is compared -------------------------------------------------------------------- */

/* The coordinates in which the term is large enough to tell its factor. */
static slong told_coordinates(const term_search *s)
{
    slong told = 0;
    for (slong i = 0; i < s->n; i++) told += !is_small(s, s->term, i, 1, 1e4);
    return told;
}

/* Whether the term with this factor gives what was printed. */
static bool fits(const term_search *s, const arb_t factor)
{
    REF_LOCAL(arb, more);
    arb_sub_ui(more, factor, 1, PREC);
    return is_near(s, s->rest, more, s->term,
                   fmax(1, fabs(arf_get_d(arb_midref(factor), ARF_RND_NEAR))));
}

/* rest = (factor - 1) term, in the least squares. */
static void find_factor(arb_t factor, const term_search *s)
{
    REF_LOCAL(arb, square);
    arb_dot(square, NULL, 0, s->term, 1, s->term, 1, s->n, PREC);
    arb_dot(factor, NULL, 0, s->rest, 1, s->term, 1, s->n, PREC);
    arb_div(factor, factor, square, PREC);
    arb_add_ui(factor, factor, 1, PREC);
    mag_zero(arb_radref(factor));
}

static const struct {
    double factor;
    const char *words;
} changes[] = {{0, "is left out"},      {-1, "has the wrong sign"}, {2, "is doubled"},
               {0.5, "is halved"},      {4, "has the factor 4"},    {0.25, "has the factor 0.25"},
               {3, "has the factor 3"}, {-2, "has the factor -2"},  {-0.5, "has the factor -0.5"}};
enum { CHANGES = sizeof changes / sizeof *changes };

/* Writes "NAME is left out" if the term, left out or with another factor, gives what was
 * printed. */
static void compare_term(term_search *s, const char *name)
{
    REF_LOCAL(arb, factor);
    if (is_small(s, s->term, 0, s->n, 100)) return;
    for (size_t i = 0; i < CHANGES; i++) {
        arb_set_d(factor, changes[i].factor);
        if (!fits(s, factor)) continue;
        fprintf(s->to, "%s %s\n", name, changes[i].words);
        return;
    }
    find_factor(factor, s);
    if (!fits(s, factor)) return;
    const double number = arf_get_d(arb_midref(factor), ARF_RND_NEAR);
    if (told_coordinates(s) < 2 || is_small(s, s->term, 0, s->n, 1e9) || fabs(number - 1) < 1e-3) {
        s->open = true;
        return;
    }
    fprintf(s->to, "?%s has the factor %.6g\n", name, number);
}

/* The term, and what it is in the only vector in which the printed numbers are wrong. */
static void try_term(term_search *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void try_term(term_search *s, const char *format, ...)
{
    char name[NAME], part[NAME + 80];
    va_list rest;
    va_start(rest, format);
    vsnprintf(name, sizeof name, format, rest);
    va_end(rest);
    compare_term(s, name);
    if (s->only < 0) return;
    bool elsewhere = false;
    for (slong b = 0; b < s->n; b += s->block) {
        if (b == s->only) continue;
        elsewhere = elsewhere || !is_small(s, s->term, b, s->block, 100);
        _arb_vec_zero(s->term + b, s->block);
    }
    if (!elsewhere) return; /* it is the term itself */
    if (s->block == 3)
        snprintf(part, sizeof part, "%s, in %s %ld alone,", name,
                 slp_vector_word(s->walk->step->c->system), s->only / 3 + 1);
    else
        snprintf(part, sizeof part, "%s, in the %s half alone,", name,
                 s->only ? "second" : "first");
    compare_term(s, part);
}

/* ---- Drift and noises ---------------------------------------------------------------------- */

/* Of the increments from `first` on `count` alone, and h if `with_h`. */
static void set_part(term_search *s, bool with_h, slong first, slong count)
{
    REF_LOCAL(arb, h);
    REF_LOCAL_VEC(arb, s->M, dW);
    if (with_h) arb_set(h, s->h);
    _arb_vec_set(dW + first, s->dW + first, count);
    evaluate(s->term, s, s->sys, h, dW);
    judge_drop_radii(s->term, s->n);
}

/* Whether the drift and all increments together add up to the generator: it is linear in them. */
static bool is_linear(term_search *s)
{
    REF_LOCAL_VEC(arb, s->n, sum);
    set_part(s, true, 0, 0);
    _arb_vec_set(sum, s->term, s->n);
    set_part(s, false, 0, s->M);
    _arb_vec_add(sum, sum, s->term, s->n, PREC);
    return is_near(s, s->whole, NULL, sum, 1);
}

static void try_parts(term_search *s)
{
    const slong areas = s->sys->areas, noises = s->M - areas;
    _arb_vec_set(s->term, s->whole, s->n);
    try_term(s, "the whole generator");
    s->open = !is_linear(s);
    if (s->open) return;
    set_part(s, true, 0, 0);
    try_term(s, "the drift");
    if (noises > 1) {
        set_part(s, false, 0, noises);
        try_term(s, "the noise");
    }
    s->open = s->open || noises > MOST_PARTS || areas > MOST_PARTS;
    for (slong k = 0; k < noises && k < MOST_PARTS; k++) {
        set_part(s, false, k, 1);
        try_term(s, "noise %ld", k + 1);
    }
    if (areas == 0) return;
    set_part(s, false, noises, areas);
    try_term(s, "the term of `area`");
    for (slong k = 0; k < areas && areas > 1 && k < MOST_PARTS; k++) {
        set_part(s, false, noises + k, 1);
        try_term(s, "number %ld of `area`", k + 1);
    }
}

/* ---- Numbers of the case ------------------------------------------------------------------- */

/* Which numbers of a list of a key: from `first` on, `length` of them in each `every`. */
typedef struct numbers_of {
    const char *key;
    const double *at;
    size_t count, first, length, every;
    bool terms; /* they are the coefficients of terms */
} numbers_of;

static bool is_chosen(const numbers_of *of, size_t i)
{
    return i >= of->first && (i - of->first) % of->every < of->length;
}

/* xi = the generator of these increments, with these numbers times `by`; false if there is none. */
static bool evaluate_with(arb_ptr xi, const term_search *s, const numbers_of *of, double by,
                          arb_srcptr dW)
{
    SLP_CLEARED(slp_case) c = {0};
    ref_system *sys = NULL;
    double *values = slp_allocate(of->count + 1, sizeof *values);
    slp_numbers list = {of->count, values};
    memcpy(values, of->at, of->count * sizeof *values);
    for (size_t i = 0; i < of->count && !of->terms; i++)
        if (is_chosen(of, i)) values[i] *= by;
    double *c_of_term;
    for (size_t i = 0; of->terms && (c_of_term = slp_terms_coefficient(&list, i)); i++)
        if (is_chosen(of, i)) *c_of_term *= by;
    bool found = slp_case_copy(&c, s->walk->step->c) == SLP_OK &&
                 slp_case_set_param(&c, of->key, values, of->count, NULL) == SLP_OK &&
                 ref_system_new_refused(&sys, &c, NULL) == SLP_OK && sys->M == s->M &&
                 sys->algebra.d == s->n;
    if (found) evaluate(xi, s, sys, s->h, dW);
    ref_system_free(sys);
    free(values);
    return found;
}

/* How the generator depends on some numbers. */
typedef enum dependence { NOT_AT_ALL, BY_A_POWER, OTHERWISE } dependence;

/* With BY_A_POWER the term is what of the generator, with these increments, is proportional to a
 * power p of the numbers: if G(b) is it with them times b, G(b) - G(1) = (b^p - 1) term. */
static dependence set_term(term_search *s, const numbers_of *of, arb_srcptr dW)
{
    static const int powers[] = {1, -1, 2, -2, 3};
    REF_LOCAL_VEC(arb, 3 * s->n, two);
    REF_LOCAL(arb, times);
    REF_LOCAL(arf, off, size);
    arb_ptr four = two + s->n, one = four + s->n;
    if (!evaluate_with(two, s, of, 2, dW) || !evaluate_with(four, s, of, 4, dW)) return NOT_AT_ALL;
    evaluate(one, s, s->sys, s->h, dW);
    _arb_vec_sub(four, four, two, s->n, PREC);
    _arb_vec_sub(two, two, one, s->n, PREC);
    judge_drop_radii(two, 2 * s->n);
    size_of(size, two, 0, s->n);
    if (!arf_is_finite(size) || is_within(size, s, 100)) return NOT_AT_ALL;
    arf_mul_2exp_si(size, size, -100);
    for (size_t i = 0; i < sizeof powers / sizeof *powers; i++) {
        arb_one(times);
        arb_mul_2exp_si(times, times, powers[i]);
        distance(off, four, times, two, 0, s->n);
        if (arf_cmp(off, size) > 0) continue;
        arb_sub_ui(times, times, 1, PREC);
        _arb_vec_scalar_div(s->term, two, s->n, times, PREC);
        judge_drop_radii(s->term, s->n);
        return BY_A_POWER;
    }
    return OTHERWISE;
}

/* Numbers in several powers, as where areas multiply products of two: the generator with them left
 * out, with the other sign, doubled and halved. */
static void try_changes(term_search *s, const numbers_of *of, const char *name)
{
    REF_LOCAL_VEC(arb, s->n, other);
    for (size_t i = 0; i < CHANGES; i++) {
        if (!evaluate_with(other, s, of, changes[i].factor, s->dW)) continue;
        _arb_vec_sub(other, other, s->whole, s->n, PREC);
        if (!_arb_vec_is_finite(other, s->n)) continue;
        judge_drop_radii(other, s->n);
        if (is_near(s, s->rest, NULL, other, 4)) fprintf(s->to, "%s %s\n", name, changes[i].words);
    }
}

/* Compares the term of these numbers, under the name; with areas also what they are in that of the
 * increments alone, which a program may have by itself. */
static void try_numbers(term_search *s, const numbers_of *of, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void try_numbers(term_search *s, const numbers_of *of, const char *format, ...)
{
    char name[NAME];
    va_list rest;
    va_start(rest, format);
    vsnprintf(name, sizeof name, format, rest);
    va_end(rest);
    const long before = ftell(s->to);
    const dependence how = set_term(s, of, s->dW);
    if (how == BY_A_POWER) try_term(s, "%s", name);
    if (how == OTHERWISE) try_changes(s, of, name);
    if (s->sys->areas == 0 || ftell(s->to) > before) return;
    REF_LOCAL_VEC(arb, s->M, dW);
    _arb_vec_set(dW, s->dW, s->M - s->sys->areas);
    if (set_term(s, of, dW) == BY_A_POWER) try_term(s, "%s", name);
}

/* ---- Bonds --------------------------------------------------------------------------------- */

/* The list of pairs of vectors of the case's system; NULL: there is none. */
static const slp_numbers *bonds_of(const slp_case *c)
{
    for (size_t p = 0; p < SLP_MAX_PARAMS && c->system->params[p].key; p++)
        if (c->system->params[p].kind == SLP_PARAM_PAIRS && c->system->algebra == SLP_SU2N)
            return &c->params[p];
    return NULL;
}

/* The terms of a key in the first, or in the second vector of each bond. */
static void try_ends(term_search *s, numbers_of of, const slp_numbers *bonds)
{
    const size_t count = bonds->count / 2;
    REF_LOCAL_VEC(arb, 2 * s->n, ends);
    for (size_t b = 0; b < count; b++) {
        of.first = b * of.length;
        if (set_term(s, &of, s->dW) != BY_A_POWER) continue;
        for (slong end = 0; end < 2; end++) {
            const slong from = 3 * (slong)bonds->at[2 * b + (size_t)end] - 3;
            _arb_vec_add(ends + end * s->n + from, ends + end * s->n + from, s->term + from, 3,
                         PREC);
        }
        try_term(s, "the term of `%s` of bond number %zu", of.key, b + 1);
    }
    s->only = -1;
    for (slong end = 0; end < 2; end++) {
        _arb_vec_set(s->term, ends + end * s->n, s->n);
        judge_drop_radii(s->term, s->n);
        try_term(s, "the term of `%s`, at the %s vector of each bond,", of.key,
                 end ? "second" : "first");
    }
}

/* ---- Keys ---------------------------------------------------------------------------------- */

static void try_list(term_search *s, const char *key, const slp_numbers *list)
{
    const slong only = s->only;
    const size_t count = list->count;
    numbers_of of = {key, list->at, count, 0, count, count, false};
    const slp_numbers *bonds = bonds_of(s->walk->step->c);
    const size_t noises = (size_t)(s->M - s->sys->areas);
    const bool of_bonds = bonds && bonds->count > 2 && count % (bonds->count / 2) == 0;
    const size_t owners = of_bonds ? bonds->count / 2 : noises;
    try_numbers(s, &of, "the term of `%s`", key);
    of.length = 1;
    if (owners > 0 && count % owners == 0 && count > owners && count / owners <= MOST_NUMBERS) {
        of.every = count / owners;
        for (of.first = 0; of.first < of.every; of.first++)
            try_numbers(s, &of, "the term of number %zu in each %zu of `%s`", of.first + 1,
                        of.every, key);
        of.every = count;
    }
    s->open = s->open || count > MOST_NUMBERS;
    if (count < 2 || count > MOST_NUMBERS) return;
    for (of.first = 0; of.first < count && !(of_bonds && count == owners); of.first++)
        try_numbers(s, &of, "the term of number %zu of `%s`", of.first + 1, key);
    of.length = count / (of_bonds ? owners : 1);
    if (of_bonds) try_ends(s, of, bonds);
    s->only = only;
}

static void try_monomials(term_search *s, const char *key, const slp_numbers *list)
{
    slp_term term;
    size_t count = 0;
    for (size_t at = 0; slp_terms_next(&term, &at, list->at, list->count);) count++;
    numbers_of of = {key, list->at, list->count, 0, 1, SIZE_MAX, true};
    for (; of.first < count && of.first < MOST_NUMBERS; of.first++)
        try_numbers(s, &of, "term %zu of `%s`", of.first + 1, key);
    s->open = s->open || count > MOST_NUMBERS;
    of.first = count - 1;
    if (count > 0) try_numbers(s, &of, "the last term of `%s`", key);
}

static void try_keys(term_search *s)
{
    const slp_case *c = s->walk->step->c;
    for (size_t p = 0; p < SLP_MAX_PARAMS && c->system->params[p].key; p++) {
        const slp_param_schema *schema = &c->system->params[p];
        if (c->params[p].count == 0) continue;
        if (schema->kind == SLP_PARAM_NUMBERS) try_list(s, schema->key, &c->params[p]);
        if (schema->kind == SLP_PARAM_TERMS) try_monomials(s, schema->key, &c->params[p]);
    }
}

/* ---- All ----------------------------------------------------------------------------------- */

/* Sets rest and unsure; false where they say nothing. */
static bool begin(term_search *s, arb_srcptr given, const mag_t allowed)
{
    const stage_walk *walk = s->walk;
    arb_srcptr value = walk->values[s->item - walk->rule->items];
    REF_LOCAL(mag, radius);
    _arb_vec_set(s->at, stage_part_of(walk, s->item->at), s->n);
    if (!_arb_vec_is_finite(s->at, s->n) || !_arb_vec_is_finite(value, s->n)) return false;
    judge_drop_radii(s->at, s->n);
    for (slong i = 0; i < s->n; i++)
        mag_addmul(radius, arb_radref(value + i), arb_radref(value + i));
    mag_sqrt(radius, radius);
    mag_add(radius, radius, allowed);
    mag_mul_2exp_si(s->unsure, radius, 2);
    evaluate(s->whole, s, s->sys, s->h, s->dW);
    if (!_arb_vec_is_finite(s->whole, s->n)) return false;
    judge_drop_radii(s->whole, s->n);
    if (!is_near(s, value, NULL, s->whole, 1)) return false; /* the scheme calls another one */
    _arb_vec_sub(s->rest, given, s->whole, s->n, PREC);
    judge_drop_radii(s->rest, s->n);
    if (is_small(s, s->rest, 0, s->n, 1000)) return false;
    const slp_algebra kind = walk->step->c->system->algebra;
    s->only = -1;
    s->block = kind == SLP_SU2N ? 3 : kind == SLP_SE3 || kind == SLP_SUN_DUAL ? s->n / 2 : 0;
    for (slong b = 0, many = 0; s->block && b < s->n; b += s->block) {
        if (is_small(s, s->rest, b, s->block, 1)) continue;
        s->only = many++ ? -1 : b;
    }
    if (s->block >= s->n) s->only = -1;
    return true;
}

char *stage_wrong_terms(const stage_walk *walk, size_t item, arb_srcptr given, const mag_t allowed)
{
    term_search s = {.walk = walk, .item = &walk->rule->items[item], .sys = walk->step->sys};
    s.n = s.item->n;
    s.M = s.sys->M;
    const bool factor = s.item->kind == STAGE_FACTOR;
    if ((!factor && s.item->kind != STAGE_GENERATOR) || s.n > MOST_D || s.n != s.sys->algebra.d)
        return NULL;
    s.h = factor ? walk->frame->part : walk->step->h;
    s.dW = factor ? walk->frame->part + 1 : walk->step->dW;
    REF_LOCAL_VEC(arb, 4 * s.n, numbers);
    s.at = numbers;
    s.whole = numbers + s.n;
    s.rest = s.whole + s.n;
    s.term = s.rest + s.n;
    mag_init(s.unsure);
    slp_written text;
    s.to = slp_written_begin(&text);
    const bool told = begin(&s, given, allowed);
    if (told) try_parts(&s);
    if (told) try_keys(&s);
    slp_written_end(&text);
    mag_clear(s.unsure);
    /* a program may have other factors, in another order */
    if (told && (*text.text || !(s.open || factor))) return text.text;
    free(text.text);
    return NULL;
}
