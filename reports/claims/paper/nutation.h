/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The effective potential of a symmetric top's nutation and its second derivative over the whole
 * interval. */
#ifndef SLP_ORACLE_NUTATION_H
#define SLP_ORACLE_NUTATION_H

#include "reports/claims/claim.h"
#include "ref/local.h"

/* V(theta) = (p_phi - p_psi cos theta)^2 / (2 I1 sin^2 theta) + m cos theta, with A = (p_phi -
 * p_psi)^2 and B = (p_phi + p_psi)^2 */
typedef struct nutation {
    arb_ptr A, B, I1, m, p_psi; /* the caller's, one ball each */
    slong prec;
} nutation;

/* V [energy], and slope = V'(theta) sin(theta)/2 [energy], at w = sin^2(theta/2), 0 < w < 1.  V,
 * slope and w do not alias.  The formulas by partial fractions are in nutation.c. */
void nutation_at(arb_t V, arb_t slope, const nutation *t, const arb_t w);
/* Proved bounds of the infimum of V'' [energy] over 0 < theta < pi.  m >= 0, I1 > 0.  Tested by
 * tests/claims/test_claim_potential.c. */
void nutation_least(slp_interval *to, const nutation *t);

#endif
