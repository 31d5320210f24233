/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The same case gives the same bits, whatever cases come between: a result is a function of its
 * case alone.
 *
 * Five cases are sent: c, a case that differs in everything, a case that differs from c in a single
 * number, c again, and that third case again.  This finds subjects that cache results under an
 * incomplete key, such as two of three moments: then c, or the third case, gets two different
 * answers.  For c comes once before and once after the third case, and the third comes once after c
 * and once after the case that shares nothing with it. */
#include "oracle/contract/number/exact.h"
#include "oracle/plumbing/allocate.h"
#include "props/case/reference_step.h"
#include "props/statistics/sampling.h"

#include <stdlib.h>
#include <string.h>

static const double more = 1.125;

static bool is_valid(slp_case *c)
{
    return slp_case_check(c, &(slp_error){0}) == SLP_OK;
}

/* at[i] *= more, for `count` numbers of c; all of c as it was where that is no case (a size of 9
 * for 8). */
static bool raise_numbers(slp_case *c, double *at, size_t count)
{
    double *was = slp_allocate(count, sizeof *was);
    memcpy(was, at, count * sizeof *was);
    for (size_t i = 0; i < count; i++) at[i] *= more;
    const bool good = is_valid(c);
    if (!good) {
        memcpy(at, was, count * sizeof *at);
        is_valid(c); /* the check sets d and M */
    }
    free(was);
    return good;
}

static bool has_numbers(const slp_case *c, size_t p)
{
    return c->system->params[p].kind == SLP_PARAM_NUMBERS && c->params[p].count > 0;
}

static void change_everything(slp_case *c)
{
    SLP_CLEARED(slp_case) was = {0};
    slp_need_memory(slp_case_copy(&was, c));
    for (size_t p = 0; c->system->params[p].key; p++)
        if (has_numbers(c, p)) raise_numbers(c, c->params[p].at, c->params[p].count);
    for (size_t i = 0; i < c->steps * c->M; i++) c->dw[i] *= more;
    c->h *= more;
    for (size_t i = 0; i < c->d; i++) c->x[i] = -was.x[c->d - 1 - i];
    if (!is_valid(c)) memcpy(c->x, was.x, c->d * sizeof *c->x);
}

/* Changes one number: of a parameter, of the state or of the increments, or the step size.  The
 * case determines which. */
static void change_one(slp_case *c)
{
    uint64_t choice = prop_path_seed(c);
    double *lists[SLP_MAX_PARAMS + 3];
    size_t counts[SLP_MAX_PARAMS + 3], count = 0;
    for (size_t p = 0; c->system->params[p].key; p++)
        if (has_numbers(c, p)) lists[count] = c->params[p].at, counts[count++] = c->params[p].count;
    lists[count] = c->x, counts[count++] = c->d;
    if (c->M) lists[count] = c->dw, counts[count++] = c->steps * c->M;
    lists[count] = &c->h, counts[count++] = 1;
    const size_t list = (size_t)(choice % count);
    choice /= count;
    if (!raise_numbers(c, lists[list] + choice % counts[list], 1)) c->h *= more;
}

/* Whether y and again are the same bits; the finding says where not. */
static prop_outcome check_same_bits(prop_finding *found, const slp_result *y,
                                    const slp_result *again, const char *which)
{
    size_t i = 0;
    while (i < y->y.count && memcmp(y->y.at + i, again->y.at + i, sizeof *y->y.at) == 0) i++;
    if (i == y->y.count && !slp_exact_equal(y->exact_y, again->exact_y)) {
        found->margin = 2;
        return prop_outcome_noted(found, PROP_FAILED,
                                  "y of %s differs beyond binary64, asked again", which);
    }
    if (i == y->y.count) return PROP_HELD;
    found->margin = 2;
    return prop_outcome_noted(found, PROP_FAILED, "number %zu of y of %s is %a, asked again %a",
                              i + 1, which, y->y.at[i], again->y.at[i]);
}

static prop_outcome check(prop_finding *found, const prop_law *law, const prop_subject *subject,
                          const slp_case *c)
{
    enum { FIRST, AWAY, NEAR, AGAIN, NEAR_AGAIN, ASKED };
    SLP_CLEARED(slp_case) away = {0}, near = {0};
    slp_result r[ASKED];
    prop_finding unused = {0};
    (void)law;
    for (int i = 0; i < ASKED; i++) slp_result_init(&r[i]);
    slp_need_memory(slp_case_copy(&away, c));
    slp_need_memory(slp_case_copy(&near, c));
    change_everything(&away);
    change_one(&near);
    prop_fit_case(&away);
    prop_fit_case(&near);
    const slp_case *asked[ASKED] = {c, &away, &near, c, &near};
    for (int i = 0; i < ASKED && subject->expect; i++) subject->expect(subject, asked[i]);
    prop_outcome outcome = prop_query_subject(&r[FIRST], found, subject, c);
    if (outcome == PROP_HELD) {
        prop_query_subject(&r[AWAY], &unused, subject, &away);
        const bool answered = prop_query_subject(&r[NEAR], &unused, subject, &near) == PROP_HELD;
        outcome = prop_query_subject(&r[AGAIN], found, subject, c);
        if (outcome == PROP_HELD)
            outcome = check_same_bits(found, &r[FIRST], &r[AGAIN], "the case");
        if (outcome == PROP_HELD && answered) {
            outcome = prop_query_subject(&r[NEAR_AGAIN], found, subject, &near);
            if (outcome == PROP_HELD)
                outcome = check_same_bits(found, &r[NEAR], &r[NEAR_AGAIN], "one beside the case");
        }
    }
    for (int i = 0; i < ASKED; i++) slp_result_clear(&r[i]);
    return outcome;
}

const prop_law prop_law_determinism = {
    .name = "determinism",
    .about = "the same case gives the same bits, whatever was asked in between",
    .equation = "Psi(x) = Psi(x)",
    .effort = {.cases = 48, .certified_cases = 16},
    .check = check,
};
