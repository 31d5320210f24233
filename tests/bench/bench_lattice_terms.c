/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A step of 64 x 64 spins given by terms, beside the same step of the system `spins`: exchange, dmi
 * and an anisotropy for each spin, as a polynomial that has a tensor for each bond.  Nothing in the
 * terms says that all bonds are alike.  One thread, its processor time, the least of several
 * runs.  Usage: bench_lattice_terms [JSON file]. */
#include "fast/fast.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { SIDE = 64, SPINS = SIDE * SIDE, BONDS = 2 * SPINS, D = 3 * SPINS, RUNS = 15, STEPS = 8 };
enum { OF_BOND = 9, OF_AXIS = 6, NUMBERS = 5 /* of a term of degree 2 */ };
static const double H = 0x1p-6, AIM = 1.5, J = 1, DMI[3] = {0.25, -0.125, 0.5};
static const double AXIS[4] = {0.5, 0.6, 0, 0.8}, AMPLITUDE = 0.125;

typedef struct lattice {
    double *x, *ends, *exchange, *dmi, *terms, *dW, *special, *general;
    size_t numbers;
} lattice;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void term(lattice *l, double c, size_t i, size_t j)
{
    const double numbers[NUMBERS] = {0, c, 2, (double)(i + 1), (double)(j + 1)};
    if (c == 0) return;
    for (size_t k = 0; k < NUMBERS; k++) l->terms[l->numbers++] = numbers[k];
}

/* -J a.b - D.(a x b) of spins that begin at coordinates a and b */
static void bond(lattice *l, size_t a, size_t b)
{
    for (size_t i = 0; i < 3; i++) {
        const size_t p = (i + 1) % 3, q = (i + 2) % 3;
        term(l, -J, a + i, b + i);
        term(l, -DMI[i], a + p, b + q);
        term(l, DMI[i], a + q, b + p);
    }
}

/* -K (x.e)^2 */
static void axis(lattice *l, size_t a)
{
    for (size_t i = 0; i < 3; i++)
        for (size_t j = i; j < 3; j++)
            term(l, -(i == j ? 1 : 2) * AXIS[0] * AXIS[1 + i] * AXIS[1 + j], a + i, a + j);
}

static bool start(lattice *l)
{
    double **const arrays[] = {&l->x,  &l->ends,    &l->exchange, &l->dmi,
                               &l->dW, &l->special, &l->general};
    for (size_t k = 0; k < sizeof arrays / sizeof *arrays; k++)
        if (!(*arrays[k] = malloc((size_t)3 * BONDS * sizeof(double)))) return false;
    l->terms = malloc(((size_t)BONDS * OF_BOND + SPINS * (OF_AXIS + 3)) * NUMBERS * sizeof(double));
    if (!l->terms) return false;
    for (size_t i = 0; i < SPINS; i++) {
        const size_t row = i / SIDE, column = i % SIDE, right = row * SIDE + (column + 1) % SIDE,
                     below = (row + 1) % SIDE * SIDE + column;
        const double height = cos(1.3 * (double)i), across = sqrt(1 - height * height);
        l->ends[4 * i] = l->ends[4 * i + 2] = (double)(i + 1);
        l->ends[4 * i + 1] = (double)(right + 1);
        l->ends[4 * i + 3] = (double)(below + 1);
        l->exchange[2 * i] = l->exchange[2 * i + 1] = J;
        for (size_t k = 0; k < 6; k++) l->dmi[6 * i + k] = DMI[k % 3];
        bond(l, 3 * i, 3 * right);
        bond(l, 3 * i, 3 * below);
        axis(l, 3 * i);
        l->x[3 * i] = across * cos(0.4 * (double)i);
        l->x[3 * i + 1] = across * sin(0.4 * (double)i);
        l->x[3 * i + 2] = height;
        for (size_t k = 0; k < 3; k++) l->dW[3 * i + k] = 0.125 * sin((double)(3 * i + k));
    }
    return true;
}

/* H_k = -D x_k of each coordinate, behind the energy's terms */
static size_t with_noise(lattice *l)
{
    size_t at = l->numbers;
    for (size_t i = 1; i <= D; i++) {
        const double numbers[4] = {(double)i, -AMPLITUDE, 1, (double)i};
        for (size_t k = 0; k < 4; k++) l->terms[at++] = numbers[k];
    }
    return at;
}

static slp_status open_special(slp_case *c, const lattice *l, bool noise, slp_error *err)
{
    slp_status status = slp_case_set(c, "bonds", l->ends, 2 * BONDS, err);
    if (status == SLP_OK) status = slp_case_set(c, "exchange", l->exchange, BONDS, err);
    if (status == SLP_OK) status = slp_case_set(c, "dmi", l->dmi, 3 * BONDS, err);
    if (status == SLP_OK) status = slp_case_set(c, "anisotropy", AXIS, 4, err);
    if (status == SLP_OK && noise) status = slp_case_set(c, "noise", &AMPLITUDE, 1, err);
    return status;
}

static slp_status open_terms(slp_case *c, lattice *l, bool noise, slp_error *err)
{
    const double size = SPINS;
    const size_t numbers = noise ? with_noise(l) : l->numbers;
    slp_status status = slp_case_set_text(c, "algebra", "su2", err);
    if (status == SLP_OK) status = slp_case_set(c, "size", &size, 1, err);
    if (status == SLP_OK) status = slp_case_set(c, "terms", l->terms, numbers, err);
    return status;
}

typedef struct stepper {
    double least; /* seconds of one evaluation */
    unsigned evaluations;
    slp_case *c;
    fast_system *sys;
    const fast_scheme *scheme;
    double *room;
} stepper;

static bool open_stepper(stepper *s, lattice *l, const char *scheme, bool terms, bool noise)
{
    slp_error err;
    *s = (stepper){.least = INFINITY, .scheme = fast_scheme_find(scheme)};
    if (slp_case_new(&s->c, terms ? "polynomial-su2" : "spins", scheme, &err) ||
        (terms ? open_terms(s->c, l, noise, &err) : open_special(s->c, l, noise, &err)) ||
        slp_case_set(s->c, "h", &H, 1, &err) || slp_case_set(s->c, "x", l->x, D, &err) ||
        slp_case_sizes(NULL, NULL, s->c, &err) || fast_system_new(&s->sys, s->c, &err)) {
        slp_error_print(stderr, "bench_lattice_terms", &err);
        return false;
    }
    s->room = malloc(fast_step_work_size(s->scheme, s->sys) * sizeof *s->room);
    return s->room != NULL;
}

static void close_stepper(stepper *s)
{
    free(s->room);
    fast_system_free(s->sys);
    slp_case_free(s->c);
}

/* One run; false if a step fails. */
static bool take_run(stepper *s, double *y, const lattice *l, bool noise)
{
    fast_report report = {0};
    const double from = now();
    for (int n = 0; n < STEPS; n++)
        if (fast_step(y, &report, s->scheme, s->sys, l->x, H, noise ? l->dW : NULL, s->room))
            return false;
    s->evaluations = 1 + report.iterations;
    s->least = fmin(s->least, (now() - from) / STEPS / s->evaluations);
    return true;
}

static bool measure(lattice *l, const char *scheme, bool noise, FILE *json)
{
    stepper special, general;
    if (!open_stepper(&special, l, scheme, false, noise) ||
        !open_stepper(&general, l, scheme, true, noise))
        return false;
    for (int run = 0; run < RUNS; run++)
        if (!take_run(&special, l->special, l, noise) || !take_run(&general, l->general, l, noise))
            return false;
    const double spins = special.least, terms = general.least;
    double off = 0;
    for (size_t i = 0; i < D; i++) off = fmax(off, fabs(l->special[i] - l->general[i]));
    printf("%-20s %-10s spins %6.1f us, %2u evaluations; terms %6.1f us, %2u; %5.2f of it: %s "
           "(differs by %.1e)\n",
           scheme, noise ? "with noise" : "", 1e6 * spins, special.evaluations, 1e6 * terms,
           general.evaluations, terms / spins, terms <= AIM * spins ? "met" : "NOT MET", off);
    if (json)
        fprintf(json, ", \"%s%s\": [%.17g, %.17g]", scheme, noise ? ", with noise" : "", spins,
                terms);
    close_stepper(&special);
    close_stepper(&general);
    return true;
}

int main(int argc, char **argv)
{
    FILE *json = argc > 1 ? fopen(argv[1], "w") : NULL;
    lattice l = {.numbers = 0};
    if (argc > 1 && !json) {
        perror(argv[1]);
        return 2;
    }
    if (!start(&l)) return 2;
    if (json) fprintf(json, "{\"h\": %.17g", H);
    static const char *const schemes[] = {"sib", "heun", "isospectral-midpoint"};
    for (size_t k = 0; k < sizeof schemes / sizeof *schemes; k++)
        if (!measure(&l, schemes[k], false, json) || !measure(&l, schemes[k], true, json)) return 2;
    if (json) fprintf(json, "}\n");
    return json && fclose(json) ? 2 : 0;
}
