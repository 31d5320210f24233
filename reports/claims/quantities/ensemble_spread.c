/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Ensembles of paths of the rigid body: do they stay on the sphere, and how far apart are they?
 *
 * Samples are taken in groups of `size`; of a group the spread at step n is the root mean square
 * distance of its members from their mean,
 *
 *   s_n^2 = (1/size) sum_j |x_j(n) - mean(n)|^2.
 *
 * `early` and `late` are means over groups of s at a tenth of the run and at its end, `growth` that
 * of log2(late/early) of a group, with Student's interval over groups; the series is the
 * mean of s_n over groups at each step, with the same interval.  `off` is the
 * largest ||x| - |x0|| / |x0| over all steps of all paths, exact on the stored numbers. */
#include "reports/claims/statistics/mean.h"
#include "reports/claims/statistics/level.h"
#include "reports/claims/experiment/measure.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { OFF, PER_N, EARLY, LATE, GROWTH };
enum { SIZE = 20, GROUPS = SLP_MEAN_MOST, EARLY_PART = 10 };

typedef struct paths {
    size_t d, steps, size;
    double *sum, *square; /* of the group at every step: d and 1 numbers a step */
    double *every;        /* s_n of every group: [n * groups + group] */
    arb_ptr norm, begin, off, one;
    slong prec;
} paths;

static slp_status measure_state(void *own, size_t n, const double *x, const double *dw)
{
    paths *p = own;
    (void)dw;
    arb_zero(p->norm);
    for (size_t i = 0; i < p->d; i++) {
        arb_set_d(p->one, x[i]);
        arb_addmul(p->norm, p->one, p->one, p->prec);
        p->sum[n * p->d + i] += x[i];
        p->square[n] += x[i] * x[i];
    }
    if (n == 0) arb_set(p->begin, p->norm);
    arb_div(p->norm, p->norm, p->begin, p->prec);
    arb_sqrt(p->norm, p->norm, p->prec);
    arb_sub_ui(p->norm, p->norm, 1, p->prec);
    arb_abs(p->norm, p->norm);
    arb_max(p->off, p->off, p->norm, p->prec);
    return SLP_OK;
}

/* s_n of the group whose sums are in p */
static double spread(const paths *p, size_t n)
{
    double size = (double)p->size, mean = 0;
    for (size_t i = 0; i < p->d; i++) {
        double m = p->sum[n * p->d + i] / size;
        mean += m * m;
    }
    double square = p->square[n] / size - mean;
    return square > 0 ? sqrt(square) : 0;
}

typedef struct found {
    double early[GROUPS], late[GROUPS], growth[GROUPS];
} found;

static void draw(slp_series *series, const paths *p, size_t groups, double h)
{
    slp_thin thin;
    *series = (slp_series){.x_label = "time [time units]",
                           .y_label = "root mean square distance from the mean",
                           .curves = 1,
                           .level = groups < 3 ? 0 : SLP_LEVEL,
                           .label = {"spread, mean of the ensembles"}};
    slp_thin_begin(&thin, series, p->steps + 1);
    for (size_t n = 0; n <= p->steps; n++) {
        const double *s = p->every + n * groups;
        double y = 0;
        for (size_t g = 0; g < groups; g++) y += s[g] / (double)groups;
        slp_interval mean = slp_mean_interval(s, groups);
        slp_thin_add_interval(&thin, n, (double)n * h, &y, &mean.lo, &mean.hi);
    }
    slp_thin_end(&thin);
}

static slp_status group(slp_measurement *m, found *f, paths *p, const slp_trial *trial,
                        size_t index, size_t groups, double *h, slp_error *err)
{
    slp_status status = SLP_OK;
    memset(p->sum, 0, (p->steps + 1) * p->d * sizeof *p->sum);
    memset(p->square, 0, (p->steps + 1) * sizeof *p->square);
    for (size_t i = 0; i < p->size && status == SLP_OK; i++) {
        SLP_CLEARED(slp_case) c = {0};
        status = slp_run(&c, trial, index * p->size + i, measure_state, p, err);
        *h = c.h;
        if (index == 0 && i == 0) slp_measurement_witness(m, &c);
    }
    for (size_t n = 0; n <= p->steps; n++) p->every[n * groups + index] = spread(p, n);
    f->early[index] = p->every[p->steps / EARLY_PART * groups + index];
    f->late[index] = p->every[p->steps * groups + index];
    f->growth[index] = log2(f->late[index] / f->early[index]);
    return status;
}

static slp_status fits(paths *p, size_t *groups, const slp_trial *trial, slp_error *err)
{
    const slp_experiment *e = trial->experiment;
    p->size = (size_t)trial->number[0];
    p->d = 3;
    p->steps = trial->steps;
    p->prec = e->precision;
    *groups = trial->samples / p->size;
    if (e->system->algebra != SLP_SO3 || e->state.kind != SLP_ORIGIN_FIXED)
        return slp_error_set(err, e->line, NULL, "system",
                             "must be the rigid body with one fixed initial state");
    if (*groups < 1 || *groups > GROUPS || *groups * p->size != trial->samples)
        return slp_error_set(err, e->line, NULL, "samples",
                             "must be 1 to %d times `size`, which is at least 2", GROUPS);
    if (p->steps < EARLY_PART)
        return slp_error_set(err, e->line, NULL, "steps", "wants at least %d", EARLY_PART);
    return SLP_OK;
}

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    paths p;
    found f;
    size_t groups;
    double h = 0;
    slp_status status = fits(&p, &groups, trial, err);
    if (status != SLP_OK || !m) return status;
    REF_LOCAL_VEC(arb, 1, norm, begin, off, one);
    p.norm = norm;
    p.begin = begin;
    p.off = off;
    p.one = one;
    p.sum = slp_allocate((p.steps + 1) * p.d, sizeof *p.sum);
    p.square = slp_allocate(p.steps + 1, sizeof *p.square);
    p.every = slp_allocate((p.steps + 1) * groups, sizeof *p.every);
    for (size_t g = 0; g < groups && status == SLP_OK; g++)
        status = group(m, &f, &p, trial, g, groups, &h, err);
    if (status == SLP_OK) {
        draw(&m->series, &p, groups, h);
        slp_measured_ball(m, OFF, p.off);
        arb_mul_2exp_si(p.off, p.off, 53);
        arb_div_ui(p.off, p.off, p.steps, p.prec);
        slp_measured_ball(m, PER_N, p.off);
        m->values[EARLY] = slp_mean_interval(f.early, groups);
        m->values[LATE] = slp_mean_interval(f.late, groups);
        m->values[GROWTH] = slp_mean_interval(f.growth, groups);
        m->samples = trial->samples;
        m->steps = trial->samples * p.steps;
    }
    free(p.sum);
    free(p.square);
    free(p.every);
    return status;
}

const slp_quantity slp_quantity_ensemble_spread = {
    .name = "ensemble-spread",
    .about = "ensembles of rigid-body paths: distance from the sphere, and how the paths part",
    .method =
        "binary64 runs; |x| on the stored numbers in ball arithmetic; spreads of groups of paths, "
        "Student's interval at " SLP_LEVEL_TEXT " over groups",
    .options = {{"size", false, false, SIZE, "paths an ensemble; `samples` is a multiple of it"}},
    .range = {{2, 1 << 20, true}},
    .values = {{"off", "", "max over paths and steps of ||x| - |x0|| / |x0|"},
               {"per-n", "u n", "the same in these units"},
               {"early", "", "mean over ensembles of the spread at a tenth of the run"},
               {"late", "", "the same at the end"},
               {"growth", "octaves", "mean over ensembles of log2(late/early)"}},
    .by_states = true,
    .measure = measure};
