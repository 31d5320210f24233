/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Parts of a record: measured numbers, experiments and rules as JSON. */
#include "reports/audit/json.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>
#include <string.h>

slp_trial audit_trial(const slp_measure *m, const slp_experiment *e, bool full)
{
    slp_trial trial = {.experiment = e,
                       .steps = full ? e->steps.full : e->steps.usual,
                       .samples = full ? e->samples.full : e->samples.usual};
    memcpy(trial.number, m->number, sizeof trial.number);
    for (size_t k = 0; k < SLP_QUANTITY_OPTIONS; k++) trial.word[k] = m->word[k];
    return trial;
}

const char *audit_text(const json_t *object, const char *key)
{
    const char *value = json_string_value(json_object_get(object, key));
    return value ? value : "";
}

void audit_set_text(json_t *object, const char *key, const char *text)
{
    json_object_set_new(object, key, text ? json_string(text) : json_null());
}

/* JSON has no infinity: null stands for an unbounded end. */
static void set_real(json_t *object, const char *key, double value)
{
    json_object_set_new(object, key, isfinite(value) ? json_real(value) : json_null());
}

json_t *audit_interval_json(const slp_interval *value, const char *unit)
{
    char text[160], hex[SLP_NUMBER_CHARS];
    json_t *object = json_object();
    slp_interval_print(text, sizeof text, value, unit);
    audit_set_text(object, "text", text);
    audit_set_text(object, "unit", unit);
    if (!value->known) return object;
    set_real(object, "low", value->lo);
    set_real(object, "high", value->hi);
    set_real(object, "level", value->level);
    slp_number_print(hex, value->lo);
    audit_set_text(object, "low_hex", hex);
    slp_number_print(hex, value->hi);
    audit_set_text(object, "high_hex", hex);
    return object;
}

static json_t *origin_json(const slp_origin *origin)
{
    char text[96];
    if (origin->kind == SLP_ORIGIN_FIXED) {
        json_t *list = json_array();
        for (size_t i = 0; i < origin->count; i++)
            json_array_append_new(list, json_real(origin->at[i]));
        return list;
    }
    const char *how = origin->kind == SLP_ORIGIN_UNIFORM ? "uniform in"
                      : origin->kind == SLP_ORIGIN_LOG   ? "uniform by binade in"
                                                         : "uniform direction, norm uniform in";
    snprintf(text, sizeof text, "%s [%g, %g]", how, origin->lo, origin->hi);
    return json_string(text);
}

json_t *audit_experiment_json(const slp_experiment *e, bool full)
{
    json_t *object = json_object(), *params = json_object();
    audit_set_text(object, "name", e->name);
    audit_set_text(object, "system", e->system->name);
    audit_set_text(object, "scheme", e->scheme ? e->scheme->name : e->missing);
    if (e->port) {
        audit_set_text(object, "port", e->port);
        audit_set_text(object, "port_sha256", e->port_sum);
    }
    for (size_t k = 0; e->system->params[k].key; k++)
        if (e->has_param[k])
            json_object_set_new(params, e->system->params[k].key, origin_json(&e->params[k]));
    json_object_set_new(object, "parameters", params);
    json_object_set_new(object, "h", origin_json(&e->h));
    json_object_set_new(object, "state", origin_json(&e->state));
    json_object_set_new(object, "steps",
                        json_integer((json_int_t)(full ? e->steps.full : e->steps.usual)));
    json_object_set_new(object, "samples",
                        json_integer((json_int_t)(full ? e->samples.full : e->samples.usual)));
    json_object_set_new(object, "full_steps", json_integer((json_int_t)e->steps.full));
    json_object_set_new(object, "full_samples", json_integer((json_int_t)e->samples.full));
    if (e->paper_steps)
        json_object_set_new(object, "paper_steps", json_integer((json_int_t)e->paper_steps));
    if (e->paper_samples)
        json_object_set_new(object, "paper_samples", json_integer((json_int_t)e->paper_samples));
    audit_set_text(object, "noise", e->wiener ? "wiener" : "none");
    if (e->wiener) json_object_set_new(object, "truncation", json_real(e->ell));
    char seed[24];
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)e->seed);
    audit_set_text(object, "seed", seed); /* as text: some JSON readers have no 64-bit numbers */
    json_object_set_new(object, "precision", json_integer(e->precision));
    return object;
}

slp_value_name audit_deciding_number(const slp_claim *claim, size_t rule)
{
    const slp_rule *own = &claim->rule[rule < claim->rules ? rule : 0];
    bool asked = claim->has_number && rule >= claim->rules;
    for (size_t i = 0; claim->has_number && i < own->conditions; i++) {
        const slp_value_name of = own->when[i].of;
        asked = asked || (of.measure == claim->number.measure && of.value == claim->number.value);
    }
    return asked ? claim->number : own->when[0].of;
}

void audit_reference_text(char *text, size_t room, const slp_claim *claim, slp_value_name of)
{
    const slp_measure *m = &claim->measure[of.measure];
    snprintf(text, room, "%s.%s", m->name, m->quantity->values[of.value].name);
}

static json_t *condition_json(const slp_claim *claim, const slp_condition *c,
                              const slp_measurement *measured)
{
    static const char *const truths[] = {"false", "true", "open"};
    char name[120], bound[200] = "";
    json_t *object = json_object();
    audit_reference_text(name, sizeof name, claim, c->of);
    audit_set_text(object, "value", name);
    audit_set_text(object, "is", slp_predicate_word(c->is));
    if (c->bound_is_value) {
        audit_reference_text(name, sizeof name, claim, c->bound);
        snprintf(bound, sizeof bound, "%g × %s", c->low, name);
    } else if (c->is == SLP_IS_BETWEEN)
        snprintf(bound, sizeof bound, "[%g, %g]", c->low, c->high);
    else if (c->is != SLP_IS_EXCLUDES_ZERO)
        snprintf(bound, sizeof bound, "%g", c->low);
    audit_set_text(object, "bound", bound);
    audit_set_text(object, "holds", truths[slp_condition_truth(c, measured)]);
    return object;
}

json_t *audit_rules_json(const slp_claim *claim, const slp_measurement *measured)
{
    json_t *list = json_array();
    for (size_t i = 0; i < claim->rules; i++) {
        json_t *rule = json_object(), *when = json_array();
        audit_set_text(rule, "verdict", slp_claim_verdict_word(claim->rule[i].verdict));
        audit_set_text(rule, "meant", slp_claim_verdict_word(claim->rule[i].meant));
        for (size_t k = 0; k < claim->rule[i].conditions; k++)
            json_array_append_new(when, condition_json(claim, &claim->rule[i].when[k], measured));
        json_object_set_new(rule, "when", when);
        json_array_append_new(list, rule);
    }
    return list;
}

/* {measure.value} in a rule's words becomes the number measured; anything else in braces stays. */
char *audit_fill_in(const char *words, const slp_claim *claim, const slp_measurement *measured)
{
    slp_written text;
    FILE *to = slp_written_begin(&text);
    for (const char *c = words; *c;) {
        bool found = false;
        for (size_t m = 0; *c == '{' && m < claim->measures && !found; m++)
            for (size_t v = 0; claim->measure[m].quantity->values[v].name && !found; v++) {
                char name[120], number[160];
                audit_reference_text(name, sizeof name, claim, (slp_value_name){m, v});
                size_t length = strlen(name);
                if (strncmp(c + 1, name, length) != 0 || c[1 + length] != '}') continue;
                slp_interval_print(number, sizeof number, &measured[m].values[v],
                                   claim->measure[m].quantity->values[v].unit);
                fputs(number, to);
                c += length + 2;
                found = true;
            }
        if (!found) fputc(*c++, to);
    }
    return slp_written_end(&text);
}
