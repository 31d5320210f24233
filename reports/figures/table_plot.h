/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What people look at of a trajectory's table: the path on its sphere, drifts, coordinates,
 * vorticity, spins. */
#ifndef SLP_REPORTS_TABLE_PLOT_H
#define SLP_REPORTS_TABLE_PLOT_H

#include "oracle/contract/case/case.h"

typedef struct report_table {
    const char *name;       /* in titles */
    const slp_case *of;     /* system and parameters, NULL where nobody knows */
    size_t columns;         /* coordinates that the table has; 0: the state was left out */
    size_t casimirs;        /* and how many of the others */
    size_t rows, d;         /* read, and coordinates of each of them */
    const double *t, *x;    /* rows; rows x d */
    const double *measured; /* rows x (1 + casimirs): energy, Casimirs */
    size_t lattice[2];      /* of spins: sites along x_1 and x_2; 0, 0: as the bonds say */
    bool x1_first;          /* numbers of spins run along x_1 first, else along x_2 */
    bool moves;             /* one frame after the other, as GIF */
} report_table;

/* "orbit", "energy", "casimirs", "coordinates", "vorticity", "spins", NULL. */
extern const char *const report_plot_kinds[];
/* The kind that suits the table's system and columns. */
const char *report_plot_default(const report_table *table);
/* False with why (200 chars) where the kind cannot be drawn of such a table.  Looks at system and
 * columns alone.  True with how many rows at most, and coordinates of each, its drawing needs. */
bool report_plot_needs(size_t *rows, size_t *coordinates, const report_table *table,
                       const char *kind, char *why);
/* Draws `figure`, whole or not at all: a GIF where it moves, a PNG where its name ends in
 * .png, the script itself, with the numbers and without gnuplot, where it ends in .gp, else an SVG.
 *  False with why (200 chars).
 * All tested by tests/simulate/test_plot.py. */
bool report_plot(const char *figure, const report_table *table, const char *kind, char *why);

#endif
