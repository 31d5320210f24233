/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The top with its axes renamed or turned by halves, its noises in another order, and its time
 * rescaled. */
#include "props/relation/relation.h"

#include <math.h>
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

static bool axes_turned(slp_case *to, const slp_case *c)
{
    size_t count, three;
    double noise[TERMS * MOST], inertia[SIZE], chi[SIZE];
    if (!noise_of(noise, &count, c)) return false;
    memcpy(inertia, slp_case_param(c, "inertia", &three), sizeof inertia);
    memcpy(chi, slp_case_param(c, "chi", &three), sizeof chi);
    rotate_axes(inertia);
    rotate_axes(chi);
    rotate_axes(to->x);
    rotate_axes(to->x + SIZE);
    for (size_t k = 0; k < count; k += TERMS) {
        rotate_axes(noise + k);
        rotate_axes(noise + k + SIZE);
    }
    return prop_set(to, "inertia", inertia, SIZE) && prop_set(to, "chi", chi, SIZE) &&
           (count == 0 || prop_set(to, "noise", noise, count));
}

static void turn_by_half(double v[SIZE])
{
    v[0] = -v[0];
    v[1] = -v[1];
}

static bool half_turn(slp_case *to, const slp_case *c)
{
    size_t count, three;
    double noise[TERMS * MOST], chi[SIZE];
    if (!noise_of(noise, &count, c)) return false;
    memcpy(chi, slp_case_param(c, "chi", &three), sizeof chi);
    turn_by_half(chi);
    turn_by_half(to->x);
    turn_by_half(to->x + SIZE);
    for (size_t k = 0; k < count; k += TERMS) {
        turn_by_half(noise + k);
        turn_by_half(noise + k + SIZE);
    }
    return prop_set(to, "chi", chi, SIZE) && (count == 0 || prop_set(to, "noise", noise, count));
}

static bool noises_reversed(slp_case *to, const slp_case *c)
{
    size_t count;
    double noise[TERMS * MOST], other[TERMS * MOST];
    if (!noise_of(noise, &count, c) || count < 2 * TERMS) return false;
    for (size_t k = 0; k < count; k += TERMS)
        memcpy(other + k, noise + count - TERMS - k, TERMS * sizeof *other);
    prop_reverse_noises(to, 0);
    return prop_set(to, "noise", other, count);
}

/* Half the moments and twice the weight: the same top in half the time. */
static bool run_faster(slp_case *to, const slp_case *c)
{
    size_t three;
    double inertia[SIZE], chi[SIZE];
    memcpy(inertia, slp_case_param(c, "inertia", &three), sizeof inertia);
    memcpy(chi, slp_case_param(c, "chi", &three), sizeof chi);
    for (size_t i = 0; i < SIZE; i++) {
        const double before = inertia[i];
        inertia[i] /= 2;
        chi[i] *= 2;
        if (inertia[i] * 2 != before || !isfinite(chi[i])) return false;
    }
    return prop_scale_step(to, -1) && prop_set(to, "inertia", inertia, SIZE) &&
           prop_set(to, "chi", chi, SIZE);
}

const prop_relation prop_relations_heavy_top[] = {
    {"heavy-top", "axes renamed in turn", axes_turned, true, NULL},
    {"heavy-top", "half turn about the third axis", half_turn, false, NULL},
    {"heavy-top", "noises in the reverse order", noises_reversed, true, NULL},
    {"heavy-top", "half the moments, twice the weight, half the time", run_faster, false, NULL},
    {.about = NULL}};
