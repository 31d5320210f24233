/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What departs from its beginning along runs of the binary64 path: one runner, to which a quantity
 * says what it measures on a state.  Each state is taken as the exact numbers it is. */
#ifndef SLP_ORACLE_CLAIM_DRIFT_H
#define SLP_ORACLE_CLAIM_DRIFT_H

#include "reports/claims/experiment/measure.h"

typedef struct slp_drift_kind slp_drift_kind;

/* A sample's run, at one of its states. */
typedef struct slp_drift {
    const slp_drift_kind *kind;
    const slp_trial *trial;
    slp_measurement *m;
    slp_case c; /* one step from the initial state */
    ref_system *sys;
    slong prec;
    size_t n;            /* steps that led to this state */
    const double *state; /* this state as it is stored, */
    const double *dw;    /* and the increment that led to it from */
    double *before;      /* the state one step earlier; both only where n > 0 */
    arb_ptr x;           /* this state, d exact balls */
    arb_ptr at;          /* the kind's balls, by its own names: slp_drift_balls */
    arb_t last, largest; /* departure of this state; the largest one so far */
    double also;         /* a second curve's ordinate at this state */
    void *own;           /* the kind's, kind->size bytes */
    slong balls;         /* the runner's: how many `at` has, */
    slp_thin thin;       /* and the series, of the first sample only */
} slp_drift;

struct slp_drift_kind {
    slp_series series; /* labels, axis, number of curves: the departure over time, then `also` */
    size_t stride;     /* every which state is looked at, from 1; the last one always is */
    size_t size;       /* of own, zeros at first */
    /* The initial state: makes room in `at`, keeps what later states are compared with. */
    slp_status (*begin)(slp_drift *d);
    /* A later state: d->last = its departure, all else to be kept of it. */
    slp_status (*see)(slp_drift *d);
    /* Joins what the run came to, n = its steps, to the measurement. */
    void (*conclude)(slp_measurement *m, slp_drift *d);
    /* Frees what begin put into own; called if begin has made room in `at`.  NULL: nothing. */
    void (*end)(slp_drift *d);
};

/* m += the runs of all samples, each seen as `kind` says.  SLP_OK; what slp_run, ref_system_new,
 * begin or see say, of the first run that they end.  m NULL: nothing is run.
 * Tested by tests/claims/test_claim_drift.c, tests/claims/test_claim_recorded.c. */
slp_status slp_drift_measure(slp_measurement *m, const slp_drift_kind *kind, const slp_trial *trial,
                             slp_error *err);
/* at = `count` balls, zeros; once a run, the runner frees them. */
void slp_drift_balls(slp_drift *d, slong count);
/* The first sample's series goes on by the point (n h, last), and `also` if there are two curves.
 * The runner does so after see. */
void slp_drift_draw(slp_drift *d);
/* The step that led to this state becomes the witness. */
void slp_drift_witness(slp_drift *d);

/* The first values of a quantity that departs: largest departure, the one at the end; and from
 * values[units] on, largest / (u scale sqrt(n)), largest / (u scale n).  Over samples each is the
 * largest.  scale > 0; n > 0 steps.  Tested by tests/claims/test_claim_drift.c. */
enum { SLP_DRIFT_LARGEST, SLP_DRIFT_FINAL };
void slp_drift_departure(slp_measurement *m, const slp_drift *d, const arb_t scale, size_t units);

#endif
