/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The sphere with a magnetic field turned by halves about the axis, and upside down, as Zeitlin's
 * sphere; amplitudes against increments; the field reversed; the flow reversed and run backwards;
 * without a field, Zeitlin's sphere. */
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

static void rename_both(slp_case *to, const prop_renaming *by, const slp_case *c)
{
    const size_t half = c->d / 2;
    for (size_t b = 0; b < c->d; b += half) prop_su_rename(to->x + b, by, c->x + b, half);
}

static void map_both(arb_ptr image, const prop_renaming *by, arb_srcptr y, size_t d)
{
    for (size_t b = 0; b < d; b += d / 2) prop_su_map(image + b, by, y + b, d / 2);
}

static bool half_turn(slp_case *to, const slp_case *c)
{
    rename_both(to, &about_axis, c);
    return true;
}

static void half_turned(arb_ptr image, const slp_case *to, const slp_case *c, arb_srcptr y)
{
    (void)to;
    map_both(image, &about_axis, y, c->d);
}

static bool turn_over(slp_case *to, const slp_case *c)
{
    rename_both(to, &upside_down, c);
    return true;
}

static void turned_over(arb_ptr image, const slp_case *to, const slp_case *c, arb_srcptr y)
{
    (void)to;
    map_both(image, &upside_down, y, c->d);
}

/* (W, -Theta): b changes its sign, and [Theta, b] does not. */
static bool reverse_field(slp_case *to, const slp_case *c)
{
    for (size_t i = c->d / 2; i < c->d; i++) to->x[i] = -c->x[i];
    return true;
}

static void field_reversed(arb_ptr image, const slp_case *to, const slp_case *c, arb_srcptr y)
{
    (void)to;
    for (size_t i = 0; i < c->d; i++) (i < c->d / 2 ? arb_set : arb_neg)(image + i, y + i);
}

/* (-W, Theta) with -h and -dW: xi stays, b changes its sign. */
static bool reverse_flow(slp_case *to, const slp_case *c)
{
    for (size_t i = 0; i < c->d / 2; i++) to->x[i] = -c->x[i];
    for (size_t k = 0; k < c->steps * c->M; k++) to->dw[k] = -c->dw[k];
    to->h = -c->h;
    return true;
}

static void flow_reversed(arb_ptr image, const slp_case *to, const slp_case *c, arb_srcptr y)
{
    (void)to;
    for (size_t i = 0; i < c->d; i++) (i < c->d / 2 ? arb_neg : arb_set)(image + i, y + i);
}

/* Where Theta = 0, W moves as X does on zeitlin-sphere. */
static bool without_field(slp_case *to, const slp_case *c)
{
    static const char *const keys[] = {"n", "amp", "shell"};
    for (size_t i = c->d / 2; i < c->d; i++)
        if (c->x[i] != 0) return false;
    if (!prop_move(to, "zeitlin-sphere")) return false;
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
        size_t count;
        const double *values = slp_case_param(c, keys[k], &count);
        if (count && !prop_set(to, keys[k], values, count)) return false;
    }
    return slp_need_memory(slp_case_set_x(to, c->x, c->d / 2)) == SLP_OK;
}

static void vorticity(arb_ptr image, const slp_case *to, const slp_case *c, arb_srcptr y)
{
    (void)c;
    for (size_t i = 0; i < to->d; i++) arb_set(image + i, y + i);
}

const prop_relation prop_relations_mhd_sphere[] = {
    {"mhd-sphere", "half turn about the axis", half_turn, half_turned, false},
    {"mhd-sphere", "the sphere upside down", turn_over, turned_over, false},
    {"mhd-sphere", "twice the amplitude, half the increments", prop_double_amplitude, NULL, false},
    {"mhd-sphere", "the field reversed", reverse_field, field_reversed, false},
    {"mhd-sphere", "the flow reversed, backwards in time", reverse_flow, flow_reversed, false},
    {"mhd-sphere", "without a field it is zeitlin-sphere", without_field, vorticity, false},
    {.about = NULL}};
