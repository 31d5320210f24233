/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The actions of a matrix algebra as the mathematics defines them, with nothing saved: what the
 * tests of ref/matrix/ compare with. */
#ifndef SLP_TESTS_MATRIX_DEFINED_H
#define SLP_TESTS_MATRIX_DEFINED_H

#include "tests/ref/matrix_drawn.h"

enum { MATRIX_ACTIONS = 8, MATRIX_PREC = 1000 };

const char *matrix_action_name(int a);
const ref_action *matrix_action(const ref_algebra *algebra, int a);
/* out = A(xi) x at MATRIX_PREC bits, for points of moderate size */
void matrix_define(arb_ptr out, const ref_algebra *algebra, int a, arb_srcptr xi, arb_srcptr x);

#endif
