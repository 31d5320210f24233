/* The ensemble kernels, one text each, compiled once an instruction set after a vector_*.h that says what a vector
 * is.  Here isospectral-midpoint on the rigid body; the others in files of their own.  KERNEL is the name to define.
 *
 * Bits do not depend on the kernel, the tile or the neighbours: every operation is one correctly rounded operation a
 * lane (fused multiply-adds only where written), and a lane that has converged is not touched again.
 *
 * A tile of paths lives in the first-level cache.  For two steps at a time (one Box-Muller pair a channel) the
 * noise is made in passes over the tile, short chains that the processor overlaps; then the steps are taken. */
#include "fast/ensemble_template_tiles.h"

#include <math.h>
#include <string.h>

/* ---- The step -------------------------------------------------------------------------------------------- */

/* GROUP vectors' stages at once, so that their chains of operations overlap.
 *   rate = (h/I + c dW)/2, turn = sum chi dW / 2, a = rate z + turn, x = z + a x z + (a.z) a. */
typedef struct stages {
    vd x[3], z[3], rate[3], turn[3];
    vd scale, before, delta;
} stages;

/* out = x - a x z - (a.z) a */
INLINE void apply(vd out[3], const stages *s, const bool turning)
{
    vd a[3];
    EACH(i, 3)
    a[i] = turning ? vd_fma(s->rate[i], s->z[i], s->turn[i]) : s->rate[i] * s->z[i];
    vd along = vd_fma(a[0], s->z[0], vd_fma(a[1], s->z[1], a[2] * s->z[2]));
    out[0] = vd_fnma(along, a[0], vd_fma(a[2], s->z[1], vd_fnma(a[1], s->z[2], s->x[0])));
    out[1] = vd_fnma(along, a[1], vd_fma(a[0], s->z[2], vd_fnma(a[2], s->z[0], s->x[1])));
    out[2] = vd_fnma(along, a[2], vd_fma(a[1], s->z[0], vd_fnma(a[0], s->z[1], s->x[2])));
}

/* The lanes that are still active: one by one, from the state, by the map that contracts more. */
static void rescue(stages *s, tile *t, vm active)
{
    double x[3][LANES], z[3][LANES], rate[3][LANES], turn[3][LANES], delta[LANES];
    memcpy(x, s->x, sizeof x);
    memcpy(z, s->z, sizeof z);
    memcpy(rate, s->rate, sizeof rate);
    memcpy(turn, s->turn, sizeof turn);
    memcpy(delta, &s->delta, sizeof delta);
    for (int l = 0; l < LANES; l++) {
        if (!vm_lane(active, l)) continue;
        double own[3] = {NAN, NAN, NAN}, from[3], r[3], b[3];
        EACH(i, 3)
        {
            from[i] = x[i][l];
            r[i] = rate[i][l];
            b[i] = turn[i][l];
        }
        unsigned iterations = 0;
        if (!ensemble_hard_stage(own, &iterations, delta + l, r, b, from))
            own[0] = own[1] = own[2] = NAN;
        if (iterations > t->iterations) t->iterations = iterations;
        EACH(i, 3) z[i][l] = own[i];
    }
    memcpy(s->z, z, sizeof z);
    memcpy(&s->delta, delta, sizeof delta);
}

/* Iterations before differences are looked at, and after. */
enum { BLIND = 4, WATCHED = 28 };

/* The rule of fixed_point.c, with a shorter way out for fast contractions: a lane is done when its difference is
 * zero; or is at most 4u|x| and either no longer decreases or, at the rate of the last two, would next fall below
 * u|x|/16.  The error left is at most L/(1-L) 4u|x| <= 2 kappa u|x| in the worst case, and u|x|/16 where contraction is
 * fast.  Lanes not done in time go to ensemble_hard_stage, one by one. */
INLINE void solve(stages *s, tile *t, const bool turning)
{
    vm active[GROUP];
    vd next[3];
    EACH(k, BLIND)
    EACH(g, GROUP)
    {
        apply(next, s + g, turning);
        EACH(i, 3) s[g].z[i] = next[i];
    }
    EACH(g, GROUP)
    {
        vd x0 = vd_abs(s[g].x[0]), x1 = vd_abs(s[g].x[1]), x2 = vd_abs(s[g].x[2]);
        s[g].scale = vd_max(x0, vd_max(x1, x2));
        s[g].before = vd_set(INFINITY);
        active[g] = vm_all();
    }
    unsigned k = BLIND;
    for (bool more = true; more && k < BLIND + WATCHED; k++) {
        more = false;
        EACH(g, GROUP)
        {
            apply(next, s + g, turning);
            vd d0 = vd_abs(next[0] - s[g].z[0]), d1 = vd_abs(next[1] - s[g].z[1]);
            vd d2 = vd_abs(next[2] - s[g].z[2]), delta = vd_max(d0, vd_max(d1, d2));
            EACH(i, 3) s[g].z[i] = vd_select(active[g], next[i], s[g].z[i]);
            s[g].delta = vd_select(active[g], delta, s[g].delta);
            vm small = vm_le(delta, vd_set(0x1p-51) * s[g].scale);
            vm fast = vm_le(delta * delta, vd_set(0x1p-57) * s[g].scale * s[g].before);
            vm done = vm_and(small, vm_or(fast, vm_le(s[g].before, delta)));
            active[g] = vm_and_not(active[g], done);
            s[g].before = delta;
            more = more || vm_any(active[g]);
        }
    }
    if (k > t->iterations) t->iterations = k;
    EACH(g, GROUP)
    if (vm_any(active[g])) rescue(s + g, t, active[g]);
}

/* x' = x - 2 a x z, one rounding at the size of x. */
INLINE void finish(vd x[3], const stages *s, const bool turning)
{
    vd a[3];
    const vd two = vd_set(2.0);
    EACH(i, 3)
    a[i] = turning ? vd_fma(s->rate[i], s->z[i], s->turn[i]) : s->rate[i] * s->z[i];
    x[0] = vd_fma(two, vd_fma(a[2], s->z[1], -(a[1] * s->z[2])), s->x[0]);
    x[1] = vd_fma(two, vd_fma(a[0], s->z[2], -(a[2] * s->z[0])), s->x[1]);
    x[2] = vd_fma(two, vd_fma(a[1], s->z[0], -(a[0] * s->z[1])), s->x[2]);
}

INLINE void step_group(tile *t, const ensemble_job *job, int first, unsigned half,
                       const bool squares, const bool turning)
{
    stages s[GROUP];
    EACH(g, GROUP)
    {
        const int v = first + g;
        EACH(i, 3)
        {
            vd rate = vd_set(job->rate[i]), turn = vd_set(0.0);
            if (squares) rate = vd_fma(vd_set(job->quad[i]), t->dw[i][half][v], rate);
            if (turning)
                for (unsigned k = 0; k < job->vectors; k++)
                    turn = vd_fma(vd_set(job->lin[k][i]), t->dw[job->quads + k][half][v], turn);
            s[g].x[i] = s[g].z[i] = t->x[v][i];
            s[g].rate[i] = vd_set(0.5) * rate;
            s[g].turn[i] = vd_set(0.5) * turn;
        }
        s[g].delta = vd_set(0.0);
    }
    solve(s, t, turning);
    EACH(g, GROUP)
    {
        finish(t->x[first + g], s + g, turning);
        t->residual[first + g] =
            vd_select(vm_le(s[g].scale, vd_set(0.0)), s[g].delta, s[g].delta / s[g].scale);
    }
}

/* The loops, once for each kind of noise. */
static void take_step(tile *t, const ensemble_job *job, unsigned half)
{
    const int kind = (job->quads ? 2 : 0) + (job->vectors ? 1 : 0);
    for (int v = 0; v < VECTORS; v += GROUP) switch (kind) {
        case 0:
            step_group(t, job, v, half, false, false);
            break;
        case 1:
            step_group(t, job, v, half, false, true);
            break;
        case 2:
            step_group(t, job, v, half, true, false);
            break;
        default:
            step_group(t, job, v, half, true, true);
        }
}

static void advance_rigid_body(ensemble_job *job)
{
    advance(job, 3, take_step);
}

#include "fast/ensemble_template_top.h"
#include "fast/ensemble_template_vortices.h"

const ensemble_kernel KERNEL = {{[ENSEMBLE_RIGID_BODY] = advance_rigid_body,
                                 [ENSEMBLE_HEAVY_TOP] = advance_heavy_top,
                                 [ENSEMBLE_VORTICES] = advance_vortices},
                                record};
