/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* su(N), skew-Hermitian matrices of trace zero; pairing: Re Tr X*Y. */
#include "fast/matrix/matrix.h"

void fast_algebra_sun(fast_algebra *g, const fast_matrices *k)
{
    fast_algebra_matrices(g, k);
    g->name = "su(N)";
    g->kind = SLP_SUN;
}
