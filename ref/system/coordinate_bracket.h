/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Brackets of two coordinates on the algebras of the contract's table
 * (oracle/contract/case/algebra_kind.h).  With e_i the element whose coordinate i is 1 and all
 * others 0,
 *     {x_a, x_b} = <x, [e_a, e_b]> / (w_a w_b) = sum_c w_c f_c x_c / (w_a w_b),
 * where [e_a, e_b] = sum_c f_c e_c.  So {H, K} = <x, [grad H, grad K]> is the sum over a and b of
 * dH/dx_a dK/dx_b {x_a, x_b}.  On the plane, where it is the derivative of K along the field of H,
 * {x_2, x_1} = 1.  Tested by tests/ref/test_ref_polynomial.c. */
#ifndef SLP_REF_COORDINATE_BRACKET_H
#define SLP_REF_COORDINATE_BRACKET_H

#include "ref/ref.h"

/* value x_at, or, at = -1, the constant `value` */
typedef struct ref_bracket_part {
    slong at;
    int value_twice; /* twice the value, which is a multiple of 1/2 */
} ref_bracket_part;

enum { REF_BRACKET_PARTS = 8 };

/* The parts of {x_a, x_b}, a and b counted from 0; returns how many there are.  n: the size.  On
 * su(2)^n without the division by the weight of the pairing of a's copy. */
int ref_coordinate_bracket(ref_bracket_part out[REF_BRACKET_PARTS], slp_algebra kind, slong n,
                           slong a, slong b);

#endif
