/* isospectral-midpoint, EJLL (26): with A = Xi(z)/2,
 *   x_n = (I + A) z (I - A),   x_{n+1} = (I - A) z (I + A).
 * The stage with frozen A is solved in closed form, z = T(z); the difference of the two lines is
 * x_{n+1} = x_n + ad*_{Xi(z)} z, which keeps rounding at the size of the increment.
 * Pinned by tests/test_fast_golden.c, tests/test_fast_step.c. */
#include "fast/scheme.h"

static bool applies(const fast_algebra *g)
{
    return g->cayley_stage && g->cayley_change && g->coadjoint;
}

static void map(double *out, fast_stage *s, const double *z)
{
    fast_stage_generator(s, z);
    s->sys->algebra->cayley_stage(out, s->sys->algebra, s->xi, s->x);
}

/* EJLL's own iteration: z = x - [(I + A) z (I - A) - z]. */
static void plain(double *out, fast_stage *s, const double *z)
{
    const fast_algebra *g = s->sys->algebra;
    double *change = s->work[0];
    fast_stage_generator(s, z);
    g->cayley_change(change, g, s->xi, z);
    for (size_t i = 0; i < s->sys->d; i++) out[i] = s->x[i] - change[i];
}

static void finish(double *next, fast_stage *s, const double *z)
{
    const fast_algebra *g = s->sys->algebra;
    double *turn = s->work[0];
    fast_stage_generator(s, z);
    g->coadjoint(turn, g, s->xi, z);
    for (size_t i = 0; i < s->sys->d; i++) next[i] = s->x[i] + turn[i];
}

const fast_scheme fast_schemes_isospectral[] = {{.name = "isospectral-midpoint",
                                                 .applies = applies,
                                                 .map = map,
                                                 .plain = plain,
                                                 .finish = finish},
                                                {.name = NULL}};
