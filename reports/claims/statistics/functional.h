/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Test functions for weak orders: a sum of sines, or a polynomial that the claim gives.
 */
#ifndef SLP_ORACLE_CLAIM_FUNCTIONAL_H
#define SLP_ORACLE_CLAIM_FUNCTIONAL_H

#include "oracle/contract/case/case.h"

enum { SLP_FUNCTIONAL_TERMS = 32, SLP_FUNCTIONAL_DEGREE = 8 };

/* factor * x[index[0]] * ... * x[index[degree-1]] */
typedef struct slp_term {
    double factor;
    size_t index[SLP_FUNCTIONAL_DEGREE], degree;
} slp_term;

typedef struct slp_functional {
    slp_term term[SLP_FUNCTIONAL_TERMS];
    size_t terms; /* 0: sum_i sin(2 pi x_i) */
} slp_functional;

/* Reads `text` for states of d coordinates, x1 ... xd: `sines`, or terms between + and -, a term
 * being a number (as claims write them), factors xK or xK^P, P from 1 to 8, or both, with spaces or
 * * between: `x1^2 - 2/3 x2*x3 + 0.5 x1`.  At most 32 terms of degree 1 to 8.  SLP_OK; SLP_INPUT
 * with err, which names the place and the remedy; the caller sets its line and field.  Tested by
 * tests/claims/test_claim_functional.c. */
slp_status slp_functional_read(slp_functional *f, const char *text, size_t d, slp_error *err);

/* phi(x); neighbouring coordinates are `stride` numbers apart.  It uses only + and *, from left to
 * right, and the sine of oracle/contract/noise/elementary.h, so every machine computes the same
 * bits. */
double slp_functional_value(const slp_functional *f, const double *x, size_t d, size_t stride);

#endif
