/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Spins, su(2)^n, n = 1 to ENSEMBLE_SPINS_MOST, whatever their bonds.
 *
 * isospectral-midpoint: with b a quarter of a spin's generator at the stage z,
 *   z = ((1 - |b|^2) x - 2 b x x + 2 (b.x) b)/(1 + |b|^2)^2,   x' = x + 4 z x b.
 * This solves the stage for a generator held fixed, so that field and noise, which no state
 * changes, do not slow the iteration.  An evaluation goes over the spins in turn and puts each new
 * z over the old one: later spins see it.  If the map of all spins at once contracts by L < 1 in
 * the largest difference of a spin, so does this one: by induction over spins each new difference
 * is at most L times the largest old one.  Both have the same fixed point.
 *
 * sib: with b half of a spin's generator, m = (x - b x x + (b.x) b)/(1 + |b|^2) is the mean of x
 * and of x turned by the generator; x' = x + 2 m x b, once with b at x and, its means put for all
 * spins, once with b at those.  Explicit: no iteration.
 *
 * A sum of gradients goes over the bonds of one spin, whose numbers stay in registers:
 * job->spins lists them for each spin. */

/* Component k of spin a of vector g at (3 a + k) SPIN_VECTORS + g: the vectors of a stage are
 * neighbours. */
enum { SPINS_WIDTH = VECTORS };
enum { SPINS_ROOM = 3 * ENSEMBLE_SPINS_MOST * SPIN_VECTORS };
typedef struct spins_stages {
    vd x[SPINS_ROOM], z[SPINS_ROOM];
    vd still[SPINS_ROOM]; /* what no state changes: of field and noise, damped of noise alone */
} spins_stages;

#define SPINS_EACH EACH(k, 3) EACH(g, SPIN_VECTORS)

/* b of spin a at the positions z */
INLINE void spins_turn(vd b[3][SPIN_VECTORS], const vd *z, const vd *still, const ensemble_spins *m,
                       unsigned a)
{
    const vd *own = z + 3 * SPIN_VECTORS * a, *add = still + 3 * SPIN_VECTORS * a;
    SPINS_EACH b[k][g] = m->damped ? vd_set(m->field[k]) : add[k * SPIN_VECTORS + g];
    IN_TURN(i, (int)(m->first[a + 1] - m->first[a]))
    {
        const ensemble_bond *bond = m->bond + m->first[a] + i;
        const vd *other = z + 3 * SPIN_VECTORS * bond->other, J = vd_set(bond->exchange);
        SPINS_EACH b[k][g] = vd_fma(J, other[k * SPIN_VECTORS + g], b[k][g]);
        if (!m->turns) continue;
        EACH(k, 3)
        {
            const int next = (k + 1) % 3, last = (k + 2) % 3;
            const vd D = vd_set(bond->dmi[last]), E = vd_set(bond->dmi[next]);
            EACH(g, SPIN_VECTORS)
            b[k][g] = vd_fma(other[next * SPIN_VECTORS + g], D, b[k][g]);
            EACH(g, SPIN_VECTORS)
            b[k][g] = vd_fnma(other[last * SPIN_VECTORS + g], E, b[k][g]);
        }
    }
    if (m->has_axis) {
        vd along[SPIN_VECTORS];
        EACH(g, SPIN_VECTORS) along[g] = vd_set(m->axis[0]) * own[g];
        EACH(g, SPIN_VECTORS)
        along[g] = vd_fma(vd_set(m->axis[1]), own[SPIN_VECTORS + g], along[g]);
        EACH(g, SPIN_VECTORS)
        along[g] = vd_fma(vd_set(m->axis[2]), own[2 * SPIN_VECTORS + g], along[g]);
        SPINS_EACH b[k][g] = vd_fma(vd_set(m->pull[k]), along[g], b[k][g]);
    }
    if (m->damped) { /* b + (damping z) x b, then the noise */
        vd sum[3][SPIN_VECTORS];
        SPINS_EACH sum[k][g] = b[k][g] + add[k * SPIN_VECTORS + g];
        EACH(k, 3)
        {
            const int next = (k + 1) % 3, last = (k + 2) % 3;
            EACH(g, SPIN_VECTORS)
            {
                const vd turn = vd_fnma(own[last * SPIN_VECTORS + g], b[next][g],
                                        own[next * SPIN_VECTORS + g] * b[last][g]);
                sum[k][g] = vd_fma(vd_set(m->damping), turn, sum[k][g]);
            }
        }
        SPINS_EACH b[k][g] = sum[k][g];
    }
}

INLINE vd spins_dot(const vd a[3][SPIN_VECTORS], const vd b[3][SPIN_VECTORS], int g)
{
    return vd_fma(a[0][g], b[0][g], vd_fma(a[1][g], b[1][g], a[2][g] * b[2][g]));
}

/* z from x and b, as above */
INLINE void spins_stage(vd z[3][SPIN_VECTORS], const vd b[3][SPIN_VECTORS], const vd *at)
{
    const vd one = vd_set(1.0);
    vd x[3][SPIN_VECTORS], share[SPIN_VECTORS], less[SPIN_VECTORS], along[SPIN_VECTORS];
    SPINS_EACH x[k][g] = at[k * SPIN_VECTORS + g];
    EACH(g, SPIN_VECTORS)
    {
        const vd square = spins_dot(b, b, g);
        share[g] = one / (one + square);
        less[g] = vd_set(0.5) * (one - square);
        along[g] = spins_dot(b, x, g);
    }
    /* (1 - |b|^2) x/2 - b x x + (b.x) b, times 2 share^2 */
    EACH(k, 3)
    {
        const int next = (k + 1) % 3, last = (k + 2) % 3;
        EACH(g, SPIN_VECTORS) z[k][g] = less[g] * x[k][g];
        EACH(g, SPIN_VECTORS) z[k][g] = vd_fma(along[g], b[k][g], z[k][g]);
        EACH(g, SPIN_VECTORS) z[k][g] = vd_fma(b[last][g], x[next][g], z[k][g]);
        EACH(g, SPIN_VECTORS) z[k][g] = vd_fnma(b[next][g], x[last][g], z[k][g]);
    }
    EACH(g, SPIN_VECTORS) share[g] = vd_set(2.0) * share[g] * share[g];
    SPINS_EACH z[k][g] = share[g] * z[k][g];
}

/* m from x and b, as above */
INLINE void spins_mean(vd m[3][SPIN_VECTORS], const vd b[3][SPIN_VECTORS], const vd *at)
{
    const vd one = vd_set(1.0);
    vd x[3][SPIN_VECTORS], share[SPIN_VECTORS], along[SPIN_VECTORS];
    SPINS_EACH x[k][g] = at[k * SPIN_VECTORS + g];
    EACH(g, SPIN_VECTORS)
    {
        share[g] = one / (one + spins_dot(b, b, g));
        along[g] = spins_dot(b, x, g);
    }
    EACH(k, 3)
    {
        const int next = (k + 1) % 3, last = (k + 2) % 3;
        EACH(g, SPIN_VECTORS) m[k][g] = vd_fma(along[g], b[k][g], x[k][g]);
        EACH(g, SPIN_VECTORS) m[k][g] = vd_fma(b[last][g], x[next][g], m[k][g]);
        EACH(g, SPIN_VECTORS) m[k][g] = vd_fnma(b[next][g], x[last][g], m[k][g]);
    }
    SPINS_EACH m[k][g] = share[g] * m[k][g];
}

/* The spin at `from` moves by times z x b, to `to` of each vector: one rounding at the size of x.
 */
INLINE void spins_move(vd *to, size_t stride, const vd *from, vd times, const vd z[3][SPIN_VECTORS],
                       const vd b[3][SPIN_VECTORS])
{
    EACH(k, 3)
    {
        const int next = (k + 1) % 3, last = (k + 2) % 3;
        EACH(g, SPIN_VECTORS)
        {
            const vd turn = vd_fnma(z[last][g], b[next][g], z[next][g] * b[last][g]);
            to[g * (int)stride + k] = vd_fma(times, turn, from[k * SPIN_VECTORS + g]);
        }
    }
}

/* The states of vectors v and on, and what their noise makes of `still`. */
INLINE void spins_prepare(spins_stages *s, const tile *t, const ensemble_job *job, unsigned half,
                          int v)
{
    const ensemble_spins *m = &job->spins;
    const vd amplitude = vd_set(m->amplitude);
    const int d = 3 * (int)m->n;
    IN_TURN(i, d)
    {
        const vd field = vd_set(m->damped ? 0.0 : m->field[i % 3]);
        EACH(g, SPIN_VECTORS)
        {
            s->x[i * SPIN_VECTORS + g] = t->x[(v + g) * d + i];
            s->still[i * SPIN_VECTORS + g] =
                job->channels ? vd_fma(amplitude, t->dw[i][half][v + g], field) : field;
        }
    }
}

/* One evaluation.  Tested: moves the lanes in `left` alone, and delta is the largest difference. */
INLINE void spins_evaluate(spins_stages *s, const ensemble_spins *m, vd delta[SPIN_VECTORS],
                           const vm left[SPIN_VECTORS], const bool tested)
{
    vd most[SPIN_VECTORS];
    EACH(g, SPIN_VECTORS) most[g] = vd_set(0.0);
    for (unsigned i = 0; i < m->n; i++) {
        const unsigned a = m->order[i];
        vd b[3][SPIN_VECTORS], next[3][SPIN_VECTORS];
        vd *z = s->z + 3 * SPIN_VECTORS * a;
        spins_turn(b, s->z, s->still, m, a);
        spins_stage(next, b, s->x + 3 * SPIN_VECTORS * a);
        SPINS_EACH
        {
            const vd before = z[k * SPIN_VECTORS + g];
            if (tested) most[g] = vd_max(most[g], vd_abs(next[k][g] - before));
            z[k * SPIN_VECTORS + g] = tested ? vd_select(left[g], next[k][g], before) : next[k][g];
        }
    }
    EACH(g, SPIN_VECTORS) delta[g] = most[g];
}

/* Solves the stages of vectors v and on by the rule of fast/ensemble/template_iterate.h: the first
 * job->untested evaluations are not tested, the first test accepts job->tolerance, later ones
 * look at two differences.  `left`: the lanes that are not done in time. */
INLINE void spins_solve(spins_stages *s, tile *t, const ensemble_job *job, vm left[SPIN_VECTORS],
                        int v)
{
    const ensemble_spins *m = &job->spins;
    vd before[SPIN_VECTORS], delta[SPIN_VECTORS], scale[SPIN_VECTORS];
    unsigned k = 0;
    bool more = true;
    memcpy(s->z, s->x, 3 * SPIN_VECTORS * m->n * sizeof *s->z);
    for (; k < job->untested; k++) spins_evaluate(s, m, delta, left, false);
    EACH(g, SPIN_VECTORS)
    {
        left[g] = vm_all();
        before[g] = scale[g] = vd_set(0.0);
    }
    for (int i = 0; i < 3 * (int)m->n; i++) EACH(g, SPIN_VECTORS)
    scale[g] = vd_max(scale[g], vd_abs(s->x[i * SPIN_VECTORS + g]));
    for (; more && k < LONGEST; k++) {
        more = false;
        spins_evaluate(s, m, delta, left, true);
        EACH(g, SPIN_VECTORS)
        {
            t->delta[v + g] = vd_select(left[g], delta[g], t->delta[v + g]);
            const vm small = vm_le(delta[g], vd_set(0x1p-51) * scale[g]),
                     fast = vm_le(delta[g] * delta[g], vd_set(0x1p-57) * scale[g] * before[g]),
                     done = k == job->untested
                                ? vm_le(delta[g], vd_set(job->tolerance) * scale[g])
                                : vm_and(small, vm_or(fast, vm_le(before[g], delta[g])));
            left[g] = vm_and_not(left[g], done);
            before[g] = delta[g];
            more = more || vm_any(left[g]);
        }
    }
    EACH(g, SPIN_VECTORS) t->scale[v + g] = scale[g];
    if (k > t->iterations) t->iterations = k;
}

static void spins_take_step(tile *t, const ensemble_job *job, unsigned half)
{
    const ensemble_spins *m = &job->spins;
    const size_t d = 3 * m->n;
    for (int v = 0; v < t->used; v += SPIN_VECTORS) {
        spins_stages s;
        vm left[SPIN_VECTORS];
        vd *to = t->x + (size_t)v * d;
        spins_prepare(&s, t, job, half, v);
        spins_solve(&s, t, job, left, v);
        for (unsigned a = 0; a < m->n; a++) {
            vd b[3][SPIN_VECTORS], z[3][SPIN_VECTORS];
            spins_turn(b, s.z, s.still, m, a);
            SPINS_EACH z[k][g] = s.z[(3 * a + (unsigned)k) * SPIN_VECTORS + (unsigned)g];
            spins_move(to + 3 * a, d, s.x + 3 * SPIN_VECTORS * a, vd_set(4.0), z, b);
        }
        EACH(g, SPIN_VECTORS)
        if (vm_any(left[g])) step_alone(t, job, s.x + g, SPIN_VECTORS, d, half, v + g, left[g]);
    }
}

static void spins_take_sib(tile *t, const ensemble_job *job, unsigned half)
{
    const ensemble_spins *m = &job->spins;
    const size_t d = 3 * m->n;
    for (int v = 0; v < t->used; v += SPIN_VECTORS) {
        spins_stages s;
        vd *to = t->x + (size_t)v * d;
        spins_prepare(&s, t, job, half, v);
        for (int second = 0; second < 2; second++)
            for (unsigned a = 0; a < m->n; a++) {
                const vd *x = s.x + 3 * SPIN_VECTORS * a;
                vd b[3][SPIN_VECTORS], mean[3][SPIN_VECTORS];
                spins_turn(b, second ? s.z : s.x, s.still, m, a);
                spins_mean(mean, b, x);
                if (second)
                    spins_move(to + 3 * a, d, x, vd_set(2.0), mean, b);
                else
                    SPINS_EACH
                s.z[(3 * a + (unsigned)k) * SPIN_VECTORS + (unsigned)g] = mean[k][g];
            }
    }
}

/* Noise for every spin's components takes much memory: tiles are small enough for the caches. */
static void advance_spins(ensemble_job *job)
{
    advance(job, 3 * job->spins.n, SPINS_WIDTH, spins_take_step);
}

static void advance_spins_sib(ensemble_job *job)
{
    advance(job, 3 * job->spins.n, SPINS_WIDTH, spins_take_sib);
}
