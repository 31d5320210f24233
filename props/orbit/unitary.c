/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Orbits of su(N): the skew-Hermitian matrices with the same eigenvalues.
 *
 * With eigenvectors in the order of the eigenvalues of iX and iY, g = V_Y V_X* leaves the Frobenius
 * norm of the eigenvalues' difference, at most |Y - Y*| for every Y* on the orbit of X (Hoffman and
 * Wielandt), however close the eigenvalues are.  Off the diagonal a coordinate stands twice in the
 * matrix: at most sqrt(2) r is left.  The determinant is made 1 by a phase of one eigenvector,
 * which changes nothing else.  The map X -> -conj X, the antiunitary one, keeps eigenvalues and
 * therefore the orbit: it is inner on every single X. */
#include "props/orbit/orbit.h"

enum { PREC = PROP_ORBIT_PREC };

prop_orbit prop_orbit_unitary(const ref_exact_step *exact_step, arb_srcptr x, arb_srcptr y,
                              const arb_t r)
{
    slong n = ref_group_size(exact_step->sys);
    acb_mat_t X, Y;
    REF_LOCAL_VEC(arb, n, values);
    REF_LOCAL_MAT(acb, n, n, from, to, g);
    REF_LOCAL(acb, det);
    prop_orbit_states(X, Y, exact_step, x, y);
    prop_orbit_eigenvectors(from, values, X);
    prop_orbit_eigenvectors(to, values, Y);
    acb_mat_conjugate_transpose(from, from);
    acb_mat_mul(g, to, from, PREC);
    acb_mat_det(det, g, PREC);
    acb_conj(det, det);
    for (slong i = 0; i < n; i++)
        acb_mul(acb_mat_entry(to, i, 0), acb_mat_entry(to, i, 0), det, PREC);
    acb_mat_mul(g, to, from, PREC);
    acb_mat_get_mid(g, g);
    prop_orbit found = prop_orbit_measure(g, X, Y, r);
    acb_mat_clear(X);
    acb_mat_clear(Y);
    return found;
}
