/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* so(n) in the coordinates X_ij, i < j, row by row.  For n = 3 this order is not that of R^3. */
#ifndef SLP_REF_ALGEBRA_SON_H
#define SLP_REF_ALGEBRA_SON_H

#include "ref/algebra/algebra.h"

/* n >= 1 */
void ref_algebra_son(ref_algebra *algebra, slong n);

#endif
