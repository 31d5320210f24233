/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* TMK as its algorithm is described, chord method and exponential in binary64: how far its
 * Casimirs drift, by which law, and in how many steps the equation of the stage was not solved.
 * The trapezoidal and the implicit midpoint rule likewise, solved as loosely as one likes.
 *
 * e_n is the largest |C(x_k) - C(x_0)| / |C(x_0)|, k <= n, exact on the stored numbers.  Of each
 * sample, e_n is read at n = N, N/2, N/4, ..., 64, and log e = a + p log n fitted by least squares.
 * `exponent` is the mean p over samples, `fitted` that of the log10 of the number of steps at which
 * a + p log n reaches `level`, `linear` the same by the straight line through 0 and e_N, each with
 * Student's interval over samples.  A drift that is a walk of independent roundings has the
 * exponent 1/2, one of roundings with a preferred sign 1: 3/4 lies half-way. */
#include "reports/claims/paper/chord.h"
#include "reports/claims/statistics/mean.h"
#include "reports/claims/statistics/level.h"
#include "reports/claims/experiment/measure.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST, UNSOLVED, STEPS, EXPONENT, FITTED, LINEAR };
enum { INDEX, LEVEL, SOLVER };
enum { SAMPLES = 31, DYADIC = 32, SMALLEST = 64, CHUNK = 1024 };

typedef struct run {
    slp_case c;
    chord *tables;
    ref_system *sys;
    double *x, *dw;
    arb_ptr at, casimirs, begin, now, most; /* the last three stand behind `at` */
    double e[DYADIC];                       /* e_n at n = N/2^i >= SMALLEST; N < 2^31 */
    size_t unsolved;
} run;

static void casimir(arb_t to, run *r, slong index, slong prec)
{
    for (size_t i = 0; i < r->c.d; i++) arb_set_d(r->at + i, r->x[i]);
    ref_casimirs(r->casimirs, r->sys, r->at, prec);
    arb_set(to, r->casimirs + index);
}

static slp_status run_new(run *r, const slp_trial *trial, size_t sample, slp_error *err)
{
    slp_status status = slp_experiment_case(&r->c, trial->experiment, sample, 1, err);
    if (status == SLP_OK) status = chord_new(&r->tables, &r->c, err);
    if (status == SLP_OK) status = slp_need_memory(ref_system_new(&r->sys, &r->c, err));
    if (status != SLP_OK) return status;
    slong index = (slong)trial->number[INDEX];
    r->x = slp_allocate(r->c.d, sizeof *r->x);
    r->dw = slp_allocate(CHUNK * (r->c.M + 1), sizeof *r->dw);
    r->at = _arb_vec_init((slong)r->c.d + 3);
    r->begin = r->at + r->c.d;
    r->now = r->begin + 1;
    r->most = r->now + 1;
    r->casimirs = _arb_vec_init(ref_casimir_count(r->sys));
    memcpy(r->x, r->c.x, r->c.d * sizeof *r->x);
    casimir(r->begin, r, index, trial->experiment->precision);
    return SLP_OK;
}

static void run_free(run *r)
{
    if (r->casimirs) _arb_vec_clear(r->casimirs, ref_casimir_count(r->sys));
    if (r->at) _arb_vec_clear(r->at, (slong)r->c.d + 3);
    if (r->sys) ref_system_free(r->sys);
    chord_free(r->tables);
    free(r->x);
    free(r->dw);
    slp_case_clear(&r->c);
}

/* All steps of a sample.  A step that was not solved is taken with the last iterate, as a loop with
 * an iteration limit would. */
static slp_status walk(run *r, slp_thin *thin, const slp_trial *trial, size_t sample,
                       chord_rule rule)
{
    const slp_experiment *e = trial->experiment;
    const chord_step take = chord_step_of(e->scheme->name);
    slong prec = e->precision;
    for (size_t n = 0; n < trial->steps; n++) {
        size_t at = n % CHUNK, left = trial->steps - n, i = 0;
        if (at == 0)
            slp_experiment_increments(r->dw, e, r->c.h, r->c.M, sample, n,
                                      left < CHUNK ? left : CHUNK, r->dw + CHUNK * r->c.M);
        slp_status status = take(r->x, NULL, r->tables, r->c.h, r->dw + at * r->c.M, rule);
        if (status == SLP_NO_CONVERGENCE)
            r->unsolved++;
        else if (status != SLP_OK)
            return status;
        casimir(r->now, r, (slong)trial->number[INDEX], prec);
        arb_sub(r->now, r->now, r->begin, prec);
        arb_div(r->now, r->now, r->begin, prec);
        arb_abs(r->now, r->now);
        arb_max(r->most, r->most, r->now, prec);
        double y = arf_get_d(arb_midref(r->most), ARF_RND_NEAR);
        if (thin) slp_thin_add(thin, n, (double)(n + 1) * r->c.h, &y);
        for (; (trial->steps >> i) >= SMALLEST; i++)
            if (n + 1 == trial->steps >> i) r->e[i] = y;
    }
    return SLP_OK;
}

/* Slope p and value a at log n = 0 of log10 e over log10 n */
static void fit(double *p, double *a, const run *r, size_t steps)
{
    double sx = 0, sy = 0, sxx = 0, sxy = 0, w = 0;
    for (size_t i = 0; (steps >> i) >= SMALLEST; i++) {
        double x = log10((double)(steps >> i)), y = log10(r->e[i]);
        sx += x;
        sy += y;
        sxx += x * x;
        sxy += x * y;
        w++;
    }
    *p = (w * sxy - sx * sy) / (w * sxx - sx * sx);
    *a = (sy - *p * sx) / w;
}

static void begin(slp_thin *thin, slp_measurement *m, const slp_trial *trial)
{
    m->series = (slp_series){.x_label = "time [time units]",
                             .y_label = "largest departure so far [relative]",
                             .log_y = true,
                             .curves = 1,
                             .label = {"with the chord method, first sample"}};
    slp_thin_begin(thin, &m->series, trial->steps);
}

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    const slp_experiment *e = trial->experiment;
    double p[SAMPLES], fitted[SAMPLES], linear[SAMPLES], a;
    chord_rule rule;
    slp_thin thin;
    if (!chord_step_of(e->scheme->name))
        return slp_error_set(err, e->line, NULL, "scheme",
                             "the chord method is that of tmk, trapezoidal or implicit-midpoint");
    if (trial->samples > SAMPLES)
        return slp_error_set(err, e->line, NULL, "samples", "are at most %d", SAMPLES);
    if (!chord_rule_read(&rule, trial->word[SOLVER] ? trial->word[SOLVER] : "chord-100-12"))
        return slp_error_set(err, e->line, NULL, "solver",
                             "is chord-ITERATIONS-DIGITS, like chord-100-10, or "
                             "plain-ITERATIONS-DIGITS, or pade-ITERATIONS-DIGITS");
    slp_status status = slp_casimir_named(trial, trial->number[INDEX], err);
    if (status != SLP_OK || !m) return status;
    m->values[LARGEST] = (slp_interval){0, 0, 1, true};
    size_t unsolved = 0;
    begin(&thin, m, trial);
    for (size_t i = 0; i < trial->samples && status == SLP_OK; i++) {
        run r = {.tables = NULL};
        slp_case_init(&r.c);
        status = run_new(&r, trial, i, err);
        if (status == SLP_OK) status = walk(&r, i ? NULL : &thin, trial, i, rule);
        if (status == SLP_OK) {
            slp_measured_largest(m, LARGEST, r.most);
            unsolved += r.unsolved;
            fit(&p[i], &a, &r, trial->steps);
            fitted[i] = (log10(trial->number[LEVEL]) - a) / p[i];
            linear[i] = log10(trial->number[LEVEL] / r.e[0] * (double)trial->steps);
            if (i == 0) slp_measurement_witness(m, &r.c);
        }
        run_free(&r);
        if (trial->progress) trial->progress(trial->to, (double)(i + 1) / (double)trial->samples);
    }
    slp_thin_end(&thin);
    if (status != SLP_OK) return status;
    m->samples = trial->samples;
    m->steps = trial->samples * trial->steps;
    slp_measured_count(m, UNSOLVED, (double)unsolved);
    slp_measured_count(m, STEPS, (double)m->steps);
    m->values[EXPONENT] = slp_mean_interval(p, trial->samples);
    m->values[FITTED] = slp_mean_interval(fitted, trial->samples);
    m->values[LINEAR] = slp_mean_interval(linear, trial->samples);
    return SLP_OK;
}

const slp_quantity slp_quantity_chord_drift = {
    .name = "chord-drift",
    .about = "drift of a Casimir under TMK's Algorithm 1 with the chord method, its law, and "
             "steps that "
             "were not solved",
    .method =
        "binary64 re-enactment on tables of the system; Casimirs exact on the stored numbers; laws "
        "by least squares on dyadic steps, Student's interval at " SLP_LEVEL_TEXT " over samples",
    .options =
        {{"index", false, false, 0, "which Casimir, from 0"},
         {"level", false, false, 1e-5, "the error that the law is extrapolated to, relative"},
         {"solver", true, false, 0,
          "chord-I-D: at most I iterations, to a change of 10^-D; plain-I-D: of "
          "the plain fixed-point iteration; pade-I-D: chord-I-D with a library's exponential; "
          "chord-100-12 when left out"}},
    .range = {[INDEX] = {0, SLP_CASIMIRS, true}, [LEVEL] = {1e-300, 1e300, false}},
    .values = {{"largest", "", "max over samples and steps of |C - C0| / |C0|"},
               {"unsolved", "steps", "steps in which the chord method did not converge"},
               {"steps", "steps", "steps taken"},
               {"exponent", "", "p of the law e ~ n^p, mean over samples"},
               {"fitted", "log10 steps", "when that law reaches `level`"},
               {"linear", "log10 steps", "when the straight line through the run's end does"}},
    .measure = measure};
