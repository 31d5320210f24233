/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Fuzz target: a claim's file (reports/claims/language/yaml.c, claim_read*.c,
 * reports/claims/language/preset.c, reports/audit/check.c).
 *
 * The bytes are a YAML text, up to their first NUL.  A claim taken is whole: its words are there,
 * its references point at parts that it has, its numbers are finite, and every part of it can be
 * written up as JSON.  The same document printed by libyaml and read again is the same claim.  A
 * text refused names a line that it has, says why, and leaves the claim empty. */
#include "tests/fuzz/fuzz.h"

#include "reports/audit/json.h"
#include "reports/audit/plan.h"

#include <math.h>
#include <yaml.h>

static bool is_name(const char *text)
{
    const size_t length = text ? strlen(text) : 0;
    return length >= 1 && length <= 48 && text[0] >= 'a' && text[0] <= 'z' &&
           strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-") == length;
}

static bool in_claim(const slp_claim *claim, slp_value_name of)
{
    if (of.measure >= claim->measures || of.value >= SLP_QUANTITY_VALUES) return false;
    for (size_t v = 0; v <= of.value; v++)
        if (!claim->measure[of.measure].quantity->values[v].name) return false;
    return true;
}

static void is_an_experiment(const slp_experiment *e)
{
    const char *why;
    HOLDS(is_name(e->name));
    HOLDS(e->missing ? !e->scheme : slp_pair_makes_sense(e->system, e->scheme, &why));
    HOLDS(e->steps.usual && e->steps.full && e->samples.usual && e->samples.full);
    HOLDS(e->precision >= 64 && e->precision <= 4096 && e->ell >= 0);
    const slp_origin *all[] = {&e->h,         &e->state,     &e->params[0],
                               &e->params[1], &e->params[2], &e->params[3]};
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        if (all[k]->kind == SLP_ORIGIN_FIXED)
            for (size_t i = 0; i < all[k]->count; i++) HOLDS(isfinite(all[k]->at[i]));
        else
            HOLDS(isfinite(all[k]->lo) && isfinite(all[k]->hi) && all[k]->lo <= all[k]->hi);
    }
}

static void is_whole(const slp_claim *claim)
{
    HOLDS(is_name(claim->id) && claim->source && claim->locator && claim->statement);
    HOLDS(claim->text && claim->file && claim->experiments && claim->measures && claim->rules);
    HOLDS(!claim->erratum || (claim->printed && claim->meant));
    HOLDS(!claim->has_number || in_claim(claim, claim->number));
    for (size_t i = 0; i < claim->experiments; i++) is_an_experiment(&claim->experiment[i]);
    for (size_t i = 0; i < claim->measures; i++) {
        const slp_measure *m = &claim->measure[i];
        HOLDS(is_name(m->name) && m->quantity && m->experiment < claim->experiments);
        for (size_t k = 0; m->quantity->options[k].key; k++)
            HOLDS(m->quantity->options[k].word ? !m->quantity->options[k].required || m->word[k]
                                               : isfinite(m->number[k]));
    }
    for (size_t i = 0; i < claim->rules; i++) {
        const slp_rule *rule = &claim->rule[i];
        HOLDS(rule->verdict < SLP_INCONCLUSIVE && rule->because && rule->conditions);
        HOLDS(rule->verdict != SLP_QUALIFIED || rule->restriction);
        for (size_t k = 0; k < rule->conditions; k++) {
            const slp_condition *c = &rule->when[k];
            HOLDS(in_claim(claim, c->of) && c->is < SLP_PREDICATES);
            HOLDS(!c->bound_is_value || (in_claim(claim, c->bound) && c->low > 0));
            HOLDS(isfinite(c->low) && isfinite(c->high) && c->low <= c->high);
        }
    }
    for (size_t i = 0; i < claim->figures; i++) {
        HOLDS(is_name(claim->figure[i].name) && claim->figure[i].caption);
        for (size_t k = 0; k < claim->figure[i].draws; k++)
            HOLDS(claim->figure[i].draw[k] < claim->measures);
    }
    for (size_t i = 0; i < claim->unprinteds; i++)
        HOLDS(claim->unprinted[i].what && claim->unprinted[i].chosen);
}

/* All of a claim but its lines, as text to be freed. */
static char *described(const slp_claim *claim)
{
    const char *words[] = {claim->id,      claim->source, claim->locator, claim->statement,
                           claim->printed, claim->meant,  claim->note,    claim->erratum};
    slp_measurement *none = calloc(claim->measures, sizeof *none);
    json_t *all = json_array(), *part;
    HOLDS(none && all);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        json_array_append_new(all, words[i] ? json_string(words[i]) : json_null());
    for (size_t i = 0; i < claim->experiments; i++)
        for (int full = 0; full < 2; full++) {
            part = audit_experiment_json(&claim->experiment[i], full != 0);
            HOLDS(part != NULL && json_array_append_new(all, part) == 0);
        }
    for (size_t i = 0; i < claim->measures; i++) {
        const slp_measure *m = &claim->measure[i];
        part = json_pack("[s,s,i]", m->name, m->quantity->name, (int)m->experiment);
        HOLDS(part != NULL && json_array_append_new(all, part) == 0);
        for (size_t k = 0; m->quantity->options[k].key; k++)
            json_array_append_new(all, m->quantity->options[k].word ? json_pack("s?", m->word[k])
                                                                    : json_real(m->number[k]));
    }
    part = audit_rules_json(claim, none);
    HOLDS(part != NULL && json_array_append_new(all, part) == 0);
    for (size_t i = 0; i < claim->rules; i++) {
        char *because = audit_fill_in(claim->rule[i].because, claim, none);
        part = json_pack("[s,s?]", because, claim->rule[i].restriction);
        HOLDS(part != NULL && json_array_append_new(all, part) == 0);
        free(because);
    }
    for (size_t i = 0; i < claim->figures; i++) {
        part = json_pack("[s,s]", claim->figure[i].name, claim->figure[i].caption);
        HOLDS(part != NULL && json_array_append_new(all, part) == 0);
        for (size_t k = 0; k < claim->figure[i].draws; k++)
            json_array_append_new(all, json_integer((json_int_t)claim->figure[i].draw[k]));
    }
    for (size_t i = 0; i < claim->unprinteds; i++) {
        part = json_pack("[s,s]", claim->unprinted[i].what, claim->unprinted[i].chosen);
        HOLDS(part != NULL && json_array_append_new(all, part) == 0);
    }
    char *text = json_dumps(all, JSON_REAL_PRECISION(17));
    HOLDS(text != NULL);
    json_decref(all);
    free(none);
    return text;
}

/* No word of a claim ends before its YAML does. */
static void holds_no_nul(yaml_document_t *document)
{
    const yaml_node_t *node;
    for (int i = 1; (node = yaml_document_get_node(document, i)); i++)
        if (node->type == YAML_SCALAR_NODE)
            HOLDS(!memchr(node->data.scalar.value, 0, node->data.scalar.length));
}

/* The document of a claim as libyaml prints it, to be freed; NULL where it cannot. */
static char *printed(const char *text)
{
    yaml_parser_t parser;
    yaml_document_t document;
    yaml_emitter_t emitter;
    const size_t room = 64 + 32 * strlen(text);
    unsigned char *out = calloc(1, room);
    size_t length = 0;
    HOLDS(out && yaml_parser_initialize(&parser) && yaml_emitter_initialize(&emitter));
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, strlen(text));
    yaml_emitter_set_output_string(&emitter, out, room - 1, &length);
    yaml_emitter_set_unicode(&emitter, 1);
    yaml_emitter_set_canonical(&emitter, 1); /* libyaml 0.2 folds other styles into other words */
    yaml_emitter_set_width(&emitter, -1);
    HOLDS(yaml_parser_load(&parser, &document));
    holds_no_nul(&document);
    bool good = yaml_emitter_open(&emitter) && yaml_emitter_dump(&emitter, &document) &&
                yaml_emitter_close(&emitter) && yaml_emitter_flush(&emitter);
    yaml_emitter_delete(&emitter);
    yaml_parser_delete(&parser);
    out[length] = 0;
    if (good) return (char *)out;
    free(out);
    return NULL;
}

static size_t lines_in(const char *text)
{
    size_t lines = 1;
    for (; *text; text++)
        lines += *text == '\n' || *text == '\r' || (unsigned char)*text == 0xc2 ||
                 (unsigned char)*text == 0xe2; /* NEL, LS and PS break lines of YAML 1.1 too */
    return lines;
}

static void is_a_refusal(const slp_claim *claim, const slp_error *err, const char *text)
{
    static const slp_claim empty;
    HOLDS(err->text[0] && err->line >= 1 && err->line <= lines_in(text) + 1);
    HOLDS(memcmp(claim, &empty, sizeof empty) == 0);
}

static void checked(const slp_claim *claim, const char *text)
{
    slp_error err;
    for (int full = 0; full < 2; full++) {
        const slp_status status = audit_check(claim, full != 0, &err);
        HOLDS(status == SLP_OK || status == SLP_INPUT);
        if (status == SLP_INPUT)
            HOLDS(err.text[0] && err.id[0] && err.field[0] && err.line <= lines_in(text) + 1);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t count)
{
    char *text = fuzz_text(bytes, count);
    slp_claim claim, again;
    slp_error err;
    const slp_status status = slp_claim_read(&claim, text, "fuzz.yaml", &err);
    HOLDS(status == SLP_OK || status == SLP_INPUT);
    if (status == SLP_OK) {
        is_whole(&claim);
        checked(&claim, text);
        char *other = printed(text);
        if (other) {
            char *was = described(&claim);
            HOLDS(slp_claim_read(&again, other, "fuzz.yaml", &err) == SLP_OK);
            is_whole(&again);
            char *is = described(&again);
            HOLDS(strcmp(was, is) == 0);
            slp_claim_clear(&again);
            free(was);
            free(is);
        }
        free(other);
    } else {
        is_a_refusal(&claim, &err, text);
    }
    slp_claim_clear(&claim);
    free(text);
    return 0;
}
