/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* isospectral-midpoint on the rigid body, so(3): with rate = (h/I + c dW)/2, turn = sum chi dW / 2
 * and a = rate z + turn,
 *   x = z + a x z + (a.z) a,   x' = x - 2 a x z.
 * Compiled twice: for bodies with and without linear noise (lin), whose generator does not depend
 * on the state. */

typedef struct body_stages {
    vd x[3], z[3], rate[3], turn[3];
    vd scale, before, delta;
} body_stages;

/* z to begin with: x - a x x, |a|^2 |x| from the stage */
INLINE void body_prepare(body_stages *s, const tile *t, const ensemble_job *job, unsigned half,
                         int v, const bool turning)
{
    vd a[3];
    EACH(i, 3)
    {
        vd rate = vd_set(job->rate[i]), turn = vd_set(0.0);
        if (job->quads) rate = vd_fma(vd_set(job->quad[i]), t->dw[i][half][v], rate);
        if (turning)
            for (unsigned k = 0; k < job->vectors; k++)
                turn = vd_fma(vd_set(job->lin[k][i]), t->dw[job->quads + k][half][v], turn);
        s->rate[i] = rate;
        s->turn[i] = turn;
        a[i] = turning ? vd_fma(rate, s->x[i], turn) : rate * s->x[i];
    }
    s->z[0] = vd_fma(a[2], s->x[1], vd_fnma(a[1], s->x[2], s->x[0]));
    s->z[1] = vd_fma(a[0], s->x[2], vd_fnma(a[2], s->x[0], s->x[1]));
    s->z[2] = vd_fma(a[1], s->x[0], vd_fnma(a[0], s->x[1], s->x[2]));
}

/* next = x - a x z - (a.z) a, one stage after the other: between them more numbers would be alive
 * than there are registers. */
INLINE void body_apply(vd next[STAGE_VECTORS][3], const body_stages s[STAGE_VECTORS],
                       const bool turning)
{
    EACH(g, STAGE_VECTORS)
    {
        const vd *z = s[g].z;
        vd a[3];
        EACH(i, 3)
        a[i] = turning ? vd_fma(s[g].rate[i], z[i], s[g].turn[i]) : s[g].rate[i] * z[i];
        const vd along = vd_fma(a[0], z[0], vd_fma(a[1], z[1], a[2] * z[2]));
        next[g][0] = vd_fma(a[2], z[1], vd_fnma(a[1], z[2], s[g].x[0]));
        next[g][1] = vd_fma(a[0], z[2], vd_fnma(a[2], z[0], s[g].x[1]));
        next[g][2] = vd_fma(a[1], z[0], vd_fnma(a[0], z[1], s[g].x[2]));
        EACH(i, 3) next[g][i] = vd_fnma(along, a[i], next[g][i]);
    }
}

/* One rounding at the size of x. */
INLINE vm body_finish(vd next[3], const body_stages *s, const bool turning)
{
    vd a[3];
    const vd two = vd_set(2.0);
    EACH(i, 3)
    a[i] = turning ? vd_fma(s->rate[i], s->z[i], s->turn[i]) : s->rate[i] * s->z[i];
    next[0] = vd_fma(two, vd_fma(a[2], s->z[1], -(a[1] * s->z[2])), s->x[0]);
    next[1] = vd_fma(two, vd_fma(a[0], s->z[2], -(a[2] * s->z[0])), s->x[1]);
    next[2] = vd_fma(two, vd_fma(a[1], s->z[0], -(a[0] * s->z[1])), s->x[2]);
    return vm_and_not(vm_all(), vm_all());
}

/* Defines the model `name` with what fast/ensemble/template_iterate.h needs. */
#define BODY_WALK(name, turns)                                                                     \
    typedef body_stages name##_stages;                                                             \
    INLINE void name##_prepare(body_stages *s, const tile *t, const ensemble_job *job,             \
                               unsigned half, int v)                                               \
    {                                                                                              \
        body_prepare(s, t, job, half, v, turns);                                                   \
    }                                                                                              \
    INLINE void name##_apply(vd next[STAGE_VECTORS][3], const body_stages s[STAGE_VECTORS])        \
    {                                                                                              \
        body_apply(next, s, turns);                                                                \
    }                                                                                              \
    INLINE vm name##_finish(vd next[3], const body_stages *s)                                      \
    {                                                                                              \
        return body_finish(next, s, turns);                                                        \
    }
BODY_WALK(plain, false)
BODY_WALK(turning, true)

#define MODEL(name) plain_##name
#define UNKNOWNS    3
#define COMPARED    3
#define DIM         3
#define TOGETHER    STAGE_VECTORS
#include "fast/ensemble/template_iterate.h"

#define MODEL(name) turning_##name
#define UNKNOWNS    3
#define COMPARED    3
#define DIM         3
#define TOGETHER    STAGE_VECTORS
#include "fast/ensemble/template_iterate.h"

static void advance_rigid_body(ensemble_job *job)
{
    advance(job, 3, VECTORS, job->vectors ? turning_take_step : plain_take_step);
}
