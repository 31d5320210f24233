/* Explicit rules with the field V(z) = ad*_{Xi(z)} z, which need no iteration:
 *   heun            p = x + V(x), x' = x + (V(x) + V(p))/2
 *   heun-projected  the same; p, and then x', are scaled vector by vector to the length that x has
 *   euler           x' = x + V(x), which solves the Ito equation: a control
 * work[0] = V(x), work[1] = p, work[2] = V(p).  Pinned by tests/fast/test_fast_golden.c,
 * tests/ref/test_ref_explicit.sh. */
#include "fast/scheme/scheme.h"

#include <math.h>

static bool applies(const fast_algebra *g)
{
    return g->coadjoint != NULL;
}

static bool has_spheres(const fast_algebra *g)
{
    return applies(g) && g->d % 3 == 0;
}

/* out = V(z) */
static void field(double *out, fast_stage *s, const double *z)
{
    const fast_algebra *g = s->sys->algebra;
    fast_stage_generator(s, z);
    g->coadjoint(out, g, s->xi, z, s->scratch);
}

static double largest(const double v[3])
{
    return fmax(fmax(fabs(v[0]), fabs(v[1])), fabs(v[2]));
}

/* |v|, without overflow and underflow of the squares */
static double length(const double v[3])
{
    int e;
    const double most = largest(v);
    if (!(most > 0 && most <= 0x1.fffffffffffffp+1023)) return most;
    frexp(most, &e);
    const double a = ldexp(v[0], -e), b = ldexp(v[1], -e), c = ldexp(v[2], -e);
    return ldexp(sqrt(a * a + b * b + c * c), e);
}

/* w = x + a, scaled to |x|.  A vector x = 0 has a = 0 and stays. */
static void project(double *w, const double *x, const double *a)
{
    const double from = length(x);
    double sum[3];
    for (int i = 0; i < 3; i++) sum[i] = x[i] + a[i];
    const double to = length(sum);
    if (from == 0) {
        for (int i = 0; i < 3; i++) w[i] = sum[i];
        return;
    }
    /* 2^-e < to: neither factor overflows, and the quotient is rounded once */
    int e;
    frexp(to, &e);
    const double share = ldexp(from, -e) / ldexp(to, -e);
    for (int i = 0; i < 3; i++) w[i] = share * sum[i];
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

static void projected(double *next, fast_stage *s, const double *z)
{
    const size_t d = s->sys->d;
    double *first = s->work[0], *middle = s->work[1], *second = s->work[2];
    (void)z;
    field(first, s, s->x);
    for (size_t i = 0; i < d; i += 3) project(middle + i, s->x + i, first + i);
    field(second, s, middle);
    for (size_t i = 0; i < d; i++) second[i] = 0.5 * first[i] + 0.5 * second[i];
    for (size_t i = 0; i < d; i += 3) project(next + i, s->x + i, second + i);
}

static void euler(double *next, fast_stage *s, const double *z)
{
    (void)z;
    predict(s);
    for (size_t i = 0; i < s->sys->d; i++) next[i] = s->work[1][i];
}

#define EVERYWHERE (SLP_SO3 | SLP_SON | SLP_SU2N | SLP_SUN | SLP_SE3 | SLP_VECTOR | SLP_SP)

const fast_scheme fast_schemes_explicit[] = {
    {.name = "heun", .kinds = EVERYWHERE, .applies = applies, .finish = heun},
    {.name = "heun-projected",
     .kinds = SLP_SO3 | SLP_SU2N,
     .applies = has_spheres,
     .finish = projected},
    {.name = "euler", .kinds = EVERYWHERE, .applies = applies, .finish = euler},
    {.name = NULL}};
