/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* isospectral-midpoint on the heavy top, over the dual numbers: with the generator (omega, u),
 * a = omega/2 = rate pi + turn and b = u/2, the stage (pi, gamma) solves
 *   Pi = pi + a x pi + b x gamma + (a.pi + b.gamma) a + (a.gamma) b,
 *   Gamma = gamma + a x gamma + (a.gamma) a,
 * and Pi' = Pi - 2 (a x pi + b x gamma), Gamma' = Gamma - 2 a x gamma.
 * b does not depend on the state (fast/algebra/se3.c). */

typedef struct dual_stages {
    vd x[6], z[6], rate[3], turn[3], force[3]; /* force: b */
    vd scale, before, delta;
} dual_stages;

INLINE void dual_prepare(dual_stages *s, const tile *t, const ensemble_job *job, unsigned half,
                         int v)
{
    const vd one_half = vd_set(0.5);
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
        s->rate[i] = one_half * (vd_set(job->rate[i]) + square);
        s->turn[i] = one_half * turn;
        s->force[i] = one_half * force;
        s->z[i] = s->x[i];
        s->z[3 + i] = s->x[3 + i];
    }
}

/* out = p x q + r x w */
INLINE void dual_crosses(vd out[3], const vd p[3], const vd q[3], const vd r[3], const vd w[3])
{
    EACH(i, 3)
    {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        out[i] = vd_fma(p[j], q[k], vd_fnma(p[k], q[j], vd_fma(r[j], w[k], -(r[k] * w[j]))));
    }
}

INLINE vd dual_dot(const vd p[3], const vd q[3], vd sum)
{
    return vd_fma(p[0], q[0], vd_fma(p[1], q[1], vd_fma(p[2], q[2], sum)));
}

/* a, and the turns (a x pi + b x gamma, a x gamma) of the stage */
INLINE void dual_turns(vd a[3], vd turned[6], const dual_stages *s)
{
    EACH(i, 3) a[i] = vd_fma(s->rate[i], s->z[i], s->turn[i]);
    dual_crosses(turned, a, s->z, s->force, s->z + 3);
    EACH(i, 3)
    {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        turned[3 + i] = vd_fma(a[j], s->z[3 + k], -(a[k] * s->z[3 + j]));
    }
}

INLINE void dual_apply(vd next[STAGE_VECTORS][6], const dual_stages s[STAGE_VECTORS])
{
    EACH(g, STAGE_VECTORS)
    {
        vd a[3], turned[6];
        dual_turns(a, turned, s + g);
        const vd along = dual_dot(a, s[g].z + 3, vd_set(0.0)),
                 both = dual_dot(a, s[g].z, dual_dot(s[g].force, s[g].z + 3, vd_set(0.0)));
        EACH(i, 3)
        {
            const vd square = vd_fma(both, a[i], along * s[g].force[i]);
            next[g][i] = s[g].x[i] - (turned[i] + square);
            next[g][3 + i] = s[g].x[3 + i] - vd_fma(along, a[i], turned[3 + i]);
        }
    }
}

/* One rounding at the size of Pi and of Gamma. */
INLINE vm dual_finish(vd next[6], const dual_stages *s)
{
    vd a[3], turned[6];
    dual_turns(a, turned, s);
    EACH(i, 6) next[i] = vd_fma(vd_set(-2.0), turned[i], s->x[i]);
    return vm_and_not(vm_all(), vm_all());
}

#define MODEL(name) dual_##name
#define UNKNOWNS    6
#define COMPARED    6
#define DIM         6
#define TOGETHER    STAGE_VECTORS
#include "fast/ensemble/template_iterate.h"

static void advance_top_dual(ensemble_job *job)
{
    advance(job, 6, VECTORS, dual_take_step);
}
