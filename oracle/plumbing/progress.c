/* A line of progress on stderr. */
#include "oracle/plumbing/progress.h"

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
    progress->began = progress->shown = now();
}

/* Is it time for a line?  *since is then for how long the work has gone on. */
static bool due(double *since, slp_progress *progress)
{
    if (!progress->tty) return false;
    double at = now();
    *since = at - progress->began;
    if (*since < 2 || at - progress->shown < 0.5) return false;
    progress->shown = at;
    return progress->any = true;
}

void slp_progress_step(slp_progress *progress, uint64_t count)
{
    double since;
    if (due(&since, progress))
        fprintf(stderr, "\r%s %llu", progress->what, (unsigned long long)count);
}

/* Two units at most: "3 d 4 h", "2 h 5 min", "7 min 30 s", "12 s". */
static void print_time(double seconds)
{
    if (seconds >= 1e8) {
        fputs("years", stderr);
        return;
    }
    long s = (long)seconds;
    if (s >= 86400)
        fprintf(stderr, "%ld d %ld h", s / 86400, s / 3600 % 24);
    else if (s >= 3600)
        fprintf(stderr, "%ld h %ld min", s / 3600, s / 60 % 60);
    else if (s >= 60)
        fprintf(stderr, "%ld min %ld s", s / 60, s % 60);
    else
        fprintf(stderr, "%ld s", s);
}

void slp_progress_share(slp_progress *progress, uint64_t first, uint64_t count, uint64_t total)
{
    double since;
    if (!due(&since, progress) || count <= first) return;
    double rate = (double)(count - first) / since;
    fprintf(stderr, "\r%s %llu of %llu, %.3g steps/s, ", progress->what, (unsigned long long)count,
            (unsigned long long)total, rate);
    print_time((double)(total - count) / rate);
    fputs(" left\033[K", stderr);
}

void slp_progress_part(slp_progress *progress, uint64_t count, uint64_t total)
{
    static const double every = 10;
    const unsigned long long done = count, all = total;
    double since;
    if (progress->tty) {
        if (due(&since, progress))
            fprintf(stderr, "\r%s %llu of %llu\033[K", progress->what, done, all);
    } else if (now() - progress->shown >= every) {
        progress->shown = now();
        fprintf(stderr, "%s %llu of %llu\n", progress->what, done, all);
    }
}

void slp_progress_end(slp_progress *progress)
{
    if (progress->any) fputs("\r\033[K", stderr);
}
