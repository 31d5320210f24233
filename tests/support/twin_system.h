/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A user's system that is the twin of one of the tables: its Hamiltonians are functions, but the
 * same ones.  Steps of both must agree.  The functions are taken from the reference's table. */
#ifndef SLP_TESTS_TWIN_SYSTEM_H
#define SLP_TESTS_TWIN_SYSTEM_H

#include "fast/fast.h"
#include "ref/ref.h"

typedef struct twin_system {
    slp_system *system;
    slp_case *c;       /* the twin's case: x, h and dw of the one that it was made of */
    ref_system *inner; /* whose generator gives the gradients */
    double *weight;    /* d weights of the pairing, written down here from the header */
} twin_system;

/* The twin of a case's system and parameters. */
void twin_new(twin_system *t, const slp_case *c);
void twin_free(twin_system *t);
/* Its functions; `user` is t. */
ref_functions twin_in_balls(twin_system *t);
fast_functions twin_in_doubles(twin_system *t);

#endif
