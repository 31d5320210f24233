/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Small systems with generic parameters for the tests of the binary64 path, and what a test asks of
 * any pair. */
#ifndef SLP_TESTS_FAST_PAIR_H
#define SLP_TESTS_FAST_PAIR_H

#include "fast/system/system.h"

enum { FAST_PAIR_SYSTEMS = 10, FAST_PAIR_D = 12 };

typedef struct fast_pair_system {
    slp_case c; /* parameters, h, x, dw; its scheme is only what the line needed */
    fast_system *sys;
} fast_pair_system;

/* The i-th: rigid body, heavy top, vortices (4 and 1), kubo, pendulum, each with all its noises;
 * heavy top with b or c in each noise; spins with dmi, without, and damped. */
void fast_pair_open(fast_pair_system *p, size_t i);
/* Of the case record `line`; ends the program where that is none. */
void fast_pair_read(fast_pair_system *p, const char *line);
void fast_pair_close(fast_pair_system *p);

/* True if the scheme makes sense on p's system, and has factors of p's parameters if it splits;
 * *factors is how many, or 0 if the scheme does not split. */
bool fast_pair_makes_sense(size_t *factors, const fast_pair_system *p, const slp_scheme *scheme);
/* One step of `scheme` from x with h and dW multiplied by scale; next is x where it fails. */
slp_status fast_pair_step(double *next, fast_report *report, const char *scheme,
                          const fast_pair_system *p, const double *x, double scale);
/* The flow over unit time of x' = ad*_{Xi(x; scale h, scale dW)} x, by Gragg's extrapolation. */
void fast_pair_flow(double *out, const fast_pair_system *p, const double *x, double scale);
/* Lie-Poisson tensor at x, d x d: {x_i, x_j}. */
void fast_pair_tensor(double *B, const fast_pair_system *p, const double *x);

#endif
