/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Which pairs of system and scheme a user asks for. */
#include "oracle/contract/case/pair_choice.h"
#include "oracle/contract/number/float_rules.h"

bool slp_pair_is_chosen(const slp_pair_choice *choice, const slp_system *system,
                        const slp_scheme *scheme)
{
    if (!slp_system_named(system, choice->system)) return false;
    if (choice->scheme && choice->scheme != scheme) return false;
    for (size_t i = 0; i < choice->count; i++)
        if (choice->listed[i].system == system && choice->listed[i].scheme == scheme) return true;
    return choice->count == 0;
}

bool slp_pair_choice_is_every_system(const slp_pair_choice *choice)
{
    return !choice->system && choice->count == 0 && choice->most == 0;
}

void slp_pair_choice_print(FILE *to, const slp_pair_choice *choice)
{
    if (choice->system) fprintf(to, " --system %s", choice->system);
    if (choice->scheme) fprintf(to, " --scheme %s", choice->scheme->name);
    if (choice->count) fputs(" --pairs FILE", to);
    if (choice->most) fprintf(to, " --size %zu", choice->least);
    if (choice->most > choice->least) fprintf(to, "..%zu", choice->most);
}
