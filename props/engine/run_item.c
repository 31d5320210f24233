/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Runs one item: draws, tries and counts its cases, and shrinks its first failure. */
#include "props/engine/engine.h"
#include "oracle/plumbing/allocate.h"
#include "props/case/reference_step.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* PATIENCE: after so many cases in a row without an answer, a law stops trying a port. */
enum { PATIENCE = 3, FEWEST = 4 };

/* While nothing could be checked, up to so many cases are drawn, however short the run.  Controls
 * are rarest for energy of rkmk-rk4-exp on zeitlin-sphere: 0.28 of its draws give one.  A
 * statistical decision is rarest for weak, with rules of order four on zeitlin-sphere: 0.1 of its
 * draws give one.  So the probability that a pair gets none is at most 1e-9 and 1e-11. */
enum { PERSIST = 64, PERSIST_BY_CHANCE = 256 };

/* In an arithmetic narrower than binary64 a law may have no power at all: so many cases are
 * drawn. */
enum { NARROW = 16 };

bool prop_has_no_power(const prop_item_result *item_result)
{
    const prop_subject *subject = item_result->item.subject;
    const bool refused = strncmp(item_result->skip, "error=", 6) == 0;
    const slp_arithmetic *a = subject ? subject->arithmetic : NULL;
    /* more than the slack of 4 roundings that every port has */
    const bool stops_early = a && ldexp(a->tolerance, a->bits) > 4;
    return a && (prop_is_narrow(a) || stops_early) && !item_result->failed &&
           !item_result->checked && !item_result->declined && !refused;
}

prop_verdict prop_item_verdict(const prop_item_result *item_result)
{
    if (item_result->failed) return PROP_LAW_FAILED;
    if (item_result->checked) return PROP_PASSED;
    if (prop_has_no_power(item_result)) return PROP_NOT_OFFERED;
    if (item_result->powerless && !*item_result->label) return PROP_UNDECIDED;
    /* a regression that this subject cannot decide says nothing about the subject; nor do cases
     * that could not be checked, if it declined others (those with noise, for example) */
    bool none = *item_result->label || item_result->declined > 0;
    return none ? PROP_NOT_OFFERED : PROP_LAW_FAILED;
}

bool prop_nothing_checked(const prop_item_result *item_results, size_t count)
{
    size_t asked = 0, offered = 0;
    for (size_t i = 0; i < count; i++) {
        bool silent = prop_item_verdict(item_results + i) == PROP_NOT_OFFERED;
        if (item_results[i].item.law->applies.subjects == PROP_LAW_NOISE && !silent)
            continue; /* about no subject */
        asked++;
        offered += !silent;
    }
    return count == 0 || (asked > 0 && offered == 0);
}

void prop_count_verdicts(size_t *passed, size_t *failed, const prop_item_result *item_results,
                         size_t count)
{
    *passed = *failed = 0;
    for (size_t i = 0; i < count; i++) {
        *passed += prop_item_verdict(item_results + i) == PROP_PASSED;
        *failed += prop_item_verdict(item_results + i) == PROP_LAW_FAILED;
    }
    if (prop_nothing_checked(item_results, count)) ++*failed;
}

size_t prop_count_undecided(const prop_item_result *item_results, size_t count)
{
    size_t undecided = 0;
    for (size_t i = 0; i < count; i++)
        undecided += prop_item_verdict(item_results + i) == PROP_UNDECIDED;
    return undecided;
}

static void count(prop_item_result *item_result, prop_outcome outcome, const prop_finding *found)
{
    if (outcome == PROP_SKIPPED) {
        item_result->skipped++;
        item_result->declined += found->declined;
        item_result->powerless += found->powerless;
        memcpy(item_result->skip, found->note, sizeof item_result->skip);
        return;
    }
    if (!item_result->checked || found->margin > item_result->worst)
        item_result->worst = found->margin;
    if (!item_result->checked || found->margin < item_result->least)
        item_result->least = found->margin;
    if (!item_result->checked) item_result->order = found->order;
    for (int k = 0; k < PROP_FAULTS; k++)
        item_result->power[k] += (1 - item_result->power[k]) * found->power[k];
    if (item_result->order != found->order) item_result->order = -1;
    item_result->checked++;
    item_result->failed += outcome == PROP_FAILED;
}

static void keep_counterexample(prop_item_result *item_result, const slp_case *c,
                                const prop_finding *found, uint64_t seed, uint64_t number)
{
    prop_counterexample *example = &item_result->example;
    example->found = true;
    example->item = item_result->item;
    example->seed = seed;
    example->number = number;
    example->first = example->last = *found;
    slp_need_memory(slp_case_copy(&example->drawn, c));
    slp_need_memory(slp_case_copy(&example->shrunk, c));
    const prop_subject *subject = item_result->item.subject;
    char *line =
        found->lost && subject->lost_line ? subject->lost_line(subject, found->lost) : NULL;
    slp_error err;
    if (line) slp_need_memory(slp_case_parse(&example->shrunk, line, 0, &err));
    free(line);
}

void prop_try_case(prop_item_result *item_result, const slp_case *c, uint64_t seed, uint64_t number)
{
    prop_finding found;
    prop_outcome outcome = prop_apply_law(&found, &item_result->item, c);
    item_result->item.p_values_seen += found.could_refuse;
    count(item_result, outcome, &found);
    bool least = item_result->item.law->statistics.decides && outcome != PROP_SKIPPED &&
                 (item_result->checked == 1 || found.p_value < item_result->p_value);
    if (least) item_result->p_value = found.p_value;
    if (least && !item_result->example.found) { /* Holm's rule may later refuse this case */
        keep_counterexample(item_result, c, &found, seed, number);
        item_result->example.found = false;
    }
    if (outcome == PROP_FAILED && !item_result->example.found)
        keep_counterexample(item_result, c, &found, seed, number);
}

/* The cost of a case; a case of the rigid body costs 1.  Laws work with d x d matrices.  The costs
 * of an item's cases add up to the law's number of cases.  So systems of many coordinates get fewer
 * cases, the same on every machine.  The least number is FEWEST, half of it for a certified path,
 * and half again for a costly law. */
static double cost_of(const slp_case *c)
{
    double size = (double)c->d / 3;
    return size > 1 ? size * size : 1;
}

/* ---- Cases drawn ahead ---- */

/* So many cases of an item are drawn ahead at most. */
enum { MOST_AHEAD = 64 };

typedef struct drawn_case {
    slp_case c;
    slp_draw from;
    bool drawn;
} drawn_case;

/* The cases of an item, in order.  Those that a subject with several in flight will be asked are
 * drawn ahead, and the subject is told. */
typedef struct course {
    const prop_item *item;
    uint64_t stream;
    drawn_case *ahead; /* number `next` is ahead[next % most] */
    size_t most, next, drawn;
    double spent; /* by all that were drawn */
    size_t wanted, fewest, many, persist;
} course;

static void draw_next(course *on)
{
    drawn_case *to = on->ahead + on->drawn % on->most;
    slp_draw_init(&to->from, on->stream, on->drawn);
    to->drawn = prop_draw(&to->c, &to->from, on->item, on->drawn++);
    if (!to->drawn) return;
    on->spent += cost_of(&to->c);
    if (on->most > 1 && on->item->law->draw.asks_case)
        on->item->subject->expect(on->item->subject, &to->c);
}

/* Whether case number on->drawn belongs to the item: by its number and what was spent, or else by
 * what became of the cases before. */
static bool belongs_by_number(const course *on)
{
    return on->drawn < on->wanted && (on->spent < (double)on->wanted || on->drawn < on->fewest);
}

static bool belongs_by_results(const course *on, const prop_item_result *item_result)
{
    return (on->drawn < on->many && item_result->checked > 0) ||
           (on->drawn < on->persist && item_result->checked + item_result->declined == 0 &&
            !on->item->missing);
}

/* The next case; NULL if there is none. */
static drawn_case *next_case(course *on, const prop_item_result *item_result)
{
    while (
        on->drawn < on->next + on->most &&
        (belongs_by_number(on) || (on->drawn == on->next && belongs_by_results(on, item_result))))
        draw_next(on);
    return on->next < on->drawn ? on->ahead + on->next++ % on->most : NULL;
}

static void course_init(course *on, const prop_item *item, const prop_options *options)
{
    const prop_subject *subject = item->subject;
    *on = (course){.item = item, .stream = prop_stream(item, options->seed)};
    on->wanted = item->missing ? 1 : prop_case_count(item, options->multiplier);
    /* a certified path proves each of its steps, which costs many times a binary64 step */
    double few = subject->certified ? FEWEST / 2 : FEWEST;
    few = ceil((item->law->effort.costly ? few / 2 : few) * options->multiplier);
    on->fewest = few < 1 ? 1 : few < FEWEST ? (size_t)few : FEWEST;
    /* every run of the tests checks the paths of this project; a port is perhaps checked once */
    on->many = subject->complete ? 0 : (size_t)ceil(item->law->effort.least * options->multiplier);
    on->persist = item->law->statistics.decides ? PERSIST_BY_CHANCE : PERSIST;
    if (prop_is_narrow(subject->arithmetic)) on->persist = NARROW;
    const unsigned threads = options->threads ? options->threads : 1;
    on->most = subject->expect ? subject->in_flight / threads + 1 : 1;
    if (on->most > MOST_AHEAD) on->most = MOST_AHEAD;
    on->ahead = slp_allocate(on->most, sizeof *on->ahead);
    for (size_t i = 0; i < on->most; i++) slp_case_init(&on->ahead[i].c);
}

static void course_clear(course *on)
{
    for (size_t i = 0; i < on->most; i++) slp_case_clear(&on->ahead[i].c);
    free(on->ahead);
    if (on->item->subject->forget) on->item->subject->forget(on->item->subject);
}

void prop_run_item(prop_item_result *item_result, const prop_options *options)
{
    const prop_item *item = &item_result->item;
    size_t unanswered = 0;
    course on;
    course_init(&on, item, options);
    while (unanswered < PATIENCE) {
        drawn_case *now = next_case(&on, item_result);
        if (!now) break;
        const uint64_t number = now->from.number;
        size_t failed = item_result->failed;
        if (!now->drawn) {
            item_result->skipped++;
            snprintf(item_result->skip, sizeof item_result->skip, "no such case could be drawn");
            continue;
        }
        bool first = !item_result->example.found;
        size_t checked = item_result->checked;
        prop_try_case(item_result, &now->c, options->seed, number);
        for (int k = 0; k < PROP_CLASS_COUNT; k++)
            item_result->classes[k] +=
                item_result->checked > checked && (now->from.classes >> k & 1);
        bool fell = item_result->failed > failed;
        if (fell && options->brief) break;
        if (fell && first) {
            unanswered = item_result->example.first.unanswered;
            if (!item->missing && !item->law->draw.unshrunk &&
                !item_result->example.first.unanswered)
                prop_shrink(&item_result->example);
            const bool port = !item->subject->complete && item->subject->answer;
            if (options->namer && port && !item_result->example.first.unanswered)
                prop_name_fault(&item_result->example, options->namer);
        } else if (fell && unanswered) {
            unanswered++;
        }
        if (!fell) unanswered = 0;
    }
    course_clear(&on);
    const prop_subject *subject = item->subject;
    if (!item_result->checked && !item->missing && subject->declines &&
        subject->declines(subject, item->system, item->scheme))
        item_result->declined =
            item_result->skipped; /* the subject declined the skipped cases, or no case was tried */
}
