/* What a long run looks up from its steps for: the clock, the user's interruption, the line of progress. */
#ifndef SLP_ORACLE_SIMULATE_PACE_H
#define SLP_ORACLE_SIMULATE_PACE_H

#include "oracle/plumbing/progress.h"

#include <signal.h>

enum { SLP_PACE_SIGNALS = 3 };

typedef struct slp_pace {
    slp_progress progress;
    uint64_t first, total; /* steps: where this process began, and the end */
    double looked, marked; /* when: at the signals, at the last checkpoint */
    struct sigaction before[SLP_PACE_SIGNALS];
    bool caught[SLP_PACE_SIGNALS];
} slp_pace;

/* From here SIGINT, SIGTERM and SIGHUP, each unless it was ignored, end the run at the next step; a second one ends the
 * process at once. */
void slp_pace_begin(slp_pace *pace, uint64_t first, uint64_t total);
/* The line of progress is gone, signals do what they did before. */
void slp_pace_end(slp_pace *pace);
/* After a step: shows progress, and returns the signal that asked to stop, or 0.  Looks up fifty times a second. */
int slp_pace_look(slp_pace *pace, uint64_t step);
/* Seconds since the run began or was last marked; marking begins anew. */
double slp_pace_since(const slp_pace *pace);
void slp_pace_mark(slp_pace *pace);

#endif
