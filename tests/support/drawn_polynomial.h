/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Cases of polynomials for tests: sparse monomials of degree up to `degree`, on any algebra of the
 * contract's table. */
#ifndef SLP_TESTS_DRAWN_POLYNOMIAL_H
#define SLP_TESTS_DRAWN_POLYNOMIAL_H

#include "oracle/contract/draw/draw.h"

/* *c (to be freed by slp_case_free): one step of `scheme` on the i-th algebra of
 * slp_algebra_kind_at, up to 3 noises, up to 12 terms, some of them twice and some that cancel; h
 * <= 2^-6, |x_i| <= 1, on su(N) of trace 0. */
void drawn_polynomial(slp_case **c, size_t i, const char *scheme, size_t degree, slp_draw *from);

#endif
