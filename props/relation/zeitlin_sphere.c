/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The sphere turned by halves about the axis, and upside down: X -> e^{i pi S} X e^{-i pi S}, S =
 * S_3 and S_1, which multiply each T_lm by a sign, so that every noise stays what it was;
 * amplitudes against increments; the opposite vorticity run backwards. */
#include "oracle/plumbing/allocate.h"
#include "props/relation/su_entries.h"

static bool half_turn(slp_case *to, const slp_case *c)
{
    prop_su_rename(to->x, &prop_about_axis, c->x, c->d);
    return true;
}

/* The axis points the other way, so a planet turns the other way. */
static void turn_back(slp_case *to, const slp_case *c)
{
    size_t count;
    const double *f = slp_case_param(c, "coriolis", &count);
    const double minus = count ? -*f : 0;
    if (count) slp_need_memory(slp_case_set_param(to, "coriolis", &minus, 1, NULL));
}

static bool turn_over(slp_case *to, const slp_case *c)
{
    prop_su_rename(to->x, &prop_upside_down, c->x, c->d);
    turn_back(to, c);
    return true;
}

/* Xi is linear in X and f: Xi(-X, -f; -h, -dW) = Xi(X, f; h, dW). */
static bool reverse_time(slp_case *to, const slp_case *c)
{
    turn_back(to, c);
    for (size_t k = 0; k < c->steps * c->M; k++) to->dw[k] = -c->dw[k];
    return prop_backwards(to, c);
}

const prop_relation prop_relations_zeitlin_sphere[] = {
    {"zeitlin-sphere", "half turn about the axis", half_turn, false, NULL},
    {"zeitlin-sphere", "the sphere upside down", turn_over, false, NULL},
    {"zeitlin-sphere", "twice the amplitude, half the increments", prop_double_amplitude, false,
     NULL},
    {"zeitlin-sphere", "the opposite vorticity, backwards in time", reverse_time, false, NULL},
    {.about = NULL}};
