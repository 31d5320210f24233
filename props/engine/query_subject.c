/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Sends a case to a subject.  Every way of not answering becomes an outcome with its own note. */
#include "oracle/plumbing/allocate.h"
#include "props/case/reference_step.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "oracle/judge/judge.h"

prop_outcome prop_outcome_noted(prop_finding *found, prop_outcome outcome, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(found->note, sizeof found->note, format, arguments);
    va_end(arguments);
    return outcome;
}

void prop_one_step(slp_case *to, const slp_case *c, const double *x, size_t s)
{
    slp_need_memory(slp_case_copy(to, c));
    to->steps = 1;
    slp_need_memory(slp_case_set_x(to, x, c->d));
    if (c->M) slp_need_memory(slp_case_set_dw(to, c->dw + s * c->M, c->M));
}

double prop_bound_and_condition(double *kappa, const slp_case *c, const double *x, const double *y,
                                size_t s)
{
    SLP_CLEARED(slp_case) one = {0};
    slp_verdict v;
    slp_result r;
    double copy[c->d];
    memcpy(copy, y, sizeof copy);
    slp_result_init(&r);
    prop_one_step(&one, c, x, s);
    r.y = (slp_numbers){c->d, copy}; /* lent */
    slp_judge(&v, &one, &r);
    slp_need_memory(v.reason);
    bool certified =
        v.kind == SLP_VERDICT_PASS || v.kind == SLP_VERDICT_FAIL || v.kind == SLP_VERDICT_UNDECIDED;
    *kappa = v.kappa;
    return certified && !v.answer && isfinite(v.bound * v.stretch) ? v.bound * v.stretch : 0;
}

double prop_bound(const slp_case *c, const double *x, const double *y, size_t s)
{
    double kappa;
    return prop_bound_and_condition(&kappa, c, x, y, s);
}

/* The step of c that the subject refuses, as a separate case that begins at the subject's own
 * state.  In a long run the reference's states cannot replace them: within what rounding allows,
 * the subject's states may have moved away. */
static void refused_step(slp_case *to, const prop_subject *subject, const slp_case *c)
{
    size_t made = 0, most = c->steps; /* `made`: so many steps the subject answers; `most`: so many
                                         it does not */
    double last[c->d];
    memcpy(last, c->x, sizeof last);
    while (most - made > 1) {
        SLP_CLEARED(slp_case) fewer = {0};
        SLP_CLEARED(slp_result) r = {0};
        char note[PROP_NOTE] = "";
        size_t steps = made + (most - made) / 2;
        slp_need_memory(slp_case_copy(&fewer, c));
        fewer.steps = steps;
        slp_need_memory(slp_case_set_dw(&fewer, c->dw, steps * c->M));
        bool answered = subject->answer(&r, note, subject, &fewer) == PROP_ANSWERED &&
                        r.y.count == steps * c->d;
        for (size_t i = 0; answered && i < c->d; i++)
            answered = isfinite(r.y.at[(steps - 1) * c->d + i]);
        if (answered) memcpy(last, r.y.at + (steps - 1) * c->d, sizeof last);
        *(answered ? &made : &most) = steps;
    }
    prop_one_step(to, c, last, made);
}

/* The judge's verdict on the subject's answer for the step from x(1 - k/1024). */
static slp_verdict_kind verdict_nearby(const prop_subject *subject, const slp_case *step, int k)
{
    char note[PROP_NOTE] = "";
    double x[step->d];
    SLP_CLEARED(slp_case) beside = {0};
    SLP_CLEARED(slp_result) r = {0};
    slp_verdict v;
    for (size_t i = 0; i < step->d; i++) x[i] = (1 - k * 0x1p-10) * step->x[i];
    prop_one_step(&beside, step, x, 0);
    prop_fit_case(&beside);
    bool refused = subject->answer(&r, note, subject, &beside) == PROP_REFUSED;
    slp_judge(&v, &beside, &r);
    slp_need_memory(v.reason);
    return refused ? v.kind : SLP_VERDICT_PASS;
}

/* Whether the refusal is a coincidence of roundings: the iterates repeat for ever in their last
 * bits, but not from a state nearby.  So a refusal is a coincidence if the subject refuses this
 * step alone and not the step from states nearby.  It is a fault if the subject refuses all steps,
 * or long runs. */
static bool refused_by_coincidence(const prop_subject *subject, const slp_case *step)
{
    slp_verdict_kind word = verdict_nearby(subject, step, 0);
    if (word != SLP_VERDICT_ERROR) return false;
    for (int k = 1; word == SLP_VERDICT_ERROR && k <= 3; k++)
        word = verdict_nearby(subject, step, k);
    return word != SLP_VERDICT_ERROR;
}

/* A refusal is the subject's fault where the judge finds a certificate good enough to judge an
 * answer by. */
static prop_outcome judge_refusal(prop_finding *found, const prop_subject *subject,
                                  const slp_result *r, const slp_case *c)
{
    const char *word = slp_status_word(r->error);
    SLP_CLEARED(slp_case) step = {0};
    slp_verdict v;
    refused_step(&step, subject, c);
    slp_judge(&v, &step, r);
    slp_need_memory(v.reason);
    bool coincidence = v.kind == SLP_VERDICT_ERROR && r->error == SLP_NO_CONVERGENCE &&
                       !subject->complete && refused_by_coincidence(subject, &step);
    if (coincidence)
        return prop_outcome_noted(found, PROP_SKIPPED,
                                  "error=%s by roundings: beside this state it answers", word);
    /* Where plain iteration need not converge (oracle/judge/judge.md, 7) a port may refuse.  The
     * paths of this project must find the proved solution. */
    bool excused = v.kind == SLP_VERDICT_UNABLE && v.reason == SLP_NO_CONVERGENCE;
    if (v.kind != SLP_VERDICT_ERROR && !(excused && subject->complete)) {
        found->excused = excused;
        return prop_outcome_noted(found, PROP_SKIPPED, "error=%s, and the reference says %s", word,
                                  slp_verdict_word(v.kind));
    }
    return prop_outcome_noted(found, PROP_FAILED, "error=%s, where a solution is proved", word);
}

prop_outcome prop_query_subject(slp_result *r, prop_finding *found, const prop_subject *subject,
                                const slp_case *c)
{
    char note[PROP_NOTE] = "";
    switch (subject->answer(r, note, subject, c)) {
    case PROP_ANSWERED:
        if (r->y.count != c->steps * c->d) break;
        for (size_t i = 0; i < r->y.count; i++)
            if (!isfinite(r->y.at[i]))
                return prop_outcome_noted(found, PROP_FAILED,
                                          "incomplete: number %zu of y is not finite", i + 1);
        return PROP_HELD;
    case PROP_DECLINED:
        found->declined = true;
        return prop_outcome_noted(found, subject->complete ? PROP_FAILED : PROP_SKIPPED,
                                  "error=unsupported: not offered");
    case PROP_REFUSED:
        if (r->error == SLP_UNSUPPORTED)
            return prop_outcome_noted(found, PROP_SKIPPED,
                                      "error=unsupported, though it lists the pair");
        return subject->certified && r->error == SLP_UNABLE
                   ? prop_outcome_noted(found, PROP_SKIPPED, "error=unable")
                   : judge_refusal(found, subject, r, c);
    case PROP_INCOMPLETE:
        found->unanswered = true;
        return prop_outcome_noted(found, PROP_FAILED, "incomplete: %.200s", note);
    case PROP_UNRECEIVED:
        found->unanswered = true;
        found->lost = r->id ? strtoull(r->id + strcspn(r->id, "0123456789"), NULL, 10) : 0;
        return prop_outcome_noted(found, PROP_FAILED, "unreceived: %.220s", note);
    }
    found->unanswered = true;
    return prop_outcome_noted(found, PROP_FAILED, "incomplete: y has %zu numbers, %zu expected",
                              r->y.count, c->steps * c->d);
}
