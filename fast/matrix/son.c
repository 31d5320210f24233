/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* so(n), real skew-symmetric matrices; pairing: the sum over i < j of x_ij y_ij. */
#include "fast/matrix/matrix.h"

void fast_algebra_son(fast_algebra *g, const fast_matrices *k)
{
    fast_algebra_matrices(g, k);
    g->name = "so(n)";
    g->kind = SLP_SON;
}
