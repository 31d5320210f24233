/* Reading and printing a result. */
#include "oracle/case_text.h"

#include <stdlib.h>

static slp_status list(slp_numbers *to, const slp_fields *f, const char *key, slp_error *err)
{
    slp_span text = slp_fields_find(f, key);
    size_t which;
    if (!text.at) return SLP_OK;
    const char *fault = slp_list_parse(to, &which, text);
    return fault ? slp_error_set(err, f->line, f->id, key, "item %zu %s", which, fault) : SLP_OK;
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
    if (list(&r->y, f, "y", err) || list(&r->g, f, "g", err)) return SLP_INPUT;
    return counts(r, f, err);
}

static slp_status read_result(slp_result *r, const char *line, size_t number, slp_error *err)
{
    slp_fields f;
    if (slp_fields_split(&f, line, number, err)) return SLP_INPUT;
    if (!slp_span_is(f.record, "result"))
        return slp_error_set(err, number, f.id, NULL,
                             "is not a result: a result starts with 'result '");
    r->line = number;
    r->id = slp_fields_id(&f, err);
    if (!r->id || known_keys(&f, err)) return SLP_INPUT;
    return read_answer(r, &f, err);
}

slp_status slp_result_parse(slp_result *r, const char *line, size_t number, slp_error *err)
{
    slp_result_clear(r);
    const slp_status status = read_result(r, line, number, err);
    if (status != SLP_OK) slp_result_clear(r);
    return status;
}
