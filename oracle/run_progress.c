/* A line of progress on stderr. */
#include "oracle/run_progress.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return (double)at.tv_sec + 1e-9 * (double)at.tv_nsec;
}

void slp_progress_begin(slp_progress *progress, const char *what)
{
    *progress = (slp_progress){.what = what, .tty = isatty(STDERR_FILENO) == 1};
    if (progress->tty) progress->began = progress->shown = now();
}

void slp_progress_step(slp_progress *progress, uint64_t count)
{
    if (!progress->tty) return;
    double at = now();
    if (at - progress->began < 2 || at - progress->shown < 0.5) return;
    progress->shown = at;
    progress->any = true;
    fprintf(stderr, "\r%s %llu", progress->what, (unsigned long long)count);
}

void slp_progress_end(slp_progress *progress)
{
    if (progress->any) fputs("\r\033[K", stderr);
}
