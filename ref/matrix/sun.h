/* su(N), together with the multiples of iI that the coordinates allow: N^2 of them, the N imaginary diagonal parts, then for
 * i < j row by row Re X_ij, Im X_ij. */
#ifndef SLP_REF_ALGEBRA_SUN_H
#define SLP_REF_ALGEBRA_SUN_H

#include "ref/algebra/algebra.h"

/* N >= 1 */
void ref_algebra_sun(ref_algebra *algebra, slong N);

#endif
