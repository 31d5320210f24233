/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Draws the Levy areas of a case that was drawn without. */
#include "oracle/contract/number/arithmetic.h"
#include "oracle/contract/case/case_text.h"
#include "oracle/contract/draw/draw.h"
#include "oracle/contract/number/float_environment.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A number of these increments: equal cases get equal areas. */
static uint64_t number_of(const slp_case *c)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < c->dw_count; i++) {
        uint64_t bits;
        memcpy(&bits, &c->dw[i], sizeof bits);
        hash = (hash ^ bits) * UINT64_C(0x100000001b3);
        hash ^= hash >> 29;
    }
    return hash;
}

/* (|h|/2) xi, as large as the area of two noises; 0 and areas of few bits more often than by
 * chance. */
static double draw_area(slp_draw *from, double h)
{
    const double size = h != 0 ? fabs(h) / 2 : 0x1p-13;
    switch (slp_draw_below(from, 8)) {
    case 0:
        return 0;
    case 1:
        return slp_draw_chance(from, 1, 2) ? -size : size;
    default:
        return size * slp_draw_normal(from);
    }
}

bool slp_draw_has_areas(const slp_system *system, const slp_scheme *scheme)
{
    return system->areas && !scheme->splits;
}

slp_status slp_draw_areas(slp_case *c, uint64_t seed)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    const size_t M = c->M, pairs = M > 1 ? M * (M - 1) / 2 : 0;
    slp_draw from;
    slp_error err;
    if (!slp_draw_has_areas(c->system, c->scheme) || pairs == 0 || c->areas ||
        c->steps > SLP_MAX_LIST / (M + pairs))
        return SLP_OK;
    slp_draw_init(&from, seed, number_of(c));
    double *area = malloc(c->steps * pairs * sizeof *area);
    if (!area) return SLP_MEMORY;
    for (size_t i = 0; i < c->steps * pairs; i++)
        area[i] = slp_arithmetic_round(c->arithmetic, draw_area(&from, c->h));
    slp_status status = slp_case_set(c, "area", area, c->steps * pairs, &err);
    free(area);
    if (status == SLP_OK) status = slp_case_check(c, &err);
    return status;
}

slp_status slp_draw_no_areas(slp_case *c)
{
    slp_error err;
    if (c->areas == 0) return SLP_OK;
    const slp_status status = slp_case_part_areas(c);
    return status == SLP_OK ? slp_case_set(c, "area", NULL, 0, &err) : status;
}
