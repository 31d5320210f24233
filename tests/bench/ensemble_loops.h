/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What bench_ensemble compares with: a scalar loop a model, a path after the other, written as one
 * would write it. */
#ifndef SLP_TESTS_ENSEMBLE_LOOPS_H
#define SLP_TESTS_ENSEMBLE_LOOPS_H

#include <stdbool.h>
#include <stddef.h>

enum { BENCH_MOST = 24 };

typedef struct bench_model {
    const char *title, *line; /* a case line: parameters, h, x, increments' number */
    size_t d, channels;
    /* One step of x, iterated as the ensemble iterates: until differences no longer decrease below
     * 4u|x|.  Returns how many times the stage was evaluated. */
    unsigned (*step)(double *x, const double *dw);
    /* Floating-point operations of the formulas, a fused multiply-add counted as two, but for the
     * noise: set-up, finish and one look at a difference; an evaluation of the stage. */
    double fixed, evaluation;
    /* Vector instructions of the kernel's text for the same, without moves. */
    double fixed_instructions, evaluation_instructions;
} bench_model;

enum { BENCH_MODELS = 7 };
extern const bench_model bench_models[BENCH_MODELS];
#define BENCH_H 0x1p-8

#endif
