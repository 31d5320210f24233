/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Draws cases in the numbers of a declared arithmetic.  Private to
 * oracle/contract/draw and the systems. */
#ifndef SLP_ORACLE_DRAW_ARITHMETIC_H
#define SLP_ORACLE_DRAW_ARITHMETIC_H

#include "oracle/contract/number/arithmetic.h"
#include "oracle/contract/draw/draw.h"

/* The exponent k of a scale, or one nearer to 0 where from->arithmetic has no such range. */
int slp_draw_exponent(const slp_draw *from, int k);
/* Makes every number of a drawn case one of from->arithmetic, NULL: leaves it as it is.  Narrower
 * ones: each number is rounded to nearest; on su(N) the last diagonal entry makes the trace 0; a
 * number that would become 0 or infinite becomes the smallest or a large one.  Wider ones: h, x and
 * dw get the bits that binary64 lacks, and their range where `range` is true; parameters stay.
 * SLP_OK; SLP_DOMAIN: rounded, two vortices are so close that the arithmetic cannot tell 1 - c_ij
 * from 0; SLP_MEMORY. */
slp_status slp_draw_fit(slp_case *c, slp_draw *from, bool range);

#endif
