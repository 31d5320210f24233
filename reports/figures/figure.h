/* Inside the report: figures drawn by gnuplot. */
#ifndef SLP_REPORTS_FIGURE_H
#define SLP_REPORTS_FIGURE_H

#include "reports/report.h"

/* What a drawing is called: DIR/figures/NAME.svg; its title, and its description for who does not see it. */
typedef struct report_drawing {
    const char *name, *title, *about;
} report_drawing;

/* text as gnuplot's single-quoted string, control characters dropped. */
void report_quoted(FILE *to, const char *text);
/* The head of a script: terminal of width x height, title, quiet borders.  name: letters, digits, underscores. */
void report_figure_settings(FILE *to, const char *name, const char *title, int width, int height);
/* Label of the abscissa, and of the ordinate, which stands flat above it: long ones are cut off when upright. */
void report_axes(FILE *to, const char *x, const char *y);
/* The key, `rows` of it one below the other, at the drawing's left edge below the label of the abscissa. */
void report_key(FILE *to, size_t rows);
/* Writes the script of `size` bytes to DIR/figures/NAME.gp and draws NAME.svg, whole or not at all.
 * False with why (200 chars).  Pinned by tests/test_report.sh. */
bool report_gnuplot(const char *dir, const report_drawing *drawing, const char *script, size_t size,
                    char *why);

#endif
