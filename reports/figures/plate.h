/* Inside the report: plates, figures whose numbers are made here by stepping, with fixed seeds. */
#ifndef SLP_REPORTS_PLATE_H
#define SLP_REPORTS_PLATE_H

#include "reports/figures/figure.h"
#include "fast/fast.h"

/* Commands for gnuplot, numbers included, after the head of report_figure_settings.  False: not to be had. */
typedef struct report_plate {
    const char *name, *title, *about, *claim;
    int width, height;
    bool (*draw)(FILE *to, const struct report_plate *plate);
    const char *start; /* a case of one step, where one run makes the plate */
    const char *also;  /* another */
} report_plate;

/* Draws DIR/figures/NAME.svg.  False with why (200 chars). */
bool report_plate_draw(const char *dir, const report_plate *plate, char *why);

/* ---- Runs ------------------------------------------------------------------------------------------------ */

/* A trajectory of the binary64 path: increments of `seed` and `path`, truncated with l = 2 (oracle/contract/noise.h). */
typedef struct plate_run {
    slp_case start;
    const fast_scheme *scheme;
    fast_system *sys;
    double *x, *dW, *room; /* state, increments of the step that led to it */
    uint64_t seed, path, step;
} plate_run;

/* line: a case of one step, whose increments are not used.  False when it is no case of the path's. */
bool plate_open(plate_run *run, const char *line, uint64_t seed, uint64_t path);
/* The increments of the next step into dW; it is counted as taken. */
void plate_increments(plate_run *run);
bool plate_step(plate_run *run);
void plate_close(plate_run *run);

/* ---- Panels ---------------------------------------------------------------------------------------------- */

/* Several plots under the plate's title, `rows` x `columns` of them; "unset multiplot" ends them. */
void plate_panels(FILE *to, const report_plate *plate, int rows, int columns);
/* The same one below the other over longitude and latitude, in a palette from one colour to another. */
void plate_maps(FILE *to, const report_plate *plate, int rows, const char *palette);

/* ---- Spheres --------------------------------------------------------------------------------------------- */

/* Orthographic view of R^3 from azimuth and elevation [degrees]: across, up, toward the eye. */
typedef struct plate_view {
    double across[3], up[3], toward[3];
} plate_view;
plate_view plate_view_from(double azimuth, double elevation);
/* Opens the named block of a curve; plate_point adds x / radius as "across up depth", plate_end closes. */
void plate_begin(FILE *to, const char *block);
void plate_point(FILE *to, const plate_view *view, const double *x, double radius);
void plate_break(FILE *to);
void plate_end(FILE *to);
/* Axes' labels, equal scales from -across to across and -up to up, a key of so many rows (0: none), and the block
 * $grid of the unit sphere. */
void plate_sphere(FILE *to, const plate_view *view, const char *unit, double across, double up,
                  size_t rows);
/* The block of coordinates first, first+1, first+2 of a run over `steps`, one point in `every`. */
bool plate_trace(FILE *to, const char *block, const plate_view *view, plate_run *run, size_t first,
                 size_t steps, size_t every, double radius);
/* Plot clauses of a block: behind the sphere pale, in front plain. */
void plate_show(FILE *to, const char *block, const char *color, const char *title, bool first);

#endif
