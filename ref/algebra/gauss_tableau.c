/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The coefficients of the two-stage Gauss rule.  Tested by tests/ref/test_ref_gauss.c. */
#include "ref/algebra/algebra.h"

void ref_gauss_tableau(arb_ptr a, slong prec)
{
    arb_ptr root = a + 1;
    arb_set_ui(root, 3);
    arb_sqrt(root, root, prec);
    arb_div_ui(root, root, 6, prec);
    arb_set_d(a, 0.25);
    arb_set_d(a + 3, 0.25);
    arb_add(a + 2, a, root, prec);
    arb_sub(a + 1, a, root, prec);
}
