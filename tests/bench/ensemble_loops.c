/* SPDX-License-Identifier: LGPL-3.0-or-later */
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

/* ---- EJLL's rigid body, splittings -------------------------------------------------------- */

static void turn_plane(double *x, double rate, int k)
{
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    const double c = cos(rate * x[k]), s = sin(rate * x[k]), a = x[i], b = x[j];
    x[i] = c * a + s * b;
    x[j] = c * b - s * a;
}

static unsigned lie_step(double *x, const double *dw)
{
    static const double inertia[3] = {2, 1, 2.0 / 3};
    for (int i = 0; i < 3; i++) turn_plane(x, BENCH_H / inertia[i] + 0.1 * dw[i], i);
    return 3;
}

static unsigned strang_step(double *x, const double *dw)
{
    static const double inertia[3] = {2, 1, 2.0 / 3};
    double rate[3];
    EACH(i, 3) rate[i] = 0.5 * (BENCH_H / inertia[i] + 0.1 * dw[i]);
    turn_plane(x, rate[0], 0);
    turn_plane(x, rate[1], 1);
    turn_plane(x, 2 * rate[2], 2);
    turn_plane(x, rate[1], 1);
    turn_plane(x, rate[0], 0);
    return 5;
}

/* ---- Eight spins on a cube: exchange 1, dmi 0.1 along z, field 0.5 and anisotropy 0.1 along z,
 * noise 0.1 ---------------------------------------------------------------------------------- */

enum { CUBE = 8 };
/* The three neighbours of each spin; the sign of the dmi: it is the first end of the bond or the
 * second. */
static const struct neighbour {
    int other;
    double sign;
} cube[CUBE][3] = {{{1, 1}, {3, -1}, {4, 1}},  {{0, -1}, {2, 1}, {5, 1}},
                   {{1, -1}, {3, 1}, {6, 1}},  {{2, -1}, {0, 1}, {7, 1}},
                   {{5, 1}, {7, -1}, {0, -1}}, {{4, -1}, {6, 1}, {1, -1}},
                   {{5, -1}, {7, 1}, {2, -1}}, {{6, -1}, {4, 1}, {3, -1}}};

/* b = -share times the gradient of spin a, and its noise */
static inline void cube_turn(double *b, const double *z, const double *dw, int a, double share)
{
    static const double dmi[3] = {0, 0, 0.1}, field[3] = {0, 0, 0.5}, axis[3] = {0, 0, 1};
    const double along = 2 * 0.1 * dot(axis, z + 3 * a);
    double sum[3], turn[3];
    EACH(k, 3) sum[k] = field[k] + along * axis[k];
    EACH(e, 3)
    {
        const double *y = z + 3 * cube[a][e].other;
        cross(turn, y, dmi);
        EACH(k, 3) sum[k] += y[k] + cube[a][e].sign * turn[k];
    }
    EACH(k, 3) b[k] = -share * (BENCH_H * sum[k] + 0.1 * dw[3 * a + k]);
}

static unsigned cube_step(double *x, const double *dw)
{
    static const int order[CUBE] = {0, 2, 5, 7, 1, 3, 4, 6};
    double z[3 * CUBE], old[3 * CUBE], b[3], turn[3], before = INFINITY, scale = size(x, 3 * CUBE);
    unsigned k = 0;
    memcpy(old, x, sizeof old);
    memcpy(z, x, sizeof z);
    do {
        memcpy(old, z, sizeof old);
        for (int i = 0; i < CUBE; i++) {
            const int a = 3 * order[i];
            cube_turn(b, z, dw, order[i], 0.25);
            const double square = dot(b, b), along = dot(b, x + a), share = 1 / (1 + square);
            cross(turn, b, x + a);
            EACH(j, 3)
            z[a + j] = share * share * ((1 - square) * x[a + j] - 2 * turn[j] + 2 * along * b[j]);
        }
    } while (++k < LONGEST && !converged(old, z, 3 * CUBE, scale, &before));
    for (int a = 0; a < CUBE; a++) {
        cube_turn(b, z, dw, a, 0.25);
        cross(turn, z + 3 * a, b);
        EACH(j, 3) x[3 * a + j] += 4 * turn[j];
    }
    return k;
}

static unsigned cube_sib(double *x, const double *dw)
{
    double from[3 * CUBE], mean[3 * CUBE], b[3], turn[3];
    memcpy(from, x, sizeof from);
    for (int half = 0; half < 2; half++)
        for (int a = 0; a < 3 * CUBE; a += 3) {
            double m[3];
            cube_turn(b, half ? mean : from, dw, a / 3, 0.5);
            const double along = dot(b, from + a), share = 1 / (1 + dot(b, b));
            cross(turn, b, from + a);
            EACH(j, 3) m[j] = share * (from[a + j] - turn[j] + along * b[j]);
            cross(turn, m, b);
            EACH(j, 3) if (half) x[a + j] = from[a + j] + 2 * turn[j];
            else mean[a + j] = m[j];
        }
    return 2;
}

#define CUBE_LINE                                                                                  \
    "bonds=1:2,2:3,3:4,4:1,5:6,6:7,7:8,8:5,1:5,2:6,3:7,4:8 exchange=1,1,1,1,1,1,1,1,1,1,1,1 "      \
    "dmi=0,0,0.1,0,0,0.1,0,0,0.1,0,0,0.1,0,0,0.1,0,0,0.1,0,0,0.1,0,0,0.1,0,0,0.1,0,0,0.1,0,0,0.1," \
    "0,0,0.1 field=0,0,0.5 anisotropy=0.1,0,0,1 noise=0.1 h=0x1p-8 steps=1 x=1,0,0,0,1,0,0,0,1,"   \
    "0,1,0,0.6,0.8,0,0.6,0,0.8,0,0.6,0.8,1,0,0 dw=0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0"

/* Counts are of the kernels' texts, fast/ensemble/template_body.h, _top.h, _vortices.h, _flows.h,
 * _spins.h and _iterate.h; a division or a root is one, a sign, a comparison or a choice no
 * operation but an instruction. */
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
     .evaluation_instructions = 284},
    {.title = "eight spins on a cube, isospectral-midpoint",
     .line = "case id=d system=spins scheme=isospectral-midpoint " CUBE_LINE,
     .d = 24,
     .channels = 24,
     .step = cube_step,
     .fixed = 712,
     .evaluation = 840,
     .fixed_instructions = 480,
     .evaluation_instructions = 480},
    {.title = "eight spins on a cube, sib",
     .line = "case id=e system=spins scheme=sib " CUBE_LINE,
     .d = 24,
     .channels = 24,
     .step = cube_sib,
     .fixed = 168,
     .evaluation = 784,
     .fixed_instructions = 96,
     .evaluation_instructions = 424},
    {.title = "rigid body (EJLL 6.1), splitting-lie",
     .line = "case id=f system=rigid-body scheme=splitting-lie "
             "inertia=2,1,0x1.5555555555555p-1 quad=0.1,0.1,0.1 h=0x1p-8 steps=1 "
             "x=0x1.c84c54c2d6337p-1,0,0x1.d07b806c76112p-2 dw=0,0,0",
     .d = 3,
     .channels = 3,
     .step = lie_step,
     .fixed = 6,
     .evaluation = 37,
     .fixed_instructions = 3,
     .evaluation_instructions = 26},
    {.title = "rigid body (EJLL 6.1), splitting-strang",
     .line = "case id=g system=rigid-body scheme=splitting-strang "
             "inertia=2,1,0x1.5555555555555p-1 quad=0.1,0.1,0.1 h=0x1p-8 steps=1 "
             "x=0x1.c84c54c2d6337p-1,0,0x1.d07b806c76112p-2 dw=0,0,0",
     .d = 3,
     .channels = 3,
     .step = strang_step,
     .fixed = 6,
     .evaluation = 37,
     .fixed_instructions = 3,
     .evaluation_instructions = 26}};
