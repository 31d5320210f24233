/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Orbits of so(n): the skew matrices with the same eigenvalues and, for n even, the same sign of
 * the Pfaffian.
 *
 * Q^T X Q = diag(theta_j [[0, 1], [-1, 0]], 0, ...) with Q orthogonal and theta descending, from
 * each state's own Q; g = Q_Y Q_X^T, where the last column of Q_Y is turned round if that makes det
 * g = 1.  Where n is odd, or X has a kernel, that column belongs to the kernel and nothing else
 * changes; otherwise it belongs to the least theta and the states' Pfaffians differ in sign.  So
 * representatives in one Weyl chamber are compared, the last theta signed: in the Frobenius norm no
 * other pair of points of the two orbits is nearer (Kostant; Hoffman and Wielandt on su(N)), and
 * what is left is at most |Y - Y*| for every Y* on the orbit of X.  Every coordinate stands twice
 * in the matrix: at most sqrt(2) r is left. */
#include "props/orbit/orbit.h"

enum { PREC = PROP_ORBIT_PREC };

/* The columns of Q from number `from` on: a real basis of the kernel, count columns of V from
 * number from/2 on, by orthogonalising the columns of its projection, the longest first. */
static void kernel_basis(arb_mat_t Q, slong from, const acb_mat_t V, slong count)
{
    slong n = arb_mat_nrows(Q);
    REF_LOCAL_MAT(arb, n, n, P);
    REF_LOCAL(arb, part, longest);
    for (slong i = 0; i < n; i++)
        for (slong j = 0; j < n; j++)
            for (slong k = from / 2; k < from / 2 + count; k++) {
                acb_srcptr a = acb_mat_entry(V, i, k), b = acb_mat_entry(V, j, k);
                arb_addmul(arb_mat_entry(P, i, j), acb_realref(a), acb_realref(b), PREC);
                arb_addmul(arb_mat_entry(P, i, j), acb_imagref(a), acb_imagref(b), PREC);
            }
    arb_mat_get_mid(P, P);
    for (slong column = from; column < n; column++) {
        slong top = 0;
        arb_zero(longest);
        for (slong j = 0; j < n; j++) {
            arb_zero(part);
            for (slong i = 0; i < n; i++)
                arb_addmul(part, arb_mat_entry(P, i, j), arb_mat_entry(P, i, j), PREC);
            if (arf_cmp(arb_midref(part), arb_midref(longest)) > 0) {
                arb_get_mid_arb(longest, part);
                top = j;
            }
        }
        arb_rsqrt(longest, longest, PREC);
        for (slong i = 0; i < n; i++) {
            arb_mul(part, arb_mat_entry(P, i, top), longest, PREC);
            arb_get_mid_arb(arb_mat_entry(Q, i, column), part);
        }
        for (slong j = 0; j < n; j++) { /* P := P - q q^T P */
            arb_zero(part);
            for (slong i = 0; i < n; i++)
                arb_addmul(part, arb_mat_entry(Q, i, column), arb_mat_entry(P, i, j), PREC);
            for (slong i = 0; i < n; i++)
                arb_submul(arb_mat_entry(P, i, j), arb_mat_entry(Q, i, column), part, PREC);
        }
        arb_mat_get_mid(P, P);
    }
}

/* Q of X, from the eigenvectors a + ib of iX: X a = theta b, X b = -theta a.  Eigenvectors with
 * |theta| below 2^(-PREC/2) |X| count as part of the kernel. */
static void block_basis(arb_mat_t Q, const acb_mat_t X)
{
    slong n = acb_mat_nrows(X), pairs = 0;
    REF_LOCAL_VEC(arb, n, values);
    REF_LOCAL_MAT(acb, n, n, V);
    REF_LOCAL(arb, small, root);
    prop_orbit_eigenvectors(V, values, X);
    arb_mul_2exp_si(small, values, -PREC / 2);
    arb_sqrt_ui(root, 2, PREC);
    while (2 * pairs + 1 < n && arf_cmp(arb_midref(values + pairs), arb_midref(small)) > 0) {
        for (slong i = 0; i < n; i++) {
            acb_mul_arb(acb_mat_entry(V, i, pairs), acb_mat_entry(V, i, pairs), root, PREC);
            arb_get_mid_arb(arb_mat_entry(Q, i, 2 * pairs),
                            acb_realref(acb_mat_entry(V, i, pairs)));
            arb_get_mid_arb(arb_mat_entry(Q, i, 2 * pairs + 1),
                            acb_imagref(acb_mat_entry(V, i, pairs)));
        }
        pairs++;
    }
    kernel_basis(Q, 2 * pairs, V, n - 2 * pairs);
}

prop_orbit prop_orbit_orthogonal(const ref_exact_step *exact_step, arb_srcptr x, arb_srcptr y,
                                 const arb_t r)
{
    slong n = ref_group_size(exact_step->sys);
    acb_mat_t X, Y;
    REF_LOCAL_MAT(acb, n, n, g);
    REF_LOCAL_MAT(arb, n, n, from, to, product);
    REF_LOCAL(arb, det);
    prop_orbit_states(X, Y, exact_step, x, y);
    block_basis(from, X);
    block_basis(to, Y);
    arb_mat_transpose(from, from);
    arb_mat_mul(product, to, from, PREC);
    arb_mat_det(det, product, PREC);
    if (arb_is_negative(det)) {
        for (slong i = 0; i < n; i++)
            arb_neg(arb_mat_entry(to, i, n - 1), arb_mat_entry(to, i, n - 1));
        arb_mat_mul(product, to, from, PREC);
    }
    acb_mat_set_arb_mat(g, product);
    acb_mat_get_mid(g, g);
    prop_orbit found = prop_orbit_measure(g, X, Y, r);
    acb_mat_clear(X);
    acb_mat_clear(Y);
    return found;
}
