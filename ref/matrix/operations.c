/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The table of the operations of a matrix algebra.  Tested by tests/ref/test_ref_matrix.c. */
#include "ref/matrix/matrix.h"

void ref_matrix_operations(ref_algebra *algebra)
{
    algebra->ad = &ref_matrix_ad;
    algebra->congruence_change = &ref_matrix_change;
    algebra->congruence_inverse = &ref_matrix_inverse;
    algebra->exponential = &ref_matrix_coadjoint_exp;
    algebra->cayley = &ref_matrix_coadjoint_cayley;
    algebra->dexp_dual = &ref_matrix_dexp_dual;
    algebra->bracket = &ref_matrix_bracket;
    algebra->dcay_inverse_change = &ref_matrix_dcay;
    algebra->pairing = ref_matrix_pairing;
    algebra->norm = ref_matrix_norm;
    algebra->span = ref_matrix_span;
    algebra->tensor = ref_matrix_tensor;
    algebra->cayley_matrix = ref_matrix_cayley;
    algebra->exponential_matrix = ref_matrix_exponential;
    algebra->spatial = ref_matrix_spatial;
}
