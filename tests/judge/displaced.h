/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Wrong answers at a chosen distance from the exact step, of any system and scheme.  Nothing is
 * taken from the judge: the step is enclosed at PREC bits, and sizes are computed from it. */
#ifndef SLP_TESTS_DISPLACED_H
#define SLP_TESTS_DISPLACED_H

#include "oracle/judge/judge.h"
#include "ref/exact_step.h"

/* One step of a case, enclosed. */
typedef struct displaced {
    slp_case *c;
    ref_exact_step step;
    double *e; /* a unit vector */
} displaced;

/* Encloses the one step of c, which is checked and stays; false without a certificate, and then
 * there is nothing to clear. */
bool displaced_begin(displaced *of, slp_case *c, uint64_t *seed);
void displaced_clear(displaced *of);
/* y = the exact step moved by `distance`, rounded to binary64.  Returns |y - y*|. */
double displaced_answer(double *y, const displaced *of, double distance);
/* |x| and |y*|. */
void displaced_sizes(double *from, double *to, const displaced *of);
slp_verdict displaced_verdict(const displaced *of, const double *y);
/* Uniform in (0, 1), by a linear congruence: the same in every run. */
double displaced_uniform(uint64_t *seed);
/* Case `number` of the pair's mixture with its first step alone; false if it has more than most
 * coordinates, and then there is nothing to clear. */
bool displaced_draw(slp_case *c, const slp_system *system, const slp_scheme *scheme, uint64_t seed,
                    uint64_t number, size_t most);

#endif
