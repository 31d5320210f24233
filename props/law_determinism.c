/* The same case gives the same bits, whatever was asked in between: a result is a function of its case. */
#include "props/ground.h"

#include <string.h>

static prop_outcome check(prop_finding *found, const prop_law *law, const prop_subject *subject,
                          const slp_case *c)
{
    slp_case other;
    slp_result first, between, again;
    prop_finding unused = {0};
    (void)law;
    slp_case_init(&other);
    slp_result_init(&first);
    slp_result_init(&between);
    slp_result_init(&again);
    slp_case_copy(&other, c);
    for (size_t i = 0; i < c->d; i++) other.x[i] = -c->x[c->d - 1 - i];
    prop_outcome outcome = prop_ask(&first, found, subject, c);
    if (outcome == PROP_HELD) {
        if (!c->system->member || c->system->member(&other, other.x, &(slp_error){0}) == SLP_OK)
            prop_ask(&between, &unused, subject, &other);
        outcome = prop_ask(&again, found, subject, c);
    }
    if (outcome == PROP_HELD) {
        size_t same = 0;
        while (same < first.y.count &&
               memcmp(first.y.at + same, again.y.at + same, sizeof *again.y.at) == 0)
            same++;
        if (same < first.y.count) {
            found->margin = 2;
            outcome = prop_say(found, PROP_FAILED, "number %zu of y is %a, asked again %a",
                               same + 1, first.y.at[same], again.y.at[same]);
        }
    }
    slp_case_clear(&other);
    slp_result_clear(&first);
    slp_result_clear(&between);
    slp_result_clear(&again);
    return outcome;
}

const prop_law prop_law_determinism = {
    .name = "determinism",
    .about = "the same case gives the same bits, whatever was asked in between",
    .equation = "Psi(x) = Psi(x)",
    .cases = 48,
    .check = check,
};
