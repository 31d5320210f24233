/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Vortices renamed, axes renamed, the whole sphere turned by halves, strength against time. */
#include "props/relation/relation.h"
#include "oracle/plumbing/allocate.h"

#include <stdlib.h>

enum { SIZE = 3 };

/* Vortex i of the image is vortex n-1-i. */
static bool vortices_reversed(slp_case *to, const slp_case *c)
{
    size_t n;
    const double *gamma = slp_case_param(c, "gamma", &n);
    double *renamed = slp_allocate(4 * n, sizeof *renamed), *x = renamed + n;
    bool done;
    for (size_t i = 0; i < n; i++) {
        renamed[i] = gamma[n - 1 - i];
        for (size_t k = 0; k < SIZE; k++) x[SIZE * i + k] = c->x[SIZE * (n - 1 - i) + k];
    }
    done = n > 1 && prop_set(to, "gamma", renamed, n);
    slp_need_memory(slp_case_set_x(to, x, SIZE * n));
    free(renamed);
    return done;
}

/* Coordinate k of the image is coordinate k+1 mod 3, of every vortex. */
static bool axes_turned(slp_case *to, const slp_case *c)
{
    size_t count;
    const double *quad = slp_case_param(c, "quad", &count);
    for (size_t i = 0; i < c->d; i++) to->x[i] = c->x[i - i % SIZE + (i + 1) % SIZE];
    if (count == 0) return true;
    const double turned[SIZE] = {quad[1], quad[2], quad[0]};
    for (size_t k = 0; k < SIZE; k++) to->dw[k] = c->dw[(k + 1) % SIZE];
    return prop_set(to, "quad", turned, SIZE);
}

static bool half_turn(slp_case *to, const slp_case *c)
{
    for (size_t i = 0; i < c->d; i++) to->x[i] = i % SIZE == 2 ? c->x[i] : -c->x[i];
    return true;
}

/* Twice the strengths in half the time.  The noise does not depend on strengths. */
static bool double_strengths(slp_case *to, const slp_case *c)
{
    return prop_scale_step(to, -1) && prop_scale_parameter(to, c, "gamma", 2);
}

const prop_relation prop_relations_point_vortices[] = {
    {"point-vortices", "vortices renamed", vortices_reversed, true, NULL},
    {"point-vortices", "axes renamed in turn", axes_turned, true, NULL},
    {"point-vortices", "half turn about the third axis", half_turn, false, NULL},
    {"point-vortices", "twice the strengths in half the time", double_strengths, false, NULL},
    {.about = NULL}};
