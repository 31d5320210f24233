/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Runs of the binary64 path, and how far what is measured on their states departs. */
#include "reports/claims/experiment/drift.h"
#include "oracle/plumbing/allocate.h"

#include <stdlib.h>
#include <string.h>

void slp_drift_balls(slp_drift *d, slong count)
{
    d->balls = count;
    d->at = _arb_vec_init(count);
}

void slp_drift_draw(slp_drift *d)
{
    double y[2] = {arf_get_d(arb_midref(d->last), ARF_RND_NEAR), d->also};
    if (d->thin.series) slp_thin_add(&d->thin, d->n, (double)d->n * d->c.h, y);
}

void slp_drift_witness(slp_drift *d)
{
    slp_measurement_step(d->m, &d->c, d->before, d->dw);
}

void slp_drift_departure(slp_measurement *m, const slp_drift *d, const arb_t scale, size_t units)
{
    REF_LOCAL(arb, all, n, share);
    slp_measured_largest(m, SLP_DRIFT_LARGEST, d->largest);
    slp_measured_largest(m, SLP_DRIFT_FINAL, d->last);
    arb_div(all, d->largest, scale, d->prec);
    arb_mul_2exp_si(all, all, 53);
    arb_set_ui(n, d->n);
    arb_div(share, all, n, d->prec);
    slp_measured_largest(m, units + 1, share);
    arb_sqrt(n, n, d->prec);
    arb_div(share, all, n, d->prec);
    slp_measured_largest(m, units, share);
}

static slp_status begin(slp_drift *d)
{
    slp_error err;
    d->before = slp_allocate(d->c.d, sizeof *d->before);
    d->x = _arb_vec_init((slong)d->c.d);
    return slp_need_memory(ref_system_new(&d->sys, &d->c, &err));
}

static slp_status measure_state(void *own, size_t n, const double *state, const double *dw)
{
    slp_drift *d = own;
    slp_status status = n ? SLP_OK : begin(d);
    d->n = n;
    d->state = state;
    d->dw = dw;
    if (status == SLP_OK && (n % d->kind->stride == 0 || n == d->trial->steps)) {
        for (size_t i = 0; i < d->c.d; i++) arb_set_d(d->x + i, state[i]);
        status = n ? d->kind->see(d) : d->kind->begin(d);
        if (n) arb_max(d->largest, d->largest, d->last, d->prec);
        if (n) slp_drift_draw(d);
    }
    memcpy(d->before, state, d->c.d * sizeof *state);
    return status;
}

static slp_status measure_sample(slp_measurement *m, const slp_drift_kind *kind,
                                 const slp_trial *trial, size_t sample, slp_error *err)
{
    slp_drift d = {.kind = kind,
                   .trial = trial,
                   .m = m,
                   .prec = trial->experiment->precision,
                   .own = slp_allocate(1, kind->size + 1)};
    slp_case_init(&d.c);
    arb_init(d.last);
    arb_init(d.largest);
    if (sample == 0) {
        m->series = kind->series;
        slp_thin_begin(&d.thin, &m->series, trial->steps);
    }
    slp_status status = slp_run(&d.c, trial, sample, measure_state, &d, err);
    if (status == SLP_OK) {
        kind->conclude(m, &d);
        slp_thin_end(&d.thin);
    }
    if (d.at && kind->end) kind->end(&d);
    if (d.at) _arb_vec_clear(d.at, d.balls);
    if (d.x) _arb_vec_clear(d.x, (slong)d.c.d);
    if (d.sys) ref_system_free(d.sys);
    arb_clear(d.last);
    arb_clear(d.largest);
    free(d.before);
    free(d.own);
    m->steps += d.n;
    m->samples++;
    slp_case_clear(&d.c);
    return status;
}

slp_status slp_drift_measure(slp_measurement *m, const slp_drift_kind *kind, const slp_trial *trial,
                             slp_error *err)
{
    slp_status status = SLP_OK;
    for (size_t i = 0; m && i < trial->samples && status == SLP_OK; i++)
        status = measure_sample(m, kind, trial, i, err);
    return status;
}
