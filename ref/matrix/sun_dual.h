/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* su(N) over the dual numbers a + eps b, eps^2 = 0: the semidirect product of su(N) with its dual.
 */
#ifndef SLP_REF_SUN_DUAL_H
#define SLP_REF_SUN_DUAL_H

#include "ref/algebra/algebra.h"

/* State (W, Theta), generator (xi, b), 2 N^2 coordinates: two elements of su(N), each in the
 * coordinates of ref_algebra_sun. */
void ref_algebra_sun_dual(ref_algebra *algebra, slong N);

#endif
