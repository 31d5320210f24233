/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What a long run does between steps: it reads the clock, handles signals, and shows progress. */
#ifndef SLP_ORACLE_SIMULATE_PACE_H
#define SLP_ORACLE_SIMULATE_PACE_H

#include "oracle/plumbing/progress.h"

#include <signal.h>

enum { SLP_PACE_SIGNALS = 3 };

typedef struct slp_pace {
    slp_progress progress;
    uint64_t first, total; /* steps: the first one of this process, and the last one of the run */
    double looked, marked; /* times: of the last look at signals, and of the last checkpoint */
    struct sigaction before[SLP_PACE_SIGNALS];
    bool caught[SLP_PACE_SIGNALS];
} slp_pace;

/* From now on SIGINT, SIGTERM and SIGHUP end the run after the current step, unless the signal was
 * ignored before.  A second signal ends the process at once. */
void slp_pace_begin(slp_pace *pace, uint64_t first, uint64_t total);
/* Removes the line of progress, and restores the former handling of signals. */
void slp_pace_end(slp_pace *pace);
/* Call it after each step.  Fifty times a second it shows progress and reads the signals.  Returns
 * the signal that asks the run to stop, or 0. */
int slp_pace_look(slp_pace *pace, uint64_t step);
/* Seconds since the run began or since the last slp_pace_mark. */
double slp_pace_since(const slp_pace *pace);
void slp_pace_mark(slp_pace *pace);

#endif
