/* The free rigid body with noise, so(3): H0 = x.I^-1 x / 2, Casimir |x|^2,
 *     Xi(x; h, dW) = h I^-1 x + sum_k dW_k c_k x_k e_k + sum_k dW_(q+k) chi_k,
 * q = 3 where `quad` = c is given and 0 otherwise: the quadratic Hamiltonians' increments come
 * first.  An affine map, frozen as three weights and a constant: Xi_i = pack_i x_i + pack_(3+i).
 * Source: EJLL section 6.1, GBW section 7.  Pinned by tests/ref/test_ref_rigid_body.c. */
#include "ref/algebra/so3.h"
#include "ref/system/diagonal.h"
#include "ref/system/system.h"

enum { INERTIA, QUAD, LIN };

static slp_status rigid_body_read(ref_system *sys, slp_error *err)
{
    ref_algebra_so3(&sys->algebra);
    if (sys->count[INERTIA] != 3) {
        slp_error_set(err, 0, NULL, "inertia", "%zu numbers; give the 3 moments of inertia",
                      sys->count[INERTIA]);
        return SLP_DOMAIN;
    }
    if (ref_moment_is_zero(sys->param[INERTIA], 3, err)) return SLP_DOMAIN;
    if (sys->count[QUAD] != 0 && sys->count[QUAD] != 3) {
        slp_error_set(err, 0, NULL, "quad", "%zu numbers; give 3, or leave it out",
                      sys->count[QUAD]);
        return SLP_DOMAIN;
    }
    if (sys->count[LIN] % 3 != 0) {
        slp_error_set(err, 0, NULL, "lin", "%zu numbers; give 3 for each noise", sys->count[LIN]);
        return SLP_DOMAIN;
    }
    sys->M = (slong)(sys->count[QUAD] + sys->count[LIN] / 3);
    sys->casimir_count = 1;
    sys->pack_size = 7; /* 3 weights, 3 constants, 1 scratch */
    return SLP_OK;
}

static void rigid_body_freeze(arb_ptr pack, const ref_system *sys, const arb_t h, arb_srcptr dW,
                              slong prec)
{
    arb_ptr c = pack + 6;
    slong q = (slong)sys->count[QUAD], noises = (slong)sys->count[LIN] / 3;
    for (slong i = 0; i < 3; i++) {
        arb_set_d(c, sys->param[INERTIA][i]);
        arb_div(pack + i, h, c, prec);
        if (q > 0) {
            arb_set_d(c, sys->param[QUAD][i]);
            arb_addmul(pack + i, c, dW + i, prec);
        }
        arb_zero(pack + 3 + i);
        for (slong k = 0; k < noises; k++) {
            arb_set_d(c, sys->param[LIN][3 * k + i]);
            arb_addmul(pack + 3 + i, c, dW + q + k, prec);
        }
    }
}

static void rigid_body_generator(arb_ptr xi, const ref_system *sys, arb_srcptr pack, arb_srcptr x,
                                 slong prec)
{
    (void)sys;
    ref_diagonal_apply(xi, pack, x, 3, prec);
    _arb_vec_add(xi, xi, pack + 3, 3, prec);
}

static void rigid_body_generator_tangent(arb_ptr dxi, const ref_system *sys, arb_srcptr pack,
                                         arb_srcptr x, arb_srcptr dx, slong prec)
{
    (void)sys;
    (void)x;
    ref_diagonal_apply(dxi, pack, dx, 3, prec);
}

static void rigid_body_generator_lipschitz(mag_t lip, const ref_system *sys, arb_srcptr pack,
                                           arb_srcptr x, const mag_t R)
{
    (void)sys;
    (void)x;
    (void)R;
    ref_diagonal_lipschitz(lip, pack, 3);
}

static void rigid_body_energy(arb_t energy, const ref_system *sys, arb_srcptr x, slong prec)
{
    arb_t sum, term, inertia;
    arb_init(sum);
    arb_init(term);
    arb_init(inertia);
    for (int i = 0; i < 3; i++) {
        arb_set_d(inertia, sys->param[INERTIA][i]);
        arb_sqr(term, x + i, prec);
        arb_div(term, term, inertia, prec);
        arb_add(sum, sum, term, prec);
    }
    arb_mul_2exp_si(energy, sum, -1);
    arb_clear(sum);
    arb_clear(term);
    arb_clear(inertia);
}

static void rigid_body_casimirs(arb_ptr values, const ref_system *sys, arb_srcptr x, slong prec)
{
    arb_t sum, term;
    (void)sys;
    arb_init(sum);
    arb_init(term);
    for (int i = 0; i < 3; i++) {
        arb_sqr(term, x + i, prec);
        arb_add(sum, sum, term, prec);
    }
    arb_swap(values, sum);
    arb_clear(sum);
    arb_clear(term);
}

static void rigid_body_casimir_name(char name[32], const ref_system *sys, slong i)
{
    (void)sys;
    (void)i;
    snprintf(name, 32, "|x|^2");
}

/* ---- Factors: x_k^2/(2 I_k) with the noise of axis k, which turns about e_k by weight x_k; then
 * each noise of lin, a constant turn. ---- */

static slong rigid_body_factors(const ref_system *sys)
{
    return 3 + (slong)sys->count[LIN] / 3;
}

/* h/I_k + c_k dW_k, k < 3 */
static void weight(arb_t out, const ref_system *sys, slong k, const arb_t h, arb_srcptr dW,
                   slong prec)
{
    arb_t number;
    arb_init(number);
    arb_set_d(number, sys->param[INERTIA][k]);
    arb_div(out, h, number, prec);
    if (sys->count[QUAD]) {
        arb_set_d(number, sys->param[QUAD][k]);
        arb_addmul(out, number, dW + k, prec);
    }
    arb_clear(number);
}

static void rigid_body_factor(arb_ptr xi, const ref_system *sys, slong k, const arb_t h,
                              arb_srcptr dW, arb_srcptr x, slong prec)
{
    if (k < 3) {
        _arb_vec_zero(xi, 3);
        weight(xi + k, sys, k, h, dW, prec);
        arb_mul(xi + k, xi + k, x + k, prec);
        return;
    }
    for (slong i = 0; i < 3; i++) {
        arb_set_d(xi + i, sys->param[LIN][3 * (k - 3) + i]);
        arb_mul(xi + i, xi + i, dW + (slong)sys->count[QUAD] + k - 3, prec);
    }
}

static void rigid_body_factor_tangent(arb_ptr dxi, const ref_system *sys, slong k, const arb_t h,
                                      arb_srcptr dW, arb_srcptr x, arb_srcptr dx, slong prec)
{
    (void)x;
    if (k < 3)
        rigid_body_factor(dxi, sys, k, h, dW, dx, prec);
    else
        _arb_vec_zero(dxi, 3);
}

static void rigid_body_factor_lipschitz(mag_t lip, const ref_system *sys, slong k, const arb_t h,
                                        arb_srcptr dW, arb_srcptr x, const mag_t R)
{
    arb_t number;
    (void)x;
    (void)R;
    mag_zero(lip);
    if (k >= 3) return;
    arb_init(number);
    weight(number, sys, k, h, dW, MAG_BITS + 2);
    arb_get_mag(lip, number);
    arb_clear(number);
}

const ref_system_table ref_system_rigid_body = {
    .name = "rigid-body",
    .read = rigid_body_read,
    .keys = {"inertia", "quad", "lin", NULL},
    .freeze = rigid_body_freeze,
    .generator = rigid_body_generator,
    .generator_tangent = rigid_body_generator_tangent,
    .generator_lipschitz = rigid_body_generator_lipschitz,
    .energy = rigid_body_energy,
    .casimir_name = rigid_body_casimir_name,
    .casimirs = rigid_body_casimirs,
    .factors = rigid_body_factors,
    .factor = rigid_body_factor,
    .factor_tangent = rigid_body_factor_tangent,
    .factor_lipschitz = rigid_body_factor_lipschitz,
};
