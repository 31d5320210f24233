/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The torus translated (conjugation by the shift, which multiplies each T_m by a phase), noises in
 * another order, amplitude against increments, the opposite vorticity run backwards. */
#include "props/relation/su_entries.h"
#include "oracle/plumbing/allocate.h"

#include <stdlib.h>

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
    size_t count;
    const double *modes = slp_case_param(c, "modes", &count);
    if (c->M < 2) return false;
    double *other = slp_allocate(count, sizeof *other);
    for (size_t k = 0; k < count; k++) other[k] = modes[count - 2 - k + 2 * (k % 2)];
    bool done = prop_set(to, "modes", other, count);
    free(other);
    prop_reverse_noises(to, 0);
    return done;
}

const prop_relation prop_relations_sine_euler[] = {
    {"sine-euler", "the torus translated", translate_torus, false, NULL},
    {"sine-euler", "noises in the reverse order", noises_reversed, true, NULL},
    {"sine-euler", "twice the amplitude, half the increments", prop_double_amplitude, false, NULL},
    /* the noises' generators do not depend on the state: Xi(-X; -h, dW) = Xi(X; h, dW) */
    {"sine-euler", "the opposite vorticity, backwards in time", prop_backwards, false, NULL},
    {.about = NULL}};
