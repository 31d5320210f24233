/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A step of spins with exchange on square lattices, on the binary64 path, beside a plain loop of
 * `sib` in binary64 as a spin code has it, and beside the time that memory takes for the bytes that
 * a step of `sib` must move: each of its two evaluations reads a state and the bonds' list and
 * writes a state; with noise it also reads the increments.  64 x 64 spins, 98 kB a state, stay in a
 * processor's own cache (L2), 512 x 512, 6.3 MB, do not.  One thread, its processor time, the least
 * of several runs.  Usage: bench_lattice [JSON file]. */
#include "fast/fast.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SMALL = 64, WIDE = 512, MOST = WIDE * WIDE, RUNS = 9, LARGE = 1 << 24 };
static const double H = 0x1p-6, AIM = 1; /* of the plain loop's time */

typedef struct lattice {
    size_t side;
    double *x, *y, *predicted, *ends, *exchange, *dW, *room, *large[3];
    size_t triad; /* numbers of an array of the triad */
    const double *given;
    slp_case *c;
    fast_system *sys;
    const fast_scheme *scheme;
} lattice;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* to = C(xi) from, xi = -h times the sum of the four neighbours in the mean of at and with */
static inline void turn(double *to, const double *from, const double *at, const double *with,
                        size_t side)
{
    for (size_t row = 0; row < side; row++)
        for (size_t column = 0; column < side; column++) {
            const size_t i = 3 * (row * side + column),
                         near[4] = {3 * (row * side + (column + 1) % side),
                                    3 * (row * side + (column + side - 1) % side),
                                    3 * ((row + 1) % side * side + column),
                                    3 * ((row + side - 1) % side * side + column)};
            double a[3], along = 0, square = 1, w[3];
            for (size_t k = 0; k < 3; k++) {
                double sum = 0;
                for (size_t n = 0; n < 4; n++) sum += at[near[n] + k] + with[near[n] + k];
                a[k] = -0.25 * H * sum; /* half of xi */
                along += a[k] * from[i + k];
                square += a[k] * a[k];
            }
            for (size_t k = 0; k < 3; k++) { /* y = x + (x + y) x a */
                const size_t p = (k + 1) % 3, q = (k + 2) % 3;
                const double cross = from[i + p] * a[q] - from[i + q] * a[p];
                w[k] = (from[i + k] + cross + along * a[k]) / square;
            }
            for (size_t k = 0; k < 3; k++) to[i + k] = 2 * w[k] - from[i + k];
        }
}

/* A loop for each side, which is then a constant as in a code for one lattice. */
static void plain_step(lattice *l)
{
    if (l->side == SMALL) {
        turn(l->predicted, l->x, l->x, l->x, SMALL);
        turn(l->y, l->x, l->x, l->predicted, SMALL);
    } else {
        turn(l->predicted, l->x, l->x, l->x, WIDE);
        turn(l->y, l->x, l->x, l->predicted, WIDE);
    }
}

static void fast_path_step(lattice *l)
{
    if (fast_step(l->y, NULL, l->scheme, l->sys, l->x, H, l->given, l->room) != SLP_OK)
        l->y[0] = NAN;
}

/* large[0] = large[1] + 3 large[2] */
static void triad(lattice *l)
{
    for (size_t i = 0; i < l->triad; i++) l->large[0][i] = l->large[1][i] + 3 * l->large[2][i];
}

/* Seconds of one call, of `steps` each time. */
static double least_time(void (*work)(lattice *), lattice *l, int steps)
{
    double least = 1e9;
    for (int run = 0; run < RUNS; run++) {
        const double from = now();
        for (int s = 0; s < steps; s++) work(l);
        const double seconds = (now() - from) / steps;
        if (seconds < least) least = seconds;
    }
    return least;
}

/* Bytes a second of a triad of arrays that are as large as three states, or larger than caches. */
static double bandwidth(lattice *l, size_t numbers)
{
    l->triad = numbers;
    return 3 * sizeof(double) * (double)numbers /
           least_time(triad, l, (int)(LARGE / numbers / 4 + 1));
}

static bool open_lattice(lattice *l, const char *scheme, bool noise)
{
    const size_t spins = l->side * l->side;
    const double amplitude = 0.125;
    slp_error err;
    if (slp_case_new(&l->c, "spins", scheme, &err) ||
        slp_case_set(l->c, "bonds", l->ends, 4 * spins, &err) ||
        slp_case_set(l->c, "exchange", l->exchange, 2 * spins, &err) ||
        (noise && slp_case_set(l->c, "noise", &amplitude, 1, &err)) ||
        slp_case_set(l->c, "h", &H, 1, &err) || slp_case_set(l->c, "x", l->x, 3 * spins, &err) ||
        slp_case_sizes(NULL, NULL, l->c, &err) || fast_system_new(&l->sys, l->c, &err)) {
        slp_error_print(stderr, "bench_lattice", &err);
        return false;
    }
    l->given = noise ? l->dW : NULL;
    l->scheme = fast_scheme_find(scheme);
    l->room = malloc(fast_step_work_size(l->scheme, l->sys) * sizeof *l->room);
    return l->room != NULL;
}

static void close_lattice(lattice *l)
{
    free(l->room);
    fast_system_free(l->sys);
    slp_case_free(l->c);
}

static bool start(lattice *l)
{
    double **const arrays[] = {&l->x, &l->y, &l->predicted, &l->ends, &l->exchange, &l->dW};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        if (!(*arrays[k] = malloc((size_t)4 * MOST * sizeof(double)))) return false;
    for (size_t k = 0; k < 3; k++) {
        if (!(l->large[k] = malloc(LARGE * sizeof(double)))) return false;
        for (size_t i = 0; i < LARGE; i++) l->large[k][i] = 1;
    }
    return true;
}

static void fill(lattice *l, size_t side)
{
    l->side = side;
    for (size_t i = 0; i < side * side; i++) {
        const size_t row = i / side, column = i % side;
        const double height = cos(1.3 * (double)i), across = sqrt(1 - height * height);
        l->ends[4 * i] = l->ends[4 * i + 2] = (double)(i + 1);
        l->ends[4 * i + 1] = (double)(row * side + (column + 1) % side + 1);
        l->ends[4 * i + 3] = (double)((row + 1) % side * side + column + 1);
        l->exchange[2 * i] = l->exchange[2 * i + 1] = 1;
        l->x[3 * i] = across * cos(0.4 * (double)i);
        l->x[3 * i + 1] = across * sin(0.4 * (double)i);
        l->x[3 * i + 2] = height;
        for (size_t k = 0; k < 3; k++) l->dW[3 * i + k] = 0.125 * sin((double)(3 * i + k));
    }
}

/* The largest difference of a step of `sib` from the plain loop's. */
static double difference(lattice *l)
{
    const size_t d = 3 * l->side * l->side;
    double off = 0;
    plain_step(l);
    memcpy(l->predicted, l->y, d * sizeof *l->y);
    fast_path_step(l);
    for (size_t i = 0; i < d; i++) off = fmax(off, fabs(l->y[i] - l->predicted[i]));
    return off;
}

static bool measure(lattice *l, size_t side, FILE *json)
{
    static const struct {
        const char *scheme;
        bool noise, is_sib;
    } rows[] = {{"sib", false, true},   {"sib", true, true},
                {"heun", false, false}, {"depondt", false, false},
                {"tmk", false, false},  {"isospectral-midpoint", false, false}};
    fill(l, side);
    const double spins = (double)(side * side), list = 4 * 4, state = 24,
                 cache = bandwidth(l, 3 * side * side), memory = bandwidth(l, LARGE),
                 plain = least_time(plain_step, l, side == SMALL ? 16 : 1);
    printf("%zu x %zu spins: arrays of this size %.1f GB/s, memory %.1f GB/s\n", side, side,
           1e-9 * cache, 1e-9 * memory);
    printf("  %-28s %9.1f us  %6.1f ns a spin\n", "sib, a plain loop", 1e6 * plain,
           1e9 * plain / spins);
    if (json) fprintf(json, ", \"plain sib %zu\": %.17g", side, plain);
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        char name[64];
        if (!open_lattice(l, rows[k].scheme, rows[k].noise)) return false;
        snprintf(name, sizeof name, "%s%s", rows[k].scheme, rows[k].noise ? ", with noise" : "");
        const double seconds = least_time(fast_path_step, l, side == SMALL ? 16 : 1),
                     bytes = 2 * spins * (2 * state + list + (rows[k].noise ? state : 0));
        printf("  %-28s %9.1f us  %6.1f ns a spin  %5.2f of the plain loop", name, 1e6 * seconds,
               1e9 * seconds / spins, seconds / plain);
        if (rows[k].is_sib)
            printf("  %.0f %% of such arrays' bandwidth, %.0f %% of memory's",
                   100 * bytes / cache / seconds, 100 * bytes / memory / seconds);
        if (k == 0)
            printf(": %s (differs from it by %.1e)", seconds <= AIM * plain ? "met" : "NOT MET",
                   difference(l));
        putchar('\n');
        if (json) fprintf(json, ", \"%s %zu\": %.17g", name, side, seconds);
        close_lattice(l);
    }
    return true;
}

int main(int argc, char **argv)
{
    FILE *json = argc > 1 ? fopen(argv[1], "w") : NULL;
    lattice l = {.side = 0};
    if (argc > 1 && !json) {
        perror(argv[1]);
        return 2;
    }
    if (!start(&l)) return 2;
    if (json) fprintf(json, "{\"h\": %.17g", H);
    if (!measure(&l, SMALL, json) || !measure(&l, WIDE, json)) return 2;
    if (json) fprintf(json, "}\n");
    return json && fclose(json) ? 2 : 0;
}
