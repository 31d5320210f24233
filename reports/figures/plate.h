/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Internal to the report: plates, which are figures whose numbers are computed here by stepping,
 * with fixed seeds. */
#ifndef SLP_REPORTS_PLATE_H
#define SLP_REPORTS_PLATE_H

#include "oracle/contract/case/case.h"
#include "reports/figures/figure.h"
#include "fast/fast.h"

/* draw writes gnuplot commands, with the numbers, after those of report_figure_settings.  False if
 * it cannot. */
typedef struct report_plate {
    const char *name, *title, *about, *claim;
    int width, height;
    bool (*draw)(FILE *to, const struct report_plate *plate);
    const char *start; /* a case of one step, if the plate needs a run */
    const char *also;  /* a second such case, or NULL */
    const char *of;    /* what its own run is of, in words */
    size_t paths;      /* of several stochastic paths, how many; else 0 */
    size_t steps;      /* that draw takes from start; 0: none, or as `of` says */
    const char *data;  /* a published run instead, by its file in the program; else NULL */
} report_plate;

/* What the plate is drawn from, which is no run of its claim's record: `of`, then its paths, steps,
 * the step of its case and the seed, from the numbers that draw goes by. */
void report_plate_words(char *to, size_t room, const report_plate *plate);

enum { PLATE_SEED = 1 }; /* of the noise of all plates */

/* Draws DIR/figures/NAME.svg.  False with why (200 chars). */
bool report_plate_draw(const char *dir, const report_plate *plate, char *why);

/* ---- Runs --------------------------------------------------------------------------------- */

/* A trajectory of the binary64 path: increments of `seed` and `path`, truncated with l = 2
 * (oracle/contract/noise/noise.h). */
typedef struct plate_run {
    slp_case start;
    const fast_scheme *scheme;
    fast_system *sys;
    double *x, *dW, *room; /* state; increments of the last step */
    uint64_t seed, path, step;
} plate_run;

/* line: a case of one step; its increments are not used.  False if the binary64 path cannot compute
 * it. */
bool plate_open(plate_run *run, const char *line, uint64_t seed, uint64_t path);
/* Puts the increments of the next step into dW, and counts the step. */
void plate_increments(plate_run *run);
bool plate_step(plate_run *run);
void plate_close(plate_run *run);

/* ---- Panels ------------------------------------------------------------------------------- */

/* Several plots, `rows` x `columns` of them, under a title (NULL: none); "unset multiplot" ends
 * them. */
void plate_panels(FILE *to, const char *title, int rows, int columns);
/* Several maps over longitude and latitude, one below the other, in a gnuplot palette. */
void plate_maps(FILE *to, const char *title, int rows, const char *palette);

/* Axes of departures from the initial value over `last` time units, logarithmic up to `most`. */
void plate_departures(FILE *to, double last, double most);

/* ---- Vorticity on the sphere -------------------------------------------------------------- */

/* Of a state on su(n): coefficients of degree l, order m <= l at [l n + m], of cos and of sin. */
typedef struct plate_field {
    size_t n;
    double *even, *odd, *room;
} plate_field;
/* All 0. */
void plate_field_new(plate_field *f, size_t n);
void plate_field_free(plate_field *f);
/* The field of coordinates x, n^2 numbers. */
void plate_field_read(plate_field *f, const double *x);
/* The block $fieldWHICH: longitude, latitude, vorticity.  Returns the largest vorticity by size. */
double plate_field_panel(FILE *to, int which, plate_field *f);

/* ---- Spheres ------------------------------------------------------------------------------ */

/* Orthographic view of R^3 from azimuth and elevation [degrees]: across, up, toward the eye. */
typedef struct plate_view {
    double across[3], up[3], toward[3];
} plate_view;
plate_view plate_view_from(double azimuth, double elevation);
/* plate_begin opens the named data block of a curve; plate_point adds x / radius as "across up
 * depth"; plate_end closes the block. */
void plate_begin(FILE *to, const char *block);
void plate_point(FILE *to, const plate_view *view, const double *x, double radius);
void plate_end(FILE *to);
/* Axes' labels, equal scales from -across to across and -up to up, a key of so many rows (0: none),
 * and the block $grid of the unit sphere. */
void plate_sphere(FILE *to, const plate_view *view, const char *unit, double across, double up,
                  size_t rows);
/* Writes the data block of a run of `steps` steps: coordinates first, first+1, first+2, one point
 * every `every` steps. */
bool plate_trace(FILE *to, const char *block, const plate_view *view, plate_run *run, size_t first,
                 size_t steps, size_t every, double radius);
/* Plot clauses of a data block: pale where it is behind the sphere, full colour in front. */
void plate_show(FILE *to, const char *block, const char *color, const char *title, bool first);

#endif
