/* Memory of cases and results: each structure owns what it points to. */
#include "oracle/contract/case_text.h"

#include <stdlib.h>
#include <string.h>

void *slp_allocate(size_t count, size_t size)
{
    void *room = calloc(count ? count : 1, size);
    if (!room) {
        fprintf(stderr, "slp: out of memory (%zu x %zu bytes)\n", count, size);
        exit(2);
    }
    return room;
}

void *slp_reallocate(void *old, size_t bytes)
{
    void *room = realloc(old, bytes);
    if (!room) {
        fprintf(stderr, "slp: out of memory (%zu bytes)\n", bytes);
        exit(2);
    }
    return room;
}

char *slp_copy_text(const char *text)
{
    const size_t size = strlen(text) + 1;
    return memcpy(slp_allocate(size, 1), text, size);
}

static double *copy_numbers(const double *from, size_t count)
{
    if (count == 0) return NULL;
    double *to = slp_allocate(count, sizeof *to);
    memcpy(to, from, count * sizeof *to);
    return to;
}

static char *copy_string(const char *from)
{
    return from ? slp_span_copy((slp_span){from, strlen(from)}) : NULL;
}

static void clear_numbers(slp_numbers *numbers)
{
    free(numbers->at);
    *numbers = (slp_numbers){0, NULL};
}

void slp_case_init(slp_case *c)
{
    *c = (slp_case){0};
}

void slp_case_clear(slp_case *c)
{
    free(c->id);
    free(c->x);
    free(c->dw);
    for (int i = 0; i < SLP_MAX_PARAMS; i++) free(c->params[i].at);
    slp_case_init(c);
}

void slp_case_copy(slp_case *to, const slp_case *from)
{
    slp_case copy = *from;
    copy.id = copy_string(from->id);
    copy.x = copy_numbers(from->x, from->x_count);
    copy.dw = copy_numbers(from->dw, from->dw_count);
    for (int i = 0; i < SLP_MAX_PARAMS; i++)
        copy.params[i].at = copy_numbers(from->params[i].at, from->params[i].count);
    slp_case_clear(to);
    *to = copy;
}

void slp_result_init(slp_result *r)
{
    *r = (slp_result){0};
}

void slp_result_clear(slp_result *r)
{
    free(r->id);
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
    int i = position(c->system, key);
    *count = i < SLP_MAX_PARAMS ? c->params[i].count : 0;
    return *count ? c->params[i].at : NULL;
}

slp_status slp_case_set_param(slp_case *c, const char *key, const double *values, size_t count,
                              slp_error *err)
{
    int i = position(c->system, key);
    if (i == SLP_MAX_PARAMS)
        return slp_error_set(err, c->line, c->id, key, "system %s has no such parameter",
                             c->system ? c->system->name : "(none)");
    double *fresh = copy_numbers(values, count); /* values may be the ones being replaced */
    clear_numbers(&c->params[i]);
    c->params[i] = (slp_numbers){count, fresh};
    return SLP_OK;
}

void slp_case_set_x(slp_case *c, const double *x, size_t d)
{
    double *fresh = copy_numbers(x, d);
    free(c->x);
    c->x = fresh;
    c->x_count = c->d = d;
}

void slp_case_set_dw(slp_case *c, const double *dw, size_t count)
{
    double *fresh = copy_numbers(dw, count);
    free(c->dw);
    c->dw = fresh;
    c->dw_count = count;
}
