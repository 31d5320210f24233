/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The sphere turned by halves about the axis, and upside down: X -> e^{i pi S} X e^{-i pi S}, S =
 * S_3 and S_1, which multiply each T_lm by a sign, so that every noise stays what it was;
 * amplitudes against increments; the opposite vorticity run backwards. */
#include "oracle/plumbing/allocate.h"
#include "props/relation/su_entries.h"

static size_t same_index(size_t i, size_t N)
{
    (void)N;
    return i;
}

static size_t opposite_index(size_t i, size_t N)
{
    return N - 1 - i;
}

static int alternating_sign(size_t i, size_t j)
{
    return (i + j) % 2 ? -1 : 1;
}

static const prop_renaming about_axis = {same_index, alternating_sign},
                           upside_down = {opposite_index, NULL};

static bool half_turn(slp_case *to, const slp_case *c)
{
    prop_su_rename(to->x, &about_axis, c->x, c->d);
    return true;
}

static void half_turned(arb_ptr image, const slp_case *to, const slp_case *c, arb_srcptr y)
{
    (void)to;
    prop_su_map(image, &about_axis, y, c->d);
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
    prop_su_rename(to->x, &upside_down, c->x, c->d);
    turn_back(to, c);
    return true;
}

static void turned_over(arb_ptr image, const slp_case *to, const slp_case *c, arb_srcptr y)
{
    (void)to;
    prop_su_map(image, &upside_down, y, c->d);
}

/* Xi is linear in X and f: Xi(-X, -f; -h, -dW) = Xi(X, f; h, dW). */
static bool reverse_time(slp_case *to, const slp_case *c)
{
    turn_back(to, c);
    for (size_t k = 0; k < c->steps * c->M; k++) to->dw[k] = -c->dw[k];
    return prop_backwards(to, c);
}

const prop_relation prop_relations_zeitlin_sphere[] = {
    {"zeitlin-sphere", "half turn about the axis", half_turn, half_turned, false},
    {"zeitlin-sphere", "the sphere upside down", turn_over, turned_over, false},
    {"zeitlin-sphere", "twice the amplitude, half the increments", prop_double_amplitude, NULL,
     false},
    {"zeitlin-sphere", "the opposite vorticity, backwards in time", reverse_time, prop_negated,
     false},
    {.about = NULL}};
