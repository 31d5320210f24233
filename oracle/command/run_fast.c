/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Computes a case by the binary64 path.  In a narrower arithmetic each step is rounded to it, wider
 * ones are not supported. */
#include "fast/fast.h"
#include "oracle/command/run_path.h"
#include "oracle/contract/number/arithmetic.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>
#include <stdlib.h>

static bool all_finite(const double *x, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!isfinite(x[i])) return false;
    return true;
}

static slp_status steps(slp_result *r, const fast_scheme *scheme, const fast_system *sys,
                        const slp_case *c)
{
    double *room = slp_allocate(fast_step_work_size(scheme, sys), sizeof *room);
    const double *x = c->x;
    slp_status status = SLP_OK;
    for (size_t s = 0; s < c->steps && status == SLP_OK; s++) {
        double *next = r->y.at + s * c->d;
        fast_report report = {0};
        const double *dw = c->M ? c->dw + s * c->M : NULL;
        status = fast_step(next, &report, scheme, sys, x, c->h, dw, room);
        for (size_t i = 0; i < c->d && c->arithmetic; i++)
            next[i] = slp_arithmetic_round(c->arithmetic, next[i]);
        if (status == SLP_OK && !all_finite(next, c->d)) status = SLP_DOMAIN;
        if (report.iterations > r->iterations) r->iterations = report.iterations;
        x = next;
    }
    free(room);
    return status;
}

void slp_run_fast(slp_result *r, const slp_case *c)
{
    slp_error err;
    fast_system *sys = NULL;
    slp_result_clear(r);
    r->id = slp_copy_text(c->id);
    const fast_scheme *scheme = fast_scheme_find(c->scheme->name);
    if (slp_arithmetic_is_wider(c->arithmetic)) scheme = NULL;
    r->error = scheme ? slp_need_memory(fast_system_new(&sys, c, &err)) : SLP_UNSUPPORTED;
    if (r->error != SLP_OK) return;
    r->y.count = c->steps * c->d;
    r->y.at = slp_allocate(r->y.count, sizeof *r->y.at);
    r->error = steps(r, scheme, sys, c);
    r->has_iterations = r->error == SLP_OK;
    fast_system_free(sys);
}
