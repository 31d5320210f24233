/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* How long something took. */
#include "oracle/plumbing/clock.h"

#include <time.h>

double slp_clock_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
