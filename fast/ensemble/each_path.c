/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Ensembles of pairs that no kernel has: each path is stepped by fast_step, with the increments
 * that a kernel would draw.  Tested by tests/fast/test_fast_ensemble_any_pair.c. */
#include "fast/ensemble/each_path.h"
#include "oracle/contract/number/float_environment.h"
#include "oracle/contract/number/float_rules.h"
#include "oracle/contract/noise/noise.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>

enum { DRAWN = 64 /* steps whose increments are drawn at once */ };

typedef struct share {
    pthread_t thread;
    bool started;
    const each_path *all;
    size_t first, count;
    double *x, *step_work, *drawn, *channel; /* of one path */
    fast_report report;
    slp_status status;
} share;

static void share_close(share *s)
{
    free(s->x);
    free(s->step_work);
    free(s->drawn);
    free(s->channel);
}

static bool share_open(share *s)
{
    const each_path *a = s->all;
    const size_t M = fast_system_M(a->sys);
    s->x = malloc(fast_system_d(a->sys) * sizeof *s->x);
    s->step_work = malloc(fast_step_work_size(a->run->scheme, a->sys) * sizeof *s->step_work);
    s->drawn = malloc(DRAWN * (M + 1) * sizeof *s->drawn);
    s->channel = malloc(DRAWN * sizeof *s->channel);
    return s->x && s->step_work && s->drawn && s->channel;
}

/* drawn[i*M + k] = the increment of process k in step first + i, i < count, of path p. */
static void draw_increments(share *s, size_t p, size_t first, size_t count)
{
    const each_path *a = s->all;
    const fast_ensemble *run = a->run;
    const size_t M = fast_system_M(a->sys);
    for (size_t k = 0; k < M; k++) {
        if (!a->dW)
            slp_increments(s->channel, run->h, run->seed, run->first_path + p, (uint32_t)k, 0,
                           run->first_step + first, count);
        for (size_t i = 0; i < count; i++) {
            double dw = a->dW ? a->dW[((first + i) * M + k) * run->paths + p] : s->channel[i];
            if (a->dW && k < 32 && a->signs >> k & 1) dw = -dw;
            s->drawn[i * M + k] = run->ell > 0 ? slp_truncate(dw, run->h, run->ell) : dw;
        }
    }
}

/* Steps path p; NaN, and SLP_NO_CONVERGENCE counted, where a step fails. */
static void step_path(share *s, size_t p)
{
    const each_path *a = s->all;
    const fast_ensemble *run = a->run;
    const size_t d = fast_system_d(a->sys), M = fast_system_M(a->sys);
    slp_status status = SLP_OK;
    for (size_t i = 0; i < d; i++) s->x[i] = a->x[i * run->paths + p];
    for (size_t n = 0; n < run->steps && status == SLP_OK; n++) {
        fast_report one;
        if (n % DRAWN == 0)
            draw_increments(s, p, n, run->steps - n < DRAWN ? run->steps - n : DRAWN);
        status = fast_step(s->x, &one, run->scheme, a->sys, s->x, run->h, s->drawn + n % DRAWN * M,
                           s->step_work);
        if (one.iterations > s->report.iterations) s->report.iterations = one.iterations;
        if (one.residual > s->report.residual) s->report.residual = one.residual;
    }
    s->report.failed += status != SLP_OK;
    if (status == SLP_UNSUPPORTED) s->status = status;
    for (size_t i = 0; i < d; i++) a->x[i * run->paths + p] = status == SLP_OK ? s->x[i] : NAN;
}

static void *run_share(void *argument)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    share *s = argument;
    for (size_t p = s->first; p < s->first + s->count; p++) step_path(s, p);
    return NULL;
}

slp_status fast_each_path_advance(fast_report *report, const each_path *all)
{
    const fast_ensemble *run = all->run;
    const size_t threads = run->threads < run->paths ? run->threads : run->paths;
    slp_status status = SLP_OK;
    share *shares = calloc(threads ? threads : 1, sizeof *shares);
    if (!shares) return SLP_MEMORY;
    for (size_t i = 0; i < threads; i++) {
        const size_t part = run->paths / threads, extra = run->paths % threads;
        shares[i].all = all;
        shares[i].first = i * part + (i < extra ? i : extra);
        shares[i].count = part + (i < extra);
        if (!share_open(shares + i)) status = SLP_MEMORY;
    }
    for (size_t i = 0; i < threads && status == SLP_OK; i++) {
        share *s = shares + i;
        s->started = i + 1 < threads && pthread_create(&s->thread, NULL, run_share, s) == 0;
        if (!s->started) run_share(s);
    }
    for (size_t i = 0; i < threads; i++) {
        share *s = shares + i;
        if (s->started) pthread_join(s->thread, NULL);
        if (s->report.iterations > report->iterations) report->iterations = s->report.iterations;
        if (s->report.residual > report->residual) report->residual = s->report.residual;
        report->failed += s->report.failed;
        if (status == SLP_OK) status = s->status;
        share_close(s);
    }
    free(shares);
    if (status != SLP_OK) return status;
    return report->failed ? SLP_NO_CONVERGENCE : SLP_OK;
}
