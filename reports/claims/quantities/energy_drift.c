/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Change of the energy H0 along a run of the binary64 path, measured exactly on the stored numbers.
 */
#include "reports/claims/experiment/drift.h"

#include <math.h>
#include <string.h>

enum { LARGEST, LOW, HIGH, RANGE };
enum { AXIS, STRIDE };
enum { AT_BEGIN, AT_LOW, AT_HIGH, BALLS }; /* d->at: energy; lowest and highest change */

static bool absolute(const slp_trial *trial)
{
    return trial->word[AXIS] && strcmp(trial->word[AXIS], "log") == 0;
}

static slp_status measure_state(slp_drift *d)
{
    arb_ptr low = d->at + AT_LOW, high = d->at + AT_HIGH;
    ref_energy(d->last, d->sys, d->x, d->prec);
    arb_sub(d->last, d->last, d->at + AT_BEGIN, d->prec);
    arb_div(d->last, d->last, d->at + AT_BEGIN, d->prec);
    arb_min(low, low, d->last, d->prec);
    arb_max(high, high, d->last, d->prec);
    if (absolute(d->trial)) arb_abs(d->last, d->last); /* as it is drawn */
    return SLP_OK;
}

static slp_status begin(slp_drift *d)
{
    slp_drift_balls(d, BALLS);
    ref_energy(d->at + AT_BEGIN, d->sys, d->x, d->prec);
    if (arb_contains_zero(d->at + AT_BEGIN)) return SLP_DOMAIN; /* no relative change */
    measure_state(d);
    slp_drift_draw(d);
    return SLP_OK;
}

static void conclude(slp_measurement *m, slp_drift *d)
{
    arb_ptr low = d->at + AT_LOW, high = d->at + AT_HIGH, value = d->at + AT_BEGIN;
    slp_interval one, *lowest = &m->values[LOW];
    slp_interval_from_ball(&one, low);
    if (!lowest->known) *lowest = one;
    lowest->lo = fmin(lowest->lo, one.lo);
    lowest->hi = fmin(lowest->hi, one.hi);
    slp_measured_largest(m, HIGH, high);
    arb_sub(value, high, low, d->prec);
    slp_measured_largest(m, RANGE, value);
    arb_neg(low, low);
    arb_max(value, low, high, d->prec);
    slp_measured_largest(m, LARGEST, value);
}

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    const bool log_y = absolute(trial);
    const slp_drift_kind kind = {
        .series = {.x_label = "time [time units]",
                   .y_label = log_y ? "|H - H0| / H0 [relative]" : "(H - H0) / H0 [relative]",
                   .log_y = log_y,
                   .curves = 1,
                   .label = {"relative change of the energy"}},
        .stride = (size_t)trial->number[STRIDE],
        .begin = begin,
        .see = measure_state,
        .conclude = conclude};
    return slp_drift_measure(m, &kind, trial, err);
}

const slp_quantity slp_quantity_energy_drift = {
    .name = "energy-drift",
    .about = "relative change of the energy along a binary64 run",
    .method = "every state of the binary64 run is taken as the exact numbers it is, and the energy "
              "evaluated on "
              "it in ball arithmetic",
    .options = {{"axis", true, false, 0,
                 "how to draw it: linear (default), or log of the absolute value"},
                {"stride", false, false, 1, "evaluate every stride-th step"}},
    .words = {"linear log"},
    .range = {[STRIDE] = {1, SLP_STRIDE, true}},
    .values = {{"largest", "", "max over the run of |H - H0| / |H0|"},
               {"low", "", "lowest (H - H0) / H0"},
               {"high", "", "highest (H - H0) / H0"},
               {"range", "", "high - low"}},
    .by_states = true,
    .measure = measure};
