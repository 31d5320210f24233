/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Rules for vectors that move on spheres, V(z) = ad*_{Xi(z)} z:
 *   spherical-midpoint  x' = x + V(m), m = N(x + V(m)/2); N gives each vector its length in x
 *   sib      p = C(Xi(x)) x, x' = C(Xi((x + p)/2)) x
 *   depondt  p = E(Xi(x)) x, x' = E((Xi(x) + Xi(p))/2) x
 * E(xi) x is x turned by xi, C(xi) x the y with y = x + (x + y)/2 x xi, vector by vector.
 * Tested by tests/fast/test_fast_golden.c, tests/ref/test_ref_spheres.sh. */
#include "fast/algebra/rotation.h"
#include "fast/scheme/scheme.h"
#include "fast/scheme/sphere.h"
#include "fast/vector/twofold.h"

#include <string.h>

/* out = V(z) */
static void field(double *out, fast_stage *s, const double *z)
{
    const fast_algebra *g = s->sys->algebra;
    fast_stage_generator(s, z);
    g->coadjoint(out, g, s->xi, z, s->scratch);
}

/* z is m */
static void set_middle(double *out, fast_stage *s, const double *z)
{
    double *half = s->work[0];
    field(half, s, z);
    for (size_t i = 0; i < s->sys->d; i++) half[i] *= 0.5;
    for (size_t i = 0; i < s->sys->d; i += 3) fast_sphere_project(out + i, s->x + i, half + i);
}

static void from_middle(double *next, fast_stage *s, const double *z)
{
    field(s->work[0], s, z);
    for (size_t i = 0; i < s->sys->d; i++) next[i] = s->x[i] + s->work[0][i];
}

static void sib(double *next, fast_stage *s, const double *z)
{
    const size_t d = s->sys->d;
    double *mean = s->work[0];
    (void)z;
    fast_stage_generator(s, s->x);
    fast_rotation_turn_each(mean, 0.5, s->xi, s->x, d);
    fast_stage_generator(s, mean);
    fast_rotation_turn_each(next, 1, s->xi, s->x, d);
}

/* work[0], work[1] = Xi(x) and its low parts, work[2] = p */
static void depondt(double *next, fast_stage *s, const double *z)
{
    const size_t d = s->sys->d;
    double *first = s->work[0], *first_low = s->work[1], *p = s->work[2];
    (void)z;
    fast_stage_generator(s, s->x);
    memcpy(first, s->xi, d * sizeof *first);
    memcpy(first_low, s->xi_low, d * sizeof *first_low);
    fast_rotation_flow_each(p, first, first_low, s->x, d);
    fast_stage_generator(s, p);
    for (size_t i = 0; i < d; i++) {
        const twofold sum = twofold_add((twofold){0.5 * first[i], 0.5 * first_low[i]},
                                        (twofold){0.5 * s->xi[i], 0.5 * s->xi_low[i]});
        s->xi[i] = sum.high;
        s->xi_low[i] = sum.low;
    }
    fast_rotation_flow_each(next, s->xi, s->xi_low, s->x, d);
}

#define SPHERES SLP_SO3 | SLP_SU2N

const fast_scheme fast_schemes_spheres[] = {
    {.name = "spherical-midpoint",
     .kinds = SPHERES,
     .applies = fast_sphere_applies,
     .stages = 1,
     .map = set_middle,
     .finish = from_middle},
    {.name = "sib", .kinds = SPHERES, .applies = fast_sphere_applies, .finish = sib},
    {.name = "depondt",
     .kinds = SPHERES,
     .applies = fast_sphere_applies,
     .reads_low = true,
     .finish = depondt},
    {.name = NULL}};
