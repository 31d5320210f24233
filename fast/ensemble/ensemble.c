/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Ensembles: checks the caller's request, divides the paths among threads and counts failures.
 * Paths are independent, and so are a kernel's lanes.  So neither the number of threads nor the
 * kernel changes a bit.  Tested by tests/fast/test_fast_ensemble*.c. */
#include "fast/ensemble/ensemble.h"
#include "fast/ensemble/each_path.h"
#include "fast/system/system.h"
#include "oracle/contract/number/float_environment.h"

#include <float.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct worker {
    pthread_t thread;
    bool started;
    void (*work)(ensemble_job *job);
    ensemble_job job;
} worker;

static void *run_thread(void *argument)
{
    worker *w = argument;
    w->work(&w->job);
    return NULL;
}

/* Sets the fields of a job that follow from the run; the caller sets the channels and the system's
 * constants. */
static void set_job(ensemble_job *job, const fast_ensemble *run)
{
    memset(job, 0, sizeof *job);
    job->stride = run->paths;
    job->first_path = run->first_path;
    job->first_step = run->first_step;
    job->steps = run->steps;
}

static const ensemble_kernel *choose_kernel(const fast_ensemble *run)
{
    const char *name = run->kernel ? run->kernel : fast_kernel_name();
    return name ? fast_ensemble_kernel_find(name) : NULL;
}

/* Divides the paths into shares that differ by at most one path.  This thread does the last share,
 * and each share for which no thread can be started.  SLP_OK; SLP_MEMORY, before any path is
 * stepped. */
static slp_status divide_paths(fast_report *report, void (*job_work)(ensemble_job *),
                               const ensemble_job *job, const fast_ensemble *run)
{
    size_t threads = run->threads < run->paths ? run->threads : run->paths;
    worker *workers = calloc(threads ? threads : 1, sizeof *workers);
    if (!workers) return SLP_MEMORY;
    for (size_t i = 0; i < threads; i++) {
        worker *w = workers + i;
        size_t share = run->paths / threads, extra = run->paths % threads;
        w->work = job_work;
        w->job = *job;
        w->job.first = i * share + (i < extra ? i : extra);
        w->job.count = share + (i < extra);
        w->started = i + 1 < threads && pthread_create(&w->thread, NULL, run_thread, w) == 0;
        if (!w->started) run_thread(w);
    }
    for (size_t i = 0; i < threads; i++) {
        worker *w = workers + i;
        if (w->started) pthread_join(w->thread, NULL);
        if (w->job.iterations > report->iterations) report->iterations = w->job.iterations;
        if (w->job.residual > report->residual) report->residual = w->job.residual;
        report->failed += w->job.failed;
    }
    free(workers);
    return SLP_OK;
}

const char *fast_ensemble_scheme(const fast_system *sys)
{
    return sys ? fast_ensemble_model_scheme(sys) : NULL;
}

bool fast_ensemble_by_kernel(const fast_scheme *scheme, const fast_system *sys)
{
    return scheme && sys && fast_ensemble_model_of(scheme, sys) != ENSEMBLE_MODELS;
}

slp_status fast_ensemble_advance(double *x, fast_report *report, const fast_system *sys,
                                 const fast_ensemble *run)
{
    return fast_ensemble_follow(x, report, sys, run, NULL, 0);
}

/* All steps of `run` in one call of a kernel. */
static slp_status step_by_kernel(double *x, fast_report *report, const fast_scheme *scheme,
                                 const fast_system *sys, const fast_ensemble *run, const double *dW,
                                 unsigned signs)
{
    const ensemble_kernel *kernel = choose_kernel(run);
    const ensemble_model model = fast_ensemble_model_of(scheme, sys);
    if (model == ENSEMBLE_MODELS || !kernel || kernel->fault()) return SLP_UNSUPPORTED;
    ensemble_job job;
    ensemble_noise noise;
    set_job(&job, run);
    job.sys = sys;
    job.scheme = scheme;
    job.h = run->h;
    if (!fast_ensemble_describe(&job)) return SLP_DOMAIN;
    if (sys->M && !fast_ensemble_noise_open(&noise, run->seed, (unsigned)sys->M, run->h, run->ell))
        return SLP_DOMAIN;
    job.noise = &noise;
    job.given = dW;
    job.signs = signs;
    job.x = x;
    const slp_status status = divide_paths(report, kernel->advance[model], &job, run);
    if (status != SLP_OK) return status;
    return report->failed ? SLP_NO_CONVERGENCE : SLP_OK;
}

static slp_status step_each_path(double *x, fast_report *report, const fast_system *sys,
                                 const fast_ensemble *run, const double *dW, unsigned signs)
{
    const char *own = run->scheme ? NULL : fast_ensemble_scheme(sys);
    const fast_scheme *scheme = own ? fast_scheme_find(own) : run->scheme;
    if (!scheme) return SLP_UNSUPPORTED;
    if (fast_ensemble_by_kernel(scheme, sys))
        return step_by_kernel(x, report, scheme, sys, run, dW, signs);
    if (!isfinite(run->h) || (sys->M && !dW && !(run->h > 0))) return SLP_DOMAIN;
    const each_path all = {x, sys, run, dW, signs};
    return fast_each_path_advance(report, &all);
}

/* Steps of one part of a run whose progress is told: some tenths of a second of work. */
static size_t steps_a_part(const fast_system *sys, const fast_ensemble *run)
{
    const size_t work = (size_t)1 << 20, each = run->paths * sys->d + 1;
    const size_t steps = each < work ? work / each : 1;
    return run->progress && steps < run->steps ? steps : run->steps;
}

slp_status fast_ensemble_follow(double *x, fast_report *report, const fast_system *sys,
                                const fast_ensemble *run, const double *dW, unsigned signs)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    fast_report own;
    if (!report) report = &own;
    *report = (fast_report){0};
    if (!x || !sys || !run || run->threads == 0 || isnan(run->ell)) return SLP_INPUT;
    if (sys->areas)
        return SLP_UNSUPPORTED; /* increments are truncated and negated; areas are not */
    const size_t part = steps_a_part(sys, run);
    slp_status status = SLP_OK;
    do {
        /* The bits do not depend on how steps are divided into calls. */
        fast_ensemble some = *run;
        fast_report one = {0};
        if (run->progress && run->progress(run->user, report->done, run->steps)) return SLP_STOPPED;
        some.first_step += report->done;
        some.steps = run->steps - report->done < part ? run->steps - (size_t)report->done : part;
        const slp_status now = step_each_path(
            x, &one, sys, &some, dW ? dW + report->done * sys->M * run->paths : NULL, signs);
        if (one.iterations > report->iterations) report->iterations = one.iterations;
        if (one.residual > report->residual) report->residual = one.residual;
        report->failed = one.failed; /* a path that failed stays NaN, and fails again */
        if (now != SLP_OK && now != SLP_NO_CONVERGENCE) return now;
        status = now;
        report->done += some.steps;
    } while (report->done < run->steps);
    return status;
}

slp_status fast_ensemble_increments(double *dW, unsigned channels, const fast_ensemble *run)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    if (!dW || !run || run->threads == 0 || isnan(run->ell)) return SLP_INPUT;
    const ensemble_kernel *kernel = choose_kernel(run);
    if (!kernel || channels > FAST_ENSEMBLE_CHANNELS || kernel->fault()) return SLP_UNSUPPORTED;
    ensemble_job job;
    ensemble_noise noise;
    if (!fast_ensemble_noise_open(&noise, run->seed, channels, run->h, run->ell)) return SLP_DOMAIN;
    set_job(&job, run);
    job.channels = channels;
    job.noise = &noise;
    job.dw = dW;
    fast_report report = {0};
    return divide_paths(&report, kernel->record, &job, run);
}
