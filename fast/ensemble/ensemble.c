/* Ensembles: what is asked is checked, split over threads, and counted.
 * Paths are independent and a kernel's lanes do not see each other, so neither the split nor the kernel
 * can change a bit.  Pinned by tests/test_fast_ensemble*.c. */
#include "fast/ensemble/ensemble.h"
#include "fast/system/system.h"
#include "oracle/contract/float_environment.h"

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

static void *start(void *argument)
{
    worker *w = argument;
    w->work(&w->job);
    return NULL;
}

/* What a run says about any job; the channels and the system's constants are the caller's. */
static void place(ensemble_job *job, const fast_ensemble *run)
{
    memset(job, 0, sizeof *job);
    job->stride = run->paths;
    job->first_path = run->first_path;
    job->first_step = run->first_step;
    job->steps = run->steps;
}

static const ensemble_kernel *choose(const fast_ensemble *run)
{
    const char *name = run->kernel ? run->kernel : fast_kernel_name();
    return name ? ensemble_kernel_find(name) : NULL;
}

/* Shares of the paths that differ by one at most; the last one, and any that gets no thread, is done here. */
static void share_out(fast_report *report, void (*job_work)(ensemble_job *),
                      const ensemble_job *job, const fast_ensemble *run)
{
    size_t threads = run->threads < run->paths ? run->threads : run->paths;
    worker *workers = calloc(threads ? threads : 1, sizeof *workers);
    if (!workers) abort();
    for (size_t i = 0; i < threads; i++) {
        worker *w = workers + i;
        size_t share = run->paths / threads, extra = run->paths % threads;
        w->work = job_work;
        w->job = *job;
        w->job.first = i * share + (i < extra ? i : extra);
        w->job.count = share + (i < extra);
        w->started = i + 1 < threads && pthread_create(&w->thread, NULL, start, w) == 0;
        if (!w->started) start(w);
    }
    for (size_t i = 0; i < threads; i++) {
        worker *w = workers + i;
        if (w->started) pthread_join(w->thread, NULL);
        if (w->job.iterations > report->iterations) report->iterations = w->job.iterations;
        if (w->job.residual > report->residual) report->residual = w->job.residual;
        report->failed += w->job.failed;
    }
    free(workers);
}

const char *fast_ensemble_scheme(const fast_system *sys)
{
    return sys->M <= FAST_ENSEMBLE_NOISES ? ensemble_model_scheme(sys) : NULL;
}

slp_status fast_ensemble_advance(double *x, fast_report *report, const fast_system *sys,
                                 const fast_ensemble *run)
{
    return fast_ensemble_follow(x, report, sys, run, NULL, 0);
}

slp_status fast_ensemble_follow(double *x, fast_report *report, const fast_system *sys,
                                const fast_ensemble *run, const double *dW, unsigned signs)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    fast_report own;
    if (!report) report = &own;
    *report = (fast_report){0, 0, 0};
    const ensemble_kernel *kernel = choose(run);
    const char *scheme = fast_ensemble_scheme(sys);
    if (!scheme || !kernel || kernel->fault()) return SLP_UNSUPPORTED;
    ensemble_job job;
    ensemble_noise noise;
    place(&job, run);
    job.sys = sys;
    job.scheme = fast_scheme_find(scheme);
    job.h = run->h;
    ensemble_model model = ensemble_describe(&job);
    if (run->threads == 0 || model == ENSEMBLE_MODELS) return SLP_DOMAIN;
    if (sys->M && !ensemble_noise_open(&noise, run->seed, (unsigned)sys->M, run->h, run->ell))
        return SLP_DOMAIN;
    job.noise = &noise;
    job.given = dW;
    job.signs = signs;
    job.x = x;
    share_out(report, kernel->advance[model], &job, run);
    return report->failed ? SLP_NO_CONVERGENCE : SLP_OK;
}

slp_status fast_ensemble_rigid_body(double *x, fast_report *report, const fast_system *sys,
                                    const fast_ensemble *run)
{
    if (strcmp(sys->table->name, "rigid-body") == 0)
        return fast_ensemble_advance(x, report, sys, run);
    if (report) *report = (fast_report){0, 0, 0};
    return SLP_UNSUPPORTED;
}

slp_status fast_ensemble_increments(double *dW, unsigned channels, const fast_ensemble *run)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    const ensemble_kernel *kernel = choose(run);
    if (!kernel || channels > FAST_ENSEMBLE_NOISES || kernel->fault()) return SLP_UNSUPPORTED;
    ensemble_job job;
    ensemble_noise noise;
    if (run->threads == 0 || !ensemble_noise_open(&noise, run->seed, channels, run->h, run->ell))
        return SLP_DOMAIN;
    place(&job, run);
    job.channels = channels;
    job.noise = &noise;
    job.dw = dW;
    fast_report report = {0, 0, 0};
    share_out(&report, kernel->record, &job, run);
    return SLP_OK;
}
