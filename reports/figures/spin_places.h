/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Internal to the figures: where the spins of a case are drawn. */
#ifndef SLP_REPORTS_SPIN_PLACES_H
#define SLP_REPORTS_SPIN_PLACES_H

#include "oracle/contract/case/case.h"

typedef struct spin_places {
    size_t count;
    double *at;        /* count x 2: along x_1 and x_2, one site apart; first of all spins, from 1;
                          * rows of a list go down from 0 */
    size_t wide, high; /* sites along x_1 and x_2 that the places fill; 0: a ring */
    bool list;         /* rows of spins by number, no rectangle */
    size_t bonds, *ends; /* pairs of spins a < b, from 0, each once, in order; 2 bonds numbers */
    char words[100];     /* such as "32 x 32 lattice" */
} spin_places;

/* How many spins the case has; 0 where its vectors are no spins. */
size_t spin_count(const slp_case *c);
/* Places of the spins.  lattice: sites along x_1 and x_2, whose product is the count, or 0, 0: then
 * the bonds say them: a chain where each spin is bound to the next, along x_1; else the rectangle
 * whose neighbours are all bound; else a ring of at most 64 spins, or rows by number.  x1_first:
 * the numbers of spins run along x_1 first, and not along x_2.  False with why (200 chars).  Freed
 * by spin_places_clear in every case.  Tested by tests/simulate/test_plot_spins.py. */
bool spin_places_find(spin_places *to, const slp_case *c, const size_t lattice[2], bool x1_first,
                      char *why);
void spin_places_clear(spin_places *places);

#endif
