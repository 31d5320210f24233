/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A plain solver: the fixed-point iteration of the isospectral midpoint in binary64 matrices,
 * stopped when the largest entry of a change is at most 1e-15, re-enacted.  It serves that paper's
 * scheme alone, and asks for it by its full name.
 *
 *   X~ <- X_n + (Psi X~ - X~ Psi)/2 + Psi X~ Psi/4,
 *   Psi = Xi(X~)*,
 *   X_{n+1} = X~ + (Psi X~ - X~ Psi)/2 - Psi X~ Psi/4,
 *   (26)
 *
 * with Xi rounded from the reference's enclosure: no program's generator is closer.  An iteration
 * that meets an earlier iterate again, bit by bit, goes round for ever: a change of 0 is the fixed
 * point, one above the tolerance a cycle.  Numbers from 8 to 16 lie 2^-49 = 1.8e-15 apart, so for
 * entries from 8 on the tolerance is below the spacing and only an exact repetition can meet it. */
#include "reports/claims/experiment/measure.h"
#include "reports/claims/paper/skew.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RESIDUAL, UNREACHED, CYCLES, STEPS, ITERATIONS, OFF };
enum { LIMIT = 400, KEPT = 8, COMPARED = 200 };

typedef struct solver {
    ref_exact_step step; /* the case's step that is solved, from the first state */
    slp_algebra shape;
    size_t n, d;
    double *x, *kept;                /* coordinates: the stage, and its last KEPT values */
    skew_number *X, *Z, *P, *PZ, *Q; /* n x n: X_n, stage, Psi, Psi X~, Psi X~ Psi */
} solver;

/* P = Psi at the stage Z, PZ and Q = Psi Z Psi */
static void products(solver *s)
{
    REF_LOCAL_VEC(arb, (slong)s->d, xi);
    double *rounded = s->x;
    skew_coordinates(s->x, s->shape, s->n, s->Z);
    for (size_t i = 0; i < s->d; i++) arb_set_d(xi + i, s->x[i]);
    ref_generator(xi, s->step.sys, xi, s->step.h, s->step.dW, 96);
    for (size_t i = 0; i < s->d; i++)
        rounded[i] = -arf_get_d(arb_midref(xi + i), ARF_RND_NEAR); /* Xi* = -Xi */
    skew_matrix(s->P, s->shape, s->n, rounded);
    skew_multiply(s->PZ, s->P, s->Z, s->n);
    skew_multiply(s->Q, s->PZ, s->P, s->n);
}

/* base + (Psi Z - Z Psi)/2 + sign Psi Z Psi/4; Z Psi = (Psi Z)*. */
static skew_number entry(const solver *s, const skew_number *base, size_t i, size_t k, double sign)
{
    size_t n = s->n;
    return base[i * n + k] + 0.5 * (s->PZ[i * n + k] - conj(s->PZ[k * n + i])) +
           sign * 0.25 * s->Q[i * n + k];
}

/* Iterates to the tolerance; *least becomes the smallest change met.  Returns iterations, LIMIT + 1
 * for none, LIMIT + 2 for a cycle: the iterate is bit by bit one of the last ones, which the change
 * says is not the one before. */
static size_t solve(double *least, solver *s, double tolerance)
{
    size_t n = s->n, size = n * n * sizeof(skew_number);
    *least = INFINITY;
    memcpy(s->Z, s->X, size);
    for (size_t it = 1; it <= LIMIT; it++) {
        double change = 0;
        products(s);
        skew_number *slot = (skew_number *)(void *)s->kept + it % KEPT * n * n;
        memcpy(slot, s->Z, size);
        for (size_t i = 0; i < n; i++)
            for (size_t k = 0; k < n; k++) {
                skew_number next = entry(s, s->X, i, k, 1);
                change = fmax(change, cabs(next - s->Z[i * n + k]));
                /* the row is read from PZ and Q alone: Z may change */
                s->Z[i * n + k] = next;
            }
        *least = fmin(*least, change);
        if (change <= tolerance) return it;
        for (size_t back = 1; back < KEPT && back < it; back++) {
            const skew_number *old =
                (const skew_number *)(void *)s->kept + (it - back) % KEPT * n * n;
            if (memcmp(old, s->Z, size) == 0) return LIMIT + 2;
        }
    }
    return LIMIT + 1;
}

/* The next state from the stage, in place: X and the case's coordinates. */
static void advance(solver *s)
{
    size_t n = s->n;
    products(s);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++) s->X[i * n + k] = entry(s, s->Z, i, k, -1);
    skew_coordinates(s->x, s->shape, s->n, s->X); /* off the algebra by roundings: back onto it */
    skew_matrix(s->X, s->shape, s->n, s->x);
}

static slp_status solver_new(solver *s, const slp_case *c, slp_error *err)
{
    slp_status status = slp_need_memory(ref_exact_step_init(&s->step, c, err));
    if (status != SLP_OK) return status;
    s->shape = c->system->algebra;
    s->d = c->d;
    s->n = c->system->algebra == SLP_SU2N ? 2 * c->d / 3 : (size_t)ref_group_size(s->step.sys);
    size_t square = s->n * s->n;
    skew_number *all = slp_allocate(5 * square, sizeof *all);
    s->x = slp_allocate(s->d, sizeof *s->x);
    s->kept = slp_allocate(2 * KEPT * square, sizeof *s->kept);
    s->X = all;
    s->Z = all + square;
    s->P = s->Z + square;
    s->PZ = s->P + square;
    s->Q = s->PZ + square;
    skew_matrix(s->X, s->shape, s->n, c->x);
    return SLP_OK;
}

static void solver_free(solver *s)
{
    ref_exact_step_clear(&s->step);
    free(s->x);
    free(s->kept);
    free(s->X);
}

typedef struct tally {
    double residual, off;
    size_t unreached, cycles, steps, iterations;
    bool compared;
} tally;

/* Largest |x_1 - y| / |x_0| of the first step x_1 and its certified enclosure y. */
static double off_by(solver *s)
{
    ref_exact_step *step = &s->step;
    double most = 0, square = 0;
    bool good = ref_exact_step_image(step->next, NULL, step, 96) == SLP_OK;
    skew_coordinates(s->x, s->shape, s->n, s->X);
    for (size_t i = 0; i < s->d; i++) {
        most = fmax(most, fabs(s->x[i] - arf_get_d(arb_midref(step->next + i), ARF_RND_NEAR)));
        square += step->c->x[i] * step->c->x[i];
    }
    return !good ? INFINITY : square > 0 ? most / sqrt(square) : most;
}

static slp_status measure_sample(slp_measurement *m, tally *t, const slp_trial *trial,
                                 size_t sample, slp_error *err)
{
    SLP_CLEARED(slp_case) c = {0};
    solver s = {0};
    slp_status status = slp_experiment_case(&c, trial->experiment, sample, trial->steps, err);
    if (status == SLP_OK) status = solver_new(&s, &c, err);
    for (size_t n = 0; status == SLP_OK && n < trial->steps; n++) {
        double least;
        ref_exact_step_move(&s.step, c.x, n);
        size_t iterations = solve(&least, &s, trial->number[0]);
        bool reached = iterations <= LIMIT;
        if (!reached && t->unreached++ == 0) { /* the first step that did not get there */
            skew_coordinates(s.x, s.shape, s.n, s.X);
            slp_measurement_step(m, &c, s.x, c.dw + n * c.M);
        }
        t->cycles += iterations == LIMIT + 2;
        t->residual = fmax(t->residual, least);
        if (reached && iterations > t->iterations) t->iterations = iterations;
        t->steps++;
        advance(&s);
        if (n == 0 && c.d <= COMPARED) {
            t->off = fmax(t->off, off_by(&s));
            t->compared = true;
        }
    }
    solver_free(&s);
    return status;
}

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    const slp_experiment *e = trial->experiment;
    const unsigned fits = SLP_SO3 | SLP_SON | SLP_SU2N | SLP_SUN;
    tally t = {0};
    if (!(e->system->algebra & fits) || strcmp(e->scheme->name, "isospectral-midpoint") != 0)
        return slp_error_set(
            err, e->line, NULL, "scheme",
            "the iteration is that of isospectral-midpoint on skew-Hermitian matrices");
    if (!m) return SLP_OK;
    slp_status status = SLP_OK;
    for (size_t i = 0; i < trial->samples && status == SLP_OK; i++) {
        status = measure_sample(m, &t, trial, i, err);
        if (trial->progress) trial->progress(trial->to, (double)(i + 1) / (double)trial->samples);
    }
    if (status != SLP_OK) return status;
    m->samples = trial->samples;
    m->steps = t.steps;
    slp_measured_count(m, RESIDUAL, t.residual);
    slp_measured_count(m, UNREACHED, (double)t.unreached);
    slp_measured_count(m, CYCLES, (double)t.cycles);
    slp_measured_count(m, STEPS, (double)t.steps);
    slp_measured_count(m, ITERATIONS, (double)t.iterations);
    m->values[OFF] = (slp_interval){0, t.off, 1, t.compared};
    return SLP_OK;
}

const slp_quantity slp_quantity_tolerance_reached = {
    .name = "tolerance-reached",
    .about =
        "whether the fixed-point iteration of the isospectral midpoint in binary64 gets down to a "
        "tolerance in the largest entry",
    .method = "the iteration re-enacted in matrices, generator rounded from the reference; at "
              "most 400 "
              "iterations a step; a repetition bit by bit is a cycle",
    .options = {{"tolerance", false, false, 1e-15, "on the largest entry of a change"}},
    .range = {{1e-300, 1, false}},
    .values = {{"residual", "", "largest over steps of the smallest change that the step met"},
               {"unreached", "steps", "steps that did not get to the tolerance"},
               {"cycles", "steps", "of them, steps that ended in a cycle of iterates"},
               {"steps", "steps", "steps taken"},
               {"iterations", "", "most iterations of a step that got there"},
               {"off", "",
                "first step against its certified enclosure, largest coordinate over |x|; up to "
                "200 coordinates"}},
    .measure = measure};
