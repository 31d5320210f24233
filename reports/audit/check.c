/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Checks of a claim that need its quantities and measures together.  They are made before any claim
 * is run. */
#include "reports/audit/json.h"
#include "reports/audit/plan.h"

#include <string.h>

static bool measured_somewhere(const slp_claim *claim, const char *name, size_t length)
{
    char known[120];
    for (size_t m = 0; m < claim->measures; m++)
        for (size_t v = 0; claim->measure[m].quantity->values[v].name; v++) {
            audit_reference_text(known, sizeof known, claim, (slp_value_name){m, v});
            if (strlen(known) == length && strncmp(known, name, length) == 0) return true;
        }
    return false;
}

/* {MEASURE.VALUE} in a rule's text must name a number of the claim; other braces may contain
 * anything. */
static slp_status check_words(const slp_claim *claim, const slp_rule *rule, slp_error *err)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-";
    for (const char *at = rule->because; (at = strchr(at, '{')); at++) {
        const size_t measure = strspn(at + 1, letters);
        const char *dot = at + 1 + measure;
        const size_t value = *dot == '.' ? strspn(dot + 1, letters) : 0;
        const size_t length = measure + 1 + value;
        if (measure == 0 || value == 0) continue;
        if (at[1 + length] != '}') {
            if (measured_somewhere(claim, at + 1, length))
                return slp_error_set(err, rule->line, claim->id, "because",
                                     "{%.*s wants its closing brace", (int)length, at + 1);
            continue;
        }
        if (!measured_somewhere(claim, at + 1, length))
            return slp_error_set(
                err, rule->line, claim->id, "because",
                "{%.*s} is no number of this claim: MEASURE.VALUE, with the values that `slp "
                "list quantities` lists",
                (int)length, at + 1);
    }
    return SLP_OK;
}

/* SLP_OK if the measure fits the experiment at that size. */
static slp_status check_measure(const slp_claim *claim, const slp_measure *m,
                                const slp_experiment *e, bool full, slp_error *err)
{
    const slp_trial trial = audit_trial(m, e, full);
    if (e->port && !m->quantity->by_states)
        return slp_error_set(err, m->line, claim->id, m->name,
                             "%s needs a scheme of the list, and experiment %s is stepped by a "
                             "port: `slp list quantities` says which do not",
                             m->quantity->name, e->name);
    if (m->quantity->measure(NULL, &trial, err) == SLP_OK) return SLP_OK;
    for (size_t k = 0; m->quantity->options[k].key; k++)
        if (strcmp(m->quantity->options[k].key, err->field) == 0) err->line = m->line;
    if (!err->text[0])
        slp_error_set(err, m->line, claim->id, m->name, "%s does not apply to %s with %s",
                      m->quantity->name, e->system->name, e->scheme->name);
    if (!err->id[0]) snprintf(err->id, sizeof err->id, "%s", claim->id);
    return SLP_INPUT;
}

slp_status audit_check(const slp_claim *claim, bool full, slp_error *err)
{
    memset(err, 0, sizeof *err);
    for (size_t i = 0; i < claim->rules; i++)
        if (check_words(claim, &claim->rule[i], err) != SLP_OK) return SLP_INPUT;
    if (claim->awaits) return SLP_OK; /* its measures cannot be asked yet */
    for (size_t i = 0; i < claim->measures; i++) {
        const slp_measure *m = &claim->measure[i];
        if (check_measure(claim, m, &claim->experiment[m->experiment], full, err) != SLP_OK)
            return SLP_INPUT;
        for (size_t r = 0; r < claim->sensitivities; r++) {
            const slp_sensitivity *row = &claim->sensitivity[r];
            for (size_t k = 0; k < row->sets; k++)
                if (row->which[k] == m->experiment && (full || !row->only_full) &&
                    check_measure(claim, m, &row->experiment[k], full, err) != SLP_OK)
                    return SLP_INPUT;
        }
    }
    return SLP_OK;
}
