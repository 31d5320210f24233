/* Bending a drawn case so that a law makes sense on it, and drawing cases for laws. */
#ifndef SLP_PROPS_SHAPE_H
#define SLP_PROPS_SHAPE_H

#include "props/prop.h"

/* No noise: parameters that only bring Wiener processes are taken out; what must stay gets zero increments. */
void prop_shape_noiseless(slp_case *c);
/* c->steps = steps >= 1; increments of the first are repeated. */
void prop_shape_steps(slp_case *c, size_t steps);
/* (h, dW) := 2^e (h, dW) with e such that 2^(size-1) <= |Xi(x; h, dW)| < 2^size.  False where Xi is 0 or such a
 * step has no certificate (beyond 25 coordinates: none by norms, with a contraction of 1/2); c is then unchanged. */
bool prop_shape_moderate(slp_case *c, int size);

/* One step of size T = c->h, and amplitudes scaled by a power of two, with 2^(size-1) <= |Xi(x; T, 0)| < 2^size and
 * 2^(size-1) <= sqrt(T sum_k |grad H_k(x)|^2) < 2^size; increments zero.  Where there is no drift, T = 2^size.  False where no noise acts
 * there, or no amplitude can be scaled. */
bool prop_shape_loud(slp_case *c, int size);

/* c bent to what draws leave out, in the way number `kind` (taken modulo the ways there are); unchanged where that makes no case of it.  Every
 * 32nd is a large case where that is wanted too. */
void prop_vary(slp_case *c, slp_draw *from, uint64_t kind, bool even_large);

/* c, of one step, becomes the large case of its system, |Xi| between 2^-4 and 2^-3, or smaller where only that is proved to contract; false where
 * there is none (two coordinates), or no such step has a certificate by norms: c is then no case any more. */
bool prop_large_case(slp_case *c, slp_draw *from);

#endif
