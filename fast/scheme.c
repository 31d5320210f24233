/* One step of any scheme on any system: guards around the rule, the fixed-point iteration inside. */
#include "fast/scheme.h"

#include <math.h>
#include <string.h>

enum { VECTORS = 8 }; /* of d doubles: z, spare, xi, xi_low, work[4] */

const fast_scheme *fast_scheme_find(const char *name)
{
    for (size_t f = 0; fast_schemes_registry[f]; f++)
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

size_t fast_step_room(const fast_scheme *scheme, const fast_system *sys)
{
    (void)scheme;
    return VECTORS * sys->d + sys->table->frozen_room(sys);
}

static bool all_finite(const double *v, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!isfinite(v[i])) return false;
    return true;
}

slp_status fast_step(double *next, fast_report *report, const fast_scheme *scheme,
                     const fast_system *sys, const double *x, double h, const double *dW,
                     double *room)
{
    const size_t d = sys->d;
    fast_report own;
    if (!report) report = &own;
    *report = (fast_report){0, 0, 0};
    if (!scheme->applies(sys->algebra)) return SLP_UNSUPPORTED;
    if (!all_finite(x, d) || !isfinite(h) || !all_finite(dW, sys->M)) return SLP_DOMAIN;

    double *z = room, *spare = room + d, *frozen = room + VECTORS * d;
    fast_stage s = {.sys = sys,
                    .scheme = scheme,
                    .frozen = frozen,
                    .x = x,
                    .xi = room + 2 * d,
                    .xi_low = room + 3 * d,
                    .work = {room + 4 * d, room + 5 * d, room + 6 * d, room + 7 * d}};
    sys->table->freeze(frozen, sys, h, dW);
    if (!all_finite(frozen, sys->table->frozen_room(sys))) return SLP_DOMAIN;
    if (scheme->prepare) scheme->prepare(&s);
    memcpy(z, x, d * sizeof *z);
    s.map = scheme->map;
    slp_status status = fast_fixed_point(z, report, &s, spare);
    if (status == SLP_NO_CONVERGENCE && scheme->plain) {
        memcpy(z, x, d * sizeof *z);
        s.map = scheme->plain;
        if (fast_fixed_point(z, report, &s, spare) == SLP_OK) status = SLP_OK;
    }
    if (status) return status;
    scheme->finish(spare, &s, z);
    if (!all_finite(spare, d)) return SLP_DOMAIN;
    memcpy(next, spare, d * sizeof *next);
    return SLP_OK;
}
