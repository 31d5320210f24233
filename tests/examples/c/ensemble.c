/* SPDX-License-Identifier: 0BSD */
/* 1000 rigid bodies that start alike, each with noise of its own: mean and spread of x3 over time.
 * cc ensemble.c $(pkg-config --cflags --libs slpfast) -lm -o ensemble
 * ./ensemble > spread.txt
 * gnuplot -e "set term svg; set out 'spread.svg'; plot 'spread.txt' using 1:2:3 with yerror"
 */
#include <math.h>
#include <slp/fast.h>
#include <stdio.h>

enum { PATHS = 1000, STEPS = 64, ROWS = 8 };

int main(void)
{
    static double x[3 * PATHS]; /* coordinate i of path p at x[i*PATHS + p] */
    const double inertia[] = {1, 2, 3}, quad[] = {0.3, 0.2, 0.1}, start[] = {0.6, 0, 0.8};
    slp_error error;
    slp_case *c;
    fast_system *system;
    if (slp_case_new(&c, "rigid-body", "isospectral-midpoint", &error) ||
        slp_case_set(c, "inertia", inertia, 3, &error) ||
        slp_case_set(c, "quad", quad, 3, &error) || fast_system_new(&system, c, &error)) {
        slp_error_print(stderr, "ensemble", &error);
        return 1;
    }
    fast_ensemble run = {.paths = PATHS,
                         .seed = 7,
                         .h = 0x1p-6,
                         .ell = 2, /* increments are cut off at sqrt(4 |ln h| h) */
                         .steps = STEPS,
                         .threads = 2,
                         .scheme = fast_scheme_find("isospectral-midpoint")};
    for (int i = 0; i < 3; i++)
        for (int p = 0; p < PATHS; p++) x[i * PATHS + p] = start[i];
    puts("# t mean(x3) sd(x3)");
    for (int row = 0; row <= ROWS; row++) {
        double mean = 0, square = 0;
        for (int p = 0; p < PATHS; p++) mean += x[2 * PATHS + p] / PATHS;
        for (int p = 0; p < PATHS; p++) square += pow(x[2 * PATHS + p] - mean, 2) / (PATHS - 1);
        printf("%.4g %.6f %.6f\n", (double)(row * STEPS) * run.h, mean, sqrt(square));
        if (row < ROWS && fast_ensemble_advance(x, NULL, system, &run) != SLP_OK) return 1;
        run.first_step += STEPS; /* the noise goes on where it ended */
    }
    fast_system_free(system);
    slp_case_free(c);
    return 0;
}
