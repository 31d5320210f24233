/* Runs one item: draws, tries and counts its cases, and shrinks its first failure. */
#include "props/engine/engine.h"
#include "oracle/plumbing/allocate.h"

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

prop_verdict prop_item_verdict(const prop_item_result *item_result)
{
    if (item_result->failed) return PROP_LAW_FAILED;
    if (item_result->checked) return PROP_PASSED;
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
        if (item_results[i].item.law->noise && !silent) continue; /* about no subject */
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

static void keep(prop_item_result *item_result, const slp_case *c, const prop_finding *found,
                 uint64_t seed, uint64_t number)
{
    prop_counterexample *example = &item_result->example;
    example->found = true;
    example->item = item_result->item;
    example->seed = seed;
    example->number = number;
    example->first = example->last = *found;
    slp_need_memory(slp_case_copy(&example->drawn, c));
    slp_need_memory(slp_case_copy(&example->shrunk, c));
}

void prop_try_case(prop_item_result *item_result, const slp_case *c, uint64_t seed, uint64_t number)
{
    prop_finding found;
    prop_outcome outcome = prop_apply_law(&found, &item_result->item, c);
    item_result->item.p_values_seen += found.could_refuse;
    count(item_result, outcome, &found);
    bool least = item_result->item.law->statistical && outcome != PROP_SKIPPED &&
                 (item_result->checked == 1 || found.p_value < item_result->p_value);
    if (least) item_result->p_value = found.p_value;
    if (least && !item_result->example.found) { /* Holm's rule may later refuse this case */
        keep(item_result, c, &found, seed, number);
        item_result->example.found = false;
    }
    if (outcome == PROP_FAILED && !item_result->example.found)
        keep(item_result, c, &found, seed, number);
}

size_t prop_case_count(const prop_item *item, double multiplier)
{
    unsigned cases = item->control ? item->law->controls : item->law->cases;
    if (!item->control && item->subject && item->subject->certified && item->law->certified_cases)
        cases = item->law->certified_cases;
    double wanted = ceil(cases * multiplier);
    return wanted < 1 ? 1 : wanted > 1e9 ? 1000000000u : (size_t)wanted;
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

void prop_run_item(prop_item_result *item_result, const prop_options *options)
{
    const prop_item *item = &item_result->item;
    uint64_t stream = prop_stream(item, options->seed);
    uint64_t *record = malloc(PROP_CHOICES * sizeof *record);
    size_t wanted = item->missing ? 1 : prop_case_count(item, options->multiplier), unanswered = 0;
    /* a certified path proves each of its steps, which costs many times a binary64 step */
    double few = item->subject->certified ? FEWEST / 2 : FEWEST;
    few = ceil((item->law->costly ? few / 2 : few) * options->multiplier);
    size_t fewest = few < 1 ? 1 : few < FEWEST ? (size_t)few : FEWEST;
    /* every run of the tests checks the paths of this project; a port is perhaps checked once */
    double many = item->subject->complete ? 0 : ceil(item->law->least * options->multiplier);
    const size_t persist = item->law->statistical ? PERSIST_BY_CHANCE : PERSIST;
    double spent = 0;
    slp_case c;
    if (!record) abort();
    slp_case_init(&c);
    for (size_t number = 0; unanswered < PATIENCE &&
                            ((number < wanted && (spent < (double)wanted || number < fewest)) ||
                             ((double)number < many && item_result->checked > 0) ||
                             (number < persist &&
                              item_result->checked + item_result->declined == 0 && !item->missing));
         number++) {
        slp_draw from;
        size_t failed = item_result->failed;
        slp_draw_init(&from, stream, number);
        from.record = record;
        from.record_room = PROP_CHOICES;
        if (!prop_draw(&c, &from, item, number)) {
            item_result->skipped++;
            snprintf(item_result->skip, sizeof item_result->skip, "no such case could be drawn");
            continue;
        }
        spent += cost_of(&c);
        bool first = !item_result->example.found;
        size_t checked = item_result->checked;
        prop_try_case(item_result, &c, options->seed, number);
        for (int k = 0; k < PROP_CLASS_COUNT; k++)
            item_result->classes[k] += item_result->checked > checked && (from.classes >> k & 1);
        bool fell = item_result->failed > failed;
        if (fell && options->brief) break;
        if (fell && first) {
            unanswered = item_result->example.first.unanswered;
            if (!item->missing && !item->law->unshrunk && !item_result->example.first.unanswered)
                prop_shrink(&item_result->example, record, from.record_count);
        } else if (fell && unanswered) {
            unanswered++;
        }
        if (!fell) unanswered = 0;
    }
    slp_case_clear(&c);
    free(record);
    const prop_subject *subject = item->subject;
    if (!item_result->checked && !item->missing && subject->declines &&
        subject->declines(subject, item->system, item->scheme))
        item_result->declined =
            item_result->skipped; /* the subject declined the skipped cases, or no case was tried */
}
