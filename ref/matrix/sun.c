/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* su(N): skew-Hermitian matrices, A* + A = 0.  Coordinates: the N imaginary diagonal parts, then
 * for i < j row by row Re X_ij, Im X_ij; X_ji = -conj X_ij.  Pairing Re Tr X*Y, in which an
 * off-diagonal coordinate counts twice; the norm is the Frobenius norm.  The trace is not removed:
 * every operation keeps it, and a multiple of iI changes no bracket.  Source: mathematics section
 * 2; ref/matrix/matrix.md section 4.  Tested by tests/ref/test_ref_matrix.c,
 * tests/ref/test_ref_son.c. */
#include "ref/matrix/sun.h"
#include "ref/matrix/matrix.h"

static void sun_to_matrix(acb_mat_t X, const ref_algebra *algebra, arb_srcptr x, slong prec)
{
    slong N = algebra->n;
    arb_srcptr off = x + N;
    for (slong i = 0; i < N; i++) {
        arb_zero(acb_realref(acb_mat_entry(X, i, i)));
        arb_set_round(acb_imagref(acb_mat_entry(X, i, i)), x + i, prec);
        for (slong j = i + 1; j < N; j++, off += 2) {
            acb_ptr upper = acb_mat_entry(X, i, j), lower = acb_mat_entry(X, j, i);
            arb_set_round(acb_realref(upper), off, prec);
            arb_set_round(acb_imagref(upper), off + 1, prec);
            arb_neg(acb_realref(lower), acb_realref(upper));
            arb_set(acb_imagref(lower), acb_imagref(upper));
        }
    }
}

static void sun_from_matrix(arb_ptr x, const ref_algebra *algebra, const acb_mat_t X, slong prec)
{
    slong N = algebra->n;
    arb_ptr off = x + N;
    for (slong i = 0; i < N; i++) {
        arb_set_round(x + i, acb_imagref(acb_mat_entry(X, i, i)), prec);
        for (slong j = i + 1; j < N; j++, off += 2) {
            arb_set_round(off, acb_realref(acb_mat_entry(X, i, j)), prec);
            arb_set_round(off + 1, acb_imagref(acb_mat_entry(X, i, j)), prec);
        }
    }
}

static int sun_weight(const ref_algebra *algebra, slong i)
{
    return i < algebra->n ? 1 : 2;
}

static const ref_matrix_kind sun = {.weight = sun_weight};

void ref_algebra_sun(ref_algebra *algebra, slong N)
{
    *algebra = (ref_algebra){.name = "su(N)",
                             .n = N,
                             .d = N * N,
                             .own = &sun,
                             .to_matrix = sun_to_matrix,
                             .from_matrix = sun_from_matrix};
    ref_matrix_operations(algebra);
}
