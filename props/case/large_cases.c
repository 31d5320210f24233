/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* One large case of each system, larger than draws have: so(30) with its 435 noises, su(24) and the
 * torus of su(23) with all of theirs, 14 vortices, 14 spins in a ring, sp(12), and 130 noises where
 * there are only three or six coordinates.  Every coordinate and every increment differs from 0.
 * So a port that ignores those beyond some number gives a wrong answer
 * (tests/contract/test_large_cases.c). */
#include "props/case/adjust_case.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>
#include <stdlib.h>

enum {
    ORTHOGONAL = 30,
    UNITARY = 24,
    TORUS = UNITARY - 1,
    DUAL = 16,
    VORTICES = 14,
    SYMPLECTIC = 12,
    NOISES = 130,
    SIZE = -3, /* |Xi| between 2^-4 and 2^-3 */
    /* smaller there: with so many noises, and the inverse Laplacian, the bound proves no larger
     * step */
    ON_TORUS = -6,
    ON_SPHERE = -13
};

static void set_parameter(slp_case *c, const char *key, const double *values, size_t count)
{
    slp_error err;
    slp_need_memory(slp_case_set_param(c, key, values, count, &err));
}

static void set_number(slp_case *c, const char *key, double value)
{
    set_parameter(c, key, &value, 1);
}

static bool takes_parameter(const slp_case *c, const char *key)
{
    slp_error err;
    SLP_CLEARED(slp_case) other = {0};
    slp_need_memory(slp_case_copy(&other, c));
    return slp_need_memory(slp_case_set_param(&other, key, NULL, 0, &err)) == SLP_OK;
}

/* count numbers +-1/2 to +-1, times `size`, as parameter `key`; NULL: as the state. */
static void set_drawn(slp_case *c, const char *key, size_t count, double size, slp_draw *from)
{
    double *numbers = slp_allocate(count + 1, sizeof *numbers);
    for (size_t i = 0; i < count; i++) {
        numbers[i] = size * slp_draw_between(from, 0.5, 1);
        if (slp_draw_chance(from, 1, 2)) numbers[i] = -numbers[i];
    }
    if (key)
        set_parameter(c, key, numbers, count);
    else
        slp_need_memory(slp_case_set_x(c, numbers, count));
    free(numbers);
}

static void remove_parameters(slp_case *c)
{
    for (size_t p = 0; c->system->params[p].key; p++)
        set_parameter(c, c->system->params[p].key, NULL, 0);
}

static void large_orthogonal(slp_case *c, slp_draw *from)
{
    const size_t d = ORTHOGONAL * (ORTHOGONAL - 1) / 2;
    remove_parameters(c);
    set_number(c, "n", ORTHOGONAL);
    set_number(c, "quad", 0.5);
    set_drawn(c, NULL, d, 1 / sqrt((double)d), from);
}

/* Modes a:b, all but 0:0. */
static void set_all_modes(slp_case *c)
{
    enum { MOST = TORUS / 2 };
    double modes[2 * TORUS * TORUS];
    size_t count = 0;
    for (int a = -MOST; a <= MOST; a++)
        for (int b = -MOST; b <= MOST; b++)
            if (a || b) modes[count++] = a, modes[count++] = b;
    set_parameter(c, "modes", modes, count);
}

/* Diagonal entries come first; their sum is 0.  Over the dual numbers there are two matrices. */
static void large_unitary(slp_case *c, slp_draw *from)
{
    const bool torus = takes_parameter(c, "modes");
    const bool dual = c->system->algebra == SLP_SUN_DUAL;
    const size_t n = torus  ? TORUS
                     : dual ? DUAL
                            : UNITARY,
                 half = n * n, d = dual ? 2 * half : half;
    remove_parameters(c);
    set_number(c, "n", (double)n);
    set_number(c, "amp", 0.5);
    if (torus)
        set_all_modes(c);
    else
        set_number(c, "shell", 1);
    set_drawn(c, NULL, d, 1 / (double)n, from);
    for (size_t b = 0; b < d; b += half) {
        double *x = c->x + b, sum = 0;
        for (size_t i = 0; i + 1 < n; i++) {
            x[i] = (i % 2 ? -1 : 1) * ldexp(rint(ldexp(fabs(x[i]), 10)), -10);
            sum += x[i];
        }
        if (sum == 0) sum = 0x1p-10, x[0] += sum; /* every coordinate differs from 0 */
        x[n - 1] = -sum;
    }
}

/* A ring of spins with everything that spins can have. */
static void spins_ring(slp_case *c, slp_draw *from)
{
    double ends[2 * VORTICES];
    for (int i = 0; i < VORTICES; i++) {
        ends[2 * i] = i + 1;
        ends[2 * i + 1] = (i + 1) % VORTICES + 1;
    }
    set_parameter(c, "bonds", ends, 2 * VORTICES);
    set_drawn(c, "exchange", VORTICES, 1, from);
    set_drawn(c, "dmi", 3 * VORTICES, 1, from);
    set_drawn(c, "field", 3, 1, from);
    set_drawn(c, "anisotropy", 4, 1, from);
    set_number(c, "noise", 0.5);
}

/* Vortices or spins on a spiral about the sphere, with chords longer than 1/2 and lengths near 1.
 */
static void vortices_spiral(slp_case *c, slp_draw *from)
{
    double x[3 * VORTICES];
    for (int i = 0; i < VORTICES; i++) {
        const double z = 1 - (2 * i + 1) / (double)VORTICES;
        const double turn = 2.399963 * i + slp_draw_between(from, -0.125, 0.125);
        const double length = slp_draw_between(from, 0.75, 1.25), across = sqrt(1 - z * z) * length;
        x[3 * i] = across * cos(turn);
        x[3 * i + 1] = across * sin(turn);
        x[3 * i + 2] = z * length;
    }
    remove_parameters(c);
    slp_need_memory(slp_case_set_x(c, x, 3 * VORTICES));
    if (takes_parameter(c, "bonds")) {
        spins_ring(c, from);
        return;
    }
    set_drawn(c, "gamma", VORTICES, 1, from);
    set_drawn(c, "quad", 3, 0.5, from);
}

static void large_symplectic(slp_case *c, slp_draw *from)
{
    const size_t d = SYMPLECTIC * (SYMPLECTIC + 1) / 2;
    remove_parameters(c);
    set_number(c, "n", SYMPLECTIC);
    set_drawn(c, "quadratic", d * (d + 1) / 2, 1 / (double)d, from);
    set_drawn(c, "noise", 2 * d, 1 / (double)d, from);
    set_drawn(c, NULL, d, 1 / sqrt((double)d), from);
}

bool prop_large_case(slp_case *c, slp_draw *from)
{
    slp_error err;
    switch (c->system->algebra) {
    case SLP_SON:
        large_orthogonal(c, from);
        break;
    case SLP_SUN:
    case SLP_SUN_DUAL:
        large_unitary(c, from);
        break;
    case SLP_SU2N:
        vortices_spiral(c, from);
        break;
    case SLP_SP:
        large_symplectic(c, from);
        break;
    case SLP_SO3:
        set_drawn(c, "lin", 3 * NOISES, 0.0625, from);
        break;
    case SLP_SE3:
        set_drawn(c, "noise", 7 * NOISES, 0.0625, from);
        slp_draw_factors(c);
        break;
    default:
        return false;
    }
    c->steps = 1;
    c->h = slp_draw_between(from, 0.5, 1);
    if (c->system->shape(c, &err) != SLP_OK) return false;
    double *dw = slp_allocate(c->M + 1, sizeof *dw);
    for (size_t k = 0; k < c->M; k++) {
        dw[k] = slp_draw_between(from, 0.25, 0.5);
        if (slp_draw_chance(from, 1, 2)) dw[k] = -dw[k];
    }
    slp_need_memory(slp_case_set_dw(c, dw, c->M));
    free(dw);
    const int size = takes_parameter(c, "modes")   ? ON_TORUS
                     : takes_parameter(c, "shell") ? ON_SPHERE
                                                   : SIZE;
    return slp_case_check(c, &err) == SLP_OK && prop_set_generator_size(c, size);
}
