/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The budget of naming: on which failures all candidates are tried.
 *
 * Each octave of the work of one try has a part of its own, so that no size waits for another one.
 * With n hints the part of octave k, from 0, has n 2^-(k+1) tries of a rigid body, and a share of
 * the work of judging cases of its octave.  A try may exceed what is left of a part, which then
 * waits until as much is earned.  All parts together have n / 4 tries of a body, and a share of
 * all judging: where no fault fits, what more tries find is little.
 *
 * More hints must find what fewer find.  So each try has a level: the least number of hints with
 * which it is done.  What tries of higher levels cost, or find, does not count at a lower level: a
 * run with n hints does the tries of the levels up to n, the same as any run with more. */
#include "oracle/judge/fault/fault.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/contract/number/float_rules.h"

#include <math.h>

/* The share in the stream, and half as much again of both at the end of the run. */
static const double share = 0.15, at_the_end = 1.5, together = 0.25;

/* The part of the budget of cases like c. */
static unsigned part_of(const slp_case *c)
{
    const double bodies = judge_work_of_all(c) / JUDGE_WORK_OF_A_BODY;
    const int octave = bodies >= 2 ? ilogb(bodies) : 0;
    return octave < JUDGE_PARTS ? (unsigned)octave : JUDGE_PARTS - 1;
}

void judge_budget_earn(judge_budget *budget, const slp_case *c, double judged)
{
    budget->judged[part_of(c)] += judged;
}

void judge_budget_charge(judge_budget *budget, const slp_case *c, uint64_t level, double work)
{
    const unsigned part = part_of(c);
    for (size_t i = 0; i < budget->count; i++)
        if (budget->at[i].part == part && budget->at[i].level == level) {
            budget->at[i].work += work;
            return;
        }
    budget->at = slp_one_more(budget->at, budget->count, sizeof *budget->at);
    budget->at[budget->count++] = (judge_charge){part, level, work};
}

static uint64_t whole_number(double number)
{
    return number < 0x1p62 ? (uint64_t)number : (uint64_t)1 << 62;
}

/* The hints that are needed to pay what tries up to this level have cost, in one part or, with
 * JUDGE_PARTS, in all; *next = the level after it at which some of them were done. */
static uint64_t needed_at(const judge_budget *budget, unsigned part, double hint, double more,
                          uint64_t level, uint64_t *next)
{
    const bool all = part == JUDGE_PARTS;
    double missing = 0;
    for (unsigned k = all ? 0 : part; k < (all ? part : part + 1); k++)
        missing -= more * share * budget->judged[k];
    *next = UINT64_MAX;
    for (size_t i = 0; i < budget->count; i++) {
        if (!all && budget->at[i].part != part) continue;
        if (budget->at[i].level <= level)
            missing += budget->at[i].work;
        else if (budget->at[i].level < *next)
            *next = budget->at[i].level;
    }
    return missing < 0 ? 0 : whole_number(missing / (more * hint)) + 1;
}

uint64_t judge_budget_level(const judge_budget *budget, const slp_case *c, bool end)
{
    const unsigned part = part_of(c);
    const double more = end ? at_the_end : 1, cost = judge_work_of_all(c);
    const double hint = ldexp(JUDGE_WORK_OF_A_BODY, -(int)part - 1);
    /* at once no more than all hints together, or than half of what judging has taken */
    const uint64_t least =
        2 * cost <= budget->judged[part] ? 0 : whole_number(ceil(cost / JUDGE_WORK_OF_A_BODY));
    for (uint64_t level = least;;) {
        uint64_t next;
        const uint64_t own = needed_at(budget, part, hint, more, level, &next);
        const uint64_t all =
            needed_at(budget, JUDGE_PARTS, together * JUDGE_WORK_OF_A_BODY, more, level, &next);
        const uint64_t needed = own > all ? own : all;
        if (needed <= level) return level;
        if (needed < next) return needed;
        level = next;
    }
}
