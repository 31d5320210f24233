/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The vortices' stage and step for VORTICES_N of them; VORTICES gives names.  Included by
 * fast/ensemble/template_vortices.h for each number; undefines what it was given.  Unknowns are z,
 * then 1/n_i, then 1/(s - p) of the pairs. */
/* Unrolled where the registers can hold a good part of it. */
#if VORTICES_N <= 4
#define ALL(index, count) EACH(index, count)
#else
#define ALL(index, count) for (int index = 0; index < (count); index++)
#endif
#define VORTICES_D        (3 * VORTICES_N)
#define VORTICES_PAIRS    (VORTICES_N * (VORTICES_N - 1) / 2)
#define VORTICES_INVERSE  VORTICES_D
#define VORTICES_SHARE    (VORTICES_D + VORTICES_N)
#define VORTICES_UNKNOWNS (VORTICES_SHARE + VORTICES_PAIRS)

typedef struct VORTICES(stages) {
    vd x[VORTICES_D], z[VORTICES_UNKNOWNS], turn[3], strength[VORTICES_N];
    vd scale, before, delta;
} VORTICES(stages);

/* b at the positions z; the guesses of 1/n_i and 1/(s - p) are improved.  The lanes where they were
 * good. */
INLINE vm VORTICES(quarter)(vd b[VORTICES_D], vd inverse[VORTICES_N], vd share[VORTICES_PAIRS],
                            const vd z[VORTICES_D], const VORTICES(stages) * s)
{
    const vd close = vd_set(0x1p-27);
    vm good = vm_all();
    vd length[VORTICES_N], lean[VORTICES_N], wrong;
    ALL(i, VORTICES_N)
    {
        vd square = vortices_dot(z + 3 * i, z + 3 * i);
        inverse[i] = vortices_root_step(inverse[i], square, &wrong);
        good = vm_and(good, vm_le(vd_abs(wrong), close));
        length[i] = square * inverse[i];
        lean[i] = vd_set(0.0);
    }
    ALL(i, VORTICES_D) b[i] = vd_set(0.0);
    int pair = 0;
    ALL(i, VORTICES_N)
    ALL(j, VORTICES_N)
    if (j > i) {
        vd p = vortices_dot(z + 3 * i, z + 3 * j);
        share[pair] =
            vortices_inverse_step(share[pair], vortices_gap(p, length[i] * length[j]), &wrong);
        good = vm_and(good, vm_le(vd_abs(wrong), close));
        vd at_i = s->strength[j] * share[pair], at_j = s->strength[i] * share[pair];
        pair++;
        lean[i] = vd_fma(at_i, p, lean[i]);
        lean[j] = vd_fma(at_j, p, lean[j]);
        ALL(k, 3)
        {
            b[3 * i + k] = vd_fma(at_i, z[3 * j + k], b[3 * i + k]);
            b[3 * j + k] = vd_fma(at_j, z[3 * i + k], b[3 * j + k]);
        }
    }
    ALL(i, VORTICES_N)
    {
        vd back = lean[i] * (inverse[i] * inverse[i]);
        ALL(k, 3)
        b[3 * i + k] = vd_fma(s->turn[k] - back, z[3 * i + k], b[3 * i + k]);
    }
    return good;
}

INLINE void VORTICES(prepare)(VORTICES(stages) * s, const tile *t, const ensemble_job *job,
                              unsigned half, int v)
{
    vd length[VORTICES_N], *inverse = s->z + VORTICES_INVERSE;
    int pair = 0;
    ALL(k, 3)
    s->turn[k] = job->quads ? vd_set(0.25 * job->quad[k]) * t->dw[k][half][v] : vd_set(0.0);
    ALL(j, VORTICES_N) s->strength[j] = vd_set(job->strength[j]);
    ALL(i, VORTICES_D) s->z[i] = s->x[i];
    ALL(i, VORTICES_N)
    {
        vd square = vortices_dot(s->x + 3 * i, s->x + 3 * i);
        inverse[i] = vortices_root_guess(square);
        length[i] = square * inverse[i];
    }
    ALL(i, VORTICES_N)
    ALL(j, VORTICES_N)
    if (j > i) {
        vd p = vortices_dot(s->x + 3 * i, s->x + 3 * j), both = length[i] * length[j];
        s->z[VORTICES_SHARE + pair++] = vortices_inverse_guess(both - p);
    }
}

/* x - 2 b x z - 2 (b.z) b + |b|^2 z, of each vortex from its own z: out may be s->z */
INLINE void VORTICES(stage)(vd out[VORTICES_D], const vd all[VORTICES_D],
                            const VORTICES(stages) * s)
{
    const vd two = vd_set(2.0);
    ALL(i, VORTICES_N)
    {
        const vd *b = all + 3 * i, *z = s->z + 3 * i, *x = s->x + 3 * i;
        vd square = vortices_dot(b, b), along = two * vortices_dot(b, z);
        vd turn[3] = {vd_fma(b[1], z[2], -(b[2] * z[1])), vd_fma(b[2], z[0], -(b[0] * z[2])),
                      vd_fma(b[0], z[1], -(b[1] * z[0]))};
        ALL(k, 3)
        {
            vd change = vd_fma(two, turn[k], vd_fma(along, b[k], -(square * z[k])));
            out[3 * i + k] = x[k] - change;
        }
    }
}

INLINE void VORTICES(apply)(vd next[1][VORTICES_UNKNOWNS], const VORTICES(stages) * s)
{
    vd b[VORTICES_D], *out = next[0];
    ALL(i, VORTICES_N + VORTICES_PAIRS) out[VORTICES_D + i] = s->z[VORTICES_D + i];
    VORTICES(quarter)(b, out + VORTICES_INVERSE, out + VORTICES_SHARE, s->z, s);
    VORTICES(stage)(out, b, s);
}

/* One rounding at the size of x.  Returns the lanes whose inverses were not accurate or whose stage
 * moves by more than 8u|x|. */
INLINE vm VORTICES(finish)(vd next[VORTICES_D], const VORTICES(stages) * s)
{
    const vd four = vd_set(4.0);
    vd all[VORTICES_D], inverse[VORTICES_N], share[VORTICES_PAIRS], again[VORTICES_D];
    ALL(i, VORTICES_N) inverse[i] = s->z[VORTICES_INVERSE + i];
    ALL(i, VORTICES_PAIRS) share[i] = s->z[VORTICES_SHARE + i];
    vm good = VORTICES(quarter)(all, inverse, share, s->z, s);
    VORTICES(stage)(again, all, s);
    ALL(i, VORTICES_D)
    good = vm_and(good, vm_le(vd_abs(again[i] - s->z[i]), vd_set(0x1p-50) * s->scale));
    ALL(i, VORTICES_N)
    {
        const vd *b = all + 3 * i, *z = s->z + 3 * i, *x = s->x + 3 * i;
        next[3 * i] = vd_fma(four, vd_fma(z[1], b[2], -(z[2] * b[1])), x[0]);
        next[3 * i + 1] = vd_fma(four, vd_fma(z[2], b[0], -(z[0] * b[2])), x[1]);
        next[3 * i + 2] = vd_fma(four, vd_fma(z[0], b[1], -(z[1] * b[0])), x[2]);
    }
    return vm_and_not(vm_all(), good);
}

#define MODEL(name) VORTICES(name)
#define UNKNOWNS    VORTICES_UNKNOWNS
#define COMPARED    VORTICES_D
#define DIM         VORTICES_D
#define TOGETHER    1
#define OVER
#include "fast/ensemble/template_iterate.h"

static void VORTICES(advance)(ensemble_job *job)
{
    advance(job, VORTICES_D, VECTORS, VORTICES(take_step));
}

#undef ALL
#undef VORTICES
#undef VORTICES_N
#undef VORTICES_D
#undef VORTICES_PAIRS
#undef VORTICES_INVERSE
#undef VORTICES_SHARE
#undef VORTICES_UNKNOWNS
