/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Iterates the stages of a tile of paths.  Included once for each model, after MODEL (a name's
 * prefix), UNKNOWNS, COMPARED (how many of them decide when to stop), DIM, TOGETHER (vectors in
 * step), and after
 *   MODEL(stages)    with x[DIM], z[UNKNOWNS], scale, before, delta (vd);
 *   MODEL(prepare)   a step's constants, and z to begin with;
 *   MODEL(apply)
 *   next = T(z) for TOGETHER stages; where OVER is defined, for one, and next may be its z;
 *   MODEL(finish)    next from z; returns the lanes in which z proved to be no stage.
 * Undefines what it was given.
 *
 * The first job->untested evaluations are made without a test of convergence: as many as a state of
 * unit size is expected to need.  Then every evaluation is tested.  The rule is that of
 * fixed_point.c, with an earlier stop for fast contractions: a lane is done when its difference is
 * at most 4u|x| and either no longer decreases or would next fall below u|x|/16, at the rate of the
 * last two or, for the first test, at the rate that a state of unit size is expected to have
 * (job->tolerance <= 4u).  A lane that is not done in time is stepped alone.
 *
 * That expectation is a guess, and no bound depends on it.  With any guess, a lane stops with delta
 * = |T(z) - z| <= 4u|x| and takes T(z), whose distance from the stage is at most (L delta + eps)/(1
 * - L), L the true contraction and eps the rounding of T: the bound of fixed_point.c, (2 +
 * eps/2u|x|) u|x| kappa.  The guess decides only how much of these 4L u|x|/(1 - L) is left: u|x|/16
 * where L is not above it.  And a difference of 4u|x| after `untested` evaluations says that they
 * contracted by (4u|x|/delta_0)^(1/untested) on average, no slower than expected unless the first
 * difference delta_0 was itself small.
 *
 * For most vectors no operation depends on a comparison, so that the operations of the next vectors
 * overlap with these. */

/* Difference of an evaluation, on the way from z to next. */
INLINE vd MODEL(difference)(const vd next[UNKNOWNS], const vd z[UNKNOWNS])
{
    vd delta = vd_abs(next[0] - z[0]);
    EACH(i, COMPARED) delta = vd_max(delta, vd_abs(next[i] - z[i]));
    return delta;
}

/* Iterates and tests the lanes in `left`; the others do not change. */
static __attribute__((noinline)) void MODEL(go_on)(MODEL(stages) * s, vm *left, tile *t, unsigned k)
{
    vd next[TOGETHER][UNKNOWNS];
    for (bool more = true; more && k < LONGEST; k++) {
        more = false;
        MODEL(apply)(next, s);
        EACH(g, TOGETHER)
        {
            vd delta = MODEL(difference)(next[g], s[g].z);
            EACH(i, UNKNOWNS) s[g].z[i] = vd_select(left[g], next[g][i], s[g].z[i]);
            s[g].delta = vd_select(left[g], delta, s[g].delta);
            vm small = vm_le(delta, vd_set(0x1p-51) * s[g].scale);
            vm fast = vm_le(delta * delta, vd_set(0x1p-57) * s[g].scale * s[g].before);
            vm done = vm_and(small, vm_or(fast, vm_le(s[g].before, delta)));
            left[g] = vm_and_not(left[g], done);
            s[g].before = delta;
            more = more || vm_any(left[g]);
        }
    }
    if (k > t->iterations) t->iterations = k;
}

INLINE void MODEL(solve)(MODEL(stages) * s, vm *left, tile *t, unsigned untested, vd tolerance)
{
    vd next[TOGETHER][UNKNOWNS];
    bool more = false;
    for (unsigned k = 0; k < untested; k++) {
#ifdef OVER
        MODEL(apply)(&s->z, s);
#else
        MODEL(apply)(next, s);
        EACH(i, UNKNOWNS) EACH(g, TOGETHER) s[g].z[i] = next[g][i];
#endif
    }
    MODEL(apply)(next, s);
    EACH(g, TOGETHER)
    {
        s[g].scale = vd_abs(s[g].x[0]);
        EACH(i, DIM) s[g].scale = vd_max(s[g].scale, vd_abs(s[g].x[i]));
        s[g].delta = s[g].before = MODEL(difference)(next[g], s[g].z);
        left[g] = vm_and_not(vm_all(), vm_le(s[g].delta, tolerance * s[g].scale));
        more = more || vm_any(left[g]);
        EACH(i, UNKNOWNS) s[g].z[i] = next[g][i];
    }
    if (untested + 1 > t->iterations) t->iterations = untested + 1;
    if (!more) return;
    /* copies, so that no address of the stages themselves is taken: they stay in registers */
    MODEL(stages) slow[TOGETHER];
    vm unconverged[TOGETHER];
    EACH(g, TOGETHER)
    {
        slow[g] = s[g];
        unconverged[g] = left[g];
    }
    MODEL(go_on)(slow, unconverged, t, untested + 1);
    EACH(g, TOGETHER)
    {
        EACH(i, UNKNOWNS) s[g].z[i] = slow[g].z[i];
        s[g].delta = slow[g].delta;
        left[g] = unconverged[g];
    }
}

static void MODEL(take_step)(tile *t, const ensemble_job *job, unsigned half)
{
    for (int v = 0; v < t->used; v += TOGETHER) {
        MODEL(stages) s[TOGETHER];
        vm left[TOGETHER];
        bool more = false;
        EACH(g, TOGETHER)
        {
            EACH(i, DIM) s[g].x[i] = t->x[(v + g) * DIM + i];
            MODEL(prepare)(s + g, t, job, half, v + g);
        }
        MODEL(solve)(s, left, t, job->untested, vd_set(job->tolerance));
        EACH(g, TOGETHER)
        {
            left[g] = vm_or(left[g], MODEL(finish)(t->x + (v + g) * DIM, s + g));
            t->delta[v + g] = s[g].delta;
            t->scale[v + g] = s[g].scale;
            more = more || vm_any(left[g]);
        }
        if (!more) continue;
        EACH(g, TOGETHER)
        {
            vd from[DIM];
            EACH(i, DIM) from[i] = s[g].x[i];
            if (vm_any(left[g])) step_alone(t, job, from, 1, DIM, half, v + g, left[g]);
        }
    }
}

#undef MODEL
#undef UNKNOWNS
#undef COMPARED
#undef DIM
#undef TOGETHER
#undef OVER
