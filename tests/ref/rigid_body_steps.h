/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Rigid-body steps drawn for the tests of ref/: the same inputs as a case, as balls, and for the
 * naive reference. */
#ifndef SLP_TESTS_RIGID_H
#define SLP_TESTS_RIGID_H

#include <mpfr.h> /* before FLINT: its headers then declare the conversions */
#include "oracle/contract/case/case.h"
#include "ref/ref.h"
#include "tests/second/naive.h"

enum { RIGID_MOST_LIN = 3, RIGID_MOST_M = 3 + RIGID_MOST_LIN, RIGID_SCHEMES = 6 };

extern const char *const rigid_schemes[RIGID_SCHEMES];

typedef struct rigid {
    naive_body body;
    double lin[3 * RIGID_MOST_LIN];
    double x[3], h, dW[RIGID_MOST_M];
    int M;
    /* made by rigid_build */
    slp_case c;
    ref_system *sys;
    arb_ptr bx, bdW; /* exact balls */
    arb_t bh;
} rigid;

/* A deterministic stream of numbers. */
uint64_t rigid_bits(uint64_t *state);
double rigid_uniform(uint64_t *state); /* [0, 1) */
double rigid_between(uint64_t *state, double lo, double hi);
/* EJLL's body, state and noise; h = 2^-8, increments 0. */
void rigid_standard(rigid *r);
/* Random inertia in [0.3, 3], noises, |x| about 1, |h| about `size`, increments about sqrt(size).
 */
void rigid_draw(rigid *r, uint64_t *state, double size);
/* Makes the case, the system and the balls of what the fields say; rigid_clear undoes it. */
void rigid_build(rigid *r);
void rigid_clear(rigid *r);
/* Repeats of a randomised test: n times SLP_CHECK_MULTIPLIER, at least n. */
int rigid_repeats(int n);

/* ref_step at prec on the exact inputs. */
slp_status rigid_step(arb_ptr next, ref_certificate *cert, const rigid *r, const char *scheme,
                      slong prec);
/* The naive answer at prec bits; false if its iteration does not settle. */
bool rigid_naive(naive_vector next, naive_matrix f, rigid *r, const char *scheme);
/* Whether the ball contains v up to a relative 2^-bits of |scale|: v is itself rounded. */
bool rigid_contains(const arb_t ball, mpfr_t v, double scale, slong bits);

#endif
