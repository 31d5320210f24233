/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Reading a case: from fields to the structure.  case_check.c tests that the fields fit together.
 */
#include "oracle/contract/case/algebra_kind.h"
#include "oracle/contract/case/case_exact.h"
#include "oracle/contract/case/case_sum.h"
#include "oracle/contract/case/pair_choice.h"
#include "oracle/contract/case/terms.h"

#include <stdlib.h>
#include <string.h>

enum { SLP_MANY_NAMES = 64 };

static slp_status unknown(slp_error *err, const slp_fields *f, const char *field, const char *what,
                          slp_span word, const char *const *names, const char *remedy)
{
    char hint[SLP_HINT_CHARS];
    slp_hint(hint, word, names);
    return slp_error_set(err, f->line, f->id, field, "unknown %s '%.*s'%s; %s", what,
                         (int)(word.length < 40 ? word.length : 40), word.at, hint, remedy);
}

static slp_status missing(slp_error *err, const slp_fields *f, const char *field, const char *what)
{
    return slp_error_set(err, f->line, f->id, field, "is missing; %s", what);
}

/* Of the systems of one family that whose algebra the field `algebra` names. */
static slp_status read_member(slp_case *c, const slp_fields *f, const slp_system *first,
                              slp_error *err)
{
    const slp_span word = slp_fields_find(f, "algebra");
    const slp_system *member;
    if (!word.at) return missing(err, f, "algebra", "give one of: " SLP_ALGEBRA_WORDS);
    for (size_t i = 0; (member = slp_system_of_word(first->family, i)); i++)
        if (slp_span_is(word, slp_algebra_kind_of(member->algebra)->word)) c->system = member;
    if (c->system) return SLP_OK;
    return slp_error_set(err, f->line, f->id, "algebra", "'%.*s' is none of: " SLP_ALGEBRA_WORDS,
                         (int)(word.length < 40 ? word.length : 40), word.at);
}

static slp_status read_system(slp_case *c, const slp_fields *f, slp_error *err)
{
    const char *names[SLP_MANY_NAMES + 1] = {NULL};
    slp_span word = slp_fields_find(f, "system");
    if (!word.at) return missing(err, f, "system", "`slp list systems` shows them");
    for (size_t i = 0; i < SLP_MANY_NAMES && slp_system_at(i); i++) {
        names[i] = slp_system_word(slp_system_at(i));
        if (!slp_span_is(word, names[i])) continue;
        if (slp_system_at(i)->family) return read_member(c, f, slp_system_at(i), err);
        c->system = slp_system_at(i);
    }
    if (c->system) return SLP_OK;
    return unknown(err, f, "system", "system", word, names, "`slp list systems` shows them");
}

static slp_status read_scheme(slp_case *c, const slp_fields *f, slp_error *err)
{
    const char *names[SLP_MANY_NAMES + 1] = {NULL};
    slp_span word = slp_fields_find(f, "scheme");
    if (!word.at) return missing(err, f, "scheme", "`slp list schemes` shows them");
    for (size_t i = 0; i < SLP_MANY_NAMES && slp_scheme_at(i); i++) {
        names[i] = slp_scheme_at(i)->name;
        if (slp_span_is(word, names[i])) c->scheme = slp_scheme_at(i);
    }
    if (slp_span_is(word, slp_scheme_own.name)) c->scheme = &slp_scheme_own;
    if (c->scheme) return SLP_OK;
    return unknown(err, f, "scheme", "scheme", word, names, "`slp list schemes` shows them");
}

enum { COMMON = 10 };
static const char *const common[COMMON + 1] = {"id", "system", "scheme", "arithmetic", "h", "steps",
                                               "x",  "dw",     "area",   "sum",        NULL};

static slp_status known_keys(const slp_case *c, const slp_fields *f, slp_error *err)
{
    const char *names[COMMON + SLP_MAX_PARAMS + 1] = {NULL};
    size_t count = 0;
    for (; common[count]; count++) names[count] = common[count];
    for (size_t i = 0; c->system->params[i].key; i++) names[count++] = c->system->params[i].key;
    if (slp_fields_find(f, "draws").at)
        return slp_error_set(err, f->line, f->id, "draws",
                             "asks for the port's own noise; `slp noise judge` judges such cases");
    for (size_t i = 0; i < f->count; i++) {
        size_t k = 0;
        while (k < count && !slp_span_is(f->at[i].key, names[k])) k++;
        if (k < count) continue;
        char remedy[128], key[64];
        size_t used = (size_t)snprintf(remedy, sizeof remedy, "%s takes", c->system->name);
        for (size_t n = COMMON; n < count && used < sizeof remedy; n++)
            used += (size_t)snprintf(remedy + used, sizeof remedy - used, " %s", names[n]);
        snprintf(key, sizeof key, "%.*s",
                 (int)(f->at[i].key.length < 60 ? f->at[i].key.length : 60), f->at[i].key.at);
        return unknown(err, f, key, "key", f->at[i].key, names, remedy);
    }
    return SLP_OK;
}

static slp_status list_fault(slp_error *err, const slp_fields *f, const char *field, size_t which,
                             const char *fault)
{
    if (fault == slp_memory_fault) return slp_error_memory(err, f->line, f->id, field, which);
    return slp_error_set(err, f->line, f->id, field, "item %zu %s", which, fault);
}

/* Terms.  In an arithmetic that is narrower than binary64 each c is read as a number of it. */
static slp_status read_terms(slp_numbers *to, slp_span text, const slp_arithmetic *a,
                             const slp_fields *f, const char *key, slp_error *err)
{
    size_t which;
    const char *fault = slp_terms_parse(to, &which, text);
    if (fault) return list_fault(err, f, key, which, fault);
    if (slp_arithmetic_is_binary64(a) || slp_arithmetic_is_wider(a)) return SLP_OK;
    slp_numbers c;
    slp_exact *exact;
    char *coefficients = slp_terms_coefficients(text);
    if (!coefficients) return slp_error_memory(err, f->line, f->id, key, text.length + 1);
    const slp_span list = {coefficients, strlen(coefficients)};
    const slp_status status = slp_exact_field(&c, &exact, list, a, f, key, err);
    if (status == SLP_OK) slp_terms_set_coefficients(to->at, to->count, c.at);
    free(c.at);
    free(coefficients);
    return status;
}

static slp_status read_param(slp_case *c, size_t i, const slp_fields *f, slp_error *err)
{
    const slp_param_schema *schema = &c->system->params[i];
    slp_span text = slp_fields_find(f, schema->key);
    size_t which;
    if (!text.at) return SLP_OK;
    if (schema->kind == SLP_PARAM_WORD) return slp_case_set_word(c, schema, text, err);
    if (schema->kind == SLP_PARAM_NUMBERS && !slp_arithmetic_is_binary64(c->arithmetic) &&
        !slp_arithmetic_is_wider(c->arithmetic)) {
        slp_exact *exact; /* numbers of a narrower arithmetic are doubles */
        return slp_exact_field(&c->params[i], &exact, text, c->arithmetic, f, schema->key, err);
    }
    if (schema->kind == SLP_PARAM_TERMS)
        return read_terms(&c->params[i], text, c->arithmetic, f, schema->key, err);
    const char *fault = schema->kind == SLP_PARAM_PAIRS
                            ? slp_pairs_parse(&c->params[i], &which, text)
                            : slp_list_parse(&c->params[i], &which, text);
    return fault ? list_fault(err, f, schema->key, which, fault) : SLP_OK;
}

/* The case is in the arithmetic that it names, or in `given`. */
static slp_status read_arithmetic(slp_case *c, const slp_fields *f, const slp_arithmetic *given,
                                  slp_error *err)
{
    slp_span word = slp_fields_find(f, "arithmetic");
    slp_arithmetic a = given ? *given : *slp_arithmetic_binary64();
    if (word.at) {
        char name[2 * SLP_ARITHMETIC_CHARS];
        slp_error why;
        snprintf(name, sizeof name, "%.*s",
                 (int)(word.length < sizeof name ? word.length : sizeof name - 1), word.at);
        if (slp_arithmetic_parse(&a, name, &why) != SLP_OK)
            return slp_error_set(err, f->line, f->id, "arithmetic", "%s", why.text);
        if (given && given->name[0] && !slp_arithmetic_same(&a, given))
            return slp_error_set(err, f->line, f->id, "arithmetic",
                                 "is %s, and --arithmetic says %s; leave that option out", a.name,
                                 given->name);
        if (given) a.tolerance = given->tolerance;
    }
    return slp_case_set_arithmetic(c, &a) == SLP_OK
               ? SLP_OK
               : slp_error_memory(err, f->line, f->id, "arithmetic", sizeof a);
}

slp_status slp_exact_field(slp_numbers *to, slp_exact **exact, slp_span text,
                           const slp_arithmetic *a, const slp_fields *f, const char *key,
                           slp_error *err)
{
    char fault[SLP_EXACT_FAULT];
    size_t item;
    const slp_status status = slp_exact_list(to, exact, text, a, &item, fault);
    if (status == SLP_MEMORY) return slp_error_memory(err, f->line, f->id, key, 0);
    if (status != SLP_OK)
        slp_error_set(err, f->line, f->id, key,
                      "item %zu: %s; give numbers of it, or name another arithmetic", item, fault);
    return status;
}

/* The list `key` of the case in its arithmetic; nothing if it is not there. */
static slp_status read_list(slp_numbers *to, slp_exact **exact, const slp_case *c,
                            const slp_fields *f, const char *key, slp_error *err)
{
    const slp_span text = slp_fields_find(f, key);
    size_t which;
    *to = (slp_numbers){0, NULL};
    if (!text.at) return SLP_OK;
    if (!slp_arithmetic_is_binary64(c->arithmetic))
        return slp_exact_field(to, exact, text, c->arithmetic, f, key, err);
    const char *fault = slp_list_parse(to, &which, text);
    return fault ? list_fault(err, f, key, which, fault) : SLP_OK;
}

static slp_status read_h(slp_case *c, const slp_fields *f, slp_error *err)
{
    const slp_span h = slp_fields_find(f, "h");
    const char *fault = NULL;
    slp_numbers list;
    if (!h.at) return missing(err, f, "h", "the step size, one number");
    if (memchr(h.at, ',', h.length))
        return slp_error_set(err, f->line, f->id, "h",
                             "is not a number but a list; write a case for each step (`slp manual "
                             "ports`, \"Steps that vary\")");
    if (slp_arithmetic_is_binary64(c->arithmetic)) {
        fault = slp_number_parse(&c->h, h);
    } else {
        const slp_status status = read_list(&list, &c->exact_h, c, f, "h", err);
        if (status != SLP_OK) return status;
        c->h = list.at[0];
        free(list.at);
    }
    if (fault == slp_memory_fault) return slp_error_memory(err, f->line, f->id, "h", 0);
    return fault ? slp_error_set(err, f->line, f->id, "h", "%s", fault) : SLP_OK;
}

/* h, steps, x, dw, area. */
static slp_status read_numbers(slp_case *c, const slp_fields *f, slp_error *err)
{
    const slp_span steps = slp_fields_find(f, "steps");
    int64_t count;
    slp_numbers list;
    slp_status status = read_h(c, f, err);
    if (status != SLP_OK) return status;
    if (!steps.at) return missing(err, f, "steps", "how many steps, a whole number from 1");
    const char *fault = slp_integer_parse(&count, steps, 1, SLP_MAX_LIST);
    if (fault)
        return slp_error_set(err, f->line, f->id, "steps", "%s; a whole number from 1 to %d", fault,
                             SLP_MAX_LIST);
    c->steps = (size_t)count;
    status = read_list(&list, &c->exact_x, c, f, "x", err);
    c->x = list.at, c->x_count = list.count;
    if (status != SLP_OK) return status;
    status = read_list(&list, &c->exact_dw, c, f, "dw", err);
    c->dw = list.at, c->dw_count = list.count;
    return status == SLP_OK ? read_list(&c->area, &c->exact_area, c, f, "area", err) : status;
}

/* The numbers of the frame's list `key`, if it has one; the line must not have them too. */
static slp_status take_list(slp_numbers *to, slp_frame *frame, const char *key, const slp_fields *f,
                            slp_error *err)
{
    size_t item;
    slp_frame_list *list = slp_frame_find(frame, key);
    *to = (slp_numbers){0, NULL};
    if (!list) return SLP_OK;
    if (slp_fields_find(f, key).at)
        return slp_error_set(err, f->line, f->id, key, "stands in the text and as a list");
    return slp_frame_numbers(to, &item, list, f, err);
}

/* Whether the case takes a list of this name. */
static bool takes(const slp_case *c, const char *key)
{
    if (strcmp(key, "x") == 0 || strcmp(key, "dw") == 0) return true;
    for (size_t i = 0; c->system->params[i].key; i++)
        if (strcmp(c->system->params[i].key, key) == 0)
            return c->system->params[i].kind == SLP_PARAM_NUMBERS ||
                   c->system->params[i].kind == SLP_PARAM_TERMS;
    return false;
}

static slp_status take_lists(slp_case *c, slp_frame *frame, const slp_fields *f, slp_error *err)
{
    slp_numbers list;
    slp_status status = SLP_OK;
    for (size_t i = 0; frame && i < frame->count; i++)
        if (!takes(c, frame->lists[i].key))
            return slp_error_set(err, f->line, f->id, frame->lists[i].key,
                                 "is no list of this system");
    for (size_t i = 0; frame && status == SLP_OK && c->system->params[i].key; i++) {
        status = take_list(&list, frame, c->system->params[i].key, f, err);
        if (list.count) c->params[i] = list;
    }
    if (status == SLP_OK && slp_frame_find(frame, "x")) {
        status = take_list(&list, frame, "x", f, err);
        if (status == SLP_OK) c->x = list.at, c->x_count = list.count;
    }
    if (status == SLP_OK && slp_frame_find(frame, "dw")) {
        status = take_list(&list, frame, "dw", f, err);
        if (status == SLP_OK) c->dw = list.at, c->dw_count = list.count;
    }
    return status;
}

/* frame: NULL, or that whose text the line is. */
static slp_status read_case(slp_case *c, const char *line, size_t number, const slp_arithmetic *a,
                            slp_frame *frame, slp_error *err)
{
    slp_fields f;
    slp_case_clear(c);
    if (slp_fields_split(&f, line, number, err)) return SLP_INPUT;
    if (!slp_span_is(f.record, "case"))
        return slp_error_set(err, number, f.id, NULL, "is not a case: a case starts with 'case '");
    c->line = number;
    slp_status status = slp_fields_id(&c->id, &f, err);
    if (status != SLP_OK) return status;
    if (read_system(c, &f, err) || read_scheme(c, &f, err) || known_keys(c, &f, err))
        return SLP_INPUT;
    status = read_arithmetic(c, &f, a, err);
    if (status != SLP_OK) return status;
    for (size_t i = 0; c->system->params[i].key; i++) {
        status = read_param(c, i, &f, err);
        if (status != SLP_OK) return status;
    }
    status = read_numbers(c, &f, err);
    if (status == SLP_OK) status = take_lists(c, frame, &f, err);
    return status == SLP_OK ? slp_case_check_read(c, err) : status;
}

slp_status slp_case_read_in(slp_case *c, const char *line, size_t number, const slp_arithmetic *a,
                            slp_error *err)
{
    return read_case(c, line, number, a, NULL, err);
}

slp_status slp_case_read_frame(slp_case *c, slp_frame *frame, size_t number,
                               const slp_arithmetic *a, slp_error *err)
{
    return read_case(c, frame->line, number, a, frame, err);
}

slp_status slp_case_read(slp_case *c, const char *line, size_t number, slp_error *err)
{
    slp_sum sum;
    const slp_status status = slp_sum_check(&sum, line, NULL, NULL, number, err);
    return status == SLP_OK ? slp_case_read_in(c, line, number, NULL, err) : status;
}

slp_status slp_case_parse(slp_case *c, const char *line, size_t number, slp_error *err)
{
    if (!c || !line)
        return slp_error_set(err, number, NULL, NULL, "no case or no line was given: NULL");
    const slp_status status = slp_case_read(c, line, number, err);
    if (status != SLP_OK) slp_case_clear(c);
    return status;
}
