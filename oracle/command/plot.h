/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What `slp plot` and `slp simulate --plot` share. */
#ifndef SLP_ORACLE_PLOT_H
#define SLP_ORACLE_PLOT_H

#include "oracle/contract/case/case.h"

/* How a table is drawn: as what (NULL: what suits it); what --lattice says (NULL: nothing); whether
 * numbers of spins run along x_1 first. */
typedef struct slp_plot_how {
    const char *kind, *lattice;
    int first; /* SLP_PLOT_X2_FIRST, SLP_PLOT_X1_FIRST */
} slp_plot_how;
enum { SLP_PLOT_X2_FIRST, SLP_PLOT_X1_FIRST };

/* False after a message where the name ends in none of .svg, .png, .gif, .gp. */
bool slp_plot_takes(const char *command, const char *figure);
/* Draws the table in the file `name`.  of: its case, NULL where nobody said.  Returns exit status
 * 0, or 2 after a message.  Tested by tests/simulate/test_plot.py,
 * tests/simulate/test_plot_spins.py. */
int slp_plot_file(const char *command, const char *name, const char *figure,
                  const slp_plot_how *how, const slp_case *of);

#endif
