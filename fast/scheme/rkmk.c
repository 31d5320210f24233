/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* rkmk-T-tau, Runge-Kutta Munthe-Kaas, LECG Definition 4.1:
 *   Theta_i = sum_j a_ij K_j,  K_j = dtau^-1_{-Theta_j} Xi(mu_j),  mu_j = Ad*_tau(Theta_j) x,
 *   x' = Ad*_tau(Theta) x,  Theta = sum_j b_j K_j.
 * dexp^-1 is truncated after order p - 2: the identity for p <= 2, three terms for p = 4; dcay^-1
 * is exact.  Explicit rules go through their stages; of implicit ones the Theta_i are iterated from
 * 0, where mu_i = x.  work[0..3] = K_j, work[4] = mu_j, work[5] = Theta_j of explicit stages.
 * Tested by tests/fast/test_fast_golden.c, tests/fast/test_fast_pairs.c. */
#include "fast/scheme/scheme.h"

#include <string.h>

/* sqrt(3)/6 rounded to nearest: an error of 1e-17 in a coefficient that Theta_i, of size |Xi|,
 * carries. */
#define ROOT 0.28867513459481288225

static const fast_tableau euler = {.stages = 1, .order = 1, .b = {1}},
                          heun = {.stages = 2, .order = 2, .a = {{0}, {1}}, .b = {0.5, 0.5}},
                          gauss2 = {.stages = 1, .order = 2, .a = {{0.5}}, .b = {1}},
                          gauss4 = {.stages = 2,
                                    .order = 4,
                                    .a = {{0.25, 0.25 - ROOT}, {0.25 + ROOT, 0.25}},
                                    .b = {0.5, 0.5}},
                          classical = {.stages = 4,
                                       .order = 4,
                                       .a = {{0}, {0.5}, {0, 0.5}, {0, 0, 1}},
                                       .b = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6}};

static bool applies_exp(const fast_algebra *g)
{
    return g->flow != NULL;
}

static bool applies_cayley(const fast_algebra *g)
{
    return g->dcay_inverse && (g->cayley || (g->cayley_stage && g->coadjoint));
}

/* out = Ad*_tau(theta) x */
static void act(double *out, fast_stage *s, const double *theta)
{
    const fast_algebra *g = s->sys->algebra;
    if (s->scheme->retraction == FAST_EXP)
        g->flow(out, g, theta, NULL, s->x, s->scratch);
    else
        fast_algebra_cayley(out, g, theta, s->x, s->scratch);
}

/* work[j] = K_j at Theta_j = theta */
static void slope(fast_stage *s, int j, const double *theta)
{
    const fast_algebra *g = s->sys->algebra;
    act(s->work[4], s, theta);
    fast_stage_generator(s, s->work[4]);
    if (s->scheme->retraction == FAST_CAYLEY)
        g->dcay_inverse(s->work[j], g, theta, s->xi, s->scratch);
    else if (s->scheme->tableau->order > 2)
        fast_algebra_dexp_inverse(s->work[j], g, theta, s->xi, s->scratch);
    else
        memcpy(s->work[j], s->xi, s->sys->d * sizeof(double));
}

/* out = sum_{j < stages} weight_j K_j */
static void combine_slopes(double *out, const fast_stage *s, const double weight[4], int stages)
{
    for (size_t k = 0; k < s->sys->d; k++) {
        double sum = 0;
        for (int j = 0; j < stages; j++)
            if (weight[j] != 0) sum += weight[j] * s->work[j][k];
        out[k] = sum;
    }
}

static void map(double *out, fast_stage *s, const double *z)
{
    const fast_tableau *t = s->scheme->tableau;
    const size_t d = s->sys->d;
    for (int j = 0; j < t->stages; j++) slope(s, j, z + (size_t)j * d);
    for (int i = 0; i < t->stages; i++) combine_slopes(out + (size_t)i * d, s, t->a[i], t->stages);
}

static void move_by(double *next, fast_stage *s)
{
    double *theta = s->work[5];
    combine_slopes(theta, s, s->scheme->tableau->b, s->scheme->tableau->stages);
    act(next, s, theta);
}

static void finish_implicit(double *next, fast_stage *s, const double *z)
{
    for (int j = 0; j < s->scheme->tableau->stages; j++) slope(s, j, z + (size_t)j * s->sys->d);
    move_by(next, s);
}

static void finish_explicit(double *next, fast_stage *s, const double *z)
{
    const fast_tableau *t = s->scheme->tableau;
    (void)z;
    for (int j = 0; j < t->stages; j++) {
        combine_slopes(s->work[5], s, t->a[j], j);
        slope(s, j, s->work[5]);
    }
    move_by(next, s);
}

#define MATRICES (SLP_SO3 | SLP_SON | SLP_SU2N | SLP_SUN | SLP_SE3 | SLP_SP)
#define RULE(title, where, able, retraction_, table)                                               \
    .name = "rkmk-" title, .kinds = where, .applies = able, .in_algebra = true, .tableau = &table, \
    .retraction = retraction_
#define EXPLICIT(title, table)                                                                     \
    {RULE(title "-exp", MATRICES | SLP_VECTOR, applies_exp, FAST_EXP, table),                      \
     .finish = finish_explicit},                                                                   \
    {                                                                                              \
        RULE(title "-cay", MATRICES, applies_cayley, FAST_CAYLEY, table),                          \
            .finish = finish_explicit                                                              \
    }
#define IMPLICIT(title, table, s)                                                                  \
    {RULE(title "-exp", MATRICES | SLP_VECTOR, applies_exp, FAST_EXP, table), .stages = s,         \
     .map = map, .finish = finish_implicit},                                                       \
    {                                                                                              \
        RULE(title "-cay", MATRICES, applies_cayley, FAST_CAYLEY, table),                          \
            .stages = s, .map = map, .finish = finish_implicit                                     \
    }

const fast_scheme fast_schemes_rkmk[] = {
    EXPLICIT("euler", euler),      EXPLICIT("heun", heun),     IMPLICIT("midpoint", gauss2, 1),
    IMPLICIT("gauss4", gauss4, 2), EXPLICIT("rk4", classical), {.name = NULL}};
