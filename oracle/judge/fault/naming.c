/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Names failures within a budget of work.  A failure is tried with the names that are known first,
 * which takes little.  Only one that none of them explains is tried with the whole catalogue.
 *
 * In the stream failures are named in their order, with a part of the budget.  At the end of the
 * run the smallest ones without a name are tried, with what is left, and each name that is found
 * is tried on all others.  What is named does not depend on batches, on threads or on how fast a
 * machine is: the work of judging earns the work of naming. */
#include "oracle/contract/number/exact.h"
#include "oracle/judge/fault/fault.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/clock.h"
#include "oracle/plumbing/team.h"
#include "ref/ref.h"
#include "oracle/contract/number/float_rules.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Several failures at once ---- */

typedef struct task {
    judge_failure **failures;
    const judge_names *only;
} task;

static void *begin(void *own, slp_error *err)
{
    (void)err;
    return own;
}

static void end(void *own)
{
    (void)own;
    ref_thread_cleanup();
}

static size_t count_tried(const judge_names *names, size_t first)
{
    size_t tried = 0;
    for (size_t i = first; i < names->count; i++)
        tried += names->dropped_too || !names->at[i].dropped;
    return tried;
}

/* only: the names that are tried, of those that the failure was not tried with; NULL: all. */
static void find_timed(judge_failure *failure, const judge_names *only)
{
    const double began = slp_clock_seconds();
    if (only && count_tried(only, failure->names_tried) == 0) return;
    judge_hint_try(failure, only, failure->names_tried);
    failure->seconds += slp_clock_seconds() - began;
}

static slp_status find_one(double *row, void *own, size_t i)
{
    const task *all = own;
    (void)row;
    find_timed(all->failures[i], all->only);
    return SLP_OK;
}

static void find_all(judge_failure **failures, size_t count, const judge_names *only,
                     unsigned threads)
{
    double unused[1];
    slp_error err;
    task all = {failures, only};
    const slp_team_work work = {
        .pieces = count, .bench = begin, .clear = end, .piece = find_one, .own = &all};
    if (count == 0) return;
    if (threads > count) threads = (unsigned)count;
    slp_team_do(unused, &work, NULL, threads, &err);
}

/* ---- One failure after the other ---- */

static bool is_named(const judge_failure *failure)
{
    return failure->hint.named > 0 && failure->hint.named <= JUDGE_NAMED_MOST;
}

static bool is_whole(const judge_failure *failure)
{
    return failure->names_tried == SIZE_MAX;
}

judge_name *judge_find_name(const judge_names *names, const judge_match *match)
{
    for (size_t i = 0; i < names->count; i++)
        if (judge_has_name(match, &names->at[i])) return &names->at[i];
    return NULL;
}

/* revive: names that were dropped are tried again, since nothing else explains the failure. */
static void add_names(judge_names *names, const judge_hint *hint, uint64_t level, bool revive)
{
    for (size_t m = 0; m < hint->kept; m++) {
        judge_name *to = judge_find_name(names, &hint->match[m]);
        if (!to || (to->dropped && revive)) names->changes++;
        if (to) {
            to->dropped = to->dropped && !revive;
            if (level < to->level) to->level = level;
            continue;
        }
        names->at = slp_one_more(names->at, names->count, sizeof *names->at);
        to = &names->at[names->count++];
        *to = (judge_name){.fault = hint->match[m].fault, .level = level};
        snprintf(to->words, sizeof to->words, "%s", judge_match_key(&hint->match[m]));
    }
}

static bool matches(const judge_hint *hint, const judge_name *name)
{
    for (size_t m = 0; m < hint->kept; m++)
        if (judge_has_name(&hint->match[m], name)) return true;
    return false;
}

/* A name that never stood alone is dropped once others explain a failure that it does not. */
static void review_names(judge_names *names, const judge_hint *hint)
{
    judge_name *alone = hint->named == 1 ? judge_find_name(names, hint->match) : NULL;
    if (alone) alone->alone = true;
    for (size_t i = 0; hint->named > 0 && i < names->count; i++) {
        judge_name *name = &names->at[i];
        if (name->dropped || name->alone || matches(hint, name)) continue;
        name->dropped = true;
        names->changes++;
    }
}

/* The least number of hints with which the failure has a name; UINT64_MAX: it has none. */
static uint64_t level_of(const judge_names *names, const judge_failure *failure)
{
    uint64_t level = UINT64_MAX;
    for (size_t m = 0; is_named(failure) && m < failure->hint.named; m++) {
        const judge_name *name = judge_find_name(names, &failure->hint.match[m]);
        if (name->level < level) level = name->level;
    }
    return level;
}

/* With how many hints all candidates are tried on the failure, if it is to be done in this run;
 * else UINT64_MAX.  A name that only more hints find counts for nothing. */
static uint64_t level_of_try(const judge_namer *namer, const judge_failure *failure, bool end)
{
    if (!judge_can_try(failure->v)) return UINT64_MAX;
    const uint64_t level = judge_budget_level(&namer->budget, failure->c, end);
    return level <= namer->budget.hints && level < level_of(&namer->names, failure) ? level
                                                                                    : UINT64_MAX;
}

/* Tries the catalogue on a failure, which has a name already if fewer hints leave it without. */
static void try_whole(judge_namer *namer, judge_failure *failure, uint64_t level)
{
    const bool named = is_named(failure);
    find_timed(failure, NULL);
    failure->names_tried = SIZE_MAX;
    judge_budget_charge(&namer->budget, failure->c, level, failure->hint.work);
    add_names(&namer->names, &failure->hint, level, !named);
    if (named) judge_hint_drop(&failure->hint, &namer->names, failure->v->bound);
}

/* A name that was dropped comes back where nothing else is known to explain a failure: so names
 * that only more hints find take none away. */
static void try_dropped(judge_names *names, judge_failure *failure)
{
    names->dropped_too = true;
    failure->names_tried = 0;
    find_timed(failure, names);
    failure->names_tried = names->count;
    names->dropped_too = false;
    add_names(names, &failure->hint, UINT64_MAX, true);
}

/* ---- Failures that are kept ---- */

static void copy_result(slp_result *to, const slp_result *from)
{
    to->error = from->error;
    to->y.count = from->y.count;
    to->y.at = slp_allocate(from->y.count, sizeof *to->y.at);
    if (from->y.count) memcpy(to->y.at, from->y.at, from->y.count * sizeof *to->y.at);
    if (!from->exact_y) return;
    to->exact_y = slp_need_pointer(slp_exact_new(from->exact_y->count, from->exact_y->words));
    slp_exact_copy(to->exact_y, 0, from->exact_y, 0, from->exact_y->count);
}

static size_t numbers_of(const slp_case *c, const slp_result *r)
{
    size_t count = c ? c->x_count + c->dw_count : 0;
    for (size_t p = 0; c && p < SLP_MAX_PARAMS; p++) count += c->params[p].count;
    return count + (r ? r->y.count : 0);
}

/* At most so many failures, and so many of their numbers. */
enum { KEPT = 1 << 14, NUMBERS = 1 << 23 };

static void keep(judge_namer *namer, const judge_failure *failure)
{
    const size_t numbers =
        numbers_of(failure->c, failure->r) + numbers_of(failure->case_before, failure->before);
    if (!judge_can_try(failure->v) || (is_whole(failure) && failure->hint.tried == 0)) {
        namer->untried++;
        return;
    }
    if (namer->kept_count == KEPT || namer->kept_numbers + numbers > NUMBERS) {
        namer->not_kept++;
        return;
    }
    if (!namer->kept) namer->kept = slp_allocate(KEPT, sizeof(judge_kept *));
    judge_kept *to = namer->kept[namer->kept_count++] = slp_allocate(1, sizeof *to);
    namer->kept_numbers += numbers;
    slp_case_init(&to->c);
    slp_case_init(&to->case_before);
    slp_result_init(&to->r);
    slp_result_init(&to->before);
    to->failure = *failure;
    to->v = *failure->v;
    to->failure.v = &to->v;
    slp_need_memory(slp_case_copy(&to->c, failure->c));
    to->failure.c = &to->c;
    copy_result(&to->r, failure->r);
    to->failure.r = &to->r;
    if (failure->case_before) {
        slp_need_memory(slp_case_copy(&to->case_before, failure->case_before));
        to->failure.case_before = &to->case_before;
    }
    if (failure->before) {
        copy_result(&to->before, failure->before);
        to->failure.before = &to->before;
    }
}

void judge_namer_clear(judge_namer *namer)
{
    for (size_t i = 0; i < namer->kept_count; i++) {
        judge_kept *kept = namer->kept[i];
        slp_case_clear(&kept->c);
        slp_case_clear(&kept->case_before);
        slp_result_clear(&kept->r);
        slp_result_clear(&kept->before);
        free(kept);
    }
    free(namer->kept);
    free(namer->names.at);
    free(namer->budget.at);
}

/* ---- In the stream ---- */

/* Several threads try the names that are known when a batch begins on all of it.  Where the names
 * change before a failure's turn comes, it is tried anew: batches are as the input arrives. */
void judge_name_failures(judge_namer *namer, judge_failure *failures, size_t count,
                         unsigned threads)
{
    judge_failure **list = slp_allocate(count + 1, sizeof(judge_failure *));
    judge_failure *early = slp_allocate(count + 1, sizeof *early);
    judge_names *names = &namer->names;
    const size_t changes = names->changes;
    for (size_t i = 0; i < count; i++) {
        early[i] = failures[i];
        list[i] = &early[i];
    }
    find_all(list, count, names, threads);
    for (size_t i = 0; i < count; i++) {
        judge_failure *failure = &failures[i];
        if (names->changes == changes)
            *failure = early[i];
        else
            find_timed(failure, names);
        failure->names_tried = names->count;
        judge_hint_drop(&failure->hint, names, failure->v->bound);
        judge_budget_earn(&namer->budget, failure->c, namer->earned + failure->earned);
        namer->earned = 0;
        const uint64_t level = level_of_try(namer, failure, false);
        if (level < UINT64_MAX)
            try_whole(namer, failure, level);
        else if (failure->hint.named == 0)
            try_dropped(names, failure);
        if (failure->hint.named == 0 && !is_whole(failure)) {
            failure->hint.left_out = true;
            namer->left_out++;
        }
        review_names(names, &failure->hint);
        if (namer->keeps) keep(namer, failure);
    }
    free(list);
    free(early);
}

/* ---- The smallest ones first ---- */

static int compare_numbers(double a, double b)
{
    return a < b ? -1 : a > b;
}

static int compare_size(const void *a, const void *b)
{
    const judge_failure *one = *(judge_failure *const *)a, *other = *(judge_failure *const *)b;
    const slp_case *c = one->c, *e = other->c;
    int by = compare_numbers((double)c->d, (double)e->d);
    if (!by) by = compare_numbers((double)c->steps, (double)e->steps);
    if (!by) by = compare_numbers((double)c->dw_count, (double)e->dw_count);
    return by ? by : c->id && e->id ? strcmp(c->id, e->id) : 0;
}

/* Tries the names that were found since on those of the failures with or without a name that they
 * were not tried on.  The first few of them refute most names, so that little is tried on the
 * others. */
static void try_new_names(judge_namer *namer, judge_failure **list, size_t count, bool named,
                          unsigned threads)
{
    enum { MOST = 64 };
    judge_names *names = &namer->names;
    judge_failure *part[MOST];
    for (size_t i = 0, length = 1; i < count; length = length < MOST ? 2 * length : MOST) {
        size_t taken = 0;
        for (; i < count && taken < length; i++) {
            if (list[i]->names_tried >= names->count || is_named(list[i]) != named) continue;
            part[taken++] = list[i];
        }
        if (taken == 0) return;
        find_all(part, taken, names, threads);
        for (size_t k = 0; k < taken; k++) {
            part[k]->names_tried = names->count;
            judge_hint_drop(&part[k]->hint, names, part[k]->v->bound);
            review_names(names, &part[k]->hint);
        }
    }
}

/* The order in which failures are tried: small ones first, and those of a pair of a system and a
 * scheme the later the more of the pair come before. */
typedef struct turn {
    judge_failure *failure;
    double cost;
} turn;

static int compare_turn(const void *a, const void *b)
{
    const turn *one = a, *other = b;
    const int by = compare_numbers(one->cost, other->cost);
    return by ? by : compare_size(&one->failure, &other->failure);
}

/* list: by size */
static turn *turns_of(judge_failure **list, size_t count)
{
    turn *turns = slp_allocate(count + 1, sizeof *turns);
    const judge_failure **first = slp_allocate(count + 1, sizeof *first);
    double *tries = slp_allocate(count + 1, sizeof *tries);
    size_t pairs = 0;
    for (size_t i = 0; i < count; i++) {
        const slp_case *c = list[i]->c;
        size_t k = 0;
        while (k < pairs && (first[k]->c->system != c->system || first[k]->c->scheme != c->scheme))
            k++;
        if (k == pairs) first[pairs++] = list[i];
        tries[k]++;
        turns[i] = (turn){list[i], (double)c->d * tries[k] * tries[k]};
    }
    free(first);
    free(tries);
    qsort(turns, count, sizeof *turns, compare_turn);
    return turns;
}

void judge_name_rest(judge_namer *namer, unsigned threads)
{
    const size_t count = namer->kept_count;
    judge_failure **list = slp_allocate(count + 1, sizeof *list);
    for (size_t i = 0; i < count; i++) list[i] = &namer->kept[i]->failure;
    qsort(list, count, sizeof *list, compare_size);
    turn *turns = turns_of(list, count);
    for (size_t i = 0, tried = SIZE_MAX; i < count; i++) {
        if (tried != i) /* names may be new */
            for (int named = 0; named < 2; named++)
                try_new_names(namer, list, count, named, threads);
        judge_failure *failure = turns[i].failure;
        const uint64_t level = is_whole(failure) ? UINT64_MAX : level_of_try(namer, failure, true);
        tried = i + 1;
        if (level == UINT64_MAX) continue;
        try_whole(namer, failure, level);
        review_names(&namer->names, &failure->hint);
        tried = SIZE_MAX;
    }
    free(turns);
    free(list);
}
