/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Reduces a case: tries every reduction until none gives a simpler case that fails. */
#include "props/smaller/parts.h"

#include <stdlib.h>

void prop_reduce(slp_case *c, const prop_reduction *how)
{
    static void (*const all[])(smaller *) = {smaller_steps,    smaller_keys,  smaller_coordinates,
                                             smaller_elements, smaller_terms, smaller_numbers};
    smaller s = {.best = c, .complexity = prop_complexity(c), .how = how};
    for (size_t before = 0; before != s.complexity && !smaller_is_spent(&s);) {
        before = s.complexity;
        for (size_t k = 0; k < sizeof all / sizeof *all; k++) all[k](&s);
    }
    free(s.refused);
}
