/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A trajectory of the binary64 path, or of a port, step by step.  Increments are drawn in chunks,
 * so memory does not grow with the length of the run. */
#include "reports/claims/experiment/measure.h"
#include "fast/fast.h"
#include "oracle/plumbing/allocate.h"
#include "reports/claims/experiment/port_run.h"

#include <stdlib.h>
#include <string.h>

enum { CHUNK = 1024 }; /* most steps whose increments are made at once */

typedef struct run_state {
    const fast_scheme *scheme;
    fast_system *sys;
    double *x, *dw, *room;
    port_run *port; /* that takes the steps; NULL: the path does */
    const double *answer;
    size_t chunk; /* steps whose increments are made at once */
} run_state;

static slp_status start(run_state *run, slp_case *c, const slp_trial *trial, size_t sample,
                        slp_error *err)
{
    slp_status status = slp_experiment_case(c, trial->experiment, sample, 1, err);
    if (status != SLP_OK) return status;
    run->x = slp_allocate(c->d, sizeof(double));
    run->dw = slp_allocate(CHUNK * (c->M + 1), sizeof(double));
    memcpy(run->x, c->x, c->d * sizeof(double));
    run->chunk = CHUNK;
    if (trial->experiment->port) {
        /* a case is a line of limited length */
        while (run->chunk > 1 && run->chunk * (c->d + c->M) > SLP_MAX_LIST / 2) run->chunk /= 2;
        return port_run_new(&run->port, trial->experiment, err);
    }
    run->scheme = fast_scheme_find(c->scheme->name);
    if (!run->scheme) return SLP_UNSUPPORTED;
    status = slp_need_memory(fast_system_new(&run->sys, c, err));
    if (status != SLP_OK) return status;
    run->room = slp_allocate(fast_step_work_size(run->scheme, run->sys), sizeof(double));
    return SLP_OK;
}

/* run->x = the state after step n, the at-th of a chunk of `count`. */
static slp_status step_once(run_state *run, const slp_case *c, size_t n, size_t at, size_t count,
                            slp_error *err)
{
    if (!run->port)
        return fast_step(run->x, NULL, run->scheme, run->sys, run->x, c->h, run->dw + at * c->M,
                         run->room);
    slp_status status = SLP_OK;
    if (at == 0)
        status = port_run_steps(&run->answer, run->port, c, run->x, run->dw, n, count, err);
    if (status == SLP_OK) memcpy(run->x, run->answer + at * c->d, c->d * sizeof(double));
    return status;
}

slp_status slp_run(slp_case *c, const slp_trial *trial, size_t sample, slp_run_step step, void *own,
                   slp_error *err)
{
    run_state run = {0};
    slp_status status = start(&run, c, trial, sample, err);
    if (status == SLP_OK) status = step(own, 0, run.x, NULL);
    size_t count = 0;
    for (size_t n = 0; n < trial->steps && status == SLP_OK; n++) {
        const size_t at = n % run.chunk, left = trial->steps - n;
        if (at == 0) {
            count = left < run.chunk ? left : run.chunk;
            slp_experiment_increments(run.dw, trial->experiment, c->h, c->M, sample, n, count,
                                      run.dw + CHUNK * c->M);
            if (trial->progress)
                trial->progress(trial->to, ((double)sample + (double)n / (double)trial->steps) /
                                               (double)trial->samples);
        }
        status = step_once(&run, c, n, at, count, err);
        if (status == SLP_OK) status = step(own, n + 1, run.x, run.dw + at * c->M);
    }
    port_run_free(run.port);
    if (run.sys) fast_system_free(run.sys);
    free(run.x);
    free(run.dw);
    free(run.room);
    return status;
}
