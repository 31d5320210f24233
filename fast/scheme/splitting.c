/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Splitting: x' composes the exact flows phi_k(weight h, weight dW) of the system's factors,
 * k = 1..F.
 *   splitting-lie     phi_F o ... o phi_1 over h and dW
 *   splitting-strang  phi_1 o ... o phi_F o phi_F o ... o phi_1, each over h/2 and dW/2
 * The generator of a factor is constant along its own flow, so that two flows of the last factor
 * over one half are its flow over the whole: 2F - 1 flows.  Tested by
 * tests/fast/test_fast_splitting.c. */
#include "fast/scheme/scheme.h"

#include <string.h>

static bool applies(const fast_algebra *g)
{
    return g->flow != NULL; /* fast_step asks the system for its factors */
}

static size_t start_factors(double *next, const fast_stage *s)
{
    size_t count = 0;
    memcpy(next, s->x, s->sys->d * sizeof *next);
    return s->sys->table->factors(&count, s->sys) == SLP_OK ? count : 0;
}

static void flow(double *next, fast_stage *s, size_t k, double weight)
{
    s->sys->table->factor(next, s->sys, k, weight, s->h, s->dW, s->scratch);
}

static void lie(double *next, fast_stage *s, const double *z)
{
    const size_t count = start_factors(next, s);
    (void)z;
    for (size_t k = 0; k < count; k++) flow(next, s, k, 1);
}

static void strang(double *next, fast_stage *s, const double *z)
{
    const size_t count = start_factors(next, s);
    (void)z;
    for (size_t k = 0; k + 1 < count; k++) flow(next, s, k, 0.5);
    if (count) flow(next, s, count - 1, 1);
    for (size_t k = count; k-- > 1;) flow(next, s, k - 1, 0.5);
}

#define SPLIT (SLP_SO3 | SLP_SON | SLP_SU2N | SLP_SUN | SLP_SP | SLP_SE3 | SLP_VECTOR)

const fast_scheme fast_schemes_splitting[] = {
    {.name = "splitting-lie", .kinds = SPLIT, .applies = applies, .splits = true, .finish = lie},
    {.name = "splitting-strang",
     .kinds = SPLIT,
     .applies = applies,
     .splits = true,
     .finish = strang},
    {.name = NULL}};
