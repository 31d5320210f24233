/* Plates of paths on spheres: EJLL figure 1, LECG figures 1 to 3, GBW figures 1 and 2. */
#include "reports/figures/plate_list.h"

#include <math.h>
#include <string.h>

static const char unit_label[] = "orthographic view [radius of the sphere]";

/* start: with noise, also: without; both from the same state. */
bool plate_body_paths(FILE *to, const report_plate *plate)
{
    plate_view view = plate_view_from(50, 25);
    plate_run noisy, quiet = {.x = NULL}; /* closed, though it may not have been opened */
    bool good = plate_open(&noisy, plate->start, 1, 0) && plate_open(&quiet, plate->also, 1, 0) &&
                plate_trace(to, "$quiet", &view, &quiet, 0, 8192, 8, 1) &&
                plate_trace(to, "$noisy", &view, &noisy, 0, 8192, 8, 1);
    plate_close(&noisy);
    plate_close(&quiet);
    if (!good) return false;
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
        plate_run noisy, quiet = {.x = NULL};
        bool good = plate_open(&noisy, plate->start, 1, 0) && plate_open(&quiet, plate->also, 1, 0);
        snprintf(block, sizeof block, "$noisy%zu", v);
        good = good && plate_trace(to, block, &view, &noisy, 3 * v, 2560, 4, 1);
        snprintf(block, sizeof block, "$quiet%zu", v);
        good = good && plate_trace(to, block, &view, &quiet, 3 * v, 2560, 4, 1);
        plate_close(&noisy);
        plate_close(&quiet);
        if (!good) return false;
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
    plate_run gravity, momentum = {.x = NULL};
    bool good = plate_open(&gravity, plate->start, 1, 0) &&
                plate_open(&momentum, plate->start, 1, 0) &&
                plate_trace(to, "$gravity", &view, &gravity, 3, 10000, 8, 1) &&
                plate_trace(to, "$momentum", &view, &momentum, 0, 10000, 8, 1);
    plate_close(&gravity);
    plate_close(&momentum);
    if (!good) return false;
    plate_sphere(to, &view, unit_label, 3.05, 1.75, 2);
    plate_show(to, "$gravity", "#1f6fb5", "gravity vector", true);
    fputs(", \\\n  $momentum using 1:2 with lines lw 1.2 dt 2 lc rgb '#b45f06' title 'angular "
          "momentum'\n",
          to);
    return true;
}

enum { PATHS = 20, STEPS = 5000 };

/* Largest change of energy of path p over the horizon, relative. */
static double departure(const char *line, uint64_t path)
{
    plate_run run;
    double largest = 0;
    bool good = plate_open(&run, line, 1, path);
    double start = good ? fast_energy(run.sys, run.x) : 1;
    for (int s = 0; s < STEPS && good; s++) {
        good = plate_step(&run);
        largest = fmax(largest, fabs(fast_energy(run.sys, run.x) / start - 1));
    }
    plate_close(&run);
    return good ? largest : NAN;
}

/* Of twenty paths the one whose energy stays nearest, and the one whose energy goes farthest: GBW
 * figure 1. */
bool plate_two_paths(FILE *to, const report_plate *plate)
{
    static const char *const blocks[] = {"$near", "$far"};
    plate_view view = plate_view_from(-60, 30);
    uint64_t chosen[2] = {0, 0};
    double least = INFINITY, most = -1;
    for (uint64_t p = 0; p < PATHS; p++) {
        double size = departure(plate->start, p);
        if (!(size >= 0)) return false;
        if (size < least) chosen[0] = p, least = size;
        if (size > most) chosen[1] = p, most = size;
    }
    plate_run run;
    for (size_t k = 0; k < 2; k++) {
        bool good = plate_open(&run, plate->start, 1, chosen[k]) &&
                    plate_trace(to, blocks[k], &view, &run, 0, STEPS, 4, 1);
        plate_close(&run);
        if (!good) return false;
    }
    bool good = plate_open(&run, plate->also, 1, 0) &&
                plate_trace(to, "$quiet", &view, &run, 0, STEPS, 4, 1);
    plate_close(&run);
    if (!good) return false;
    plate_sphere(to, &view, unit_label, 1.12, 1.12, 3);
    plate_show(to, "$far", "#1f6fb5", "energy departs most of 20 paths", true);
    plate_show(to, "$near", "#38761d", "energy departs least", false);
    plate_show(to, "$quiet", "#c02020", "without noise", false);
    fputc('\n', to);
    return true;
}

/* GBW figure 2: where twenty paths are at four times. */
bool plate_scatter(FILE *to, const report_plate *plate)
{
    static const int times[] = {500, 2000, 4000, 5000};
    plate_view view = plate_view_from(-60, 30);
    plate_run run[PATHS + 1];
    bool good = true;
    memset(run, 0, sizeof run);
    for (uint64_t p = 0; p <= PATHS && good; p++)
        good = plate_open(&run[p], p < PATHS ? plate->start : plate->also, 1, p);
    for (int t = 0, s = 0; t < 4 && good; t++) {
        for (; s < times[t] && good; s++)
            for (int p = 0; p <= PATHS && good; p++) good = plate_step(&run[p]);
        for (int p = 0; p <= PATHS; p++) {
            if (p == 0 || p == PATHS)
                fprintf(to, "$%s%d << END_OF_CURVE\n", p ? "quiet" : "noisy", t);
            plate_point(to, &view, run[p].x, 1);
            if (p >= PATHS - 1) plate_end(to);
        }
    }
    for (int p = 0; p <= PATHS; p++) plate_close(&run[p]);
    if (!good) return false;
    plate_sphere(to, &view, "", 1.12, 1.12, 0);
    fputs("unset xlabel\nunset ylabel\nunset tics\nunset border\nset margins 0.5,0.5,0.5,2\n", to);
    plate_panels(to, plate, 2, 2);
    for (int t = 0; t < 4; t++)
        fprintf(to,
                "set title 't = %g time units' offset 0,-0.6\n"
                "plot $grid using 1:($3>=0?$2:NaN) with lines lw 0.7 lc rgb '#c4c4c4', \\\n"
                "  $noisy%d using 1:($3<0?$2:NaN) with points pt 6 ps 0.5 lc rgb '#1f6fb5', \\\n"
                "  $noisy%d using 1:($3>=0?$2:NaN) with points pt 7 ps 0.5 lc rgb '#1f6fb5', \\\n"
                "  $quiet%d using 1:2 with points pt 5 ps 0.8 lc rgb '#c02020'\n",
                0.01 * times[t], t, t, t);
    fputs("unset multiplot\n", to);
    return true;
}
