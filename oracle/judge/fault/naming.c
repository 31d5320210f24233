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

/* Evaluations, about: of a name that is tried again, of all candidates, and of judging a step. */
enum { OF_A_NAME = 20, OF_THE_CATALOGUE = JUDGE_WORK_OF_A_BODY / 3, OF_A_STEP = 24 };
/* Naming may take this share of the work of judging. */
static const double share = 0.2;
/* The stream takes half of that, and leaves half of the allowance beside it for the end. */
static const double half = 0.5;

double judge_naming_work(const slp_case *c)
{
    return (double)(OF_A_STEP * c->steps * c->d);
}

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
    for (size_t i = first; i < names->count; i++) tried += !names->at[i].dropped;
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

static void add_names(judge_names *names, const judge_hint *hint)
{
    for (size_t m = 0; m < hint->kept; m++) {
        judge_name *to = judge_find_name(names, &hint->match[m]);
        if (!to || to->dropped) names->changes++;
        if (to) to->dropped = false;
        if (to) continue;
        if (names->count == names->capacity) {
            names->capacity = 2 * names->capacity + 16;
            names->at = slp_need_pointer(realloc(names->at, names->capacity * sizeof *names->at));
        }
        to = &names->at[names->count++];
        *to = (judge_name){.fault = hint->match[m].fault};
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

static double budget_of_stream(const judge_namer *namer)
{
    return namer->allowance + half * share * namer->judged;
}

static double budget_of_run(const judge_namer *namer)
{
    return (1 + half) * namer->allowance + share * namer->judged;
}

static double work_of_names(const judge_names *names, size_t first, const judge_failure *failure)
{
    return (double)(OF_A_NAME * count_tried(names, first) * failure->c->d);
}

static double work_of_all(const judge_failure *failure)
{
    return (double)(OF_THE_CATALOGUE * failure->c->d);
}

/* Takes what the catalogue gave for a failure. */
static void take_whole(judge_namer *namer, judge_failure *failure, const judge_failure *whole)
{
    *failure = *whole;
    failure->names_tried = SIZE_MAX;
    namer->spent += failure->hint.work;
    add_names(&namer->names, &failure->hint);
}

/* Tries the catalogue on failure number i of the list, and beforehand on those behind it that wait
 * for it as well, as far as `spare` goes: `whole` has what was found. */
static void try_whole(judge_failure **failures, judge_failure *whole, size_t i, size_t count,
                      double spare, unsigned threads)
{
    const size_t most = threads > 1 ? threads : 1;
    judge_failure **list = slp_allocate(most, sizeof(judge_failure *));
    size_t listed = 0;
    for (size_t k = i; k < count && listed < most; k++) {
        if (whole[k].c || is_named(failures[k]) || !judge_can_try(failures[k]->v)) continue;
        if (work_of_all(failures[k]) > spare) continue;
        spare -= work_of_all(failures[k]);
        whole[k] = *failures[k];
        list[listed++] = &whole[k];
    }
    find_all(list, listed, NULL, threads);
    free(list);
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
}

/* ---- In the stream ---- */

/* Several threads try the names that are known when a batch begins on all of it.  Where the names
 * change before a failure's turn comes, it is tried anew: batches are as the input arrives. */
void judge_name_failures(judge_namer *namer, judge_failure *failures, size_t count,
                         unsigned threads)
{
    judge_failure **list = slp_allocate(count + 1, sizeof(judge_failure *));
    judge_failure *early = slp_allocate(count + 1, sizeof *early);
    judge_failure *whole = slp_allocate(count + 1, sizeof *whole);
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
        early[i] = *failure;
        namer->judged += failure->earned;
        namer->spent += work_of_names(names, 0, failure);
        const double spare = budget_of_stream(namer) - namer->spent;
        if (!is_named(failure) && judge_can_try(failure->v) && spare >= work_of_all(failure)) {
            if (!whole[i].c) try_whole(list, whole, i, count, spare, threads);
            take_whole(namer, failure, &whole[i]);
        } else if (failure->hint.named == 0) {
            failure->hint.left_out = true;
            namer->left_out++;
        }
        review_names(names, &failure->hint);
        if (namer->keeps) keep(namer, failure);
    }
    free(list);
    free(early);
    free(whole);
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

/* The work of trying one name on all failures that are kept. */
static double work_of_one_name(const judge_namer *namer)
{
    double work = 0;
    for (size_t i = 0; i < namer->kept_count; i++)
        work += (double)(OF_A_NAME * namer->kept[i]->c.d);
    return work;
}

/* Tries the names that were found since on those of the failures with or without a name that they
 * were not tried on.  The first few of them refute most names, so that little is tried on the
 * others.  The budget is exceeded by the work of trying two names on all of them at most. */
static void try_new_names(judge_namer *namer, judge_failure **list, size_t count, bool named,
                          unsigned threads)
{
    enum { MOST = 64 };
    const double most = fmax(budget_of_run(namer), namer->spent) + 2 * work_of_one_name(namer);
    judge_names *names = &namer->names;
    judge_failure *part[MOST];
    for (size_t i = 0, length = 1; i < count; length = length < MOST ? 2 * length : MOST) {
        size_t taken = 0;
        for (; i < count && taken < length && namer->spent <= most; i++) {
            if (list[i]->names_tried >= names->count || is_named(list[i]) != named) continue;
            namer->spent += work_of_names(names, list[i]->names_tried, list[i]);
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

/* Pairs of a system and a scheme: of which pair each failure is, and in how many failures of a pair
 * the catalogue was tried in vain. */
static size_t *pairs_of(judge_failure **list, size_t count)
{
    size_t *pair = slp_allocate(count, sizeof *pair), pairs = 0;
    const judge_failure **first = slp_allocate(count, sizeof *first);
    for (size_t i = 0; i < count; i++) {
        const slp_case *c = list[i]->c;
        size_t k = 0;
        while (k < pairs && (first[k]->c->system != c->system || first[k]->c->scheme != c->scheme))
            k++;
        if (k == pairs) first[pairs++] = list[i];
        pair[i] = k;
    }
    free(first);
    return pair;
}

/* Adds to `picked` the number of the failure to try the catalogue on next: a small one, of a pair
 * in which it was not tried in vain.  False: none is left, or none fits into `spare`. */
static bool pick(size_t *picked, size_t picks, judge_failure **list, size_t count,
                 const size_t *pair, const size_t *vain, double spare)
{
    double least = INFINITY;
    for (size_t i = 0; i < count; i++) {
        const double tries = 1 + (double)vain[pair[i]];
        const double cost = (double)list[i]->c->d * tries * tries;
        bool taken =
            is_named(list[i]) || is_whole(list[i]) || cost >= least || work_of_all(list[i]) > spare;
        for (size_t k = 0; k < picks && !taken; k++) taken = picked[k] == i;
        if (taken) continue;
        picked[picks] = i;
        least = cost;
    }
    return least < INFINITY;
}

void judge_name_rest(judge_namer *namer, unsigned threads)
{
    enum { ROUND = 4 };
    const size_t count = namer->kept_count;
    judge_failure **list = slp_allocate(count + 1, sizeof *list), *part[ROUND];
    for (size_t i = 0; i < count; i++) list[i] = &namer->kept[i]->failure;
    qsort(list, count, sizeof *list, compare_size);
    size_t *pair = pairs_of(list, count), *vain = slp_allocate(count + 1, sizeof *vain);
    for (size_t round = 0;; round = round ? ROUND : 1) { /* one is mostly enough */
        for (int named = 0; named < 2; named++) try_new_names(namer, list, count, named, threads);
        size_t picked[ROUND], picks = 0;
        double spare = budget_of_run(namer) - namer->spent;
        if (round) spare -= work_of_one_name(namer);
        while (picks < (round ? round : 1) && pick(picked, picks, list, count, pair, vain, spare)) {
            part[picks] = list[picked[picks]];
            vain[pair[picked[picks]]]++;
            spare -= work_of_all(part[picks++]);
        }
        if (picks == 0) break;
        find_all(part, picks, NULL, threads);
        for (size_t k = 0; k < picks; k++) {
            part[k]->names_tried = SIZE_MAX;
            namer->spent += part[k]->hint.work;
            add_names(&namer->names, &part[k]->hint);
            if (is_named(part[k])) vain[pair[picked[k]]]--;
            review_names(&namer->names, &part[k]->hint);
        }
    }
    free(vain);
    free(pair);
    free(list);
}
