/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Elements of matrix algebras drawn for the tests of ref/matrix/, and the algebras they are drawn
 * from. */
#ifndef SLP_TESTS_MATRIX_DRAWN_H
#define SLP_TESTS_MATRIX_DRAWN_H

#include "tests/ref/rigid_body_steps.h"
#include "ref/matrix/matrix.h"

enum { MATRIX_DRAWN_ALGEBRAS = 11 };

/* Algebra number i: so(2..5), su(1..4), sp(2), sp(4), sp(6). */
void matrix_drawn_algebra(ref_algebra *algebra, int i);
/* d exact numbers whose norm is about `length` (0: all zero); one in four coordinates is exactly 0
 * where `sparse`. */
void matrix_drawn_vector(arb_ptr x, const ref_algebra *algebra, uint64_t *state, double length,
                         bool sparse);
/* Every coordinate of one overlaps that of the other, and is known to 2^-bits of `scale`. */
bool matrix_agree(arb_srcptr a, arb_srcptr b, slong d, double scale, slong bits);
/* Every coordinate of the matrix's element overlaps, and the matrix is one of the algebra's: the
 * element's own. */
bool matrix_same(const acb_mat_t A, const acb_mat_t B, slong bits);

#endif
