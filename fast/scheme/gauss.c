/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* isospectral-gauss4: the two-stage Gauss rule on T*G, Q_i = I + sum_j a_ij Q_j Xi_j, P_i = x -
 * sum_j a_ij P_j Xi_j*, Xi_j = Xi(x_j), seen on the dual through the momentum map.  With L_i =
 * Q_i*,
 *   x_i = L_i x L_i^,  L_i = I + sum_j a_ij Xi_j* L_j,
 *   x_{n+1} = x_n + 1/2 (ad*_{Xi_1} x_1 + ad*_{Xi_2} x_2).
 * The stages with frozen generators are solved as a linear system, (x_1, x_2) = T(x_1, x_2).
 * Tested by tests/fast/test_fast_golden.c, tests/fast/test_fast_pairs.c. */
#include "fast/scheme/scheme.h"

#include <string.h>

static bool applies(const fast_algebra *g)
{
    return g->gauss_change && g->coadjoint;
}

/* work[0], work[1] = Xi(x_1), Xi(x_2), one after the other */
static void generators(fast_stage *s, const double *z)
{
    const size_t d = s->sys->d;
    for (size_t j = 0; j < 2; j++) {
        fast_stage_generator(s, z + j * d);
        memcpy(s->work[0] + j * d, s->xi, d * sizeof(double));
    }
}

static void map(double *out, fast_stage *s, const double *z)
{
    const fast_algebra *g = s->sys->algebra;
    const size_t d = s->sys->d;
    generators(s, z);
    g->gauss_change(out, g, s->work[0], s->x, s->scratch);
    for (size_t i = 0; i < d; i++) {
        out[i] += s->x[i];
        out[d + i] += s->x[i];
    }
}

static void finish(double *next, fast_stage *s, const double *z)
{
    const fast_algebra *g = s->sys->algebra;
    const size_t d = s->sys->d;
    double *first = s->work[2], *second = s->work[3];
    generators(s, z);
    g->coadjoint(first, g, s->work[0], z, s->scratch);
    g->coadjoint(second, g, s->work[1], z + d, s->scratch);
    for (size_t i = 0; i < d; i++) next[i] = s->x[i] + 0.5 * (first[i] + second[i]);
}

const fast_scheme fast_schemes_gauss[] = {{.name = "isospectral-gauss4",
                                           .kinds = SLP_SO3 | SLP_SON | SLP_SU2N | SLP_SUN | SLP_SP,
                                           .applies = applies,
                                           .stages = 2,
                                           .map = map,
                                           .finish = finish},
                                          {.name = NULL}};
