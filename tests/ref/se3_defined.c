/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The actions of se(3) as the mathematics defines them. */
#include "tests/support/cmocka.h"

#include "tests/ref/rigid_body_steps.h"
#include "tests/ref/se3_defined.h"

#include <math.h>

static void cross_into(arb_ptr out, arb_srcptr a, arb_srcptr b, int sign)
{
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        (sign > 0 ? arb_addmul : arb_submul)(out + i, a + j, b + k, SE3_HIGH);
        (sign > 0 ? arb_submul : arb_addmul)(out + i, a + k, b + j, SE3_HIGH);
    }
}

/* mathematics: (Pi x omega + Gamma x u, Gamma x omega) */
static void define_ad(arb_ptr out, arb_srcptr xi, arb_srcptr x)
{
    _arb_vec_zero(out, 6);
    cross_into(out, x, xi, 1);
    cross_into(out, x + 3, xi + 3, 1);
    cross_into(out + 3, x + 3, xi, 1);
}

/* 4 x 4: [[hat omega, u], [0, 0]] */
static void to_motion(arb_mat_t A, arb_srcptr xi)
{
    arb_mat_zero(A);
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        arb_set(arb_mat_entry(A, k, j), xi + i);
        arb_neg(arb_mat_entry(A, j, k), xi + i);
        arb_set(arb_mat_entry(A, i, 3), xi + 3 + i);
    }
}

static void from_motion(arb_ptr xi, const arb_mat_t A)
{
    for (int i = 0; i < 3; i++) {
        arb_set(xi + i, arb_mat_entry(A, (i + 2) % 3, (i + 1) % 3));
        arb_set(xi + 3 + i, arb_mat_entry(A, i, 3));
    }
}

static void define_bracket(arb_ptr out, arb_srcptr xi, arb_srcptr eta)
{
    arb_mat_t A, B, AB;
    arb_mat_init(A, 4, 4);
    arb_mat_init(B, 4, 4);
    arb_mat_init(AB, 4, 4);
    to_motion(A, xi);
    to_motion(B, eta);
    arb_mat_mul(AB, A, B, SE3_HIGH);
    arb_mat_mul(B, B, A, SE3_HIGH);
    arb_mat_sub(A, AB, B, SE3_HIGH);
    from_motion(out, A);
    arb_mat_clear(A);
    arb_mat_clear(B);
    arb_mat_clear(AB);
}

/* I + s A */
static void shifted(arb_mat_t out, int s, const arb_mat_t A)
{
    arb_mat_scalar_mul_2exp_si(out, A, -1);
    if (s < 0) arb_mat_neg(out, out);
    for (slong i = 0; i < arb_mat_nrows(A); i++)
        arb_add_ui(arb_mat_entry(out, i, i), arb_mat_entry(out, i, i), 1, SE3_HIGH);
}

static void define_dcay(arb_ptr out, arb_srcptr xi, arb_srcptr eta)
{
    arb_mat_t A, B, P, M;
    arb_mat_init(A, 4, 4);
    arb_mat_init(B, 4, 4);
    arb_mat_init(P, 4, 4);
    arb_mat_init(M, 4, 4);
    to_motion(A, xi);
    to_motion(B, eta);
    shifted(P, 1, A);
    shifted(M, -1, A);
    arb_mat_mul(P, P, B, SE3_HIGH);
    arb_mat_mul(P, P, M, SE3_HIGH);
    arb_mat_sub(P, P, B, SE3_HIGH);
    from_motion(out, P);
    arb_mat_clear(A);
    arb_mat_clear(B);
    arb_mat_clear(P);
    arb_mat_clear(M);
}

/* exp of the 6 x 6 matrix of ad*_xi */
static void define_exponential(arb_ptr out, arb_srcptr xi, arb_srcptr x)
{
    arb_mat_t S;
    arb_ptr unit = _arb_vec_init(12), column = unit + 6;
    arb_mat_init(S, 6, 6);
    for (int j = 0; j < 6; j++) {
        _arb_vec_zero(unit, 6);
        arb_one(unit + j);
        define_ad(column, xi, unit);
        for (int i = 0; i < 6; i++) arb_set(arb_mat_entry(S, i, j), column + i);
    }
    arb_mat_exp(S, S, SE3_HIGH);
    for (int i = 0; i < 6; i++)
        arb_dot(out + i, NULL, 0, arb_mat_entry(S, i, 0), 1, x, 1, 6, SE3_HIGH);
    arb_mat_clear(S);
    _arb_vec_clear(unit, 12);
}

/* <Ad*_g x, eta> = <x, g eta g^-1>, g = (I - A/2)^-1 (I + A/2), for the unit vectors eta */
static void define_cayley(arb_ptr out, arb_srcptr xi, arb_srcptr x)
{
    arb_mat_t A, g, inverse, B;
    arb_ptr unit = _arb_vec_init(12), moved = unit + 6;
    arb_mat_init(A, 4, 4);
    arb_mat_init(g, 4, 4);
    arb_mat_init(inverse, 4, 4);
    arb_mat_init(B, 4, 4);
    to_motion(A, xi);
    shifted(B, -1, A);
    shifted(g, 1, A);
    assert_true(arb_mat_solve(g, B, g, SE3_HIGH));
    assert_true(arb_mat_inv(inverse, g, SE3_HIGH));
    for (int j = 0; j < 6; j++) {
        _arb_vec_zero(unit, 6);
        arb_one(unit + j);
        to_motion(B, unit);
        arb_mat_mul(B, g, B, SE3_HIGH);
        arb_mat_mul(B, B, inverse, SE3_HIGH);
        from_motion(moved, B);
        arb_dot(out + j, NULL, 0, x, 1, moved, 1, 6, SE3_HIGH);
    }
    arb_mat_clear(A);
    arb_mat_clear(g);
    arb_mat_clear(inverse);
    arb_mat_clear(B);
    _arb_vec_clear(unit, 12);
}

/* 6 x 6: a + e b, e^2 = 0, as ((hat a, 0), (hat b, hat a)) */
static void to_dual(arb_mat_t A, arb_srcptr a, arb_srcptr b)
{
    arb_mat_zero(A);
    for (int i = 0; i < 3; i++)
        for (int part = 0; part < 3; part++) {
            const int row = part > 0 ? 3 : 0, column = part > 1 ? 3 : 0;
            const int j = (i + 1) % 3, k = (i + 2) % 3;
            arb_set(arb_mat_entry(A, row + k, column + j), (part == 1 ? b : a) + i);
            arb_neg(arb_mat_entry(A, row + j, column + k), (part == 1 ? b : a) + i);
        }
}

/* (I + W/2) X (I - W/2) - X, W = omega + e u, X = Gamma + e Pi */
static void define_congruence(arb_ptr out, arb_srcptr xi, arb_srcptr x)
{
    arb_mat_t W, X, P, M;
    arb_mat_init(W, 6, 6);
    arb_mat_init(X, 6, 6);
    arb_mat_init(P, 6, 6);
    arb_mat_init(M, 6, 6);
    to_dual(W, xi, xi + 3);
    to_dual(X, x + 3, x);
    shifted(P, 1, W);
    shifted(M, -1, W);
    arb_mat_mul(P, P, X, SE3_HIGH);
    arb_mat_mul(P, P, M, SE3_HIGH);
    arb_mat_sub(P, P, X, SE3_HIGH);
    for (int i = 0; i < 3; i++) {
        arb_set(out + i, arb_mat_entry(P, 3 + (i + 2) % 3, (i + 1) % 3));
        arb_set(out + 3 + i, arb_mat_entry(P, (i + 2) % 3, (i + 1) % 3));
    }
    arb_mat_clear(W);
    arb_mat_clear(X);
    arb_mat_clear(P);
    arb_mat_clear(M);
}

void se3_subjects(se3_subject list[SE3_ACTIONS], ref_algebra *algebra)
{
    ref_algebra_se3(algebra);
    assert_le(algebra->scratch, SE3_ROOM);
    list[0] = (se3_subject){algebra->ad, define_ad, false};
    list[1] = (se3_subject){algebra->exponential, define_exponential, false};
    list[2] = (se3_subject){algebra->cayley, define_cayley, false};
    list[3] = (se3_subject){algebra->bracket, define_bracket, true};
    list[4] = (se3_subject){algebra->dcay_inverse_change, define_dcay, true};
    list[5] = (se3_subject){algebra->congruence_change, define_congruence, false};
}

void se3_draw(arb_ptr v, uint64_t *state, double length)
{
    for (int i = 0; i < 6; i++) arb_set_d(v + i, rigid_between(state, -1, 1) * length / sqrt(6));
}

se3_room se3_room_new(void)
{
    arb_ptr v = _arb_vec_init(36 + SE3_ROOM);
    return (se3_room){v, v + 6, v + 12, v + 18, v + 24, v + 30, v + 36};
}

void se3_room_free(se3_room r)
{
    _arb_vec_clear(r.xi, 36 + SE3_ROOM);
}

double se3_length(arb_srcptr v)
{
    double sum = 0;
    for (int i = 0; i < 6; i++) {
        double c = arf_get_d(arb_midref(v + i), ARF_RND_NEAR);
        sum += c * c;
    }
    return sqrt(sum);
}
