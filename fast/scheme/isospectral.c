/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* isospectral-midpoint, EJLL (26), and canonical-midpoint, EJLL (22) with the factor 1/2 applied
 * once, which is the same rule on a state: lifted to (I, x), stepped and projected by the momentum
 * map it satisfies the same relation.  With A = Xi(z)/2,
 *   x_n = (I + A) z (I - A),   x_{n+1} = (I - A) z (I + A),
 * on se(3)* and mhd-sphere in the matrices of so(3), of su(N), over the dual numbers.
 * The stage with frozen A is solved in closed form, z = T(z); the difference of the two lines is
 * x_{n+1} = x_n + ad*_{Xi(z)} z, which keeps rounding at the size of the increment.
 * Tested by tests/fast/test_fast_golden.c, tests/fast/test_fast_step.c. */
#include "fast/scheme/scheme.h"

static bool applies(const fast_algebra *g)
{
    return g->cayley_stage && g->cayley_change && g->coadjoint;
}

static void map(double *out, fast_stage *s, const double *z)
{
    fast_stage_generator(s, z);
    s->sys->algebra->cayley_stage(out, s->sys->algebra, s->xi, s->x, s->scratch);
}

/* EJLL's own iteration: z = x - [(I + A) z (I - A) - z]. */
static void map_plain(double *out, fast_stage *s, const double *z)
{
    const fast_algebra *g = s->sys->algebra;
    double *change = s->work[0];
    fast_stage_generator(s, z);
    g->cayley_change(change, g, s->xi, z, s->scratch);
    for (size_t i = 0; i < s->sys->d; i++) out[i] = s->x[i] - change[i];
}

static void finish(double *next, fast_stage *s, const double *z)
{
    const fast_algebra *g = s->sys->algebra;
    double *turn = s->work[0];
    fast_stage_generator(s, z);
    g->coadjoint(turn, g, s->xi, z, s->scratch);
    for (size_t i = 0; i < s->sys->d; i++) next[i] = s->x[i] + turn[i];
}

#define J_QUADRATIC (SLP_SO3 | SLP_SON | SLP_SU2N | SLP_SUN | SLP_SP)

/* canonical-midpoint iterates Q = (I - A)^-1, P = x (I + A*)^-1, A = Xi/2, of which
 * mu(Q, P) = (I - A*)^-1 x (I + A*)^-1: the same map. */
const fast_scheme fast_schemes_isospectral[] = {{.name = "isospectral-midpoint",
                                                 .kinds = J_QUADRATIC | SLP_SE3 | SLP_SUN_DUAL,
                                                 .applies = applies,
                                                 .stages = 1,
                                                 .map = map,
                                                 .plain = map_plain,
                                                 .finish = finish},
                                                {.name = "canonical-midpoint",
                                                 .kinds = J_QUADRATIC,
                                                 .applies = applies,
                                                 .stages = 1,
                                                 .map = map,
                                                 .finish = finish},
                                                {.name = NULL}};
