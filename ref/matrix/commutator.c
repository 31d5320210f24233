/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* ad*_xi X = [Psi, X], Psi = xi* (EJLL section 2), the bracket [xi, eta], and the Lie-Poisson
 * tensor that follows from ad*.  Bounds: |[P, X]|_F <= 2 |P|_2 |X|_F and <= 2 |P|_F |X|_2
 * (ref/matrix/matrix.md section 3).  Tested by tests/ref/test_ref_matrix.c. */
#include "ref/matrix/matrix.h"

/* out = [P, Y], P the matrix of p or its conjugate transpose */
static void matrix_commutator(arb_ptr out, const ref_algebra *algebra, bool star, arb_srcptr p,
                              arb_srcptr y, slong prec)
{
    REF_LOCAL_MAT(acb, algebra->n, algebra->n, P, Y, C);
    if (star)
        ref_matrix_psi(P, algebra, p, prec);
    else
        algebra->to_matrix(P, algebra, p, prec);
    algebra->to_matrix(Y, algebra, y, prec);
    ref_matrix_commutator(C, algebra, P, Y, prec);
    algebra->from_matrix(out, algebra, C, prec);
}

static void ad_apply(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr x,
                     arb_ptr w, slong prec)
{
    (void)w;
    matrix_commutator(out, algebra, true, xi, x, prec);
}

static void bracket_apply(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr eta,
                          arb_ptr w, slong prec)
{
    (void)w;
    matrix_commutator(out, algebra, false, xi, eta, prec);
}

/* size = 2 rho, slope = 2 */
static void commutator_bound(mag_t size, mag_t slope, const ref_algebra *algebra, const mag_t rho)
{
    (void)algebra;
    mag_mul_2exp_si(size, rho, 1);
    mag_set_ui(slope, 2);
}

const ref_action ref_matrix_ad = {.apply = ad_apply, .bound = commutator_bound};
const ref_action ref_matrix_bracket = {.apply = bracket_apply, .bound = commutator_bound};

/* Column j is ad*_{e_j / w_j} x, w the weights of the pairing. */
void ref_matrix_tensor(arb_mat_t B, const ref_algebra *algebra, arb_srcptr x, slong prec)
{
    const ref_matrix_kind *kind = algebra->own;
    slong d = algebra->d;
    REF_LOCAL_VEC(arb, 2 * d, unit);
    arb_ptr column = unit + d;
    for (slong j = 0; j < d; j++) {
        _arb_vec_zero(unit, d);
        arb_one(unit + j);
        matrix_commutator(column, algebra, true, unit, x, prec);
        for (slong i = 0; i < d; i++)
            arb_div_si(arb_mat_entry(B, i, j), column + i, kind->weight(algebra, j), prec);
    }
}
