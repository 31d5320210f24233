/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A line of progress on stderr, shown only if stderr is a terminal and the work takes over two
 * seconds; of work that is watched, elsewhere a line every ten seconds. */
#ifndef SLP_ORACLE_RUN_PROGRESS_H
#define SLP_ORACLE_RUN_PROGRESS_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct slp_progress {
    const char *what; /* "slp run: cases" */
    double began, shown;
    bool tty, any;
} slp_progress;

/* Nothing is shown yet; `what` is kept, not copied. */
void slp_progress_begin(slp_progress *progress, const char *what);
/* Shows "WHAT COUNT", at most twice a second. */
void slp_progress_step(slp_progress *progress, uint64_t count);
/* Shows "WHAT COUNT of TOTAL, RATE steps/s, TIME left", at most twice a second.  The rate is that
 * since `first`, the count at the beginning. */
void slp_progress_share(slp_progress *progress, uint64_t first, uint64_t count, uint64_t total);
/* Removes the line. */
void slp_progress_end(slp_progress *progress);

/* Work of which one unit may take long: a thread shows it, whatever the work waits for. */
typedef struct slp_watch {
    _Atomic uint64_t answered, judged; /* counted by the work; any thread may */
    /* The rest is the watch's own. */
    const char *what;
    uint64_t total;
    double every;
    bool tty, shown, over, started;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t ended;
} slp_watch;

/* Shows "WHAT N of TOTAL answered, N judged" every `every` seconds; 0: on a terminal every half
 * second, from the second second on, in one line; elsewhere as a line every ten seconds.  `what` is
 * kept, not copied.  If no thread can be started, nothing is shown. */
void slp_watch_begin(slp_watch *watch, const char *what, uint64_t total, double every);
/* Ends the thread, and removes the line of a terminal. */
void slp_watch_end(slp_watch *watch);

#endif
