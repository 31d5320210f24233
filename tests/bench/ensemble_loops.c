/* The scalar loops of bench_ensemble, and how many operations they and the kernels make. */
#include "tests/bench/ensemble_loops.h"

#include <math.h>
#include <string.h>

/* Written out, as one would by hand: compilers differ in whether they do it by themselves at -O2,
 * by a factor up to two. */
#define EACH(index, count) _Pragma("GCC unroll 12") for (int index = 0; index < (count); index++)

#define QUARTER_OVER_PI 0x1.45f306dc9c883p-4

static double dot(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(double *out, const double *a, const double *b)
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

/* Copies next to z; true once the iteration is done. */
static inline bool converged(double *z, const double *next, int n, double scale, double *before)
{
    double delta = 0;
    EACH(i, n)
    {
        double change = fabs(next[i] - z[i]);
        if (change > delta) delta = change;
        z[i] = next[i];
    }
    bool done = delta <= 0x1p-51 * scale &&
                (delta >= *before || delta * delta <= 0x1p-57 * scale * *before);
    *before = delta;
    return done;
}

static inline double size(const double *x, int n)
{
    double most = 0;
    EACH(i, n)
    if (fabs(x[i]) > most) most = fabs(x[i]);
    return most;
}

enum { LONGEST = 1000 };

/* ---- EJLL's rigid body, isospectral-midpoint ---------------------------------------------- */

static unsigned body_step(double *x, const double *dw)
{
    static const double inertia[3] = {2, 1, 2.0 / 3};
    double rate[3], z[3], a[3], next[3], turn[3], before = INFINITY, scale = size(x, 3);
    unsigned k = 0;
    memcpy(z, x, sizeof z);
    EACH(i, 3) rate[i] = 0.5 * (BENCH_H / inertia[i] + 0.1 * dw[i]);
    do {
        EACH(i, 3) a[i] = rate[i] * z[i];
        double along = dot(a, z);
        cross(turn, a, z);
        EACH(i, 3) next[i] = x[i] - turn[i] - along * a[i];
    } while (++k < LONGEST && !converged(z, next, 3, scale, &before));
    EACH(i, 3) a[i] = rate[i] * z[i];
    cross(turn, a, z);
    EACH(i, 3) x[i] -= 2 * turn[i];
    return k;
}

/* ---- LECG's heavy top, variational-cayley ------------------------------------------------- */

/* z + a x z + (a.z) a = x with w = 1/(1 + |a|^2) */
static void top_stage(double *z, const double *a, double w, const double *x)
{
    double turn[3];
    cross(turn, a, x);
    EACH(i, 3) z[i] = w * (x[i] - turn[i]);
}

/* Advances x by half a step: x + 2 z x a with its stage z. */
static void top_turn(double *out, double *z, const double *a, double w, const double *x)
{
    double turn[3];
    top_stage(z, a, w, x);
    cross(turn, z, a);
    EACH(i, 3) out[i] = x[i] + 2 * turn[i];
}

static unsigned top_step(double *x, const double *dw)
{
    static const double inertia[3] = {4, 4, 1}, axis[3] = {0.01, 0.02, 0.03};
    const double force[3] = {0, 0, BENCH_H};
    double z[3], a[3], next[3], first[3], second[3], middle[3], y[3], torque[3], stage[3], end[3];
    double before = INFINITY, scale = size(x, 6);
    unsigned k = 0;
    bool done;
    memcpy(z, x, sizeof z);
    for (;;) {
        EACH(i, 3) a[i] = 0.25 * (BENCH_H / inertia[i] * z[i] + axis[i] * dw[0]);
        double w = 1 / (1 + dot(a, a));
        top_turn(middle, stage, a, w, x + 3);
        top_turn(y, first, a, w, x);
        cross(torque, middle, force);
        EACH(i, 3) y[i] += torque[i];
        top_turn(end, second, a, w, y);
        EACH(i, 3) next[i] = 0.5 * (first[i] + second[i]);
        done = converged(z, next, 3, scale, &before);
        if (++k >= LONGEST || done) {
            memcpy(x, end, sizeof end);
            top_turn(x + 3, stage, a, w, middle);
            return k;
        }
    }
}

/* ---- EJLL's vortices, isospectral-midpoint ------------------------------------------------ */

static void vortex_generator(double *xi, const double *z, const double *dw)
{
    double length[4];
    EACH(i, 4) length[i] = sqrt(dot(z + 3 * i, z + 3 * i));
    EACH(i, 12) xi[i] = 0.1 * dw[i % 3] * z[i];
    EACH(i, 4)
    for (int j = i + 1; j < 4; j++) {
        double both = length[i] * length[j], p = dot(z + 3 * i, z + 3 * j);
        double share = BENCH_H * QUARTER_OVER_PI / (both - p);
        double of_i = p / (length[i] * length[i]), of_j = p / (length[j] * length[j]);
        EACH(k, 3)
        {
            xi[3 * i + k] += share * (z[3 * j + k] - of_i * z[3 * i + k]);
            xi[3 * j + k] += share * (z[3 * i + k] - of_j * z[3 * j + k]);
        }
    }
}

static unsigned vortex_step(double *x, const double *dw)
{
    double z[12], xi[12], next[12], turn[3], before = INFINITY, scale = size(x, 12);
    unsigned k = 0;
    memcpy(z, x, sizeof z);
    do {
        vortex_generator(xi, z, dw);
        for (int i = 0; i < 12; i += 3) {
            double b[3] = {0.25 * xi[i], 0.25 * xi[i + 1], 0.25 * xi[i + 2]};
            double square = dot(b, b), along = 2 * dot(b, z + i);
            cross(turn, b, z + i);
            EACH(j, 3)
            next[i + j] = x[i + j] - (2 * turn[j] + (along * b[j] - square * z[i + j]));
        }
    } while (++k < LONGEST && !converged(z, next, 12, scale, &before));
    vortex_generator(xi, z, dw);
    for (int i = 0; i < 12; i += 3) {
        cross(turn, z + i, xi + i);
        EACH(j, 3) x[i + j] += turn[j];
    }
    return k;
}

/* Counts are of the kernels' texts, fast/ensemble/template_body.h, _top.h, _vortices.h and
 * _iterate.h; a division or a root is one, a sign, a comparison or a choice no operation but an
 * instruction. */
const bench_model bench_models[BENCH_MODELS] = {
    {.title = "rigid body (EJLL 6.1), isospectral-midpoint",
     .line = "case id=a system=rigid-body scheme=isospectral-midpoint "
             "inertia=2,1,0x1.5555555555555p-1 quad=0.1,0.1,0.1 h=0x1p-8 steps=1 "
             "x=0x1.c84c54c2d6337p-1,0,0x1.d07b806c76112p-2 dw=0,0,0",
     .d = 3,
     .channels = 3,
     .step = body_step,
     .fixed = 30,
     .evaluation = 26,
     .fixed_instructions = 39,
     .evaluation_instructions = 15},
    {.title = "heavy top (LECG 5), variational-cayley",
     .line = "case id=b system=heavy-top scheme=variational-cayley inertia=4,4,1 chi=0,0,1 "
             "noise=0.01,0.02,0.03,0,0,0,0 h=0x1p-8 steps=1 x=-0.7,0.7,0,-0.7,0.7,0 dw=0",
     .d = 6,
     .channels = 1,
     .step = top_step,
     .fixed = 183,
     .evaluation = 106,
     .fixed_instructions = 149,
     .evaluation_instructions = 79},
    {.title = "four point vortices (EJLL 6.3), isospectral-midpoint",
     .line = "case id=c system=point-vortices scheme=isospectral-midpoint gamma=1,1,1,1 "
             "quad=0.1,0.1,0.1 h=0x1p-8 steps=1 x=1,0,0,0,1,0,0,0.6,0.8,-0.6,0,0.8 dw=0,0,0",
     .d = 12,
     .channels = 3,
     .step = vortex_step,
     .fixed = 689,
     .evaluation = 424,
     .fixed_instructions = 590,
     .evaluation_instructions = 284}};
