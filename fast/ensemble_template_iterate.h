/* The stage's iteration and the walk over a tile, once for each model: included after MODEL (a name's prefix), UNKNOWNS,
 * COMPARED (how many of them decide when to stop), DIM, TOGETHER (vectors in step), and after
 *   MODEL(stages)    with x[DIM], z[UNKNOWNS], scale, before, delta (vd);
 *   MODEL(prepare)   a step's constants, and z to begin with;
 *   MODEL(apply)     out = T(z);
 *   MODEL(finish)    next from z; returns the lanes in which z proved to be no stage.
 * Undefines what it was given.
 *
 * The stopping rule is that of ensemble_template.h.  A lane not done in time takes its whole step alone. */
INLINE void MODEL(solve)(MODEL(stages) * s, vm *left, tile *t)
{
    vd next[UNKNOWNS];
    EACH(k, BLIND)
    EACH(g, TOGETHER)
    {
        MODEL(apply)(next, s + g);
        EACH(i, UNKNOWNS) s[g].z[i] = next[i];
    }
    EACH(g, TOGETHER)
    {
        s[g].scale = vd_abs(s[g].x[0]);
        EACH(i, DIM) s[g].scale = vd_max(s[g].scale, vd_abs(s[g].x[i]));
        s[g].before = vd_set(INFINITY);
        s[g].delta = vd_set(0.0);
        left[g] = vm_all();
    }
    unsigned k = BLIND;
    for (bool more = true; more && k < BLIND + WATCHED; k++) {
        more = false;
        EACH(g, TOGETHER)
        {
            MODEL(apply)(next, s + g);
            vd delta = vd_abs(next[0] - s[g].z[0]);
            EACH(i, COMPARED) delta = vd_max(delta, vd_abs(next[i] - s[g].z[i]));
            EACH(i, UNKNOWNS) s[g].z[i] = vd_select(left[g], next[i], s[g].z[i]);
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

/* The lanes in `left` of vector v, one by one, from the state x. */
static void MODEL(alone)(tile *t, const ensemble_job *job, const vd *x, unsigned half, int v,
                         vm left)
{
    double from[DIM][LANES], to[DIM][LANES], residual[LANES], dw[FAST_ENSEMBLE_NOISES][LANES];
    for (size_t i = 0; i < DIM; i++) {
        memcpy(from[i], x + i, sizeof from[i]);
        memcpy(to[i], &t->x[v][i], sizeof to[i]);
    }
    memcpy(residual, t->residual + v, sizeof residual);
    for (unsigned k = 0; k < job->channels; k++) memcpy(dw[k], &t->dw[k][half][v], sizeof dw[k]);
    for (int l = 0; l < LANES; l++) {
        if (!vm_lane(left, l)) continue;
        double own[DIM], next[DIM], noise[FAST_ENSEMBLE_NOISES];
        fast_report report;
        for (size_t i = 0; i < DIM; i++) own[i] = from[i][l];
        for (unsigned k = 0; k < job->channels; k++) noise[k] = dw[k][l];
        ensemble_alone(next, &report, job, own, noise);
        for (size_t i = 0; i < DIM; i++) to[i][l] = next[i];
        residual[l] = report.residual;
        if (report.iterations > t->iterations) t->iterations = report.iterations;
    }
    for (size_t i = 0; i < DIM; i++) memcpy(&t->x[v][i], to[i], sizeof to[i]);
    memcpy(t->residual + v, residual, sizeof residual);
}

static void MODEL(take_step)(tile *t, const ensemble_job *job, unsigned half)
{
    for (int v = 0; v < VECTORS; v += TOGETHER) {
        MODEL(stages) s[TOGETHER];
        vm left[TOGETHER];
        EACH(g, TOGETHER)
        {
            EACH(i, DIM) s[g].x[i] = t->x[v + g][i];
            MODEL(prepare)(s + g, t, job, half, v + g);
        }
        MODEL(solve)(s, left, t);
        EACH(g, TOGETHER)
        {
            left[g] = vm_or(left[g], MODEL(finish)(t->x[v + g], s + g));
            t->residual[v + g] =
                vd_select(vm_le(s[g].scale, vd_set(0.0)), s[g].delta, s[g].delta / s[g].scale);
            if (vm_any(left[g])) MODEL(alone)(t, job, s[g].x, half, v + g, left[g]);
        }
    }
}

#undef MODEL
#undef UNKNOWNS
#undef COMPARED
#undef DIM
#undef TOGETHER
