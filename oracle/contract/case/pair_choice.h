/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Which pairs of system and scheme a user asks for, and of which sizes their cases are to be. */
#ifndef SLP_ORACLE_PAIR_CHOICE_H
#define SLP_ORACLE_PAIR_CHOICE_H

#include "oracle/contract/case/case.h"

#include <stdio.h>

/* The scheme that slp_scheme_find("own") finds. */
extern const slp_scheme slp_scheme_own;

typedef struct slp_pair {
    const slp_system *system;
    const slp_scheme *scheme;
} slp_pair;

/* All zero: every pair, any size. */
typedef struct slp_pair_choice {
    const char *system;       /* as slp_system_named takes it; NULL: every one */
    const slp_scheme *scheme; /* NULL: every one */
    const slp_pair *listed;   /* count > 0: these pairs alone */
    size_t count;
    size_t least, most; /* spins, vortices, or N of matrices N x N: least to most; 0, 0: any */
} slp_pair_choice;

bool slp_pair_is_chosen(const slp_pair_choice *choice, const slp_system *system,
                        const slp_scheme *scheme);
/* True if the choice leaves no system and no size out. */
bool slp_pair_choice_is_every_system(const slp_pair_choice *choice);
/* Prints the options of a command line that say the choice, a blank before each: " --system S
 * --scheme S --pairs FILE --size A..B".  A list is `FILE`, whatever file it came from. */
void slp_pair_choice_print(FILE *to, const slp_pair_choice *choice);

#endif
