/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Frees claims; words for verdicts; finds quantities by name. */
#include "reports/claims/claim.h"

#include <stdlib.h>
#include <string.h>

extern const slp_quantity *const slp_quantity_registry[];

const char *slp_claim_verdict_word(slp_claim_verdict verdict)
{
    static const char *const words[] = {"confirmed",      "refuted", "qualified",
                                        "underspecified", "finding", "inconclusive",
                                        "preliminary",    "not run"};
    return verdict < SLP_CLAIM_VERDICTS ? words[verdict] : "unknown";
}

const slp_quantity *slp_quantity_at(size_t i)
{
    size_t k = 0;
    while (k < i && slp_quantity_registry[k]) k++;
    return slp_quantity_registry[k];
}

const slp_quantity *slp_quantity_find(const char *name)
{
    for (size_t i = 0; slp_quantity_registry[i]; i++)
        if (strcmp(slp_quantity_registry[i]->name, name) == 0) return slp_quantity_registry[i];
    return NULL;
}

static void clear_experiment(slp_experiment *e)
{
    free(e->name);
    free(e->missing);
    free(e->port);
    free(e->port_path);
    free(e->port_sum);
    for (size_t k = 0; k < SLP_MAX_PARAMS; k++) free(e->params[k].at);
    free(e->h.at);
    free(e->state.at);
}

void slp_claim_clear(slp_claim *claim)
{
    char *own[] = {claim->id,    claim->source, claim->locator, claim->statement, claim->printed,
                   claim->meant, claim->note,   claim->text,    claim->file,      claim->erratum};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) free(own[i]);
    for (size_t i = 0; i < claim->experiments; i++) clear_experiment(&claim->experiment[i]);
    for (size_t i = 0; i < claim->sensitivities; i++) {
        slp_sensitivity *row = &claim->sensitivity[i];
        for (size_t k = 0; k < row->sets; k++) clear_experiment(&row->experiment[k]);
        free(row->experiment);
        free(row->which);
        free(row->what);
    }
    for (size_t i = 0; i < claim->measures; i++) {
        free(claim->measure[i].name);
        for (size_t k = 0; k < SLP_QUANTITY_OPTIONS; k++) free(claim->measure[i].word[k]);
    }
    for (size_t i = 0; i < claim->rules; i++) {
        free(claim->rule[i].when);
        free(claim->rule[i].because);
        free(claim->rule[i].restriction);
    }
    for (size_t i = 0; i < claim->figures; i++) {
        free(claim->figure[i].name);
        free(claim->figure[i].caption);
        free(claim->figure[i].title);
        for (size_t k = 0; claim->figure[i].legend && k < claim->figure[i].draws; k++)
            free(claim->figure[i].legend[k]);
        free(claim->figure[i].legend);
        free(claim->figure[i].draw);
    }
    for (size_t i = 0; i < claim->unprinteds; i++) {
        free(claim->unprinted[i].what);
        free(claim->unprinted[i].chosen);
    }
    for (size_t i = 0; i < claim->replies; i++) {
        slp_reply *r = &claim->reply[i];
        free(r->date);
        free(r->by);
        free(r->kind);
        free(r->text);
    }
    free(claim->quote.text);
    free(claim->quote.page);
    free(claim->quote.section);
    free(claim->quote.from);
    free(claim->faithful);
    free(claim->proof);
    free(claim->awaits);
    free(claim->reply);
    free(claim->experiment);
    free(claim->measure);
    free(claim->rule);
    free(claim->figure);
    free(claim->unprinted);
    free(claim->sensitivity);
    memset(claim, 0, sizeof *claim);
}
