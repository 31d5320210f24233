/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The torus translated (conjugation by the shift, which multiplies each T_m by a phase), noises in
 * another order, amplitude against increments, the opposite vorticity run backwards. */
#include "props/relation/su_entries.h"

static size_t next_index(size_t i, size_t N)
{
    return (i + 1) % N;
}

static const prop_renaming translation = {next_index, NULL};

/* The noises are attached to the torus. */
static bool translate_torus(slp_case *to, const slp_case *c)
{
    if (c->M) return false;
    prop_su_rename(to->x, &translation, c->x, c->d);
    return true;
}

static bool noises_reversed(slp_case *to, const slp_case *c)
{
    return prop_reverse_rows(to, c, "modes", 2, 0);
}

const prop_relation prop_relations_sine_euler[] = {
    {"sine-euler", "the torus translated", translate_torus, false, NULL},
    {"sine-euler", "noises in the reverse order", noises_reversed, true, NULL},
    {"sine-euler", "twice the amplitude, half the increments", prop_double_amplitude, false, NULL},
    /* the noises' generators do not depend on the state: Xi(-X; -h, dW) = Xi(X; h, dW) */
    {"sine-euler", "the opposite vorticity, backwards in time", prop_backwards, false, NULL},
    {.about = NULL}};
