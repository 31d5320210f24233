/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* How much of the source's own size the evidence of a claim has, and what verdict that allows. */
#include "reports/claims/claim.h"

#include <stdio.h>
#include <string.h>

/* Keeps used / asserted in *a if it is a smaller part of what the source ran. */
static void keep_smaller(slp_evidence *a, size_t used, size_t asserted, bool of_steps)
{
    if (asserted == 0) return;
    if (a->asserted > 0 && (double)used * (double)a->asserted >= (double)a->used * (double)asserted)
        return;
    a->used = used;
    a->asserted = asserted;
    a->of_steps = of_steps;
}

slp_evidence slp_claim_evidence(const slp_claim *claim, bool full)
{
    slp_evidence part = {0, 0, false, 0, 0};
    for (size_t i = 0; i < claim->experiments; i++) {
        const slp_experiment *e = &claim->experiment[i];
        const size_t n = full ? e->steps.full : e->steps.usual;
        const size_t m = full ? e->samples.full : e->samples.usual;
        keep_smaller(&part, n, e->paper_steps, true);
        keep_smaller(&part, m, e->paper_samples, false);
        if ((double)n * (double)m <= (double)part.steps * (double)part.samples) continue;
        part.steps = n;
        part.samples = m;
    }
    return part;
}

bool slp_evidence_small(const slp_evidence *evidence)
{
    return (double)evidence->used * 2 < (double)evidence->asserted;
}

void slp_grouped(char text[32], size_t number)
{
    char digits[24];
    const int length = snprintf(digits, sizeof digits, "%zu", number);
    size_t to = 0;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0) text[to++] = ' ';
        text[to++] = digits[i];
    }
    text[to] = 0;
}

void slp_evidence_print(char *text, size_t room, const slp_evidence *evidence)
{
    char first[32], second[32];
    if (evidence->asserted) {
        slp_grouped(first, evidence->used);
        slp_grouped(second, evidence->asserted);
        snprintf(text, room, "%s of %s %s%s", first, second, evidence->of_steps ? "step" : "run",
                 evidence->asserted == 1 ? "" : "s");
        return;
    }
    slp_grouped(first, evidence->samples);
    slp_grouped(second, evidence->steps);
    if (evidence->steps > 1 && evidence->samples > 1)
        snprintf(text, room, "%s runs of %s steps", first, second);
    else if (evidence->steps > 1)
        snprintf(text, room, "%s steps", second);
    else
        snprintf(text, room, "%s sample%s", first, evidence->samples == 1 ? "" : "s");
}

slp_claim_verdict slp_claim_verdict_of_size(slp_claim_verdict verdict, const slp_evidence *evidence)
{
    const bool holds = verdict == SLP_CONFIRMED || verdict == SLP_QUALIFIED;
    return holds && slp_evidence_small(evidence) ? SLP_PRELIMINARY : verdict;
}
