/* Trajectories of the binary64 path to one horizon on nested grids of the same Wiener path. */
#include "oracle/claim_levels.h"
#include "fast/fast.h"
#include "oracle/noise.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct slp_levels {
    const slp_experiment *experiment;
    const fast_scheme *scheme;
    fast_system *sys;
    slp_case c;
    unsigned finest;
    double horizon;
    double *room, *dw, *column;
};

static slp_status refuse(slp_error *err, const slp_experiment *e, const char *field,
                         const char *why)
{
    return slp_error_set(err, e->line, NULL, field, "%s", why);
}

slp_status slp_levels_new(slp_levels **to, const slp_trial *trial, slp_error *err)
{
    const slp_experiment *e = trial->experiment;
    unsigned finest = 0;
    while ((size_t)1 << finest < trial->steps && finest < SLP_NOISE_LEVELS) finest++;
    if ((size_t)1 << finest != trial->steps)
        return refuse(err, e, "steps", "must be a power of two: the steps of the finest level");
    if (!e->wiener) return refuse(err, e, "noise", "must be wiener");
    if (e->h.kind != SLP_ORIGIN_FIXED) return refuse(err, e, "h", "must be one number");
    slp_levels *t = calloc(1, sizeof *t);
    if (!t) return refuse(err, e, NULL, "no memory");
    *to = t;
    slp_case_init(&t->c);
    t->experiment = e;
    t->finest = finest;
    slp_status status = slp_experiment_case(&t->c, e, 0, 1, err);
    if (status != SLP_OK) return status;
    t->horizon = t->c.h * (double)trial->steps;
    t->scheme = fast_scheme_find(t->c.scheme->name);
    if (!t->scheme) return SLP_UNSUPPORTED;
    status = fast_system_new(&t->sys, &t->c, err);
    if (status != SLP_OK) return status;
    size_t steps = trial->steps;
    t->room = malloc((fast_step_room(t->scheme, t->sys) + 1) * sizeof(double));
    t->column = malloc(steps * sizeof(double));
    t->dw = malloc((steps * t->c.M + 1) * sizeof(double));
    if (!t->room || !t->column || !t->dw) return refuse(err, e, NULL, "no memory");
    return SLP_OK;
}

void slp_levels_free(slp_levels *t)
{
    if (!t) return;
    if (t->sys) fast_system_free(t->sys);
    slp_case_clear(&t->c);
    free(t->room);
    free(t->column);
    free(t->dw);
    free(t);
}

size_t slp_levels_d(const slp_levels *t)
{
    return t->c.d;
}

size_t slp_levels_noises(const slp_levels *t)
{
    return t->c.M;
}

unsigned slp_levels_finest(const slp_levels *t)
{
    return t->finest;
}

double slp_levels_log_step(const slp_levels *t, unsigned level)
{
    return log2(t->horizon) - (double)level;
}

slp_status slp_levels_end(double *end, slp_levels *t, unsigned level, uint64_t path, unsigned signs)
{
    const slp_experiment *e = t->experiment;
    size_t steps = (size_t)1 << level, M = t->c.M;
    double h = ldexp(t->horizon, -(int)level);
    for (size_t k = 0; k < M; k++) {
        slp_increments(t->column, t->horizon, e->seed, path, (uint32_t)k, level, 0, steps);
        double sign = k < 32 && signs >> k & 1 ? -1 : 1;
        for (size_t n = 0; n < steps; n++)
            t->dw[n * M + k] =
                sign * (e->ell > 0 ? slp_truncate(t->column[n], h, e->ell) : t->column[n]);
    }
    memcpy(end, t->c.x, t->c.d * sizeof *end);
    for (size_t n = 0; n < steps; n++) {
        slp_status status = fast_step(end, NULL, t->scheme, t->sys, end, h, t->dw + n * M, t->room);
        if (status != SLP_OK) return status;
    }
    return SLP_OK;
}
