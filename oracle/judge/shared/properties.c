/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The properties of a case that the search looks at.  They are functions of the case alone, not of
 * the answer. */
#include "oracle/contract/number/arithmetic.h"
#include "oracle/contract/case/case_sum.h"
#include "oracle/contract/number/float_rules.h"
#include "oracle/contract/case/terms.h"
#include "oracle/judge/shared/parts.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/sum.h"
#include "ref/local.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Ranks: a condition on what a case is comes before one on what it has, numbers come last. */
enum { WHAT = 1, GIVEN, NONZERO, ORDER, SIGN, NUMBER, LENGTH, PLACE, OTHER, LAST };

typedef struct writer {
    shared_case *to;
    shared_table *table;
    const slp_case *c;
} writer;

void shared_case_clear(shared_case *of)
{
    free(of->property);
    free(of->value);
    *of = (shared_case){0};
}

/* The place of a name in the table; SHARED_PROPERTIES if there is no more room. */
static size_t place_of(shared_table *table, shared_kind kind, int rank, const char *name,
                       const char * not )
{
    const size_t slots = sizeof table->slot / sizeof *table->slot;
    size_t slot = (size_t)(slp_fnv(SLP_FNV, name, strlen(name)) % slots);
    for (; table->slot[slot]; slot = (slot + 1) % slots)
        if (strcmp(table->at[table->slot[slot] - 1].name, name) == 0) return table->slot[slot] - 1u;
    if (table->count == SHARED_PROPERTIES) return SHARED_PROPERTIES;
    shared_property *p = &table->at[table->count++];
    *p = (shared_property){.kind = kind, .rank = rank};
    snprintf(p->name, sizeof p->name, "%s", name);
    snprintf(p->not, sizeof p->not, "%s", not );
    table->slot[slot] = (unsigned short)table->count;
    return table->count - 1;
}

static void add(writer *w, shared_kind kind, int rank, double value, const char *name,
                const char * not )
{
    shared_case *to = w->to;
    const size_t place = place_of(w->table, kind, rank, name, not );
    if (place == SHARED_PROPERTIES || isnan(value)) return;
    to->property = slp_one_more(to->property, to->count, sizeof *to->property);
    to->value = slp_one_more(to->value, to->count, sizeof *to->value);
    to->property[to->count] = (unsigned short)place;
    to->value[to->count++] = value;
}

/* A flag that the case has if `has`, in words "SUBJECT YES", else "SUBJECT NO". */
static void flag(writer *w, int rank, bool has, const char *yes, const char *no, const char *format,
                 ...) __attribute__((format(printf, 6, 7)));
static void flag(writer *w, int rank, bool has, const char *yes, const char *no, const char *format,
                 ...)
{
    char subject[SHARED_NAME / 2], name[SHARED_NAME], not [SHARED_NAME];
    va_list rest;
    va_start(rest, format);
    vsnprintf(subject, sizeof subject, format, rest);
    va_end(rest);
    snprintf(name, sizeof name, "%s %s", subject, yes);
    snprintf(not, sizeof not, "%s %s", subject, no);
    add(w, rank == PLACE ? SHARED_PLACE : SHARED_FLAG, rank, has, name, not );
}

static void number(writer *w, shared_kind kind, int rank, double value, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
static void number(writer *w, shared_kind kind, int rank, double value, const char *format, ...)
{
    char name[SHARED_NAME];
    va_list rest;
    va_start(rest, format);
    vsnprintf(name, sizeof name, format, rest);
    va_end(rest);
    add(w, kind, rank, value, name, "");
}

/* "SUBJECT is WORD": a choice that the case has made. */
static void choice(writer *w, int rank, const char *subject, const char *word)
{
    char yes[SHARED_NAME / 2], no[SHARED_NAME / 2];
    snprintf(yes, sizeof yes, "is %.40s", word);
    snprintf(no, sizeof no, "is not %.40s", word);
    flag(w, rank, true, yes, no, "%s", subject);
}

/* ---- Lists of numbers ----------------------------------------------------------------------- */

typedef struct numbers_facts {
    bool negative, zero, minus_zero, subnormal, equal;
    double most, least, sum; /* sizes; least: of those that are not 0; sum: Euclidean length */
    bool whole, odd;         /* all are whole; the sum of the numbers is odd */
} numbers_facts;

static numbers_facts facts_of(const double *at, size_t count)
{
    numbers_facts f = {.least = INFINITY, .whole = true};
    for (size_t i = 0; i < count; i++) {
        const double size = fabs(at[i]);
        f.negative = f.negative || at[i] < 0;
        f.zero = f.zero || at[i] == 0;
        f.minus_zero = f.minus_zero || (at[i] == 0 && signbit(at[i]));
        f.subnormal = f.subnormal || (size > 0 && size < DBL_MIN);
        f.equal = f.equal || (i > 0 && at[i] == at[i - 1] && size > 0);
        f.most = fmax(f.most, size);
        if (size > 0) f.least = fmin(f.least, size);
        f.sum = hypot(f.sum, at[i]);
        f.whole = f.whole && size < 1e15 && floor(size) == size;
    }
    f.odd = count == 1 && f.whole && fmod(fabs(at[0]), 2) == 1;
    return f;
}

/* Each number of a short list by its place: "number 2 of `quad` is negative". */
static void add_places(writer *w, const char *key, const double *at, size_t count, bool positive)
{
    enum { MOST = 6 };
    if (count < 2 || count > MOST) return;
    for (size_t i = 0; i < count; i++) {
        if (!positive) {
            flag(w, PLACE, at[i] == 0, "is 0", "is not 0", "number %zu of %s", i + 1, key);
            flag(w, PLACE, at[i] < 0, "is negative", "is not negative", "number %zu of %s", i + 1,
                 key);
        }
        for (size_t j = i + 1; j < count && count == 3; j++)
            flag(w, PLACE, fabs(at[i]) > fabs(at[j]), "is larger", "is not larger",
                 "of numbers %zu and %zu of %s the first", i + 1, j + 1, key);
    }
}

static void add_list(writer *w, const char *key, const double *at, size_t count, bool positive)
{
    const numbers_facts f = facts_of(at, count);
    if (!positive) {
        flag(w, NONZERO, f.most > 0, "a number that is not 0", "no number that is not 0", "%s has",
             key);
        flag(w, SIGN, f.negative, "a negative number", "no negative number", "%s has", key);
        flag(w, SIGN, f.zero, "a 0", "no 0", "%s has", key);
    }
    number(w, SHARED_COUNT, NUMBER, (double)count, "the count of %s", key);
    flag(w, SIGN, f.equal, "equal neighbours", "no equal neighbours", "%s has", key);
    number(w, SHARED_SIZE, LENGTH, f.most, "the largest size in %s", key);
    if (f.most > 0) {
        number(w, SHARED_SIZE, LENGTH, f.least, "the smallest size but 0 in %s", key);
        number(w, SHARED_SIZE, LENGTH, f.most / f.least, "the ratio of largest to smallest in %s",
               key);
    }
    add_places(w, key, at, count, positive);
}

static void add_single(writer *w, const char *key, double value, bool whole)
{
    if (whole) {
        number(w, SHARED_COUNT, NUMBER, value, "%s", key);
        flag(w, NUMBER, fmod(value / 2, 2) == 1, "odd", "not odd", "half of %s is", key);
        return;
    }
    flag(w, NONZERO, value != 0, "is not 0", "is 0", "%s", key);
    flag(w, SIGN, value < 0, "is negative", "is not negative", "%s", key);
    number(w, SHARED_SIZE, LENGTH, fabs(value), "the size of %s", key);
}

/* ---- Parameters ----------------------------------------------------------------------------- */

/* Pairs a:b; those whose own number is 0 (the exchange of a bond) are passed over. */
static void add_pairs(writer *w, const char *key, const slp_numbers *pairs)
{
    bool falls = false, rises = false, equal = false, twice = false;
    bool odd_a = false, odd_b = false, odd_sum = false;
    double span = 0;
    const slp_numbers *own = NULL;
    const size_t count = pairs->count / 2;
    for (size_t p = 0; p < SLP_MAX_PARAMS && w->c->system->params[p].key; p++)
        if (w->c->system->params[p].kind == SLP_PARAM_NUMBERS && w->c->params[p].count == count &&
            w->c->system->params[p].required)
            own = &w->c->params[p];
    for (size_t i = 0; i < count; i++) {
        const double a = pairs->at[2 * i], b = pairs->at[2 * i + 1];
        if (own && own->at[i] == 0) continue;
        falls = falls || a > b;
        rises = rises || a < b;
        equal = equal || a == b;
        odd_a = odd_a || fmod(fabs(a), 2) == 1;
        odd_b = odd_b || fmod(fabs(b), 2) == 1;
        odd_sum = odd_sum || fmod(fabs(a + b), 2) == 1;
        span = fmax(span, fabs(a - b));
        for (size_t j = 0; j < i && count <= 256 && !twice; j++) {
            const double c = pairs->at[2 * j], d = pairs->at[2 * j + 1];
            twice = (a == c && b == d) || (a == d && b == c);
        }
    }
    flag(w, ORDER, falls, "a > b", "no a > b", "%s has", key);
    flag(w, ORDER, rises, "a < b", "no a < b", "%s has", key);
    flag(w, ORDER, equal, "a = b", "no a = b", "%s has", key);
    flag(w, ORDER, twice, "a pair twice", "no pair twice", "%s has", key);
    flag(w, ORDER, odd_a, "an odd a", "no odd a", "%s has", key);
    flag(w, ORDER, odd_b, "an odd b", "no odd b", "%s has", key);
    flag(w, ORDER, odd_sum, "an odd a + b", "no odd a + b", "%s has", key);
    number(w, SHARED_COUNT, NUMBER, (double)count, "the count of %s", key);
    number(w, SHARED_COUNT, NUMBER, span, "the largest |a - b| in %s", key);
}

static void add_terms(writer *w, const char *key, const slp_numbers *list)
{
    slp_term term;
    size_t count = 0, energy = 0, noise = 0;
    bool falls = false, power = false, mixed = false, zero = false;
    double most = 0;
    for (size_t at = 0; slp_terms_next(&term, &at, list->at, list->count);) {
        count++;
        zero = zero || term.c == 0;
        if (term.c == 0) continue;
        if (term.k == 0 && term.degree > energy) energy = term.degree;
        if (term.k > 0 && term.degree > noise) noise = term.degree;
        most = fmax(most, fabs(term.c));
        for (size_t i = 1; i < term.degree; i++) {
            falls = falls || term.index[i] < term.index[i - 1];
            power = power || term.index[i] == term.index[i - 1];
            mixed = mixed || term.index[i] != term.index[i - 1];
        }
    }
    flag(w, ORDER, falls, "falling indices", "no falling indices", "%s has", key);
    flag(w, ORDER, power, "a power", "no power", "%s has", key);
    flag(w, ORDER, mixed, "a product of different coordinates",
         "no product of different coordinates", "%s has", key);
    flag(w, SIGN, zero, "a 0", "no 0", "%s has", key);
    number(w, SHARED_COUNT, NUMBER, (double)count, "the count of %s", key);
    number(w, SHARED_COUNT, NUMBER, (double)energy, "the degree of H_0");
    number(w, SHARED_COUNT, NUMBER, (double)noise, "the degree of the noises");
    number(w, SHARED_SIZE, LENGTH, most, "the largest size in %s", key);
}

static bool is_word_of(const char *words, size_t which, char *word, size_t room)
{
    for (size_t i = 0; words && i < which; i++)
        if ((words = strchr(words, ' '))) words++;
    if (!words) return false;
    snprintf(word, room, "%.*s", (int)strcspn(words, " "), words);
    return true;
}

/* Whether other cases give several numbers under the key: then "the key is 0" is not the opposite
 * of what one number alone is. */
static bool may_have_more(const char *key)
{
    return strcmp(key, "gamma") == 0 || strcmp(key, "inertia") == 0 ||
           strcmp(key, "exchange") == 0 || strcmp(key, "weights") == 0;
}

static void add_params(writer *w)
{
    const slp_case *c = w->c;
    for (size_t p = 0; p < SLP_MAX_PARAMS && c->system->params[p].key; p++) {
        const slp_param_schema *schema = &c->system->params[p];
        const slp_numbers *list = &c->params[p];
        char key[SHARED_NAME / 4], word[SHARED_NAME / 4];
        snprintf(key, sizeof key, "`%.20s`", schema->key);
        if (!schema->required)
            flag(w, GIVEN, list->count > 0, "is given", "is not given", "%s", key);
        if (list->count == 0) continue;
        const numbers_facts f = facts_of(list->at, list->count);
        if (schema->kind == SLP_PARAM_WORD) {
            if (is_word_of(schema->words, (size_t)list->at[0], word, sizeof word))
                choice(w, WHAT, key, word);
        } else if (schema->kind == SLP_PARAM_PAIRS) {
            add_pairs(w, key, list);
        } else if (schema->kind == SLP_PARAM_TERMS) {
            add_terms(w, key, list);
        } else if (list->count == 1 && !may_have_more(schema->key)) {
            const bool whole = strcmp(schema->key, "n") == 0 || strcmp(schema->key, "size") == 0 ||
                               strcmp(schema->key, "shell") == 0 ||
                               strcmp(schema->key, "noises") == 0;
            add_single(w, key, list->at[0], whole);
        } else {
            add_list(w, key, list->at, list->count, strcmp(schema->key, "inertia") == 0);
        }
        flag(w, OTHER, f.minus_zero, "a -0", "no -0", "%s has", key);
        flag(w, OTHER, f.subnormal, "a subnormal number", "no subnormal number", "%s has", key);
    }
}

/* ---- Step, increments, state ---------------------------------------------------------------- */

/* Whether a step has other increments than the one before it. */
static bool steps_differ(const slp_case *c)
{
    bool other = false;
    for (size_t i = c->M; i < c->dw_count && !other; i++) other = c->dw[i] != c->dw[i - c->M];
    return other;
}

static void add_step(writer *w)
{
    const slp_case *c = w->c;
    number(w, SHARED_COUNT, NUMBER, (double)c->steps, "the number of steps");
    number(w, SHARED_COUNT, NUMBER, (double)c->d, "the number of coordinates");
    flag(w, SIGN, c->h < 0, "is negative", "is not negative", "h");
    flag(w, NONZERO, c->h != 0, "is not 0", "is 0", "h");
    number(w, SHARED_SIZE, LENGTH, fabs(c->h), "|h|");
    number(w, SHARED_COUNT, NUMBER, (double)(c->M - c->areas), "the number of noises");
    flag(w, GIVEN, c->areas > 0, "is given", "is not given", "`area`");
    if (c->M == 0 || c->dw_count == 0) return;
    const numbers_facts f = facts_of(c->dw, c->dw_count);
    flag(w, NONZERO, f.most > 0, "a number that is not 0", "no number that is not 0", "`dw` has");
    flag(w, NONZERO, steps_differ(c), "steps that differ", "no steps that differ", "`dw` has");
    flag(w, SIGN, f.negative, "a negative number", "no negative number", "`dw` has");
    flag(w, SIGN, f.zero, "a 0", "no 0", "`dw` has");
    flag(w, OTHER, f.minus_zero, "a -0", "no -0", "`dw` has");
    number(w, SHARED_SIZE, LENGTH, f.most, "the largest size in `dw`");
    if (c->h != 0)
        number(w, SHARED_SIZE, LENGTH, f.most / sqrt(fabs(c->h)),
               "the largest size in `dw` over sqrt |h|");
    add_places(w, "`dw`", c->dw, c->steps == 1 ? c->dw_count : 0, false);
}

/* Lengths of the 3-vectors that a state is made of. */
static void add_vectors(writer *w)
{
    double least = INFINITY, most = 0;
    const slp_case *c = w->c;
    if (c->system->algebra != SLP_SU2N && c->system->algebra != SLP_SE3) return;
    for (size_t i = 0; i + 2 < c->d; i += 3) {
        const double length = hypot(hypot(c->x[i], c->x[i + 1]), c->x[i + 2]);
        least = fmin(least, length);
        most = fmax(most, length);
    }
    number(w, SHARED_SIZE, LENGTH, least, "the shortest vector of x");
    number(w, SHARED_SIZE, LENGTH, most, "the longest vector of x");
    if (least > 0)
        number(w, SHARED_SIZE, LENGTH, most / least, "the ratio of longest to shortest in x");
}

/* Which diagonals j - i of a matrix of su(N) are not 0. */
static void add_diagonals(writer *w)
{
    const slp_case *c = w->c;
    const size_t n = (size_t)lround(sqrt((double)c->d));
    bool odd = false, even = false;
    if (c->system->algebra != SLP_SUN) return;
    for (size_t i = 0, at = n; i < n; i++)
        for (size_t j = i + 1; j < n && at + 1 < c->d; j++, at += 2) {
            const bool any = c->x[at] != 0 || c->x[at + 1] != 0;
            odd = odd || (any && (j - i) % 2 == 1);
            even = even || (any && (j - i) % 2 == 0);
        }
    flag(w, OTHER, odd, "an odd diagonal", "no odd diagonal", "x has");
    flag(w, OTHER, even, "an even diagonal", "no even diagonal", "x has");
}

/* |Xi|, the generator at x under the increments of the first step. */
static void add_generator(writer *w)
{
    enum { PREC = 64, MOST = 4096 };
    const slp_case *c = w->c;
    slp_error err;
    ref_system *sys = NULL;
    const bool two = c->system->algebra == SLP_SE3 || c->system->algebra == SLP_SUN_DUAL;
    const size_t d = c->d, M = c->M, count = two ? d / 2 : d;
    double size = 0;
    if (d + M > MOST || !ref_has_system(c->system->name) || ref_system_new(&sys, c, &err) != SLP_OK)
        return;
    REF_LOCAL_VEC(arb, (slong)d, x, xi);
    REF_LOCAL_VEC(arb, (slong)M, dw);
    REF_LOCAL(arb, h);
    arb_set_d(h, c->h);
    for (size_t i = 0; i < d; i++) arb_set_d(x + i, c->x[i]);
    for (size_t i = 0; i < M; i++) arb_set_d(dw + i, c->dw[i]);
    ref_generator(xi, sys, x, h, dw, PREC);
    for (size_t i = 0; i < count; i++)
        size = hypot(size, arf_get_d(arb_midref(xi + i), ARF_RND_NEAR));
    number(w, SHARED_SIZE, LENGTH, size, "|Xi|");
    ref_system_free(sys);
}

static void add_state(writer *w)
{
    const slp_case *c = w->c;
    const numbers_facts f = facts_of(c->x, c->d);
    number(w, SHARED_SIZE, NUMBER, f.sum, "|x|"); /* first among the sizes */
    flag(w, NONZERO, f.most > 0, "is not 0", "is 0", "x");
    flag(w, SIGN, f.negative, "a negative number", "no negative number", "x has");
    flag(w, SIGN, f.zero, "a 0", "no 0", "x has");
    flag(w, OTHER, f.minus_zero, "a -0", "no -0", "x has");
    flag(w, OTHER, f.subnormal, "a subnormal number", "no subnormal number", "x has");
    flag(w, OTHER, f.equal, "equal neighbours", "no equal neighbours", "x has");
    flag(w, OTHER, c->exact_x != NULL, "more digits than binary64", "no more digits than binary64",
         "x has");
    number(w, SHARED_SIZE, PLACE, f.most, "the largest size in x");
    if (f.most > 0) {
        number(w, SHARED_SIZE, PLACE, f.least, "the smallest size but 0 in x");
        number(w, SHARED_SIZE, PLACE, f.most / f.least, "the ratio of largest to smallest in x");
    }
    add_places(w, "x", c->x, c->d, false);
    add_vectors(w);
    add_diagonals(w);
}

/* ---- The line ------------------------------------------------------------------------------- */

/* The class in an id that slp gen made: SYSTEM.SCHEME-CLASS-NUMBER. */
static void add_class(writer *w)
{
    const char *id = w->c->id, *end = id ? strrchr(id, '-') : NULL, *begin = end;
    if (!end || !strchr(id, '.') || strspn(end + 1, "0123456789") != strlen(end + 1)) return;
    while (begin > id && begin[-1] != '-' && begin[-1] != '.') begin--;
    char word[SHARED_NAME / 4];
    snprintf(word, sizeof word, "%.*s", (int)(end - begin), begin);
    if (begin > id && begin < end && begin[-1] == '-') choice(w, OTHER, "the class", word);
}

static void add_line(writer *w)
{
    slp_written text;
    enum { MOST = 100000 }; /* numbers; a longer line is not measured */
    if (w->c->x_count + w->c->dw_count > MOST) return;
    slp_sums sums = {0, 0};
    slp_case_print_sum(slp_written_begin(&text), w->c, &sums, false);
    free(slp_written_end(&text));
    number(w, SHARED_COUNT, LAST, (double)text.size, "the length of the line");
}

void shared_properties_of(shared_case *to, shared_table *table, const slp_case *c)
{
    writer w = {to, table, c};
    choice(&w, WHAT, "the system", slp_system_word(c->system));
    choice(&w, WHAT, "the scheme", c->scheme->name);
    add_params(&w);
    add_step(&w);
    add_state(&w);
    add_generator(&w);
    if (c->arithmetic)
        number(&w, SHARED_COUNT, OTHER, c->arithmetic->bits, "the bits of the arithmetic");
    add_class(&w);
    add_line(&w);
}
