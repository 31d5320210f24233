/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Does an orbit close?  Of one deterministic run of the heavy top, from the stored numbers:
 *
 *   nearest   the least |x_n - x_0| / |x_0| after the orbit first was |x_0| / 2 away from there;
 *   period    the mean time between maxima of Gamma_3, the nutation;
 *   uneven    the largest departure of one such time from their mean, over the mean;
 *   turn      the mean angle from one maximum to the next about the body's third axis, of
 *             (Pi_1, Pi_2), in turns, taken from 0 to 1.
 *
 * A maximum is that of the parabola through three neighbouring points, whose time is off by a small
 * part of the step h; an angle is that of the point next to it, off by h |Pi'| / |Pi| at most, and
 * the mean over m periods by 2/m of it.  An orbit that closes comes as near as it moves in half a
 * step. */
#include "reports/claims/experiment/measure.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NEAREST, PERIOD, UNEVEN, TURN, PERIODS };
enum { D = 6, MOST = 1000 };

typedef struct orbit {
    double begin[D], size, h, nearest, before[2], angle;
    bool away;
    size_t maxima;
    double time[MOST], at[MOST];
} orbit;

static slp_status measure_state(void *own, size_t n, const double *x, const double *dw)
{
    orbit *o = own;
    double square = 0;
    (void)dw;
    if (n == 0) {
        memcpy(o->begin, x, sizeof o->begin);
        for (int i = 0; i < D; i++) square += x[i] * x[i];
        o->size = sqrt(square);
        o->nearest = INFINITY;
    } else {
        for (int i = 0; i < D; i++) square += (x[i] - o->begin[i]) * (x[i] - o->begin[i]);
        const double distance = sqrt(square) / o->size;
        o->away |= distance > 0.5;
        if (o->away) o->nearest = fmin(o->nearest, distance);
    }
    const double *z = o->before; /* Gamma_3 two points and one point ago */
    if (n >= 2 && z[1] > z[0] && z[1] >= x[5] && o->maxima < MOST) {
        const double shift = (z[0] - x[5]) / (2 * (z[0] - 2 * z[1] + x[5]));
        o->time[o->maxima] = ((double)n - 1 + shift) * o->h;
        o->at[o->maxima++] = o->angle;
    }
    o->before[0] = o->before[1];
    o->before[1] = x[5];
    o->angle = atan2(x[1], x[0]) / 6.283185307179586;
    return SLP_OK;
}

static void conclude(slp_measurement *m, const orbit *o)
{
    if (o->away) slp_measured_count(m, NEAREST, o->nearest);
    const size_t periods = o->maxima ? o->maxima - 1 : 0;
    slp_measured_count(m, PERIODS, (double)periods);
    if (periods < 2) return;
    const double period = (o->time[periods] - o->time[0]) / (double)periods;
    double uneven = 0, turns = 0;
    for (size_t k = 0; k < periods; k++) {
        uneven = fmax(uneven, fabs((o->time[k + 1] - o->time[k]) / period - 1));
        const double turn = o->at[k + 1] - o->at[k];
        turns += turn - floor(turn);
    }
    slp_measured_count(m, PERIOD, period);
    slp_measured_count(m, UNEVEN, uneven);
    slp_measured_count(m, TURN, turns / (double)periods);
}

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    const slp_experiment *e = trial->experiment;
    SLP_CLEARED(slp_case) c = {0};
    if (e->system->algebra != SLP_SE3 || e->state.kind != SLP_ORIGIN_FIXED ||
        e->h.kind != SLP_ORIGIN_FIXED || e->wiener)
        return slp_error_set(err, e->line, NULL, "system",
                             "must be the heavy top with one fixed state and step, and no noise");
    if (trial->samples != 1)
        return slp_error_set(err, e->line, NULL, "samples", "must be 1: all runs are alike");
    if (!m) return SLP_OK;
    orbit *o = slp_allocate(1, sizeof *o);
    o->h = e->h.at[0];
    slp_status status = slp_run(&c, trial, 0, measure_state, o, err);
    if (status == SLP_OK) {
        conclude(m, o);
        slp_measurement_witness(m, &c);
        m->samples = 1;
        m->steps = trial->steps;
    }
    free(o);
    return status;
}

const slp_quantity slp_quantity_orbit_return = {
    .name = "orbit-return",
    .about = "a deterministic run of the heavy top: how near it comes to its start again, and its "
             "nutation",
    .method = "one binary64 run, from its stored numbers",
    .values = {{"nearest", "", "least |x_n - x_0| / |x_0| after |x_0| / 2 was left"},
               {"period", "time", "mean time between maxima of Gamma_3"},
               {"uneven", "", "largest departure of one of these times from the mean, over it"},
               {"turn", "turns", "mean angle of (Pi_1, Pi_2) from one maximum to the next"},
               {"periods", "", "times between maxima that the run has"}},
    .by_states = true,
    .measure = measure};
