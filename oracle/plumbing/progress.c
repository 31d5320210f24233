/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A line of progress on stderr. */
#include "oracle/plumbing/progress.h"
#include "oracle/plumbing/clock.h"

#include <math.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

void slp_progress_begin(slp_progress *progress, const char *what)
{
    *progress = (slp_progress){.what = what, .tty = isatty(STDERR_FILENO) == 1};
    progress->began = progress->shown = slp_clock_seconds();
}

/* Is it time for a line?  *since is then for how long the work has gone on. */
static bool due(double *since, slp_progress *progress)
{
    if (!progress->tty) return false;
    double at = slp_clock_seconds();
    *since = at - progress->began;
    if (*since < 2 || at - progress->shown < 0.5) return false;
    progress->shown = at;
    return progress->any = true;
}

void slp_progress_step(slp_progress *progress, uint64_t count)
{
    double since;
    if (due(&since, progress))
        fprintf(stderr, "\r%s %llu", progress->what, (unsigned long long)count);
}

/* Two units at most: "3 d 4 h", "2 h 5 min", "7 min 30 s", "12 s". */
static void print_time(double seconds)
{
    if (seconds >= 1e8) {
        fputs("years", stderr);
        return;
    }
    long s = (long)seconds;
    if (s >= 86400)
        fprintf(stderr, "%ld d %ld h", s / 86400, s / 3600 % 24);
    else if (s >= 3600)
        fprintf(stderr, "%ld h %ld min", s / 3600, s / 60 % 60);
    else if (s >= 60)
        fprintf(stderr, "%ld min %ld s", s / 60, s % 60);
    else
        fprintf(stderr, "%ld s", s);
}

void slp_progress_share(slp_progress *progress, uint64_t first, uint64_t count, uint64_t total)
{
    double since;
    if (!due(&since, progress) || count <= first) return;
    double rate = (double)(count - first) / since;
    fprintf(stderr, "\r%s %llu of %llu, %.3g steps/s, ", progress->what, (unsigned long long)count,
            (unsigned long long)total, rate);
    print_time((double)(total - count) / rate);
    fputs(" left\033[K", stderr);
}

void slp_progress_end(slp_progress *progress)
{
    if (progress->any) fputs("\r\033[K", stderr);
}

/* ---- Watched work ------------------------------------------------------------------------- */

static void show_counts(slp_watch *watch)
{
    const unsigned long long answered = watch->answered, judged = watch->judged;
    fprintf(stderr, "%s%s %llu of %llu answered, %llu judged%s", watch->tty ? "\r" : "",
            watch->what, answered, (unsigned long long)watch->total, judged,
            watch->tty ? "\033[K" : "\n");
    fflush(stderr);
    watch->shown = true;
}

static void *watched(void *own)
{
    static const double patience = 2;
    slp_watch *watch = own;
    const double began = slp_clock_seconds();
    pthread_mutex_lock(&watch->lock);
    for (double at = began + watch->every; !watch->over; at += watch->every) {
        const struct timespec until = {.tv_sec = (time_t)floor(at),
                                       .tv_nsec = (long)((at - floor(at)) * 1e9)};
        while (!watch->over && pthread_cond_timedwait(&watch->ended, &watch->lock, &until) == 0)
            continue;
        if (!watch->over && (!watch->tty || at - began > patience)) show_counts(watch);
    }
    pthread_mutex_unlock(&watch->lock);
    return NULL;
}

void slp_watch_begin(slp_watch *watch, const char *what, uint64_t total, double every)
{
    pthread_condattr_t clock;
    *watch = (slp_watch){.what = what, .total = total, .tty = isatty(STDERR_FILENO) == 1};
    watch->every = every > 0 ? every : watch->tty ? 0.5 : 10;
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_mutex_init(&watch->lock, NULL);
    pthread_cond_init(&watch->ended, &clock);
    pthread_condattr_destroy(&clock);
    watch->started = pthread_create(&watch->thread, NULL, watched, watch) == 0;
}

void slp_watch_end(slp_watch *watch)
{
    pthread_mutex_lock(&watch->lock);
    watch->over = true;
    pthread_cond_signal(&watch->ended);
    pthread_mutex_unlock(&watch->lock);
    if (watch->started) pthread_join(watch->thread, NULL);
    if (watch->shown && watch->tty) fputs("\r\033[K", stderr);
    pthread_cond_destroy(&watch->ended);
    pthread_mutex_destroy(&watch->lock);
}
