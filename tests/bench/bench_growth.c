/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* How time and memory grow with size, on the binary64 path: for each system and scheme the time of
 * an evaluation of the step (its time over its iterations, where it has some), the memory that the
 * step works in, and the exponents of both, fitted to the larger half of the sizes, beside what
 * theory says.  Sizes are spins of a square lattice, vortices, rows of matrices, paths of an
 * ensemble, cases that are read and stepped, numbers of a list in text.  One thread, its processor
 * time, the least of several runs.  growth_pictures.py draws the file.  Usage: bench_growth [JSON
 * file]. */
#include "fast/fast.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* OpenBLAS has it, other libraries may not. */
extern void openblas_set_num_threads(int threads) __attribute__((weak));

enum { RUNS = 3, MOST_SIZES = 8 };
static const double LEAST = 2e-3, ROOM = 0.25; /* seconds of a run; of a fitted exponent */

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double *numbers(size_t n)
{
    double *v = calloc(n + 1, sizeof *v);
    if (!v) abort();
    return v;
}

static double value(size_t i)
{
    return sin(7.3 * (double)i + 0.4);
}

static void spread_spins(double *x, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const double height = cos(1.3 * (double)i), across = sqrt(1 - height * height);
        x[3 * i] = across * cos(0.4 * (double)i);
        x[3 * i + 1] = across * sin(0.4 * (double)i);
        x[3 * i + 2] = height;
    }
}

static slp_status fill_spins(slp_case *c, size_t spins, slp_error *err)
{
    const size_t side = (size_t)(sqrt((double)spins) + 0.5);
    double *ends = numbers(4 * spins), *exchange = numbers(2 * spins), *x = numbers(3 * spins);
    for (size_t i = 0; i < spins; i++) {
        const size_t row = i / side, column = i % side;
        ends[4 * i] = ends[4 * i + 2] = (double)(i + 1);
        ends[4 * i + 1] = (double)(row * side + (column + 1) % side + 1);
        ends[4 * i + 3] = (double)((row + 1) % side * side + column + 1);
        exchange[2 * i] = exchange[2 * i + 1] = 1;
    }
    spread_spins(x, spins);
    slp_status status = slp_case_set(c, "bonds", ends, 4 * spins, err);
    if (status == SLP_OK) status = slp_case_set(c, "exchange", exchange, 2 * spins, err);
    if (status == SLP_OK) status = slp_case_set(c, "x", x, 3 * spins, err);
    free(ends);
    free(exchange);
    free(x);
    return status;
}

static slp_status fill_vortices(slp_case *c, size_t n, slp_error *err)
{
    double *gamma = numbers(n), *x = numbers(3 * n);
    for (size_t i = 0; i < n; i++) gamma[i] = (i % 2 ? -1 : 1) / (double)n;
    spread_spins(x, n);
    slp_status status = slp_case_set(c, "gamma", gamma, n, err);
    if (status == SLP_OK) status = slp_case_set(c, "x", x, 3 * n, err);
    free(gamma);
    free(x);
    return status;
}

/* State and, for a body, inertia of matrices with n rows and d coordinates. */
static slp_status fill_matrix(slp_case *c, size_t n, size_t d, bool body, slp_error *err)
{
    const double rows = (double)n;
    double *x = numbers(d), *inertia = numbers(d);
    for (size_t i = 0; i < d; i++) inertia[i] = 1 + fabs(value(i));
    for (size_t i = body ? 0 : n; i < d; i++) x[i] = value(i) / rows;
    slp_status status = slp_case_set(c, "n", &rows, 1, err);
    if (status == SLP_OK && body) status = slp_case_set(c, "inertia", inertia, d, err);
    if (status == SLP_OK) status = slp_case_set(c, "x", x, d, err);
    free(x);
    free(inertia);
    return status;
}

static slp_status fill_body(slp_case *c, size_t n, slp_error *err)
{
    return fill_matrix(c, n, n * (n - 1) / 2, true, err);
}

static slp_status fill_sphere(slp_case *c, size_t n, slp_error *err)
{
    return fill_matrix(c, n, n * n, false, err);
}

/* Vorticity and field: two matrices with no number on their diagonals. */
static slp_status fill_magnetic(slp_case *c, size_t n, slp_error *err)
{
    const double rows = (double)n;
    const size_t half = n * n;
    double *x = numbers(2 * half);
    for (size_t i = 0; i < 2 * half; i++) x[i] = i % half < n ? 0 : value(i) / rows;
    slp_status status = slp_case_set(c, "n", &rows, 1, err);
    if (status == SLP_OK) status = slp_case_set(c, "x", x, 2 * half, err);
    free(x);
    return status;
}

/* One size: seconds and bytes. */
typedef struct point {
    double size, seconds, bytes;
    double text; /* bytes that are read, if that is what is measured */
} point;

static bool step_point(point *p, const char *system, const char *scheme, size_t size,
                       slp_status (*fill)(slp_case *, size_t, slp_error *))
{
    slp_case *c = NULL;
    fast_system *sys = NULL;
    slp_error err;
    const double h = 0x1p-12;
    const fast_scheme *rule = fast_scheme_find(scheme);
    if (slp_case_new(&c, system, scheme, &err) || fill(c, size, &err) ||
        slp_case_set(c, "h", &h, 1, &err) || slp_case_sizes(NULL, NULL, c, &err) ||
        fast_system_new(&sys, c, &err)) {
        slp_error_print(stderr, "bench_growth", &err);
        return false;
    }
    const size_t d = fast_system_d(sys), work_size = fast_step_work_size(rule, sys);
    double *work = numbers(work_size), *y = numbers(d);
    *p = (point){(double)size, INFINITY, 8 * (double)work_size, 0};
    for (int run = 0; run < RUNS; run++) {
        double taken = 0;
        int steps = 0;
        fast_report report = {0};
        for (const double from = now(); taken < LEAST; taken = now() - from, steps++)
            if (fast_step(y, &report, rule, sys, slp_case_x(c, NULL), h, NULL, work)) return false;
        p->seconds = fmin(p->seconds, taken / steps / (1 + (double)report.iterations));
    }
    free(work);
    free(y);
    fast_system_free(sys);
    slp_case_free(c);
    return true;
}

static bool ensemble_point(point *p, size_t paths)
{
    static const double inertia[3] = {1, 2, 3}, lin[3] = {0.1, 0.1, 0.1}, first[3] = {0.6, 0, 0.8};
    const double h = 0x1p-6;
    slp_case *c = NULL;
    fast_system *sys = NULL;
    slp_error err;
    if (slp_case_new(&c, "rigid-body", "isospectral-midpoint", &err) ||
        slp_case_set(c, "inertia", inertia, 3, &err) || slp_case_set(c, "lin", lin, 3, &err) ||
        slp_case_set(c, "h", &h, 1, &err) || fast_system_new(&sys, c, &err))
        return false;
    double *x = numbers(3 * paths);
    for (size_t i = 0; i < 3 * paths; i++) x[i] = first[i / paths];
    *p = (point){(double)paths, INFINITY, 24 * (double)paths, 0};
    for (int run = 0; run < RUNS; run++) {
        const fast_ensemble of = {
            .paths = paths, .seed = 1, .h = h, .ell = 2, .steps = 16, .threads = 1};
        const double from = now();
        if (fast_ensemble_advance(x, NULL, sys, &of)) return false;
        p->seconds = fmin(p->seconds, now() - from);
    }
    free(x);
    fast_system_free(sys);
    slp_case_free(c);
    return true;
}

/* Cases, each a line of text that is read, stepped once and freed.  Memory: of a line. */
static bool cases_point(point *p, size_t count)
{
    static const char line[] = "case id=a system=rigid-body scheme=isospectral-midpoint "
                               "inertia=1,2,3 lin=0.1,0,0 h=0x1p-6 steps=1 x=0.6,0,0.8 dw=0.125";
    const fast_scheme *rule = fast_scheme_find("isospectral-midpoint");
    *p = (point){(double)count, INFINITY, sizeof line, 0};
    for (int run = 0; run < RUNS; run++) {
        const double from = now();
        for (size_t i = 0; i < count; i++) {
            slp_case *c = slp_case_empty();
            fast_system *sys = NULL;
            slp_error err;
            double y[3], work[1024];
            const bool good = c && !slp_case_parse(c, line, 1, &err) &&
                              !fast_system_new(&sys, c, &err) &&
                              fast_step_work_size(rule, sys) <= sizeof work / sizeof *work &&
                              !fast_step(y, NULL, rule, sys, slp_case_x(c, NULL), slp_case_h(c),
                                         slp_case_dw(c, NULL), work);
            fast_system_free(sys);
            slp_case_free(c);
            if (!good) return false;
        }
        p->seconds = fmin(p->seconds, now() - from);
    }
    return true;
}

/* A list of numbers with 17 digits, as text. */
static bool list_point(point *p, size_t count)
{
    char *text = malloc(26 * count), *to = text;
    slp_case *c = NULL;
    slp_error err;
    if (!text || slp_case_new(&c, "rigid-body", "heun", &err)) return false;
    for (size_t i = 0; i < count; i++) to += sprintf(to, "%s%.17g", i ? "," : "", value(i));
    *p = (point){(double)count, INFINITY, 8 * (double)count, (double)(to - text)};
    for (int run = 0; run < RUNS; run++) {
        const double from = now();
        if (slp_case_set_text(c, "dw", text, &err)) return false;
        p->seconds = fmin(p->seconds, now() - from);
    }
    printf("%-34s %8zu: %.0f MB/s\n", "list in text", count, 1e-6 * p->text / p->seconds);
    slp_case_free(c);
    free(text);
    return true;
}

/* The slope of the logarithm of seconds or bytes, over the larger half of the sizes. */
static double exponent(const point *p, size_t n, bool bytes)
{
    double sx = 0, sy = 0, sxx = 0, sxy = 0, count = 0;
    for (size_t i = n / 2; i < n; i++, count++) {
        const double x = log(p[i].size), y = log(bytes ? p[i].bytes : p[i].seconds);
        sx += x, sy += y, sxx += x * x, sxy += x * y;
    }
    return (count * sxy - sx * sy) / (count * sxx - sx * sx);
}

static const struct subject {
    const char *system, *scheme;
    slp_status (*fill)(slp_case *, size_t, slp_error *); /* of a step; NULL: `whole` measures */
    bool (*whole)(point *, size_t);
    double theory, memory; /* exponents */
    size_t sizes[MOST_SIZES];
} subjects[] = {
/* a square lattice has up to 724 spins a side: a list of a case has at most 2^21 numbers */
#define LATTICE                                                                                    \
    {                                                                                              \
        256, 1024, 4096, 16384, 65536, 262144, 524176                                              \
    }
    {"spins", "sib", fill_spins, NULL, 1, 1, LATTICE},
    {"spins", "heun", fill_spins, NULL, 1, 1, LATTICE},
    {"spins", "depondt", fill_spins, NULL, 1, 1, LATTICE},
    {"spins", "isospectral-midpoint", fill_spins, NULL, 1, 1, LATTICE},
    {"spins", "tmk", fill_spins, NULL, 1, 1, LATTICE},
    {"point-vortices",
     "isospectral-midpoint",
     fill_vortices,
     NULL,
     2,
     1,
     {8, 16, 32, 64, 128, 256}},
    {"point-vortices", "tmk", fill_vortices, NULL, 2, 1, {8, 16, 32, 64, 128, 256}},
    {"rigid-body-n", "isospectral-midpoint", fill_body, NULL, 3, 2, {4, 8, 16, 24, 32, 48, 64}},
    {"rigid-body-n", "tmk", fill_body, NULL, 3, 2, {4, 8, 16, 24, 32, 48, 64}},
#define ROWS                                                                                       \
    {                                                                                              \
        16, 32, 64, 128, 256, 512, 1024                                                            \
    }
    {"zeitlin-sphere", "isospectral-midpoint", fill_sphere, NULL, 3, 2, ROWS},
    {"sine-euler", "isospectral-midpoint", fill_sphere, NULL, 3, 2, {17, 33, 65, 129, 257, 513}},
    {"mhd-sphere", "isospectral-midpoint", fill_magnetic, NULL, 3, 2, {16, 32, 64, 128, 256, 512}},
    {"ensemble of rigid-body",
     "",
     NULL,
     ensemble_point,
     1,
     1,
     {256, 1024, 4096, 16384, 65536, 262144, 1000000, 10000000}},
    {"cases", "", NULL, cases_point, 1, 0, {1000, 10000, 100000, 1000000}},
    {"list in text", "", NULL, list_point, 1, 1, {1000, 10000, 100000, 1000000}},
};

static bool measure(const struct subject *s, FILE *json)
{
    point points[MOST_SIZES];
    size_t n = 0;
    for (; n < MOST_SIZES && s->sizes[n]; n++)
        if (!(s->whole ? s->whole(points + n, s->sizes[n])
                       : step_point(points + n, s->system, s->scheme, s->sizes[n], s->fill)))
            return false;
    const double time = exponent(points, n, false), memory = exponent(points, n, true);
    printf("%-15s %-21s time %.2f (theory %g), memory %.2f (theory %g): %s; %.3g s and %.3g bytes "
           "at %g\n",
           s->system, s->scheme, time, s->theory, memory, s->memory,
           time <= s->theory + ROOM && memory <= s->memory + ROOM ? "met" : "NOT MET",
           points[n - 1].seconds, points[n - 1].bytes, points[n - 1].size);
    if (!json) return true;
    fprintf(json, ",\n\"%s%s%s\": [%.4g, %g, %g, [", s->system, *s->scheme ? ", " : "", s->scheme,
            time, s->theory, s->memory);
    for (size_t i = 0; i < n; i++)
        fprintf(json, "%s[%g, %.6g, %.6g, %.6g]", i ? ", " : "", points[i].size, points[i].seconds,
                points[i].bytes, points[i].text);
    fprintf(json, "]]");
    return true;
}

int main(int argc, char **argv)
{
    FILE *json = argc > 1 ? fopen(argv[1], "w") : NULL;
    if (argc > 1 && !json) {
        perror(argv[1]);
        return 2;
    }
    if (openblas_set_num_threads) openblas_set_num_threads(1);
    if (json) fprintf(json, "{\"room\": %g", ROOM);
    for (size_t k = 0; k < sizeof subjects / sizeof *subjects; k++)
        if (!measure(subjects + k, json)) {
            fprintf(stderr, "bench_growth: %s fails\n", subjects[k].system);
            return 2;
        }
    if (json) fprintf(json, "}\n");
    return json && fclose(json) ? 2 : 0;
}
