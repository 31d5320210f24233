/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Spins, isospectral-midpoint: b is a quarter of a spin's generator at the stage z,
 *   z = ((1 - |b|^2) x - 2 b x x + 2 (b.x) b)/(1 + |b|^2)^2,   x' = x + 4 z x b.
 * An evaluation goes over the spins in turn; later ones see the new z of earlier ones.
 * sib: b is half of it, m = (x - b x x + (b.x) b)/(1 + |b|^2), x' = x + 2 m x b, b first at x and
 * then at the m of all spins.
 *
 * Spins have the places that describe.c gives them, in the order of a stage: place a holds the
 * caller's spin order[a].  Where n > 0, a constant, there are at most n spins, and the loops over
 * them are written out: x and still are registers.  Ends of bonds are read at run time, so that z
 * is in memory.  n = 0: any number of spins, all of them in memory. */
#ifndef SLP_DEVICE_ENSEMBLE_SPINS_H
#define SLP_DEVICE_ENSEMBLE_SPINS_H

#include "oracle/ports/device/ensemble_stages.h"

/* A path: the state, and what of a step no state changes. */
typedef struct spins_held {
    double x[E_MOST], still[E_MOST];
    uint32_t evaluations;
} spins_held;

/* A path also has lists of spin_slot, one after the other, each for n spins: z, where the
 * increments of an even node are before its step begins; the increments of the odd node after it;
 * and, by sib alone, m.  They are no part of spins_held, which would be in memory, too.  The fourth
 * number is not used: two of the three are read at once. */
typedef struct spin_slot {
    double of[4];
} __attribute__((aligned(16))) spin_slot;

INLINE int spins_capacity(const int n)
{
    return n ? n : E_SPINS_MOST;
}

/* The loop over the places of spins.  OpenCL on a processor, where registers are few, does not
 * write it out: PoCL takes 13 seconds to compile it so, and is no faster afterwards. */
#ifdef ON_PROCESSOR
#define SPINS_WRITTEN_OUT 0
#define SPINS(a)          for (int a = 0; a < w->spins; a++)
#else
#define SPINS_WRITTEN_OUT 1
#define SPINS(a)          UNROLL for (int a = 0; a < (n ? n : w->spins); a++) if (a < w->spins)
#endif

/* y += p x q, the two products of each component added one after the other */
INLINE void add_cross(double *y, const double *p, const double *q)
{
    UNROLL
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        y[i] = fma(-p[k], q[j], fma(p[j], q[k], y[i]));
    }
}

/* b += what `count` bonds add, one after the other.  Their spins are read first. */
INLINE void add_bonds(double *b, const spin_slot *z, GLOBAL const ensemble_bond *bond, WORK w,
                      const int count)
{
    double y[3 * E_BONDS_AT_ONCE];
    UNROLL
    for (int k = 0; k < count; k++) UNROLL
    for (int i = 0; i < 3; i++) y[3 * k + i] = z[bond[k].other].of[i];
    UNROLL
    for (int k = 0; k < count; k++) {
        double D[3];
        UNROLL
        for (int i = 0; i < 3; i++) {
            b[i] = fma(bond[k].exchange, y[3 * k + i], b[i]);
            D[i] = bond[k].dmi[i];
        }
        if (w->turns) add_cross(b, y + 3 * k, D);
    }
}

/* b of place a, where the spins are z and it is `own` */
INLINE void spin_rate(double *b, const double *own, const spin_slot *z, const spins_held *s, WORK w,
                      ENDS of, int a, const int damped, const int n)
{
    const double *still = s->still + 3 * a;
    const int bonds = of->count[a];
    UNROLL
    for (int i = 0; i < 3; i++) b[i] = damped ? w->field[i] : still[i];
    if (n) {
        GLOBAL const ensemble_bond *bond = of->bond + (n - 1) * a;
        if (n > 4 && bonds & 4) add_bonds(b, z, bond, w, 4);
        if (bonds & 2) add_bonds(b, z, bond + n - 4, w, 2);
        if (bonds & 1) add_bonds(b, z, bond + n - 2, w, 1);
    } else
        for (int k = 0; k < bonds; k++) add_bonds(b, z, of->bond + of->first[a] + k, w, 1);
    if (w->has_axis) {
        const double along = fma(w->axis[2], own[2], fma(w->axis[1], own[1], w->axis[0] * own[0]));
        UNROLL
        for (int i = 0; i < 3; i++) b[i] = fma(w->pull[i], along, b[i]);
    }
    if (damped) { /* and damping z x b; then the noise, which is not damped */
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

/* x += by z x b */
INLINE void move_spin(double *x, double by, const double *z, const double *b)
{
    UNROLL
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        x[i] = fma(by, fma(-z[k], b[j], z[j] * b[k]), x[i]);
    }
}

/* own = z of place a */
INLINE void spin_read(double *own, const spin_slot *z, int a)
{
    UNROLL
    for (int k = 0; k < 3; k++) own[k] = z[a].of[k];
}

/* z = x; dw, of the places' spins, may be z */
INLINE void spins_prepare(spins_held *s, spin_slot *z, WORK w, const double *dw, const int damped,
                          const int n)
{
    SPINS(a)
    UNROLL
    for (int k = 0; k < 3; k++) {
        const int i = 3 * a + k;
        const double field = damped ? 0.0 : w->field[k];
        s->still[i] = w->channels ? fma(w->amplitude, dw[i], field) : field;
    }
    SPINS(a)
    UNROLL
    for (int k = 0; k < 3; k++) z[a].of[k] = s->x[3 * a + k];
}

/* The largest difference of an evaluation. */
INLINE double spins_evaluate(spin_slot *z, spins_held *s, WORK w, ENDS of, const int damped,
                             const int n)
{
    double most = 0;
    SPINS(a)
    {
        double own[3], b[3], next[3];
        spin_read(own, z, a);
        spin_rate(b, own, z, s, w, of, a, damped, n);
        spin_stage(next, b, s->x + 3 * a);
        UNROLL
        for (int k = 0; k < 3; k++) {
            most = larger(most, next[k] - own[k]);
            z[a].of[k] = next[k];
        }
    }
    s->evaluations++;
    return fabs(most);
}

/* The rule is that of ensemble_step; 0, and x as it was, if the host has to take the step. */
INLINE int spins_step(spins_held *s, spin_slot *z, WORK w, ENDS of, const double *dw,
                      const int longest, const int damped, const int n)
{
    double scale = 0, before = 0;
    int done = 0;
    spins_prepare(s, z, w, dw, damped, n);
    SPINS(a)
    UNROLL
    for (int k = 0; k < 3; k++) scale = larger(scale, fabs(s->x[3 * a + k]));
    for (int k = 0; k < longest && !done; k++) {
        const double delta = spins_evaluate(z, s, w, of, damped, n);
        if (k < w->untested) continue;
        done = k == w->untested
                   ? delta <= w->tolerance * scale
                   : delta <= 0x1p-51 * scale &&
                         (delta * delta <= 0x1p-57 * scale * before || before <= delta);
        before = delta;
    }
    if (!done) return 0;
    SPINS(a)
    {
        double own[3], b[3];
        spin_read(own, z, a);
        spin_rate(b, own, z, s, w, of, a, damped, n);
        move_spin(s->x + 3 * a, 4.0, own, b);
    }
    return 1;
}

/* Always 1: there is no stage. */
INLINE int spins_sib(spins_held *s, spin_slot *z, WORK w, ENDS of, const double *dw,
                     const int damped, const int n)
{
    spin_slot *m = z + 2 * spins_capacity(n);
    spins_prepare(s, z, w, dw, damped, n);
    SPINS(a)
    {
        double b[3];
        spin_rate(b, s->x + 3 * a, z, s, w, of, a, damped, n);
        spin_mean(m[a].of, b, s->x + 3 * a);
    }
    SPINS(a)
    {
        double own[3], b[3], mean[3];
        spin_read(own, m, a);
        spin_rate(b, own, m, s, w, of, a, damped, n);
        spin_mean(mean, b, s->x + 3 * a);
        move_spin(s->x + 3 * a, 2.0, mean, b);
    }
    return 1;
}

/* ensemble_path of spins, E_SPINS or E_SIB */
INLINE void spins_path(GLOBAL double *x, GLOBAL int *made, GLOBAL uint32_t *evaluations, WORK w,
                       ENDS of, int item, const int model, const int longest, const int damped,
                       const int n)
{
    const long apart = w->paths;
    spins_held s;
    spin_slot lists[3 * E_SPINS_MOST];
    const int first = made[item];
    int i = first, fine = 1, finite = 1;
    s.evaluations = 0;
    SPINS(a)
    UNROLL
    for (int k = 0; k < 3; k++) s.x[3 * a + k] = x[(3 * of->order[a] + k) * apart + item];
    while (i < w->steps && fine) {
        const uint64_t node = w->first_step + (uint64_t)i;
        const double *dw = (double *)(lists + (node & 1 ? spins_capacity(n) : 0));
        if (i == first || !(node & 1))
            ensemble_noise((double *)lists, 4 * spins_capacity(n), w,
                           w->first_path + (uint64_t)item, node / 2);
        fine = model == E_SPINS ? spins_step(&s, lists, w, of, dw, longest, damped, n)
                                : spins_sib(&s, lists, w, of, dw, damped, n);
        i += fine;
    }
    SPINS(a)
    UNROLL
    for (int k = 0; k < 3; k++) {
        x[(3 * of->order[a] + k) * apart + item] = s.x[3 * a + k];
        finite = finite && fabs(s.x[3 * a + k]) < INFINITY;
    }
    made[item] = fine && !finite ? ENSEMBLE_LOST : i;
    evaluations[item] = s.evaluations;
}

#endif
