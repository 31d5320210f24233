/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* variational-cayley on the heavy top, GBW (41), (60): with the generator (Omega, u), a = Omega/4
 * and w = 1/(1 + |a|^2),
 *   P^-1 x = w (x - a x x),   G = Gamma + 2 (P^-1 Gamma) x a,
 *   mu1 = P^-1 Pi,  y = Pi + 2 mu1 x a + G x u,  mu2 = P^-1 y,  m = (mu1 + mu2)/2,
 *   Pi' = y + 2 mu2 x a,   Gamma' = G + 2 (P^-1 G) x a.
 * Omega depends on m alone and u on nothing: m is the whole unknown. */

typedef struct top_stages {
    vd x[6], z[3], rate[3], turn[3], force[3]; /* a = rate m + turn */
    vd scale, before, delta;
} top_stages;

INLINE void top_prepare(top_stages *s, const tile *t, const ensemble_job *job, unsigned half, int v)
{
    const vd quarter = vd_set(0.25);
    vd square = vd_set(0.0);
    for (unsigned k = 0; k < job->vectors; k++)
        square = vd_fma(vd_set(job->square[k]), t->dw[k][half][v], square);
    EACH(i, 3)
    {
        vd turn = vd_set(0.0), force = vd_set(job->force[i]);
        for (unsigned k = 0; k < job->vectors; k++) {
            turn = vd_fma(vd_set(job->lin[k][i]), t->dw[k][half][v], turn);
            force = vd_fma(vd_set(job->push[k][i]), t->dw[k][half][v], force);
        }
        s->rate[i] = quarter * (vd_set(job->rate[i]) + square);
        s->turn[i] = quarter * turn;
        s->force[i] = force;
        s->z[i] = s->x[i];
    }
}

/* out = a x b */
INLINE void top_cross(vd out[3], const vd a[3], const vd b[3])
{
    out[0] = vd_fma(a[1], b[2], -(a[2] * b[1]));
    out[1] = vd_fma(a[2], b[0], -(a[0] * b[2]));
    out[2] = vd_fma(a[0], b[1], -(a[1] * b[0]));
}

/* out = w (x - a x x) */
INLINE void top_stage(vd out[3], const vd a[3], vd w, const vd x[3])
{
    vd turn[3];
    top_cross(turn, a, x);
    EACH(i, 3) out[i] = w * (x[i] - turn[i]);
}

INLINE void top_half(vd a[3], vd *w, const top_stages *s)
{
    EACH(i, 3) a[i] = vd_fma(s->rate[i], s->z[i], s->turn[i]);
    vd square = vd_fma(a[0], a[0], vd_fma(a[1], a[1], vd_fma(a[2], a[2], vd_set(1.0))));
    *w = vd_set(1.0) / square;
}

/* moved = y - Pi, and mu1, mu2, G - Gamma at the half step a, w */
INLINE void top_stages_of(vd moved[3], vd first[3], vd second[3], vd swing[3], const vd a[3], vd w,
                          const top_stages *s)
{
    const vd two = vd_set(2.0);
    vd stage[3], middle[3], torque[3], y[3];
    top_stage(stage, a, w, s->x + 3);
    top_cross(swing, stage, a);
    EACH(i, 3)
    {
        swing[i] = two * swing[i];
        middle[i] = s->x[3 + i] + swing[i];
    }
    top_stage(first, a, w, s->x);
    top_cross(moved, first, a);
    top_cross(torque, middle, s->force);
    EACH(i, 3)
    {
        moved[i] = vd_fma(two, moved[i], torque[i]);
        y[i] = s->x[i] + moved[i];
    }
    top_stage(second, a, w, y);
}

INLINE void top_apply(vd next[STAGE_VECTORS][3], const top_stages s[STAGE_VECTORS])
{
    EACH(g, STAGE_VECTORS)
    {
        vd a[3], w, moved[3], first[3], second[3], swing[3];
        top_half(a, &w, s + g);
        top_stages_of(moved, first, second, swing, a, w, s + g);
        EACH(i, 3) next[g][i] = vd_set(0.5) * (first[i] + second[i]);
    }
}

/* One rounding at the size of Pi and of Gamma. */
INLINE vm top_finish(vd next[6], const top_stages *s)
{
    const vd two = vd_set(2.0);
    vd a[3], w, moved[3], first[3], second[3], swing[3], middle[3], stage[3], turn[3];
    top_half(a, &w, s);
    top_stages_of(moved, first, second, swing, a, w, s);
    top_cross(turn, second, a);
    EACH(i, 3) next[i] = s->x[i] + vd_fma(two, turn[i], moved[i]);
    EACH(i, 3) middle[i] = s->x[3 + i] + swing[i];
    top_stage(stage, a, w, middle);
    top_cross(turn, stage, a);
    EACH(i, 3) next[3 + i] = s->x[3 + i] + vd_fma(two, turn[i], swing[i]);
    return vm_and_not(vm_all(), vm_all());
}

#define MODEL(name) top_##name
#define UNKNOWNS    3
#define COMPARED    3
#define DIM         6
#define TOGETHER    STAGE_VECTORS
#include "fast/ensemble/template_iterate.h"

static void advance_heavy_top(ensemble_job *job)
{
    advance(job, 6, VECTORS, top_take_step);
}
