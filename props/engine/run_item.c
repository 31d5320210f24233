/* An item of the product: its cases drawn, tried, counted; its first failure shrunk. */
#include "props/engine/engine.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A port that does not answer is asked no more than this many times in a row by one law. */
enum { PATIENCE = 3, FEWEST = 4 };

/* While nothing could be checked, up to so many cases are drawn, however short the run.  The pair whose controls show least often (energy of
 * rkmk-rk4-exp on zeitlin-sphere) has one in 0.28 of its draws, the one that is decided by chance least often (weak, rules of order four on
 * zeitlin-sphere) in 0.1: none is left without with probability above 1e-9 and 1e-11. */
enum { PERSIST = 64, PERSIST_BY_CHANCE = 256 };

prop_verdict prop_tally_verdict(const prop_tally *tally)
{
    if (tally->failed) return PROP_FELL;
    if (tally->checked) return PROP_PASSED;
    if (tally->powerless && !*tally->label) return PROP_UNDECIDED;
    /* a regression that this subject cannot decide says nothing about it; nor do cases that could not be checked, beside some that are
     * not its own (those with noise, say) */
    bool none = *tally->label || tally->declined > 0;
    return none ? PROP_NOT_OFFERED : PROP_FELL;
}

bool prop_nothing_checked(const prop_tally *tallies, size_t count)
{
    size_t asked = 0, offered = 0;
    for (size_t i = 0; i < count; i++) {
        bool silent = prop_tally_verdict(tallies + i) == PROP_NOT_OFFERED;
        if (tallies[i].item.law->noise && !silent) continue; /* says nothing of any subject */
        asked++;
        offered += !silent;
    }
    return count == 0 || (asked > 0 && offered == 0);
}

void prop_count_verdicts(size_t *passed, size_t *failed, const prop_tally *tallies, size_t count)
{
    *passed = *failed = 0;
    for (size_t i = 0; i < count; i++) {
        *passed += prop_tally_verdict(tallies + i) == PROP_PASSED;
        *failed += prop_tally_verdict(tallies + i) == PROP_FELL;
    }
    if (prop_nothing_checked(tallies, count)) ++*failed;
}

size_t prop_count_undecided(const prop_tally *tallies, size_t count)
{
    size_t undecided = 0;
    for (size_t i = 0; i < count; i++)
        undecided += prop_tally_verdict(tallies + i) == PROP_UNDECIDED;
    return undecided;
}

static void count(prop_tally *tally, prop_outcome outcome, const prop_finding *found)
{
    if (outcome == PROP_SKIPPED) {
        tally->skipped++;
        tally->declined += found->declined;
        tally->powerless += found->powerless;
        memcpy(tally->skip, found->note, sizeof tally->skip);
        return;
    }
    if (!tally->checked || found->margin > tally->worst) tally->worst = found->margin;
    if (!tally->checked || found->margin < tally->least) tally->least = found->margin;
    if (!tally->checked) tally->order = found->order;
    for (int k = 0; k < PROP_FAULTS; k++)
        tally->power[k] += (1 - tally->power[k]) * found->power[k];
    if (tally->order != found->order) tally->order = -1;
    tally->checked++;
    tally->failed += outcome == PROP_FAILED;
}

static void keep(prop_tally *tally, const slp_case *c, const prop_finding *found, uint64_t seed,
                 uint64_t number)
{
    prop_counterexample *example = &tally->example;
    example->found = true;
    example->item = tally->item;
    example->seed = seed;
    example->number = number;
    example->first = example->last = *found;
    slp_case_copy(&example->drawn, c);
    slp_case_copy(&example->shrunk, c);
}

void prop_tally_case(prop_tally *tally, const slp_case *c, uint64_t seed, uint64_t number)
{
    prop_finding found;
    prop_outcome outcome = prop_try(&found, &tally->item, c);
    tally->item.looked += found.could_refuse;
    count(tally, outcome, &found);
    bool least = tally->item.law->statistical && outcome != PROP_SKIPPED &&
                 (tally->checked == 1 || found.chance < tally->chance);
    if (least) tally->chance = found.chance;
    if (least && !tally->example.found) { /* the one that Holm's rule may yet refuse */
        keep(tally, c, &found, seed, number);
        tally->example.found = false;
    }
    if (outcome == PROP_FAILED && !tally->example.found) keep(tally, c, &found, seed, number);
}

size_t prop_how_many(const prop_item *item, double multiplier)
{
    unsigned cases = item->control ? item->law->controls : item->law->cases;
    if (!item->control && item->subject && item->subject->certified && item->law->certified_cases)
        cases = item->law->certified_cases;
    double wanted = ceil(cases * multiplier);
    return wanted < 1 ? 1 : wanted > 1e9 ? 1000000000u : (size_t)wanted;
}

/* What a case costs, in those of the rigid body: laws work with d x d matrices.  A law's number of cases is a sum of
 * costs, so that systems of many coordinates get fewer of them, FEWEST at least (half as many of a certified path, and
 * half as many by a costly law), whatever the machine. */
static double cost_of(const slp_case *c)
{
    double size = (double)c->d / 3;
    return size > 1 ? size * size : 1;
}

void prop_tally_run(prop_tally *tally, const prop_options *options)
{
    const prop_item *item = &tally->item;
    uint64_t stream = prop_stream(item, options->seed);
    uint64_t *record = malloc(PROP_CHOICES * sizeof *record);
    size_t wanted = item->missing ? 1 : prop_how_many(item, options->multiplier), mute = 0;
    /* a certified path proves each of its steps, at many times the price of a binary64 one */
    double few = item->subject->certified ? FEWEST / 2 : FEWEST;
    few = ceil((item->law->costly ? few / 2 : few) * options->multiplier);
    size_t fewest = few < 1 ? 1 : few < FEWEST ? (size_t)few : FEWEST;
    /* the paths of this project are asked by every run of their tests, a port perhaps once */
    double many = item->subject->complete ? 0 : ceil(item->law->least * options->multiplier);
    const size_t persist = item->law->statistical ? PERSIST_BY_CHANCE : PERSIST;
    double spent = 0;
    slp_case c;
    if (!record) abort();
    slp_case_init(&c);
    for (size_t number = 0;
         mute < PATIENCE &&
         ((number < wanted && (spent < (double)wanted || number < fewest)) ||
          ((double)number < many && tally->checked > 0) ||
          (number < persist && tally->checked + tally->declined == 0 && !item->missing));
         number++) {
        slp_draw from;
        size_t failed = tally->failed;
        slp_draw_init(&from, stream, number);
        from.record = record;
        from.record_room = PROP_CHOICES;
        if (!prop_draw(&c, &from, item, number)) {
            tally->skipped++;
            snprintf(tally->skip, sizeof tally->skip, "no such case could be drawn");
            continue;
        }
        spent += cost_of(&c);
        bool first = !tally->example.found;
        size_t checked = tally->checked;
        prop_tally_case(tally, &c, options->seed, number);
        for (int k = 0; k < PROP_CLASS_COUNT; k++)
            tally->classes[k] += tally->checked > checked && (from.classes >> k & 1);
        bool fell = tally->failed > failed;
        if (fell && options->brief) break;
        if (fell && first) {
            mute = tally->example.first.mute;
            if (!item->missing && !item->law->unshrunk && !tally->example.first.mute)
                prop_shrink(&tally->example, record, from.record_count);
        } else if (fell && mute) {
            mute++;
        }
        if (!fell) mute = 0;
    }
    slp_case_clear(&c);
    free(record);
    const prop_subject *subject = item->subject;
    if (!tally->checked && !item->missing && subject->declines &&
        subject->declines(subject, item->system, item->scheme))
        tally->declined =
            tally->skipped; /* the cases skipped were not its, or none came to be asked */
}
