/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Orbits of sp(2m, R): Y = g X g^-1 with g symplectic.  The group is not compact and states are not
 * normal; and eigenvalues alone do not tell orbits apart: an imaginary pair +-i omega has a sign
 * (Krein), which no symplectic g changes and diag(I, -I) reverses.
 *
 * With P_j the eigenprojections, h = sum_j P_j(Y) P_j(X) takes X's eigenvectors to Y's.  In terms
 * of the symplectic adjoint A+ = -J A^T J (of X, -X; of P_j, P_-j, the projection of -lambda_j), h+
 * h = sum_j d_j P_j(X), d_j = Tr(P_j(X) h+ h), and g = h sum_j f_j P_j(X) is symplectic where f_j
 * f_-j d_j = 1.  On an imaginary pair f_-j = conj f_j, so that d_j must be positive: the signs must
 * agree.  On a real pair f_-j may be -f_j.  What g leaves is sum_j (lambda_j(Y) - lambda_j(X))
 * P_j(Y).
 *
 * With Y* on the orbit of X, |Y - Y*| <= e = sqrt(2) r, and S = sum_j |P_j(Y)|_F: the resolvent of
 * Y at z is at most S over the distance to its eigenvalues, so those of Y* lie in discs of radius S
 * e about them.  Where these are disjoint each holds one, and, being symmetric, kinds and signs
 * stay what they are on the way from Y* to Y.  At most S S e is left.  Where they are not disjoint
 * the law says nothing: nilpotent states, equal frequencies. */
#include "props/orbit/orbit.h"

#include <math.h>

enum { PREC = PROP_ORBIT_PREC };

/* eigenvalues, and their projections where they are apart; matrices of n rows */
typedef struct resolved {
    slong n;
    acb_ptr value;
    acb_mat_t *P;
} resolved;

static void resolved_init(resolved *to, const acb_mat_t X)
{
    slong n = acb_mat_nrows(X);
    *to =
        (resolved){.n = n, .value = _acb_vec_init(n), .P = flint_calloc((size_t)n, sizeof *to->P)};
    REF_LOCAL_MAT(acb, n, n, factor);
    REF_LOCAL(acb, apart);
    acb_mat_approx_eig_qr(to->value, NULL, NULL, X, NULL, 0, PREC);
    for (slong j = 0; j < n; j++) acb_get_mid(to->value + j, to->value + j);
    for (slong j = 0; j < n; j++) { /* prod_k (X - lambda_k)/(lambda_j - lambda_k) */
        acb_mat_init(to->P[j], n, n);
        acb_mat_one(to->P[j]);
        for (slong k = 0; k < n; k++) {
            if (k == j) continue;
            acb_mat_set(factor, X);
            for (slong i = 0; i < n; i++)
                acb_sub(acb_mat_entry(factor, i, i), acb_mat_entry(factor, i, i), to->value + k,
                        PREC);
            acb_sub(apart, to->value + j, to->value + k, PREC);
            acb_mat_mul(to->P[j], to->P[j], factor, PREC);
            acb_mat_scalar_div_acb(to->P[j], to->P[j], apart, PREC);
        }
        acb_mat_get_mid(to->P[j], to->P[j]);
    }
}

static void resolved_clear(resolved *own)
{
    for (slong j = 0; j < own->n; j++) acb_mat_clear(own->P[j]);
    _acb_vec_clear(own->value, own->n);
    flint_free(own->P);
}

/* The eigenvalue of `in` nearest to value, or to -value. */
static slong nearest_eigenvalue(const resolved *in, const acb_t value, bool negated)
{
    slong best = 0;
    REF_LOCAL(acb, gap);
    REF_LOCAL(arb, size, least);
    for (slong k = 0; k < in->n; k++) {
        (negated ? acb_add : acb_sub)(gap, in->value + k, value, PREC);
        acb_abs(size, gap, PREC);
        if (k == 0 || arf_cmp(arb_midref(size), arb_midref(least)) < 0) {
            arb_swap(size, least);
            best = k;
        }
    }
    return best;
}

/* S, and whether the discs of radius S e about the eigenvalues are disjoint. */
static bool discs_disjoint(arb_t S, const resolved *Y, const arb_t e)
{
    bool disjoint = true;
    REF_LOCAL(acb, gap);
    REF_LOCAL(arb, size, radius);
    arb_zero(S);
    for (slong j = 0; j < Y->n; j++) {
        acb_mat_frobenius_norm(size, Y->P[j], PREC);
        arb_add(S, S, size, PREC);
    }
    arb_mul(radius, S, e, PREC);
    arb_mul_2exp_si(radius, radius, 1);
    for (slong j = 0; j < Y->n; j++)
        for (slong k = 0; k < j; k++) {
            acb_sub(gap, Y->value + j, Y->value + k, PREC);
            acb_abs(size, gap, PREC);
            disjoint = disjoint && arb_gt(size, radius);
        }
    return disjoint;
}

/* out = -J A^T J, J = [[0, I], [-I, 0]]; out is not A */
static void adjoint(acb_mat_t out, const acb_mat_t A)
{
    slong n = acb_mat_nrows(A), m = n / 2;
    for (slong i = 0; i < n; i++)
        for (slong j = 0; j < n; j++) {
            acb_set(acb_mat_entry(out, i, j), acb_mat_entry(A, (j + m) % n, (i + m) % n));
            if ((i < m) != (j < m)) acb_neg(acb_mat_entry(out, i, j), acb_mat_entry(out, i, j));
        }
}

/* f_j; false where an imaginary pair has another sign in X than in Y. */
static bool pair_factor(acb_t f, const resolved *X, slong j, const acb_mat_t square)
{
    const double axis = 0x1p-90;
    REF_LOCAL_MAT(acb, X->n, X->n, part);
    REF_LOCAL(acb, d);
    acb_mat_mul(part, X->P[j], square, PREC);
    acb_mat_trace(d, part, PREC);
    acb_get_mid(d, d);
    acb_srcptr value = X->value + j;
    double re = arf_get_d(arb_midref(acb_realref(d)), ARF_RND_NEAR);
    double im = arf_get_d(arb_midref(acb_imagref(d)), ARF_RND_NEAR);
    bool negative = re < 0 && fabs(im) <= axis * fabs(re); /* real, on real and imaginary pairs */
    arf_srcptr across = arb_midref(acb_realref(value)), along = arb_midref(acb_imagref(value));
    bool imaginary = arf_cmpabs(across, along) < 0;
    if (negative) acb_neg(d, d);
    acb_rsqrt(f, d, PREC);
    if (negative && arf_sgn(across) < 0) acb_neg(f, f);
    acb_get_mid(f, f);
    return !(negative && imaginary);
}

/* g, real; false where the signs of an imaginary pair differ or eigenvalues do not correspond. */
static bool build_motion(acb_mat_t g, const resolved *X, const resolved *Y)
{
    slong n = X->n;
    bool good = true;
    REF_LOCAL_MAT(acb, n, n, square, right);
    REF_LOCAL(acb, f);
    for (slong j = 0; j < n; j++) {
        slong k = nearest_eigenvalue(Y, X->value + j, false);
        good = good && nearest_eigenvalue(X, Y->value + k, false) == j;
        acb_mat_mul(right, Y->P[k], X->P[j], PREC);
        acb_mat_add(g, g, right, PREC);
    }
    adjoint(right, g);
    acb_mat_mul(square, right, g, PREC);
    acb_mat_zero(right);
    for (slong j = 0; good && j < n; j++) {
        good = pair_factor(f, X, j, square);
        acb_mat_scalar_addmul_acb(right, X->P[j], f, PREC);
    }
    acb_mat_mul(g, g, right, PREC);
    for (slong i = 0; i < n * n; i++) arb_zero(acb_imagref(acb_mat_entry(g, i / n, i % n)));
    acb_mat_get_mid(g, g);
    return good;
}

/* g+ g = 1 + D: an element of the group within |g||D| of g moves g X g^-1 by 2 |D||g||g^-1| of |X|.
 */
static prop_orbit measure_motion(const acb_mat_t g, const acb_mat_t X, const acb_mat_t Y,
                                 const arb_t allowed)
{
    slong n = acb_mat_nrows(g);
    prop_orbit found = {.ratio = INFINITY, .group = INFINITY};
    REF_LOCAL_MAT(acb, n, n, back, off);
    REF_LOCAL(arb, size, part);
    adjoint(back, g);
    acb_mat_mul(off, back, g, PREC);
    prop_orbit_from_one(size, off);
    if (acb_mat_inv(back, g, PREC)) {
        acb_mat_frobenius_norm(part, g, PREC);
        arb_mul(size, size, part, PREC);
        acb_mat_frobenius_norm(part, back, PREC);
        arb_mul(size, size, part, PREC);
        found.group = prop_orbit_units(size);
        prop_orbit_leaves(size, Y, g, X, back);
        found.ratio = prop_orbit_ratio(size, allowed);
    }
    return found;
}

prop_orbit prop_orbit_symplectic(const ref_exact_step *exact_step, arb_srcptr x, arb_srcptr y,
                                 const arb_t r)
{
    slong n = ref_group_size(exact_step->sys);
    prop_orbit found = {.none = true};
    acb_mat_t X, Y;
    resolved of_x, of_y;
    REF_LOCAL_MAT(acb, n, n, g);
    REF_LOCAL(arb, S, allowed);
    prop_orbit_states(X, Y, exact_step, x, y);
    resolved_init(&of_x, X);
    resolved_init(&of_y, Y);
    prop_orbit_in_norm(allowed, r);
    if (discs_disjoint(S, &of_y, allowed)) {
        arb_mul(allowed, allowed, S, PREC);
        arb_mul(allowed, allowed, S, PREC);
        found = (prop_orbit){.ratio = INFINITY};
        if (build_motion(g, &of_x, &of_y)) found = measure_motion(g, X, Y, allowed);
    }
    resolved_clear(&of_x);
    resolved_clear(&of_y);
    acb_mat_clear(X);
    acb_mat_clear(Y);
    return found;
}
