/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Plates of the precessing top.  Each case shows the path of Π
 * across the body's axis, the axis in space, its angles, and what is conserved.
 *
 * The axis in space is R e₃.  R starts at R₀ with R₀⁻¹ e₃ = Γ₀, tilted about the first axis, and is
 * multiplied by the group increment of every step, which the reference encloses at the state of the
 * binary64 path.  R Γ = e₃ must hold all the way, or there is no plate. */
#include "reports/figures/plate_list.h"
#include "oracle/plumbing/allocate.h"
#include "ref/exact_step.h"

#include <math.h>
#include <string.h>

enum { EVERY = 4 };

/* A run with its rotation. */
typedef struct attitude {
    plate_run run;
    ref_exact_step step; /* the one that the run has just taken */
    double R[3][3];
} attitude;

static bool attitude_open(attitude *a, const char *line)
{
    memset(a, 0, sizeof *a);
    if (!plate_open(&a->run, line, PLATE_SEED, 0)) return false;
    const double *gamma = a->run.x + 3;
    a->R[0][0] = 1;
    a->R[1][1] = a->R[2][2] = gamma[2];
    a->R[2][1] = gamma[1];
    a->R[1][2] = -gamma[1];
    return slp_need_memory(ref_exact_step_init(&a->step, &a->run.start, NULL)) == SLP_OK;
}

static void attitude_close(attitude *a)
{
    ref_exact_step_clear(&a->step);
    plate_close(&a->run);
    ref_thread_cleanup();
}

/* The step that the run has just taken, from `before`. */
static bool turn(attitude *a, const double *before)
{
    REF_LOCAL_MAT(acb, 3, 3, f);
    ref_exact_step_set(&a->step, before, a->step.c->h, a->run.dW);
    bool good = ref_exact_step_group(f, a->step.next, &a->step, 96) == SLP_OK;
    double old[3][3];
    memcpy(old, a->R, sizeof old);
    for (int i = 0; i < 3 && good; i++)
        for (int j = 0; j < 3; j++) {
            a->R[i][j] = 0;
            for (int k = 0; k < 3; k++)
                a->R[i][j] += old[i][k] * arf_get_d(arb_midref(acb_realref(acb_mat_entry(f, k, j))),
                                                    ARF_RND_NEAR);
        }
    return good;
}

static bool advance(attitude *a)
{
    double before[6];
    memcpy(before, a->run.x, sizeof before);
    if (!plate_step(&a->run) || !turn(a, before)) return false;
    const double *gamma = a->run.x + 3;
    for (int i = 0; i < 3; i++) {
        double up = a->R[i][0] * gamma[0] + a->R[i][1] * gamma[1] + a->R[i][2] * gamma[2];
        if (!(fabs(up - (i == 2)) < 1e-11)) return false; /* 20 u a step, over 2000 of them */
    }
    return true;
}

bool plate_top_momentum(FILE *to, const report_plate *plate)
{
    plate_run run;
    bool good = plate_open(&run, plate->start, PLATE_SEED, 0);
    plate_begin(to, "$momentum");
    for (size_t s = 0; s <= plate->steps && good; s++) {
        if (s % 2 == 0) fprintf(to, "%.6g %.6g\n", run.x[0], run.x[1]);
        good = plate_step(&run);
    }
    plate_end(to);
    plate_close(&run);
    fputs("set size ratio -1\nset xlabel 'Π_x [angular momentum units]' noenhanced\nset ylabel "
          "'Π_y [angular "
          "momentum units]' noenhanced\nset xtics 0.05\nset ytics 0.05\nset grid lc rgb '#dddddd'\n"
          "plot $momentum using 1:2 with lines lw 1 lc rgb '#1f6fb5' notitle\n",
          to);
    return good;
}

bool plate_top_axis(FILE *to, const report_plate *plate)
{
    plate_view view = plate_view_from(0, 55);
    attitude a;
    bool good = attitude_open(&a, plate->start);
    plate_begin(to, "$axis");
    for (size_t s = 0; s <= plate->steps && good; s++) {
        double axis[3] = {a.R[0][2], a.R[1][2], a.R[2][2]};
        if (s % EVERY == 0) plate_point(to, &view, axis, 1);
        good = advance(&a);
    }
    plate_end(to);
    attitude_close(&a);
    if (!good) return false;
    plate_sphere(to, &view, "orthographic view [length of the axis]", 1.12, 1.12, 1);
    plate_show(to, "$axis", "#1f6fb5", "axis of the body in space", true);
    fputc('\n', to);
    return true;
}

/* θ from Γ_z = cos θ; φ from R e₃ = (sin θ sin φ, −sin θ cos φ, cos θ), carried over full turns. */
bool plate_top_angles(FILE *to, const report_plate *plate)
{
    static const double turn_size = 6.283185307179586;
    double earlier = 0, turns = 0, first = 0;
    attitude a;
    bool good = attitude_open(&a, plate->start);
    plate_begin(to, "$angles");
    for (size_t s = 0; s <= plate->steps && good; s++) {
        double phi = atan2(a.R[0][2], -a.R[1][2]);
        if (s == 0) first = earlier = phi;
        if (phi - earlier > turn_size / 2) turns--;
        if (phi - earlier < -turn_size / 2) turns++;
        earlier = phi;
        if (s % EVERY == 0)
            fprintf(to, "%.6g %.6g %.6g\n", (double)s * a.run.start.h, acos(a.run.x[5]),
                    phi - first + turns * turn_size);
        good = advance(&a);
    }
    plate_end(to);
    attitude_close(&a);
    fputs(
        "set xlabel 'time [time units]'\nset ylabel 'inclination θ [rad]' textcolor rgb '#1f6fb5'\n"
        "set y2label 'precession φ − φ₀ [rad]' textcolor rgb '#b45f06'\nset border 11\nset "
        "y2tics\nset ytics "
        "nomirror\nset grid xtics ytics lc rgb '#dddddd'\n",
        to);
    report_key(to, 2);
    fputs("plot $angles using 1:2 with lines lw 1.5 lc rgb '#1f6fb5' title 'inclination', \\\n"
          "  $angles using 1:3 axes x1y2 with lines lw 1.5 dt 2 lc rgb '#b45f06' title "
          "'precession'\n",
          to);
    return good;
}

bool plate_top_integrals(FILE *to, const report_plate *plate)
{
    plate_run run;
    bool good = plate_open(&run, plate->start, PLATE_SEED, 0);
    double energy = good ? fast_energy(run.sys, run.x) : 1, axial = good ? run.x[2] : 1;
    plate_begin(to, "$integrals");
    for (size_t s = 0; s < plate->steps && good; s++) {
        good = plate_step(&run);
        if ((s + 1) % EVERY == 0)
            fprintf(to, "%.6g %.5g %.5g\n", (double)(s + 1) * run.start.h,
                    fabs(fast_energy(run.sys, run.x) / energy - 1), fabs(run.x[2] / axial - 1));
    }
    plate_end(to);
    plate_departures(to, (double)plate->steps * run.start.h, 10);
    plate_close(&run);
    report_key(to, 2);
    fputs("plot $integrals using 1:($2>0?$2:NaN) with lines lw 1.3 lc rgb '#1f6fb5' title "
          "'energy', \\\n"
          "  $integrals using 1:($3>0?$3:NaN) with lines lw 1.3 lc rgb '#b45f06' title 'Π_z (not "
          "drawn where 0)'\n",
          to);
    return good;
}
