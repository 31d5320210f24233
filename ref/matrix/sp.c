/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* sp(2m, R): the algebra on which the J of EJLL's formulas is not the identity, and the group is
 * not compact.  Pairing Tr(X*Y): a coordinate counts as often as it occurs in the matrix: twice for
 * those of a and the off-diagonal ones of b and c.  Source: EJLL section 2; ref/matrix/matrix.md
 * section 4.  Tested by tests/ref/test_ref_matrix.c, tests/ref/test_ref_son.c. */
#include "ref/matrix/sp.h"
#include "ref/matrix/matrix.h"

/* The symmetric m x m block that starts at row r, column s; returns what follows its coordinates.
 */
static arb_srcptr load_symmetric(acb_mat_t X, slong m, slong r, slong s, arb_srcptr x, slong prec)
{
    for (slong i = 0; i < m; i++)
        for (slong j = i; j < m; j++, x++) {
            arb_set_round(acb_realref(acb_mat_entry(X, r + i, s + j)), x, prec);
            acb_set(acb_mat_entry(X, r + j, s + i), acb_mat_entry(X, r + i, s + j));
        }
    return x;
}

static arb_ptr store_symmetric(arb_ptr x, const acb_mat_t X, slong m, slong r, slong s, slong prec)
{
    for (slong i = 0; i < m; i++)
        for (slong j = i; j < m; j++, x++)
            arb_set_round(x, acb_realref(acb_mat_entry(X, r + i, s + j)), prec);
    return x;
}

static void sp_to_matrix(acb_mat_t X, const ref_algebra *algebra, arb_srcptr x, slong prec)
{
    slong m = algebra->n / 2;
    acb_mat_zero(X);
    for (slong i = 0; i < m; i++)
        for (slong j = 0; j < m; j++, x++) {
            arb_set_round(acb_realref(acb_mat_entry(X, i, j)), x, prec);
            acb_neg(acb_mat_entry(X, m + j, m + i), acb_mat_entry(X, i, j));
        }
    x = load_symmetric(X, m, 0, m, x, prec);
    load_symmetric(X, m, m, 0, x, prec);
}

static void sp_from_matrix(arb_ptr x, const ref_algebra *algebra, const acb_mat_t X, slong prec)
{
    slong m = algebra->n / 2;
    for (slong i = 0; i < m; i++)
        for (slong j = 0; j < m; j++, x++)
            arb_set_round(x, acb_realref(acb_mat_entry(X, i, j)), prec);
    x = store_symmetric(x, X, m, 0, m, prec);
    store_symmetric(x, X, m, m, 0, prec);
}

static int sp_weight(const ref_algebra *algebra, slong i)
{
    slong m = algebra->n / 2, triangle = m * (m + 1) / 2;
    if (i < m * m) return 2;
    i = (i - m * m) % triangle;
    for (slong row = m; i >= row; row--)
        i -= row; /* rows of m, m-1, ... entries, the diagonal first */
    return i == 0 ? 1 : 2;
}

static int sp_form(acb_mat_t J, const ref_algebra *algebra)
{
    slong m = algebra->n / 2;
    acb_mat_zero(J);
    for (slong i = 0; i < m; i++) {
        acb_one(acb_mat_entry(J, i, m + i));
        acb_set_si(acb_mat_entry(J, m + i, i), -1);
    }
    return -1;
}

static const ref_matrix_kind sp = {.weight = sp_weight};

void ref_algebra_sp(ref_algebra *algebra, slong n)
{
    *algebra = (ref_algebra){.name = "sp(2m,R)",
                             .n = n,
                             .d = n * (n + 1) / 2,
                             .own = &sp,
                             .to_matrix = sp_to_matrix,
                             .from_matrix = sp_from_matrix,
                             .form = sp_form};
    ref_matrix_operations(algebra);
}
