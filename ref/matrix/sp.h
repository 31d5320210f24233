/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* sp(2m, R), J-quadratic with J = [[0, I], [-I, 0]]: A*J + JA = 0, J^2 = -I.  Blocks [[a, b], [c,
 * -a^T]], b and c symmetric; coordinates: a row by row, then the upper triangles of b and of c row
 * by row, m(2m+1) in all. */
#ifndef SLP_REF_ALGEBRA_SP_H
#define SLP_REF_ALGEBRA_SP_H

#include "ref/algebra/algebra.h"

/* n = 2m >= 2, even */
void ref_algebra_sp(ref_algebra *algebra, slong n);

#endif
