/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A solver as a paper prints it: TMK with the chord method, in binary64,
 * for systems whose generator is affine in the state.  The trapezoidal and the implicit midpoint
 * rule are solved in the same way.  The solvers of fast/ are others, with other limits. */
#ifndef SLP_ORACLE_CHORD_H
#define SLP_ORACLE_CHORD_H

#include "oracle/contract/number/float_rules.h"

#include "oracle/contract/case/case.h"

typedef struct chord chord;

/* Makes the tables of c's system.  SLP_OK; SLP_UNSUPPORTED if the generator is not affine in the
 * state; SLP_INPUT with err. */
slp_status chord_new(chord **to, const slp_case *c, slp_error *err);
void chord_free(chord *to);

/* When the iteration stops: after `limit` iterations, or when the unknown changes by at most
 * tolerance (1 + its size), both in the maximum norm. */
typedef struct chord_rule {
    unsigned limit;
    double tolerance;
    bool plain; /* the plain fixed-point iteration: 1 in place of Df^-1 */
    bool pade;  /* TMK's exponential is that of reports/claims/paper/pade.h */
} chord_rule;
/* Reads chord-I-D: at most I iterations, tolerance 10^-D; plain-I-D likewise; and pade-I-D, which
 * is chord-I-D with a library's exponential.  False if the word is not of this form, if I is not 1
 * to 9999, or if D is not 1 to 15. */
bool chord_rule_read(chord_rule *rule, const char *word);

/* x <- one step, in place; *iterations (may be NULL): how many were made.
 *   TMK:          f(s) = s - Xi((x + E(s) x)/2; h, dW),
 *                 s <- s - Df(0)^-1 f(s) from s = 0,  x <- E(s) x,
 *                 E(s) = exp(ad*_s) by its Taylor series on a part of s, or by rule.pade;
 *   trapezoidal:  f(y) = y - x - (ad*_{Xi(x)} x + ad*_{Xi(y)} y)/2, y <- y - Df(x)^-1 f(y) from y =
 *     x;
 *   midpoint:     f(y) = y - x - ad*_{Xi(m)} m, m = (x + y)/2, likewise.
 * SLP_OK; SLP_NO_CONVERGENCE: the limit was reached, and the last iterate was used for x;
 * SLP_DOMAIN: a number is not finite, x is unchanged; SLP_UNABLE: the frozen Jacobian is singular,
 * x is unchanged.  Tested by tests/claims/test_claim_chord.c.
 */
slp_status chord_tmk(double *x, unsigned *iterations, chord *on, double h, const double *dW,
                     chord_rule rule);
slp_status chord_trapezoidal(double *x, unsigned *iterations, chord *on, double h, const double *dW,
                             chord_rule rule);
slp_status chord_midpoint(double *x, unsigned *iterations, chord *on, double h, const double *dW,
                          chord_rule rule);

/* The function for a scheme's name; NULL if there is none. */
typedef slp_status (*chord_step)(double *x, unsigned *iterations, chord *on, double h,
                                 const double *dW, chord_rule rule);
chord_step chord_step_of(const char *scheme);

#endif
