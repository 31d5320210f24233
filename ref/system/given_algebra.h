/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The algebras on which programs and cases give Hamiltonians of their own, opened from the
 * contract's description (oracle/contract/case/algebra_kind.h), with the weights w of the pairing
 * <xi, x> = sum_i w_i xi_i x_i and the weights s of the norm |x|^2 = sum_i s_i x_i^2 that all
 * bounds are stated in. */
#ifndef SLP_REF_GIVEN_ALGEBRA_H
#define SLP_REF_GIVEN_ALGEBRA_H

#include "ref/system/system.h"

/* n: rows, or copies of su(2); gamma: n weights of su(2)^n, which outlive the algebra, NULL
 * elsewhere */
void ref_open_algebra(ref_algebra *algebra, slp_algebra kind, slong n, const double *gamma);
/* w_i */
double ref_pairing_weight(const ref_algebra *algebra, slp_algebra kind, const double *gamma,
                          slong i);
/* x /= w_i */
void ref_divide_by_weight(arb_t x, const ref_algebra *algebra, slp_algebra kind,
                          const double *gamma, slong i, slong prec);
/* s_i */
ulong ref_norm_weight(const ref_algebra *algebra, slp_algebra kind, slong i);

#endif
