/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Memory of cases and results: each structure owns what it points to. */
#include "oracle/contract/case/case_text.h"
#include "oracle/contract/number/arithmetic.h"
#include "oracle/contract/number/exact.h"

#include <stdlib.h>
#include <string.h>

/* False if memory is refused; *to is NULL then, and where count = 0. */
static bool copy_numbers(double **to, const double *from, size_t count)
{
    *to = count ? calloc(count, sizeof **to) : NULL;
    if (*to) memcpy(*to, from, count * sizeof **to);
    return *to || count == 0;
}

static bool copy_string(char **to, const char *from)
{
    *to = from ? slp_span_copy((slp_span){from, strlen(from)}) : NULL;
    return *to || !from;
}

static bool copy_exact(slp_exact **to, const slp_exact *from)
{
    *to = from ? slp_exact_new(from->count, from->words) : NULL;
    if (*to) slp_exact_copy(*to, 0, from, 0, from->count);
    return *to || !from;
}

static bool copy_arithmetic(slp_arithmetic **to, const slp_arithmetic *from)
{
    *to = from ? malloc(sizeof **to) : NULL;
    if (*to) **to = *from;
    return *to || !from;
}

static void clear_numbers(slp_numbers *numbers)
{
    free(numbers->at);
    *numbers = (slp_numbers){0, NULL};
}

/* The nearest doubles are the numbers from now on. */
static void clear_exact(slp_case *c)
{
    slp_exact **const all[] = {&c->exact_h, &c->exact_x, &c->exact_dw, &c->exact_area};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        slp_exact_free(*all[i]);
        *all[i] = NULL;
    }
}

slp_status slp_case_set_arithmetic(slp_case *c, const slp_arithmetic *a)
{
    if (!c) return SLP_INPUT;
    slp_arithmetic *fresh;
    if (a == c->arithmetic) return SLP_OK; /* it would be freed while it is copied */
    if (slp_arithmetic_is_binary64(a) && (!a || a->tolerance == 0)) a = NULL;
    if (!copy_arithmetic(&fresh, a)) return SLP_MEMORY;
    if (!slp_arithmetic_same(a, c->arithmetic)) clear_exact(c);
    free(c->arithmetic);
    c->arithmetic = fresh;
    return SLP_OK;
}

void slp_case_init(slp_case *c)
{
    if (!c) return;
    *c = (slp_case){0};
}

void slp_case_clear(slp_case *c)
{
    if (!c) return;
    free(c->id);
    free(c->x);
    free(c->dw);
    free(c->arithmetic);
    clear_exact(c);
    free(c->area.at);
    for (int i = 0; i < SLP_MAX_PARAMS; i++) free(c->params[i].at);
    slp_case_init(c);
}

slp_status slp_case_copy(slp_case *to, const slp_case *from)
{
    if (!to || !from) return SLP_INPUT;
    slp_case copy = *from;
    bool whole = copy_string(&copy.id, from->id);
    whole = copy_arithmetic(&copy.arithmetic, from->arithmetic) && whole;
    whole = copy_exact(&copy.exact_h, from->exact_h) && whole;
    whole = copy_exact(&copy.exact_x, from->exact_x) && whole;
    whole = copy_exact(&copy.exact_dw, from->exact_dw) && whole;
    whole = copy_exact(&copy.exact_area, from->exact_area) && whole;
    whole = copy_numbers(&copy.area.at, from->area.at, from->area.count) && whole;
    whole = copy_numbers(&copy.x, from->x, from->x_count) && whole;
    whole = copy_numbers(&copy.dw, from->dw, from->dw_count) && whole;
    for (int i = 0; i < SLP_MAX_PARAMS; i++)
        whole =
            copy_numbers(&copy.params[i].at, from->params[i].at, from->params[i].count) && whole;
    slp_case_clear(whole ? to : &copy);
    if (whole) *to = copy;
    return whole ? SLP_OK : SLP_MEMORY;
}

void slp_result_init(slp_result *r)
{
    if (!r) return;
    *r = (slp_result){0};
}

void slp_result_clear(slp_result *r)
{
    if (!r) return;
    free(r->id);
    slp_exact_free(r->exact_y);
    clear_numbers(&r->y);
    clear_numbers(&r->g);
    slp_result_init(r);
}

/* Position of key in the schema, SLP_MAX_PARAMS if it is not there. */
static int position(const slp_system *system, const char *key)
{
    for (int i = 0; system && system->params[i].key; i++)
        if (strcmp(system->params[i].key, key) == 0) return i;
    return SLP_MAX_PARAMS;
}

const double *slp_case_param(const slp_case *c, const char *key, size_t *count)
{
    size_t none;
    if (!count) count = &none;
    const int i = c && key ? position(c->system, key) : SLP_MAX_PARAMS;
    *count = i < SLP_MAX_PARAMS ? c->params[i].count : 0;
    return *count ? c->params[i].at : NULL;
}

size_t slp_case_count(const slp_case *c, const char *key)
{
    size_t count;
    slp_case_param(c, key, &count);
    return count;
}

slp_status slp_case_set_param(slp_case *c, const char *key, const double *values, size_t count,
                              slp_error *err)
{
    if (!c || !key || (count && !values))
        return slp_error_set(err, 0, NULL, key, "no case, no key or no numbers were given: NULL");
    if (count > SLP_MAX_LIST)
        return slp_error_set(err, c->line, c->id, key, "has %zu numbers, at most %d fit", count,
                             SLP_MAX_LIST);
    const int i = position(c->system, key);
    if (i == SLP_MAX_PARAMS)
        return slp_error_set(err, c->line, c->id, key, "system %s has no such parameter",
                             c->system ? c->system->name : "(none)");
    double *fresh; /* values may be the ones being replaced */
    if (!copy_numbers(&fresh, values, count))
        return slp_error_memory(err, c->line, c->id, key, count * sizeof *values);
    clear_numbers(&c->params[i]);
    c->params[i] = (slp_numbers){count, fresh};
    return SLP_OK;
}

slp_status slp_case_set_word(slp_case *c, const slp_param_schema *schema, slp_span text,
                             slp_error *err)
{
    const char *word = schema->words;
    for (double index = 0; *word; index++) {
        const size_t here = strcspn(word, " ");
        if (here == text.length && memcmp(word, text.at, here) == 0)
            return slp_case_set_param(c, schema->key, &index, 1, err);
        word += here + (word[here] == ' ');
    }
    return slp_error_set(err, c->line, c->id, schema->key, "'%.*s' is none of: %s",
                         (int)(text.length < 40 ? text.length : 40), text.at, schema->words);
}

slp_status slp_case_set_x(slp_case *c, const double *x, size_t d)
{
    if (!c || (d && !x) || d > SLP_MAX_LIST) return SLP_INPUT;
    double *fresh;
    if (!copy_numbers(&fresh, x, d)) return SLP_MEMORY;
    free(c->x);
    slp_exact_free(c->exact_x);
    c->exact_x = NULL;
    c->x = fresh;
    c->x_count = c->d = d;
    return SLP_OK;
}

slp_status slp_case_set_dw(slp_case *c, const double *dw, size_t count)
{
    if (!c || (count && !dw) || count > SLP_MAX_LIST) return SLP_INPUT;
    double *fresh;
    if (!copy_numbers(&fresh, dw, count)) return SLP_MEMORY;
    free(c->dw);
    slp_exact_free(c->exact_dw);
    c->exact_dw = NULL;
    c->dw = fresh;
    c->dw_count = count;
    return SLP_OK;
}
