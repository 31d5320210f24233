/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Point vortices on the sphere, su(2)^n, with noise shared by all of them:
 *     H0 = -(1/4 pi) sum_(i<j) Gamma_i Gamma_j log(1 - c_ij),  c_ij = u_i.u_j,  u = x/|x|,
 *     xi_i = (h/4 pi) sum_j Gamma_j (u_j - c_ij u_i) / ((1 - c_ij) |x_i|) + sum_k dW_k c_k x_ik
 *       e_k.
 * A logarithm is no polynomial, so it is not built of terms.
 * With w = u_j - u_i and s = |w|^2 = 2(1 - c) the bracket is u_i + 2 w/s, which is how it is
 * computed: 1 - c loses no digits when vortices come near each other.  Source: EJLL section 6.3
 * with the norms of (38) unsquared; the implicit stage leaves the sphere, so |x| = 1 is never
 * assumed.  Derivations: ref/scheme/rkmk.md section 5.
 * Tested by tests/ref/test_ref_vortices.c. */
#include "ref/algebra/su2n.h"
#include "ref/algebra/so3_vector.h"
#include "ref/system/casimirs.h"
#include "ref/system/su2n_vortex.h"

/* 1 - c at or below 2^COINCIDENT counts as coincident: s at or below 2^(1 + COINCIDENT) */
enum { COINCIDENT = -40, ROOM = 11 };

static slp_status vortices_read(ref_system *sys, slp_error *err)
{
    slong n = vortex_count(sys);
    if (n == 0) {
        slp_error_set(err, 0, NULL, "gamma", "no strengths; give one for each vortex");
        return SLP_DOMAIN;
    }
    for (slong i = 0; i < n; i++) {
        if (sys->param[VORTEX_GAMMA][i] == 0) {
            slp_error_set(err, 0, NULL, "gamma", "strength %ld is zero; leave that vortex out",
                          (long)i + 1);
            return SLP_DOMAIN;
        }
    }
    if (sys->count[VORTEX_QUAD] != 0 && sys->count[VORTEX_QUAD] != 3) {
        slp_error_set(err, 0, NULL, "quad", "%zu numbers; give 3, or leave it out",
                      sys->count[VORTEX_QUAD]);
        return SLP_DOMAIN;
    }
    ref_algebra_su2n(&sys->algebra, n, sys->param[VORTEX_GAMMA]);
    sys->M = (slong)sys->count[VORTEX_QUAD];
    sys->casimir_count = n;
    sys->pack_size = n + 4; /* the last is scratch */
    return SLP_OK;
}

static void vortices_freeze(arb_ptr pack, const ref_system *sys, const arb_t h, arb_srcptr dW,
                            slong prec)
{
    slong n = vortex_count(sys);
    arb_ptr t = pack + n + 3;
    arb_const_pi(t, prec);
    arb_div(t, h, t, prec);
    arb_mul_2exp_si(t, t, -2);
    for (slong j = 0; j < n; j++) {
        arb_set_d(pack + j, sys->param[VORTEX_GAMMA][j]);
        arb_mul(pack + j, pack + j, t, prec);
    }
    for (slong k = 0; k < 3; k++) {
        arb_zero(pack + n + k);
        if (sys->M == 0) continue;
        arb_set_d(t, sys->param[VORTEX_QUAD][k]);
        arb_mul(pack + n + k, t, dW + k, prec);
    }
}

/* u: n directions; r: n lengths */
static void directions(arb_ptr u, arb_ptr r, const ref_system *sys, arb_srcptr x, slong prec)
{
    for (slong i = 0; i < vortex_count(sys); i++)
        ref_vortex_direction(u + 3 * i, r + i, x + 3 * i, prec);
}

/* out += gamma (u_i + 2 w/s); w, s: 3 + 1 numbers */
static void add_pair(arb_ptr out, const arb_t gamma, arb_srcptr ui, arb_srcptr uj, arb_ptr w,
                     slong prec)
{
    arb_ptr s = w + 3;
    ref_vortex_chord(w, s, ui, uj, prec);
    for (int k = 0; k < 3; k++) {
        arb_div(w + k, w + k, s, prec);
        arb_mul_2exp_si(w + k, w + k, 1);
        arb_add(w + k, w + k, ui + k, prec);
        arb_addmul(out + k, gamma, w + k, prec);
    }
}

/* out = sum over j of gamma_j (u_i + 2 w/s), of which vortex i's drift is 1/r_i times */
static void pairs(arb_ptr out, const ref_system *sys, arb_srcptr pack, arb_srcptr u, slong i,
                  arb_ptr w, slong prec)
{
    _arb_vec_zero(out, 3);
    for (slong j = 0; j < vortex_count(sys); j++)
        if (j != i) add_pair(out, pack + j, u + 3 * i, u + 3 * j, w, prec);
}

static void vortices_generator(arb_ptr xi, const ref_system *sys, arb_srcptr pack, arb_srcptr x,
                               slong prec)
{
    slong n = vortex_count(sys);
    REF_LOCAL_VEC(arb, 4 * n + ROOM, u);
    arb_ptr r = u + 3 * n, w = r + n;
    directions(u, r, sys, x, prec);
    for (slong i = 0; i < n; i++) {
        pairs(xi + 3 * i, sys, pack, u, i, w, prec);
        for (int k = 0; k < 3; k++) {
            if (n > 1) arb_div(xi + 3 * i + k, xi + 3 * i + k, r + i, prec);
            arb_addmul(xi + 3 * i + k, pack + n + k, x + 3 * i + k, prec);
        }
    }
}

/* out += gamma (du_i + (2/s)(dw - 2 w (w.dw)/s)) */
static void add_pair_tangent(arb_ptr out, const arb_t gamma, arb_srcptr ui, arb_srcptr uj,
                             arb_srcptr dui, arb_srcptr duj, arb_ptr w, slong prec)
{
    arb_ptr s = w + 3, dw = w + 4, p = w + 7;
    ref_vortex_chord(w, s, ui, uj, prec);
    _arb_vec_sub(dw, duj, dui, 3, prec);
    so3_dot(p, w, dw, prec);
    arb_mul_2exp_si(p, p, 1);
    arb_div(p, p, s, prec);
    for (int k = 0; k < 3; k++) {
        arb_submul(dw + k, p, w + k, prec);
        arb_div(dw + k, dw + k, s, prec);
        arb_mul_2exp_si(dw + k, dw + k, 1);
        arb_add(dw + k, dw + k, dui + k, prec);
        arb_addmul(out + k, gamma, dw + k, prec);
    }
}

/* dr = u.dx, du = (dx - dr u)/r */
static void direction_tangent(arb_ptr du, arb_t dr, arb_srcptr u, const arb_t r, arb_srcptr dx,
                              slong prec)
{
    so3_dot(dr, u, dx, prec);
    for (int k = 0; k < 3; k++) {
        arb_set(du + k, dx + k);
        arb_submul(du + k, dr, u + k, prec);
        arb_div(du + k, du + k, r, prec);
    }
}

/* dxi_i = (d pairs - (dr/r) pairs)/r + noise */
static void vortices_generator_tangent(arb_ptr dxi, const ref_system *sys, arb_srcptr pack,
                                       arb_srcptr x, arb_srcptr dx, slong prec)
{
    slong n = vortex_count(sys);
    REF_LOCAL_VEC(arb, 8 * n + ROOM, u);
    arb_ptr r = u + 3 * n, du = r + n, dr = du + 3 * n, w = dr + n;
    arb_ptr sum = w + 8;
    directions(u, r, sys, x, prec);
    for (slong i = 0; i < n; i++)
        direction_tangent(du + 3 * i, dr + i, u + 3 * i, r + i, dx + 3 * i, prec);
    for (slong i = 0; i < n; i++) {
        arb_ptr out = dxi + 3 * i;
        pairs(sum, sys, pack, u, i, w, prec);
        _arb_vec_zero(out, 3);
        for (slong j = 0; j < n; j++)
            if (j != i)
                add_pair_tangent(out, pack + j, u + 3 * i, u + 3 * j, du + 3 * i, du + 3 * j, w,
                                 prec);
        for (int k = 0; k < 3; k++) {
            if (n > 1) {
                arb_div(w, dr + i, r + i, prec);
                arb_submul(out + k, w, sum + k, prec);
                arb_div(out + k, out + k, r + i, prec);
            }
            arb_addmul(out + k, pack + n + k, dx + 3 * i + k, prec);
        }
    }
}

static void vortices_energy(arb_t energy, const ref_system *sys, arb_srcptr x, slong prec)
{
    slong n = vortex_count(sys);
    REF_LOCAL_VEC(arb, 4 * n + 6, u);
    arb_ptr r = u + 3 * n, w = r + n, s = w + 3, sum = w + 4, g = w + 5;
    directions(u, r, sys, x, prec);
    for (slong j = 1; j < n; j++)
        for (slong i = 0; i < j; i++) {
            ref_vortex_chord(w, s, u + 3 * i, u + 3 * j, prec);
            arb_mul_2exp_si(s, s, -1);
            arb_log(s, s, prec);
            arb_set_d(g, sys->param[VORTEX_GAMMA][i]);
            arb_mul(s, s, g, prec);
            arb_set_d(g, sys->param[VORTEX_GAMMA][j]);
            arb_submul(sum, s, g, prec);
        }
    arb_const_pi(g, prec);
    arb_div(sum, sum, g, prec);
    arb_mul_2exp_si(energy, sum, -2);
}

static bool vanishes(arb_srcptr x)
{
    return arb_is_zero(x) && arb_is_zero(x + 1) && arb_is_zero(x + 2);
}

/* False where a vortex has no direction, or two provably coincide. */
static bool vortices_domain(const ref_system *sys, arb_srcptr x, slong prec)
{
    slong n = vortex_count(sys);
    REF_LOCAL_VEC(arb, 4 * n + 5, u);
    arb_ptr r = u + 3 * n, w = r + n, s = w + 3, bound = w + 4;
    bool inside = true;
    for (slong i = 0; i < n; i++) inside = inside && !vanishes(x + 3 * i);
    if (inside) {
        arb_one(bound);
        arb_mul_2exp_si(bound, bound, 1 + COINCIDENT);
        directions(u, r, sys, x, prec);
        for (slong j = 1; j < n; j++)
            for (slong i = 0; i < j; i++) {
                ref_vortex_chord(w, s, u + 3 * i, u + 3 * j, prec);
                if (arb_le(s, bound)) inside = false;
            }
    }
    return inside;
}

const ref_system_table ref_system_point_vortices = {
    .name = "point-vortices",
    .read = vortices_read,
    .keys = {"gamma", "quad", NULL},
    .freeze = vortices_freeze,
    .generator = vortices_generator,
    .generator_tangent = vortices_generator_tangent,
    .generator_lipschitz = ref_vortex_lipschitz,
    .energy = vortices_energy,
    .casimir_name = ref_su2n_casimir_name,
    .casimirs = ref_vector_casimirs,
    .domain = vortices_domain,
    .terms = ref_vortex_terms,
    .factors = ref_vortex_factors,
    .factor = ref_vortex_factor,
    .factor_tangent = ref_vortex_factor_tangent,
    .factor_lipschitz = ref_vortex_factor_lipschitz,
    .factor_terms = ref_vortex_factor_terms,
};
