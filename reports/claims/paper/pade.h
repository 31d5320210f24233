/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The matrix exponential as libraries compute it: a Padé approximant, with scaling and squaring. */
#ifndef SLP_ORACLE_PADE_H
#define SLP_ORACLE_PADE_H

#include "oracle/contract/number/float_rules.h"

#include <stdbool.h>
#include <stddef.h>

/* E = exp(A), d x d, row by row, in binary64.  work: 6 d^2 numbers; row: d.  E aliases nothing.
 * False, and E is no exponential, if A is not finite or the denominator is singular.  Source: N.
 * Higham, The scaling and squaring method for the matrix exponential revisited, SIAM J. Matrix
 * Anal. Appl. 26 (2005), algorithm 2.3, without balancing.  Tested by
 * tests/claims/test_claim_chord.c. */
bool pade_exponential(double *E, const double *A, size_t d, double *work, size_t *row);

#endif
