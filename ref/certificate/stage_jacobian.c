/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Jacobians of the stage map and bounds of their norms. */
#include "ref/certificate/certificate.h"

enum { SQUARINGS = 6 };

void ref_stage_jacobian(arb_mat_t J, ref_frame *f, arb_srcptr z)
{
    arb_ptr unit = ref_solver_scratch(f, 6), column = ref_solver_scratch(f, 7);
    for (slong j = 0; j < f->k; j++) {
        _arb_vec_zero(unit, f->k);
        arb_one(unit + j);
        f->scheme->stage_tangent(column, f, z, unit, NULL);
        for (slong i = 0; i < f->k; i++) arb_swap(arb_mat_entry(J, i, j), column + i);
    }
}

/* |A|_2 = |G|_2^(1/2), G = A^T A symmetric, so |A|_2 <= |G^(2^k)|_F^(1/2^(k+1)) for every k; the
 * factor lost is at most d^(1/2^(k+2)). */
void ref_spectral_bound(mag_t bound, const arb_mat_t A, slong prec)
{
    slong d = arb_mat_ncols(A);
    REF_LOCAL_MAT(arb, d, d, G);
    REF_LOCAL(mag, now);
    arb_mat_transpose(G, A);
    arb_mat_mul(G, G, A, prec);
    mag_inf(bound);
    for (ulong root = 2; root <= (2u << SQUARINGS); root *= 2) {
        arb_mat_bound_frobenius_norm(now, G);
        mag_root(now, now, root);
        mag_min(bound, bound, now);
        arb_mat_sqr(G, G, prec);
    }
}
