/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Factors of the point vortices: the energy of one pair i < j, and the noise about one axis.  With
 * w = u_j - u_i, s = |w|^2 = 2(1 - c) and
 *     turn = kappa (Gamma_i x_i + Gamma_j x_j),  kappa = h/(2 pi s |x_i| |x_j|),
 * both vortices of a pair turn about the same vector, which the turn leaves where it is.
 * Derivation: ref/scheme/splitting.md section 2.  Tested by tests/ref/test_ref_splitting.c. */
#include "ref/algebra/so3_vector.h"
#include "ref/system/su2n_vortex.h"

/* The pair's directions and lengths, chord, kappa and turn; one block of ROOM numbers. */
typedef struct vortex_pair {
    slong i, j;
    arb_ptr ui, uj, ri, rj, w, s, kappa, turn, spare;
} vortex_pair;
enum { ROOM = 18, BOUND_PREC = 64 };

static slong pair_count(const ref_system *sys)
{
    const slong n = vortex_count(sys);
    return n * (n - 1) / 2;
}

slong ref_vortex_factors(const ref_system *sys)
{
    return pair_count(sys) + sys->M;
}

/* kappa's numerator and denominator from the lengths and the chord */
static void set_turn(vortex_pair *p, const ref_system *sys, const arb_t h, arb_srcptr xi,
                     arb_srcptr xj, slong prec)
{
    arb_const_pi(p->spare, prec);
    arb_mul(p->spare, p->spare, p->s, prec);
    arb_mul_2exp_si(p->spare, p->spare, 1);
    arb_mul(p->spare, p->spare, p->ri, prec);
    arb_mul(p->spare, p->spare, p->rj, prec);
    arb_div(p->kappa, h, p->spare, prec);
    for (int k = 0; k < 3; k++) {
        arb_set_d(p->spare, sys->param[VORTEX_GAMMA][p->i]);
        arb_mul(p->turn + k, p->spare, xi + k, prec);
        arb_set_d(p->spare, sys->param[VORTEX_GAMMA][p->j]);
        arb_addmul(p->turn + k, p->spare, xj + k, prec);
        arb_mul(p->turn + k, p->turn + k, p->kappa, prec);
    }
}

static void pair_init(vortex_pair *p, const ref_system *sys, slong k, const arb_t h, arb_srcptr x,
                      slong prec)
{
    arb_ptr all = _arb_vec_init(ROOM);
    slong i = 0, row = vortex_count(sys) - 1;
    for (; k >= row; row--, i++) k -= row;
    *p = (vortex_pair){.i = i,
                       .j = i + 1 + k,
                       .ui = all,
                       .uj = all + 3,
                       .ri = all + 6,
                       .rj = all + 7,
                       .w = all + 8,
                       .s = all + 11,
                       .kappa = all + 12,
                       .turn = all + 13,
                       .spare = all + 16};
    ref_vortex_direction(p->ui, p->ri, x + 3 * p->i, prec);
    ref_vortex_direction(p->uj, p->rj, x + 3 * p->j, prec);
    ref_vortex_chord(p->w, p->s, p->ui, p->uj, prec);
    set_turn(p, sys, h, x + 3 * p->i, x + 3 * p->j, prec);
}

static void pair_clear(vortex_pair *p)
{
    _arb_vec_clear(p->ui, ROOM);
}

/* c dW x_ik about axis k, for each vortex */
static void along_axis(arb_ptr xi, const ref_system *sys, slong k, arb_srcptr dW, arb_srcptr x,
                       slong prec)
{
    REF_LOCAL(arb, c);
    arb_set_d(c, sys->param[VORTEX_QUAD][k]);
    arb_mul(c, c, dW + k, prec);
    for (slong i = 0; i < vortex_count(sys); i++) arb_mul(xi + 3 * i + k, c, x + 3 * i + k, prec);
}

void ref_vortex_factor(arb_ptr xi, const ref_system *sys, slong k, const arb_t h, arb_srcptr dW,
                       arb_srcptr x, slong prec)
{
    vortex_pair p;
    _arb_vec_zero(xi, sys->algebra.d);
    if (k >= pair_count(sys)) {
        along_axis(xi, sys, k - pair_count(sys), dW, x, prec);
        return;
    }
    pair_init(&p, sys, k, h, x, prec);
    _arb_vec_set(xi + 3 * p.i, p.turn, 3);
    _arb_vec_set(xi + 3 * p.j, p.turn, 3);
    pair_clear(&p);
}

/* relative = dr/r and du along dx, of a direction u = x/r */
static void direction_tangent(arb_t relative, arb_ptr du, arb_srcptr u, const arb_t r,
                              arb_srcptr dx, slong prec)
{
    so3_dot(relative, u, dx, prec);
    for (int k = 0; k < 3; k++) {
        arb_set(du + k, dx + k);
        arb_submul(du + k, relative, u + k, prec);
        arb_div(du + k, du + k, r, prec);
    }
    arb_div(relative, relative, r, prec);
}

/* d turn = -(ds/s + dr_i/r_i + dr_j/r_j) turn + kappa (Gamma_i dx_i + Gamma_j dx_j), ds = 2 w.dw */
void ref_vortex_factor_tangent(arb_ptr dxi, const ref_system *sys, slong k, const arb_t h,
                               arb_srcptr dW, arb_srcptr x, arb_srcptr dx, slong prec)
{
    enum { DUI = 0, DUJ = 3, SUM = 6, PART = 7, TURN = 8, NUMBERS = 11 };
    vortex_pair p;
    arb_ptr v;
    _arb_vec_zero(dxi, sys->algebra.d);
    if (k >= pair_count(sys)) {
        along_axis(dxi, sys, k - pair_count(sys), dW, dx, prec);
        return;
    }
    pair_init(&p, sys, k, h, x, prec);
    v = _arb_vec_init(NUMBERS);
    direction_tangent(v + SUM, v + DUI, p.ui, p.ri, dx + 3 * p.i, prec);
    direction_tangent(v + PART, v + DUJ, p.uj, p.rj, dx + 3 * p.j, prec);
    arb_add(v + SUM, v + SUM, v + PART, prec);
    _arb_vec_sub(v + DUJ, v + DUJ, v + DUI, 3, prec);
    so3_dot(v + PART, p.w, v + DUJ, prec);
    arb_mul_2exp_si(v + PART, v + PART, 1);
    arb_div(v + PART, v + PART, p.s, prec);
    arb_add(v + SUM, v + SUM, v + PART, prec);
    for (int c = 0; c < 3; c++) {
        arb_set_d(v + PART, sys->param[VORTEX_GAMMA][p.i]);
        arb_mul(v + TURN + c, v + PART, dx + 3 * p.i + c, prec);
        arb_set_d(v + PART, sys->param[VORTEX_GAMMA][p.j]);
        arb_addmul(v + TURN + c, v + PART, dx + 3 * p.j + c, prec);
        arb_mul(v + TURN + c, v + TURN + c, p.kappa, prec);
        arb_submul(v + TURN + c, v + SUM, p.turn + c, prec);
    }
    _arb_vec_set(dxi + 3 * p.i, v + TURN, 3);
    _arb_vec_set(dxi + 3 * p.j, v + TURN, 3);
    _arb_vec_clear(v, NUMBERS);
    pair_clear(&p);
}

static void noise_lipschitz(mag_t lip, const ref_system *sys, slong k, arb_srcptr dW)
{
    REF_LOCAL(arb, c);
    arb_set_d(c, sys->param[VORTEX_QUAD][k]);
    arb_mul(c, c, dW + k, BOUND_PREC);
    arb_get_mag(lip, c);
}

/* sum = |Gamma_i| a + |Gamma_j| b */
static void weighted(mag_t sum, const ref_system *sys, const vortex_pair *p, const mag_t a,
                     const mag_t b)
{
    REF_LOCAL(mag, gamma);
    mag_set_d(gamma, sys->param[VORTEX_GAMMA][p->i]);
    mag_mul(sum, gamma, a);
    mag_set_d(gamma, sys->param[VORTEX_GAMMA][p->j]);
    mag_addmul(sum, gamma, b);
}

/* Over the ball, by the tangent above with |dx_i|, |dx_j| <= 1 and |dw| <= |dx_i|/r_i + |dx_j|/r_j:
 *     sqrt(2) (|turn| (2/sqrt(s) + 1)(1/r_i + 1/r_j) + kappa (|Gamma_i| + |Gamma_j|)) */
void ref_vortex_factor_lipschitz(mag_t lip, const ref_system *sys, slong k, const arb_t h,
                                 arb_srcptr dW, arb_srcptr x, const mag_t R)
{
    vortex_pair p;
    arb_ptr ball;
    if (k >= pair_count(sys)) {
        noise_lipschitz(lip, sys, k - pair_count(sys), dW);
        return;
    }
    ball = _arb_vec_init(sys->algebra.d);
    REF_LOCAL(arb, square, inverse);
    REF_LOCAL(mag, one, weights);
    for (slong i = 0; i < sys->algebra.d; i++) {
        arb_set(ball + i, x + i);
        arb_add_error_mag(ball + i, R);
    }
    pair_init(&p, sys, k, h, ball, BOUND_PREC);
    so3_dot(square, p.turn, p.turn, BOUND_PREC);
    arb_sqrtpos(square, square, BOUND_PREC);
    arb_rsqrt(inverse, p.s, BOUND_PREC);
    arb_mul_2exp_si(inverse, inverse, 1);
    arb_add_ui(inverse, inverse, 1, BOUND_PREC);
    arb_mul(square, square, inverse, BOUND_PREC);
    arb_inv(inverse, p.ri, BOUND_PREC);
    arb_inv(p.spare, p.rj, BOUND_PREC);
    arb_add(inverse, inverse, p.spare, BOUND_PREC);
    arb_mul(square, square, inverse, BOUND_PREC);
    mag_one(one);
    weighted(weights, sys, &p, one, one);
    arb_get_mag(one, p.kappa);
    mag_mul(weights, weights, one);
    arb_get_mag(lip, square);
    mag_add(lip, lip, weights);
    mag_set_ui(one, 2);
    mag_sqrt(one, one);
    mag_mul(lip, lip, one);
    pair_clear(&p);
    _arb_vec_clear(ball, sys->algebra.d);
}

/* sqrt(2) |kappa| (|Gamma_i x_i| + |Gamma_j x_j|): the two parts of a turn may cancel; 1 - c does,
 * by 4/(1 - c) = 8/s */
void ref_vortex_factor_terms(mag_t terms, mag_t condition, const ref_system *sys, slong k,
                             const arb_t h, arb_srcptr dW, arb_srcptr x)
{
    vortex_pair p;
    REF_LOCAL(mag, one, other);
    if (k >= pair_count(sys)) {
        REF_LOCAL_VEC(arb, sys->algebra.d, xi);
        along_axis(xi, sys, k - pair_count(sys), dW, x, BOUND_PREC);
        sys->algebra.norm(terms, &sys->algebra, xi);
    } else {
        pair_init(&p, sys, k, h, x, BOUND_PREC);
        arb_get_mag(one, p.ri);
        arb_get_mag(other, p.rj);
        weighted(terms, sys, &p, one, other);
        arb_get_mag(one, p.kappa);
        mag_mul(terms, terms, one);
        mag_set_ui(one, 2);
        mag_sqrt(one, one);
        mag_mul(terms, terms, one);
        arb_get_mag_lower(one, p.s);
        mag_set_ui(other, 8);
        mag_div(condition, other, one);
        mag_add_ui(condition, condition, 1);
        pair_clear(&p);
    }
}
