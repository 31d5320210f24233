/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* tmk, LECG Algorithm 1 and (37): sigma = Xi((x + x')/2), x' = flow over unit time of mu' =
 * ad*_sigma mu.
 * Tested by tests/fast/test_fast_golden.c, tests/fast/test_fast_step.c. */
#include "fast/scheme/scheme.h"

static bool applies(const fast_algebra *g)
{
    return g->flow != NULL;
}

static void map(double *out, fast_stage *s, const double *z)
{
    double *middle = s->work[0];
    for (size_t i = 0; i < s->sys->d; i++) middle[i] = 0.5 * s->x[i] + 0.5 * z[i];
    fast_stage_generator(s, middle);
    s->sys->algebra->flow(out, s->sys->algebra, s->xi, s->xi_low, s->x, s->scratch);
}

/* One more application of the map: the result then has only the rounding of the last addition to
 * x. */
static void finish(double *next, fast_stage *s, const double *z)
{
    map(next, s, z);
}

const fast_scheme fast_schemes_tmk[] = {
    {.name = "tmk",
     .kinds = SLP_SO3 | SLP_SON | SLP_SU2N | SLP_SUN | SLP_SE3 | SLP_VECTOR | SLP_SP,
     .applies = applies,
     .stages = 1,
     .reads_low = true,
     .map = map,
     .finish = finish},
    {.name = NULL}};
