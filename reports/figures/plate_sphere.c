/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Spheres seen from a side: an orthographic view, curves cut where they pass behind, the limb and a
 * graticule. */
#include "reports/figures/plate.h"

#include <math.h>

static const double radian = 57.295779513082323;

plate_view plate_view_from(double azimuth, double elevation)
{
    double a = azimuth / radian, e = elevation / radian;
    plate_view v = {{-sin(a), cos(a), 0},
                    {-sin(e) * cos(a), -sin(e) * sin(a), cos(e)},
                    {cos(e) * cos(a), cos(e) * sin(a), sin(e)}};
    return v;
}

static double along(const double *axis, const double *x)
{
    return axis[0] * x[0] + axis[1] * x[1] + axis[2] * x[2];
}

void plate_begin(FILE *to, const char *block)
{
    fprintf(to, "%s << END_OF_CURVE\n", block);
}

void plate_point(FILE *to, const plate_view *view, const double *x, double radius)
{
    fprintf(to, "%.5g %.5g %.4g\n", along(view->across, x) / radius, along(view->up, x) / radius,
            along(view->toward, x) / radius);
}

void plate_end(FILE *to)
{
    fputs("END_OF_CURVE\n", to);
}

/* Latitude or longitude lines every 30 degrees. */
static void graticule(FILE *to, const plate_view *view)
{
    plate_begin(to, "$grid");
    for (int line = -60; line <= 60; line += 30) {
        for (int turn = 0; turn <= 360; turn += 5) {
            double t = turn / radian, r = cos(line / radian);
            plate_point(to, view, (double[]){r * cos(t), r * sin(t), sin(line / radian)}, 1);
        }
        fputc('\n', to); /* ends one line */
    }
    for (int line = 0; line < 180; line += 30) {
        for (int turn = 0; turn <= 360; turn += 5) {
            double t = turn / radian, p = line / radian;
            plate_point(to, view, (double[]){cos(t) * cos(p), cos(t) * sin(p), sin(t)}, 1);
        }
        fputc('\n', to); /* ends one line */
    }
    plate_end(to);
}

void plate_sphere(FILE *to, const plate_view *view, const char *unit, double across, double up,
                  size_t rows)
{
    graticule(to, view);
    fprintf(to,
            "set size ratio -1\nset xrange [-%g:%g]\nset yrange [-%g:%g]\n"
            "set xtics -1,1,1\nset ytics -1,1,1\n",
            across, across, up, up);
    if (rows) report_key(to, rows);
    fputs("set xlabel ", to);
    report_quoted(to, unit);
    fputs(" noenhanced textcolor rgb '#222222'\nset ylabel ", to);
    report_quoted(to, unit);
    fputs(" noenhanced textcolor rgb '#222222'\nset object 1 circle at 0,0 size 1 fs solid 1 fc "
          "rgb '#f3f3f3' behind\n",
          to);
}

bool plate_trace(FILE *to, const char *block, const plate_view *view, plate_run *run, size_t first,
                 size_t steps, size_t every, double radius)
{
    plate_begin(to, block);
    plate_point(to, view, run->x + first, radius);
    for (size_t s = 1; s <= steps; s++) {
        if (!plate_step(run)) return false;
        if (s % every == 0) plate_point(to, view, run->x + first, radius);
    }
    plate_end(to);
    return true;
}

void plate_show(FILE *to, const char *block, const char *color, const char *title, bool first)
{
    if (first)
        fputs("plot $grid using 1:($3>=0?$2:NaN) with lines lw 0.7 lc rgb '#c4c4c4' notitle", to);
    fprintf(to,
            ", \\\n  %s using 1:($3<0?$2:NaN) with lines lw 0.7 lc rgb '%s' dt 3 notitle, \\\n"
            "  %s using 1:($3>=0?$2:NaN) with lines lw 1.3 lc rgb '%s' title ",
            block, color, block, color);
    report_quoted(to, title);
}
