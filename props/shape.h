/* Bending a drawn case so that a law makes sense on it, and drawing cases for laws. */
#ifndef SLP_PROPS_SHAPE_H
#define SLP_PROPS_SHAPE_H

#include "props/prop.h"

/* No noise: parameters that only bring Wiener processes are taken out; what must stay gets zero increments. */
void prop_shape_noiseless(slp_case *c);
/* steps steps; increments of the first are repeated. */
void prop_shape_steps(slp_case *c, size_t steps);
/* (h, dW) := 2^e (h, dW) with e such that 2^(size-1) <= |Xi(x; h, dW)| < 2^size.  False where Xi is 0 or such a
 * step has no certificate; c is then unchanged. */
bool prop_shape_moderate(slp_case *c, int size);

#endif
