/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The top with its axes renamed or turned by halves, its noises in another order, and its time
 * rescaled. */
#include "props/relation/relation.h"

#include <string.h>

enum { SIZE = 3, TERMS = 7, MOST = 32 };

static bool noise_of(double *noise, size_t *count, const slp_case *c)
{
    const double *at = slp_case_param(c, "noise", count);
    if (*count > TERMS * MOST) return false;
    if (*count) memcpy(noise, at, *count * sizeof *noise);
    return true;
}

static void rotate_axes(double v[SIZE])
{
    const double first = v[0];
    v[0] = v[1];
    v[1] = v[2];
    v[2] = first;
}

static void turn_by_half(double v[SIZE])
{
    v[0] = -v[0];
    v[1] = -v[1];
}

/* Every vector of the case is moved, but not the axes of inertia. */
static bool move_vectors(slp_case *to, const slp_case *c, void (*move)(double v[SIZE]))
{
    size_t count, three;
    double noise[TERMS * MOST], chi[SIZE];
    if (!noise_of(noise, &count, c)) return false;
    memcpy(chi, slp_case_param(c, "chi", &three), sizeof chi);
    move(chi);
    move(to->x);
    move(to->x + SIZE);
    for (size_t k = 0; k < count; k += TERMS) {
        move(noise + k);
        move(noise + k + SIZE);
    }
    return prop_set(to, "chi", chi, SIZE) && (count == 0 || prop_set(to, "noise", noise, count));
}

static bool axes_turned(slp_case *to, const slp_case *c)
{
    size_t three;
    double inertia[SIZE];
    memcpy(inertia, slp_case_param(c, "inertia", &three), sizeof inertia);
    rotate_axes(inertia);
    return prop_set(to, "inertia", inertia, SIZE) && move_vectors(to, c, rotate_axes);
}

static bool half_turn(slp_case *to, const slp_case *c)
{
    return move_vectors(to, c, turn_by_half);
}

static bool noises_reversed(slp_case *to, const slp_case *c)
{
    return prop_reverse_rows(to, c, "noise", TERMS, 0);
}

/* Half the moments and twice the weight: the same top in half the time. */
static bool run_faster(slp_case *to, const slp_case *c)
{
    return prop_scale_step(to, -1) && prop_scale_parameter(to, c, "inertia", 0.5) &&
           prop_scale_parameter(to, c, "chi", 2);
}

const prop_relation prop_relations_heavy_top[] = {
    {"heavy-top", "axes renamed in turn", axes_turned, true, NULL},
    {"heavy-top", "half turn about the third axis", half_turn, false, NULL},
    {"heavy-top", "noises in the reverse order", noises_reversed, true, NULL},
    {"heavy-top", "half the moments, twice the weight, half the time", run_faster, false, NULL},
    {.about = NULL}};
