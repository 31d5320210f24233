/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Internal to the figures: the script that a plot of a table is written to. */
#ifndef SLP_REPORTS_TABLE_SCRIPT_H
#define SLP_REPORTS_TABLE_SCRIPT_H

#include "reports/figures/figure.h"
#include "reports/figures/table_plot.h"

typedef struct table_script {
    FILE *to;
    const report_table *table;
    const char *kind;
    char title[220];
    char about[300]; /* what is drawn, for readers who do not see it; "": the title says it */
    report_form form;
} table_script;

/* The head of a script: terminal of width x height, title. */
void table_script_head(const table_script *s, int width, int height);
/* The spins at the times of the rows, each at its site.  False with why (200 chars).  Tested by
 * tests/simulate/test_plot_spins.py. */
bool table_draw_spins(table_script *s, char *why);

#endif
