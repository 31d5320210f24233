/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Eigenvectors of the Hermitian matrix H = iX by cyclic Jacobi rotations, in numbers of
 * PROP_ORBIT_PREC bits.
 *
 * A rotation in the plane (p, q), J = [[c, s e^(i phi)], [-s e^(-i phi), c]] with H_pq = |H_pq|
 * e^(i phi), takes H to J* H J whose (p, q) entry vanishes.  Every rotation is unitary, so V is
 * unitary whatever the eigenvalues are, also if they are close together.  H = V diag V* holds up to
 * roundings and the entries left off the diagonal; gaps between eigenvalues do not matter.  Golub &
 * Van Loan, 8.5. */
#include "props/orbit/orbit.h"

enum { PREC = PROP_ORBIT_PREC, LEFT = 20 - PREC, SWEEPS = 60 };

static void drop_radius(acb_t z)
{
    acb_get_mid(z, z);
}

/* columns p and q of M := (c M_p - s e^(-i phi) M_q, s e^(i phi) M_p + c M_q); conjugated: rows
 * instead */
static void rotate(acb_mat_t M, slong p, slong q, const arb_t c, const acb_t s, bool rows)
{
    slong n = acb_mat_nrows(M);
    REF_LOCAL(acb, one, two, phase);
    if (rows)
        acb_conj(phase, s); /* (J* M)_p = c M_p - s e^(i phi) M_q */
    else
        acb_set(phase, s);
    for (slong k = 0; k < n; k++) {
        acb_ptr a = rows ? acb_mat_entry(M, p, k) : acb_mat_entry(M, k, p);
        acb_ptr b = rows ? acb_mat_entry(M, q, k) : acb_mat_entry(M, k, q);
        acb_mul_arb(one, a, c, PREC);
        acb_mul_arb(two, b, c, PREC);
        acb_addmul(two, a, phase, PREC);
        acb_conj(phase, phase);
        acb_submul(one, b, phase, PREC);
        acb_conj(phase, phase);
        acb_swap(a, one);
        acb_swap(b, two);
        drop_radius(a);
        drop_radius(b);
    }
}

/* cos and sin e^(i phi) of the rotation that clears H_pq; false where it is 0 already. */
static bool rotation_angle(arb_t c, acb_t s, const acb_mat_t H, slong p, slong q)
{
    acb_srcptr entry = acb_mat_entry(H, p, q);
    bool some = !acb_is_zero(entry);
    if (!some) return false;
    REF_LOCAL(arb, size, tau, t);
    acb_abs(size, entry, PREC);
    arb_sub(tau, acb_realref(acb_mat_entry(H, q, q)), acb_realref(acb_mat_entry(H, p, p)), PREC);
    arb_div(tau, tau, size, PREC);
    arb_mul_2exp_si(tau, tau, -1);
    arb_mul(t, tau, tau, PREC);
    arb_add_ui(t, t, 1, PREC);
    arb_sqrt(t, t, PREC);
    bool minus = arf_sgn(arb_midref(tau)) < 0;
    arb_abs(tau, tau);
    arb_add(t, t, tau, PREC);
    arb_inv(t, t, PREC); /* tan = sign / (|tau| + sqrt(1 + tau^2)) */
    arb_mul(c, t, t, PREC);
    arb_add_ui(c, c, 1, PREC);
    arb_rsqrt(c, c, PREC);
    arb_mul(t, t, c, PREC);
    if (minus) arb_neg(t, t);
    arb_div(t, t, size, PREC);
    acb_mul_arb(s, entry, t, PREC);
    drop_radius(s);
    arb_get_mid_arb(c, c);
    return some;
}

/* Whether the entries off the diagonal are below 2^LEFT |H|. */
static bool is_diagonal(const acb_mat_t H)
{
    slong n = acb_mat_nrows(H);
    REF_LOCAL(mag, beside, all, each);
    for (slong i = 0; i < n; i++)
        for (slong j = 0; j < n; j++) {
            acb_get_mag(each, acb_mat_entry(H, i, j));
            mag_max(all, all, each);
            if (i != j) mag_max(beside, beside, each);
        }
    mag_mul_2exp_si(all, all, LEFT);
    return mag_cmp(beside, all) <= 0;
}

static void sort_by_value(acb_mat_t V, arb_ptr values)
{
    slong n = acb_mat_nrows(V);
    for (slong i = 0; i < n; i++) {
        slong top = i;
        for (slong j = i + 1; j < n; j++)
            if (arf_cmp(arb_midref(values + j), arb_midref(values + top)) > 0) top = j;
        arb_swap(values + i, values + top);
        for (slong k = 0; k < n && top != i; k++)
            acb_swap(acb_mat_entry(V, k, i), acb_mat_entry(V, k, top));
    }
}

void prop_orbit_eigenvectors(acb_mat_t V, arb_ptr values, const acb_mat_t X)
{
    slong n = acb_mat_nrows(X);
    REF_LOCAL_MAT(acb, n, n, left);
    REF_LOCAL(acb, s);
    REF_LOCAL(arb, c);
    acb_mat_get_mid(left, X);
    for (slong i = 0; i < n * n; i++)
        acb_mul_onei(acb_mat_entry(left, i / n, i % n), acb_mat_entry(left, i / n, i % n));
    acb_mat_one(V);
    for (int sweep = 0; sweep < SWEEPS && !is_diagonal(left); sweep++)
        for (slong p = 0; p < n; p++)
            for (slong q = p + 1; q < n; q++)
                if (rotation_angle(c, s, left, p, q)) {
                    rotate(left, p, q, c, s, false);
                    rotate(left, p, q, c, s, true);
                    rotate(V, p, q, c, s, false);
                }
    for (slong i = 0; i < n; i++)
        arb_get_mid_arb(values + i, acb_realref(acb_mat_entry(left, i, i)));
    sort_by_value(V, values);
}
