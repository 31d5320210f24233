/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Functions that several quantities use: numbers from balls, sweeps over samples, runs of the
 * binary64 path. */
#ifndef SLP_ORACLE_CLAIM_MEASURE_H
#define SLP_ORACLE_CLAIM_MEASURE_H

#include "reports/claims/claim.h"
#include "ref/exact_step.h"

/* values[index] = the ball, rounded outward to binary64; level 1. */
void slp_measured_ball(slp_measurement *m, size_t index, const arb_t ball);
/* *all = an enclosure of the larger one of both numbers; if one is not known, of the other. */
void slp_interval_raise(slp_interval *all, const slp_interval *one);
/* values[index] = an enclosure of the larger of two numbers: its own and the ball's. */
void slp_measured_largest(slp_measurement *m, size_t index, const arb_t ball);
/* values[index] = an exact number (a count); level 1. */
void slp_measured_count(slp_measurement *m, size_t index, double count);
/* An interval of binary64 numbers that contains the ball: the smallest one, or a little larger;
 * level 1.  Not known if the ball is not finite. */
void slp_interval_from_ball(slp_interval *to, const arb_t ball);

/* The witness becomes c with one step, from the state x with the increments dw. */
void slp_measurement_step(slp_measurement *m, const slp_case *c, const double *x, const double *dw);

/* ---- Sweeps: the largest |number| over an experiment's samples ---------------------------- */

/* The number of one sample, from its first step, computed at `prec` bits; it may change the step.
 * SLP_OK, SLP_UNABLE (no certificate), or a status that ends the claim. */
typedef slp_status (*slp_sample_number)(arb_t number, ref_exact_step *step, const slp_trial *trial,
                                        slong prec);

/* values[largest] = enclosure of max over samples of |number|, values[unable] = how many samples
 * had no certificate.  One such sample makes the upper end infinite, because nothing is known about
 * its number.  The witness is the sample with the largest certain |number|.  With signs = true: the
 * largest number instead of the largest |number|.  Tested by tests/claims/test_claim_sweep.c.
 */
slp_status slp_sweep(slp_measurement *m, size_t largest, size_t unable, bool signs,
                     slp_sample_number number, const slp_trial *trial, slp_error *err);

/* For slp_quantity.certifies: whatever the options say. */
bool slp_certifies_always(char *const word[SLP_QUANTITY_OPTIONS]);

/* Largest values of options that several quantities have: the index of a Casimir, and every how
 * many steps to measure. */
enum { SLP_CASIMIRS = 64, SLP_STRIDE = 1 << 30 };
/* SLP_OK if the experiment's system has a Casimir number `index`, from 0; else SLP_INPUT, with err
 * about the option `index`. */
slp_status slp_casimir_named(const slp_trial *trial, double index, slp_error *err);

/* ---- Runs: a trajectory of the binary64 path, step by step -------------------------------- */

/* Called for state n (n = 0: the initial one); dw are the increments that led to it, NULL at n = 0.
 */
typedef slp_status (*slp_run_step)(void *own, size_t n, const double *x, const double *dw);

/* Runs sample `sample` of the trial, trial->steps steps of fast_step with the increments of
 * slp_experiment_increments, and calls `step` for each state in order.  The memory used does not
 * grow with the steps.
 * out  c       initialised; the sample's case of one step, set before the first call of step
 * in   own     passed to step
 * SLP_OK; the first other status of fast_step or of `step`, which ends the run; SLP_INPUT with err.
 * Tested by tests/claims/test_claim_drift.c. */
slp_status slp_run(slp_case *c, const slp_trial *trial, size_t sample, slp_run_step step, void *own,
                   slp_error *err);

/* Values[index] and m->one_step: the strong order, or with m->one_step.weak the weak one, that the
 * leading terms of one step say: of the first sample's case, integrated over the increments
 * without paths (props/order/order.md).  Not measured if a step has no certificate, beyond 64
 * coordinates or 32 noises, and of a system with noise whose experiment has no increments.  Tested
 * by tests/claims/test_claim_orders.c. */
void slp_measured_one_step(slp_measurement *m, size_t index, const slp_trial *trial);

/* ---- Series for figures ------------------------------------------------------------------- */

enum { SLP_SERIES_BINS = 600 };

/* One point of a series. */
typedef struct slp_point {
    double x, y[SLP_SERIES_CURVES], low[SLP_SERIES_CURVES], high[SLP_SERIES_CURVES];
} slp_point;

/* Reduces a series of `expected` points, at least one, to SLP_SERIES_BINS bins.  Each bin keeps its
 * lowest and its highest point (of the first curve), in their order.  So no extreme value is lost.
 */
typedef struct slp_thin {
    slp_series *series;
    size_t expected, bin;
    bool open;
    slp_point low, high;
} slp_thin;
/* Begins an empty series; the caller has set its labels, number of curves and level before. */
void slp_thin_begin(slp_thin *thin, slp_series *series, size_t expected);
/* Adds point n < expected, in order: abscissa x, and a number for each curve. */
void slp_thin_add(slp_thin *thin, size_t n, double x, const double *y);
/* The same of a series with a level: the ends of each curve's interval too. */
void slp_thin_add_interval(slp_thin *thin, size_t n, double x, const double *y, const double *low,
                           const double *high);
/* Adds the points of the last bin.  Does nothing if `thin` is all zeros (not begun).  Tested by
 * tests/claims/test_claim_sweep.c. */
void slp_thin_end(slp_thin *thin);

#endif
