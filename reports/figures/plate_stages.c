/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Plate of the stages of the rigid body's variational step: ‖(A, B)‖ over the unit momenta.
 *
 * A and B solve (with the sign that the definition of dτ⁻¹ gives)
 *   A + ½ ξ×A + ¼ (ξ·A) ξ = Π,
 *   B + ½ ξ×B + ¼ (ξ·B) ξ = A − ½ ξ×A + ¼ (ξ·A) ξ,
 *   2ξ = h I⁻¹ ½(A + B) + Σ ΔW_k χ_k,
 * by iterating them as they stand; the state B − ½ ξ×B + ¼ (ξ·B) ξ that follows must be that of a
 * step of the binary64 path, or there is no plate. */
#include "reports/figures/plate_list.h"

#include <math.h>

enum { LONGITUDES = 48, LATITUDES = 24, ROUNDS = 60 };
static const double inverse_inertia[3] = {1, 1. / 2, 1. / 3}, amplitude = 0.02, h = 0.01;

/* out = v + s/2 ξ×v + 1/4 (ξ·v) ξ */
static void pulled(double *out, double s, const double *xi, const double *v)
{
    double dot = xi[0] * v[0] + xi[1] * v[1] + xi[2] * v[2];
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        out[i] = v[i] + s / 2 * (xi[j] * v[k] - xi[k] * v[j]) + dot * xi[i] / 4;
    }
}

/* ‖(A, B)‖ at Π with all increments dW; next: the state that follows. */
static double stages(double *next, const double *Pi, double dW)
{
    double A[3] = {Pi[0], Pi[1], Pi[2]}, B[3] = {Pi[0], Pi[1], Pi[2]}, xi[3], got[3], left[3];
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < 3; i++)
            xi[i] = h / 4 * inverse_inertia[i] * (A[i] + B[i]) + amplitude * dW / 2;
        pulled(got, 1, xi, A);
        for (int i = 0; i < 3; i++) A[i] += Pi[i] - got[i];
        pulled(got, 1, xi, B);
        pulled(left, -1, xi, A);
        for (int i = 0; i < 3; i++) B[i] += left[i] - got[i];
    }
    pulled(next, -1, xi, B);
    double square = 0;
    for (int i = 0; i < 3; i++) square += A[i] * A[i] + B[i] * B[i];
    return sqrt(square);
}

/* least, most: of the values in the panel. */
static bool panel(FILE *to, plate_run *run, int which, double dW, double *least, double *most)
{
    double increments[3] = {dW, dW, dW}, stepped[3], next[3];
    *least = INFINITY;
    *most = -INFINITY;
    fprintf(to, "$stages%d << END_OF_CURVE\n", which);
    for (int j = 0; j < LATITUDES; j++)
        for (int i = 0; i < LONGITUDES; i++) {
            double a = 6.283185307179586 * (i + 0.5) / LONGITUDES;
            double b = 3.141592653589793 * ((j + 0.5) / LATITUDES - 0.5);
            double Pi[3] = {cos(b) * cos(a), cos(b) * sin(a), sin(b)};
            double size = stages(next, Pi, dW) - sqrt(2);
            *least = fmin(*least, size);
            *most = fmax(*most, size);
            if (fast_step(stepped, NULL, run->scheme, run->sys, Pi, h, increments, run->room) !=
                SLP_OK)
                return false;
            for (int k = 0; k < 3; k++)
                if (!(fabs(stepped[k] - next[k]) < 1e-13)) return false; /* 450 u, for |Π| = 1 */
            fprintf(to, "%.4g %.4g %.6g\n", a * 57.29577951, b * 57.29577951, size);
        }
    plate_end(to);
    return true;
}

bool plate_stages(FILE *to, const report_plate *plate)
{
    /* none, one standard deviation, and the bound sqrt(h) A_h of truncated increments with l = 2 */
    double sizes[3] = {0, sqrt(h), sqrt(h) * sqrt(4 * -log(h))};
    double least[3], most[3];
    plate_run run;
    bool good = plate_open(&run, plate->start, PLATE_SEED, 0);
    for (int k = 0; k < 3 && good; k++) good = panel(to, &run, k, sizes[k], &least[k], &most[k]);
    plate_close(&run);
    if (!good) return false;
    fputs("set rmargin at screen 0.74\nset format cb '%.1e'\n", to);
    plate_maps(to, NULL, 3, "0 '#f7fbff', 1 '#08519c'");
    for (int k = 0; k < 3; k++)
        fprintf(to,
                "set title 'ΔW = %.3g' offset 0,-0.6\n%sset cbrange [%.4g:%.4g]\nset cbtics "
                "%.4g,%.4g\n"
                "plot $stages%d using 1:2:3 with image\n",
                sizes[k], k == 2 ? "set xlabel 'longitude [°]'\n" : "", least[k], most[k], least[k],
                (most[k] - least[k]) / 2 * (1 - 1e-9), k);
    fputs("unset multiplot\n", to);
    return true;
}
