/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A path of one system: many steps in one call, with increments given or drawn.  On matrices it
 * steps by fast_trajectory, as `slp simulate` does.  Tested by tests/fast/test_fast_path.c. */
#include "fast/fast.h"
#include "oracle/contract/number/float_environment.h"
#include "oracle/contract/number/float_rules.h"
#include "oracle/contract/noise/noise.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DRAWN = 256 /* steps whose increments are drawn at once */ };

/* What the steps of one call use. */
typedef struct walk {
    const fast_scheme *scheme;
    const fast_system *sys;
    const fast_path *run;
    fast_trajectory *memory; /* NULL: each step starts from the state alone */
    double *x, *step_work;   /* d numbers; of fast_step */
    double *drawn, *channel; /* DRAWN*M increments, step by step; DRAWN of one channel */
} walk;

static void walk_close(walk *w)
{
    fast_trajectory_free(w->memory);
    free(w->x);
    free(w->step_work);
    free(w->drawn);
    free(w->channel);
}

static slp_status walk_open(walk *w, const double *x)
{
    const size_t d = fast_system_d(w->sys), M = fast_system_M(w->sys);
    const char *scheme = fast_trajectory_scheme(w->sys);
    w->x = malloc(d * sizeof *w->x);
    w->step_work = malloc(fast_step_work_size(w->scheme, w->sys) * sizeof *w->step_work);
    w->drawn = malloc(DRAWN * (M + 1) * sizeof *w->drawn);
    w->channel = malloc(DRAWN * sizeof *w->channel);
    if (!w->x || !w->step_work || !w->drawn || !w->channel) return SLP_MEMORY;
    memcpy(w->x, x, d * sizeof *x);
    if (!scheme || fast_scheme_find(scheme) != w->scheme) return SLP_OK;
    return fast_trajectory_new(&w->memory, w->sys, x, 0);
}

/* The increments of step s, counted from 0. */
static const double *step_increments(walk *w, uint64_t s)
{
    const fast_path *run = w->run;
    const size_t M = fast_system_M(w->sys);
    if (run->dW) return run->dW + s * M;
    const uint64_t in = s % DRAWN;
    const size_t count = run->steps - (s - in) < DRAWN ? (size_t)(run->steps - (s - in)) : DRAWN;
    for (size_t k = 0; k < M && in == 0; k++) {
        slp_increments(w->channel, run->h, run->seed, run->path, (uint32_t)k, 0,
                       run->first_step + s, count);
        for (size_t i = 0; i < count; i++)
            w->drawn[i * M + k] =
                run->ell > 0 ? slp_truncate(w->channel[i], run->h, run->ell) : w->channel[i];
    }
    return w->drawn + in * M;
}

/* Earlier stages are dropped at the multiples of FAST_PATH_PERIOD, counted from node 0, so that a
 * path may be taken up there from its state alone. */
static slp_status drop_earlier_stages(walk *w, uint64_t done)
{
    if (!w->memory || (w->run->first_step + done) % FAST_PATH_PERIOD != 0) return SLP_OK;
    fast_trajectory_state(w->x, w->memory);
    fast_trajectory_free(w->memory);
    w->memory = NULL;
    return fast_trajectory_new(&w->memory, w->sys, w->x, 0);
}

static slp_status step(walk *w, fast_report *one, const double *dW)
{
    if (w->memory) return fast_trajectory_step(w->memory, one, w->run->h, dW);
    return fast_step(w->x, one, w->scheme, w->sys, w->x, w->run->h, dW, w->step_work);
}

/* Steps until the end, a failure or a caller who stops it; report->done counts the steps made.  The
 * last call of progress says that all are, and can stop nothing. */
static slp_status walk_to_end(double *rows, fast_report *report, walk *w)
{
    const fast_path *run = w->run;
    const size_t d = fast_system_d(w->sys);
    const uint64_t pace = 1 + 4096 / d;
    for (uint64_t s = 0; s < run->steps; s++) {
        fast_report one;
        if (run->progress && s % pace == 0 && run->progress(run->user, s, run->steps))
            return SLP_STOPPED;
        slp_status status = step(w, &one, step_increments(w, s));
        if (status != SLP_OK) return status;
        report->done = s + 1;
        if (one.iterations > report->iterations) report->iterations = one.iterations;
        if (one.residual > report->residual) report->residual = one.residual;
        if (report->done % run->every == 0) {
            rows += d;
            if (w->memory) fast_trajectory_state(w->x, w->memory);
            memcpy(rows, w->x, d * sizeof *rows);
        }
        status = drop_earlier_stages(w, report->done);
        if (status != SLP_OK) return status;
    }
    if (run->progress && run->steps) run->progress(run->user, run->steps, run->steps);
    return SLP_OK;
}

slp_status fast_path_run(double *rows, fast_report *report, const fast_scheme *scheme,
                         const fast_system *sys, const double *x, const fast_path *run)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    fast_report own;
    if (!report) report = &own;
    *report = (fast_report){0};
    if (!rows || !scheme || !sys || !x || !run || run->every == 0 || isnan(run->ell))
        return SLP_INPUT;
    if (fast_system_areas(sys) && !run->dW) return SLP_UNSUPPORTED; /* areas are given, not drawn */
    const size_t d = fast_system_d(sys);
    const uint64_t kept = run->steps / run->every;
    if (!isfinite(run->h) || (!run->dW && fast_system_M(sys) && !(run->h > 0))) return SLP_DOMAIN;
    memcpy(rows, x, d * sizeof *rows);
    walk w = {.scheme = scheme, .sys = sys, .run = run};
    slp_status status = walk_open(&w, rows);
    if (status == SLP_OK) status = walk_to_end(rows, report, &w);
    walk_close(&w);
    for (uint64_t i = (1 + report->done / run->every) * d; i < (1 + kept) * d; i++) rows[i] = NAN;
    return status;
}
