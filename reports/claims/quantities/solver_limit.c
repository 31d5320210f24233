/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The largest step with which a solver of the implicit equation converges in every step of a whole
 * run.
 *
 * Steps are h, 2h, 3h, ..., or h, r h, r^2 h, ..., `most` of them; the horizon is h times the
 * experiment's steps.  With each of them, every sample is run over the horizon (at least one step)
 * with Wiener increments of that step's length, until a step does not converge; its limit is the
 * largest step such that this one and every smaller one tried came through.  `median` over samples
 * has an interval by order statistics: with n samples the true median lies between the r-th
 * smallest and the r-th largest with probability 1 - 2 P(Bin(n, 1/2) < r); its upper end is moved
 * to the next step tried, which failed.
 *
 * Solvers: `chord-I-D`, the chord method in binary64 (reports/claims/paper/chord.h), at most I
 * iterations, to a change of 10^-D; `default`, that of the binary64 path; `certificate`, a proof by
 * the reference from the default run's own states. */
#include "fast/fast.h"
#include "reports/claims/paper/chord.h"
#include "reports/claims/experiment/measure.h"
#include "reports/claims/statistics/level.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MEDIAN, LEAST, LARGEST, ITERATIONS, CENSORED };
enum { SOLVER, MOST, RATIO };
enum { CHORD, DEFAULT, CERTIFICATE, SOLVERS };
enum { SAMPLES = 1024, CHUNK = 256 };

/* One sample's machinery; x is the running state. */
typedef struct solver {
    int kind;
    chord_rule rule;
    slp_case c;
    chord *tables;
    const fast_scheme *fast_rule;
    fast_system *fast_sys;
    ref_exact_step step;
    double *x, *dw, *room;
    unsigned worst; /* iterations */
} solver;

static int solver_named(const char *word, chord_rule *rule)
{
    if (strcmp(word, "default") == 0) return DEFAULT;
    if (strcmp(word, "certificate") == 0) return CERTIFICATE;
    return chord_rule_read(rule, word) ? CHORD : SOLVERS;
}

static slp_status solver_new(solver *s, const slp_trial *trial, size_t sample, slp_error *err)
{
    slp_status status = slp_experiment_case(&s->c, trial->experiment, sample, 1, err);
    if (status != SLP_OK) return status;
    size_t room = 0;
    if (s->kind == CHORD) {
        status = chord_new(&s->tables, &s->c, err);
    } else {
        s->fast_rule = fast_scheme_find(s->c.scheme->name);
        status = s->fast_rule ? slp_need_memory(fast_system_new(&s->fast_sys, &s->c, err))
                              : SLP_UNSUPPORTED;
        if (status == SLP_OK) room = fast_step_work_size(s->fast_rule, s->fast_sys);
        if (status == SLP_OK && s->kind == CERTIFICATE)
            status = slp_need_memory(ref_exact_step_init(&s->step, &s->c, err));
    }
    s->x = slp_allocate(s->c.d, sizeof *s->x);
    s->dw = slp_allocate(CHUNK * (s->c.M + 1), sizeof *s->dw);
    s->room = slp_allocate(room, sizeof *s->room);
    return status;
}

static void solver_free(solver *s)
{
    chord_free(s->tables);
    if (s->fast_sys) fast_system_free(s->fast_sys);
    ref_exact_step_clear(&s->step);
    free(s->x);
    free(s->dw);
    free(s->room);
    slp_case_clear(&s->c);
}

/* A certificate for the step from x, at 128 bits. */
static bool proved(solver *s, double h, const double *dw)
{
    ref_exact_step_set(&s->step, s->x, h, dw);
    return ref_exact_step_image(s->step.next, NULL, &s->step, 128) == SLP_OK;
}

static bool step(solver *s, double h, const double *dw)
{
    unsigned iterations = 0;
    slp_status status;
    if (s->tables) {
        status = chord_step_of(s->c.scheme->name)(s->x, &iterations, s->tables, h, dw, s->rule);
    } else {
        fast_report report = {0};
        if (s->kind == CERTIFICATE && !proved(s, h, dw)) return false;
        status = fast_step(s->x, &report, s->fast_rule, s->fast_sys, s->x, h, dw, s->room);
        iterations = report.iterations;
    }
    if (status == SLP_OK && iterations > s->worst) s->worst = iterations;
    return status == SLP_OK;
}

/* Whether the whole horizon is passed with this step. */
static bool passes(solver *s, const slp_experiment *e, size_t sample, double h, size_t steps,
                   uint64_t *count)
{
    memcpy(s->x, s->c.x, s->c.d * sizeof *s->x);
    for (size_t n = 0; n < steps; n++) {
        size_t at = n % CHUNK, left = steps - n;
        if (at == 0)
            slp_experiment_increments(s->dw, e, h, s->c.M, sample, n, left < CHUNK ? left : CHUNK,
                                      s->dw + CHUNK * s->c.M);
        ++*count;
        if (!step(s, h, s->dw + at * s->c.M)) return false;
    }
    return true;
}

/* The j-th step tried, from 0. */
static double tried(const slp_trial *trial, double h, size_t j)
{
    double r = trial->number[RATIO];
    return r > 1 ? h * pow(r, (double)j) : h * (double)(j + 1);
}

static slp_status measure_sample(slp_measurement *m, double *limit, solver *s,
                                 const slp_trial *trial, size_t sample, slp_error *err)
{
    slp_status status = solver_new(s, trial, sample, err);
    size_t most = (size_t)trial->number[MOST], j = 0;
    for (; status == SLP_OK && j < most; j++) {
        double h = tried(trial, s->c.h, j),
               n = floor(s->c.h * (double)trial->steps / h * (1 + 1e-12));
        if (!passes(s, trial->experiment, sample, h, n > 1 ? (size_t)n : 1, &m->steps)) break;
    }
    if (status == SLP_OK) {
        limit[sample] = (double)j;
        slp_measurement_witness(m, &s->c);
    }
    return status;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The largest r with 2 P(Bin(n, 1/2) < r) <= SLP_MISS; 0 where n is too small. */
static size_t rank_of(size_t n)
{
    double term = pow(0.5, (double)n), below = 0;
    size_t r = 0;
    for (; r < n; r++) {
        below += term; /* P(Bin <= r) */
        if (2 * below > SLP_MISS) break;
        term *= (double)(n - r) / (double)(r + 1);
    }
    return r;
}

/* Step number j as a step, 0 for none. */
static double step_of(const slp_trial *trial, double h, double j)
{
    return j > 0 ? tried(trial, h, (size_t)j - 1) : 0;
}

static void conclude(slp_measurement *m, double *limit, const slp_trial *trial, double h)
{
    size_t n = trial->samples, r = rank_of(n), most = (size_t)trial->number[MOST], censored = 0;
    qsort(limit, n, sizeof *limit, ascending);
    for (size_t i = 0; i < n; i++) censored += limit[i] >= (double)most;
    if (r > 0) {
        double top = limit[n - r];
        m->values[MEDIAN] = (slp_interval){
            step_of(trial, h, limit[r - 1]),
            top < (double)most ? step_of(trial, h, top + 1) : INFINITY, SLP_LEVEL, true};
    }
    slp_measured_count(m, LEAST, step_of(trial, h, limit[0]));
    slp_measured_count(m, LARGEST, step_of(trial, h, limit[n - 1]));
    slp_measured_count(m, CENSORED, (double)censored);
    m->samples = n;
}

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    const slp_experiment *e = trial->experiment;
    double limit[SAMPLES], h = e->h.kind == SLP_ORIGIN_FIXED ? e->h.at[0] : 0;
    chord_rule rule = {0};
    int kind = solver_named(trial->word[SOLVER], &rule);
    unsigned worst = 0;
    if (kind == SOLVERS)
        return slp_error_set(
            err, e->line, NULL, "solver",
            "is chord-ITERATIONS-DIGITS, like chord-100-10, or default, or certificate");
    if (kind == CHORD && !chord_step_of(e->scheme->name))
        return slp_error_set(err, e->line, NULL, "scheme",
                             "the chord method is that of tmk, trapezoidal or implicit-midpoint");
    if (!(h > 0) || !e->wiener || trial->samples > SAMPLES)
        return slp_error_set(err, e->line, NULL, "h",
                             "must be given and positive, with noise and at most %d samples",
                             SAMPLES);
    slp_status status = SLP_OK;
    if (!m) return SLP_OK;
    for (size_t i = 0; i < trial->samples && status == SLP_OK; i++) {
        solver s = {.kind = kind, .rule = rule};
        slp_case_init(&s.c);
        status = measure_sample(m, limit, &s, trial, i, err);
        if (s.worst > worst) worst = s.worst;
        solver_free(&s);
        if (trial->progress) trial->progress(trial->to, (double)(i + 1) / (double)trial->samples);
    }
    if (status == SLP_OK) {
        conclude(m, limit, trial, h);
        slp_measured_count(m, ITERATIONS, worst);
    }
    return status;
}

const slp_quantity slp_quantity_solver_limit = {
    .name = "solver-limit",
    .about =
        "the largest step with which a solver of the implicit relation gets through a whole run",
    .method =
        "runs over the same horizon with growing steps, each until a step does not converge; the "
        "median over samples by order statistics, at " SLP_LEVEL_TEXT,
    .options =
        {{"solver", true, true, 0,
          "chord-I-D: the chord method, at most I iterations to a change of 10^-D; default: the "
          "binary64 path's; certificate: the reference's proof"},
         {"most", false, true, 0, "how many steps are tried"},
         {"ratio", false, false, 0, "steps tried are h, r h, r^2 h, ...; left out: h, 2h, ..."}},
    .range = {[MOST] = {1, 10000, true}, [RATIO] = {0, 1e6, false}},
    .values = {{"median", "time", "of the samples' limits"},
               {"least", "time", "smallest over samples; 0 where even the first step fails"},
               {"largest", "time", "largest over samples"},
               {"iterations", "", "most iterations of a step that converged"},
               {"censored", "samples", "samples that came through with every step tried"}},
    .measure = measure};
