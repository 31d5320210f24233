/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Drift of a Casimir along a run of the binary64 path, measured exactly on the stored numbers.
 *
 * Every exact coadjoint scheme has zero drift, so D_n = C(x_n) - C(x_0) is the sum of the roundings
 * d_k = C(x_k) - C(x_{k-1}) of single steps.  If their signs were independent fair coins,
 * Hoeffding's bound for sum +-|d_k| with Levy's maximal inequality give
 *     P( max_n |D_n| >= t sqrt(V) ) <= 4 exp(-t^2/2),   V = sum d_k^2,
 * that is below 1e-6 at t = 5.514 > sqrt(2 ln 4e6) = 5.51395.  `walk` = max |D_n| / sqrt(V)
 * compares with it: below, the drift is no larger than a random walk of this run's own rounding
 * errors; above, they have a preferred sign. */
#include "reports/claims/experiment/drift.h"

#include <string.h>

enum { LARGEST, FINAL, PER_ROOT_N, PER_N, LOCAL, RMS, WALK, FIRST };
enum { OF, INDEX, STRIDE };
enum { BEGIN, BEFORE, NOW, CHANGE, SQUARE, MOST, SCRATCH, CASIMIRS }; /* d->at; MOST: of a change */
static const double walk_bound = 5.514;

typedef struct casimir {
    size_t first; /* step that certainly changed it; 0 before there is one */
    bool root;
} casimir;

static void value(arb_t to, slp_drift *d)
{
    const casimir *own = d->own;
    arb_ptr casimirs = d->at + CASIMIRS;
    ref_casimirs(casimirs, d->sys, d->x, d->prec);
    if (own->root)
        arb_sqrt(to, casimirs + (slong)d->trial->number[INDEX], d->prec);
    else
        arb_set(to, casimirs + (slong)d->trial->number[INDEX]);
}

static slp_status begin(slp_drift *d)
{
    casimir *own = d->own;
    const char *of = d->trial->word[OF];
    own->root = of && strcmp(of, "root") == 0;
    slp_drift_balls(d, CASIMIRS + ref_casimir_count(d->sys));
    value(d->at + BEGIN, d);
    arb_set(d->at + BEFORE, d->at + BEGIN);
    return SLP_OK;
}

static slp_status measure_state(slp_drift *d)
{
    casimir *own = d->own;
    arb_ptr now = d->at + NOW, change = d->at + CHANGE, square = d->at + SQUARE;
    value(now, d);
    arb_sub(change, now, d->at + BEFORE, d->prec);
    if (!own->first && !arb_contains_zero(change)) {
        if (d->kind->stride == 1) slp_drift_witness(d);
        own->first = d->n;
    }
    arb_addmul(square, change, change, d->prec);
    arb_abs(change, change);
    arb_max(d->at + MOST, d->at + MOST, change, d->prec);
    arb_sub(d->last, now, d->at + BEGIN, d->prec);
    arb_abs(d->last, d->last);
    arb_set(d->at + BEFORE, now);
    arb_sqrt(d->at + SCRATCH, square, 64);
    d->also = walk_bound * arf_get_d(arb_midref(d->at + SCRATCH), ARF_RND_NEAR);
    return SLP_OK;
}

static void conclude(slp_measurement *m, slp_drift *d)
{
    const casimir *own = d->own;
    slong prec = d->prec;
    arb_ptr unit = d->at + BEGIN, root = d->at + NOW, share = d->at + CHANGE;
    arb_abs(unit, unit);
    slp_drift_departure(m, d, unit, PER_ROOT_N);
    arb_mul_2exp_si(unit, unit, -53);
    arb_div(share, d->at + MOST, unit, prec);
    slp_measured_largest(m, LOCAL, share);
    arb_sqrt(d->at + SCRATCH, d->at + SQUARE, prec);
    arb_div(share, d->largest, d->at + SCRATCH, prec);
    if (arb_is_zero(d->at + SQUARE)) arb_zero(share); /* no step changed it: no walk at all */
    slp_measured_largest(m, WALK, share);
    arb_set_ui(root, d->n);
    arb_sqrt(root, root, prec);
    arb_div(share, d->at + SCRATCH, root, prec);
    arb_div(share, share, unit, prec);
    slp_measured_largest(m, RMS, share);
    if (own->first && (!m->values[FIRST].known || (double)own->first < m->values[FIRST].lo))
        slp_measured_count(m, FIRST, (double)own->first);
}

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    const slp_drift_kind kind = {
        .series = {.x_label = "time [time units]",
                   .y_label = "departure from the initial value [absolute]",
                   .log_y = true,
                   .curves = 2,
                   .label = {"departure", "reach of a random walk of the same rounding errors"}},
        .stride = (size_t)trial->number[STRIDE],
        .size = sizeof(casimir),
        .begin = begin,
        .see = measure_state,
        .conclude = conclude};
    slp_status status = slp_casimir_named(trial, trial->number[INDEX], err);
    return status == SLP_OK ? slp_drift_measure(m, &kind, trial, err) : status;
}

const slp_quantity slp_quantity_casimir_drift = {
    .name = "casimir-drift",
    .about = "departure of a Casimir from its initial value along a binary64 run",
    .method = "every state of the binary64 run is taken as the exact numbers it is, and the "
              "Casimir evaluated on "
              "it in ball arithmetic; u = 2^-53, n = steps, C0 = initial value",
    .options = {{"of", true, false, 0,
                 "casimir (default), or root: its square root, which on so(3) is the "
                 "modulus |x| of the eigenvalues 0, +-i|x|"},
                {"index", false, false, 0, "which Casimir, from 0"},
                {"stride", false, false, 1,
                 "evaluate every stride-th step; local, rms, walk and first are then of stride "
                 "steps together"}},
    .words = {"casimir root"},
    .range = {[INDEX] = {0, SLP_CASIMIRS, true}, [STRIDE] = {1, SLP_STRIDE, true}},
    .values = {{"largest", "", "max over the run of |C - C0|"},
               {"final", "", "|C - C0| at the end"},
               {"per-root-n", "u|C0| sqrt(n)", "largest, in these units"},
               {"per-n", "u|C0| n", "largest, in these units"},
               {"local", "u|C0|", "largest change in one step"},
               {"rms", "u|C0|", "root mean square change in one step"},
               {"walk", "",
                "largest over the root of the sum of squared changes; a random walk stays below "
                "5.514 with probability 1 - 1e-6"},
               {"first", "", "first step whose change is certainly not zero"}},
    .by_states = true,
    .measure = measure};
