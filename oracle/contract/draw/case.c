/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Draws a whole case.  The system draws its parameters and state.  This file draws the step, the
 * number of steps and the increments; values that often reveal faults are more frequent. */
#include "oracle/contract/draw/draw_arithmetic.h"
#include "oracle/contract/case/case_text.h"
#include "oracle/contract/number/float_environment.h"
#include "oracle/contract/noise/noise.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_STEPS = 5, LONG = 27, LONG_D = 9, LESS_LONG = 3, ELL = 2 };

/* More steps than levels 1 and 2 have. */
static size_t draw_many_steps(slp_draw *from, size_t d)
{
    slp_draw_mark(from, SLP_DRAW_MANY_STEPS);
    return MOST_STEPS + 1 + (size_t)slp_draw_below(from, d > LONG_D ? LESS_LONG : LONG);
}

/* The size of the step.  Level 1 stays at or below 2^-6, where the systems' draws keep the
 * generator small enough for a certificate. */
static double draw_step(slp_draw *from, int level)
{
    uint64_t kind = slp_draw_below(from, level > 1 ? 8 : 6);
    switch (kind) {
    case 0:
        return 0x1p-8;
    case 1:
    case 2:
        return ldexp(1, -6 - (int)slp_draw_below(from, 7));
    case 3:
    case 4:
        return slp_draw_between(from, 0x1p-12, 0x1p-6);
    case 5:
        slp_draw_mark(from, SLP_DRAW_TINY_STEP);
        return ldexp(1, -20 - (int)slp_draw_below(from, 21));
    case 6:
        slp_draw_mark(from, SLP_DRAW_LARGE_STEP);
        return slp_draw_between(from, 0x1p-6, 2);
    default:
        break;
    }
    slp_draw_mark(from, SLP_DRAW_TINY_STEP);
    switch (slp_draw_below(from, 4)) {
    case 0:
        return 0;
    case 1:
        slp_draw_mark(from, SLP_DRAW_DENORMAL);
        return ldexp(1, -1023 - (int)slp_draw_below(from, 52));
    default:
        return ldexp(1, -41 - (int)slp_draw_below(from, 960));
    }
}

/* sqrt(|h|) xi, truncated (EJLL section 4.2, GBW (55)).  0 and the bound itself are drawn more
 * often than by chance. */
static double draw_increment(slp_draw *from, double h)
{
    double size = fabs(h), root = size > 0 ? sqrt(size) : 0x1p-6;
    switch (slp_draw_below(from, 16)) {
    case 0:
        return 0;
    case 1: {
        slp_draw_mark(from, SLP_DRAW_TRUNCATED);
        double bound = size > 0 ? root * slp_truncation_bound(size, ELL) : 0;
        return slp_draw_chance(from, 1, 2) ? -bound : bound;
    }
    default: {
        double dw = root * slp_draw_normal(from);
        return size > 0 ? slp_truncate(dw, size, ELL) : dw;
    }
    }
}

slp_status slp_draw_increments(slp_case *c, slp_draw *from)
{
    size_t count = c->steps * c->M;
    double *dw = calloc(count + 1, sizeof *dw);
    if (!dw) return SLP_MEMORY;
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        dw[i] = draw_increment(from, c->h);
        any = any || dw[i] != 0;
    }
    if (!any) slp_draw_mark(from, SLP_DRAW_NO_NOISE);
    const slp_status status = slp_case_set_dw(c, dw, count);
    free(dw);
    return status;
}

static slp_status draw_id(slp_case *c, const slp_draw *from)
{
    char id[SLP_MAX_ID];
    int length = snprintf(id, sizeof id, "%s.%s-%llu", c->system->name, c->scheme->name,
                          (unsigned long long)from->number);
    free(c->id);
    c->id = calloc((size_t)length + 1, 1);
    if (!c->id) return SLP_MEMORY;
    for (int i = 0; i < length && i < SLP_MAX_ID - 1; i++) c->id[i] = id[i];
    return SLP_OK;
}

static slp_status draw_whole(slp_case *c, const slp_system *system, const slp_scheme *scheme,
                             slp_draw *from, int level)
{
    slp_error err;
    if (!system->draw) return SLP_UNSUPPORTED;
    c->system = system;
    c->scheme = scheme;
    slp_status status = draw_id(c, from);
    if (status != SLP_OK) return status;
    const bool beyond = level > 2;
    from->large = from->many || (beyond && slp_draw_chance(from, 1, 2));
    if (beyond) level = 1;
    status = system->draw(c, from, level);
    if (status != SLP_OK) return status;
    c->steps = 1;
    if (beyond && (!from->large || c->x_count <= LONG_D)) {
        c->steps = draw_many_steps(from, c->x_count);
    } else if (!beyond && slp_draw_chance(from, 1, 8)) {
        c->steps = 2 + (size_t)slp_draw_below(from, MOST_STEPS - 1);
        slp_draw_mark(from, SLP_DRAW_MANY_STEPS);
    }
    c->h = draw_step(from, level);
    if (slp_draw_chance(from, 1, 8)) {
        c->h = -c->h;
        slp_draw_mark(from, SLP_DRAW_NEGATIVE_STEP);
    }
    if (system->shape(c, &err) != SLP_OK) return SLP_INPUT;
    status = slp_draw_increments(c, from);
    if (status != SLP_OK) return status;
    if (!from->classes) slp_draw_mark(from, SLP_DRAW_GENERIC);
    status = slp_draw_fit(c, from, false);
    return status == SLP_OK ? slp_case_check(c, &err) : status;
}

void slp_draw_factors(slp_case *c)
{
    if (c->scheme->splits && c->system->leave_factors) c->system->leave_factors(c);
}

slp_status slp_draw_case(slp_case *c, const slp_system *system, const slp_scheme *scheme,
                         slp_draw *from, int level)
{
    enum { DRAWS = 32 };
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    slp_status status = SLP_DOMAIN;
    /* another draw where the arithmetic cannot tell two vortices apart */
    for (int i = 0; i < DRAWS && status == SLP_DOMAIN; i++) {
        slp_case_clear(c);
        status = draw_whole(c, system, scheme, from, level);
    }
    if (status == SLP_MEMORY) slp_case_clear(c);
    return status;
}

/* steps*M increments, as large as those that were there. */
static slp_status fit_increments(slp_case *c, slp_draw *from)
{
    const size_t count = c->steps * c->M;
    double size = 0;
    for (size_t i = 0; i < c->dw_count; i++) size = fmax(size, fabs(c->dw[i]));
    if (c->dw_count == 0) size = 0x1p-3;
    double *dw = calloc(count + 1, sizeof *dw);
    if (!dw) return SLP_MEMORY;
    for (size_t i = 0; i < count; i++)
        dw[i] = slp_arithmetic_round(c->arithmetic, size * slp_draw_between(from, -1, 1));
    const slp_status status = slp_case_set_dw(c, dw, count);
    free(dw);
    return status;
}

slp_status slp_draw_settle(slp_case *c, slp_draw *from, slp_error *err)
{
    slp_status status = slp_case_shape(c, err);
    if (status == SLP_OK && c->dw_count != c->steps * c->M) status = fit_increments(c, from);
    return status == SLP_OK ? slp_case_check(c, err) : status;
}
