/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Explicit rules with the field V(z) = ad*_{Xi(z)} z, which need no iteration:
 *   heun            p = x + V(x), x' = x + (V(x) + V(p))/2
 *   heun-projected  the same; p, and then x', are scaled vector by vector to the length that x has
 *   euler           x' = x + V(x), which solves the Ito equation: a control
 * work[0] = V(x), work[1] = p, work[2] = V(p).  Tested by tests/fast/test_fast_golden.c,
 * tests/ref/test_ref_explicit.sh. */
#include "fast/scheme/scheme.h"
#include "fast/scheme/sphere.h"

static bool applies(const fast_algebra *g)
{
    return g->coadjoint != NULL;
}

/* out = V(z) */
static void field(double *out, fast_stage *s, const double *z)
{
    const fast_algebra *g = s->sys->algebra;
    fast_stage_generator(s, z);
    g->coadjoint(out, g, s->xi, z, s->scratch);
}

static void predict(fast_stage *s)
{
    field(s->work[0], s, s->x);
    for (size_t i = 0; i < s->sys->d; i++) s->work[1][i] = s->x[i] + s->work[0][i];
}

static void heun(double *next, fast_stage *s, const double *z)
{
    (void)z;
    predict(s);
    field(s->work[2], s, s->work[1]);
    for (size_t i = 0; i < s->sys->d; i++)
        next[i] = s->x[i] + (0.5 * s->work[0][i] + 0.5 * s->work[2][i]);
}

static void heun_projected(double *next, fast_stage *s, const double *z)
{
    const size_t d = s->sys->d;
    double *first = s->work[0], *middle = s->work[1], *second = s->work[2];
    (void)z;
    field(first, s, s->x);
    for (size_t i = 0; i < d; i += 3) fast_sphere_project(middle + i, s->x + i, first + i);
    field(second, s, middle);
    for (size_t i = 0; i < d; i++) second[i] = 0.5 * first[i] + 0.5 * second[i];
    for (size_t i = 0; i < d; i += 3) fast_sphere_project(next + i, s->x + i, second + i);
}

static void euler(double *next, fast_stage *s, const double *z)
{
    (void)z;
    predict(s);
    for (size_t i = 0; i < s->sys->d; i++) next[i] = s->work[1][i];
}

#define EVERYWHERE                                                                                 \
    (SLP_SO3 | SLP_SON | SLP_SU2N | SLP_SUN | SLP_SE3 | SLP_VECTOR | SLP_SP | SLP_SUN_DUAL)

const fast_scheme fast_schemes_explicit[] = {
    {.name = "heun", .kinds = EVERYWHERE, .applies = applies, .finish = heun},
    {.name = "heun-projected",
     .kinds = SLP_SO3 | SLP_SU2N,
     .applies = fast_sphere_applies,
     .finish = heun_projected},
    {.name = "euler", .kinds = EVERYWHERE, .applies = applies, .finish = euler},
    {.name = NULL}};
