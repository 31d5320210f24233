/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The rigid body with its axes renamed or reversed, its noises in another order, its time rescaled;
 * as a body in n dimensions, and as a heavy top without gravity. */
#include "props/relation/relation.h"
#include "oracle/plumbing/allocate.h"

enum { SIZE = 3, MOST_LIN = 64 };

/* Number i of the image is number (i + 1) mod 3, in each group of three. */
static void rotate_axes(double *to, const double *from, size_t groups)
{
    for (size_t g = 0; g < groups; g++)
        for (size_t i = 0; i < SIZE; i++) to[SIZE * g + i] = from[SIZE * g + (i + 1) % SIZE];
}

static bool rotate_parameter(slp_case *to, const slp_case *c, const char *key)
{
    size_t count;
    double turned[SIZE * MOST_LIN];
    const double *at = slp_case_param(c, key, &count);
    if (count > SIZE * MOST_LIN) return false;
    rotate_axes(turned, at, count / SIZE);
    return count == 0 || prop_set(to, key, turned, count);
}

static bool axes_turned(slp_case *to, const slp_case *c)
{
    double x[SIZE];
    rotate_axes(x, c->x, 1);
    slp_need_memory(slp_case_set_x(to, x, SIZE));
    if (slp_case_count(c, "quad")) rotate_axes(to->dw, c->dw, 1);
    return rotate_parameter(to, c, "inertia") && rotate_parameter(to, c, "quad") &&
           rotate_parameter(to, c, "lin");
}

/* The half turn about the third axis. */
static bool half_turn(slp_case *to, const slp_case *c)
{
    size_t count;
    double lin[SIZE * MOST_LIN], x[SIZE] = {-c->x[0], -c->x[1], c->x[2]};
    const double *at = slp_case_param(c, "lin", &count);
    if (count > SIZE * MOST_LIN) return false;
    for (size_t i = 0; i < count; i++) lin[i] = i % SIZE == 2 ? at[i] : -at[i];
    slp_need_memory(slp_case_set_x(to, x, SIZE));
    return count == 0 || prop_set(to, "lin", lin, count);
}

/* Halving every moment makes the same body run twice as fast. */
static bool run_faster(slp_case *to, const slp_case *c)
{
    return prop_scale_step(to, -1) && prop_scale_parameter(to, c, "inertia", 0.5);
}

static bool noises_reversed(slp_case *to, const slp_case *c)
{
    return prop_reverse_rows(to, c, "lin", SIZE, slp_case_count(c, "quad"));
}

/* -x, run backwards, with the constant generators as they are: Xi(-x; -h, -dW, dV) = Xi(x; h, dW,
 * dV). */
static bool reverse_time(slp_case *to, const slp_case *c)
{
    const size_t quad = slp_case_count(c, "quad");
    const double x[SIZE] = {-c->x[0], -c->x[1], -c->x[2]};
    slp_need_memory(slp_case_set_x(to, x, SIZE));
    to->h = -c->h;
    for (size_t k = 0; k < quad; k++) to->dw[k] = -c->dw[k];
    return true;
}

/* hat x = (X_12, X_13, X_23) = (-x3, x2, -x1).  One amplitude for all noises in n dimensions. */
static bool in_n_dimensions(slp_case *to, const slp_case *c)
{
    size_t count, quad;
    const double *inertia = slp_case_param(c, "inertia", &count);
    const double *amplitude = slp_case_param(c, "quad", &quad);
    const double three = SIZE, moments[SIZE] = {inertia[2], inertia[1], inertia[0]};
    const double x[SIZE] = {-c->x[2], c->x[1], -c->x[0]};
    if (slp_case_count(c, "lin") ||
        (quad && (amplitude[0] != amplitude[1] || amplitude[1] != amplitude[2])))
        return false;
    if (!prop_move(to, "rigid-body-n") || !prop_set(to, "n", &three, 1) ||
        !prop_set(to, "inertia", moments, SIZE))
        return false;
    if (quad) {
        prop_reverse_noises(to, 0);
        if (!prop_set(to, "quad", amplitude, 1)) return false;
    }
    slp_need_memory(slp_case_set_x(to, x, SIZE));
    return true;
}

/* A top without weight: its momentum is the rigid body's, whatever the vertical. */
static bool as_top(slp_case *to, const slp_case *c)
{
    enum { TERMS = 7 };
    size_t count, lin;
    const double *inertia = slp_case_param(c, "inertia", &count);
    const double *vectors = slp_case_param(c, "lin", &lin);
    const double none[SIZE] = {0}, x[2 * SIZE] = {c->x[0], c->x[1], c->x[2], 0.5, -0.25, 1};
    double noise[TERMS * MOST_LIN] = {0};
    if (slp_case_count(c, "quad") || lin > SIZE * MOST_LIN) return false;
    for (size_t i = 0; i < lin; i++) noise[TERMS * (i / SIZE) + i % SIZE] = vectors[i];
    slp_need_memory(slp_case_set_x(to, x, 2 * SIZE));
    return prop_move(to, "heavy-top") && prop_set(to, "inertia", inertia, SIZE) &&
           prop_set(to, "chi", none, SIZE) &&
           (lin == 0 || prop_set(to, "noise", noise, TERMS * (lin / SIZE)));
}

const prop_relation prop_relations_rigid_body[] = {
    {"rigid-body", "axes renamed in turn", axes_turned, true, NULL},
    {"rigid-body", "half turn about the third axis", half_turn, false, NULL},
    {"rigid-body", "half the moments and half the time", run_faster, false, NULL},
    {"rigid-body", "linear noises in the reverse order", noises_reversed, true, NULL},
    {"rigid-body", "the opposite state, backwards in time", reverse_time, false, NULL},
    {"rigid-body", "the body as one in n = 3 dimensions", in_n_dimensions, true, NULL},
    {"rigid-body", "the body as a top without weight", as_top, false, NULL},
    {.about = NULL}};
