/* Reading and printing a result. */
#include "oracle/contract/case_text.h"

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

static slp_status list(slp_numbers *to, slp_result *r, const slp_fields *f, const char *key,
                       slp_error *err)
{
    slp_span text = slp_fields_find(f, key);
    size_t which;
    if (!text.at) return SLP_OK;
    const char *fault = slp_list_parse(to, &which, text);
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

static slp_status read_answer(slp_result *r, const slp_fields *f, slp_error *err)
{
    if (slp_fields_find(f, "error").at) {
        if (slp_fields_find(f, "y").at || slp_fields_find(f, "g").at)
            return slp_error_set(err, f->line, f->id, "error",
                                 "stands beside an answer; give either y or error");
        if (read_error(r, f, err)) return SLP_INPUT;
    } else if (!slp_fields_find(f, "y").at) {
        return slp_error_set(err, f->line, f->id, "y",
                             "is missing; a result gives y=... or error=WORD");
    }
    slp_status status = list(&r->y, r, f, "y", err);
    if (status == SLP_OK) status = list(&r->g, r, f, "g", err);
    return status == SLP_OK ? counts(r, f, err) : status;
}

static slp_status read_result(slp_result *r, const char *line, size_t number, slp_error *err)
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
    if (status == SLP_OK) status = read_answer(r, &f, err);
    r->fault = status == SLP_INPUT;
    return status;
}

slp_status slp_result_parse(slp_result *r, const char *line, size_t number, slp_error *err)
{
    slp_result_clear(r);
    const slp_status status = read_result(r, line, number, err);
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
