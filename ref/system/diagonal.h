/* Diagonal generators: Xi(x)_i = w_i x_i (+ what does not depend on x), as rigid bodies have. */
#ifndef SLP_REF_DIAGONAL_H
#define SLP_REF_DIAGONAL_H

#include "oracle/contract/float_rules.h"
#include "ref/ref.h"

/* out_i = w_i x_i, i < n; out may alias x */
void ref_diagonal_apply(arb_ptr out, arb_srcptr w, arb_srcptr x, slong n, slong prec);
/* The largest |w_i|: the Lipschitz constant, everywhere, in a norm in which all coordinates weigh
 * the same. */
void ref_diagonal_lipschitz(mag_t lip, arb_srcptr w, slong n);
/* True, with err, if one of `count` moments of inertia is zero. */
bool ref_moment_is_zero(const double *inertia, size_t count, slp_error *err);

#endif
