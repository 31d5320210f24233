/* variational-cayley, GBW (41) with the Cayley map, and variational-cayley-printed, GBW (54) as it stands.
 * With xi = 1/2 Xi(m), m = (mu1 + mu2)/2 and P(xi) the dual of the inverse tangent of the Cayley map,
 *   P(xi) mu1 = x,   P(-xi) mu1 = P(xi) mu2,   x' = P(-xi) mu2.
 * P(-xi) mu = P(xi) mu + ad*_xi mu: on so(3) the two differ by mu x xi, whatever the sign of the
 * quadratic term.  Hence y = P(xi) mu2 = x + ad*_xi mu1 and x' = y + ad*_xi mu2; the unknown is m.
 * Pinned by tests/test_fast_golden.c, tests/test_fast_step.c. */
#include "fast/scheme.h"

typedef void stage_solver(double *z, const fast_algebra *g, const double *xi, const double *x);

static bool applies(const fast_algebra *g)
{
    return g->cayley_stage && g->coadjoint;
}

static bool applies_printed(const fast_algebra *g)
{
    return g->cayley_stage_printed && g->coadjoint;
}

/* mu1 -> work[0], mu2 -> work[1], ad*_xi mu1 -> work[2]; xi is left halved in s->xi. */
static void two_stages(fast_stage *s, const double *m, stage_solver *solve)
{
    const fast_algebra *g = s->sys->algebra;
    const size_t d = s->sys->d;
    double *mu1 = s->work[0], *mu2 = s->work[1], *turn = s->work[2], *y = s->work[3];
    fast_stage_generator(s, m);
    for (size_t i = 0; i < d; i++) s->xi[i] *= 0.5;
    solve(mu1, g, s->xi, s->x);
    g->coadjoint(turn, g, s->xi, mu1);
    for (size_t i = 0; i < d; i++) y[i] = s->x[i] + turn[i];
    solve(mu2, g, s->xi, y);
}

static void average(double *out, const fast_stage *s)
{
    for (size_t i = 0; i < s->sys->d; i++) out[i] = 0.5 * s->work[0][i] + 0.5 * s->work[1][i];
}

/* x' = x + (ad*_xi mu1 + ad*_xi mu2). */
static void conclude(double *next, fast_stage *s)
{
    const fast_algebra *g = s->sys->algebra;
    double *second = s->work[3];
    g->coadjoint(second, g, s->xi, s->work[1]);
    for (size_t i = 0; i < s->sys->d; i++) next[i] = s->x[i] + (s->work[2][i] + second[i]);
}

static void map(double *out, fast_stage *s, const double *m)
{
    two_stages(s, m, s->sys->algebra->cayley_stage);
    average(out, s);
}

static void finish(double *next, fast_stage *s, const double *m)
{
    two_stages(s, m, s->sys->algebra->cayley_stage);
    conclude(next, s);
}

static void map_printed(double *out, fast_stage *s, const double *m)
{
    two_stages(s, m, s->sys->algebra->cayley_stage_printed);
    average(out, s);
}

static void finish_printed(double *next, fast_stage *s, const double *m)
{
    two_stages(s, m, s->sys->algebra->cayley_stage_printed);
    conclude(next, s);
}

const fast_scheme fast_schemes_variational[] = {
    {.name = "variational-cayley", .applies = applies, .map = map, .finish = finish},
    {.name = "variational-cayley-printed",
     .applies = applies_printed,
     .map = map_printed,
     .finish = finish_printed},
    {.name = NULL}};
