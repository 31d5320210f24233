/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* variational-cayley and variational-exp, GBW (41), (60); variational-cayley-printed, GBW (54) as
 * printed.  With xi = 1/2 Xi(m), m = (mu1 + mu2)/2 and P(xi) the dual of the inverse tangent of the
 * retraction,
 *   P(xi) mu1 = x,   P(-xi) mu1 = P(xi) mu2,   x' = P(-xi) mu2.
 * P(-xi) mu = P(xi) mu + ad*_xi mu for the exponential and the Cayley map (on so(3) the two differ
 * by mu x xi, whatever the sign of the quadratic term).  Hence y = P(xi) mu2 = x + ad*_xi mu1 and
 * x' = y + ad*_xi mu2; the unknown is m.  P(xi)^-1 is D(xi)^-1 for the Cayley map and [dexp_xi]*
 * for the exponential.  Semidirect products have a step of their own.
 * Tested by tests/fast/test_fast_golden.c, tests/fast/test_fast_step.c,
 * tests/fast/test_fast_pairs.c. */
#include "fast/scheme/scheme.h"

static bool applies(const fast_algebra *g)
{
    return g->variational || (g->cayley_stage && g->coadjoint);
}

static bool applies_printed(const fast_algebra *g)
{
    return g->variational || (g->cayley_stage_printed && g->coadjoint);
}

static bool applies_exp(const fast_algebra *g)
{
    return g->variational || (g->flow && g->coadjoint);
}

/* mu = P(xi)^-1 x */
static void solve(double *mu, fast_stage *s, const double *x)
{
    const fast_algebra *g = s->sys->algebra;
    if (s->scheme->retraction == FAST_EXP)
        fast_algebra_dexp_dual(mu, g, s->xi, x, s->scratch);
    else if (s->scheme->retraction == FAST_CAYLEY)
        g->cayley_stage(mu, g, s->xi, x, s->scratch);
    else
        g->cayley_stage_printed(mu, g, s->xi, x, s->scratch);
}

/* mu1 -> work[0], mu2 -> work[1], ad*_xi mu1 -> work[2]; s->xi holds half of the generator
 * afterwards. */
static void two_stages(fast_stage *s, const double *m)
{
    const fast_algebra *g = s->sys->algebra;
    const size_t d = s->sys->d;
    double *mu1 = s->work[0], *mu2 = s->work[1], *turn = s->work[2], *y = s->work[3];
    fast_stage_generator(s, m);
    for (size_t i = 0; i < d; i++) s->xi[i] *= 0.5;
    solve(mu1, s, s->x);
    g->coadjoint(turn, g, s->xi, mu1, s->scratch);
    for (size_t i = 0; i < d; i++) y[i] = s->x[i] + turn[i];
    solve(mu2, s, y);
}

static void own_step(double *mean, double *next, fast_stage *s, const double *m)
{
    const fast_algebra *g = s->sys->algebra;
    fast_stage_generator(s, m);
    g->variational(mean, next, g, s->scheme->retraction, s->xi, s->xi_low, s->x, s->scratch);
}

static void map(double *out, fast_stage *s, const double *m)
{
    if (s->sys->algebra->variational) {
        own_step(out, NULL, s, m);
        return;
    }
    two_stages(s, m);
    for (size_t i = 0; i < s->sys->d; i++) out[i] = 0.5 * s->work[0][i] + 0.5 * s->work[1][i];
}

/* x' = x + (ad*_xi mu1 + ad*_xi mu2); for the exponential that is E(2 xi) x. */
static void finish(double *next, fast_stage *s, const double *m)
{
    const fast_algebra *g = s->sys->algebra;
    double *second = s->work[3];
    if (g->variational) {
        own_step(NULL, next, s, m);
        return;
    }
    if (s->scheme->retraction == FAST_EXP) {
        fast_stage_generator(s, m);
        g->flow(next, g, s->xi, s->xi_low, s->x, s->scratch);
        return;
    }
    two_stages(s, m);
    g->coadjoint(second, g, s->xi, s->work[1], s->scratch);
    for (size_t i = 0; i < s->sys->d; i++) next[i] = s->x[i] + (s->work[2][i] + second[i]);
}

#define VARIATIONAL(title, where, able, retraction_)                                               \
    {                                                                                              \
        .name = title, .kinds = where, .applies = able, .stages = 1, .retraction = retraction_,    \
        .reads_low = true, .map = map, .finish = finish                                            \
    }
#define GROUPS (SLP_SO3 | SLP_SON | SLP_SUN | SLP_SE3)

const fast_scheme fast_schemes_variational[] = {
    VARIATIONAL("variational-cayley", GROUPS, applies, FAST_CAYLEY),
    VARIATIONAL("variational-exp", GROUPS, applies_exp, FAST_EXP),
    VARIATIONAL("variational-cayley-printed", SLP_SO3 | SLP_SE3, applies_printed,
                FAST_CAYLEY_PRINTED),
    {.name = NULL}};
