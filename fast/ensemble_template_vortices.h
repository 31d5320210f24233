/* isospectral-midpoint on four point vortices, su(2)^4: with b_i a quarter of vortex i's generator at the stage z,
 *   x_i = (1 - |b|^2) z + 2 b x z + 2 (b.z) b,   x'_i = x_i + 4 z x b.
 * With p = z_i.z_j, n_i = |z_i|, s = n_i n_j the generator's terms are
 *   G_j (z_j/s - (p/s) z_i/n_i^2)/(1 - p/s) = G_j (z_j - (p/n_i^2) z_i)/(s - p). */
enum { VORTICES_N = ENSEMBLE_VORTEX_COUNT };

/* Roots and divisions would take most of the time.  So the stage carries, beside z, 1/n_i and 1/(s - p) as further
 * unknowns: an evaluation improves each by one step of Newton's, which squares its relative error, so that they follow
 * z and are as good as it when it settles.  A stage that settled is tried once more, and its inverses must then be
 * within 2^-27 before the last step of Newton's, 2^-53 after it: no other fixed point passes for one. */
enum {
    VORTICES_D = 3 * VORTICES_N,
    VORTICES_PAIRS = VORTICES_N * (VORTICES_N - 1) / 2,
    VORTICES_INVERSE = VORTICES_D,
    VORTICES_SHARE = VORTICES_D + VORTICES_N,
    VORTICES_UNKNOWNS = VORTICES_SHARE + VORTICES_PAIRS
};

typedef struct vortices_stages {
    vd x[VORTICES_D], z[VORTICES_UNKNOWNS], turn[3], strength[VORTICES_N];
    vd scale, before, delta;
} vortices_stages;

INLINE vd vortices_dot(const vd a[3], const vd b[3])
{
    return vd_fma(a[0], b[0], vd_fma(a[1], b[1], a[2] * b[2]));
}

/* One step of Newton's for inverse = 1/sqrt(square) and for inverse = 1/x; wrong is what it had to mend. */
INLINE vd vortices_root_step(vd inverse, vd square, vd *wrong)
{
    *wrong = vd_fnma(square * inverse, inverse, vd_set(1.0));
    return vd_fma(vd_set(0.5) * inverse, *wrong, inverse);
}

INLINE vd vortices_inverse_step(vd inverse, vd x, vd *wrong)
{
    *wrong = vd_fnma(x, inverse, vd_set(1.0));
    return vd_fma(inverse, *wrong, inverse);
}

/* Guesses by the exponent's and mantissa's bits, within 4 % and 13 %, brought to 2^-17 and 2^-24. */
INLINE vd vortices_root_guess(vd square)
{
    vd wrong, y = vu_double(vu_set(0x5fe6eb50c7b537a9) - (vd_bits(square) >> 1));
    y = vortices_root_step(y, square, &wrong);
    return vortices_root_step(y, square, &wrong);
}

INLINE vd vortices_inverse_guess(vd x)
{
    vd wrong, y = vu_double(vu_set(0x7fde623822fc16e6) - vd_bits(x));
    y = vortices_inverse_step(y, x, &wrong);
    y = vortices_inverse_step(y, x, &wrong);
    return vortices_inverse_step(y, x, &wrong);
}

/* s - p of two vortices; NaN where they coincide (1 - c <= 2^-40) */
INLINE vd vortices_gap(vd p, vd both)
{
    vd gap = both - p;
    return vd_select(vm_le(gap, vd_set(0x1p-40) * both), vd_set(NAN), gap);
}

/* b at the positions z; the guesses of 1/n_i and 1/(s - p) are improved.  The lanes where they were good. */
INLINE vm vortices_quarter(vd b[VORTICES_D], vd inverse[VORTICES_N], vd share[VORTICES_PAIRS],
                           const vd z[VORTICES_D], const vortices_stages *s)
{
    const vd close = vd_set(0x1p-27);
    vm good = vm_all();
    vd length[VORTICES_N], lean[VORTICES_N], wrong;
    EACH(i, VORTICES_N)
    {
        vd square = vortices_dot(z + 3 * i, z + 3 * i);
        inverse[i] = vortices_root_step(inverse[i], square, &wrong);
        good = vm_and(good, vm_le(vd_abs(wrong), close));
        length[i] = square * inverse[i];
        lean[i] = vd_set(0.0);
    }
    EACH(i, VORTICES_D) b[i] = vd_set(0.0);
    int pair = 0;
    EACH(i, VORTICES_N)
    EACH(j, VORTICES_N)
    if (j > i) {
        vd p = vortices_dot(z + 3 * i, z + 3 * j);
        share[pair] =
            vortices_inverse_step(share[pair], vortices_gap(p, length[i] * length[j]), &wrong);
        good = vm_and(good, vm_le(vd_abs(wrong), close));
        vd at_i = s->strength[j] * share[pair], at_j = s->strength[i] * share[pair];
        pair++;
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
        vd back = lean[i] * (inverse[i] * inverse[i]);
        EACH(k, 3)
        b[3 * i + k] = vd_fma(s->turn[k] - back, z[3 * i + k], b[3 * i + k]);
    }
    return good;
}

INLINE void vortices_prepare(vortices_stages *s, const tile *t, const ensemble_job *job,
                             unsigned half, int v)
{
    vd length[VORTICES_N], *inverse = s->z + VORTICES_INVERSE;
    int pair = 0;
    EACH(k, 3)
    s->turn[k] = job->quads ? vd_set(0.25 * job->quad[k]) * t->dw[k][half][v] : vd_set(0.0);
    EACH(j, VORTICES_N) s->strength[j] = vd_set(job->strength[j]);
    EACH(i, VORTICES_D) s->z[i] = s->x[i];
    EACH(i, VORTICES_N)
    {
        vd square = vortices_dot(s->x + 3 * i, s->x + 3 * i);
        inverse[i] = vortices_root_guess(square);
        length[i] = square * inverse[i];
    }
    EACH(i, VORTICES_N)
    EACH(j, VORTICES_N)
    if (j > i) {
        vd p = vortices_dot(s->x + 3 * i, s->x + 3 * j), both = length[i] * length[j];
        s->z[VORTICES_SHARE + pair++] = vortices_inverse_guess(both - p);
    }
}

/* x - 2 b x z - 2 (b.z) b + |b|^2 z */
INLINE void vortices_stage(vd out[VORTICES_D], const vd all[VORTICES_D], const vortices_stages *s)
{
    const vd two = vd_set(2.0);
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

INLINE void vortices_apply(vd next[1][VORTICES_UNKNOWNS], const vortices_stages *s)
{
    vd b[VORTICES_D], *out = next[0];
    EACH(i, VORTICES_N + VORTICES_PAIRS) out[VORTICES_D + i] = s->z[VORTICES_D + i];
    vortices_quarter(b, out + VORTICES_INVERSE, out + VORTICES_SHARE, s->z, s);
    vortices_stage(out, b, s);
}

/* One rounding at the size of x.  Lanes whose inverses were not good or whose stage moves by more than 8u|x| are left. */
INLINE vm vortices_finish(vd next[VORTICES_D], const vortices_stages *s)
{
    const vd four = vd_set(4.0);
    vd all[VORTICES_D], inverse[VORTICES_N], share[VORTICES_PAIRS], again[VORTICES_D];
    EACH(i, VORTICES_N) inverse[i] = s->z[VORTICES_INVERSE + i];
    EACH(i, VORTICES_PAIRS) share[i] = s->z[VORTICES_SHARE + i];
    vm good = vortices_quarter(all, inverse, share, s->z, s);
    vortices_stage(again, all, s);
    EACH(i, VORTICES_D)
    good = vm_and(good, vm_le(vd_abs(again[i] - s->z[i]), vd_set(0x1p-50) * s->scale));
    EACH(i, VORTICES_N)
    {
        const vd *b = all + 3 * i, *z = s->z + 3 * i, *x = s->x + 3 * i;
        next[3 * i] = vd_fma(four, vd_fma(z[1], b[2], -(z[2] * b[1])), x[0]);
        next[3 * i + 1] = vd_fma(four, vd_fma(z[2], b[0], -(z[0] * b[2])), x[1]);
        next[3 * i + 2] = vd_fma(four, vd_fma(z[0], b[1], -(z[1] * b[0])), x[2]);
    }
    return vm_and_not(vm_all(), good);
}

#define MODEL(name) vortices_##name
#define UNKNOWNS    VORTICES_UNKNOWNS
#define COMPARED    VORTICES_D
#define DIM         VORTICES_D
#define TOGETHER    1
#include "fast/ensemble_template_iterate.h"

static void advance_vortices(ensemble_job *job)
{
    advance(job, VORTICES_D, vortices_take_step);
}
