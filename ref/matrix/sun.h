/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* su(N) in N^2 coordinates: the N imaginary diagonal parts, then for i < j row by row Re X_ij, Im
 * X_ij.  The coordinates also allow multiples of iI, which su(N) itself excludes. */
#ifndef SLP_REF_ALGEBRA_SUN_H
#define SLP_REF_ALGEBRA_SUN_H

#include "ref/algebra/algebra.h"

/* N >= 1 */
void ref_algebra_sun(ref_algebra *algebra, slong N);

#endif
