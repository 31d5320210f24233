/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Plates of paths on spheres. */
#include "reports/figures/plate_list.h"

#include <math.h>
#include <string.h>

static const char unit_label[] = "orthographic view [radius of the sphere]";

/* The block of path `path` from the case `start`: coordinates first, first+1, first+2. */
static bool trace(FILE *to, const char *block, const plate_view *view, const char *start,
                  uint64_t path, size_t first, size_t steps, size_t every)
{
    plate_run run;
    const bool good = plate_open(&run, start, PLATE_SEED, path) &&
                      plate_trace(to, block, view, &run, first, steps, every, 1);
    plate_close(&run);
    return good;
}

/* start: with noise, also: without; both from the same state. */
bool plate_body_paths(FILE *to, const report_plate *plate)
{
    plate_view view = plate_view_from(50, 25);
    if (!trace(to, "$quiet", &view, plate->also, 0, 0, plate->steps, 8) ||
        !trace(to, "$noisy", &view, plate->start, 0, 0, plate->steps, 8))
        return false;
    plate_sphere(to, &view, unit_label, 1.12, 1.12, 2);
    plate_show(to, "$quiet", "#222222", "without noise", true);
    plate_show(to, "$noisy", "#1f6fb5", "with noise", false);
    fputc('\n', to);
    return true;
}

bool plate_vortex_paths(FILE *to, const report_plate *plate)
{
    static const char *const colors[] = {"#1f6fb5", "#b45f06", "#38761d", "#a64d79"};
    plate_view view = plate_view_from(50, 25);
    char block[16], title[32];
    for (size_t v = 0; v < 4; v++) {
        snprintf(block, sizeof block, "$noisy%zu", v);
        if (!trace(to, block, &view, plate->start, 0, 3 * v, plate->steps, 4)) return false;
        snprintf(block, sizeof block, "$quiet%zu", v);
        if (!trace(to, block, &view, plate->also, 0, 3 * v, plate->steps, 4)) return false;
    }
    plate_sphere(to, &view, unit_label, 1.12, 1.12, 5);
    for (size_t v = 0; v < 4; v++) {
        snprintf(block, sizeof block, "$quiet%zu", v);
        plate_show(to, block, "#222222", v ? "" : "without noise", v == 0);
    }
    for (size_t v = 0; v < 4; v++) {
        snprintf(block, sizeof block, "$noisy%zu", v);
        snprintf(title, sizeof title, "vortex %zu, with noise", v + 1);
        plate_show(to, block, colors[v], title, false);
    }
    fputc('\n', to);
    return true;
}

/* The heavy top: Γ on its sphere, Π where it wanders, dashed; both in the body's frame. */
bool plate_top_paths(FILE *to, const report_plate *plate)
{
    plate_view view = plate_view_from(35, 30);
    if (!trace(to, "$gravity", &view, plate->start, 0, 3, plate->steps, 8) ||
        !trace(to, "$momentum", &view, plate->start, 0, 0, plate->steps, 8))
        return false;
    plate_sphere(to, &view, unit_label, 3.05, 1.75, 2);
    plate_show(to, "$gravity", "#1f6fb5", "gravity vector", true);
    fputs(", \\\n  $momentum using 1:2 with lines lw 1.2 dt 2 lc rgb '#b45f06' title 'angular "
          "momentum'\n",
          to);
    return true;
}

/* Which quarter of the sphere x is in, as the quantity quarter-change of the ledger tells them
 * apart: with I1 < I2 < I3 the paths through the unstable axis cut the sphere into four, around the
 * ends of the first axis, where I2 x.I^-1 x > |x|^2, and of the third. */
static int quarter(const double *x)
{
    static const double inertia[3] = {1, 2, 3}; /* of the body that is drawn */
    double e = 0, size = 0;
    for (int i = 0; i < 3; i++) {
        e += x[i] * x[i] / inertia[i];
        size += x[i] * x[i];
    }
    const int axis = inertia[1] * e > size ? 0 : 2;
    return 2 * axis + (x[axis] < 0);
}

/* Path p over the horizon: whether it ends in another quarter, and the largest relative change of
 * its energy, NAN without a solution. */
static double follow(bool *crosses, const report_plate *plate, uint64_t path)
{
    plate_run run;
    double largest = 0;
    bool good = plate_open(&run, plate->start, PLATE_SEED, path);
    const double start = good ? fast_energy(run.sys, run.x) : 1;
    const int first = good ? quarter(run.x) : 0;
    for (size_t s = 0; s < plate->steps && good; s++) {
        good = plate_step(&run);
        largest = fmax(largest, fabs(fast_energy(run.sys, run.x) / start - 1));
    }
    *crosses = good && quarter(run.x) != first;
    plate_close(&run);
    return good ? largest : NAN;
}

/* The first path that ends in another quarter, and of the others the one whose energy stays
 * nearest.  False too if no path crosses, or every one does. */
static bool choose(uint64_t chosen[2], const report_plate *plate)
{
    bool found = false;
    double least = INFINITY;
    for (uint64_t p = 0; p < plate->paths; p++) {
        bool crosses;
        const double size = follow(&crosses, plate, p);
        if (!(size >= 0)) return false;
        if (crosses && !found) chosen[0] = p, found = true;
        if (!crosses && size < least) chosen[1] = p, least = size;
    }
    return found && least < INFINITY;
}

bool plate_two_paths(FILE *to, const report_plate *plate)
{
    plate_view view = plate_view_from(-60, 30);
    uint64_t chosen[2] = {0, 0};
    plate_run run;
    if (!choose(chosen, plate) ||
        !trace(to, "$crossing", &view, plate->start, chosen[0], 0, plate->steps, 4) ||
        !trace(to, "$staying", &view, plate->start, chosen[1], 0, plate->steps, 4))
        return false;
    bool good = plate_open(&run, plate->also, PLATE_SEED, 0);
    if (good) {
        plate_begin(to, "$start");
        plate_point(to, &view, run.x, 1);
        plate_end(to);
    }
    good = good && plate_trace(to, "$quiet", &view, &run, 0, plate->steps, 4, 1);
    plate_close(&run);
    if (!good) return false;
    plate_sphere(to, &view, unit_label, 1.12, 1.12, 4);
    plate_show(to, "$crossing", "#1f6fb5", "ends in another quarter", true);
    plate_show(to, "$staying", "#38761d", "stays in its quarter, energy departs least", false);
    plate_show(to, "$quiet", "#c02020", "without noise", false);
    fputs(", \\\n  $start using 1:2 with points pt 7 ps 1 lc rgb '#c02020' title 'start'\n", to);
    return true;
}

/* Where the paths are at a tenth of the horizon, 4, 8 and 10 tenths. */
bool plate_scatter(FILE *to, const report_plate *plate)
{
    enum { MOST = 64 };
    const size_t times[] = {plate->steps / 10, plate->steps * 4 / 10, plate->steps * 8 / 10,
                            plate->steps};
    const size_t paths = plate->paths;
    plate_view view = plate_view_from(-60, 30);
    plate_run run[MOST + 1];
    bool good = paths <= MOST;
    memset(run, 0, sizeof run);
    for (uint64_t p = 0; p <= paths && good; p++)
        good = plate_open(&run[p], p < paths ? plate->start : plate->also, PLATE_SEED, p);
    const double h = good ? run[0].start.h : 0;
    for (size_t t = 0, s = 0; t < 4 && good; t++) {
        for (; s < times[t] && good; s++)
            for (size_t p = 0; p <= paths && good; p++) good = plate_step(&run[p]);
        for (size_t p = 0; p <= paths; p++) {
            if (p == 0 || p == paths)
                fprintf(to, "$%s%zu << END_OF_CURVE\n", p ? "quiet" : "noisy", t);
            if (good) plate_point(to, &view, run[p].x, 1);
            if (p + 1 >= paths) plate_end(to);
        }
    }
    for (size_t p = 0; p <= paths && p <= MOST; p++) plate_close(&run[p]);
    if (!good) return false;
    plate_sphere(to, &view, "", 1.12, 1.12, 0);
    fputs("unset xlabel\nunset ylabel\nunset tics\nunset border\nset margins 0.5,0.5,0.5,2\n", to);
    plate_panels(to, NULL, 2, 2);
    for (int t = 0; t < 4; t++)
        fprintf(to,
                "set title 't = %g time units' offset 0,-0.6\n"
                "plot $grid using 1:($3>=0?$2:NaN) with lines lw 0.7 lc rgb '#c4c4c4', \\\n"
                "  $noisy%d using 1:($3<0?$2:NaN) with points pt 6 ps 0.5 lc rgb '#1f6fb5', \\\n"
                "  $noisy%d using 1:($3>=0?$2:NaN) with points pt 7 ps 0.5 lc rgb '#1f6fb5', \\\n"
                "  $quiet%d using 1:2 with points pt 5 ps 0.8 lc rgb '#c02020'\n",
                h * (double)times[t], t, t, t);
    fputs("unset multiplot\n", to);
    return true;
}
