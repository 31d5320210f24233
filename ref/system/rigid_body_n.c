/* The free rigid body in n dimensions with quadratic noise, so(n): H0 = sum_i x_i^2 / (2 I_i) over
 * the coordinates i < j,
 *     Xi_i(x; h, dW) = (h / I_i + c dW_i) x_i,
 * linear and diagonal, frozen as its d weights.  Casimirs: Tr X^2k, and for even n the Pfaffian,
 * whose square replaces the last trace.  Source: EJLL section 6.2, I = 1, 2, ..., d where it is
 * left out.  Pinned by tests/ref/test_ref_matrix_systems.c, tests/ref/test_ref_golden.c. */
#include "ref/matrix/son.h"
#include "ref/matrix/matrix.h"
#include "ref/system/casimirs.h"
#include "ref/system/diagonal.h"
#include "ref/system/system.h"

enum { SIZE, INERTIA, QUAD };

static double moment(const ref_system *sys, slong i)
{
    return sys->count[INERTIA] ? sys->param[INERTIA][i] : (double)(i + 1);
}

static slp_status body_read(ref_system *sys, slp_error *err)
{
    double size = sys->count[SIZE] == 1 ? sys->param[SIZE][0] : 0;
    slong n = size >= 2 && size <= SLP_MAX_MATRIX ? (slong)size : 0, d = n * (n - 1) / 2;
    if (n == 0 || (double)n != size) {
        slp_error_set(err, 0, NULL, "n", "give one whole number from 2 to %d", SLP_MAX_MATRIX);
        return SLP_DOMAIN;
    }
    if (sys->count[INERTIA] && sys->count[INERTIA] != (size_t)d) {
        slp_error_set(err, 0, NULL, "inertia", "%zu numbers; give %ld, one for each coordinate",
                      sys->count[INERTIA], (long)d);
        return SLP_DOMAIN;
    }
    if (ref_moment_is_zero(sys->param[INERTIA], sys->count[INERTIA], err)) return SLP_DOMAIN;
    if (sys->count[QUAD] > 1) {
        slp_error_set(err, 0, NULL, "quad", "%zu numbers; give 1, or leave it out",
                      sys->count[QUAD]);
        return SLP_DOMAIN;
    }
    ref_algebra_son(&sys->algebra, n);
    sys->M = sys->count[QUAD] ? d : 0;
    sys->casimir_count = n / 2;
    sys->pack_size = d + 1; /* the weights, 1 scratch */
    return SLP_OK;
}

static void body_freeze(arb_ptr pack, const ref_system *sys, const arb_t h, arb_srcptr dW,
                        slong prec)
{
    slong d = sys->algebra.d;
    arb_ptr c = pack + d;
    for (slong i = 0; i < d; i++) {
        arb_set_d(c, moment(sys, i));
        arb_div(pack + i, h, c, prec);
        if (sys->M > 0) {
            arb_set_d(c, sys->param[QUAD][0]);
            arb_addmul(pack + i, c, dW + i, prec);
        }
    }
}

static void body_generator(arb_ptr xi, const ref_system *sys, arb_srcptr pack, arb_srcptr x,
                           slong prec)
{
    ref_diagonal_apply(xi, pack, x, sys->algebra.d, prec);
}

static void body_generator_tangent(arb_ptr dxi, const ref_system *sys, arb_srcptr pack,
                                   arb_srcptr x, arb_srcptr dx, slong prec)
{
    (void)x;
    body_generator(dxi, sys, pack, dx, prec);
}

static void body_generator_lipschitz(mag_t lip, const ref_system *sys, arb_srcptr pack,
                                     arb_srcptr x, const mag_t R)
{
    (void)x;
    (void)R;
    ref_diagonal_lipschitz(lip, pack, sys->algebra.d);
}

static void body_energy(arb_t energy, const ref_system *sys, arb_srcptr x, slong prec)
{
    arb_t sum, term, inertia;
    arb_init(sum);
    arb_init(term);
    arb_init(inertia);
    for (slong i = 0; i < sys->algebra.d; i++) {
        arb_set_d(inertia, moment(sys, i));
        arb_sqr(term, x + i, prec);
        arb_div(term, term, inertia, prec);
        arb_add(sum, sum, term, prec);
    }
    arb_mul_2exp_si(energy, sum, -1);
    arb_clear(sum);
    arb_clear(term);
    arb_clear(inertia);
}

/* |h I^-1 x| + sum_k |c dW_k x_k|: the noises act on one coordinate each */
static void body_terms(mag_t terms, mag_t condition, const ref_system *sys, arb_srcptr x,
                       const arb_t h, arb_srcptr dW)
{
    slong d = sys->algebra.d;
    arb_t number, inertia;
    mag_t one, square;
    (void)condition;
    arb_init(number);
    arb_init(inertia);
    mag_init(one);
    mag_init(square);
    for (slong i = 0; i < d; i++) {
        arb_set_d(inertia, moment(sys, i));
        arb_div(number, x + i, inertia, MAG_BITS + 2);
        arb_mul(number, number, h, MAG_BITS + 2);
        arb_get_mag(one, number);
        mag_addmul(square, one, one);
    }
    mag_sqrt(terms, square);
    for (slong k = 0; k < sys->M; k++) {
        arb_set_d(number, sys->param[QUAD][0]);
        arb_mul(number, number, dW + k, MAG_BITS + 2);
        arb_mul(number, number, x + k, MAG_BITS + 2);
        arb_get_mag(one, number);
        mag_add(terms, terms, one);
    }
    arb_clear(number);
    arb_clear(inertia);
    mag_clear(one);
    mag_clear(square);
}

/* ---- Factors: x_i^2/(2 I_i) with the noise of coordinate i, which turns in the plane of i ---- */

static slong body_factors(const ref_system *sys)
{
    return sys->algebra.d;
}

/* h/I_i + c dW_i */
static void weight(arb_t out, const ref_system *sys, slong i, const arb_t h, arb_srcptr dW,
                   slong prec)
{
    arb_t number;
    arb_init(number);
    arb_set_d(number, moment(sys, i));
    arb_div(out, h, number, prec);
    if (sys->M) {
        arb_set_d(number, sys->param[QUAD][0]);
        arb_addmul(out, number, dW + i, prec);
    }
    arb_clear(number);
}

static void body_factor(arb_ptr xi, const ref_system *sys, slong i, const arb_t h, arb_srcptr dW,
                        arb_srcptr x, slong prec)
{
    _arb_vec_zero(xi, sys->algebra.d);
    weight(xi + i, sys, i, h, dW, prec);
    arb_mul(xi + i, xi + i, x + i, prec);
}

static void body_factor_tangent(arb_ptr dxi, const ref_system *sys, slong i, const arb_t h,
                                arb_srcptr dW, arb_srcptr x, arb_srcptr dx, slong prec)
{
    (void)x;
    body_factor(dxi, sys, i, h, dW, dx, prec);
}

static void body_factor_lipschitz(mag_t lip, const ref_system *sys, slong i, const arb_t h,
                                  arb_srcptr dW, arb_srcptr x, const mag_t R)
{
    arb_t number;
    (void)x;
    (void)R;
    arb_init(number);
    weight(number, sys, i, h, dW, MAG_BITS + 2);
    arb_get_mag(lip, number);
    arb_clear(number);
}

const ref_system_table ref_system_rigid_body_n = {
    .name = "rigid-body-n",
    .read = body_read,
    .keys = {"n", "inertia", "quad", NULL},
    .freeze = body_freeze,
    .generator = body_generator,
    .generator_tangent = body_generator_tangent,
    .generator_lipschitz = body_generator_lipschitz,
    .energy = body_energy,
    .casimir_name = ref_son_casimir_name,
    .casimirs = ref_son_casimirs,
    .terms = body_terms,
    .factors = body_factors,
    .factor = body_factor,
    .factor_tangent = body_factor_tangent,
    .factor_lipschitz = body_factor_lipschitz,
};
