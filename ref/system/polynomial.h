/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Systems that are their Hamiltonians' terms.  The `read` of such a system checks its parameters,
 * then gives the terms one by one; all else is ref/system/polynomial.c, whose table the system then
 * has.  Derivations: ref/system/polynomial.md. */
#ifndef SLP_REF_POLYNOMIAL_H
#define SLP_REF_POLYNOMIAL_H

#include "ref/system/system.h"

extern const ref_system_table ref_system_polynomial;

/* Opens the algebra, on su(2)^n with weights 1; sets sys->algebra, casimir_count, own and table. */
slp_status ref_terms_begin(ref_system *sys, slp_algebra kind, slong n, slp_error *err);
/* One more term of H_k, k = 0 the energy: c x_i x_j, or c x_i for j = -1; i, j from 0.  `factor`:
 * of a splitting (ref/scheme/splitting.md section 2), -1 for none.  Memory that is refused shows
 * in ref_terms_end. */
void ref_term(ref_system *sys, slong k, slong factor, double c, slong i, slong j);
/* The coefficient of the term added last is `by` times what it was, or that over `by`, exactly. */
void ref_term_times(ref_system *sys, double by);
void ref_term_over(ref_system *sys, double by);
/* The term added last is in its factor only, not in H_k: of a Casimir, which moves no state. */
void ref_term_aside(ref_system *sys);
/* After all terms, with sys->M set.  `factors`: of a splitting, -1 if it has none. */
slp_status ref_terms_end(ref_system *sys, slong factors, slp_error *err);

/* True, with err, if one of `count` moments of inertia is zero. */
bool ref_moment_is_zero(const double *inertia, size_t count, slp_error *err);

#endif
