/* Spins, isospectral-midpoint: b is a quarter of a spin's generator at the stage z,
 *   z = ((1 - |b|^2) x - 2 b x x + 2 (b.x) b)/(1 + |b|^2)^2,   x' = x + 4 z x b.
 * An evaluation goes over the spins in turn; later ones see the new z of earlier ones.
 * sib: b is half of it, m = (x - b x x + (b.x) b)/(1 + |b|^2), x' = x + 2 m x b, b first at x and
 * then at the m of all spins.
 * Ends of bonds are read at run time, and so is how many spins there are: states are in memory. */
#ifndef SLP_DEVICE_ENSEMBLE_SPINS_H
#define SLP_DEVICE_ENSEMBLE_SPINS_H

#include "oracle/ports/device/ensemble_stages.h"

/* y += p x q, the two products of each component added one after the other */
INLINE void add_cross(double *y, const double *p, const double *q)
{
    UNROLL
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        y[i] = fma(-p[k], q[j], fma(p[j], q[k], y[i]));
    }
}

/* b of spin a where the spins are z */
INLINE void spin_rate(double *b, const double *z, const path_step *s, WORK w, ENDS of, int a)
{
    const double *own = z + 3 * a, *still = s->still + 3 * a;
    double D[3] = {0, 0, 0};
    UNROLL
    for (int i = 0; i < 3; i++) b[i] = w->damped ? w->field[i] : still[i];
    for (int e = of->first[a]; e < of->first[a + 1]; e++) {
        GLOBAL const ensemble_bond *bond = of->bond + e;
        const double *other = z + 3 * bond->other;
        UNROLL
        for (int i = 0; i < 3; i++) {
            b[i] = fma(bond->exchange, other[i], b[i]);
            D[i] = bond->dmi[i];
        }
        if (w->turns) add_cross(b, other, D);
    }
    if (w->has_axis) {
        const double along = fma(w->axis[2], own[2], fma(w->axis[1], own[1], w->axis[0] * own[0]));
        UNROLL
        for (int i = 0; i < 3; i++) b[i] = fma(w->pull[i], along, b[i]);
    }
    if (w->damped) { /* and damping z x b; then the noise, which is not damped */
        double sum[3];
        UNROLL
        for (int i = 0; i < 3; i++) {
            const int j = (i + 1) % 3, k = (i + 2) % 3;
            const double turn = fma(-own[k], b[j], own[j] * b[k]);
            sum[i] = fma(w->damping, turn, b[i] + still[i]);
        }
        UNROLL
        for (int i = 0; i < 3; i++) b[i] = sum[i];
    }
}

/* The stage of a spin: half of (1 - |b|^2) x - 2 b x x + 2 (b.x) b, times 2 share^2 */
INLINE void spin_stage(double *z, const double *b, const double *x)
{
    const double square = fused_inner(b, b), share = 1.0 / (1.0 + square);
    const double less = 0.5 * (1.0 - square), along = fused_inner(b, x);
    UNROLL
    for (int i = 0; i < 3; i++) z[i] = fma(along, b[i], less * x[i]);
    add_cross(z, x, b);
    UNROLL
    for (int i = 0; i < 3; i++) z[i] = 2.0 * share * share * z[i];
}

/* m of a spin */
INLINE void spin_mean(double *m, const double *b, const double *x)
{
    const double share = 1.0 / (1.0 + fused_inner(b, b)), along = fused_inner(b, x);
    UNROLL
    for (int i = 0; i < 3; i++) m[i] = fma(along, b[i], x[i]);
    add_cross(m, x, b);
    UNROLL
    for (int i = 0; i < 3; i++) m[i] = share * m[i];
}

/* y = x + by z x b */
INLINE void move_spin(double *y, const double *x, double by, const double *z, const double *b)
{
    UNROLL
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        y[i] = fma(by, fma(-z[k], b[j], z[j] * b[k]), x[i]);
    }
}

INLINE void spins_prepare(path_step *s, WORK w, const double *dw)
{
    for (int i = 0; i < w->d; i++) {
        const double field = w->damped ? 0.0 : w->field[i % 3];
        s->still[i] = w->channels ? fma(w->amplitude, dw[i], field) : field;
        s->z[i] = s->x[i];
    }
}

/* The largest difference of an evaluation. */
INLINE double spins_evaluate(path_step *s, WORK w, ENDS of)
{
    double most = 0, b[3], next[3];
    for (int i = 0; i < w->spins; i++) {
        const int a = of->order[i];
        double *z = s->z + 3 * a;
        spin_rate(b, s->z, s, w, of, a);
        spin_stage(next, b, s->x + 3 * a);
        UNROLL
        for (int k = 0; k < 3; k++) {
            most = larger(most, fabs(next[k] - z[k]));
            z[k] = next[k];
        }
    }
    s->evaluations++;
    return most;
}

/* The rule is that of ensemble_step; 0 if the host has to take the step. */
INLINE int spins_step(double *y, path_step *s, WORK w, ENDS of, const double *dw, const int longest)
{
    double scale = 0, before = 0, b[3];
    int done = 0;
    spins_prepare(s, w, dw);
    for (int i = 0; i < w->d; i++) scale = larger(scale, fabs(s->x[i]));
    for (int k = 0; k < longest && !done; k++) {
        const double delta = spins_evaluate(s, w, of);
        if (k < w->untested) continue;
        done = k == w->untested
                   ? delta <= w->tolerance * scale
                   : delta <= 0x1p-51 * scale &&
                         (delta * delta <= 0x1p-57 * scale * before || before <= delta);
        before = delta;
    }
    for (int a = 0; a < w->spins; a++) {
        spin_rate(b, s->z, s, w, of, a);
        move_spin(y + 3 * a, s->x + 3 * a, 4.0, s->z + 3 * a, b);
    }
    return done;
}

/* Always 1: there is no stage. */
INLINE int spins_sib(double *y, path_step *s, WORK w, ENDS of, const double *dw)
{
    double b[3], mean[3];
    spins_prepare(s, w, dw);
    for (int a = 0; a < w->spins; a++) {
        spin_rate(b, s->x, s, w, of, a);
        spin_mean(s->z + 3 * a, b, s->x + 3 * a);
    }
    for (int a = 0; a < w->spins; a++) {
        spin_rate(b, s->z, s, w, of, a);
        spin_mean(mean, b, s->x + 3 * a);
        move_spin(y + 3 * a, s->x + 3 * a, 2.0, mean, b);
    }
    return 1;
}

#endif
