/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Runs all items: threads take one after the other, in any order.  Results do not depend on the
 * order.  Rows of the table are printed in order, each as soon as it and all before it are
 * decided. */
#include "props/engine/engine.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/clock.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "props/engine/progress.h"
#include "ref/ref.h"

enum { MOST_THREADS = 65 };

typedef struct walk {
    prop_item_result *item_results;
    size_t count;
    const prop_regressions *regressions;
    const prop_options *options;
    atomic_size_t next, taken; /* entries; workers */
    bool *ran;                 /* guarded by the lock of `progress`, as is what is printed */
    size_t printed;
    prop_worker workers[MOST_THREADS];
    prop_progress progress;
} walk;

/* Entry i has run: prints the rows that can be printed now. */
static void print_decided(walk *on, size_t i)
{
    atomic_fetch_add(&on->progress.done, 1);
    prop_progress_pause(&on->progress);
    const size_t from = on->printed;
    on->ran[i] = true;
    while (on->printed < on->count && on->ran[on->printed] &&
           prop_is_decided(on->item_results + on->printed))
        on->printed++;
    if (on->printed > from) {
        prop_report_rows(on->item_results, from, on->printed, on->options);
        fflush(on->options->out);
    }
    prop_progress_resume(&on->progress);
}

static void replay_regression(const prop_regressions *all, prop_item_result *item_result)
{
    for (size_t r = 0; r < all->count; r++)
        if (strcmp(all->cases[r].id, item_result->label) == 0)
            prop_try_case(item_result, all->cases + r, 0, UINT64_MAX);
}

static void run_entry(walk *on, prop_worker *worker, size_t i)
{
    prop_item_result *item_result = on->item_results + i;
    const double began = slp_clock_seconds();
    item_result->example.watch = &worker->watch;
    atomic_store(&worker->at, item_result);
    if (*item_result->label)
        replay_regression(on->regressions, item_result);
    else
        prop_run_item(item_result, on->options);
    item_result->seconds = slp_clock_seconds() - began;
    atomic_store(&worker->at, NULL);
    item_result->example.watch = NULL;
    print_decided(on, i);
}

static void *run_some(void *own)
{
    walk *on = own;
    prop_worker *worker = on->workers + atomic_fetch_add(&on->taken, 1);
    for (;;) {
        size_t i = atomic_fetch_add(&on->next, 1);
        if (i >= on->count) break;
        run_entry(on, worker, i);
    }
    for (size_t i = 0; on->options->subjects[i]; i++)
        if (on->options->subjects[i]->forget)
            on->options->subjects[i]->forget(on->options->subjects[i]);
    return NULL;
}

static void *run_thread(void *own)
{
    run_some(own);
    flint_cleanup(); /* what FLINT keeps for each thread */
    return NULL;
}

size_t prop_run_items(prop_item_result *item_results, size_t count,
                      const prop_regressions *regressions, const prop_options *options)
{
    pthread_t threads[MOST_THREADS];
    unsigned started = 0, extra = options->threads < 1 ? 0 : options->threads - 1;
    walk *on = slp_allocate(1, sizeof *on);
    on->ran = slp_allocate(count + 1, sizeof *on->ran);
    on->item_results = item_results;
    on->count = count;
    on->regressions = regressions;
    on->options = options;
    for (size_t i = 0; options->subjects[i]; i++)
        if (options->subjects[i]->serial) extra = 0;
    prop_progress_begin(&on->progress, on->workers, MOST_THREADS, count, options);
    while (started < extra && started + 1 < MOST_THREADS &&
           pthread_create(threads + started, NULL, run_thread, on) == 0)
        started++;
    run_some(on);
    for (unsigned i = 0; i < started; i++) pthread_join(threads[i], NULL);
    prop_progress_end(&on->progress);
    const size_t printed = on->printed;
    free(on->ran);
    free(on);
    return printed;
}
