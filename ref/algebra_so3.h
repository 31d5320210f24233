/* so(3) in the coordinates of R^3. */
#ifndef SLP_REF_ALGEBRA_SO3_H
#define SLP_REF_ALGEBRA_SO3_H

#include "ref/algebra.h"

void ref_algebra_so3(ref_algebra *algebra);

#endif
