/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The verdict of a claim under other choices of what its source leaves open: the table of
 * `sensitivity`, and what it means for the verdict. */
#include "reports/audit/json.h"
#include "oracle/plumbing/allocate.h"

#include <stdlib.h>
#include <string.h>

/* Measures again what a changed experiment is measured by; the other numbers stay.  Marks in `own`
 * which were measured. */
static slp_status measure_row(slp_measurement *measured, bool *own, const slp_claim *varied,
                              const slp_sensitivity *row, const audit_options *options,
                              slp_error *err)
{
    slp_status status = SLP_OK;
    for (size_t i = 0; i < varied->measures && status == SLP_OK; i++) {
        const slp_measure *m = &varied->measure[i];
        const slp_experiment *e = &varied->experiment[m->experiment];
        size_t k = 0;
        while (k < row->sets && row->which[k] != m->experiment) k++;
        if (k == row->sets) continue;
        slp_trial trial = audit_trial(m, e, options->full);
        trial.team = options->team;
        trial.threads = options->threads;
        slp_measurement_init(&measured[i]);
        own[i] = true;
        status = m->quantity->measure(&measured[i], &trial, err);
    }
    return status;
}

/* What the row sets, as the record shows experiments: the changed ones as a whole. */
static json_t *changed(const slp_sensitivity *row, bool full)
{
    json_t *list = json_array();
    for (size_t k = 0; k < row->sets; k++)
        json_array_append_new(list, audit_experiment_json(&row->experiment[k], full));
    return list;
}

static json_t *row_json(const slp_claim *claim, const slp_measurement *measured,
                        const slp_sensitivity *row, const audit_options *options)
{
    slp_claim varied = *claim;
    slp_error err = {0};
    json_t *object = json_object();
    slp_measurement *again = slp_allocate(claim->measures, sizeof *again);
    bool *own = slp_allocate(claim->measures, sizeof *own);
    varied.experiment = slp_allocate(claim->experiments, sizeof *varied.experiment);
    memcpy(again, measured, claim->measures * sizeof *again);
    memcpy(varied.experiment, claim->experiment, claim->experiments * sizeof *varied.experiment);
    for (size_t k = 0; k < row->sets; k++) varied.experiment[row->which[k]] = row->experiment[k];
    audit_set_text(object, "what", row->what);
    json_object_set_new(object, "experiments", changed(row, options->full));
    const slp_status status = measure_row(again, own, &varied, row, options, &err);
    if (status == SLP_OK) {
        size_t rule;
        const slp_claim_verdict verdict = slp_claim_decide(&rule, &varied, again);
        const slp_claim_verdict meant = rule < claim->rules ? claim->rule[rule].meant : verdict;
        const slp_value_name of = audit_deciding_number(claim, rule);
        char name[120];
        json_t *number =
            audit_interval_json(&again[of.measure].values[of.value],
                                claim->measure[of.measure].quantity->values[of.value].unit);
        audit_reference_text(name, sizeof name, claim, of);
        audit_set_text(number, "of", name);
        audit_set_text(object, "verdict", slp_claim_verdict_word(verdict));
        audit_set_text(object, "as_meant", slp_claim_verdict_word(meant));
        json_object_set_new(object, "number", number);
    } else {
        audit_set_text(object, "verdict", NULL);
        audit_set_text(object, "error", err.text[0] ? err.text : slp_status_word(status));
    }
    for (size_t i = 0; i < claim->measures; i++)
        if (own[i]) slp_measurement_clear(&again[i]);
    free(varied.experiment);
    free(again);
    free(own);
    return object;
}

/* True if the row's word under key is decided, and another than `word`. */
static bool differs(const json_t *row, const char *key, const char *word)
{
    const char *own = json_string_value(json_object_get(row, key));
    return own && strcmp(own, "inconclusive") != 0 && strcmp(own, word) != 0;
}

void audit_sensitivity(json_t *record, const slp_claim *claim, const slp_measurement *measured,
                       slp_claim_verdict verdict, slp_claim_verdict meant,
                       const audit_options *options)
{
    json_t *table = json_array();
    const bool decided = verdict != SLP_INCONCLUSIVE && verdict != SLP_FINDING;
    bool depends = false, meant_too = false;
    if (claim->sensitivities == 0) return json_decref(table);
    for (size_t i = 0; i < claim->sensitivities; i++) {
        if (claim->sensitivity[i].only_full && !options->full) continue;
        json_t *row = row_json(claim, measured, &claim->sensitivity[i], options);
        depends |= differs(row, "verdict", slp_claim_verdict_word(verdict));
        meant_too |= differs(row, "as_meant", slp_claim_verdict_word(meant));
        json_array_append_new(table, row);
    }
    json_object_set_new(record, "sensitivity", table);
    json_object_set_new(record, "sensitive", json_boolean(decided && (depends || meant_too)));
    const char *word = slp_claim_verdict_word(SLP_UNDERSPECIFIED);
    if (decided && depends) audit_set_text(record, "verdict", word);
    if (decided && meant_too) audit_set_text(record, "as_meant", word);
}
