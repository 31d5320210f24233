/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Why a claim is undecided, in words. */
#include "reports/audit/json.h"
#include "oracle/plumbing/allocate.h"

/* Prints the undecided conditions of the first rule that has no false condition.  False if every
 * rule has a false condition. */
static bool tell_open(FILE *to, const slp_claim *claim, const slp_measurement *measured)
{
    for (size_t i = 0; i < claim->rules; i++) {
        const slp_rule *rule = &claim->rule[i];
        size_t wrong = 0;
        for (size_t k = 0; k < rule->conditions; k++)
            wrong += slp_condition_truth(&rule->when[k], measured) == SLP_FALSE;
        if (wrong) continue;
        fprintf(to, " Open for %s:", slp_claim_verdict_word(rule->verdict));
        for (size_t k = 0, told = 0; k < rule->conditions; k++) {
            const slp_condition *c = &rule->when[k];
            char name[160], text[80];
            if (slp_condition_truth(c, measured) != SLP_OPEN) continue;
            audit_reference_text(name, sizeof name, claim, c->of);
            const slp_value_schema *value =
                &claim->measure[c->of.measure].quantity->values[c->of.value];
            slp_interval_print(text, sizeof text, &measured[c->of.measure].values[c->of.value],
                               value->unit);
            fprintf(to, "%s %s is %s", told++ ? "," : "", name, text);
        }
        fputs(". More samples, longer runs or a higher precision narrow an interval.", to);
        return true;
    }
    return false;
}

char *audit_undecided(const slp_claim *claim, const slp_measurement *measured)
{
    slp_written text;
    FILE *to = slp_written_begin(&text);
    fputs("No rule of the claim is certain on the numbers measured.", to);
    if (!tell_open(to, claim, measured))
        fputs(" Each has a condition that is false: the numbers are what no rule foresees.", to);
    for (size_t i = 0; i < claim->measures; i++)
        if (measured[i].unable)
            fprintf(to,
                    " %zu of the %zu samples of %s have no certificate, and nothing is said of "
                    "those: take "
                    "smaller steps or a higher precision.",
                    measured[i].unable, measured[i].samples, claim->measure[i].name);
    return slp_written_end(&text);
}
