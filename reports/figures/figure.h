/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Internal to the report: figures drawn by gnuplot. */
#ifndef SLP_REPORTS_FIGURE_H
#define SLP_REPORTS_FIGURE_H

#include "reports/report.h"

/* Names of a drawing: its file is DIR/figures/NAME.svg; `about` describes it for readers who do not
 * see it. */
typedef struct report_drawing {
    const char *name, *title, *about;
} report_drawing;

/* text as gnuplot's single-quoted string, control characters dropped. */
void report_quoted(FILE *to, const char *text);
/* The head of a script: terminal of width x height, title, pale borders.  name: letters, digits,
 * underscores.  title: NULL where the page above the figure has it. */
void report_figure_settings(FILE *to, const char *name, const char *title, int width, int height);
/* Labels of the abscissa and the ordinate.  That of the ordinate is horizontal, above the axis,
 * because a long vertical label would be cut off. */
void report_axes(FILE *to, const char *x, const char *y);
/* 1, 2 or 5 times a power of ten, so that `span` has at most five of them. */
double report_spacing(double span);
/* The key (legend) in `rows` rows, at the left edge, below the label of the abscissa. */
void report_key(FILE *to, size_t rows);
/* Writes the script of `size` bytes to DIR/figures/NAME.gp and draws NAME.svg, completely or not at
 * all, and NAME.small.svg, the same figure in small.  False with why (200 chars).  Tested by
 * tests/reports/test_report.sh, tests/reports/test_figures.sh. */
bool report_gnuplot(const char *dir, const report_drawing *drawing, const char *script, size_t size,
                    char *why);
/* The script of the figure's small picture: no words, few pixels, legible numbers. */
void report_small_script(FILE *to, const char *script);
typedef enum report_form { REPORT_SVG, REPORT_PNG, REPORT_GIF } report_form;
/* Draws `file`, of the form that its script says, by the script in the file script_path, which
 * messages call script_name; whole, or `file` stays as it was.  False with why (200 chars).  Tested
 * by tests/simulate/test_plot.py. */
bool report_gnuplot_file(const char *file, const char *script_path, const char *script_name,
                         const report_drawing *drawing, report_form form, char *why);

#endif
