/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Reports how far a run is: see props/engine/progress.h. */
#include "props/engine/progress.h"
#include "oracle/plumbing/clock.h"

#include <math.h>
#include <time.h>

/* A run that ends soon shows nothing on a terminal. */
enum { PATIENT_TICKS = 4 };

/* The thread that shrinks, or else the first that works on an entry; NULL: none. */
static prop_worker *worker_to_print(prop_progress *on)
{
    prop_worker *some = NULL;
    for (size_t i = on->worker_count; i-- > 0;) {
        prop_worker *worker = on->workers + i;
        if (!atomic_load(&worker->at)) continue;
        if (!some || atomic_load(&worker->watch.on) || !atomic_load(&some->watch.on)) some = worker;
    }
    return some;
}

static void print_progress(prop_progress *on)
{
    FILE *to = on->options->progress;
    prop_worker *worker = worker_to_print(on);
    const prop_item_result *item_result = worker ? atomic_load(&worker->at) : NULL;
    fprintf(to, "%s%s %zu of %zu", on->options->terminal ? "\r" : "",
            on->options->title ? on->options->title : "slp check:", atomic_load(&on->done),
            on->count);
    if (!on->options->terminal) fprintf(to, " after %.0f s", slp_clock_seconds() - on->began);
    if (item_result) {
        const prop_item *item = &item_result->item;
        const bool shrinking = atomic_load(&worker->watch.on);
        fprintf(to, "; %s%s %s/%s %s", shrinking ? "shrinking a counterexample of " : "",
                item->law->name, item->system->name, item->scheme->name, item->subject->name);
        if (shrinking)
            fprintf(to, ": %u candidates, %u %% of the work it may take",
                    atomic_load(&worker->watch.tried), atomic_load(&worker->watch.percent));
    }
    fputs(on->options->terminal ? "\033[K" : "\n", to);
    fflush(to);
    on->shown = true;
}

static void *run_clock(void *own)
{
    prop_progress *on = own;
    const unsigned first = on->options->terminal ? PATIENT_TICKS : 1;
    pthread_mutex_lock(&on->lock);
    for (unsigned ticks = 1; !on->over; ticks++) {
        const double at = on->began + ticks * on->options->every;
        const struct timespec next = {.tv_sec = (time_t)floor(at),
                                      .tv_nsec = (long)((at - floor(at)) * 1e9)};
        while (!on->over && pthread_cond_timedwait(&on->ended, &on->lock, &next) == 0) continue;
        if (!on->over && ticks >= first) print_progress(on);
    }
    pthread_mutex_unlock(&on->lock);
    return NULL;
}

void prop_progress_begin(prop_progress *on, prop_worker *workers, size_t worker_count, size_t count,
                         const prop_options *options)
{
    pthread_condattr_t clock;
    *on = (prop_progress){
        .options = options, .workers = workers, .worker_count = worker_count, .count = count};
    on->began = slp_clock_seconds();
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_mutex_init(&on->lock, NULL);
    pthread_cond_init(&on->ended, &clock);
    pthread_condattr_destroy(&clock);
    if (options->progress && options->every > 0)
        on->started = pthread_create(&on->thread, NULL, run_clock, on) == 0;
}

void prop_progress_pause(prop_progress *on)
{
    pthread_mutex_lock(&on->lock);
    if (on->shown && on->options->terminal) {
        fputs("\r\033[K", on->options->progress);
        fflush(on->options->progress);
    }
    on->shown = false;
}

void prop_progress_resume(prop_progress *on)
{
    pthread_mutex_unlock(&on->lock);
}

void prop_progress_end(prop_progress *on)
{
    prop_progress_pause(on);
    on->over = true;
    pthread_cond_signal(&on->ended);
    prop_progress_resume(on);
    if (on->started) pthread_join(on->thread, NULL);
    pthread_cond_destroy(&on->ended);
    pthread_mutex_destroy(&on->lock);
}
