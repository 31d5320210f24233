/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The sphere with a magnetic field turned by halves about the axis, and upside down, as Zeitlin's
 * sphere; amplitudes against increments; the field reversed; the flow reversed and run backwards;
 * without a field, Zeitlin's sphere. */
#include "oracle/plumbing/allocate.h"
#include "props/relation/su_entries.h"

static void rename_both(slp_case *to, const prop_renaming *by, const slp_case *c)
{
    const size_t half = c->d / 2;
    for (size_t b = 0; b < c->d; b += half) prop_su_rename(to->x + b, by, c->x + b, half);
}

static bool half_turn(slp_case *to, const slp_case *c)
{
    rename_both(to, &prop_about_axis, c);
    return true;
}

static bool turn_over(slp_case *to, const slp_case *c)
{
    rename_both(to, &prop_upside_down, c);
    return true;
}

/* (W, -Theta): b changes its sign, and [Theta, b] does not. */
static bool reverse_field(slp_case *to, const slp_case *c)
{
    for (size_t i = c->d / 2; i < c->d; i++) to->x[i] = -c->x[i];
    return true;
}

/* (-W, Theta) with -h and -dW: xi stays, b changes its sign. */
static bool reverse_flow(slp_case *to, const slp_case *c)
{
    for (size_t i = 0; i < c->d / 2; i++) to->x[i] = -c->x[i];
    for (size_t k = 0; k < c->steps * c->M; k++) to->dw[k] = -c->dw[k];
    to->h = -c->h;
    return true;
}

static bool has_no_field(const slp_case *c)
{
    for (size_t i = c->d / 2; i < c->d; i++)
        if (c->x[i] != 0) return false;
    return true;
}

/* Where Theta = 0, W moves as X does on zeitlin-sphere. */
static bool without_field(slp_case *to, const slp_case *c)
{
    static const char *const keys[] = {"n", "amp", "shell"};
    if (!prop_move(to, "zeitlin-sphere")) return false;
    for (size_t k = 0; k < sizeof keys / sizeof *keys; k++) {
        size_t count;
        const double *values = slp_case_param(c, keys[k], &count);
        if (count && !prop_set(to, keys[k], values, count)) return false;
    }
    return slp_need_memory(slp_case_set_x(to, c->x, c->d / 2)) == SLP_OK;
}

const prop_relation prop_relations_mhd_sphere[] = {
    {"mhd-sphere", "half turn about the axis", half_turn, false, NULL},
    {"mhd-sphere", "the sphere upside down", turn_over, false, NULL},
    {"mhd-sphere", "twice the amplitude, half the increments", prop_double_amplitude, false, NULL},
    {"mhd-sphere", "the field reversed", reverse_field, false, NULL},
    {"mhd-sphere", "the flow reversed, backwards in time", reverse_flow, false, NULL},
    {"mhd-sphere", "without a field it is zeitlin-sphere", without_field, false, has_no_field},
    {.about = NULL}};
