/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Elements of su(2)^n as block diagonal matrices: x -> -(i/2) x.sigma on each part,
 *     -(i/2) [ x3, x1 - i x2; x1 + i x2, -x3 ],
 * so that xi^2 = -|xi|^2/4 I in each block, which makes tau and exp of a part combinations of I and
 * xi.
 * Tested by tests/ref/test_ref_su2n.c. */
#include "ref/algebra/su2n_parts.h"

/* block i of X = a I + b xi, a and b real */
static void set_block(acb_mat_t X, slong i, const arb_t a, const arb_t b, arb_srcptr xi, slong prec)
{
    acb_ptr e = acb_mat_entry(X, 2 * i, 2 * i), f = acb_mat_entry(X, 2 * i, 2 * i + 1);
    acb_ptr g = acb_mat_entry(X, 2 * i + 1, 2 * i), h = acb_mat_entry(X, 2 * i + 1, 2 * i + 1);
    arb_set_round(acb_realref(e), a, prec);
    arb_mul(acb_imagref(e), b, xi + 2, prec);
    arb_mul(acb_realref(f), b, xi + 1, prec);
    arb_mul(acb_imagref(f), b, xi, prec);
    arb_mul_2exp_si(acb_imagref(e), acb_imagref(e), -1);
    acb_mul_2exp_si(f, f, -1);
    arb_neg(acb_imagref(e), acb_imagref(e));
    acb_neg(f, f);
    acb_conj(h, e);
    acb_neg(g, f);
    acb_conj(g, g);
}

void ref_su2n_to_matrix(acb_mat_t X, const ref_algebra *algebra, arb_srcptr x, slong prec)
{
    REF_LOCAL(arb, a, b);
    arb_one(b);
    acb_mat_zero(X);
    for (slong i = 0; 3 * i < algebra->d; i++) set_block(X, i, a, b, x + 3 * i, prec);
}

/* x1 = -(im f + im g), x2 = re g - re f, x3 = im h - im e for a block [e f; g h] */
void ref_su2n_from_matrix(arb_ptr x, const ref_algebra *algebra, const acb_mat_t X, slong prec)
{
    for (slong i = 0; 3 * i < algebra->d; i++) {
        acb_srcptr e = acb_mat_entry(X, 2 * i, 2 * i), f = acb_mat_entry(X, 2 * i, 2 * i + 1);
        acb_srcptr g = acb_mat_entry(X, 2 * i + 1, 2 * i),
                   h = acb_mat_entry(X, 2 * i + 1, 2 * i + 1);
        arb_add(x + 3 * i, acb_imagref(f), acb_imagref(g), prec);
        arb_neg(x + 3 * i, x + 3 * i);
        arb_sub(x + 3 * i + 1, acb_realref(g), acb_realref(f), prec);
        arb_sub(x + 3 * i + 2, acb_imagref(h), acb_imagref(e), prec);
    }
}

/* tau(xi) = ((1 - q) I + xi) / (1 + q),  q = |xi|^2/16 */
void ref_su2n_cayley_matrix(acb_mat_t f, const ref_algebra *algebra, arb_srcptr xi, slong prec)
{
    REF_LOCAL(arb, a, b);
    acb_mat_zero(f);
    for (slong i = 0; 3 * i < algebra->d; i++) {
        su2_sixteenth_square(b, xi + 3 * i, prec);
        arb_sub_ui(a, b, 1, prec);
        arb_neg(a, a);
        arb_add_ui(b, b, 1, prec);
        arb_inv(b, b, prec);
        arb_mul(a, a, b, prec);
        set_block(f, i, a, b, xi + 3 * i, prec);
    }
}

/* exp(xi) = cos(|xi|/2) I + sin(|xi|/2)/(|xi|/2) xi = (1 - t phi_2(t)) I + phi_1(t) xi,  t =
 * |xi|^2/4 */
void ref_su2n_exponential_matrix(acb_mat_t f, const ref_algebra *algebra, arb_srcptr xi, slong prec)
{
    REF_LOCAL_VEC(arb, 3, phi);
    arb_ptr t = phi + 2;
    acb_mat_zero(f);
    for (slong i = 0; 3 * i < algebra->d; i++) {
        so3_quarter_square(t, xi + 3 * i, prec);
        ref_phi(phi, t, 2, prec);
        arb_mul(t, t, phi + 1, prec);
        arb_sub_ui(t, t, 1, prec);
        arb_neg(t, t);
        set_block(f, i, t, phi, xi + 3 * i, prec);
    }
}

void ref_su2n_spatial(arb_ptr out, const ref_algebra *algebra, const acb_mat_t g, arb_srcptr x,
                      slong prec)
{
    REF_LOCAL_MAT(acb, algebra->n, algebra->n, X, adjoint);
    ref_su2n_to_matrix(X, algebra, x, prec);
    acb_mat_conjugate_transpose(adjoint, g);
    acb_mat_mul(X, g, X, prec);
    acb_mat_mul(X, X, adjoint, prec);
    ref_su2n_from_matrix(out, algebra, X, prec);
}
