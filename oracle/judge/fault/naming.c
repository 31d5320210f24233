/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Names failures in the order of the stream, within a budget of work.  A failure is tried with the
 * names of failures before it first, which takes little.  Only one that none of them explains is
 * tried with the whole catalogue.  What is named does not depend on batches, on threads or on how
 * fast a machine is: the work of judging earns the work of naming. */
#include "oracle/judge/fault/fault.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/clock.h"
#include "oracle/plumbing/team.h"
#include "ref/ref.h"
#include "oracle/contract/number/float_rules.h"

#include <stdlib.h>
#include <string.h>

/* Evaluations, about: of a name that is tried again, of all candidates, and of judging a step. */
enum { OF_A_NAME = 40, OF_THE_CATALOGUE = JUDGE_WORK_OF_A_BODY / 3, OF_A_STEP = 24 };
/* Naming may take this share of the work of judging. */
static const double share = 0.2;

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

static void find_timed(judge_failure *failure, const judge_names *only, size_t first)
{
    const double began = slp_clock_seconds();
    judge_hint_try(failure, only, first);
    failure->seconds += slp_clock_seconds() - began;
}

static slp_status find_one(double *row, void *own, size_t i)
{
    const task *all = own;
    (void)row;
    find_timed(all->failures[i], all->only, 0);
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

static judge_name *find_name(const judge_names *names, const judge_match *match)
{
    for (size_t i = 0; i < names->count; i++)
        if (judge_has_name(match, &names->at[i])) return &names->at[i];
    return NULL;
}

static void add_names(judge_names *names, const judge_hint *hint)
{
    for (size_t m = 0; m < hint->kept; m++) {
        judge_name *to = find_name(names, &hint->match[m]);
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
    judge_name *alone = hint->named == 1 ? find_name(names, hint->match) : NULL;
    if (alone) alone->alone = true;
    for (size_t i = 0; hint->named > 0 && i < names->count; i++)
        if (!names->at[i].alone && !matches(hint, &names->at[i])) names->at[i].dropped = true;
}

static size_t count_tried(const judge_names *names)
{
    size_t tried = 0;
    for (size_t i = 0; i < names->count; i++) tried += !names->at[i].dropped;
    return tried;
}

/* Tries the catalogue on failure number i, and beforehand on those behind it that wait for it as
 * well: `whole` has what was found. */
static void try_whole(judge_failure *failures, judge_failure *whole, size_t i, size_t count,
                      unsigned threads)
{
    const size_t most = threads > 1 ? threads : 1;
    judge_failure **list = slp_allocate(most, sizeof(judge_failure *));
    size_t listed = 0;
    for (size_t k = i; k < count && listed < most; k++) {
        if (is_named(&failures[k]) || whole[k].c) continue;
        whole[k] = failures[k];
        list[listed++] = &whole[k];
    }
    find_all(list, listed, NULL, threads);
    free(list);
}

void judge_name_failures(judge_namer *namer, judge_failure *failures, size_t count,
                         unsigned threads)
{
    judge_failure **list = slp_allocate(count + 1, sizeof(judge_failure *));
    judge_failure *whole = slp_allocate(count + 1, sizeof *whole);
    judge_names *names = &namer->names;
    const size_t known = names->count;
    for (size_t i = 0; i < count; i++) list[i] = &failures[i];
    if (known > 0) find_all(list, count, names, threads);
    for (size_t i = 0; i < count; i++) {
        judge_failure *failure = &failures[i];
        if (names->count > known) find_timed(failure, names, known);
        judge_hint_drop(&failure->hint, names, failure->v->bound);
        namer->spare += share * failure->earned;
        namer->spare -= (double)(OF_A_NAME * count_tried(names) * failure->c->d);
        if (!is_named(failure) && namer->spare >= (double)(OF_THE_CATALOGUE * failure->c->d)) {
            if (!whole[i].c) try_whole(failures, whole, i, count, threads);
            *failure = whole[i];
            namer->spare -= failure->hint.work;
            add_names(names, &failure->hint);
        } else if (failure->hint.named == 0) {
            failure->hint.left_out = true;
            namer->left_out++;
        }
        review_names(names, &failure->hint);
    }
    free(list);
    free(whole);
}
