/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Plots of a trajectory's table, by the parts that the plates of the report are made of. */
#include "reports/figures/table_plot.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/whole_file.h"
#include "reports/figures/plate.h"
#include "reports/figures/spin_places.h"
#include "reports/figures/table_script.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_ROWS = 4000, /* of a curve */
    MOST_CURVES = 8,  /* of one plot over time */
    MOST_PANELS = 4,  /* of vorticity or spins */
    MOST_FRAMES = 60, /* of spins that move */
    MOST_PATHS = 24,  /* on one sphere */
};

static const char *const colors[] = {"#1f6fb5", "#b45f06", "#38761d", "#a64d79",
                                     "#0b5394", "#741b47", "#134f5c", "#7f6000"};
enum { COLORS = sizeof colors / sizeof *colors };

const char *const report_plot_kinds[] = {"orbit",     "energy", "casimirs", "coordinates",
                                         "vorticity", "spins",  NULL};

/* ---- Orbits ------------------------------------------------------------------------------- */

/* Vectors of length 3 that stay on spheres, by algebra; and the plane of one coordinate and its
 * momentum. */
typedef struct orbits {
    slp_algebra algebra;
    const char *what;
    size_t first, count; /* the first coordinate of the first vector; vectors, 0: all there are */
} orbits;

static const orbits with_orbits[] = {{SLP_SO3, "state", 0, 1},
                                     {SLP_SU2N, "vector", 0, 0},
                                     {SLP_SE3, "second vector", 3, 1},
                                     {SLP_VECTOR, "state", 0, 0}};

static const orbits *orbits_of(const slp_case *c)
{
    for (size_t i = 0; c && i < sizeof with_orbits / sizeof *with_orbits; i++)
        if (c->system->algebra == with_orbits[i].algebra && (c->d == 2 || i != 3))
            return &with_orbits[i];
    return NULL;
}

static bool has_vorticity(const slp_case *c)
{
    return c && strcmp(c->system->name, "zeitlin-sphere") == 0;
}

const char *report_plot_default(const report_table *table)
{
    if (table->columns == 0) return "casimirs";
    if (table->lattice[0] || spin_count(table->of) > MOST_PATHS ||
        (spin_count(table->of) > 1 && strcmp(table->of->system->name, "spins") == 0))
        return "spins";
    if (orbits_of(table->of)) return "orbit";
    if (has_vorticity(table->of)) return "vorticity";
    return table->of ? "casimirs" : "coordinates";
}

bool report_plot_needs(size_t *rows, size_t *coordinates, const report_table *table,
                       const char *kind, char *why)
{
    const bool spins = strcmp(kind, "spins") == 0;
    *rows = MOST_ROWS;
    *coordinates = 0;
    if (!spins && (table->moves || table->lattice[0])) {
        snprintf(why, 200, "is to be drawn as %s, but %s", kind,
                 table->moves ? "a .gif is of spins alone; name .svg, .png or .gp"
                              : "--lattice is of spins alone; leave it out");
        return false;
    }
    if (strcmp(kind, "energy") == 0 || strcmp(kind, "casimirs") == 0) return true;
    if (table->columns == 0) {
        snprintf(why, 200, "has no coordinates (--brief); energy and casimirs can be drawn");
        return false;
    }
    *coordinates = MOST_CURVES;
    if (strcmp(kind, "coordinates") == 0) return true;
    const bool orbit = strcmp(kind, "orbit") == 0;
    if (!table->of) {
        snprintf(why, 200,
                 "does not say its system, which %s needs: name it by --preset PRESET|./FILE; "
                 "energy, casimirs and coordinates can be drawn without",
                 kind);
        return false;
    }
    if (spins   ? !spin_count(table->of)
        : orbit ? !orbits_of(table->of)
                : !has_vorticity(table->of)) {
        snprintf(why, 200,
                 "is of %s, which has no %s; energy, casimirs and coordinates can be drawn",
                 table->of->system->name,
                 spins   ? "spins"
                 : orbit ? "orbit on a sphere or in a plane"
                         : "vorticity on a sphere");
        return false;
    }
    *coordinates = table->columns;
    if (!orbit) *rows = table->moves ? MOST_FRAMES : MOST_PANELS;
    return true;
}

/* ---- Drawings ----------------------------------------------------------------------------- */

static void curves_plot(const table_script *s, size_t count, const char *name, bool numbered)
{
    for (size_t k = 0; k < count; k++) {
        fprintf(s->to, "%s$curve%zu using 1:2 with lines lw 1.5 lc rgb '%s' title '%s",
                k ? ", \\\n  " : "plot ", k, colors[k % COLORS], name);
        if (numbered) fprintf(s->to, "%zu", k + 1);
        fputs("'", s->to);
    }
    fputc('\n', s->to);
}

static void over_time(const table_script *s, size_t count, const char *y)
{
    table_script_head(s, 720, 490 + 22 * (int)count);
    fputs("set grid ytics lc rgb '#dddddd' lw 1\n", s->to);
    report_key(s->to, count);
    report_axes(s->to, "time [time units]", y);
    fputs("set tmargin 5\n", s->to);
}

/* "WORDS; the first 8 of 12 are drawn" where not all are. */
static const char *label(char text[120], const char *words, size_t drawn, size_t all)
{
    if (drawn < all)
        snprintf(text, 120, "%s; the first %zu of %zu are drawn", words, drawn, all);
    else
        snprintf(text, 120, "%s", words);
    return text;
}

/* (value - first) / |first|, or value - first where that is 0. */
static double change(double value, double first)
{
    return (value - first) / (first != 0 ? fabs(first) : 1);
}

static bool draw_energy(table_script *s, char *why)
{
    const report_table *table = s->table;
    const size_t width = 1 + table->casimirs;
    const double first = table->measured[0];
    (void)why;
    over_time(s, 0, first != 0 ? "relative change" : "change");
    fputs("set format y '%.3g'\nset key off\n", s->to);
    plate_begin(s->to, "$curve0");
    for (size_t i = 0; i < table->rows; i++)
        fprintf(s->to, "%.9g %.6g\n", table->t[i], change(table->measured[i * width], first));
    plate_end(s->to);
    curves_plot(s, 1, "energy", false);
    return true;
}

/* A Casimir that has not changed is drawn at 1e-17, below every relative rounding. */
static bool draw_casimirs(table_script *s, char *why)
{
    const report_table *table = s->table;
    const size_t width = 1 + table->casimirs;
    const size_t count = table->casimirs < MOST_CURVES ? table->casimirs : MOST_CURVES;
    char y[120];
    if (count == 0) {
        snprintf(why, 200, "has no Casimirs; energy can be drawn");
        return false;
    }
    over_time(s, count, label(y, "relative change, or 1e-17", count, table->casimirs));
    fputs("set logscale y\nset format y '10^{%L}'\nset yrange [5e-18:*]\n", s->to);
    for (size_t k = 0; k < count; k++) {
        fprintf(s->to, "$curve%zu << END_OF_CURVE\n", k);
        for (size_t i = 0; i < table->rows; i++) {
            const double *at = table->measured + i * width + 1 + k;
            fprintf(s->to, "%.9g %.6g\n", table->t[i],
                    fmax(1e-17, fabs(change(*at, table->measured[1 + k]))));
        }
        plate_end(s->to);
    }
    curves_plot(s, count, "Casimir ", true);
    return true;
}

static bool draw_coordinates(table_script *s, char *why)
{
    const report_table *table = s->table;
    char y[120];
    (void)why;
    over_time(s, table->d, label(y, "coordinates", table->d, table->columns));
    fputs("set format y '%.3g'\n", s->to);
    for (size_t k = 0; k < table->d; k++) {
        fprintf(s->to, "$curve%zu << END_OF_CURVE\n", k);
        for (size_t i = 0; i < table->rows; i++)
            fprintf(s->to, "%.9g %.6g\n", table->t[i], table->x[i * table->d + k]);
        plate_end(s->to);
    }
    curves_plot(s, table->d, "x", true);
    return true;
}

static void draw_plane(const table_script *s)
{
    const report_table *table = s->table;
    table_script_head(s, 540, 540);
    fputs("set key off\nset grid lc rgb '#dddddd' lw 1\n", s->to);
    report_axes(s->to, "q", "p");
    fputs("set tmargin 5\n", s->to);
    plate_begin(s->to, "$path0");
    for (size_t i = 0; i < table->rows; i++)
        fprintf(s->to, "%.9g %.9g\n", table->x[2 * i], table->x[2 * i + 1]);
    plate_end(s->to);
    fprintf(s->to, "plot $path0 using 1:2 with lines lw 1.2 lc rgb '%s'\n", colors[0]);
}

static bool draw_orbit(table_script *s, char *why)
{
    const report_table *table = s->table;
    const orbits *on = orbits_of(table->of);
    if (on->algebra == SLP_VECTOR) {
        draw_plane(s);
        return true;
    }
    const plate_view view = plate_view_from(50, 25);
    size_t paths = on->count ? on->count : table->d / 3;
    if (paths > MOST_PATHS) paths = MOST_PATHS;
    const size_t rows = paths <= MOST_CURVES ? paths : 0;
    char block[32], name[64];
    table_script_head(s, 540, 540 + 22 * (int)rows);
    for (size_t p = 0; p < paths; p++) {
        const double *x = table->x + on->first + 3 * p;
        const double radius = sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
        if (!(radius > 0)) {
            snprintf(why, 200, "begins with a vector of length 0, which is on no sphere");
            return false;
        }
        snprintf(block, sizeof block, "$path%zu", p);
        plate_begin(s->to, block);
        for (size_t i = 0; i < table->rows; i++)
            plate_point(s->to, &view, x + i * table->d, radius);
        plate_end(s->to);
    }
    plate_sphere(s->to, &view, "orthographic view [radii]", 1.12, 1.12, rows);
    if (!rows) fputs("set key off\n", s->to);
    for (size_t p = 0; p < paths; p++) {
        snprintf(block, sizeof block, "$path%zu", p);
        if (paths > 1)
            snprintf(name, sizeof name, "%s %zu", on->what, p + 1);
        else
            snprintf(name, sizeof name, "%s", on->what);
        plate_show(s->to, block, colors[p % COLORS], name, p == 0);
    }
    fputc('\n', s->to);
    return true;
}

static bool draw_vorticity(table_script *s, char *why)
{
    const report_table *table = s->table;
    size_t n = 1;
    while (n * n < table->d) n++;
    plate_field f;
    double largest = 0;
    (void)why;
    plate_field_new(&f, n);
    table_script_head(s, 640, 100 + 290 * (int)table->rows);
    for (size_t k = 0; k < table->rows; k++) {
        plate_field_read(&f, table->x + k * table->d);
        largest = fmax(largest, plate_field_panel(s->to, (int)k, &f));
    }
    plate_field_free(&f);
    largest = largest > 0 ? largest : 1;
    fprintf(s->to, "set cbrange [%.3g:%.3g]\nset cbtics %.3g\nset format cb '%%.3g'\n", -largest,
            largest, largest);
    plate_maps(s->to, s->title, (int)table->rows, "-1 '#08519c', 0 '#f7f7f7', 1 '#a50f15'");
    fputs("set xlabel 'longitude [°]'\n", s->to);
    for (size_t k = 0; k < table->rows; k++)
        fprintf(s->to,
                "set title 't = %.4g time units' offset 0,-0.6\nplot $field%zu using 1:2:3 with "
                "image\n",
                table->t[k], k);
    fputs("unset multiplot\n", s->to);
    return true;
}

static const struct {
    const char *words;
    bool (*draw)(table_script *s, char *why);
} drawings[] = {{"orbit", draw_orbit},         {"energy", draw_energy},
                {"Casimirs", draw_casimirs},   {"coordinates", draw_coordinates},
                {"vorticity", draw_vorticity}, {"spins", table_draw_spins}};

/* The script stays beside the figure, FIGURE.gp, where gnuplot falls on it. */
static bool by_gnuplot(const char *figure, const table_script *s, const char *text, size_t size,
                       char *why)
{
    const size_t room = strlen(figure) + 8;
    char *name = slp_allocate(room, 1), about[700];
    slp_whole_file file;
    snprintf(name, room, "%s%s.gp", *figure == '-' ? "./" : "", figure);
    bool good = slp_whole_begin(&file, name) && fwrite(text, 1, size, file.to) == size &&
                fflush(file.to) == 0;
    if (!good)
        snprintf(why, 200, "no file can be written in its directory: %s", strerror(errno));
    else {
        snprintf(about, sizeof about, "%s, %zu of its rows from t = %g to %g.%s%s", s->title,
                 s->table->rows, s->table->t[0], s->table->t[s->table->rows - 1],
                 *s->about ? "  " : "", s->about);
        const report_drawing drawing = {s->kind, s->title, about};
        good = report_gnuplot_file(figure, file.beside, name, &drawing, s->form, why);
    }
    if (!good && file.to && strstr(why, "its script is"))
        slp_whole_end(&file, true, false);
    else
        slp_whole_drop(&file);
    free(name);
    return good;
}

static bool ends_in(const char *name, const char *ending)
{
    const size_t length = strlen(name), end = strlen(ending);
    return length > end && strcmp(name + length - end, ending) == 0;
}

bool report_plot(const char *figure, const report_table *table, const char *kind, char *why)
{
    size_t which = 0;
    slp_written text;
    while (strcmp(report_plot_kinds[which], kind) != 0) which++;
    table_script s = {.to = slp_written_begin(&text), .table = table, .kind = kind};
    s.form = table->moves ? REPORT_GIF : ends_in(figure, ".png") ? REPORT_PNG : REPORT_SVG;
    snprintf(s.title, sizeof s.title, "%.150s: %s", table->name, drawings[which].words);
    bool good = drawings[which].draw(&s, why);
    slp_written_end(&text);
    if (good && ends_in(figure, ".gp")) {
        good = slp_whole_write(figure, text.text, text.size, true);
        if (!good) snprintf(why, 200, "its script cannot be written: %s", strerror(errno));
    } else {
        good = good && by_gnuplot(figure, &s, text.text, text.size, why);
    }
    free(text.text);
    return good;
}
