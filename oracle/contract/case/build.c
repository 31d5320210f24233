/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Building a case in memory, key by key, with the checks of the text form. */
#include "oracle/contract/case/algebra_kind.h"
#include "oracle/contract/case/case_exact.h"
#include "oracle/contract/case/terms.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MANY_NAMES = 64 };

slp_status slp_case_new(slp_case **c, const char *system, const char *scheme, slp_error *err)
{
    const char *names[MANY_NAMES + 1] = {NULL};
    char hint[SLP_HINT_CHARS];
    if (!c) return slp_error_set(err, 0, NULL, NULL, "no place for the case was given");
    *c = NULL;
    if (!system) return slp_error_set(err, 0, NULL, "system", "is missing; give its name");
    const slp_system *found = slp_system_find(system);
    for (size_t i = 0; !found && i < MANY_NAMES && slp_system_at(i); i++)
        names[i] = slp_system_at(i)->name;
    if (!found && slp_system_of_word(system, 0))
        return slp_error_set(err, 0, NULL, "system",
                             "%.40s is a system on several algebras; give one of them, such as %s",
                             system, slp_system_of_word(system, 0)->name);
    if (!found) {
        slp_hint(hint, (slp_span){system, strlen(system)}, names);
        return slp_error_set(err, 0, NULL, "system",
                             "unknown system '%.40s'%s; `slp list systems` shows them", system,
                             hint);
    }
    return slp_case_new_on(c, found, scheme, err);
}

slp_status slp_case_new_on(slp_case **c, const slp_system *system, const char *scheme,
                           slp_error *err)
{
    const char *names[MANY_NAMES + 1] = {NULL};
    char hint[SLP_HINT_CHARS];
    const char *why;
    if (!c) return slp_error_set(err, 0, NULL, NULL, "no place for the case was given");
    *c = NULL;
    if (!system) return slp_error_set(err, 0, NULL, "system", "is missing");
    if (!scheme) return slp_error_set(err, 0, NULL, "scheme", "is missing; give its name");
    const slp_scheme *found = slp_scheme_find(scheme);
    for (size_t i = 0; !found && i < MANY_NAMES && slp_scheme_at(i); i++)
        names[i] = slp_scheme_at(i)->name;
    if (!found) {
        slp_hint(hint, (slp_span){scheme, strlen(scheme)}, names);
        return slp_error_set(err, 0, NULL, "scheme",
                             "unknown scheme '%.40s'%s; `slp list schemes` shows them", scheme,
                             hint);
    }
    if (!slp_pair_makes_sense(system, found, &why))
        return slp_error_set(err, 0, NULL, "scheme", "makes no sense on %s: %s", system->name, why);
    slp_case *made = malloc(sizeof *made);
    char *id = malloc(sizeof "case");
    if (!made || !id) {
        free(made);
        free(id);
        return slp_error_memory(err, 0, NULL, NULL, sizeof *made);
    }
    slp_case_init(made);
    made->id = memcpy(id, "case", sizeof "case");
    made->system = system;
    made->scheme = found;
    made->steps = 1;
    if (system->family) {
        const slp_status status =
            slp_case_set_text(made, "algebra", slp_algebra_kind_of(system->algebra)->word, err);
        if (status != SLP_OK) {
            slp_case_free(made);
            return status;
        }
    }
    *c = made;
    return SLP_OK;
}

void slp_case_free(slp_case *c)
{
    if (!c) return;
    slp_case_clear(c);
    free(c);
}

slp_status slp_case_set_id(slp_case *c, const char *id, slp_error *err)
{
    if (!c || !id) return slp_error_set(err, 0, NULL, "id", "no case or no id was given");
    const slp_span span = {id, strlen(id)};
    const char *fault = slp_id_fault(span);
    if (fault) return slp_error_set(err, c->line, c->id, "id", "%s", fault);
    char *copy = malloc(span.length + 1);
    if (!copy) return slp_error_memory(err, c->line, c->id, "id", span.length + 1);
    memcpy(copy, id, span.length + 1);
    free(c->id);
    c->id = copy;
    return SLP_OK;
}

static const slp_param_schema *schema_of(const slp_case *c, const char *key)
{
    for (const slp_param_schema *s = c->system->params; s->key; s++)
        if (strcmp(s->key, key) == 0) return s;
    return NULL;
}

static slp_status unknown_key(const slp_case *c, const char *key, slp_error *err)
{
    const char *names[SLP_MAX_PARAMS + 6] = {"h", "steps", "x", "dw", "area", NULL};
    char remedy[128], hint[SLP_HINT_CHARS];
    size_t count = 5, used = (size_t)snprintf(remedy, sizeof remedy, "%s takes h steps x dw area",
                                              c->system->name);
    for (const slp_param_schema *s = c->system->params; s->key; s++) {
        names[count++] = s->key;
        if (used < sizeof remedy)
            used += (size_t)snprintf(remedy + used, sizeof remedy - used, " %s", s->key);
    }
    names[count] = NULL;
    slp_hint(hint, (slp_span){key, strlen(key)}, names);
    return slp_error_set(err, c->line, c->id, key, "unknown key%s; %s", hint, remedy);
}

static slp_status one_number(slp_error *err, const slp_case *c, const char *key, size_t count)
{
    if (count == 1) return SLP_OK;
    return slp_error_set(err, c->line, c->id, key, "has %zu numbers, must have one", count);
}

/* slp_case_set of a case whose areas stand behind its increments: takes them out first.  The values
 * may be numbers of these lists. */
static slp_status set_apart(slp_case *c, const char *key, const double *values, size_t count,
                            slp_error *err)
{
    double *kept = malloc((count + 1) * sizeof *kept);
    slp_status status = kept ? SLP_OK : SLP_MEMORY;
    if (kept && count) memcpy(kept, values, count * sizeof *kept);
    if (kept) status = slp_case_part_areas(c);
    status = status == SLP_OK
                 ? slp_case_set(c, key, kept, count, err)
                 : slp_error_memory(err, c->line, c->id, key, (count + 1) * sizeof *kept);
    free(kept);
    return status;
}

/* Replaces the list of areas. */
static slp_status set_area(slp_case *c, const double *values, size_t count, slp_error *err)
{
    double *fresh = count ? malloc(count * sizeof *fresh) : NULL;
    if (count && !fresh)
        return slp_error_memory(err, c->line, c->id, "area", count * sizeof *fresh);
    if (count) memcpy(fresh, values, count * sizeof *fresh);
    free(c->area.at);
    slp_exact_free(c->exact_area);
    c->area = (slp_numbers){count, fresh};
    c->exact_area = NULL;
    return SLP_OK;
}

slp_status slp_case_set(slp_case *c, const char *key, const double *values, size_t count,
                        slp_error *err)
{
    if (!c || !c->system) return slp_error_set(err, 0, NULL, NULL, "no case was given");
    if (!key) return slp_error_set(err, c->line, c->id, NULL, "no key was given");
    if (count && !values) return slp_error_set(err, c->line, c->id, key, "has no numbers: NULL");
    if (count > SLP_MAX_LIST)
        return slp_error_set(err, c->line, c->id, key, "has %zu numbers, at most %d fit", count,
                             SLP_MAX_LIST);
    for (size_t i = 0; i < count; i++)
        if (!isfinite(values[i]))
            return slp_error_set(err, c->line, c->id, key,
                                 "number %zu of %zu is not finite; give finite numbers", i + 1,
                                 count);
    if (c->areas) return set_apart(c, key, values, count, err);
    if (strcmp(key, "h") == 0) {
        if (one_number(err, c, key, count)) return SLP_INPUT;
        slp_exact_free(c->exact_h);
        c->exact_h = NULL;
        c->h = *values;
        return SLP_OK;
    }
    if (strcmp(key, "steps") == 0) {
        if (one_number(err, c, key, count)) return SLP_INPUT;
        if (!(*values >= 1 && *values <= SLP_MAX_LIST && *values == floor(*values)))
            return slp_error_set(err, c->line, c->id, key,
                                 "is %g; give a whole number from 1 to %d", *values, SLP_MAX_LIST);
        c->steps = (size_t)*values;
        return SLP_OK;
    }
    const bool x = strcmp(key, "x") == 0;
    if (x || strcmp(key, "dw") == 0) {
        if ((x ? slp_case_set_x : slp_case_set_dw)(c, values, count) == SLP_OK) return SLP_OK;
        return slp_error_memory(err, c->line, c->id, key, count * sizeof *values);
    }
    if (strcmp(key, "area") == 0) return set_area(c, values, count, err);
    const slp_param_schema *schema = schema_of(c, key);
    if (!schema) return unknown_key(c, key, err);
    if (schema->kind == SLP_PARAM_WORD)
        return slp_error_set(err, c->line, c->id, key, "is a word, one of: %s; set it as text",
                             schema->words);
    for (size_t i = 0; schema->kind == SLP_PARAM_PAIRS && i < count; i++)
        if (values[i] != floor(values[i]) || fabs(values[i]) > 1e6)
            return slp_error_set(err, c->line, c->id, key,
                                 "number %zu of %zu is no whole number from -1000000 to 1000000",
                                 i + 1, count);
    size_t which;
    const char *fault =
        schema->kind == SLP_PARAM_TERMS ? slp_terms_fault(&which, values, count, 0) : NULL;
    if (fault) return slp_error_set(err, c->line, c->id, key, "item %zu %s", which, fault);
    return slp_case_set_param(c, key, values, count, err);
}

/* h, x, dw, area in an arithmetic that is wider than binary64. */
static slp_status set_exact(slp_case *c, const char *key, slp_span text, slp_error *err)
{
    const slp_fields f = {.line = c->line};
    slp_numbers list;
    slp_exact *exact, **to = strcmp(key, "h") == 0      ? &c->exact_h
                             : strcmp(key, "x") == 0    ? &c->exact_x
                             : strcmp(key, "dw") == 0   ? &c->exact_dw
                             : strcmp(key, "area") == 0 ? &c->exact_area
                                                        : NULL;
    slp_status status = slp_exact_field(&list, &exact, text, c->arithmetic, &f, key, err);
    if (status != SLP_OK) return status;
    status = slp_case_set(c, key, list.at, list.count, err);
    free(list.at);
    if (status == SLP_OK && to) {
        *to = exact; /* NULL since the numbers were set */
        return SLP_OK;
    }
    slp_exact_free(exact);
    return status;
}

slp_status slp_case_set_text(slp_case *c, const char *key, const char *text, slp_error *err)
{
    if (!c || !c->system) return slp_error_set(err, 0, NULL, NULL, "no case was given");
    if (!key) return slp_error_set(err, c->line, c->id, NULL, "no key was given");
    if (!text) return slp_error_set(err, c->line, c->id, key, "has no text: NULL");
    if (strcmp(key, "id") == 0) return slp_case_set_id(c, text, err);
    const slp_param_schema *schema = schema_of(c, key);
    const slp_span span = {text, strlen(text)};
    if (schema && schema->kind == SLP_PARAM_WORD) return slp_case_set_word(c, schema, span, err);
    slp_numbers list = {0, NULL};
    size_t which;
    if (!schema && slp_arithmetic_is_wider(c->arithmetic)) return set_exact(c, key, span, err);
    const slp_param_kind kind = schema ? schema->kind : SLP_PARAM_NUMBERS;
    const char *fault = kind == SLP_PARAM_PAIRS   ? slp_pairs_parse(&list, &which, span)
                        : kind == SLP_PARAM_TERMS ? slp_terms_parse(&list, &which, span)
                                                  : slp_list_parse(&list, &which, span);
    if (fault == slp_memory_fault) return slp_error_memory(err, c->line, c->id, key, which);
    if (fault) return slp_error_set(err, c->line, c->id, key, "item %zu %s", which, fault);
    const slp_status status = slp_case_set(c, key, list.at, list.count, err);
    free(list.at);
    return status;
}

slp_status slp_case_sizes(size_t *d, size_t *M, slp_case *c, slp_error *err)
{
    if (d) *d = 0;
    if (M) *M = 0;
    if (!c || !c->system) return slp_error_set(err, 0, NULL, NULL, "no case was given");
    const slp_status status = slp_case_shape(c, err);
    if (status) return status;
    if (d) *d = c->d;
    if (M) *M = c->M - c->areas;
    return SLP_OK;
}
