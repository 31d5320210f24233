/* A trajectory of the binary64 path, step by step.  Increments are drawn in chunks, so memory does
 * not grow with the length of the run. */
#include "reports/claims/experiment/measure.h"
#include "fast/fast.h"
#include "oracle/plumbing/allocate.h"

#include <stdlib.h>
#include <string.h>

enum { CHUNK = 1024 }; /* steps whose increments are made at once */

typedef struct run_state {
    const fast_scheme *scheme;
    fast_system *sys;
    double *x, *dw, *room;
} run_state;

static slp_status start(run_state *run, slp_case *c, const slp_trial *trial, size_t sample,
                        slp_error *err)
{
    slp_status status = slp_experiment_case(c, trial->experiment, sample, 1, err);
    if (status != SLP_OK) return status;
    run->scheme = fast_scheme_find(c->scheme->name);
    if (!run->scheme) return SLP_UNSUPPORTED;
    status = slp_need_memory(fast_system_new(&run->sys, c, err));
    if (status != SLP_OK) return status;
    run->x = slp_allocate(c->d, sizeof(double));
    run->dw = slp_allocate(CHUNK * (c->M + 1), sizeof(double));
    run->room = slp_allocate(fast_step_room(run->scheme, run->sys), sizeof(double));
    memcpy(run->x, c->x, c->d * sizeof(double));
    return SLP_OK;
}

slp_status slp_run(slp_case *c, const slp_trial *trial, size_t sample, slp_run_step step, void *own,
                   slp_error *err)
{
    run_state run = {0};
    slp_status status = start(&run, c, trial, sample, err);
    if (status == SLP_OK) status = step(own, 0, run.x, NULL);
    for (size_t n = 0; n < trial->steps && status == SLP_OK; n++) {
        size_t at = n % CHUNK, left = trial->steps - n;
        if (at == 0) {
            slp_experiment_increments(run.dw, trial->experiment, c->h, c->M, sample, n,
                                      left < CHUNK ? left : CHUNK, run.dw + CHUNK * c->M);
            if (trial->progress)
                trial->progress(trial->to, ((double)sample + (double)n / (double)trial->steps) /
                                               (double)trial->samples);
        }
        const double *dw = run.dw + at * c->M;
        status = fast_step(run.x, NULL, run.scheme, run.sys, run.x, c->h, dw, run.room);
        if (status == SLP_OK) status = step(own, n + 1, run.x, dw);
    }
    if (run.sys) fast_system_free(run.sys);
    free(run.x);
    free(run.dw);
    free(run.room);
    return status;
}
