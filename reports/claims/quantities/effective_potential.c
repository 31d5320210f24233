/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Is the effective potential of the symmetric top's nutation convex on (0, pi)?  Formulas and
 * cells: reports/claims/paper/nutation.c. */
#include "reports/claims/experiment/measure.h"
#include "reports/claims/paper/nutation.h"

#include <math.h>
#include <string.h>

enum { LEAST, MARGIN, SLOPE, LEVEL };
enum { POINTS = 400 };

static slp_status see_last(void *own, size_t n, const double *x, const double *dw)
{
    (void)n;
    (void)dw;
    memcpy(own, x, 6 * sizeof *x);
    return SLP_OK;
}

/* The potential that belongs to the state x, the state's w, and E' = (Pi_1^2 + Pi_2^2)/(2 I1) + m
 * cos theta. */
static void read_state(const nutation *t, arb_t w, arb_t level, const slp_case *c, const double *x)
{
    REF_LOCAL_VEC(arb, 6, at);
    size_t count;
    slong prec = t->prec;
    REF_LOCAL(arb, norm, p_phi);
    for (int i = 0; i < 6; i++) arb_set_d(at + i, x[i]);
    arb_set_d(t->I1, slp_case_param(c, "inertia", &count)[0]);
    arb_set_d(t->m, slp_case_param(c, "chi", &count)[2]);
    arb_dot(norm, NULL, 0, at + 3, 1, at + 3, 1, 3, prec);
    arb_sqrt(norm, norm, prec);
    arb_dot(p_phi, NULL, 0, at, 1, at + 3, 1, 3, prec);
    arb_div(p_phi, p_phi, norm, prec);
    arb_set(t->p_psi, at + 2);
    arb_sub(t->A, p_phi, t->p_psi, prec);
    arb_add(t->B, p_phi, t->p_psi, prec);
    arb_mul(t->A, t->A, t->A, prec);
    arb_mul(t->B, t->B, t->B, prec);
    arb_dot(level, NULL, 0, at, 1, at, 1, 2, prec);
    arb_div(level, level, t->I1, prec);
    arb_mul_2exp_si(level, level, -1);
    arb_addmul(level, t->m, at + 5, prec);
    arb_mul(t->m, t->m, norm, prec);
    arb_div(w, at + 5, norm, prec);
    arb_sub_ui(w, w, 1, prec);
    arb_mul_2exp_si(w, w, -1);
    arb_neg(w, w);
}

/* V between the tilts where it has climbed a hundred times its depth away, and the level E' */
static void draw(slp_series *series, const nutation *t, const arb_t level)
{
    slp_thin thin;
    *series = (slp_series){.x_label = "theta [rad]",
                           .y_label = "effective potential [energy]",
                           .curves = 2,
                           .label = {"V(theta)", "level E'"}};
    slp_thin_begin(&thin, series, POINTS);
    REF_LOCAL(arb, w, V, slope);
    double line = arf_get_d(arb_midref(level), ARF_RND_NEAR), pi = acos(-1);
    for (size_t n = 1; n < POINTS; n++) {
        double theta = pi * (double)n / POINTS, s = sin(theta / 2), y[2];
        arb_set_d(w, s * s);
        nutation_at(V, slope, t, w);
        y[0] = arf_get_d(arb_midref(V), ARF_RND_NEAR);
        y[1] = line;
        if (y[0] < line + 4 * arf_get_d(arb_midref(t->m), ARF_RND_NEAR))
            slp_thin_add(&thin, n, theta, y);
    }
    slp_thin_end(&thin);
}

static void keep_least(slp_measurement *m, size_t index, const slp_interval *one, const slp_case *c)
{
    slp_interval *all = &m->values[index];
    if (index == LEAST && (!all->known || one->hi < all->hi)) slp_measurement_witness(m, c);
    if (!all->known) {
        *all = *one;
        return;
    }
    all->lo = fmin(all->lo, one->lo);
    all->hi = fmin(all->hi, one->hi);
}

static slp_status measure_sample(slp_measurement *m, const slp_trial *trial, size_t sample,
                                 slp_error *err)
{
    SLP_CLEARED(slp_case) c = {0};
    slp_interval found;
    double x[6];
    REF_LOCAL_VEC(arb, 5, ball);
    const nutation t = {ball, ball + 1, ball + 2, ball + 3, ball + 4, trial->experiment->precision};
    REF_LOCAL(arb, w, V, slope, level);
    bool run = trial->word[0] && strcmp(trial->word[0], "end") == 0;
    slp_status status = run ? slp_run(&c, trial, sample, see_last, x, err)
                            : slp_experiment_case(&c, trial->experiment, sample, 1, err);
    if (status == SLP_OK) {
        read_state(&t, w, level, &c, run ? x : c.x);
        nutation_least(&found, &t);
        keep_least(m, LEAST, &found, &c);
        arb_add(V, t.A, t.B, t.prec);
        arb_div(V, V, t.I1, t.prec);
        arb_mul_2exp_si(V, V, -4);
        arb_sub(V, V, t.m, t.prec);
        slp_interval_from_ball(&found, V);
        keep_least(m, MARGIN, &found, &c);
        nutation_at(V, slope, &t, w);
        slp_interval_from_ball(&found, slope);
        keep_least(m, SLOPE, &found, &c);
        slp_interval_from_ball(&found, level);
        keep_least(m, LEVEL, &found, &c);
        if (sample == 0) draw(&m->series, &t, level);
    }
    m->samples++;
    return status;
}

/* The paper's top: equal inertias across, weight along the axis and upwards. */
static slp_status fits(const slp_trial *trial, slp_error *err)
{
    const slp_experiment *e = trial->experiment;
    if (strcmp(e->system->name, "heavy-top") != 0)
        return slp_error_set(err, e->line, NULL, "system", "must be heavy-top");
    SLP_CLEARED(slp_case) c = {0};
    slp_status status = slp_experiment_case(&c, e, 0, 1, err);
    if (status == SLP_OK) {
        size_t count, chis;
        const double *I = slp_case_param(&c, "inertia", &count);
        const double *chi = slp_case_param(&c, "chi", &chis);
        if (I[0] < I[1] || I[0] > I[1] || !chi || fabs(chi[0]) > 0 || fabs(chi[1]) > 0 ||
            chi[2] < 0)
            status = slp_error_set(err, e->line, NULL, "inertia",
                                   "the potential is that of a symmetric top: I1 = I2, chi = (0, "
                                   "0, m) with m >= 0");
    }
    return status;
}

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    slp_status status = fits(trial, err);
    for (size_t i = 0; m && i < trial->samples && status == SLP_OK; i++)
        status = measure_sample(m, trial, i, err);
    return status;
}

const slp_quantity slp_quantity_effective_potential = {
    .name = "effective-potential",
    .about = "convexity of the symmetric top's effective potential V(theta) over (0, pi)",
    .method =
        "V'' enclosed on 4096 cells that cover the whole interval, by monotone parts in balls "
        "at their exact ends",
    .options = {{"at", true, false, 0,
                 "start (default): momenta of the initial state; end: of the binary64 run's last"}},
    .words = {"start end"},
    .values = {{"least", "energy", "least V'' over (0, pi), smallest over samples"},
               {"margin", "energy", "(p_phi^2 + p_psi^2)/(8 I1) - mg|a|: V'' is nowhere below it"},
               {"slope", "energy",
                "V'(theta) sin(theta)/2 at the state's own tilt, smallest over "
                "samples"},
               {"level", "energy", "E' of the state, smallest over samples"}},
    .by_states = true,
    .measure = measure};
