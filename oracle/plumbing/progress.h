/* A line of progress on stderr, shown only if stderr is a terminal and the work takes over two
 * seconds. */
#ifndef SLP_ORACLE_RUN_PROGRESS_H
#define SLP_ORACLE_RUN_PROGRESS_H

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
/* Shows "WHAT COUNT of TOTAL": on a terminal as above, elsewhere as a line every ten seconds. */
void slp_progress_part(slp_progress *progress, uint64_t count, uint64_t total);
/* Removes the line. */
void slp_progress_end(slp_progress *progress);

#endif
