/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* One step of any scheme on any system: checks before and after the rule, and the fixed-point
   iteration in it. */
#include "fast/scheme/scheme.h"
#include "oracle/contract/number/float_environment.h"

#include <math.h>
#include <string.h>

enum { LANES = 8 }; /* numbers that a loop takes at a time, for vectors */

const fast_scheme *fast_scheme_find(const char *name)
{
    for (size_t f = 0; name && fast_schemes_registry[f]; f++)
        for (const fast_scheme *s = fast_schemes_registry[f]; s->name; s++)
            if (strcmp(s->name, name) == 0) return s;
    return NULL;
}

const char *fast_scheme_at(size_t i)
{
    for (size_t f = 0; fast_schemes_registry[f]; f++)
        for (const fast_scheme *s = fast_schemes_registry[f]; s->name; s++)
            if (i-- == 0) return s->name;
    return NULL;
}

/* Vectors of d doubles: the unknown and its next value (one of which also takes the result), xi,
 * xi_low, work. */
static size_t count_vectors(const fast_scheme *scheme)
{
    return 2 * (scheme->stages ? scheme->stages : 1) + 2 + FAST_WORK;
}

static size_t scratch_size(const fast_system *sys)
{
    size_t algebra = fast_algebra_work_size(sys->algebra);
    return algebra > sys->work_size ? algebra : sys->work_size;
}

size_t fast_step_work_size(const fast_scheme *scheme, const fast_system *sys)
{
    if (!scheme || !sys) return 0;
    return count_vectors(scheme) * sys->d + scratch_size(sys) + sys->table->frozen_size(sys);
}

static bool all_finite(const double *v, size_t n)
{
    double lane[LANES] = {0}, sum = 0; /* of zeros, and of NaN where v is not finite */
    size_t i = 0;
    for (; i + LANES <= n; i += LANES)
        for (size_t l = 0; l < LANES; l++) lane[l] += 0 * v[i + l];
    for (; i < n; i++) sum += 0 * v[i];
    for (size_t l = 0; l < LANES; l++) sum += lane[l];
    return sum == 0;
}

static void start_stage(double *z, const fast_stage *s)
{
    const size_t d = s->sys->d;
    for (size_t i = 0; i < s->unknowns; i += d)
        if (s->scheme->in_algebra)
            memset(z + i, 0, d * sizeof *z);
        else
            memcpy(z + i, s->x, d * sizeof *z);
}

static slp_status solve(double *z, double *spare, fast_report *report, fast_stage *s)
{
    s->map = s->scheme->map;
    start_stage(z, s);
    slp_status status = fast_fixed_point(z, report, s, spare);
    if (status != SLP_NO_CONVERGENCE || !s->scheme->plain) return status;
    s->map = s->scheme->plain;
    start_stage(z, s);
    return fast_fixed_point(z, report, s, spare) == SLP_OK ? SLP_OK : status;
}

static bool has_factors(const fast_system *sys)
{
    size_t count;
    return sys->table->factors && sys->table->factors(&count, sys) == SLP_OK;
}

slp_status fast_step(double *next, fast_report *report, const fast_scheme *scheme,
                     const fast_system *sys, const double *x, double h, const double *dW,
                     double *work)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    fast_report own;
    if (!report) report = &own;
    *report = (fast_report){0};
    if (!next || !scheme || !sys || !x || (sys->M && !dW) || !work) return SLP_INPUT;
    const size_t d = sys->d;
    if (!(scheme->kinds & sys->algebra->kind) || !scheme->applies(sys->algebra))
        return SLP_UNSUPPORTED;
    if (scheme->splits && !has_factors(sys)) return SLP_UNSUPPORTED;
    if (!all_finite(x, d) || !isfinite(h) || !all_finite(dW, sys->M)) return SLP_DOMAIN;

    const size_t unknowns = scheme->stages * d, span = unknowns ? unknowns : d;
    double *z = work, *spare = z + span,
           *frozen = work + count_vectors(scheme) * d + scratch_size(sys);
    const bool against_one = scheme->in_algebra && sys->algebra->kind != SLP_VECTOR;
    fast_stage s = {.sys = sys,
                    .scheme = scheme,
                    .frozen = frozen,
                    .x = x,
                    .dW = dW,
                    .h = h,
                    .xi = spare + span,
                    .xi_low = spare + span + d,
                    .scratch = work + count_vectors(scheme) * d,
                    .unknowns = unknowns,
                    .scale = against_one || !unknowns ? 1 : fast_max_norm(x, d)};
    for (size_t i = 0; i < FAST_WORK; i++) s.work[i] = s.xi_low + (i + 1) * d;
    sys->table->freeze(frozen, sys, h, dW);
    if (!all_finite(frozen, sys->table->frozen_size(sys))) return SLP_DOMAIN;
    if (sys->algebra->kind == SLP_VECTOR) { /* there a step is as long as its generator */
        fast_stage_generator(&s, x);
        s.scale = fmax(s.scale, fast_max_norm(s.xi, d));
    }
    if (scheme->prepare) scheme->prepare(&s);
    if (unknowns) {
        slp_status status = solve(z, spare, report, &s);
        if (status) return status;
    }
    scheme->finish(spare, &s, z);
    if (!all_finite(spare, d)) return SLP_DOMAIN;
    memcpy(next, spare, d * sizeof *next);
    return SLP_OK;
}
