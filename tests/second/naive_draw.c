/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Small cases of every system, drawn from a fixed stream. */
#include "tests/second/naive_draw.h"

#include "oracle/contract/draw/draw.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 128 };

uint64_t naive_draw_bits(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u; /* splitmix64 */
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

double naive_draw_between(uint64_t *state, double lo, double hi)
{
    return lo + (hi - lo) * ((double)(naive_draw_bits(state) >> 11) * 0x1p-53);
}

static size_t below(uint64_t *state, size_t n)
{
    return (size_t)(naive_draw_bits(state) % n);
}

static void set(slp_case *c, const char *key, const double *values, size_t count)
{
    slp_error err;
    if (slp_case_set_param(c, key, values, count, &err) == SLP_OK) return;
    slp_error_print(stderr, "naive_draw", &err);
    abort();
}

/* count numbers in (lo, hi) for the parameter */
static void draw(slp_case *c, const char *key, uint64_t *state, double lo, double hi, size_t count)
{
    double values[MOST];
    for (size_t i = 0; i < count; i++) values[i] = naive_draw_between(state, lo, hi);
    set(c, key, values, count);
}

static void rigid_body(slp_case *c, uint64_t *state)
{
    size_t noises = below(state, 4);
    draw(c, "inertia", state, 0.4, 3, 3);
    if (noises & 1) draw(c, "quad", state, -0.5, 0.5, 3);
    if (noises & 2) draw(c, "lin", state, -0.5, 0.5, 3 * (1 + below(state, 4)));
}

static void rigid_body_n(slp_case *c, uint64_t *state)
{
    double n = 2 + (double)below(state, 3);
    set(c, "n", &n, 1);
    if (below(state, 2)) draw(c, "inertia", state, 0.4, 3, (size_t)(n * (n - 1) / 2));
    if (below(state, 2)) draw(c, "quad", state, -0.6, 0.6, 1);
}

static void point_vortices(slp_case *c, uint64_t *state)
{
    draw(c, "gamma", state, -2, 2, 1 + below(state, 3));
    if (below(state, 2)) draw(c, "quad", state, -0.5, 0.5, 3);
}

/* 2 to 4 spins; each bond joins two of them, in either direction */
static void spins(slp_case *c, uint64_t *state)
{
    const size_t n = 2 + below(state, 3), bonds = 1 + below(state, 5);
    double ends[10];
    for (size_t b = 0; b < bonds; b++) {
        const size_t a = b ? below(state, n) : n - 1; /* the first bond names the last spin */
        ends[2 * b] = (double)(a + 1);
        ends[2 * b + 1] = (double)((a + 1 + below(state, n - 1)) % n + 1);
    }
    set(c, "bonds", ends, 2 * bonds);
    draw(c, "exchange", state, -1, 1, bonds);
    if (below(state, 3) && !c->scheme->splits) draw(c, "dmi", state, -1, 1, 3 * bonds);
    if (below(state, 3)) draw(c, "field", state, -1, 1, 3);
    if (below(state, 3)) draw(c, "anisotropy", state, -1, 1, 4);
    if (below(state, 3)) draw(c, "noise", state, -0.5, 0.5, 1);
    if (below(state, 2) && !c->scheme->splits) draw(c, "damping", state, 0, 0.5, 1);
}

static void zeitlin_sphere(slp_case *c, uint64_t *state)
{
    double n = 2 + (double)below(state, 2), shell = 1 + (double)below(state, (size_t)n - 1);
    set(c, "n", &n, 1);
    if (below(state, 3)) draw(c, "amp", state, -1, 1, 1);
    if (below(state, 2)) set(c, "shell", &shell, 1);
    if (below(state, 3) == 0) draw(c, "coriolis", state, -2, 2, 1);
}

/* Laplacian and inverse Laplacian differ from N = 3 on. */
static void mhd_sphere(slp_case *c, uint64_t *state)
{
    double n = 2 + (double)below(state, 2), shell = 1 + (double)below(state, (size_t)n - 1);
    set(c, "n", &n, 1);
    if (below(state, 3)) draw(c, "amp", state, -1, 1, 1);
    if (below(state, 2)) set(c, "shell", &shell, 1);
}

static void sine_euler(slp_case *c, uint64_t *state)
{
    static const double modes[] = {1, 1, 1, -1, 0, 1}, n = 3;
    set(c, "n", &n, 1);
    if (below(state, 3) == 0) return;
    set(c, "modes", modes, 2 * (1 + below(state, 3)));
    draw(c, "amp", state, -0.3, 0.3, 1);
}

static void heavy_top(slp_case *c, uint64_t *state)
{
    draw(c, "inertia", state, 0.4, 3, 3);
    draw(c, "chi", state, -1, 1, 3);
    if (below(state, 3)) draw(c, "noise", state, -0.4, 0.4, 7 * (1 + below(state, 3)));
}

/* Of each noise either b or c, as splitting needs it. */
static void one_of_both(slp_case *c)
{
    size_t count;
    double values[MOST];
    const double *noise = slp_case_param(c, "noise", &count);
    if (!count) return;
    for (size_t i = 0; i < count; i++)
        values[i] = i % 7 < 3 || (i % 7 < 6) == (i / 7 % 2 == 0) ? noise[i] : 0;
    set(c, "noise", values, count);
}

static void canonical(slp_case *c, uint64_t *state)
{
    double model = (double)below(state, 2);
    set(c, "model", &model, 1);
    if (below(state, 3)) draw(c, "beta", state, -0.6, 0.6, 1);
    if (model == 1 && below(state, 2)) draw(c, "gamma", state, -0.6, 0.6, 1);
}

static void symplectic(slp_case *c, uint64_t *state)
{
    double n = 2 + 2 * (double)below(state, 2), Q[MOST];
    size_t d = (size_t)(n * (n + 1) / 2), count = 0;
    for (size_t i = 0; i < d; i++)
        for (size_t j = i; j < d; j++)
            Q[count++] = i == j ? naive_draw_between(state, 0.3, 1)
                                : naive_draw_between(state, -0.4, 0.4) / (double)d;
    set(c, "n", &n, 1);
    set(c, "quadratic", Q, count);
    if (below(state, 3)) draw(c, "noise", state, -0.1, 0.1, d * (1 + below(state, 3)));
}

/* Numbers of su(N): the diagonal sums to 0 without rounding. */
static void draw_state(double *x, size_t d, size_t diagonal, uint64_t *state)
{
    double sum = 0;
    for (size_t i = 0; i < d; i++) x[i] = naive_draw_between(state, -1, 1);
    for (size_t i = 0; i + 1 < diagonal; i++) {
        x[i] = rint(x[i] * 0x1p20) * 0x1p-20;
        sum += x[i];
    }
    if (diagonal) x[diagonal - 1] = -sum;
}

void naive_draw_case(slp_case *c, const slp_system *system, const slp_scheme *scheme,
                     uint64_t *state, double size)
{
    static const struct {
        const char *system;
        void (*draw)(slp_case *c, uint64_t *state);
    } draws[] = {{"rigid-body", rigid_body},         {"rigid-body-n", rigid_body_n},
                 {"point-vortices", point_vortices}, {"zeitlin-sphere", zeitlin_sphere},
                 {"mhd-sphere", mhd_sphere},         {"sine-euler", sine_euler},
                 {"heavy-top", heavy_top},           {"canonical", canonical},
                 {"symplectic", symplectic},         {"spins", spins}};
    double numbers[MOST];
    slp_error err;
    slp_case_init(c);
    c->id = strdup(system->name);
    c->system = system;
    c->scheme = scheme;
    c->steps = 1;
    for (size_t i = 0; i < sizeof draws / sizeof *draws; i++)
        if (strcmp(draws[i].system, system->name) == 0) draws[i].draw(c, state);
    if (scheme->splits && system->algebra == SLP_SE3) one_of_both(c);
    c->h = naive_draw_between(state, 0.5, 1.5) * (below(state, 3) ? size : -size);
    if (system->shape(c, &err) != SLP_OK || c->d > MOST || c->M > MOST) abort();
    const size_t parts = system->algebra == SLP_SUN_DUAL ? 2 : 1, part = c->d / parts;
    const bool traces = system->algebra == SLP_SUN || system->algebra == SLP_SUN_DUAL;
    for (size_t i = 0; i < parts; i++)
        draw_state(numbers + i * part, part, traces ? (size_t)sqrt((double)part) : 0, state);
    slp_case_set_x(c, numbers, c->d);
    for (size_t k = 0; k < c->M; k++) {
        double bound = 1.5 * sqrt(size);
        numbers[k] = naive_draw_between(state, -bound, bound);
    }
    slp_case_set_dw(c, numbers, c->M);
    /* every second case of a system that takes areas has them */
    const size_t pairs = c->M > 1 ? c->M * (c->M - 1) / 2 : 0;
    if (slp_draw_has_areas(system, scheme) && pairs && pairs <= MOST && below(state, 2)) {
        for (size_t p = 0; p < pairs; p++) numbers[p] = naive_draw_between(state, -size, size);
        slp_case_set(c, "area", numbers, pairs, &err);
    }
    if (slp_case_check(c, &err) == SLP_OK) return;
    slp_error_print(stderr, "naive_draw", &err);
    abort();
}

static void ball(arb_t out, double middle, double radius)
{
    arb_set_d(out, middle);
    mag_set_d(arb_radref(out), radius * fmax(1, fabs(middle)));
}

slp_status naive_draw_enclose(arb_ptr next, ref_certificate *cert, const slp_case *c, double radius,
                              slong prec)
{
    slong d = (slong)c->d, M = (slong)c->M;
    arb_ptr x = _arb_vec_init(d + M + 1);
    const ref_scheme *scheme = ref_scheme_find(c->scheme->name);
    ref_system *sys = NULL;
    slp_error err;
    slp_status status = ref_system_new(&sys, c, &err);
    for (slong i = 0; i < d; i++) ball(x + i, c->x[i], radius);
    for (slong k = 0; k < M; k++) ball(x + d + k, c->dw[k], radius);
    ball(x + d + M, c->h, radius);
    if (status == SLP_OK) {
        status =
            scheme ? ref_step(next, cert, scheme, sys, x, x + d + M, x + d, prec) : SLP_UNSUPPORTED;
        ref_system_free(sys);
    }
    _arb_vec_clear(x, d + M + 1);
    return status;
}

bool naive_draw_answer(mpfr_ptr next, const slp_case *c, mpfr_prec_t prec)
{
    naive_model model;
    bool converged;
    naive_model_init(&model, c, prec);
    for (long i = 0; i < model.d; i++) mpfr_set_d(next + i, c->x[i], MPFR_RNDN);
    converged = naive_model_step(next, &model, next, c->dw);
    naive_model_clear(&model);
    return converged;
}

bool naive_draw_inside(arb_srcptr balls, mpfr_srcptr v, slong d, slong bits)
{
    slong size = naive_array_size(v, d);
    bool inside = true;
    arb_t wide;
    arb_init(wide);
    for (slong i = 0; i < d && inside; i++) {
        arb_set(wide, balls + i);
        arb_add_error_2exp_si(wide, size - bits);
        inside = arb_contains_mpfr(wide, v + i) != 0;
    }
    arb_clear(wide);
    return inside;
}

slong naive_draw_width(arb_srcptr balls, mpfr_srcptr v, slong d)
{
    slong most = -ARF_PREC_EXACT, size = naive_array_size(v, d);
    for (slong i = 0; i < d; i++) {
        slong bits = most;
        if (!mag_is_zero(arb_radref(balls + i)))
            bits = mag_is_special(arb_radref(balls + i)) ? ARF_PREC_EXACT
                                                         : MAG_EXP(arb_radref(balls + i)) - size;
        if (bits > most) most = bits;
    }
    return most;
}
