/* isospectral-midpoint on four point vortices, su(2)^4: with b_i a quarter of vortex i's generator at the stage z,
 *   x_i = (1 - |b|^2) z + 2 b x z + 2 (b.z) b,   x'_i = x_i + 4 z x b.
 * With p = z_i.z_j, n_i = |z_i|, s = n_i n_j the generator's terms are
 *   G_j (z_j/s - (p/s) z_i/n_i^2)/(1 - p/s) = G_j (z_j - (p/n_i^2) z_i)/(s - p). */
enum { VORTICES_N = ENSEMBLE_VORTEX_COUNT };

typedef struct vortices_stages {
    vd x[3 * VORTICES_N], z[3 * VORTICES_N], turn[3], strength[VORTICES_N];
    vd scale, before, delta;
} vortices_stages;

INLINE void vortices_prepare(vortices_stages *s, const tile *t, const ensemble_job *job,
                             unsigned half, int v)
{
    EACH(k, 3)
    s->turn[k] = job->quads ? vd_set(0.25 * job->quad[k]) * t->dw[k][half][v] : vd_set(0.0);
    EACH(j, VORTICES_N) s->strength[j] = vd_set(job->strength[j]);
    EACH(i, 3 * VORTICES_N) s->z[i] = s->x[i];
}

INLINE vd vortices_dot(const vd a[3], const vd b[3])
{
    return vd_fma(a[0], b[0], vd_fma(a[1], b[1], a[2] * b[2]));
}

/* b; NaN where two coincide (1 - c <= 2^-40) */
INLINE void vortices_quarter(vd b[3 * VORTICES_N], const vortices_stages *s)
{
    vd square[VORTICES_N], length[VORTICES_N], lean[VORTICES_N];
    const vd *z = s->z;
    EACH(i, VORTICES_N)
    {
        square[i] = vortices_dot(z + 3 * i, z + 3 * i);
        length[i] = vd_sqrt(square[i]);
        lean[i] = vd_set(0.0);
    }
    EACH(i, 3 * VORTICES_N) b[i] = vd_set(0.0);
    EACH(i, VORTICES_N)
    EACH(j, VORTICES_N)
    if (j > i) {
        vd p = vortices_dot(z + 3 * i, z + 3 * j), both = length[i] * length[j], gap = both - p;
        gap = vd_select(vm_le(gap, vd_set(0x1p-40) * both), vd_set(NAN), gap);
        vd share = vd_set(1.0) / gap, at_i = s->strength[j] * share, at_j = s->strength[i] * share;
        lean[i] = vd_fma(at_i, p, lean[i]);
        lean[j] = vd_fma(at_j, p, lean[j]);
        EACH(k, 3)
        {
            b[3 * i + k] = vd_fma(at_i, z[3 * j + k], b[3 * i + k]);
            b[3 * j + k] = vd_fma(at_j, z[3 * i + k], b[3 * j + k]);
        }
    }
    EACH(i, VORTICES_N)
    {
        vd back = lean[i] / square[i];
        EACH(k, 3)
        b[3 * i + k] = vd_fma(s->turn[k] - back, z[3 * i + k], b[3 * i + k]);
    }
}

/* z = x - 2 b x z - 2 (b.z) b + |b|^2 z */
INLINE void vortices_apply(vd out[3 * VORTICES_N], const vortices_stages *s)
{
    const vd two = vd_set(2.0);
    vd all[3 * VORTICES_N];
    vortices_quarter(all, s);
    EACH(i, VORTICES_N)
    {
        const vd *b = all + 3 * i, *z = s->z + 3 * i, *x = s->x + 3 * i;
        vd square = vortices_dot(b, b), along = two * vortices_dot(b, z);
        vd turn[3] = {vd_fma(b[1], z[2], -(b[2] * z[1])), vd_fma(b[2], z[0], -(b[0] * z[2])),
                      vd_fma(b[0], z[1], -(b[1] * z[0]))};
        EACH(k, 3)
        {
            vd change = vd_fma(two, turn[k], vd_fma(along, b[k], -(square * z[k])));
            out[3 * i + k] = x[k] - change;
        }
    }
}

/* One rounding at the size of x. */
INLINE void vortices_finish(vd next[3 * VORTICES_N], const vortices_stages *s)
{
    const vd four = vd_set(4.0);
    vd all[3 * VORTICES_N];
    vortices_quarter(all, s);
    EACH(i, VORTICES_N)
    {
        const vd *b = all + 3 * i, *z = s->z + 3 * i, *x = s->x + 3 * i;
        next[3 * i] = vd_fma(four, vd_fma(z[1], b[2], -(z[2] * b[1])), x[0]);
        next[3 * i + 1] = vd_fma(four, vd_fma(z[2], b[0], -(z[0] * b[2])), x[1]);
        next[3 * i + 2] = vd_fma(four, vd_fma(z[0], b[1], -(z[1] * b[0])), x[2]);
    }
}

#define MODEL(name) vortices_##name
#define UNKNOWNS    (3 * VORTICES_N)
#define DIM         (3 * VORTICES_N)
#define TOGETHER    1
#include "fast/ensemble_template_iterate.h"

static void advance_vortices(ensemble_job *job)
{
    advance(job, 3 * VORTICES_N, vortices_take_step);
}
