/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Hostile changes to a case. */
#include "tests/second/naive_hostile.h"

#include <float.h>
#include <string.h>

static void scale(double *at, size_t count, double factor)
{
    for (size_t i = 0; i < count; i++) at[i] *= factor;
}

static void fill(double *at, size_t count, double value)
{
    for (size_t i = 0; i < count; i++) at[i] = value;
}

static void parameter(slp_case *c, const char *key, double factor)
{
    for (int i = 0; i < SLP_MAX_PARAMS && c->system->params[i].key; i++)
        if (strcmp(c->system->params[i].key, key) == 0)
            scale(c->params[i].at, c->params[i].count, factor);
}

static void large_step(slp_case *c)
{
    c->h = 1e300;
}
static void large_step_back(slp_case *c)
{
    c->h = -1e300;
}
static void unit_step(slp_case *c)
{
    c->h *= 64;
}
static void smallest_step(slp_case *c)
{
    c->h = 0x1p-1074;
    fill(c->dw, c->M, -0x1p-1074);
}
static void large_noise(slp_case *c)
{
    fill(c->dw, c->M, 1e300);
}
static void largest_noise(slp_case *c)
{
    fill(c->dw, c->M, -DBL_MAX);
    c->h = DBL_MAX;
}
static void noise_only(slp_case *c)
{
    c->h = 0;
}
static void large_state(slp_case *c)
{
    scale(c->x, c->d, 1e300);
}
static void large_state_and_tiny_step(slp_case *c)
{
    scale(c->x, c->d, 0x1p900);
    c->h *= 0x1p-900;
    scale(c->dw, c->M, 0x1p-900);
}
static void small_state(slp_case *c)
{
    scale(c->x, c->d, 0x1p-990);
}
static void denormal_state(slp_case *c)
{
    for (size_t i = 0; i < c->d; i++) c->x[i] = c->x[i] > 0 ? 0x1p-1074 : 0;
    if (c->system->algebra == SLP_SUN || c->system->algebra == SLP_SUN_DUAL) fill(c->x, c->d, 0);
}
static void zero_state(slp_case *c)
{
    fill(c->x, c->d, 0);
}
static void one_coordinate(slp_case *c)
{
    double last = c->x[c->d - 1];
    fill(c->x, c->d, 0);
    c->x[c->d - 1] = last;
}
static void large_parameters(slp_case *c)
{
    static const char *const keys[] = {"gamma", "quad", "lin",  "amp",
                                       "noise", "chi",  "beta", "quadratic"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) parameter(c, keys[i], 1e290);
}
static void small_inertia(slp_case *c)
{
    parameter(c, "inertia", 1e-300);
}
static void large_inertia(slp_case *c)
{
    parameter(c, "inertia", 1e300);
}
static void uneven_inertia(slp_case *c)
{
    for (int i = 0; i < SLP_MAX_PARAMS && c->system->params[i].key; i++)
        if (strcmp(c->system->params[i].key, "inertia") == 0 && c->params[i].count > 0) {
            c->params[i].at[0] = 1e-200;
            c->params[i].at[c->params[i].count - 1] = 1e200;
        }
}

static const naive_hostile hostile[] = {{"large step", large_step},
                                        {"large step back", large_step_back},
                                        {"unit step", unit_step},
                                        {"smallest step", smallest_step},
                                        {"large noise", large_noise},
                                        {"largest noise", largest_noise},
                                        {"noise only", noise_only},
                                        {"large state", large_state},
                                        {"large state, tiny step", large_state_and_tiny_step},
                                        {"small state", small_state},
                                        {"denormal state", denormal_state},
                                        {"zero state", zero_state},
                                        {"one coordinate", one_coordinate},
                                        {"large parameters", large_parameters},
                                        {"small inertia", small_inertia},
                                        {"large inertia", large_inertia},
                                        {"uneven inertia", uneven_inertia}};

const naive_hostile *naive_hostile_at(size_t i)
{
    return i < sizeof hostile / sizeof *hostile ? &hostile[i] : NULL;
}

void naive_hostile_stand_still(slp_case *c)
{
    c->h = 0;
    fill(c->dw, c->M, 0);
}
