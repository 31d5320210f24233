/* How far a run is, said now and then by a thread of its own, so that it is also said while one entry takes minutes. */
#ifndef SLP_PROPS_PROGRESS_H
#define SLP_PROPS_PROGRESS_H

#include <pthread.h>
#include <time.h>

#include "props/engine/engine.h"

/* What one thread is at. */
typedef struct prop_worker {
    prop_tally *_Atomic at; /* NULL: nothing */
    prop_watch watch;       /* of at->example's shrinking */
} prop_worker;

typedef struct prop_progress {
    const prop_options *options;
    prop_worker *workers; /* lent */
    size_t worker_count, count;
    atomic_size_t done; /* entries that have run, of count: counted by who runs them */
    struct timespec began;
    pthread_mutex_t lock; /* of all below, and of what is printed */
    pthread_cond_t ended;
    pthread_t thread;
    bool started, over, shown;
} prop_progress;

/* Starts the thread where options->progress asks for it; workers are read until the end.  Where no thread can be had nothing is
 * said. */
void prop_progress_begin(prop_progress *progress, prop_worker *workers, size_t worker_count,
                         size_t count, const prop_options *options);
/* Between these two the caller alone prints; the line on a terminal is gone. */
void prop_progress_pause(prop_progress *progress);
void prop_progress_resume(prop_progress *progress);
/* Ends the thread and removes the line. */
void prop_progress_end(prop_progress *progress);

#endif
