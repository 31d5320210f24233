/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What `slp plot` and `slp simulate --plot` share. */
#ifndef SLP_ORACLE_PLOT_H
#define SLP_ORACLE_PLOT_H

#include "oracle/contract/case/case.h"

/* False after a message where the name ends in neither .svg nor .png. */
bool slp_plot_takes(const char *command, const char *figure);
/* Draws the table in the file `name`.  kind: NULL for what suits it; of: its case, NULL where
 * nobody said.  Returns exit status 0, or 2 after a message.  Tested by
 * tests/simulate/test_plot.py. */
int slp_plot_file(const char *command, const char *name, const char *figure, const char *kind,
                  const slp_case *of);

#endif
