/* What quantities share: numbers out of balls, sweeps over samples, runs of the binary64 path. */
#ifndef SLP_ORACLE_CLAIM_MEASURE_H
#define SLP_ORACLE_CLAIM_MEASURE_H

#include "oracle/claims/claim.h"
#include "ref/ref.h"

/* values[index] = the ball, rounded outward to binary64; level 1. */
void slp_measured_ball(slp_measurement *m, size_t index, const arb_t ball);
/* An exact number (a count). */
void slp_measured_count(slp_measurement *m, size_t index, double count);
/* The smallest interval of binary64 numbers that holds the ball, or one little larger; level 1; not known of a ball that is no number. */
void slp_interval_from_ball(slp_interval *to, const arb_t ball);

/* ---- Sweeps: the largest |number| over an experiment's samples ------------------------------------------- */

/* The number of one sample, computed at `prec` bits.  SLP_OK, SLP_UNABLE (no certificate), or what
 * ends the claim. */
typedef slp_status (*slp_sample_number)(arb_t number, const slp_case *c, const ref_system *sys,
                                        const slp_trial *trial, slong prec);

/* values[largest] = enclosure of max over samples of |number|, values[unable] = how many samples had no
 * certificate.  Those leave the upper end infinite: nothing is claimed of a sample that was not enclosed.
 * The witness is the sample with the largest certain |number|.  With signs = true: the largest number
 * instead of the largest |number|.  Pinned by tests/test_claim_sweep.c. */
slp_status slp_sweep(slp_measurement *m, size_t largest, size_t unable, bool signs,
                     slp_sample_number number, const slp_trial *trial, slp_error *err);

/* Bounds of options that several quantities have: which Casimir, every how many steps. */
enum { SLP_CASIMIRS = 64, SLP_STRIDE = 1 << 30 };
/* SLP_OK if the experiment's system has a Casimir number `index`, from 0; SLP_INPUT with err at the option `index` if not. */
slp_status slp_casimir_named(const slp_trial *trial, double index, slp_error *err);

/* ---- Runs: a trajectory of the binary64 path, step by step ------------------------------------------------ */

/* Sees state n (n = 0: the initial one); dw is the increment that led to it, NULL at n = 0. */
typedef slp_status (*slp_run_step)(void *own, size_t n, const double *x, const double *dw);

/* Runs sample `sample` of the trial, trial->steps steps of fast_step with the increments of slp_experiment_increments, each
 * state shown to `step` in its order, in memory that does not grow with the steps.
 * out  c       initialised; becomes the sample's one-step case, before step is first called
 * in   own     is handed to step
 * SLP_OK; the first status of fast_step or of `step` that is not, which ends the run; SLP_INPUT with err.
 * Pinned by tests/test_claim_drift.c. */
slp_status slp_run(slp_case *c, const slp_trial *trial, size_t sample, slp_run_step step, void *own,
                   slp_error *err);

/* The values of a quantity that departs from its beginning, in this order. */
enum {
    SLP_DEPARTURE_LARGEST,
    SLP_DEPARTURE_FINAL,
    SLP_DEPARTURE_PER_ROOT_N, /* largest / (u scale sqrt(steps)) */
    SLP_DEPARTURE_PER_N       /* largest / (u scale steps) */
};

/* Joins one run's departure to m's values: over samples each is the largest.  largest, final >= 0, scale > 0, steps > 0; m owns nothing of them.
 * Pinned by tests/test_claim_drift.c. */
void slp_measured_departure(slp_measurement *m, const arb_t largest, const arb_t final,
                            const arb_t scale, size_t steps, slong prec);

/* ---- Series for figures ------------------------------------------------------------------------------------ */

enum { SLP_SERIES_BINS = 600 };

/* One point of a series. */
typedef struct slp_point {
    double x, y[SLP_SERIES_CURVES];
} slp_point;

/* A series of `expected` abscissae, at least one, thinned to SLP_SERIES_BINS bins: each keeps its lowest and its highest
 * point (by the first curve), in their order, so that no extreme is lost and no sign preferred. */
typedef struct slp_thin {
    slp_series *series;
    size_t expected, bin;
    bool open;
    slp_point low, high;
} slp_thin;
/* Begins an empty series: its labels and number of curves are set before. */
void slp_thin_begin(slp_thin *thin, slp_series *series, size_t expected);
/* Point number n < expected, in their order: abscissa x, a number for each curve. */
void slp_thin_add(slp_thin *thin, size_t n, double x, const double *y);
/* The last bin's points too; nothing of a series that was not begun, its thin all zeros.  Pinned by tests/test_claim_sweep.c. */
void slp_thin_end(slp_thin *thin);

#endif
