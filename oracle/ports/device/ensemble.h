/* Ensembles: a path a work item, by the scheme that ensembles of its system use.  Written from the
 * manual (Schemes) and from the rule by which ensembles stop (fast/ensemble/ensemble.md), operation
 * by operation: a path has the same bits on every processor and device.  fma() stands where a
 * product and a sum round once; everywhere else each rounds.
 *
 * A path on which a stage does not converge in LONGEST evaluations, or whose stage is not accurate,
 * stops there; the host takes that step (ensemble.c). */
#ifndef SLP_DEVICE_ENSEMBLE_H
#define SLP_DEVICE_ENSEMBLE_H

#include "oracle/ports/device/dialect.h"
#include "oracle/ports/device/ensemble_work.h"
#include "oracle/ports/device/noise.h"

enum { LONGEST = 32, E_PAIRS = E_VORTICES * (E_VORTICES - 1) / 2 };

/* One step: the state x, the unknown z, and what the step's noise makes of the constants.  Vortices
 * have 1/n_i and 1/(n_i n_j - z_i.z_j) as further unknowns: each evaluation improves them by one
 * step of Newton's, which squares their errors. */
typedef struct path_step {
    double x[E_MOST], z[E_MOST], inverse[E_VORTICES], share[E_PAIRS];
    double rate[3], turn[3], force[3];
} path_step;

/* b if one is not a number */
FUNCTION double larger(double a, double b)
{
    return a > b ? a : b;
}

/* y_i = x_i - (a x b)_i */
FUNCTION void less_cross(double *y, const double *x, const double *a, const double *b)
{
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        y[i] = fma(a[k], b[j], fma(-a[j], b[k], x[i]));
    }
}

/* y = a x b; y is another array */
FUNCTION void fused_cross(double *y, const double *a, const double *b)
{
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        y[i] = fma(a[j], b[k], -(a[k] * b[j]));
    }
}

FUNCTION double fused_inner(const double *a, const double *b)
{
    return fma(a[0], b[0], fma(a[1], b[1], a[2] * b[2]));
}

/* ---- The rigid body, isospectral-midpoint: x = z + a x z + (a.z) a, x' = x - 2 a x z ------- */

/* a = rate z + turn */
FUNCTION void body_rate(double *a, const path_step *s, GLOBAL const ensemble_work *w,
                        const double *z)
{
    for (int i = 0; i < 3; i++)
        a[i] = w->vectors ? fma(s->rate[i], z[i], s->turn[i]) : s->rate[i] * z[i];
}

FUNCTION void body_prepare(path_step *s, GLOBAL const ensemble_work *w, const double *dw)
{
    double a[3];
    for (int i = 0; i < 3; i++) {
        s->rate[i] = w->rate[i];
        s->turn[i] = 0;
        if (w->quads) s->rate[i] = fma(w->quad[i], dw[i], w->rate[i]);
        for (int k = 0; k < w->vectors; k++)
            s->turn[i] = fma(w->lin[3 * k + i], dw[w->quads + k], s->turn[i]);
    }
    body_rate(a, s, w, s->x);
    less_cross(s->z, s->x, a, s->x);
}

FUNCTION void body_apply(path_step *s, GLOBAL const ensemble_work *w)
{
    double a[3], next[3];
    body_rate(a, s, w, s->z);
    const double along = fma(a[0], s->z[0], fma(a[1], s->z[1], a[2] * s->z[2]));
    less_cross(next, s->x, a, s->z);
    for (int i = 0; i < 3; i++) s->z[i] = fma(-along, a[i], next[i]);
}

FUNCTION void body_finish(double *y, const path_step *s, GLOBAL const ensemble_work *w)
{
    double a[3], turn[3];
    body_rate(a, s, w, s->z);
    fused_cross(turn, s->z, a);
    for (int i = 0; i < 3; i++) y[i] = fma(2.0, turn[i], s->x[i]);
}

/* ---- The heavy top, variational-cayley: a is a quarter of Omega, w = 1/(1 + |a|^2), P^-1 x = w
 * (x - a x x), y = Pi + 2 mu1 x a + G x u, G = Gamma + 2 (P^-1 Gamma) x a, mu1 = P^-1 Pi,
 * mu2 = P^-1 y; the unknown is (mu1 + mu2)/2 ------------------------------------------------ */

FUNCTION void top_prepare(path_step *s, GLOBAL const ensemble_work *w, const double *dw)
{
    double square = 0;
    for (int k = 0; k < w->vectors; k++) square = fma(w->square[k], dw[k], square);
    for (int i = 0; i < 3; i++) {
        double turn = 0, force = w->force[i];
        for (int k = 0; k < w->vectors; k++) {
            turn = fma(w->lin[3 * k + i], dw[k], turn);
            force = fma(w->push[3 * k + i], dw[k], force);
        }
        s->rate[i] = 0.25 * (w->rate[i] + square);
        s->turn[i] = 0.25 * turn;
        s->force[i] = force;
        s->z[i] = s->x[i];
    }
}

/* m = P^-1 x */
FUNCTION void top_solve(double *m, const double *a, double w, const double *x)
{
    double turn[3];
    fused_cross(turn, a, x);
    for (int i = 0; i < 3; i++) m[i] = w * (x[i] - turn[i]);
}

/* At z: a and w, y - Pi, mu1, mu2, and G - Gamma. */
typedef struct top_half {
    double a[3], w, moved[3], first[3], second[3], swing[3];
} top_half;

FUNCTION void top_stages(top_half *t, const path_step *s)
{
    double *a = t->a, solved[3], middle[3], torque[3], y[3];
    for (int i = 0; i < 3; i++) a[i] = fma(s->rate[i], s->z[i], s->turn[i]);
    t->w = 1 / fma(a[0], a[0], fma(a[1], a[1], fma(a[2], a[2], 1.0)));
    top_solve(solved, a, t->w, s->x + 3);
    fused_cross(t->swing, solved, a);
    for (int i = 0; i < 3; i++) {
        t->swing[i] = 2 * t->swing[i];
        middle[i] = s->x[3 + i] + t->swing[i];
    }
    top_solve(t->first, a, t->w, s->x);
    fused_cross(t->moved, t->first, a);
    fused_cross(torque, middle, s->force);
    for (int i = 0; i < 3; i++) {
        t->moved[i] = fma(2.0, t->moved[i], torque[i]);
        y[i] = s->x[i] + t->moved[i];
    }
    top_solve(t->second, a, t->w, y);
}

FUNCTION void top_apply(path_step *s)
{
    top_half t;
    top_stages(&t, s);
    for (int i = 0; i < 3; i++) s->z[i] = 0.5 * (t.first[i] + t.second[i]);
}

FUNCTION void top_finish(double *y, const path_step *s)
{
    top_half t;
    double middle[3], solved[3], turn[3];
    top_stages(&t, s);
    fused_cross(turn, t.second, t.a);
    for (int i = 0; i < 3; i++) {
        y[i] = s->x[i] + fma(2.0, turn[i], t.moved[i]);
        middle[i] = s->x[3 + i] + t.swing[i];
    }
    top_solve(solved, t.a, t.w, middle);
    fused_cross(turn, solved, t.a);
    for (int i = 0; i < 3; i++) y[3 + i] = s->x[3 + i] + fma(2.0, turn[i], t.swing[i]);
}

/* ---- Point vortices, isospectral-midpoint: b_i is a quarter of vortex i's generator, x = (1 -
 * |b|^2) z + 2 b x z + 2 (b.z) b, x' = x + 4 z x b --------------------------------------------- */

/* One step of Newton's for 1/sqrt(square), and for 1/x; *wrong is the residual before it. */
FUNCTION double root_step(double inverse, double square, double *wrong)
{
    *wrong = fma(-(square * inverse), inverse, 1.0);
    return fma(0.5 * inverse, *wrong, inverse);
}
FUNCTION double inverse_step(double inverse, double x, double *wrong)
{
    *wrong = fma(-x, inverse, 1.0);
    return fma(inverse, *wrong, inverse);
}

FUNCTION void points_prepare(path_step *s, GLOBAL const ensemble_work *w, const double *dw)
{
    const int n = w->n;
    double length[E_VORTICES], wrong;
    int pair = 0;
    for (int k = 0; k < 3; k++) s->turn[k] = w->quads ? 0.25 * w->quad[k] * dw[k] : 0;
    for (int i = 0; i < 3 * n; i++) s->z[i] = s->x[i];
    for (int i = 0; i < n;
         i++) { /* a guess by the exponent's and mantissa's bits, improved twice */
        const double square = fused_inner(s->x + 3 * i, s->x + 3 * i);
        double y = from_bits(0x5fe6eb50c7b537a9ul - (bits_of(square) >> 1));
        for (int k = 0; k < 2; k++) y = root_step(y, square, &wrong);
        s->inverse[i] = y;
        length[i] = square * y;
    }
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            const double gap = length[i] * length[j] - fused_inner(s->x + 3 * i, s->x + 3 * j);
            double y = from_bits(0x7fde623822fc16e6ul - bits_of(gap));
            for (int k = 0; k < 3; k++) y = inverse_step(y, gap, &wrong);
            s->share[pair++] = y;
        }
}

/* b at z, and the inverses improved; 1 if all were good before, within 2^-27 */
FUNCTION int points_rate(double *b, path_step *s, GLOBAL const ensemble_work *w)
{
    const int n = w->n;
    const double *z = s->z;
    double length[E_VORTICES], lean[E_VORTICES], wrong;
    int good = 1, pair = 0;
    for (int i = 0; i < n; i++) {
        const double square = fused_inner(z + 3 * i, z + 3 * i);
        s->inverse[i] = root_step(s->inverse[i], square, &wrong);
        good = good && fabs(wrong) <= 0x1p-27;
        length[i] = square * s->inverse[i];
        lean[i] = 0;
    }
    for (int i = 0; i < 3 * n; i++) b[i] = 0;
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++, pair++) {
            const double p = fused_inner(z + 3 * i, z + 3 * j), both = length[i] * length[j];
            /* not a number where two vortices coincide */
            const double gap = both - p <= 0x1p-40 * both ? NAN : both - p;
            s->share[pair] = inverse_step(s->share[pair], gap, &wrong);
            good = good && fabs(wrong) <= 0x1p-27;
            const double at_i = w->strength[j] * s->share[pair];
            const double at_j = w->strength[i] * s->share[pair];
            lean[i] = fma(at_i, p, lean[i]);
            lean[j] = fma(at_j, p, lean[j]);
            for (int k = 0; k < 3; k++) {
                b[3 * i + k] = fma(at_i, z[3 * j + k], b[3 * i + k]);
                b[3 * j + k] = fma(at_j, z[3 * i + k], b[3 * j + k]);
            }
        }
    for (int i = 0; i < n; i++) {
        const double back = lean[i] * (s->inverse[i] * s->inverse[i]);
        for (int k = 0; k < 3; k++)
            b[3 * i + k] = fma(s->turn[k] - back, z[3 * i + k], b[3 * i + k]);
    }
    return good;
}

/* y = x - 2 b x z - 2 (b.z) b + |b|^2 z, a vortex after the other; y may be z */
FUNCTION void points_stage(double *y, const double *rates, const path_step *s, int n)
{
    for (int i = 0; i < 3 * n; i += 3) {
        const double *b = rates + i, *z = s->z + i;
        const double square = fused_inner(b, b), along = 2 * fused_inner(b, z);
        double turn[3];
        fused_cross(turn, b, z);
        for (int k = 0; k < 3; k++)
            y[i + k] = s->x[i + k] - fma(2.0, turn[k], fma(along, b[k], -(square * z[k])));
    }
}

FUNCTION void points_apply(path_step *s, GLOBAL const ensemble_work *w)
{
    double b[E_MOST];
    points_rate(b, s, w);
    points_stage(s->z, b, s, w->n);
}

/* 0 if the inverses were not accurate or the stage moves by more than 8u|x| */
FUNCTION int points_finish(double *y, path_step *s, GLOBAL const ensemble_work *w, double scale)
{
    double b[E_MOST], again[E_MOST];
    int good = points_rate(b, s, w);
    points_stage(again, b, s, w->n);
    for (int i = 0; i < w->d; i++) good = good && fabs(again[i] - s->z[i]) <= 0x1p-50 * scale;
    for (int i = 0; i < w->d; i += 3) {
        double turn[3];
        fused_cross(turn, s->z + i, b + i);
        for (int k = 0; k < 3; k++) y[i + k] = fma(4.0, turn[k], s->x[i + k]);
    }
    return good;
}

/* ---- All models ------------------------------------------------------------------------------ */

FUNCTION void ensemble_apply(path_step *s, GLOBAL const ensemble_work *w)
{
    if (w->model == E_BODY) body_apply(s, w);
    if (w->model == E_TOP) top_apply(s);
    if (w->model == E_POINTS) points_apply(s, w);
}

/* z = T(z); the largest difference of the numbers that decide */
FUNCTION double ensemble_move(path_step *s, GLOBAL const ensemble_work *w)
{
    const int compared = w->model == E_POINTS ? w->d : 3;
    double before[E_MOST] = {0}, delta;
    for (int i = 0; i < compared; i++) before[i] = s->z[i];
    ensemble_apply(s, w);
    delta = fabs(s->z[0] - before[0]);
    for (int i = 0; i < compared; i++) delta = larger(delta, fabs(s->z[i] - before[i]));
    return delta;
}

/* y = one step from s->x; 0, and y is not to be used, if the host has to take it */
FUNCTION int ensemble_step(double *y, path_step *s, GLOBAL const ensemble_work *w, const double *dw)
{
    double scale = fabs(s->x[0]);
    for (int i = 0; i < w->d; i++) scale = larger(scale, fabs(s->x[i]));
    if (w->model == E_BODY) body_prepare(s, w, dw);
    if (w->model == E_TOP) top_prepare(s, w, dw);
    if (w->model == E_POINTS) points_prepare(s, w, dw);
    for (int k = 0; k < w->untested; k++) ensemble_apply(s, w);
    double before = ensemble_move(s, w);
    int done = before <= w->tolerance * scale;
    for (int k = w->untested + 1; k < LONGEST && !done; k++) {
        const double delta = ensemble_move(s, w);
        done = delta <= 0x1p-51 * scale &&
               (delta * delta <= 0x1p-57 * scale * before || before <= delta);
        before = delta;
    }
    if (w->model == E_BODY) body_finish(y, s, w);
    if (w->model == E_TOP) top_finish(y, s);
    if (w->model == E_POINTS) done = points_finish(y, s, w, scale) && done;
    return done;
}

/* dw[2 k], dw[2 k + 1] = the increments of channel k in nodes 2 pair and 2 pair + 1 */
FUNCTION void ensemble_noise(double *dw, GLOBAL const ensemble_work *w, uint64_t path,
                             uint64_t pair)
{
    for (int k = 0; k < w->channels; k++) {
        double xi[2];
        normals(xi, w->stream + 4 * k, path, pair);
        for (int i = 0; i < 2; i++) dw[2 * k + i] = increment(xi[i], w->sigma, w->grid, w->limit);
    }
}

/* All steps of path `item`, coordinate i at x[i paths + item].  made[item] is how many were made:
 * fewer than all if the host has to take the next one. */
FUNCTION void ensemble_item(GLOBAL double *x, GLOBAL int *made, GLOBAL const ensemble_work *w,
                            int item)
{
    double noise[2 * E_NOISES], dw[E_NOISES], y[E_MOST];
    path_step s;
    int i = 0, fine = 1;
    for (int k = 0; k < w->d; k++) s.x[k] = x[k * (long)w->paths + item];
    while (i < w->steps && fine) {
        const uint64_t node = w->first_step + (uint64_t)i;
        const int side = (int)(node & 1);
        if (i == 0 || side == 0) ensemble_noise(noise, w, w->first_path + (uint64_t)item, node / 2);
        for (int k = 0; k < w->channels; k++) dw[k] = noise[2 * k + side];
        fine = ensemble_step(y, &s, w, dw);
        for (int k = 0; k < w->d && fine; k++) s.x[k] = y[k];
        i += fine;
    }
    for (int k = 0; k < w->d; k++) x[k * (long)w->paths + item] = s.x[k];
    made[item] = i;
}

#endif
