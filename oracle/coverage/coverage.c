/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Counts cases by what they have, and prints the counts. */
#include "oracle/coverage/coverage.h"
#include "oracle/contract/draw/draw_form.h"
#include "oracle/contract/draw/draw_pattern.h"
#include "oracle/contract/case/terms.h"
#include "oracle/plumbing/allocate.h"
#include "ref/local.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    OF_CASE = 3, /* x, dw, area: behind the parameters */
    KEYS = SLP_MAX_PARAMS + OF_CASE,
    SYSTEMS = 64,
    OCTAVES = 22,
    LOW = -16, /* decades: 0, below 1e-16, 1e-16, ..., 1e3 and above */
    HIGH = 3,
    BINS = HIGH - LOW + 3,
    SAMPLES = 24
};

#define QUANTITIES(X)                                                                              \
    X(ANGLE, "angle")                                                                              \
    X(LEVER, "lever")                                                                              \
    X(STEP, "\\|h\\|")                                                                             \
    X(STATE, "\\|x\\|")                                                                            \
    X(RATIO, "ratio")
#define QUANTITY_ENUM(name, word) QUANTITY_##name,
enum { QUANTITIES(QUANTITY_ENUM) QUANTITY_COUNT };
#define QUANTITY_WORD(name, word) word,
static const char *const quantity_words[] = {QUANTITIES(QUANTITY_WORD)};

typedef struct key_counts {
    size_t pattern[SLP_PATTERN_COUNT], octave[OCTAVES], least, at_least;
    size_t with[KEYS]; /* cases in which this key and that one both have a number that is not 0 */
    slp_case sample[SAMPLES];
    size_t samples;
} key_counts;

typedef struct system_counts {
    const slp_system *system;
    size_t cases, octave[OCTAVES], decade[QUANTITY_COUNT][BINS], form[SLP_FORM_COUNT];
    key_counts key[KEYS];
} system_counts;

struct slp_coverage {
    system_counts of[SYSTEMS];
    size_t count, unexplained;
};

slp_coverage *slp_coverage_new(void)
{
    return slp_allocate(1, sizeof(slp_coverage));
}

void slp_coverage_free(slp_coverage *of)
{
    for (size_t s = 0; of && s < of->count; s++)
        for (size_t k = 0; k < KEYS; k++)
            for (size_t i = 0; i < of->of[s].key[k].samples; i++)
                slp_case_clear(&of->of[s].key[k].sample[i]);
    free(of);
}

/* ---- Counting ------------------------------------------------------------------------------ */

static size_t octave_of(size_t count)
{
    size_t k = 0;
    while (count >> (k + 1)) k++;
    return k < OCTAVES ? k : OCTAVES - 1;
}

static size_t bin_of(double size)
{
    if (size == 0) return 0;
    const double decade = floor(log10(size));
    if (!(decade >= LOW)) return 1;
    return decade >= HIGH ? BINS - 1 : (size_t)((int)decade - LOW + 2);
}

static double norm(arb_srcptr xi, size_t first, size_t count)
{
    double size = 0;
    for (size_t i = first; i < first + count; i++)
        size = hypot(size, arf_get_d(arb_midref(xi + i), ARF_RND_NEAR));
    return size;
}

/* The generator at the start of the case, under the increments of each step. */
static void add_angles(system_counts *to, const slp_case *c)
{
    enum { PREC = 64, MOST_STEPS = 64 };
    slp_error err;
    ref_system *sys = NULL;
    if (!ref_has_system(c->system->name) || ref_system_new(&sys, c, &err) != SLP_OK) return;
    const bool two = c->system->algebra == SLP_SE3 || c->system->algebra == SLP_SUN_DUAL;
    const size_t first = two ? c->d / 2 : c->d;
    REF_LOCAL_VEC(arb, (slong)c->d, x, xi);
    REF_LOCAL_VEC(arb, (slong)c->M, dw);
    REF_LOCAL(arb, h);
    arb_set_d(h, c->h);
    for (size_t i = 0; i < c->d; i++) arb_set_d(x + i, c->x[i]);
    for (size_t s = 0; s < c->steps && s < MOST_STEPS; s++) {
        for (size_t i = 0; i < c->M; i++) arb_set_d(dw + i, c->dw[s * c->M + i]);
        ref_generator(xi, sys, x, h, dw, PREC);
        const double angle = norm(xi, 0, first), other = two ? norm(xi, first, first) : 0;
        if (isnan(angle)) continue; /* vortices in one place */
        to->decade[QUANTITY_ANGLE][bin_of(angle)]++;
        if (two && angle > 0) to->decade[QUANTITY_LEVER][bin_of(other / angle)]++;
    }
    ref_system_free(sys);
}

/* The numbers of key k: a parameter (of terms the coefficients), x, the increments or the areas
 * (those of the first step).  A list to be freed. */
static double *numbers_of(const slp_case *c, size_t k, size_t *count)
{
    const size_t M = c->M - c->areas;
    const slp_numbers in_case = k < SLP_MAX_PARAMS        ? c->params[k]
                                : k == SLP_MAX_PARAMS     ? (slp_numbers){c->d, c->x}
                                : k == SLP_MAX_PARAMS + 1 ? (slp_numbers){M, c->dw}
                                : c->areas                ? (slp_numbers){c->areas, c->dw + M}
                                                          : (slp_numbers){0, NULL};
    double *numbers = slp_allocate(in_case.count + 1, sizeof *numbers);
    *count = in_case.count;
    if (k < SLP_MAX_PARAMS && c->system->params[k].kind == SLP_PARAM_TERMS)
        *count = slp_terms_get_coefficients(numbers, in_case.at, in_case.count);
    else if (in_case.count)
        memcpy(numbers, in_case.at, in_case.count * sizeof *numbers);
    return numbers;
}

static bool any_number(const double *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (numbers[i] != 0) return true;
    return false;
}

/* The least of the numbers over the largest, zeros apart. */
static double ratio_of(const double *numbers, size_t count)
{
    double least = INFINITY, most = 0;
    for (size_t i = 0; i < count; i++) {
        if (numbers[i] == 0) continue;
        least = fmin(least, fabs(numbers[i]));
        most = fmax(most, fabs(numbers[i]));
    }
    return most > 0 ? least / most : 1;
}

static void add_key(system_counts *to, const slp_case *c, size_t k)
{
    enum { MOST_D = 64 };
    size_t count;
    key_counts *key = &to->key[k];
    double *numbers = numbers_of(c, k, &count);
    if (count && (key->least == 0 || count < key->least)) {
        key->least = count;
        key->at_least = 0;
    }
    key->at_least += count && count == key->least;
    if (count) key->octave[octave_of(count)]++;
    for (int p = 0; p < SLP_PATTERN_COUNT; p++)
        key->pattern[p] += slp_has_pattern(numbers, count, 1, (slp_pattern)p);
    if (k < KEYS - 1 && any_number(numbers, count) && key->samples < SAMPLES && c->d <= MOST_D &&
        c->areas == 0) {
        slp_case_init(&key->sample[key->samples]);
        slp_need_memory(slp_case_copy(&key->sample[key->samples++], c));
    }
    free(numbers);
}

static system_counts *counts_of(slp_coverage *in, const slp_system *system)
{
    for (size_t s = 0; s < in->count; s++)
        if (in->of[s].system == system) return &in->of[s];
    if (in->count == SYSTEMS) return NULL;
    in->of[in->count].system = system;
    return &in->of[in->count++];
}

void slp_coverage_add(slp_coverage *to, const slp_case *c)
{
    system_counts *of = counts_of(to, c->system);
    double length = 0;
    bool any[KEYS];
    if (!of) return;
    of->cases++;
    of->octave[octave_of(c->d)]++;
    for (int f = 0; f < SLP_FORM_COUNT; f++) of->form[f] += slp_has_form(c, (slp_form)f);
    for (size_t i = 0; i < c->d; i++) length = hypot(length, c->x[i]);
    for (size_t k = 0; k < KEYS; k++) {
        size_t count;
        double *numbers = numbers_of(c, k, &count);
        const bool word = k < SLP_MAX_PARAMS && c->system->params[k].kind == SLP_PARAM_WORD;
        any[k] = word ? count > 0 : any_number(numbers, count);
        if (k < SLP_MAX_PARAMS && count > 1 && any[k] &&
            (c->system->params[k].kind == SLP_PARAM_NUMBERS ||
             c->system->params[k].kind == SLP_PARAM_TERMS))
            of->decade[QUANTITY_RATIO][bin_of(ratio_of(numbers, count))]++;
        free(numbers);
        add_key(of, c, k);
    }
    for (size_t k = 0; k < KEYS; k++)
        for (size_t j = 0; j < KEYS; j++) of->key[k].with[j] += any[k] && any[j];
    of->decade[QUANTITY_STEP][bin_of(fabs(c->h))]++;
    of->decade[QUANTITY_STATE][bin_of(length)]++;
    add_angles(of, c);
}

/* ---- Printing ------------------------------------------------------------------------------ */

static const char *name_of(const slp_system *system, size_t k)
{
    static const char *const of_case[OF_CASE] = {"x", "dw", "area"};
    if (k >= SLP_MAX_PARAMS) return of_case[k - SLP_MAX_PARAMS];
    for (size_t p = 0; p <= k; p++)
        if (!system->params[p].key) return NULL;
    return system->params[k].key;
}

/* Whether the format refuses the pattern in each of the samples; err says why. */
static bool format_refuses(key_counts *key, size_t k, slp_pattern which, slp_error *err)
{
    size_t times = 0;
    slp_draw from;
    slp_draw_init(&from, 1, k);
    for (size_t i = 0; i < key->samples; i++) {
        const slp_status status = slp_draw_pattern(&key->sample[i], k, which, &from, err);
        if (status == SLP_OK) return false;
        times += status == SLP_INPUT;
    }
    return times > 0;
}

static size_t count_of(const key_counts *key, slp_pattern which)
{
    size_t count = 0;
    if (which == SLP_PATTERN_ONE) return key->at_least;
    if (which != SLP_PATTERN_MANY) return key->pattern[which];
    for (size_t o = octave_of(key->least ? key->least : 1) + 2; o < OCTAVES; o++)
        count += key->octave[o];
    return count;
}

static void print_reason(FILE *notes, slp_coverage *of, const char *system, const char *key,
                         const char *cell, const char *why)
{
    of->unexplained += why == NULL;
    fprintf(notes, "| %s | %s | %s | %s |\n", system, key, cell, why ? why : "NO REASON");
}

static void print_keys(FILE *to, FILE *notes, slp_coverage *of, system_counts *s)
{
    const char *name, *system = s->system->name;
    for (size_t k = 0; k < KEYS; k++) {
        if (!(name = name_of(s->system, k))) continue;
        if (k == KEYS - 1 && !s->system->areas) continue;
        fprintf(to, "| %s | `%s` |", system, name);
        for (int p = 0; p < SLP_PATTERN_COUNT; p++) {
            slp_error err = {0};
            const size_t count = count_of(&s->key[k], (slp_pattern)p);
            const bool word = k < SLP_MAX_PARAMS && s->system->params[k].kind == SLP_PARAM_WORD;
            fprintf(to, count ? " %zu |" : " – |", count);
            if (count) continue;
            const char *cell = slp_pattern_word((slp_pattern)p);
            const char *why = slp_coverage_reason(system, name, cell);
            if (!why && word) why = "it is a word";
            if (!why && k < KEYS - 1 && format_refuses(&s->key[k], k, (slp_pattern)p, &err))
                why = err.text;
            print_reason(notes, of, system, name, cell, why);
        }
        fputc('\n', to);
    }
}

static bool any_form_applies(const slp_system *system)
{
    bool any = false;
    for (int f = 0; f < SLP_FORM_COUNT; f++) any = any || slp_form_applies(system, (slp_form)f);
    return any;
}

static void print_forms(FILE *to, FILE *notes, slp_coverage *of, const system_counts *s)
{
    const char *system = s->system->name;
    if (!any_form_applies(s->system)) return;
    fprintf(to, "| %s |", system);
    for (int f = 0; f < SLP_FORM_COUNT; f++) {
        const char *word = slp_form_word((slp_form)f);
        if (!slp_form_applies(s->system, (slp_form)f)) {
            fputs(" |", to);
            continue;
        }
        fprintf(to, s->form[f] ? " %zu |" : " – |", s->form[f]);
        if (s->form[f] == 0)
            print_reason(notes, of, system, "", word, slp_coverage_reason(system, "", word));
    }
    fputc('\n', to);
}

static void print_decades(FILE *to, FILE *notes, slp_coverage *of, const system_counts *s)
{
    for (int q = 0; q < QUANTITY_COUNT; q++) {
        size_t any = 0;
        for (int b = 0; b < BINS; b++) any += s->decade[q][b];
        if (any == 0) {
            print_reason(notes, of, s->system->name, quantity_words[q], "all",
                         slp_coverage_reason(s->system->name, "", quantity_words[q]));
            continue;
        }
        fprintf(to, "| %s | %s |", s->system->name, quantity_words[q]);
        for (int b = 0; b < BINS; b++) {
            char decade[32];
            if (q == QUANTITY_RATIO && (b == 0 || b > (int)bin_of(1))) { /* there is none */
                fputs(" |", to);
                continue;
            }
            snprintf(decade, sizeof decade, b == 0 ? "0" : b == 1 ? "below" : "1e%d", b + LOW - 2);
            fprintf(to, s->decade[q][b] ? " %zu |" : " – |", s->decade[q][b]);
            if (s->decade[q][b] == 0)
                print_reason(notes, of, s->system->name, quantity_words[q], decade,
                             slp_coverage_reason(s->system->name, quantity_words[q], decade));
        }
        fputc('\n', to);
    }
}

static void print_pairs(FILE *to, FILE *notes, slp_coverage *of, const system_counts *s)
{
    const char *name, *other;
    for (size_t k = 0; k < KEYS; k++) {
        if (!(name = name_of(s->system, k))) continue;
        fprintf(to, "| %s | `%s` |", s->system->name, name);
        for (size_t j = 0; j < KEYS; j++) {
            if (j == k || !(other = name_of(s->system, j))) continue;
            if (!s->system->areas && (k == KEYS - 1 || j == KEYS - 1)) continue;
            const size_t count = s->key[k].with[j];
            fprintf(to, " `%s` %zu", other, count);
            if (count == 0)
                print_reason(notes, of, s->system->name, name, other,
                             slp_coverage_reason(s->system->name, name, other));
        }
        fputs(" |\n", to);
    }
}

static void print_sizes(FILE *to, const system_counts *s)
{
    fprintf(to, "| %s |", s->system->name);
    for (int o = 0; o < 12; o++) {
        if (s->octave[o])
            fprintf(to, " %zu |", s->octave[o]);
        else
            fputs(" |", to);
    }
    fputc('\n', to);
}

static void print_heads(FILE *to, const char *title, const char *columns, int count)
{
    fprintf(to, "\nTable: %s\n\n| system |%s\n|", title, columns);
    for (int i = 0; i <= count; i++) fputs("---|", to);
    fputc('\n', to);
}

size_t slp_coverage_print(FILE *to, slp_coverage *of)
{
    char columns[512];
    slp_written empty;
    FILE *notes = slp_written_begin(&empty);
    of->unexplained = 0;
    print_heads(
        to, "Keys: in how many cases",
        " key | left out | zero | partly zero | one | many | equal | nearly equal | negative | "
        "extreme |",
        10);
    for (size_t s = 0; s < of->count; s++) print_keys(to, notes, of, &of->of[s]);
    *columns = '\0';
    for (int f = 0; f < SLP_FORM_COUNT; f++)
        snprintf(columns + strlen(columns), sizeof columns - strlen(columns), " %s |",
                 slp_form_word((slp_form)f));
    print_heads(to, "Forms: in how many cases", columns, SLP_FORM_COUNT);
    for (size_t s = 0; s < of->count; s++) print_forms(to, notes, of, &of->of[s]);
    print_heads(to, "Coordinates of a state, by octaves",
                " 1 | 2 | 4 | 8 | 16 | 32 | 64 | 128 | 256 | 512 | 1024 | 2048 |", 12);
    for (size_t s = 0; s < of->count; s++) print_sizes(to, &of->of[s]);
    snprintf(columns, sizeof columns, " quantity | 0 | below |");
    for (int d = LOW; d <= HIGH; d++)
        snprintf(columns + strlen(columns), sizeof columns - strlen(columns), " 1e%d |", d);
    print_heads(to, "Sizes, by decades", columns, BINS + 1);
    for (size_t s = 0; s < of->count; s++) print_decades(to, notes, of, &of->of[s]);
    print_heads(to, "Pairs of keys: cases in which both have a number that is not 0",
                " key | with |", 2);
    for (size_t s = 0; s < of->count; s++) print_pairs(to, notes, of, &of->of[s]);
    char *text = slp_written_end(&empty);
    print_heads(to, "Cells that are empty, and why", " key | cell | reason |", 3);
    fputs(text, to);
    free(text);
    return of->unexplained;
}
