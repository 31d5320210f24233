/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A system seen from a turned frame: H'(y) = H(Ad*_g y), whose generator is Xi'(y) = Ad_g Xi(Ad*_g
 * y).  Every scheme that uses only the group's structure is covariant, Psi'(Ad*_{g^-1} x) =
 * Ad*_{g^-1} Psi(x), whatever the Hamiltonian.  Tested by props/law/covariance.c. */
#include "oracle/contract/number/float_environment.h"
#include "ref/system/system.h"

#include <stdlib.h>

typedef struct frame_of {
    const ref_system *inner; /* the caller's */
    acb_mat_t g, inverse;
} frame_of;

/* out = g xi g^-1, through matrices */
static void adjoint(arb_ptr out, const ref_algebra *algebra, const acb_mat_t g,
                    const acb_mat_t inverse, arb_srcptr xi, slong prec)
{
    REF_LOCAL_MAT(acb, algebra->n, algebra->n, X, Y);
    algebra->to_matrix(X, algebra, xi, prec);
    acb_mat_mul(Y, g, X, prec);
    acb_mat_mul(X, Y, inverse, prec);
    algebra->from_matrix(out, algebra, X, prec);
}

/* out = Ad*_g y */
static void back(arb_ptr out, const frame_of *own, arb_srcptr y, slong prec)
{
    own->inner->algebra.spatial(out, &own->inner->algebra, own->inverse, y, prec);
}

static void turned_freeze(arb_ptr pack, const ref_system *sys, const arb_t h, arb_srcptr dW,
                          slong prec)
{
    const frame_of *own = sys->own;
    own->inner->table->freeze(pack, own->inner, h, dW, prec);
}

static void turned_generator(arb_ptr xi, const ref_system *sys, arb_srcptr pack, arb_srcptr x,
                             slong prec)
{
    const frame_of *own = sys->own;
    slong d = sys->algebra.d;
    REF_LOCAL_VEC(arb, d, at, inner);
    back(at, own, x, prec);
    own->inner->table->generator(inner, own->inner, pack, at, prec);
    adjoint(xi, &sys->algebra, own->g, own->inverse, inner, prec);
}

static void turned_generator_tangent(arb_ptr dxi, const ref_system *sys, arb_srcptr pack,
                                     arb_srcptr x, arb_srcptr dx, slong prec)
{
    const frame_of *own = sys->own;
    slong d = sys->algebra.d;
    REF_LOCAL_VEC(arb, d, at, along, inner);
    back(at, own, x, prec);
    back(along, own, dx, prec);
    own->inner->table->generator_tangent(inner, own->inner, pack, at, along, prec);
    adjoint(dxi, &sys->algebra, own->g, own->inverse, inner, prec);
}

/* |Ad*_g y|, |Ad_g xi| <= |g|_F |g^-1|_F times as much.  Where the algebra's J is the identity both
 * are isometries. */
static void distortion(mag_t factor, const ref_system *sys)
{
    const frame_of *own = sys->own;
    mag_one(factor);
    if (!sys->algebra.form) return;
    REF_LOCAL(mag, other);
    acb_mat_bound_frobenius_norm(factor, own->g);
    acb_mat_bound_frobenius_norm(other, own->inverse);
    mag_mul(factor, factor, other);
}

static void turned_generator_lipschitz(mag_t lip, const ref_system *sys, arb_srcptr pack,
                                       arb_srcptr x, const mag_t R)
{
    enum { PREC = 128 };
    const frame_of *own = sys->own;
    REF_LOCAL_VEC(arb, sys->algebra.d, at);
    REF_LOCAL(mag, factor, radius);
    distortion(factor, sys);
    back(at, own, x, PREC);
    mag_mul(radius, factor, R);
    own->inner->table->generator_lipschitz(lip, own->inner, pack, at, radius);
    mag_mul(lip, lip, factor);
    mag_mul(lip, lip, factor);
}

static void turned_energy(arb_t energy, const ref_system *sys, arb_srcptr x, slong prec)
{
    const frame_of *own = sys->own;
    REF_LOCAL_VEC(arb, sys->algebra.d, at);
    back(at, own, x, prec);
    own->inner->table->energy(energy, own->inner, at, prec);
}

static void turned_casimir_name(char name[32], const ref_system *sys, slong i)
{
    const frame_of *own = sys->own;
    own->inner->table->casimir_name(name, own->inner, i);
}

static void turned_casimirs(arb_ptr values, const ref_system *sys, arb_srcptr x, slong prec)
{
    const frame_of *own = sys->own;
    own->inner->table->casimirs(values, own->inner, x, prec);
}

static bool turned_domain(const ref_system *sys, arb_srcptr x, slong prec)
{
    const frame_of *own = sys->own;
    const ref_system_table *table = own->inner->table;
    REF_LOCAL_VEC(arb, sys->algebra.d, at);
    bool inside = true;
    back(at, own, x, prec);
    if (table->domain) inside = table->domain(own->inner, at, prec);
    return inside;
}

/* ---- Factors: those of the inner system, turned ---- */

static slong turned_factors(const ref_system *sys)
{
    const ref_system *inner = ((const frame_of *)sys->own)->inner;
    return inner->table->factors ? inner->table->factors(inner) : -1;
}

static void turned_factor(arb_ptr xi, const ref_system *sys, slong k, const arb_t h, arb_srcptr dW,
                          arb_srcptr x, slong prec)
{
    const frame_of *own = sys->own;
    slong d = sys->algebra.d;
    REF_LOCAL_VEC(arb, d, at, inner);
    back(at, own, x, prec);
    own->inner->table->factor(inner, own->inner, k, h, dW, at, prec);
    adjoint(xi, &sys->algebra, own->g, own->inverse, inner, prec);
}

static void turned_factor_tangent(arb_ptr dxi, const ref_system *sys, slong k, const arb_t h,
                                  arb_srcptr dW, arb_srcptr x, arb_srcptr dx, slong prec)
{
    const frame_of *own = sys->own;
    slong d = sys->algebra.d;
    REF_LOCAL_VEC(arb, d, at, along, inner);
    back(at, own, x, prec);
    back(along, own, dx, prec);
    own->inner->table->factor_tangent(inner, own->inner, k, h, dW, at, along, prec);
    adjoint(dxi, &sys->algebra, own->g, own->inverse, inner, prec);
}

static void turned_factor_lipschitz(mag_t lip, const ref_system *sys, slong k, const arb_t h,
                                    arb_srcptr dW, arb_srcptr x, const mag_t R)
{
    enum { PREC = 128 };
    const frame_of *own = sys->own;
    REF_LOCAL_VEC(arb, sys->algebra.d, at);
    REF_LOCAL(mag, factor, radius);
    distortion(factor, sys);
    back(at, own, x, PREC);
    mag_mul(radius, factor, R);
    own->inner->table->factor_lipschitz(lip, own->inner, k, h, dW, at, radius);
    mag_mul(lip, lip, factor);
    mag_mul(lip, lip, factor);
}

static void turned_clear(ref_system *sys)
{
    frame_of *own = sys->own;
    acb_mat_clear(own->g);
    acb_mat_clear(own->inverse);
    free(own);
}

static const ref_system_table turned = {
    .name = "turned",
    .keys = {NULL},
    .freeze = turned_freeze,
    .generator = turned_generator,
    .generator_tangent = turned_generator_tangent,
    .generator_lipschitz = turned_generator_lipschitz,
    .energy = turned_energy,
    .casimir_name = turned_casimir_name,
    .casimirs = turned_casimirs,
    .domain = turned_domain,
    .factors = turned_factors,
    .factor = turned_factor,
    .factor_tangent = turned_factor_tangent,
    .factor_lipschitz = turned_factor_lipschitz,
    .clear = turned_clear,
};

slp_status ref_system_turned(ref_system **out, const ref_system *sys, const acb_mat_t g, slong prec)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    if (prec < 2) prec = 2; /* fewer bits make FLINT ask for all memory */
    if (!out) return SLP_INPUT;
    *out = NULL;
    if (!sys || !g) return SLP_INPUT;
    const ref_algebra *algebra = &sys->algebra;
    frame_of *own;
    if (!algebra->spatial || !algebra->to_matrix || !algebra->from_matrix) return SLP_UNSUPPORTED;
    own = malloc(sizeof *own);
    *out = calloc(1, sizeof **out);
    if (!own || !*out) {
        free(own);
        free(*out);
        *out = NULL;
        return SLP_MEMORY;
    }
    own->inner = sys;
    acb_mat_init(own->g, algebra->n, algebra->n);
    acb_mat_init(own->inverse, algebra->n, algebra->n);
    acb_mat_set(own->g, g);
    (*out)->table = &turned;
    (*out)->algebra = *algebra;
    (*out)->M = sys->M;
    (*out)->pack_size = sys->pack_size;
    (*out)->own = own;
    if (acb_mat_inv(own->inverse, g, prec)) return SLP_OK;
    ref_system_free(*out);
    *out = NULL;
    return SLP_UNABLE;
}
