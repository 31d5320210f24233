/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Reading and printing a result. */
#include "oracle/contract/case/case_exact.h"

#include <stdlib.h>
#include <string.h>

static char small(char c)
{
    return (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

/* True if the text begins with the word, in upper or lower case. */
static bool begins(slp_span text, const char *word)
{
    size_t i = 0;
    while (word[i] && i < text.length && small(text.at[i]) == word[i]) i++;
    return word[i] == 0;
}

/* The word for a number that is not finite, in the forms that C libraries print: nan, -nan,
 * NaN(...), inf, Infinity, 1.#QNAN, 1.#IND, 1.#INF.  NULL: something else. */
static const char *not_finite(slp_span item)
{
    const bool minus = item.length && item.at[0] == '-';
    if (minus || (item.length && item.at[0] == '+'))
        item = (slp_span){item.at + 1, item.length - 1};
    if (begins(item, "1.#inf")) return minus ? "is -inf" : "is inf";
    if (begins(item, "nan") || begins(item, "1.#")) return "is nan";
    if (begins(item, "inf")) return minus ? "is -inf" : "is inf";
    return NULL;
}

/* Item `which` of a list, from 1. */
static slp_span item_at(slp_span list, size_t which)
{
    size_t begin = 0, end;
    for (; which > 1 && begin < list.length; begin++) which -= list.at[begin] == ',';
    for (end = begin; end < list.length && list.at[end] != ',';) end++;
    return (slp_span){list.at + begin, end - begin};
}

/* True if a number of y overflows binary64, which a wider arithmetic may not. */
static bool is_beyond(const char *fault, const slp_numbers *to, const slp_result *r,
                      const slp_arithmetic *a)
{
    return to == &r->y && slp_arithmetic_is_wider(a) && strncmp(fault, "overflows", 9) == 0;
}

static slp_status list(slp_numbers *to, slp_result *r, const slp_fields *f, const char *key,
                       const slp_arithmetic *a, slp_error *err)
{
    slp_span text = slp_fields_find(f, key);
    size_t which;
    if (!text.at) return SLP_OK;
    const char *fault = slp_list_parse(to, &which, text);
    const bool beyond = fault && is_beyond(fault, to, r, a);
    if (beyond) {
        slp_exact *read;
        const slp_status status = slp_exact_field(to, &read, text, a, f, key, err);
        slp_exact_free(read);
        if (status != SLP_OK) return status;
        fault = NULL;
    }
    if (beyond || (!fault && to == &r->y && slp_is_rounded(text, to))) {
        r->exact_y = slp_exact_new(0, 0);
        if (r->exact_y) r->exact_y->text = slp_span_copy(text);
        if (!r->exact_y || !r->exact_y->text)
            return slp_error_memory(err, f->line, f->id, key, text.length + 1);
    }
    if (!fault) return SLP_OK;
    if (fault == slp_memory_fault) return slp_error_memory(err, f->line, f->id, key, which);
    const char *kind = not_finite(item_at(text, which));
    r->not_finite = kind != NULL;
    if (to == &r->y) r->fault_item = which;
    return slp_error_set(err, f->line, f->id, key, "item %zu %s", which, kind ? kind : fault);
}

static slp_status known_keys(const slp_fields *f, slp_error *err)
{
    static const char *const keys[] = {"id", "y", "g", "iterations", "bits", "prec", "error", NULL};
    for (size_t i = 0; i < f->count; i++) {
        size_t k = 0;
        while (keys[k] && !slp_span_is(f->at[i].key, keys[k])) k++;
        if (keys[k]) continue;
        char hint[SLP_HINT_CHARS], name[32];
        slp_span key = f->at[i].key;
        slp_hint(hint, key, keys);
        snprintf(name, sizeof name, "%.*s", (int)(key.length < 31 ? key.length : 31), key.at);
        return slp_error_set(err, f->line, f->id, name,
                             "unknown key '%s'%s; a result has y or error, and may have g, "
                             "iterations, bits and prec",
                             name, hint);
    }
    return SLP_OK;
}

static slp_status read_error(slp_result *r, const slp_fields *f, slp_error *err)
{
    static const slp_status allowed[] = {SLP_UNABLE, SLP_NO_CONVERGENCE, SLP_DOMAIN,
                                         SLP_UNSUPPORTED, SLP_INPUT};
    slp_span word = slp_fields_find(f, "error");
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++)
        if (slp_span_is(word, slp_status_word(allowed[i]))) {
            r->error = allowed[i];
            return SLP_OK;
        }
    return slp_error_set(err, f->line, f->id, "error",
                         "'%.*s' is none of: unable no-convergence domain unsupported input",
                         (int)(word.length < 40 ? word.length : 40), word.at);
}

static slp_status counts(slp_result *r, const slp_fields *f, slp_error *err)
{
    struct {
        const char *key;
        bool *has;
        uint64_t *value;
    } const all[] = {{"iterations", &r->has_iterations, &r->iterations},
                     {"bits", &r->has_bits, &r->bits},
                     {"prec", &r->has_prec, &r->prec}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        slp_span text = slp_fields_find(f, all[i].key);
        int64_t count;
        if (!text.at) continue;
        const char *fault = slp_integer_parse(&count, text, 0, INT64_MAX);
        if (fault) return slp_error_set(err, f->line, f->id, all[i].key, "%s", fault);
        *all[i].has = true;
        *all[i].value = (uint64_t)count;
    }
    return SLP_OK;
}

/* The list of a frame, or of the line. */
static slp_status one_list(slp_numbers *to, slp_result *r, const slp_fields *f, const char *key,
                           const slp_arithmetic *a, slp_frame *frame, slp_error *err)
{
    slp_frame_list *numbers = slp_frame_find(frame, key);
    size_t item = 0;
    if (!numbers) return list(to, r, f, key, a, err);
    const slp_status status = slp_frame_numbers(to, &item, numbers, f, err);
    r->not_finite = status == SLP_INPUT;
    if (to == &r->y) r->fault_item = item;
    return status;
}

static slp_status read_answer(slp_result *r, const slp_fields *f, const slp_arithmetic *a,
                              slp_frame *frame, slp_error *err)
{
    const bool y = slp_frame_find(frame, "y"), g = slp_frame_find(frame, "g");
    if ((frame ? frame->count : 0) > (size_t)y + g)
        return slp_error_set(err, f->line, f->id, "lists", "a result has y and g, and no others");
    if ((y && slp_fields_find(f, "y").at) || (g && slp_fields_find(f, "g").at))
        return slp_error_set(err, f->line, f->id, "y", "stands in the text and as a list");
    if (slp_fields_find(f, "error").at) {
        if (y || g || slp_fields_find(f, "y").at || slp_fields_find(f, "g").at)
            return slp_error_set(err, f->line, f->id, "error",
                                 "stands beside an answer; give either y or error");
        if (read_error(r, f, err)) return SLP_INPUT;
    } else if (!y && !slp_fields_find(f, "y").at) {
        return slp_error_set(err, f->line, f->id, "y",
                             "is missing; a result gives y=... or error=WORD");
    }
    slp_status status = one_list(&r->y, r, f, "y", a, frame, err);
    if (status == SLP_OK) status = one_list(&r->g, r, f, "g", NULL, frame, err);
    return status == SLP_OK ? counts(r, f, err) : status;
}

static slp_status read_result(slp_result *r, const char *line, size_t number,
                              const slp_arithmetic *a, slp_frame *frame, slp_error *err)
{
    slp_fields f;
    r->line = number;
    if (slp_fields_split(&f, line, number, err)) {
        /* `y=1, 2`, say; not where the id itself is given twice */
        if (!slp_span_is(f.record, "result") || !f.id[0] || strcmp(err->field, "id") == 0)
            return SLP_INPUT;
        slp_status status = slp_fields_id(&r->id, &f, err);
        r->fault = status == SLP_OK;
        return r->fault ? SLP_INPUT : status;
    }
    if (!slp_span_is(f.record, "result"))
        return slp_error_set(err, number, f.id, NULL,
                             "is not a result: a result starts with 'result '");
    slp_status status = slp_fields_id(&r->id, &f, err);
    if (status != SLP_OK) return status;
    status = known_keys(&f, err);
    if (status == SLP_OK) status = read_answer(r, &f, a, frame, err);
    r->fault = status == SLP_INPUT;
    return status;
}

slp_status slp_result_in(slp_result *r, const slp_arithmetic *a, slp_error *err)
{
    if (!r) return slp_error_set(err, 0, NULL, NULL, "no result was given");
    char fault[SLP_EXACT_FAULT];
    size_t item = 0;
    slp_exact *exact = NULL;
    if (r->error != SLP_OK || r->fault) return SLP_OK;
    if (slp_arithmetic_is_binary64(a)) {
        slp_exact_free(r->exact_y);
        r->exact_y = NULL;
        return SLP_OK;
    }
    if (r->exact_y && r->exact_y->text) {
        slp_numbers y;
        const slp_span text = {r->exact_y->text, strlen(r->exact_y->text)};
        const slp_status status = slp_exact_list(&y, &exact, text, a, &item, fault);
        if (status == SLP_MEMORY) return slp_error_memory(err, r->line, r->id, "y", 0);
        if (status == SLP_OK) {
            free(r->y.at);
            slp_exact_free(r->exact_y);
            r->y = y;
            r->exact_y = exact;
            return SLP_OK;
        }
    } else {
        if (slp_exact_fits(&item, r->y.at, r->exact_y, r->y.count, a)) return SLP_OK;
        slp_number_print(fault, r->y.at[item - 1]);
        const size_t length = strlen(fault);
        snprintf(fault + length, sizeof fault - length, " is no number of %s", a->name);
    }
    return slp_error_set(err, r->line, r->id, "y",
                         "item %zu: %s: it was computed or printed in wider numbers; print the "
                         "port's own, or declare what it computes in",
                         item, fault);
}

slp_status slp_result_parse(slp_result *r, const char *line, size_t number, slp_error *err)
{
    if (!r || !line)
        return slp_error_set(err, number, NULL, NULL, "no result or no line was given: NULL");
    return slp_result_read_in(r, line, number, NULL, err);
}

slp_status slp_result_parse_in(slp_result *r, const char *line, size_t number,
                               const slp_arithmetic *a, slp_error *err)
{
    if (!r || !line)
        return slp_error_set(err, number, NULL, NULL, "no result or no line was given: NULL");
    slp_status status = slp_result_read_in(r, line, number, a, err);
    if (status != SLP_OK) return status;
    status = slp_result_in(r, a, err);
    if (status != SLP_OK) slp_result_clear(r);
    return status;
}

static slp_status read_or_fault(slp_result *r, const char *line, size_t number,
                                const slp_arithmetic *a, slp_frame *frame, slp_error *err)
{
    slp_result_clear(r);
    const slp_status status = read_result(r, line, number, a, frame, err);
    if (status == SLP_OK) return status;
    slp_result left = {0};
    if (r->fault) {
        left = (slp_result){.id = r->id,
                            .line = r->line,
                            .fault = true,
                            .not_finite = r->not_finite,
                            .fault_item = r->fault_item};
        r->id = NULL;
    }
    slp_result_clear(r);
    *r = left;
    return status;
}

slp_status slp_result_read_in(slp_result *r, const char *line, size_t number,
                              const slp_arithmetic *a, slp_error *err)
{
    return read_or_fault(r, line, number, a, NULL, err);
}

slp_status slp_result_read_frame(slp_result *r, slp_frame *frame, size_t number,
                                 const slp_arithmetic *a, slp_error *err)
{
    return read_or_fault(r, frame->line, number, a, frame, err);
}
