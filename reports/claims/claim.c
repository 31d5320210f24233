/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What claims and papers own; words for verdicts; finds quantities by name. */
#include "reports/claims/claim.h"
#include "oracle/plumbing/allocate.h"

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

void *slp_own(slp_owned *owned, void *memory)
{
    if (!owned) return memory;
    owned->at = slp_one_more(owned->at, owned->count, sizeof *owned->at);
    return owned->at[owned->count++] = memory;
}

static void free_owned(slp_owned *owned)
{
    for (size_t i = 0; i < owned->count; i++) free(owned->at[i]);
    free(owned->at);
}

void slp_claim_clear(slp_claim *claim)
{
    free_owned(&claim->owned);
    memset(claim, 0, sizeof *claim);
}

void slp_paper_clear(slp_paper *paper)
{
    free_owned(&paper->owned);
    memset(paper, 0, sizeof *paper);
}
