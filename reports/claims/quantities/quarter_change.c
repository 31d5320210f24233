/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* How many paths of the rigid body end in another quarter of the sphere than they began in.
 *
 * With I1 < I2 < I3 the deterministic paths through the unstable axis cut the sphere into four
 * quarters, around the ends of the first and of the third axis: e = I2 x.I^-1 x/|x|^2 is above 1 in
 * the first two and below 1 in the others.  The fraction of paths has Hoeffding's interval, which
 * holds for any number of independent paths: +- sqrt(ln(2/SLP_MISS)/(2 n)). */
#include "reports/claims/experiment/measure.h"
#include "reports/claims/statistics/level.h"

#include <math.h>
#include <string.h>

enum { COUNT, FRACTION };

typedef struct ends {
    const double *inertia;
    int first, last;
} ends;

static int quarter(const double *inertia, const double *x)
{
    double e = 0, size = 0;
    for (int i = 0; i < 3; i++) {
        e += x[i] * x[i] / inertia[i];
        size += x[i] * x[i];
    }
    const int axis = inertia[1] * e > size ? 0 : 2;
    return 2 * axis + (x[axis] < 0);
}

static slp_status measure_state(void *own, size_t n, const double *x, const double *dw)
{
    ends *e = own;
    (void)dw;
    e->last = quarter(e->inertia, x);
    if (n == 0) e->first = e->last;
    return SLP_OK;
}

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    const slp_experiment *e = trial->experiment;
    const slp_origin *inertia = NULL;
    for (size_t k = 0; e->system->params[k].key; k++)
        if (strcmp(e->system->params[k].key, "inertia") == 0) inertia = &e->params[k];
    if (strcmp(e->system->name, "rigid-body") != 0 || !inertia || !inertia->at ||
        !(inertia->at[0] < inertia->at[1] && inertia->at[1] < inertia->at[2]))
        return slp_error_set(err, e->line, NULL, "system",
                             "must be rigid-body with given inertia, I1 < I2 < I3");
    if (!m) return SLP_OK;
    slp_status status = SLP_OK;
    size_t changed = 0;
    for (size_t i = 0; i < trial->samples && status == SLP_OK; i++) {
        ends own = {inertia->at, 0, 0};
        SLP_CLEARED(slp_case) c = {0};
        status = slp_run(&c, trial, i, measure_state, &own, err);
        changed += own.first != own.last;
        if (own.first != own.last && !m->witness) slp_measurement_witness(m, &c);
        if (trial->progress) trial->progress(trial->to, (double)(i + 1) / (double)trial->samples);
    }
    if (status != SLP_OK) return status;
    const double n = (double)trial->samples, part = (double)changed / n;
    const double off = nextafter(sqrt(log(2 / SLP_MISS) / (2 * n)), 1);
    slp_measured_count(m, COUNT, (double)changed);
    m->values[FRACTION] = (slp_interval){fmax(0, part - off), fmin(1, part + off), SLP_LEVEL, true};
    m->samples = trial->samples;
    m->steps = trial->samples * trial->steps;
    return SLP_OK;
}

const slp_quantity slp_quantity_quarter_change = {
    .name = "quarter-change",
    .about = "rigid-body paths that end in another quarter of the sphere than they began in",
    .method =
        "binary64 runs; the quarter by energy and sign; Hoeffding's interval at " SLP_LEVEL_TEXT,
    .values = {{"count", "paths", "how many change the quarter"},
               {"fraction", "", "their part of all paths"}},
    .by_states = true,
    .measure = measure};
