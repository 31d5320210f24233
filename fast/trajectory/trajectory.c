/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Trajectories by isospectral-midpoint: x = D(xi) z, x' = x + ad*_xi z, xi = Xi(z), EJLL (26).
 *
 * The stage is iterated, z <- T(z), from a guess by earlier stages.  After an evaluation at z with
 * |T(z) - z| = delta the stage lies within delta/(1 - L) of z, and x' taken from that evaluation's
 * own products is off by no more than |ad*_xi e + ad*_{Xi e} z| <= 2 L delta/(1 - L), since half of
 * that expression is the linear part of T.  Iteration ends where this is below tolerance |x|; L is
 * the largest ratio of successive deltas above 32 u|x|, where rounding does not affect them: in
 * this step or, if it has none there, in an earlier step of the same length.  Or the iteration ends
 * at the floor: delta is below 32 u|x| and no longer halves.  At the finest tolerance small
 * matrices are iterated to the floor.  For others the update is corrected for the last residual
 * (fast/trajectory/residual.c).  So eigenvalues make a random walk and have no trend.  If L > 3/4,
 * fast_step makes the step: its rule and second iteration solve more cases. */
#include "fast/trajectory/trajectory.h"
#include "oracle/contract/number/float_environment.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { EVALUATIONS = 200 };

/* In eight partial sums: with one sum every addition would wait for the one before. */
static double norm(const double *m, size_t size)
{
    double lane[8] = {0};
    size_t i = 0;
    for (; i + 8 <= size; i += 8)
        for (size_t l = 0; l < 8; l++) lane[l] += m[i + l] * m[i + l];
    for (; i < size; i++) lane[i % 8] += m[i] * m[i];
    for (size_t l = 1; l < 8; l++) lane[0] += lane[l];
    return sqrt(lane[0]);
}

static bool lay_out_memory(fast_trajectory *t)
{
    const size_t q = t->shape.n * t->shape.n, size = fast_trajectory_size(t);
    const size_t frozen = t->sys->table->frozen_size(t->sys);
    const size_t work = t->sys->work_size > q ? t->sys->work_size : q;
    double **const matrices[] = {&t->x, &t->z, &t->next, &t->xi, &t->w};
    double **const parts[] = {&t->part[0], &t->part[1], &t->part[2], &t->z_sum,  &t->xi_sum,
                              &t->w_sum,   &t->more[0], &t->more[1], &t->more[2]};
    enum { MATRICES = sizeof matrices / sizeof *matrices, PARTS = sizeof parts / sizeof *parts };
    enum { ALONE = 5 };
    /* real matrices have one part and need no sums; only sums of products need the rest */
    const size_t listed = t->shape.parts == 1 ? 1 : t->blocks == 1 ? ALONE : PARTS;
    size_t count[PARTS] = {1, 1, 1, t->blocks, t->blocks, t->blocks, 1, 1, 1}, used = 0;
    for (size_t i = 0; i < listed; i++) used += count[i];
    double *at = t->all =
        calloc((MATRICES + FAST_DIFFERENCES) * size + used * q + frozen + work, sizeof *at);
    if (!at) return false;
    for (size_t i = 0; i < MATRICES; i++, at += size) *matrices[i] = at;
    for (size_t i = 0; i < FAST_DIFFERENCES; i++, at += size) t->difference[i] = at;
    for (size_t i = 0; i < listed; at += count[i++] * q) *parts[i] = at;
    t->frozen = at;
    t->work = at + frozen;
    if (t->blocks == 1) t->w_sum = t->work;
    t->single = malloc(fast_trajectory_residual_work_size(t) * sizeof *t->single);
    return t->single != NULL;
}

static const char scheme[] = "isospectral-midpoint";

/* Where the coordinates of block b begin: those of W, which is the second, stand first. */
static size_t block_start(const fast_trajectory *t, size_t b)
{
    return (t->blocks - 1 - b) * (t->sys->d / 2);
}

static void read_state(fast_trajectory *t, const double *x)
{
    for (size_t b = 0; b < t->blocks; b++)
        fast_matrix_read(t->x + b * fast_matrix_size(&t->shape), &t->shape, x + block_start(t, b));
}

const char *fast_trajectory_scheme(const fast_system *sys)
{
    return sys && sys->table->field ? scheme : NULL;
}

slp_status fast_trajectory_new(fast_trajectory **to, const fast_system *sys, const double *x,
                               double tolerance)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    if (!to) return SLP_INPUT;
    *to = NULL;
    if (!sys || !x || isnan(tolerance)) return SLP_INPUT;
    const fast_scheme *rule = fast_scheme_find(scheme);
    if (!rule || !(rule->kinds & sys->algebra->kind) || !rule->applies(sys->algebra))
        return SLP_UNSUPPORTED;
    fast_trajectory *t = calloc(1, sizeof *t);
    if (!t) return SLP_MEMORY;
    t->sys = sys;
    t->rule = rule;
    t->tolerance = tolerance > 0 ? tolerance : FAST_ROUNDOFF;
    t->h = NAN;
    t->coordinates = malloc(sys->d * sizeof *t->coordinates);
    t->step_work = malloc(fast_step_work_size(rule, sys) * sizeof *t->step_work);
    t->blocks = sys->table->dual_field ? 2 : 1;
    if (sys->table->field) t->shape = *(const fast_matrices *)sys->algebra->own;
    if (!t->coordinates || !t->step_work || (sys->table->field && !lay_out_memory(t))) {
        fast_trajectory_free(t);
        return SLP_MEMORY;
    }
    if (sys->table->field)
        read_state(t, x);
    else
        memcpy(t->coordinates, x, sys->d * sizeof *x);
    *to = t;
    return SLP_OK;
}

void fast_trajectory_free(fast_trajectory *t)
{
    if (!t) return;
    free(t->all);
    free(t->single);
    free(t->coordinates);
    free(t->step_work);
    free(t);
}

void fast_trajectory_state(double *x, const fast_trajectory *t)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    if (!x || !t) return;
    if (!t->all)
        memcpy(x, t->coordinates, t->sys->d * sizeof *x);
    else
        for (size_t b = 0; b < t->blocks; b++)
            fast_matrix_skew(x + block_start(t, b), &t->shape, 0.5,
                             t->x + b * fast_matrix_size(&t->shape), false);
}

/* Steps by the general rule.  The remembered stages are discarded, because they no longer precede
 * the next stage. */
static slp_status general_step(fast_trajectory *t, fast_report *report, double h, const double *dW)
{
    fast_trajectory_state(t->coordinates, t);
    slp_status status =
        fast_step(t->coordinates, report, t->rule, t->sys, t->coordinates, h, dW, t->step_work);
    t->known = 0;
    if (t->all && status == SLP_OK) read_state(t, t->coordinates);
    return status;
}

/* SLP_OK with W at a z close enough to the stage and its image in next; SLP_NO_CONVERGENCE.  scale
 * = |x|. */
static slp_status iterate_stage(fast_trajectory *t, fast_report *report, double scale)
{
    double before = 0, rate = 0;
    for (unsigned k = 1; k <= EVALUATIONS; k++) {
        const double delta = fast_trajectory_map(t);
        report->iterations = k;
        report->residual = scale > 0 ? delta / scale : delta;
        if (!(delta <= DBL_MAX)) return SLP_NO_CONVERGENCE;
        const bool rough = delta <= 16 * DBL_EPSILON * scale;
        const bool floor = k > 1 && rough && delta >= 0.5 * before;
        if (k > 1 && !rough) rate = fmax(rate, delta / before);
        const double L = rate > 0 ? rate : t->rate;
        if (L > 0.75 && !floor) return SLP_NO_CONVERGENCE;
        if (floor || (2 * L * delta <= (1 - L) * t->tolerance * scale &&
                      fast_trajectory_unbiased(t, delta, scale))) {
            if (rate > 0) t->rate = rate;
            return SLP_OK;
        }
        before = delta;
        double *image = t->next;
        t->next = t->z;
        t->z = image;
    }
    return SLP_NO_CONVERGENCE;
}

static bool all_finite(const double *v, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!isfinite(v[i])) return false;
    return true;
}

slp_status fast_trajectory_step(fast_trajectory *t, fast_report *report, double h, const double *dW)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    fast_report own;
    if (!report) report = &own;
    *report = (fast_report){0};
    if (!t || (t->sys->M && !dW)) return SLP_INPUT;
    if (!t->all) return general_step(t, report, h, dW);
    if (!isfinite(h) || !all_finite(dW, t->sys->M)) return SLP_DOMAIN;
    if (h != t->h) { /* earlier stages and their contraction do not apply to this step */
        t->known = 0;
        t->rate = 0.5;
    }
    t->h = h;
    t->sys->table->freeze(t->frozen, t->sys, h, dW);
    fast_trajectory_guess(t, t->moved);
    const double scale = norm(t->x, fast_trajectory_size(t));
    if (iterate_stage(t, report, scale) != SLP_OK) return general_step(t, report, h, dW);
    if (t->tolerance <= FAST_ROUNDOFF) fast_trajectory_residual(t, scale);
    t->moved = fast_trajectory_finish(t);
    fast_trajectory_remember(t);
    return SLP_OK;
}
