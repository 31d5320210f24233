/* Walking the product: threads take one entry after the other, in any order; what is found does not depend on it. */
#include "props/engine.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ref/ref.h"

typedef struct walk {
    prop_tally *tallies;
    size_t count;
    const prop_regressions *regressions;
    const prop_options *options;
    atomic_size_t next, done;
    struct timespec began;
    pthread_mutex_t show;
} walk;

static double since(const struct timespec *then)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - then->tv_sec) + 1e-9 * (double)(now.tv_nsec - then->tv_nsec);
}

static void progress(walk *on)
{
    size_t done = atomic_fetch_add(&on->done, 1) + 1;
    if (!on->options->progress || since(&on->began) < 2) return;
    pthread_mutex_lock(&on->show);
    fprintf(on->options->progress, "\rslp check: %zu of %zu", done, on->count);
    if (done == on->count) fputs("\r\033[K", on->options->progress);
    fflush(on->options->progress);
    pthread_mutex_unlock(&on->show);
}

static void replay_regression(const prop_regressions *all, prop_tally *tally)
{
    for (size_t r = 0; r < all->count; r++)
        if (strcmp(all->cases[r].id, tally->label) == 0)
            prop_tally_case(tally, all->cases + r, 0, UINT64_MAX);
}

static void *walk_some(void *own)
{
    walk *on = own;
    for (;;) {
        size_t i = atomic_fetch_add(&on->next, 1);
        if (i >= on->count) break;
        prop_tally *tally = on->tallies + i;
        if (*tally->label)
            replay_regression(on->regressions, tally);
        else
            prop_tally_run(tally, on->options);
        progress(on);
    }
    return NULL;
}

static void *walk_thread(void *own)
{
    walk_some(own);
    flint_cleanup(); /* what FLINT keeps for each thread */
    return NULL;
}

void prop_walk(prop_tally *tallies, size_t count, const prop_regressions *regressions,
               const prop_options *options)
{
    enum { MOST = 64 };
    pthread_t threads[MOST];
    unsigned started = 0, extra = options->threads < 1 ? 0 : options->threads - 1;
    walk on = {.tallies = tallies, .count = count, .regressions = regressions, .options = options};
    for (size_t i = 0; options->subjects[i]; i++)
        if (options->subjects[i]->serial) extra = 0;
    clock_gettime(CLOCK_MONOTONIC, &on.began);
    pthread_mutex_init(&on.show, NULL);
    while (started < extra && started < MOST &&
           pthread_create(threads + started, NULL, walk_thread, &on) == 0)
        started++;
    walk_some(&on);
    for (unsigned i = 0; i < started; i++) pthread_join(threads[i], NULL);
    pthread_mutex_destroy(&on.show);
}
