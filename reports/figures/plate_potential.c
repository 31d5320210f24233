/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Plates of the effective potential of the symmetric top:
 *   V(θ) = (p_φ − p_ψ cos θ)² / (2 I₁ sin² θ) + mgh cos θ,   E′ = H − p_ψ² / (2 I₃),
 * with p_φ = Π·Γ and p_ψ = Π_z of states of a run. */
#include "reports/figures/plate_list.h"

#include <math.h>
#include <stdlib.h>

static const double I1 = 0.1, I3 = 1, mgh = 0.98;

typedef struct level {
    double p_phi, p_psi, energy;
} level;

static level level_of(const plate_run *run)
{
    const double *x = run->x;
    double p_psi = x[2];
    return (level){x[0] * x[3] + x[1] * x[4] + x[2] * x[5], p_psi,
                   fast_energy(run->sys, x) - p_psi * p_psi / (2 * I3)};
}

static double potential(const level *of, double theta)
{
    double away = of->p_phi - of->p_psi * cos(theta), s = sin(theta);
    return away * away / (2 * I1 * s * s) + mgh * cos(theta);
}

static void block(FILE *to, int k, const level *of)
{
    fprintf(to, "$potential%d << END_OF_CURVE\n", k);
    for (int i = 0; i <= 240; i++) {
        double theta = 0.3 + 0.0025 * i;
        fprintf(to, "%.6g %.6g %.6g\n", theta, potential(of, theta), of->energy);
    }
    plate_end(to);
}

/* At the start and, where the plate has steps, after them. */
bool plate_potential(FILE *to, const report_plate *plate)
{
    const size_t steps = plate->steps;
    static const char *const colors[] = {"#1f6fb5", "#b45f06"};
    plate_run run;
    bool good = plate_open(&run, plate->start, PLATE_SEED, 0);
    level of[2] = {{0}};
    if (good) of[0] = level_of(&run);
    for (size_t s = 0; s < steps && good; s++) good = plate_step(&run);
    if (good) of[1] = level_of(&run);
    double h = good ? run.start.h : 0;
    plate_close(&run);
    if (!good) return false;
    int shown = steps ? 2 : 1;
    for (int k = 0; k < shown; k++) block(to, k, &of[k]);
    fprintf(to, "set xlabel 'inclination θ [rad]'\nset ylabel 'energy [energy units]'\nset xrange "
                "[0.3:0.9]\nset yrange [0.75:1.1]\nset grid lc rgb '#dddddd'\n");
    report_key(to, 2 * (size_t)shown);
    for (int k = 0; k < shown; k++)
        fprintf(to,
                "%s$potential%d using 1:2 with lines lw 2 lc rgb '%s' title 'V, t = %g', \\\n"
                "  $potential%d using 1:3 with lines lw 1.5 dt 2 lc rgb '%s' title 'E′, t = %g'",
                k ? ", \\\n  " : "plot ", k, colors[k], k ? (double)steps * h : 0, k, colors[k],
                k ? (double)steps * h : 0);
    fputc('\n', to);
    return true;
}
