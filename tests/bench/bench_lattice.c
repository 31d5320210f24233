/* A step of `sib` and of isospectral-midpoint on a square lattice of 64 x 64 spins with exchange,
 * on the binary64 path, beside a plain loop of `sib` in binary64 as a spin code has it, and beside
 * the time that the memory takes for the bytes that a step must move: each evaluation of the
 * generator reads all spins and bonds and writes a spin.  One thread, processor time, the least of
 * several runs.  Usage: bench_lattice [JSON file]. */
#include "fast/fast.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SIDE = 64, SPINS = SIDE * SIDE, BONDS = 2 * SPINS, RUNS = 7, STEPS = 4, LARGE = 1 << 24 };
static const double H = 0x1p-6, AIM = 1; /* of the memory's bandwidth */

typedef struct lattice {
    double *x, *y, *predicted, *ends, *exchange, *room, *large[3];
    slp_case *c;
    fast_system *sys;
    const fast_scheme *scheme;
} lattice;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* to = C(xi) from, xi = -h times the sum of the four neighbours in the mean of at and with */
static void turn(double *to, const double *from, const double *at, const double *with)
{
    for (size_t row = 0; row < SIDE; row++)
        for (size_t column = 0; column < SIDE; column++) {
            const size_t i = 3 * (row * SIDE + column),
                         near[4] = {3 * (row * SIDE + (column + 1) % SIDE),
                                    3 * (row * SIDE + (column + SIDE - 1) % SIDE),
                                    3 * ((row + 1) % SIDE * SIDE + column),
                                    3 * ((row + SIDE - 1) % SIDE * SIDE + column)};
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

static void plain_step(lattice *l)
{
    turn(l->predicted, l->x, l->x, l->x);
    turn(l->y, l->x, l->x, l->predicted);
}

static void fast_path_step(lattice *l)
{
    if (fast_step(l->y, NULL, l->scheme, l->sys, l->x, H, NULL, l->room) != SLP_OK) l->y[0] = NAN;
}

/* large[0] = large[1] + 3 large[2] */
static void triad(lattice *l)
{
    for (size_t i = 0; i < LARGE; i++) l->large[0][i] = l->large[1][i] + 3 * l->large[2][i];
}

/* Seconds of one call. */
static double least_time(void (*work)(lattice *), lattice *l)
{
    double least = 1e9;
    for (int run = 0; run < RUNS; run++) {
        const double from = now();
        for (int s = 0; s < STEPS; s++) work(l);
        const double seconds = (now() - from) / STEPS;
        if (seconds < least) least = seconds;
    }
    return least;
}

static bool open_lattice(lattice *l, const char *scheme)
{
    slp_error err;
    if (slp_case_new(&l->c, "spins", scheme, &err) ||
        slp_case_set(l->c, "bonds", l->ends, (size_t)2 * BONDS, &err) ||
        slp_case_set(l->c, "exchange", l->exchange, BONDS, &err) ||
        slp_case_set(l->c, "h", &H, 1, &err) ||
        slp_case_set(l->c, "x", l->x, (size_t)3 * SPINS, &err) ||
        slp_case_sizes(NULL, NULL, l->c, &err) || fast_system_new(&l->sys, l->c, &err)) {
        slp_error_print(stderr, "bench_lattice", &err);
        return false;
    }
    l->scheme = fast_scheme_find(scheme);
    l->room = malloc(fast_step_room(l->scheme, l->sys) * sizeof *l->room);
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
    double **const arrays[] = {&l->x, &l->y, &l->predicted, &l->ends, &l->exchange};
    for (size_t k = 0; k < 5; k++)
        if (!(*arrays[k] = malloc((size_t)4 * SPINS * sizeof(double)))) return false;
    for (size_t k = 0; k < 3; k++) {
        if (!(l->large[k] = malloc(LARGE * sizeof(double)))) return false;
        for (size_t i = 0; i < LARGE; i++) l->large[k][i] = 1;
    }
    for (size_t i = 0; i < SPINS; i++) {
        const size_t row = i / SIDE, column = i % SIDE;
        const double height = cos(1.3 * (double)i), across = sqrt(1 - height * height);
        l->ends[4 * i] = l->ends[4 * i + 2] = (double)(i + 1);
        l->ends[4 * i + 1] = (double)(row * SIDE + (column + 1) % SIDE + 1);
        l->ends[4 * i + 3] = (double)((row + 1) % SIDE * SIDE + column + 1);
        l->exchange[2 * i] = l->exchange[2 * i + 1] = 1;
        l->x[3 * i] = across * cos(0.4 * (double)i);
        l->x[3 * i + 1] = across * sin(0.4 * (double)i);
        l->x[3 * i + 2] = height;
    }
    return true;
}

int main(int argc, char **argv)
{
    static const char *const schemes[] = {"sib", "isospectral-midpoint"};
    FILE *json = argc > 1 ? fopen(argv[1], "w") : NULL;
    lattice l = {.x = NULL};
    if (argc > 1 && !json) {
        perror(argv[1]);
        return 2;
    }
    if (!start(&l)) return 2;
    const double bandwidth = 3 * sizeof(double) * (double)LARGE / least_time(triad, &l),
                 bytes = 2 * SPINS * (24 + 24 + 2 * (8 + 8)), memory = bytes / bandwidth,
                 plain = least_time(plain_step, &l);
    printf("a lattice of %d x %d spins; memory %.1f GB/s, so at least %.1f us for a step of sib\n",
           SIDE, SIDE, 1e-9 * bandwidth, 1e6 * memory);
    printf("  sib, a plain loop          %9.1f us  %6.1f ns a spin\n", 1e6 * plain,
           1e9 * plain / SPINS);
    if (json) fprintf(json, "{\"memory\": %.17g, \"plain sib\": %.17g", memory, plain);
    for (size_t k = 0; k < 2; k++) {
        if (!open_lattice(&l, schemes[k])) return 2;
        double off = 0;
        const double seconds = least_time(fast_path_step, &l);
        plain_step(&l);
        memcpy(l.predicted, l.y, 3 * SPINS * sizeof *l.y);
        fast_path_step(&l);
        for (size_t i = 0; i < 3 * SPINS; i++) off = fmax(off, fabs(l.y[i] - l.predicted[i]));
        printf("  %-26s %9.1f us  %6.1f ns a spin  %5.2f of the plain loop", schemes[k],
               1e6 * seconds, 1e9 * seconds / SPINS, seconds / plain);
        if (k == 0)
            printf("  %.1f %% of the bandwidth: %s (differs from it by %.1e)",
                   100 * memory / seconds, memory >= AIM * seconds ? "met" : "NOT MET", off);
        putchar('\n');
        if (json) fprintf(json, ", \"%s\": %.17g", schemes[k], seconds);
        close_lattice(&l);
    }
    if (json) fprintf(json, "}\n");
    return json && fclose(json) ? 2 : 0;
}
