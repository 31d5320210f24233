/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Keeps a bounded number of the cases that failed and that passed, and prints what they share. */
#include "oracle/judge/shared/parts.h"
#include "oracle/contract/number/float_rules.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>
#include <stdlib.h>

judge_shared *judge_shared_new(void)
{
    judge_shared *shared = slp_allocate(1, sizeof *shared);
    shared->failed.at = slp_allocate(SHARED_KEPT, sizeof *shared->failed.at);
    shared->passed.at = slp_allocate(SHARED_KEPT, sizeof *shared->passed.at);
    return shared;
}

static void free_group(shared_group *group)
{
    for (size_t i = 0; i < group->count; i++) shared_case_clear(&group->at[i]);
    free(group->at);
}

void judge_shared_free(judge_shared *shared)
{
    if (!shared) return;
    free_group(&shared->failed);
    free_group(&shared->passed);
    free(shared);
}

/* A bijection of 64 bits that mixes them (splitmix64), so that keys do not follow the order of the
 * cases. */
static uint64_t mixed(uint64_t z)
{
    z = (z + 1) * UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* Keeps about half of the cases: those with the smaller keys. */
static void halve(shared_group *group)
{
    size_t kept = 0;
    group->below = group->below ? group->below / 2 : UINT64_C(1) << 63;
    for (size_t i = 0; i < group->count; i++) {
        if (group->at[i].key < group->below)
            group->at[kept++] = group->at[i];
        else
            shared_case_clear(&group->at[i]);
    }
    group->count = kept;
}

void judge_shared_add(judge_shared *to, const slp_case *c, bool failed, size_t step)
{
    shared_group *group = failed ? &to->failed : &to->passed;
    const uint64_t key = mixed(to->failed.all + to->passed.all);
    group->all++;
    if (group->below && key >= group->below) return;
    while (group->count == SHARED_KEPT) halve(group);
    if (group->below && key >= group->below) return;
    shared_case *one = &group->at[group->count++];
    *one = (shared_case){.key = key, .step = step, .steps = c->steps};
    shared_properties_of(one, &to->table, c);
}

/* Where in the case the worst step is.  If it were any step with equal chances, it would be a first
 * one (or never a first one) in all failures with this probability. */
static void print_steps(FILE *to, const judge_shared *of)
{
    size_t several = 0, first = 0;
    double never = 1, always = 1;
    for (size_t i = 0; i < of->failed.count; i++) {
        const shared_case *one = &of->failed.at[i];
        if (one->step == 0 || one->steps < 2) continue;
        several++;
        first += one->step == 1;
        always /= (double)one->steps;
        never *= 1 - 1 / (double)one->steps;
    }
    if (first == 0 && never <= 1e-7)
        fprintf(to, "the worst step is never step 1: in none of %zu failures of several steps\n",
                several);
    else if (first == several && always <= 1e-7)
        fprintf(to, "the worst step is always step 1: in all of %zu failures of several steps\n",
                several);
}

char *judge_shared_text(const judge_shared *of)
{
    slp_written text;
    FILE *to = slp_written_begin(&text);
    if (of->failed.count) {
        shared_print_condition(to, of);
        print_steps(to, of);
    }
    return slp_written_end(&text);
}
