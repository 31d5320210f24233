/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Reports how far a run is, from time to time.  A separate thread reports, so that there is a
 * report even while one entry takes minutes. */
#ifndef SLP_PROPS_PROGRESS_H
#define SLP_PROPS_PROGRESS_H

#include <pthread.h>

#include "props/engine/engine.h"

/* What one thread works on. */
typedef struct prop_worker {
    prop_item_result *_Atomic at; /* NULL: nothing */
    prop_watch watch;             /* of at->example's shrinking */
} prop_worker;

typedef struct prop_progress {
    const prop_options *options;
    prop_worker *workers; /* lent */
    size_t worker_count, count;
    atomic_size_t done;   /* entries that have run, of count; the threads that run them count */
    double began;         /* oracle/plumbing/clock.h */
    pthread_mutex_t lock; /* protects all below, and the output */
    pthread_cond_t ended;
    pthread_t thread;
    bool started, over, shown;
} prop_progress;

/* Starts the thread if options->progress is set; it reads workers until the end.  If no thread can
 * be started, nothing is reported. */
void prop_progress_begin(prop_progress *progress, prop_worker *workers, size_t worker_count,
                         size_t count, const prop_options *options);
/* Between pause and resume only the caller prints; pause removes the line on a terminal. */
void prop_progress_pause(prop_progress *progress);
void prop_progress_resume(prop_progress *progress);
/* Ends the thread and removes the line. */
void prop_progress_end(prop_progress *progress);

#endif
