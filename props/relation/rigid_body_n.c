/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The body in n dimensions with its axes in the reverse order, one of them reflected, its time
 * rescaled. */
#include "props/relation/relation.h"
#include "oracle/plumbing/allocate.h"

#include <stdlib.h>

static size_t size_of(size_t d)
{
    size_t n = 1;
    while (n * (n - 1) / 2 < d) n++;
    return n;
}

/* Number of X_ij, i < j. */
static size_t entry_index(size_t i, size_t j, size_t n)
{
    return i * n - i * (i + 1) / 2 + (j - i - 1);
}

/* from[k] = the coordinate that coordinate k comes from when axis i becomes axis n-1-i; the entry
 * changes its sign, X_{n-1-i,n-1-j} = -X_{n-1-j,n-1-i}. */
static size_t *reversed_sources(size_t d)
{
    size_t n = size_of(d), *from = slp_allocate(d, sizeof *from);
    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j < n; j++)
            from[entry_index(i, j, n)] = entry_index(n - 1 - j, n - 1 - i, n);
    return from;
}

static bool axes_reversed(slp_case *to, const slp_case *c)
{
    size_t count, *from = reversed_sources(c->d);
    const double *inertia = slp_case_param(c, "inertia", &count);
    double *moments = slp_allocate(c->d, sizeof *moments);
    for (size_t k = 0; k < c->d; k++) {
        moments[k] = count ? inertia[from[k]] : (double)from[k] + 1;
        to->x[k] = -c->x[from[k]];
        if (c->M) to->dw[k] = c->dw[from[k]];
    }
    bool done = prop_set(to, "inertia", moments, c->d);
    free(moments);
    free(from);
    return done;
}

/* The first axis reflected: X_1j changes its sign. */
static bool reflect(slp_case *to, const slp_case *c)
{
    for (size_t k = 0; k + 1 < size_of(c->d); k++) to->x[k] = -c->x[k];
    return true;
}

static bool run_faster(slp_case *to, const slp_case *c)
{
    size_t count;
    const double *inertia = slp_case_param(c, "inertia", &count);
    double *half = slp_allocate(c->d, sizeof *half);
    bool exact = true;
    for (size_t k = 0; k < c->d; k++) {
        double moment = count ? inertia[k] : (double)k + 1;
        half[k] = moment / 2;
        exact = exact && half[k] * 2 == moment;
    }
    exact = exact && prop_set(to, "inertia", half, c->d);
    free(half);
    return prop_scale_step(to, -1) && exact;
}

const prop_relation prop_relations_rigid_body_n[] = {
    {"rigid-body-n", "axes in the reverse order", axes_reversed, true, NULL},
    {"rigid-body-n", "one axis reflected", reflect, false, NULL},
    {"rigid-body-n", "half the moments and half the time", run_faster, false, NULL},
    {.about = NULL}};
