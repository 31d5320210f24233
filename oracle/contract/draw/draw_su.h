/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Draws states of su(n), in the coordinates of the exchange format, for every system on su(n). */
#ifndef SLP_ORACLE_DRAW_SU_H
#define SLP_ORACLE_DRAW_SU_H

#include "oracle/contract/draw/draw.h"

/* n at most; that of a large case; that of the mixture's, whose steps the judge computes in about a
 * second */
enum { SLP_DRAW_SU_MOST = 64, SLP_DRAW_SU_LARGE = 12, SLP_DRAW_SU_MANY = 24 };

/* Draws a state into x, n^2 numbers.  Its imaginary diagonal sums to 0 exactly.  At level 1 its
 * Frobenius norm is not 0 and at most 4 + 2^-40 (2^-40 from rounding to a grid).  `shape`, n^2
 * numbers or NULL, is a state of special interest for the system; it is drawn in some cases. */
void slp_draw_su(double *x, slp_draw *from, size_t n, const double *shape, int level);
/* How many matrices of su(n) a state of c consists of: 1 on su(n), 2 over the dual numbers, else 0.
 * Each has n^2 numbers, the diagonal first.  *n = their size, 0 where there are none. */
size_t slp_draw_su_blocks(size_t *n, const slp_case *c);
/* Position of Re X_ij, i < j; Im X_ij follows it. */
size_t slp_draw_su_entry(size_t n, size_t i, size_t j);

#endif
