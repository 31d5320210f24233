/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Small cases of every system for the second reference, and how its answers are held against
 * enclosures. */
#ifndef SLP_TESTS_NAIVE_DRAW_H
#define SLP_TESTS_NAIVE_DRAW_H

/* MPFR before FLINT: its headers then declare the conversions */
#include "tests/second/naive_model.h"

#include "ref/ref.h"

/* A deterministic stream of numbers. */
uint64_t naive_draw_bits(uint64_t *state);
double naive_draw_between(uint64_t *state, double lo, double hi);
/* A case of one step: random parameters, state of size about 1, |h| about `size`, increments about
 * sqrt(size). */
void naive_draw_case(slp_case *c, const slp_system *system, const slp_scheme *scheme,
                     uint64_t *state, double size);
/* ref_step from c's first step, each number of x, dW and h a ball of radius (0: exact) times max(1,
 * |number|); next has c->d balls */
slp_status naive_draw_enclose(arb_ptr next, ref_certificate *cert, const slp_case *c, double radius,
                              slong prec);
/* The second reference's answer to c's first step at prec bits; false if it has none */
bool naive_draw_answer(mpfr_ptr next, const slp_case *c, mpfr_prec_t prec);
/* Every ball, widened by 2^-bits of the largest |v_i|, contains v_i. */
bool naive_draw_inside(arb_srcptr balls, mpfr_srcptr v, slong d, slong bits);
/* log2 of the largest radius over the largest |v_i|, rounded up */
slong naive_draw_width(arb_srcptr balls, mpfr_srcptr v, slong d);

#endif
