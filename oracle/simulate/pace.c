/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Clock, signals and progress of a long run.
 *
 * A signal handler could store its signal only in a global variable, and this program has no global
 * variable that changes.  It is not needed.  Each signal is caught once (SA_RESETHAND), by a
 * handler that does nothing.  Afterwards its disposition is SIG_DFL again.  The run reads the
 * disposition: if it is SIG_DFL, the signal has come.  The next signal ends the process. */
#include "oracle/simulate/pace.h"
#include "oracle/plumbing/clock.h"

#include <stddef.h>

static const int signals[SLP_PACE_SIGNALS] = {SIGINT, SIGTERM, SIGHUP};

static void note_signal(int number)
{
    (void)number;
}

void slp_pace_begin(slp_pace *pace, uint64_t first, uint64_t total)
{
    *pace = (slp_pace){.first = first, .total = total};
    struct sigaction once = {.sa_handler = note_signal, .sa_flags = (int)SA_RESETHAND | SA_RESTART};
    sigemptyset(&once.sa_mask);
    for (int i = 0; i < SLP_PACE_SIGNALS; i++)
        pace->caught[i] = sigaction(signals[i], NULL, &pace->before[i]) == 0 &&
                          pace->before[i].sa_handler != SIG_IGN &&
                          sigaction(signals[i], &once, NULL) == 0;
    slp_progress_begin(&pace->progress, "slp simulate: step");
    pace->looked = pace->marked = slp_clock_seconds();
}

void slp_pace_end(slp_pace *pace)
{
    slp_progress_end(&pace->progress);
    for (int i = 0; i < SLP_PACE_SIGNALS; i++)
        if (pace->caught[i]) sigaction(signals[i], &pace->before[i], NULL);
}

int slp_pace_look(slp_pace *pace, uint64_t step)
{
    double at = slp_clock_seconds();
    if (at - pace->looked < 0.02) return 0;
    pace->looked = at;
    slp_progress_share(&pace->progress, pace->first, step, pace->total);
    for (int i = 0; i < SLP_PACE_SIGNALS; i++) {
        struct sigaction is;
        if (pace->caught[i] && sigaction(signals[i], NULL, &is) == 0 && is.sa_handler == SIG_DFL)
            return signals[i];
    }
    return 0;
}

double slp_pace_since(const slp_pace *pace)
{
    return pace->looked - pace->marked;
}

void slp_pace_mark(slp_pace *pace)
{
    pace->marked = pace->looked;
}
