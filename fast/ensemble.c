/* Ensembles of rigid bodies: what is asked is checked, split over threads, and counted.
 * Paths are independent and a kernel's lanes do not see each other, so neither the split nor the kernel
 * can change a bit.  Pinned by tests/test_fast_ensemble*.c. */
#include "fast/ensemble.h"
#include "fast/rigid_body.h"

#include <float.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

typedef struct worker {
    pthread_t thread;
    bool started;
    ensemble_kernel *kernel;
    ensemble_job job;
} worker;

static void *work(void *argument)
{
    worker *w = argument;
    w->kernel(&w->job);
    return NULL;
}

static bool describe(ensemble_job *job, const fast_system *sys, const fast_ensemble *run)
{
    const fast_rigid_body *body = sys->own;
    memset(job, 0, sizeof *job);
    job->quads = body->has_quad ? 3 : 0;
    job->vectors = (unsigned)body->vectors;
    job->channels = job->quads + job->vectors;
    job->stride = run->paths;
    job->first_path = run->first_path;
    job->first_step = run->first_step;
    job->steps = run->steps;
    bool finite = isfinite(run->h);
    for (int i = 0; i < 3; i++) {
        job->rate[i] = run->h / body->inertia[i];
        job->quad[i] = body->has_quad ? body->quad[i] : 0;
        finite = finite && isfinite(job->rate[i]);
    }
    if (body->vectors) memcpy(job->lin, body->lin, 3 * body->vectors * sizeof(double));
    return finite;
}

slp_status fast_ensemble_rigid_body(double *x, fast_report *report, const fast_system *sys,
                                    const fast_ensemble *run)
{
    fast_report own;
    if (!report) report = &own;
    *report = (fast_report){0, 0, 0};
    if (sys->table != &fast_system_rigid_body || sys->M > FAST_ENSEMBLE_NOISES)
        return SLP_UNSUPPORTED;
    const char *name = run->kernel ? run->kernel : fast_kernel_name();
    ensemble_kernel *kernel = name ? ensemble_kernel_find(name) : NULL;
    if (!kernel) return SLP_UNSUPPORTED;
    ensemble_job job;
    ensemble_noise noise;
    if (run->threads == 0 || !describe(&job, sys, run)) return SLP_DOMAIN;
    if (sys->M && !ensemble_noise_open(&noise, run->seed, (unsigned)sys->M, run->h, run->ell))
        return SLP_DOMAIN;
    job.noise = &noise;
    job.x = x;
    if (run->paths == 0) return SLP_OK;

    size_t threads = run->threads < run->paths ? run->threads : run->paths;
    worker *workers = calloc(threads, sizeof *workers);
    if (!workers) abort();
    for (size_t i = 0; i < threads; i++) {
        worker *w = workers + i;
        w->kernel = kernel;
        w->job = job;
        /* paths i*(n/t) + min(i, n mod t) ...: shares that differ by one at most */
        size_t share = run->paths / threads, extra = run->paths % threads;
        w->job.first = i * share + (i < extra ? i : extra);
        w->job.count = share + (i < extra);
        w->started = i + 1 < threads && pthread_create(&w->thread, NULL, work, w) == 0;
        if (!w->started) work(w); /* the last share, and any that got no thread, here */
    }
    for (size_t i = 0; i < threads; i++) {
        worker *w = workers + i;
        if (w->started) pthread_join(w->thread, NULL);
        if (w->job.iterations > report->iterations) report->iterations = w->job.iterations;
        if (w->job.residual > report->residual) report->residual = w->job.residual;
        report->failed += w->job.failed;
    }
    free(workers);
    return report->failed ? SLP_NO_CONVERGENCE : SLP_OK;
}
