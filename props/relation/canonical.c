/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The oscillator's phase plane turned by a quarter, the pendulum's reflected; amplitude against
 * increment. */
#include "props/relation/relation.h"

static bool is_kubo(const slp_case *c)
{
    size_t one;
    return slp_case_param(c, "model", &one)[0] == 0;
}

/* (q, p) -> (p, -q) is symplectic and keeps q^2 + p^2. */
static bool quarter_turn(slp_case *to, const slp_case *c)
{
    to->x[0] = c->x[1];
    to->x[1] = -c->x[0];
    return is_kubo(c);
}

/* (q, p) -> (-q, -p) keeps H0 and reverses beta sin q and gamma p. */
static bool reflect(slp_case *to, const slp_case *c)
{
    for (size_t i = 0; i < c->d; i++) to->x[i] = -c->x[i];
    for (size_t k = 0; k < c->M; k++) to->dw[k] = -c->dw[k];
    return !is_kubo(c);
}

static bool noise_scaled(slp_case *to, const slp_case *c)
{
    if (!slp_case_count(c, "beta")) return false;
    to->dw[0] = c->dw[0] / 2;
    return 2 * to->dw[0] == c->dw[0] && prop_scale_parameter(to, c, "beta", 2);
}

const prop_relation prop_relations_canonical[] = {
    {"canonical", "quarter turn of the oscillator", quarter_turn, false, NULL},
    {"canonical", "pendulum reflected, noises reversed", reflect, false, NULL},
    {"canonical", "twice the amplitude, half the increment", noise_scaled, false, NULL},
    {.about = NULL}};
