/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The algebras on which Hamiltonians are given, and the weights of their coordinates. */
#include "ref/system/given_algebra.h"
#include "ref/algebra/se3.h"
#include "ref/algebra/so3.h"
#include "ref/algebra/su2n.h"
#include "ref/algebra/vector.h"
#include "ref/matrix/matrix.h"
#include "ref/matrix/son.h"
#include "ref/matrix/sp.h"
#include "ref/matrix/sun.h"

void ref_open_algebra(ref_algebra *algebra, slp_algebra kind, slong n, const double *gamma)
{
    switch (kind) {
    case SLP_SO3:
        ref_algebra_so3(algebra);
        break;
    case SLP_SE3:
        ref_algebra_se3(algebra);
        break;
    case SLP_VECTOR:
        ref_algebra_vector(algebra);
        break;
    case SLP_SON:
        ref_algebra_son(algebra, n);
        break;
    case SLP_SUN:
        ref_algebra_sun(algebra, n);
        break;
    case SLP_SP:
        ref_algebra_sp(algebra, n);
        break;
    case SLP_SU2N:
        ref_algebra_su2n(algebra, n, gamma);
        break;
    case SLP_SUN_DUAL: /* no kind of the contract's table */
        break;
    }
}

static bool of_matrices(slp_algebra kind)
{
    return kind == SLP_SON || kind == SLP_SUN || kind == SLP_SP;
}

double ref_pairing_weight(const ref_algebra *algebra, slp_algebra kind, const double *gamma,
                          slong i)
{
    const ref_matrix_kind *matrices = algebra->own;
    if (kind == SLP_SU2N) return gamma[i / 3];
    return of_matrices(kind) ? matrices->weight(algebra, i) : 1;
}

void ref_divide_by_weight(arb_t x, const ref_algebra *algebra, slp_algebra kind,
                          const double *gamma, slong i, slong prec)
{
    const double w = ref_pairing_weight(algebra, kind, gamma, i);
    if (w == 1) return;
    REF_LOCAL(arb, weight);
    arb_set_d(weight, w);
    arb_div(x, x, weight, prec);
}

ulong ref_norm_weight(const ref_algebra *algebra, slp_algebra kind, slong i)
{
    const ref_matrix_kind *matrices = algebra->own;
    return of_matrices(kind) ? (ulong)matrices->weight(algebra, i) : 1;
}
