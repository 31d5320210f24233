/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Shrinking: the simplest case on which an item still fails.
 *
 * First by choices: the stream that drew the case is replayed with choices dropped, zeroed, halved;
 * smaller choices draw simpler cases, so this needs no knowledge of a case's fields.  Then by
 * structure: one step, from the state of the failure; no noise; short numbers.  Every candidate is
 * checked like input and tried on the subject. */
#include "props/engine/engine.h"
#include "oracle/plumbing/allocate.h"
#include "props/case/reference_step.h"
#include "props/case/adjust_case.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Work: a candidate of few coordinates and steps counts 1, larger ones more.  On su(24), where each
 * may take seconds, the work allows a few dozen.  A draw may look for a certificate, and counts a
 * part of a try. */
enum { FEW = 24, DRAW_PART = 16, LEADING = 24 };

static double work_of(const slp_case *c)
{
    const double size = (double)c->d / FEW;
    const double steps = (double)c->steps / 4;
    return (size > 1 ? size : 1) * (steps > 1 ? steps : 1);
}

static bool work_is_spent(const prop_counterexample *example)
{
    return example->work >= example->allowed;
}

static void add_work(prop_counterexample *example, double work)
{
    example->work += work;
    if (!example->watch) return;
    const double share = 100 * example->work / PROP_SHRINK_WORK;
    atomic_store(&example->watch->tried, example->tried);
    atomic_store(&example->watch->percent, share < 100 ? (unsigned)share : 100);
}

size_t prop_complexity(const slp_case *c)
{
    char *text = prop_case_fields(c, ' ');
    size_t length = strlen(text);
    free(text);
    return length;
}

static bool try_unshaped(prop_counterexample *example, slp_case *candidate)
{
    slp_error err;
    prop_finding found;
    if (work_is_spent(example)) {
        example->cut = true;
        return false;
    }
    if (slp_case_check(candidate, &err) != SLP_OK) return false;
    if (prop_complexity(candidate) >= prop_complexity(&example->shrunk)) return false;
    example->tried++;
    add_work(example, work_of(candidate));
    if (prop_apply_law(&found, &example->item, candidate) != PROP_FAILED || found.unanswered)
        return false;
    example->last = found;
    slp_need_memory(slp_case_copy(&example->shrunk, candidate));
    return true;
}

/* Takes the candidate if it is valid, simpler and still fails.  The candidate is first changed as
 * the law changes drawn cases, if the law applies only to such cases. */
static bool try_candidate(prop_counterexample *example, slp_case *candidate)
{
    const prop_law *law = example->item.law;
    if (!law->applies.promise || !law->draw.shape) return try_unshaped(example, candidate);
    slp_case bent;
    slp_error err;
    slp_case_init(&bent);
    slp_need_memory(slp_case_copy(&bent, candidate));
    bool taken = slp_case_check(&bent, &err) == SLP_OK;
    if (taken) law->draw.shape(&bent);
    taken = taken && try_unshaped(example, &bent);
    slp_case_clear(&bent);
    return taken;
}

/* ---- By choices ---- */

static bool try_choices(prop_counterexample *example, const uint64_t *choices, size_t count)
{
    slp_case c;
    slp_draw from;
    if (work_is_spent(example)) {
        example->cut = true;
        return false;
    }
    slp_case_init(&c);
    slp_draw_init(&from, prop_stream(&example->item, example->seed), example->number);
    from.replay = choices;
    from.replay_count = count;
    bool better = prop_draw(&c, &from, &example->item, example->number);
    if (better) add_work(example, work_of(&c) / DRAW_PART);
    better = better && try_candidate(example, &c);
    slp_case_clear(&c);
    return better;
}

static void remove_choices(uint64_t *choices, size_t *count, size_t at, size_t run)
{
    memmove(choices + at, choices + at + run, (*count - at - run) * sizeof *choices);
    *count -= run;
}

static bool try_without(prop_counterexample *example, uint64_t *choices, size_t *count, size_t at,
                        size_t run)
{
    uint64_t *fewer = malloc((*count + 1) * sizeof *fewer);
    size_t left = *count;
    if (!fewer) abort();
    memcpy(fewer, choices, *count * sizeof *fewer);
    remove_choices(fewer, &left, at, run);
    bool better = try_choices(example, fewer, left);
    if (better) remove_choices(choices, count, at, run);
    free(fewer);
    return better;
}

static bool try_value(prop_counterexample *example, uint64_t *choices, size_t count, size_t at,
                      uint64_t value)
{
    uint64_t old = choices[at];
    if (value >= old) return false;
    choices[at] = value;
    if (try_choices(example, choices, count)) return true;
    choices[at] = old;
    return false;
}

/* Makes the choice at place `at` zero, or as many bits shorter as the case still fails with. */
static bool lower_choice(prop_counterexample *example, uint64_t *choices, size_t count, size_t at)
{
    bool better = try_value(example, choices, count, at, 0);
    for (uint64_t bits = 32; bits; bits /= 2)
        if (try_value(example, choices, count, at, choices[at] >> bits)) better = true;
    return better;
}

static void shrink_choices(prop_counterexample *example, const uint64_t *record, size_t length)
{
    uint64_t *choices = malloc((length + 1) * sizeof *choices);
    size_t count = length;
    bool better = true;
    if (!choices) abort();
    memcpy(choices, record, length * sizeof *choices);
    /* the first choices decide the size of the case, and a small case takes less work */
    for (size_t at = 0; at < count && at < LEADING; at++) lower_choice(example, choices, count, at);
    while (better && !work_is_spent(example)) {
        better = false;
        for (size_t run = 8; run; run /= 2)
            for (size_t at = 0; at + run <= count;)
                if (try_without(example, choices, &count, at, run))
                    better = true;
                else
                    at += run;
        for (size_t at = 0; at < count; at++)
            if (lower_choice(example, choices, count, at)) better = true;
    }
    free(choices);
}

/* ---- By structure ---- */

/* One step from each state of the subject's own trajectory, the first that still fails. */
static void shrink_to_one_step(prop_counterexample *example)
{
    slp_case long_one, candidate;
    slp_result r;
    char note[PROP_NOTE];
    const prop_subject *subject = example->item.subject;
    slp_case_init(&long_one);
    slp_case_init(&candidate);
    slp_result_init(&r);
    slp_need_memory(slp_case_copy(&long_one, &example->shrunk));
    const slp_case *c = &long_one;
    bool answered = c->steps > 1 && subject->answer(&r, note, subject, c) == PROP_ANSWERED &&
                    r.y.count == c->steps * c->d;
    for (size_t s = 0; c->steps > 1 && s < c->steps && (s == 0 || answered); s++) {
        prop_one_step(&candidate, c, s ? r.y.at + (s - 1) * c->d : c->x, s);
        if (try_candidate(example, &candidate)) break;
    }
    slp_case_clear(&long_one);
    slp_case_clear(&candidate);
    slp_result_clear(&r);
}

static void shrink_steps(prop_counterexample *example)
{
    slp_case candidate;
    slp_case_init(&candidate);
    for (size_t steps = example->shrunk.steps / 2; steps; steps /= 2) {
        slp_need_memory(slp_case_copy(&candidate, &example->shrunk));
        candidate.steps = steps;
        if (candidate.M) {
            double *kept = malloc(steps * candidate.M * sizeof *kept);
            if (!kept) abort();
            memcpy(kept, candidate.dw, steps * candidate.M * sizeof *kept);
            slp_need_memory(slp_case_set_dw(&candidate, kept, steps * candidate.M));
            free(kept);
        }
        if (!try_candidate(example, &candidate)) break;
    }
    slp_case_clear(&candidate);
}

static void shrink_noise(prop_counterexample *example)
{
    slp_case candidate;
    slp_case_init(&candidate);
    slp_need_memory(slp_case_copy(&candidate, &example->shrunk));
    if (candidate.M) {
        prop_remove_noise(&candidate);
        try_candidate(example, &candidate);
    }
    slp_case_clear(&candidate);
}

/* The number at place `i` of all the numbers of c: h, x, dw, parameters. */
static double *number_at(slp_case *c, size_t i)
{
    if (i == 0) return &c->h;
    if (--i < c->d) return c->x + i;
    if ((i -= c->d) < c->steps * c->M) return c->dw + i;
    i -= c->steps * c->M;
    for (size_t p = 0; p < SLP_MAX_PARAMS; p++) {
        if (i < c->params[p].count) return c->params[p].at + i;
        i -= c->params[p].count;
    }
    return NULL;
}

static void shorten_number(prop_counterexample *example, size_t i)
{
    slp_case candidate;
    slp_case_init(&candidate);
    slp_need_memory(slp_case_copy(&candidate, &example->shrunk));
    double *at = number_at(&candidate, i), old = *at;
    for (int digits = -2; digits <= 4; digits++) {
        char text[SLP_NUMBER_CHARS];
        *at = digits == -2 ? 0 : copysign(1, old);
        if (digits == 0) *at = copysign(ldexp(1, ilogb(old == 0 ? 1 : old)), old);
        if (digits > 0) {
            snprintf(text, sizeof text, "%.*g", digits, old);
            *at = strtod(text, NULL);
        }
        if (*at != old && try_candidate(example, &candidate)) break;
    }
    slp_case_clear(&candidate);
}

static void shorten_numbers(prop_counterexample *example)
{
    slp_case *c = &example->shrunk;
    for (size_t i = 0; !work_is_spent(example) && number_at(c, i); i++) shorten_number(example, i);
}

void prop_shrink(prop_counterexample *example, const uint64_t *record, size_t count)
{
    /* A control must stay in general position: a simpler case may hide the violation. */
    if (example->item.control) return;
    if (example->watch) atomic_store(&example->watch->on, true);
    add_work(example, 0);
    example->allowed = PROP_SHRINK_WORK / 2; /* the rest is for structure */
    if (!example->item.law->draw.generic && count < PROP_CHOICES)
        shrink_choices(example, record, count);
    example->allowed = PROP_SHRINK_WORK;
    for (size_t before = 0; before != prop_complexity(&example->shrunk);) {
        before = prop_complexity(&example->shrunk);
        shrink_steps(example);
        shrink_to_one_step(example);
        shrink_noise(example);
        shorten_numbers(example);
    }
    if (example->watch) atomic_store(&example->watch->on, false);
}
