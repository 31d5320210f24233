/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Ensembles: a path a work item, by a scheme that ensembles of its system have.  Written from the
 * manual (Schemes) and from the rule by which ensembles stop (fast/ensemble/ensemble.md), operation
 * by operation: a path has the same bits on every processor and device.  fma() stands where a
 * product and a sum round once; everywhere else each rounds.
 *
 * A path on which a stage does not converge in LONGEST evaluations, whose stage is not accurate, or
 * which turns by more than LONGEST_TURN, stops there; the host takes that step (ensemble.c). */
#ifndef SLP_DEVICE_ENSEMBLE_H
#define SLP_DEVICE_ENSEMBLE_H

#include "oracle/ports/device/ensemble_body.h"
#include "oracle/ports/device/ensemble_dual.h"
#include "oracle/ports/device/ensemble_flows.h"
#include "oracle/ports/device/ensemble_points.h"
#include "oracle/ports/device/ensemble_spins.h"
#include "oracle/ports/device/ensemble_top.h"

enum { LONGEST = 32 };

INLINE void ensemble_apply(path_step *s, WORK w, const int model, const int n)
{
    if (model == E_BODY) body_apply(s);
    if (model == E_TOP) top_apply(s);
    if (model == E_DUAL) dual_apply(s);
    if (model == E_POINTS) points_apply(s, w, n);
    s->evaluations++;
}

/* z = T(z); the largest difference of the numbers that decide */
INLINE double ensemble_move(path_step *s, WORK w, const int model, const int n)
{
    const int compared = model == E_POINTS ? 3 * n : model == E_DUAL ? 6 : 3;
    double before[E_MOST], delta;
    UNROLL
    for (int i = 0; i < compared; i++) before[i] = s->z[i];
    ensemble_apply(s, w, model, n);
    delta = s->z[0] - before[0];
    UNROLL
    for (int i = 1; i < compared; i++) delta = larger(delta, s->z[i] - before[i]);
    return fabs(delta);
}

INLINE int ensemble_of_spins(const int model)
{
    return model == E_SPINS || model == E_SIB;
}

/* The numbers of a state, a constant; not of spins. */
INLINE int ensemble_numbers(const int model, const int n)
{
    return model == E_POINTS ? 3 * n : model == E_TOP || model == E_DUAL ? 6 : 3;
}

/* y = one step from s->x; 0, and y is not to be used, if the host has to take it */
INLINE int ensemble_step(double *y, path_step *s, WORK w, const double *dw, const int model,
                         const int n)
{
    double scale = s->x[0];
    if (model == E_LIE || model == E_STRANG) return flows_step(y, s, w, dw, model == E_STRANG);
    UNROLL
    for (int i = 1; i < ensemble_numbers(model, n); i++) scale = larger(scale, s->x[i]);
    scale = fabs(scale);
    if (model == E_BODY) body_prepare(s, w, dw);
    if (model == E_TOP) top_prepare(s, w, dw);
    if (model == E_DUAL) dual_prepare(s, w, dw);
    if (model == E_POINTS) points_prepare(s, w, dw, n);
    for (int k = 0; k < w->untested; k++) ensemble_apply(s, w, model, n);
    double before = ensemble_move(s, w, model, n);
    int done = before <= w->tolerance * scale;
    for (int k = w->untested + 1; k < LONGEST && !done; k++) {
        const double delta = ensemble_move(s, w, model, n);
        done = delta <= 0x1p-51 * scale &&
               (delta * delta <= 0x1p-57 * scale * before || before <= delta);
        before = delta;
    }
    if (model == E_BODY) body_finish(y, s);
    if (model == E_TOP) top_finish(y, s);
    if (model == E_DUAL) dual_finish(y, s);
    if (model == E_POINTS) done = points_finish(y, s, w, scale, n) && done;
    return done;
}

/* The steps of path `item` that are left, coordinate i at x[i paths + item], of w->model and w->n.
 * made[item] is how many were made, before and after: fewer than all if the host has to take the
 * next one; ENSEMBLE_LOST if all were made and the state is not finite.  evaluations[item]: of the
 * stages, modulo 2^32. */
INLINE void ensemble_path(GLOBAL double *x, GLOBAL int *made, GLOBAL uint32_t *evaluations, WORK w,
                          ENDS bonds, int item, const int model, const int n)
{
    const int d = ensemble_numbers(model, n);
    double noise[2 * E_NOISES], y[E_MOST];
    path_step s;
    const int first = made[item];
    int i = first, fine = 1, finite = 1;
    s.evaluations = 0;
    if (ensemble_of_spins(model)) {
        if (SPINS_WRITTEN_OUT && n && !w->damped)
            spins_path(x, made, evaluations, w, bonds, item, model, LONGEST, 0, n);
        else
            spins_path(x, made, evaluations, w, bonds, item, model, LONGEST, w->damped, n);
        return;
    }
    UNROLL
    for (int k = 0; k < d; k++) s.x[k] = x[k * (long)w->paths + item];
    while (i < w->steps && fine) {
        const uint64_t node = w->first_step + (uint64_t)i;
        const int side = (int)(node & 1);
        if (i == first || side == 0)
            ensemble_noise(noise, E_NOISES, w, w->first_path + (uint64_t)item, node / 2);
        fine = ensemble_step(y, &s, w, noise + side * E_NOISES, model, n);
        UNROLL
        for (int k = 0; k < d; k++) s.x[k] = fine ? y[k] : s.x[k];
        i += fine;
    }
    UNROLL
    for (int k = 0; k < d; k++) {
        x[k * (long)w->paths + item] = s.x[k];
        finite = finite && fabs(s.x[k]) < INFINITY;
    }
    made[item] = fine && !finite ? ENSEMBLE_LOST : i;
    evaluations[item] = s.evaluations;
}

/* The same for any model. */
FUNCTION void ensemble_item(GLOBAL double *x, GLOBAL int *made, GLOBAL uint32_t *evaluations,
                            WORK w, ENDS bonds, int item)
{
#define ONE_MODEL(name, one, count)                                                                \
    if (w->model == one && w->n == count)                                                          \
        ensemble_path(x, made, evaluations, w, bonds, item, one, count);
    ENSEMBLES(ONE_MODEL)
#undef ONE_MODEL
}

#endif
