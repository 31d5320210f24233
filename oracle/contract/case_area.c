/* Levy areas of a case: a text has them as a list of their own; in memory they stand behind the
 * increments of each step, so that a step's noise is one row of M numbers. */
#include "oracle/contract/arithmetic.h"
#include "oracle/contract/case_text.h"

#include <stdlib.h>
#include <string.h>

static slp_status refuse(slp_error *err, const slp_case *c)
{
    if (!c->system->areas)
        return slp_error_set(err, c->line, c->id, "area",
                             "is given, but slp has no brackets of the noises of %s, which areas "
                             "multiply; leave area out, or take a system that `slp list systems` "
                             "says has them",
                             c->system->name);
    if (c->scheme->splits)
        return slp_error_set(err, c->line, c->id, "area",
                             "is given, but %s composes flows of single Hamiltonians, and those of "
                             "brackets have none here; leave area out, or take implicit-midpoint",
                             c->scheme->name);
    return slp_error_set(err, c->line, c->id, "area",
                         "is given, but M = %zu, and an area is of two noises; leave it out", c->M);
}

static slp_status wrong_count(slp_error *err, const slp_case *c, const char *key, size_t have,
                              size_t expected, const char *formula)
{
    return slp_error_set(err, c->line, c->id, key, "has %zu number%s, expected %s = %zu", have,
                         have == 1 ? "" : "s", formula, expected);
}

/* The texts of `count` numbers, one after the other; of doubles where there is no list of text. */
typedef struct texts {
    const char *exact;
    const double *at;
    char shown[SLP_NUMBER_CHARS];
} texts;

/* Appends the next number's text to `to`, which has room, or, if `to` is NULL, passes over it.
 * Returns its length. */
static size_t next_text(char *to, texts *from)
{
    size_t length;
    const char *text = from->exact;
    if (text) {
        length = strcspn(text, ",");
        from->exact += length + (text[length] == ',');
    } else {
        slp_number_print(from->shown, *from->at);
        text = from->shown;
        length = strlen(text);
    }
    from->at++;
    if (to) memcpy(to, text, length);
    return length;
}

/* Takes `most` numbers of the first source, then `some` of the second, and so on: `rounds` times.
 * NULL if memory is refused. */
static char *weave_texts(texts first, size_t most, texts second, size_t some, size_t rounds)
{
    const texts start[2] = {first, second};
    const size_t of[2] = {most, some};
    char *made = NULL;
    for (int pass = 0; pass < 2; pass++) {
        texts from[2] = {start[0], start[1]};
        size_t length = 0;
        for (size_t r = 0; r < rounds; r++)
            for (int w = 0; w < 2; w++)
                for (size_t i = 0; i < of[w]; i++) {
                    if (length && made) made[length] = ',';
                    length += length > 0;
                    length += next_text(made ? made + length : NULL, &from[w]);
                }
        if (made) made[length] = 0;
        if (!made) made = malloc(length + 1);
        if (!made) return NULL;
    }
    return made;
}

/* The numbers of each step that stand from `first` on: `count` of M, as text. */
static char *part_of_text(const slp_case *c, size_t first, size_t count)
{
    char *made = malloc(strlen(c->exact_dw) + 1);
    size_t length = 0;
    texts from = {c->exact_dw, c->dw, ""};
    for (size_t i = 0; made && i < c->dw_count; i++) {
        const bool taken = i % c->M >= first && i % c->M < first + count;
        if (taken && length) made[length++] = ',';
        const size_t more = next_text(taken ? made + length : NULL, &from);
        length += taken ? more : 0;
    }
    if (made) made[length] = 0;
    return made;
}

slp_status slp_case_join_areas(slp_case *c, slp_error *err)
{
    const size_t M = c->M - c->areas, pairs = M > 1 ? M * (M - 1) / 2 : 0;
    if (c->area.count == 0 && c->areas == 0) return SLP_OK;
    if (!c->system->areas || c->scheme->splits || pairs == 0) return refuse(err, c);
    if (c->area.count == 0) return SLP_OK; /* they are joined */
    if (c->steps == 0 || c->steps > SLP_MAX_LIST / (M + pairs))
        return slp_error_set(err, c->line, c->id, "steps",
                             "is %zu, must be 1 to %zu with %zu increments and %zu areas a step",
                             c->steps, (size_t)SLP_MAX_LIST / (M + pairs), M, pairs);
    if (c->dw_count != c->steps * M)
        return wrong_count(err, c, "dw", c->dw_count, c->steps * M, "steps*M");
    if (c->area.count != c->steps * pairs)
        return wrong_count(err, c, "area", c->area.count, c->steps * pairs, "steps*M(M-1)/2");
    const size_t bad = slp_first_not_finite(c->area.at, c->area.count);
    if (bad < c->area.count)
        return slp_error_set(err, c->line, c->id, "area",
                             "number %zu of %zu is not finite; only finite numbers are exchanged",
                             bad + 1, c->area.count);
    char *exact = NULL;
    double *joined = malloc(c->steps * (M + pairs) * sizeof *joined);
    if (joined && (c->exact_dw || c->exact_area))
        exact = weave_texts((texts){c->exact_dw, c->dw, ""}, M,
                            (texts){c->exact_area, c->area.at, ""}, pairs, c->steps);
    if (!joined || (!exact && (c->exact_dw || c->exact_area))) {
        free(joined);
        return slp_error_memory(err, c->line, c->id, "area", 0);
    }
    for (size_t s = 0; s < c->steps; s++) {
        memcpy(joined + s * (M + pairs), c->dw + s * M, M * sizeof *joined);
        memcpy(joined + s * (M + pairs) + M, c->area.at + s * pairs, pairs * sizeof *joined);
    }
    free(c->dw);
    free(c->exact_dw);
    free(c->area.at);
    free(c->exact_area);
    c->dw = joined;
    c->exact_dw = exact;
    c->dw_count = c->steps * (M + pairs);
    c->area = (slp_numbers){0, NULL};
    c->exact_area = NULL;
    c->areas = pairs;
    c->M = M + pairs;
    return SLP_OK;
}

slp_status slp_case_part_areas(slp_case *c)
{
    if (c->areas == 0 || c->areas >= c->M || c->dw_count % c->M) return SLP_OK;
    const size_t M = c->M - c->areas, steps = c->dw_count / c->M;
    double *dw = malloc(steps * M * sizeof *dw), *area = malloc(steps * c->areas * sizeof *area);
    char *exact_dw = NULL, *exact_area = NULL;
    if (c->exact_dw) {
        exact_dw = part_of_text(c, 0, M);
        exact_area = part_of_text(c, M, c->areas);
    }
    if (!dw || !area || (c->exact_dw && (!exact_dw || !exact_area))) {
        free(dw);
        free(area);
        free(exact_dw);
        free(exact_area);
        return SLP_MEMORY;
    }
    for (size_t s = 0; s < steps; s++) {
        memcpy(dw + s * M, c->dw + s * c->M, M * sizeof *dw);
        memcpy(area + s * c->areas, c->dw + s * c->M + M, c->areas * sizeof *area);
    }
    free(c->dw);
    free(c->exact_dw);
    c->area = (slp_numbers){steps * c->areas, area};
    c->exact_area = exact_area;
    c->dw = dw;
    c->exact_dw = exact_dw;
    c->dw_count = steps * M;
    c->areas = 0;
    c->M = M;
    return SLP_OK;
}
