/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Every check of a case, whether it was read or built in memory. */
#include "oracle/contract/number/exact_text.h"
#include "oracle/contract/number/float_environment.h"
#include "oracle/contract/case/instance.h"
#include "oracle/contract/case/terms.h"

#include <math.h>
#include <string.h>

static slp_status count_fault(slp_error *err, const slp_case *c, const char *field, size_t have,
                              size_t expected, const char *formula)
{
    return slp_error_set(err, c->line, c->id, field, "has %zu number%s, expected %s = %zu", have,
                         have == 1 ? "" : "s", formula, expected);
}

static slp_status finite(slp_error *err, const slp_case *c, const char *field, const double *at,
                         size_t count)
{
    const size_t i = slp_first_not_finite(at, count);
    if (i == count) return SLP_OK;
    return slp_error_set(err, c->line, c->id, field,
                         "number %zu of %zu is not finite; only finite numbers are exchanged",
                         i + 1, count);
}

/* Every number is one of the case's arithmetic. */
static slp_status fits(slp_error *err, const slp_case *c, const char *field, const double *at,
                       size_t count, const slp_exact *exact)
{
    char text[SLP_NUMBER_CHARS];
    size_t item;
    if (slp_exact_fits(&item, at, exact, count, c->arithmetic)) return SLP_OK;
    slp_number_print(text, at[item - 1]);
    return slp_error_set(err, c->line, c->id, field,
                         "item %zu: %s is no number of %s; give numbers of it, or name another "
                         "arithmetic",
                         item, text, c->arithmetic->name);
}

/* Every c of a list of terms is a number of the case's arithmetic. */
static slp_status terms_fit(slp_error *err, const slp_case *c, const char *field,
                            const slp_numbers *list)
{
    slp_term term;
    size_t item = 0;
    for (size_t at = 0; slp_terms_next(&term, &at, list->at, list->count);) {
        item++;
        if (slp_arithmetic_has(c->arithmetic, term.c)) continue;
        char text[SLP_NUMBER_CHARS];
        slp_number_print(text, term.c);
        return slp_error_set(err, c->line, c->id, field,
                             "item %zu: %s is no number of %s; give numbers of it, or name "
                             "another arithmetic",
                             item, text, c->arithmetic->name);
    }
    return SLP_OK;
}

/* Parameters of wider arithmetics are binary64 numbers. */
static slp_status all_fit(slp_error *err, const slp_case *c)
{
    if (slp_arithmetic_is_binary64(c->arithmetic)) return SLP_OK;
    for (size_t i = 0; c->system->params[i].key && !slp_arithmetic_is_wider(c->arithmetic); i++) {
        const slp_param_schema *schema = &c->system->params[i];
        const slp_numbers *list = &c->params[i];
        if (schema->kind == SLP_PARAM_NUMBERS &&
            fits(err, c, schema->key, list->at, list->count, NULL))
            return SLP_INPUT;
        if (schema->kind == SLP_PARAM_TERMS && terms_fit(err, c, schema->key, list))
            return SLP_INPUT;
    }
    if (fits(err, c, "h", &c->h, 1, c->exact_h)) return SLP_INPUT;
    if (fits(err, c, "x", c->x, c->x_count, c->exact_x)) return SLP_INPUT;
    return fits(err, c, "dw", c->dw, c->dw_count, c->exact_dw);
}

static size_t words_in(const char *words)
{
    size_t count = 1;
    for (; *words; words++) count += *words == ' ';
    return count;
}

static slp_status params(slp_error *err, const slp_case *c)
{
    for (size_t i = 0; c->system->params[i].key; i++) {
        const slp_param_schema *schema = &c->system->params[i];
        const slp_numbers *p = &c->params[i];
        if (p->count == 0 && schema->required)
            return slp_error_set(err, c->line, c->id, schema->key,
                                 "is missing; system %s needs it: %s", c->system->name,
                                 schema->about);
        if (p->count > SLP_MAX_LIST)
            return slp_error_set(err, c->line, c->id, schema->key,
                                 "has %zu numbers, at most %d fit", p->count, SLP_MAX_LIST);
        if (finite(err, c, schema->key, p->at, p->count)) return SLP_INPUT;
        if (p->count && schema->kind == SLP_PARAM_WORD &&
            (p->count != 1 || p->at[0] < 0 || p->at[0] != floor(p->at[0]) ||
             p->at[0] >= (double)words_in(schema->words)))
            return slp_error_set(err, c->line, c->id, schema->key, "is none of: %s", schema->words);
        if (schema->kind == SLP_PARAM_PAIRS && p->count % 2)
            return slp_error_set(err, c->line, c->id, schema->key, "is not made of pairs");
        size_t which;
        const char *fault =
            schema->kind == SLP_PARAM_TERMS ? slp_terms_fault(&which, p->at, p->count, 0) : NULL;
        if (fault)
            return slp_error_set(err, c->line, c->id, schema->key, "item %zu %s", which, fault);
        for (size_t k = 0; schema->kind == SLP_PARAM_PAIRS && k < p->count; k++)
            if (p->at[k] != floor(p->at[k]))
                return slp_error_set(err, c->line, c->id, schema->key,
                                     "pair %zu has a number that is not whole; give whole numbers",
                                     k / 2 + 1);
    }
    return SLP_OK;
}

static slp_status counts(slp_error *err, const slp_case *c)
{
    if (c->x_count == 0)
        return slp_error_set(err, c->line, c->id, "x",
                             "is missing; system %s needs d = %zu numbers", c->system->name, c->d);
    if (c->x_count != c->d) return count_fault(err, c, "x", c->x_count, c->d, "d");
    size_t widest = c->d > c->M ? c->d : c->M;
    if (c->steps == 0)
        return slp_error_set(err, c->line, c->id, "steps", "is 0, must be at least 1");
    if (c->steps > SLP_MAX_LIST / widest)
        return slp_error_set(
            err, c->line, c->id, "steps",
            "is %zu, at most %zu fit a record of this system (d = %zu, M = %zu); split "
            "the run into several cases",
            c->steps, (size_t)SLP_MAX_LIST / widest, c->d, c->M);
    size_t increments = c->steps * c->M;
    if (c->M == 0 && c->dw_count)
        return slp_error_set(err, c->line, c->id, "dw",
                             "is given, but without noise M = 0; leave it out or name the noise");
    if (c->dw_count == 0 && increments)
        return slp_error_set(err, c->line, c->id, "dw",
                             "is missing; expected steps*M = %zu numbers", increments);
    if (c->dw_count != increments)
        return count_fault(err, c, "dw", c->dw_count, increments, "steps*M");
    return SLP_OK;
}

slp_status slp_case_shape(slp_case *c, slp_error *err)
{
    if (params(err, c) || c->system->shape(c, err)) return SLP_INPUT;
    if (c->areas) c->areas = c->M > 1 ? c->M * (c->M - 1) / 2 : 0;
    c->M += c->areas;
    return SLP_OK;
}

slp_status slp_case_shaped(slp_case *shaped, const slp_case *c, slp_error *err)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    *shaped = *c;
    if (c->area.count)
        return slp_error_set(err, c->line, c->id, "area",
                             "is given, but the case is not checked yet; call slp_case_check "
                             "first, which puts areas behind the increments");
    slp_case made = *c;
    if (slp_case_shape(&made, err)) return SLP_INPUT;
    *shaped = made;
    return SLP_OK;
}

/* read: the reader has refused numbers of x and dw that are not finite. */
static slp_status check(slp_case *c, bool read, slp_error *err)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    const char *why;
    size_t factors;
    slp_span id = {c->id, c->id ? strlen(c->id) : 0};
    if (slp_id_fault(id)) return slp_error_set(err, c->line, NULL, "id", "%s", slp_id_fault(id));
    if (!c->system) return slp_error_set(err, c->line, c->id, "system", "is missing");
    if (!c->scheme) return slp_error_set(err, c->line, c->id, "scheme", "is missing");
    if (!slp_pair_makes_sense(c->system, c->scheme, &why))
        return slp_error_set(err, c->line, c->id, "scheme", "makes no sense on %s: %s",
                             c->system->name, why);
    if (c->scheme->maps == 0 || c->scheme->stages == 0)
        return slp_error_set(err, c->line, c->id, "scheme",
                             "%s does not state how many %s a step has; give it in its table",
                             c->scheme->name, c->scheme->maps ? "stages" : "maps");
    if (slp_case_shape(c, err)) return SLP_INPUT;
    const slp_status joined = slp_case_join_areas(c, err);
    if (joined != SLP_OK) return joined;
    if (counts(err, c)) return SLP_INPUT;
    if (c->scheme->splits && c->system->factors(&factors, c, err)) return SLP_INPUT;
    if (finite(err, c, "h", &c->h, 1)) return SLP_INPUT;
    if (!read &&
        (finite(err, c, "x", c->x, c->x_count) || finite(err, c, "dw", c->dw, c->dw_count)))
        return SLP_INPUT;
    if (all_fit(err, c)) return SLP_INPUT;
    return c->system->member ? c->system->member(c, c->x, err) : SLP_OK;
}

slp_status slp_case_check(slp_case *c, slp_error *err)
{
    if (!c) return slp_error_set(err, 0, NULL, NULL, "no case was given");
    return check(c, false, err);
}

slp_status slp_case_check_read(slp_case *c, slp_error *err)
{
    return check(c, true, err);
}
