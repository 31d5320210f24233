/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The stages of the two-stage Gauss rule on su(2)^n, part by part, in quaternions: the element x is
 * (0, x/2), so that (0, a)(0, b) = (-a.b, a x b) is the product of matrices, and Psi = xi* is p =
 * (0, -xi/2).  L_i = 1 + k_i solves
 *     k_i - a_i1 p_1 k_1 - a_i2 p_2 k_2 = t_i,   t_i = a_i1 p_1 + a_i2 p_2,
 * by elimination of k_1: with b = (1 - a_11 p_1)^-1 and w = a_21 p_1 b,
 *     k_2 = (1 - a_22 p_2 - a_12 w p_2)^-1 (t_2 + w t_1),   k_1 = b (t_1 + a_12 p_2 k_2).
 * A quaternion is divided by through its square, so coordinates that must be 0 stay exactly 0.
 * With L = (l, v), L x L+ = (l^2 - |v|^2) x + 2 l v x x + 2 (v.x) v.  Source: ref/scheme/gauss.md.
 * Tested by tests/ref/test_ref_gauss.c. */
#include "ref/algebra/su2n_parts.h"

/* Where things lie in the memory of one part: quaternions of 4 numbers. */
enum { P1 = 0, P2 = 4, K1 = 8, K2 = 12, T1 = 16, T2 = 20, B = 24, W = 28, S = 32, U = 36 };
enum { V = 40, A = 44, R = 48, LOOSE = 56, NUMBERS = 64 };

/* out = q r; out aliases neither */
static void quaternion_product(arb_ptr out, arb_srcptr q, arb_srcptr r, slong prec)
{
    so3_dot(out, q + 1, r + 1, prec);
    arb_neg(out, out);
    arb_addmul(out, q, r, prec);
    so3_cross(out + 1, q + 1, r + 1, prec);
    for (int i = 1; i < 4; i++) {
        arb_addmul(out + i, q, r + i, prec);
        arb_addmul(out + i, r, q + i, prec);
    }
}

/* q = q^-1, the conjugate over the square */
static void invert_quaternion(arb_ptr q, arb_ptr loose, slong prec)
{
    arb_dot(loose, NULL, 0, q, 1, q, 1, 4, prec);
    for (int i = 0; i < 4; i++) arb_div(q + i, q + i, loose, prec);
    for (int i = 1; i < 4; i++) arb_neg(q + i, q + i);
}

/* out += c q */
static void add_multiple(arb_ptr out, const arb_t c, arb_srcptr q, slong prec)
{
    for (int i = 0; i < 4; i++) arb_addmul(out + i, c, q + i, prec);
}

/* p = (0, -xi/2) */
static void set_psi(arb_ptr p, arb_srcptr xi)
{
    arb_zero(p);
    for (int i = 0; i < 3; i++) {
        arb_mul_2exp_si(p + 1 + i, xi + i, -1);
        arb_neg(p + 1 + i, p + 1 + i);
    }
}

/* (u1, u2), one after the other, from (t1, t2): u_i - sum_j a_ij p_j u_j = t_i.  Uses S, U, V. */
static void solve(arb_ptr u, arb_ptr m, arb_srcptr t, slong prec)
{
    quaternion_product(m + V, m + W, m + P2, prec);
    _arb_vec_zero(m + S, 4);
    arb_one(m + S);
    arb_submul(m + S, m + A + 1, m + V, prec);
    for (int i = 1; i < 4; i++) {
        arb_submul(m + S + i, m + A + 3, m + P2 + i, prec);
        arb_submul(m + S + i, m + A + 1, m + V + i, prec);
    }
    invert_quaternion(m + S, m + LOOSE, prec);
    quaternion_product(m + U, m + W, t, prec);
    _arb_vec_add(m + U, m + U, t + 4, 4, prec);
    quaternion_product(u + 4, m + S, m + U, prec);
    quaternion_product(m + V, m + P2, u + 4, prec);
    _arb_vec_set(m + U, t, 4);
    add_multiple(m + U, m + A + 1, m + V, prec);
    quaternion_product(u, m + B, m + U, prec);
}

/* k_1, k_2 of the part with generators xi_1 and xi_2; leaves what `solve` needs in m */
static void stage_factors(arb_ptr m, arb_srcptr xi1, arb_srcptr xi2, slong prec)
{
    ref_gauss_tableau(m + A, prec);
    set_psi(m + P1, xi1);
    set_psi(m + P2, xi2);
    _arb_vec_zero(m + B, 4);
    arb_one(m + B);
    for (int i = 1; i < 4; i++) arb_submul(m + B + i, m + A, m + P1 + i, prec);
    invert_quaternion(m + B, m + LOOSE, prec);
    quaternion_product(m + W, m + P1, m + B, prec);
    for (int i = 0; i < 4; i++) arb_mul(m + W + i, m + W + i, m + A + 2, prec);
    _arb_vec_zero(m + T1, 8);
    for (int i = 0; i < 2; i++) {
        add_multiple(m + T1 + 4 * i, m + A + 2 * i, m + P1, prec);
        add_multiple(m + T1 + 4 * i, m + A + 2 * i + 1, m + P2, prec);
    }
    solve(m + K1, m, m + T1, prec);
}

/* out = L x L+ - x for L = 1 + k: (2 k_0 + k_0^2 - |v|^2) x + 2 (1 + k_0) v x x + 2 (v.x) v.  Uses
 * U, V. */
static void congruence(arb_ptr out, arb_ptr m, arb_srcptr k, arb_srcptr x, slong prec)
{
    arb_ptr along = m + U, scale = m + U + 1, turn = m + V;
    so3_dot(along, k + 1, x, prec);
    so3_cross(turn, k + 1, x, prec);
    so3_dot(scale, k + 1, k + 1, prec);
    arb_neg(scale, scale);
    arb_addmul(scale, k, k, prec);
    arb_mul_2exp_si(m + U + 2, k, 1);
    arb_add(scale, scale, m + U + 2, prec);
    arb_add_ui(m + U + 2, k, 1, prec);
    for (int i = 0; i < 3; i++) {
        arb_mul(out + i, along, k + 1 + i, prec);
        arb_addmul(out + i, m + U + 2, turn + i, prec);
        arb_mul_2exp_si(out + i, out + i, 1);
        arb_addmul(out + i, scale, x + i, prec);
    }
}

/* out = d(L x L+) along dk: with L = (l, v) and dk = (e, f), twice
 *     (l e - v.f) x + e v x x + l f x x + (f.x) v + (v.x) f.   Uses U, V. */
static void congruence_tangent(arb_ptr out, arb_ptr m, arb_srcptr k, arb_srcptr dk, arb_srcptr x,
                               slong prec)
{
    arb_ptr l = m + U, c = m + U + 1, turn = m + V;
    arb_add_ui(l, k, 1, prec);
    so3_dot(c, k + 1, dk + 1, prec);
    arb_neg(c, c);
    arb_addmul(c, l, dk, prec);
    for (int i = 0; i < 3; i++) arb_mul(out + i, c, x + i, prec);
    so3_cross(turn, k + 1, x, prec);
    for (int i = 0; i < 3; i++) arb_addmul(out + i, dk, turn + i, prec);
    so3_cross(turn, dk + 1, x, prec);
    for (int i = 0; i < 3; i++) arb_addmul(out + i, l, turn + i, prec);
    so3_dot(c, dk + 1, x, prec);
    for (int i = 0; i < 3; i++) arb_addmul(out + i, c, k + 1 + i, prec);
    so3_dot(c, k + 1, x, prec);
    for (int i = 0; i < 3; i++) arb_addmul(out + i, c, dk + 1 + i, prec);
    _arb_vec_scalar_mul_2exp_si(out, out, 3, 1);
}

static void gauss_change(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr x,
                         slong prec)
{
    const slong d = algebra->d;
    REF_LOCAL_VEC(arb, NUMBERS, m);
    for (slong i = 0; i < d; i += 3) {
        stage_factors(m, xi + i, xi + d + i, prec);
        congruence(out + i, m, m + K1, x + i, prec);
        congruence(out + d + i, m, m + K2, x + i, prec);
    }
}

/* t_i = sum_j a_ij dp_j (1 + k_j) in place of T1, T2; then dk_i there.  Uses S, U, V. */
static void stage_tangents(arb_ptr m, arb_srcptr dxi1, arb_srcptr dxi2, slong prec)
{
    arb_ptr dp = m + LOOSE, term = m + LOOSE + 4;
    _arb_vec_zero(m + T1, 8);
    for (int j = 0; j < 2; j++) {
        set_psi(dp, j == 0 ? dxi1 : dxi2);
        quaternion_product(term, dp, m + K1 + 4 * j, prec);
        _arb_vec_add(term, term, dp, 4, prec);
        for (int i = 0; i < 2; i++) add_multiple(m + T1 + 4 * i, m + A + 2 * i + j, term, prec);
    }
    _arb_vec_set(m + R, m + T1, 8);
    solve(m + T1, m, m + R, prec);
}

static void gauss_tangent(arb_ptr out, const ref_algebra *algebra, arb_srcptr xi, arb_srcptr dxi,
                          arb_srcptr x, arb_srcptr dx, slong prec)
{
    const slong d = algebra->d;
    REF_LOCAL_VEC(arb, NUMBERS, m);
    arb_ptr term = m + LOOSE;
    for (slong i = 0; i < d; i += 3) {
        stage_factors(m, xi + i, xi + d + i, prec);
        if (dxi) stage_tangents(m, dxi + i, dxi + d + i, prec);
        for (slong s = 0; s < 2; s++) {
            arb_ptr to = out + s * d + i;
            _arb_vec_zero(to, 3);
            if (dxi) congruence_tangent(to, m, m + K1 + 4 * s, m + T1 + 4 * s, x + i, prec);
            if (!dx) continue;
            congruence(term, m, m + K1 + 4 * s, dx + i, prec);
            _arb_vec_add(to, to, term, 3, prec);
            _arb_vec_add(to, to, dx + i, 3, prec);
        }
    }
}

/* |-(i/2) x.sigma|_2 = |x|/2 */
const ref_gauss ref_su2n_gauss = {
    .change = gauss_change, .tangent = gauss_tangent, .norm_exponent = -1};
