/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The two classical rules applied to the vector field itself.
 *   implicit-midpoint  x' = x + ad*_{Xi(m)} m, m = (x + x')/2, hence m - 1/2 ad*_{Xi(m)} m = x
 *                      (LECG "IM")
 *   trapezoidal        x' = x + 1/2 (ad*_{Xi(x)} x + ad*_{Xi(x')} x')
 *   (LECG section 6)
 *   midpoint           x' = x + J Xi(m): the first on T*R  (GBW (14))
 * The linear equation with frozen generator is solved if the algebra has a resolvent, and iterated
 * otherwise.  Tested by tests/fast/test_fast_golden.c, tests/fast/test_fast_step.c. */
#include "fast/scheme/scheme.h"

static bool applies(const fast_algebra *g)
{
    return g->coadjoint != NULL;
}

/* x + 1/2 ad*_{Xi(m)} m */
static void midpoint_plain(double *out, fast_stage *s, const double *m)
{
    const fast_algebra *g = s->sys->algebra;
    double *turn = s->work[0];
    fast_stage_generator(s, m);
    g->coadjoint(turn, g, s->xi, m, s->scratch);
    for (size_t i = 0; i < s->sys->d; i++) out[i] = s->x[i] + 0.5 * turn[i];
}

static void midpoint_map(double *out, fast_stage *s, const double *m)
{
    const fast_algebra *g = s->sys->algebra;
    if (!g->resolvent) {
        midpoint_plain(out, s, m);
        return;
    }
    fast_stage_generator(s, m);
    g->resolvent(out, g, s->xi, s->x, s->scratch);
}

/* x + ad* m rounds at the size of the increment; where that is larger than the state (|Xi| > 1) the
 * reflection 2m - x, equal in exact arithmetic, loses less. */
static void midpoint_finish(double *next, fast_stage *s, const double *m)
{
    const fast_algebra *g = s->sys->algebra;
    const size_t d = s->sys->d;
    double *turn = s->work[0];
    fast_stage_generator(s, m);
    g->coadjoint(turn, g, s->xi, m, s->scratch);
    bool small = fast_max_norm(s->xi, d) <= 1;
    for (size_t i = 0; i < d; i++) next[i] = small ? s->x[i] + turn[i] : 2 * m[i] - s->x[i];
}

/* work[0] = r = x + 1/2 ad*_{Xi(x)} x; work[1] = r - x */
static void trapezoidal_prepare(fast_stage *s)
{
    const fast_algebra *g = s->sys->algebra;
    fast_stage_generator(s, s->x);
    g->coadjoint(s->work[1], g, s->xi, s->x, s->scratch);
    for (size_t i = 0; i < s->sys->d; i++) {
        s->work[1][i] *= 0.5;
        s->work[0][i] = s->x[i] + s->work[1][i];
    }
}

/* r + 1/2 ad*_{Xi(z)} z */
static void trapezoidal_plain(double *out, fast_stage *s, const double *z)
{
    const fast_algebra *g = s->sys->algebra;
    double *turn = s->work[2];
    fast_stage_generator(s, z);
    g->coadjoint(turn, g, s->xi, z, s->scratch);
    for (size_t i = 0; i < s->sys->d; i++) out[i] = s->work[0][i] + 0.5 * turn[i];
}

static void trapezoidal_map(double *out, fast_stage *s, const double *z)
{
    const fast_algebra *g = s->sys->algebra;
    if (!g->resolvent) {
        trapezoidal_plain(out, s, z);
        return;
    }
    fast_stage_generator(s, z);
    g->resolvent(out, g, s->xi, s->work[0], s->scratch);
}

static void trapezoidal_finish(double *next, fast_stage *s, const double *z)
{
    const fast_algebra *g = s->sys->algebra;
    const size_t d = s->sys->d;
    double *turn = s->work[2];
    fast_stage_generator(s, z);
    g->coadjoint(turn, g, s->xi, z, s->scratch);
    bool small = fast_max_norm(s->xi, d) <= 1;
    for (size_t i = 0; i < d; i++)
        next[i] = small ? s->x[i] + (s->work[1][i] + 0.5 * turn[i]) : z[i];
}

#define EVERYWHERE                                                                                 \
    (SLP_SO3 | SLP_SON | SLP_SU2N | SLP_SUN | SLP_SE3 | SLP_VECTOR | SLP_SP | SLP_SUN_DUAL)
#define MIDPOINT(title, where)                                                                     \
    {                                                                                              \
        .name = title, .kinds = where, .stages = 1, .applies = applies, .map = midpoint_map,       \
        .plain = midpoint_plain, .finish = midpoint_finish                                         \
    }

const fast_scheme fast_schemes_direct[] = {MIDPOINT("implicit-midpoint", EVERYWHERE),
                                           MIDPOINT("midpoint", SLP_VECTOR),
                                           {.name = "trapezoidal",
                                            .kinds = EVERYWHERE,
                                            .applies = applies,
                                            .stages = 1,
                                            .prepare = trapezoidal_prepare,
                                            .map = trapezoidal_map,
                                            .plain = trapezoidal_plain,
                                            .finish = trapezoidal_finish},
                                           {.name = NULL}};
