/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Measures the constructed group elements: their distance from the group, and what they leave. */
#include "props/orbit/orbit.h"

#include <math.h>

enum { PREC = PROP_ORBIT_PREC };

void prop_orbit_states(acb_mat_t X, acb_mat_t Y, const ref_exact_step *exact_step, arb_srcptr x,
                       arb_srcptr y)
{
    slong n = ref_group_size(exact_step->sys);
    acb_mat_init(X, n, n);
    acb_mat_init(Y, n, n);
    ref_state_matrix(X, exact_step->sys, x, PREC);
    ref_state_matrix(Y, exact_step->sys, y, PREC);
}

void prop_orbit_from_one(arb_t size, acb_mat_t A)
{
    for (slong i = 0; i < acb_mat_nrows(A); i++)
        acb_sub_ui(acb_mat_entry(A, i, i), acb_mat_entry(A, i, i), 1, PREC);
    acb_mat_frobenius_norm(size, A, PREC);
}

void prop_orbit_leaves(arb_t size, const acb_mat_t Y, const acb_mat_t g, const acb_mat_t X,
                       const acb_mat_t h)
{
    REF_LOCAL_MAT(acb, acb_mat_nrows(g), acb_mat_nrows(g), left);
    acb_mat_mul(left, g, X, PREC);
    acb_mat_mul(left, left, h, PREC);
    acb_mat_sub(left, Y, left, PREC);
    acb_mat_frobenius_norm(size, left, PREC);
}

void prop_orbit_in_norm(arb_t e, const arb_t r)
{
    REF_LOCAL(arb, root);
    arb_sqrt_ui(root, 2, PREC);
    arb_mul(e, root, r, PREC);
}

double prop_orbit_units(arb_t size)
{
    REF_LOCAL(mag, bound);
    arb_mul_2exp_si(size, size, 53);
    arb_get_mag(bound, size);
    return mag_get_d(bound);
}

void prop_orbit_length(arb_t size, arb_srcptr a)
{
    arb_dot(size, NULL, 0, a, 1, a, 1, 3, PREC);
    arb_sqrtpos(size, size, PREC);
}

double prop_orbit_group_defect(const acb_mat_t g)
{
    REF_LOCAL_MAT(acb, acb_mat_nrows(g), acb_mat_nrows(g), square);
    REF_LOCAL(acb, det);
    REF_LOCAL(arb, size, off);
    acb_mat_conjugate_transpose(square, g);
    acb_mat_mul(square, g, square, PREC);
    prop_orbit_from_one(size, square);
    acb_mat_det(det, g, PREC);
    acb_sub_ui(det, det, 1, PREC);
    acb_abs(off, det, PREC);
    arb_add(size, size, off, PREC);
    return prop_orbit_units(size);
}

double prop_orbit_ratio(const arb_t a, const arb_t b)
{
    if (arb_is_zero(a)) return 0;
    REF_LOCAL(arb, ratio);
    REF_LOCAL(arf, top);
    arb_div(ratio, a, b, PREC);
    arb_get_abs_ubound_arf(top, ratio, PREC);
    return arf_is_nan(top) ? INFINITY : arf_get_d(top, ARF_RND_UP);
}

prop_orbit prop_orbit_measure(const acb_mat_t g, const acb_mat_t X, const acb_mat_t Y,
                              const arb_t r)
{
    REF_LOCAL_MAT(acb, acb_mat_nrows(g), acb_mat_nrows(g), star);
    REF_LOCAL(arb, size, allowed);
    acb_mat_conjugate_transpose(star, g);
    prop_orbit_leaves(size, Y, g, X, star);
    prop_orbit_in_norm(allowed, r);
    return (prop_orbit){.ratio = prop_orbit_ratio(size, allowed),
                        .group = prop_orbit_group_defect(g)};
}
