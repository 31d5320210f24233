/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Draws cases of polynomials, on every algebra of oracle/contract/case/algebra_kind.h, and scales
 * their terms. */
#ifndef SLP_ORACLE_DRAW_POLYNOMIAL_H
#define SLP_ORACLE_DRAW_POLYNOMIAL_H

#include "oracle/contract/draw/draw.h"

/* slp_system.draw of each polynomial-*: sparse polynomials of degree 1 to 4, an energy and 0 to 3
 * noises (4 to 12 where from->many).  SLP_OK; SLP_DOMAIN: the algebra has no such size;
 * SLP_MEMORY. */
slp_status slp_draw_polynomial(slp_case *c, slp_draw *from, int level);

/* For a state that becomes 2^k times as large: every c is scaled so that the step becomes 2^k times
 * as large too.  A term of degree g gets the factor 2^(-k(g-1)), since the generator is to stay; on
 * T*R, where a step adds J grad H to x, 2^(-k(g-2)).  A c below 2^-1000 becomes 0: there the
 * monomial alone may be infinite.  No c grows above 2^1000: all are scaled less, and the generator
 * becomes smaller.  c->system has terms. */
void slp_draw_scale_terms(slp_case *c, int k);
/* c := 2^k c of the energy's terms.  If least > 0: only where every index is at least `least`,
 * counted from 1. */
void slp_draw_scale_energy(slp_case *c, int k, size_t least);

#endif
