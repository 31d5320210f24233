/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Plate of vorticity on the sphere at four times of a run on su(128).
 *
 * The run takes longer than a report may: its panels are a published file inside the program, made
 * by the commands in the file's head (reports/figures/published.awk). */
#include "reports/figures/plate_list.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PANELS = 4, MOST_SIDE = 400 };

/* A published file: after lines of comment, "grid COLUMNS ROWS UNIT", and then PANELS times
 * "t TIME" and COLUMNS x ROWS integers, rows of equal latitude from the north, in UNIT. */
typedef struct published {
    const char *at;
    size_t columns, rows;
    double unit;
} published;

static bool number(double *value, published *from)
{
    char *end;
    *value = strtod(from->at, &end);
    const bool good = end != from->at;
    from->at = end;
    return good && isfinite(*value);
}

/* The word, after white space. */
static bool word(published *from, const char *text)
{
    from->at += strspn(from->at, " \n");
    const bool good = strncmp(from->at, text, strlen(text)) == 0;
    if (good) from->at += strlen(text);
    return good;
}

static bool head(published *from)
{
    double columns, rows;
    while (*from->at == '#') {
        from->at += strcspn(from->at, "\n");
        from->at += *from->at == '\n';
    }
    if (!word(from, "grid ") || !number(&columns, from) || !number(&rows, from) ||
        !number(&from->unit, from))
        return false;
    from->columns = columns >= 1 && columns <= MOST_SIDE ? (size_t)columns : 0;
    from->rows = rows >= 1 && rows <= MOST_SIDE ? (size_t)rows : 0;
    return from->columns && from->rows && from->unit > 0;
}

/* The block $fieldWHICH, the panel's time, and the largest vorticity by size so far. */
static bool panel(FILE *to, published *from, int which, double *time, double *largest)
{
    if (!word(from, "t ") || !number(time, from)) return false;
    fprintf(to, "$field%d << END_OF_CURVE\n", which);
    for (size_t j = 0; j < from->rows; j++)
        for (size_t i = 0; i < from->columns; i++) {
            double w;
            if (!number(&w, from)) return false;
            *largest = fmax(*largest, fabs(w * from->unit));
            fprintf(to, "%g %.5g %.4g\n", 360 * ((double)i + 0.5) / (double)from->columns,
                    90 - 180 * ((double)j + 0.5) / (double)from->rows, w * from->unit);
        }
    plate_end(to);
    return true;
}

bool plate_vorticity(FILE *to, const report_plate *plate)
{
    published from = {.at = report_embedded(plate->data)};
    double time[PANELS], largest = 0;
    if (!head(&from)) return false;
    for (int k = 0; k < PANELS; k++)
        if (!panel(to, &from, k, &time[k], &largest)) return false;
    fprintf(to, "set cbrange [%.3g:%.3g]\nset cbtics %.3g\nset format cb '%%.3g'\n", -largest,
            largest, largest);
    plate_maps(to, NULL, PANELS, "-1 '#08519c', 0 '#f7f7f7', 1 '#a50f15'");
    for (int k = 0; k < PANELS; k++)
        fprintf(to,
                "set title 't = %.4g time units' offset 0,-0.6\n%splot $field%d using 1:2:3 with "
                "image\n",
                time[k], k == PANELS - 1 ? "set xlabel 'longitude [°]'\n" : "", k);
    fputs("unset multiplot\n", to);
    return true;
}
