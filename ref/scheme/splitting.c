/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Splitting: a step composes the exact flows of the factors of the system's Hamiltonians,
 *     splitting-lie     x' = phi_F(... phi_2(phi_1(x)))          over h and dW
 *     splitting-strang  x' = phi_1(... phi_F(phi_F(... phi_1(x))))  over h/2 and dW/2
 * Factor k has a generator xi_k(x) that stays constant along its own flow, so that
 *     phi_k(x) = E(xi_k(x)) x,
 * E the coadjoint action of the exponential.  There is no stage to solve, and no step is too long.
 * Derivations: ref/scheme/splitting.md.  Tested by tests/ref/test_ref_splitting.c. */
#include "ref/scheme/scheme.h"

/* Scratch vectors; HERE is the state before a flow, XI its generator. */
enum { HERE, XI, MOVED, DHERE, DXI, DMOVED, STATE, VECTORS };

static bool splitting_suits(const ref_algebra *algebra)
{
    return algebra->exponential != NULL;
}

/* How many flows the step composes. */
static slong count_flows(const ref_frame *f)
{
    return f->sys->table->factors(f->sys) * f->scheme->splits;
}

/* The factor whose flow is number i of the step. */
static slong factor_of(const ref_frame *f, slong i)
{
    const slong F = f->sys->table->factors(f->sys);
    return i < F ? i : 2 * F - 1 - i;
}

/* Fills part with the h and dW of one flow. */
static void set_part(ref_frame *f)
{
    arb_set(f->part, f->h);
    _arb_vec_set(f->part + 1, f->dW, f->sys->M);
    if (f->scheme->splits == 2) _arb_vec_scalar_mul_2exp_si(f->part, f->part, 1 + f->sys->M, -1);
}

/* XI = the generator of flow number i from the state HERE */
static void generator(const ref_frame *f, slong i)
{
    f->sys->table->factor(ref_scratch(f, XI), f->sys, factor_of(f, i), f->part, f->part + 1,
                          ref_scratch(f, HERE), f->prec);
}

/* HERE = the state after the flow with generator XI */
static void flow(const ref_frame *f)
{
    ref_frame_apply(ref_scratch(f, MOVED), f, f->algebra->exponential, ref_scratch(f, XI),
                    ref_scratch(f, HERE));
    _arb_vec_swap(ref_scratch(f, HERE), ref_scratch(f, MOVED), f->d);
}

static void finish(arb_ptr next, ref_frame *f, arb_srcptr z)
{
    (void)z;
    set_part(f);
    _arb_vec_set(ref_scratch(f, HERE), f->x, f->d);
    for (slong i = 0; i < count_flows(f); i++) {
        generator(f, i);
        flow(f);
    }
    _arb_vec_set(next, ref_scratch(f, HERE), f->d);
}

/* DHERE = E(xi) DHERE + (d/dt E(xi + t dxi)) HERE, with dxi the change of xi along DHERE */
static void flow_tangent(const ref_frame *f, slong i)
{
    arb_ptr here = ref_scratch(f, HERE), xi = ref_scratch(f, XI), dhere = ref_scratch(f, DHERE);
    arb_ptr dxi = ref_scratch(f, DXI), dmoved = ref_scratch(f, DMOVED);
    const ref_action *E = f->algebra->exponential;
    f->sys->table->factor_tangent(dxi, f->sys, factor_of(f, i), f->part, f->part + 1, here, dhere,
                                  f->prec);
    ref_frame_vary(dmoved, f, E, xi, dxi, here);
    ref_frame_along(dhere, f, E, xi, dhere);
    _arb_vec_add(dhere, dhere, dmoved, f->d, f->prec);
}

static void finish_tangent(arb_ptr out, ref_frame *f, arb_srcptr z, arb_srcptr dz, arb_srcptr dx)
{
    (void)z;
    (void)dz;
    if (!dx) {
        _arb_vec_zero(out, f->d);
        return;
    }
    set_part(f);
    _arb_vec_set(ref_scratch(f, HERE), f->x, f->d);
    _arb_vec_set(ref_scratch(f, DHERE), dx, f->d);
    for (slong i = 0; i < count_flows(f); i++) {
        generator(f, i);
        flow_tangent(f, i);
        flow(f);
    }
    _arb_vec_set(out, ref_scratch(f, DHERE), f->d);
}

static void span_or_norm(mag_t out, const ref_frame *f, arb_srcptr v)
{
    (f->algebra->span ? f->algebra->span : f->algebra->norm)(out, f->algebra, v);
}

/* kappa = the product over all flows of size + slope Lambda span(state): what a rounding before a
 * flow may grow to in it.  Lambda holds within REACH of the state, relative to its size. */
enum { REACH = -11 };
static void product_of_bounds(mag_t kappa, ref_frame *f)
{
    REF_LOCAL(mag, R, lip, rho, size, slope);
    mag_one(kappa);
    set_part(f);
    _arb_vec_set(ref_scratch(f, HERE), f->x, f->d);
    for (slong i = 0; i < count_flows(f); i++) {
        generator(f, i);
        f->algebra->norm(R, f->algebra, ref_scratch(f, HERE));
        mag_max(R, R, f->scale);
        mag_mul_2exp_si(R, R, REACH);
        f->sys->table->factor_lipschitz(lip, f->sys, factor_of(f, i), f->part, f->part + 1,
                                        ref_scratch(f, HERE), R);
        span_or_norm(rho, f, ref_scratch(f, XI));
        mag_addmul(rho, lip, R);
        f->algebra->exponential->bound(size, slope, f->algebra, rho);
        span_or_norm(rho, f, ref_scratch(f, HERE));
        mag_mul(slope, slope, lip);
        mag_addmul(size, slope, rho);
        mag_mul(kappa, kappa, size);
        flow(f);
    }
    if (mag_cmp_2exp_si(kappa, 0) < 0) mag_one(kappa);
}

/* J = the derivative of flow number i on the ball of radius R around the state HERE */
static void flow_jacobian(arb_mat_t J, const ref_frame *f, slong i, const mag_t R)
{
    arb_ptr here = ref_scratch(f, HERE), dhere = ref_scratch(f, DHERE);
    for (slong c = 0; c < f->d; c++) arb_add_error_mag(here + c, R);
    generator(f, i);
    for (slong c = 0; c < f->d; c++) {
        _arb_vec_zero(dhere, f->d);
        arb_one(dhere + c);
        flow_tangent(f, i);
        for (slong r = 0; r < f->d; r++) arb_set(arb_mat_entry(J, r, c), dhere + r);
    }
}

/* |HERE|/|x| if flows may change lengths, which is on semidirect products; else 1: flows keep them,
 * or the scale of the judge counts the moves, as on T*R. */
static void length_growth(mag_t out, const ref_frame *f)
{
    mag_one(out);
    if (!f->algebra->rotations) return;
    REF_LOCAL(arb, square);
    REF_LOCAL(mag, length);
    arb_dot(square, NULL, 0, f->x, 1, f->x, 1, f->d, f->prec);
    arb_sqrtpos(square, square, f->prec);
    arb_get_mag_lower(length, square);
    arb_dot(square, NULL, 0, ref_scratch(f, HERE), 1, ref_scratch(f, HERE), 1, f->d, f->prec);
    arb_sqrtpos(square, square, f->prec);
    arb_get_mag(out, square);
    mag_div(out, out, length);
    if (mag_cmp_2exp_si(out, 0) < 0) mag_one(out);
}

/* kappa = sqrt(2) times the largest of the products of derivatives of flows i, i + 1, ..., j, times
 * how much the state has grown before flow i; each derivative over the ball in which a state that
 * is off by 2^REACH may lie.  sqrt(2) is for the norm of su(N), not that of coordinates. */
static void largest_product(mag_t kappa, ref_frame *f)
{
    const slong n = count_flows(f), d = f->d;
    arb_mat_t *P = flint_malloc((size_t)n * sizeof *P);
    REF_LOCAL_VEC(mag, n, grown);
    REF_LOCAL(mag, R, one);
    REF_LOCAL_MAT(arb, d, d, J);
    mag_zero(kappa);
    set_part(f);
    _arb_vec_set(ref_scratch(f, HERE), f->x, d);
    for (slong i = 0; i < n; i++) {
        length_growth(grown + i, f);
        f->algebra->norm(R, f->algebra, ref_scratch(f, HERE));
        mag_max(R, R, f->scale);
        mag_mul_2exp_si(R, R, REACH);
        _arb_vec_set(ref_scratch(f, STATE), ref_scratch(f, HERE), d);
        flow_jacobian(J, f, i, R);
        arb_mat_init(P[i], d, d);
        arb_mat_one(P[i]);
        for (slong k = 0; k <= i; k++) {
            arb_mat_mul(P[k], J, P[k], f->prec);
            arb_mat_bound_frobenius_norm(one, P[k]);
            mag_mul(one, one, grown + k);
            mag_max(kappa, kappa, one);
        }
        _arb_vec_set(ref_scratch(f, HERE), ref_scratch(f, STATE), d);
        generator(f, i);
        flow(f);
    }
    mag_set_ui(one, 2);
    mag_sqrt(one, one);
    mag_mul(kappa, kappa, one);
    if (mag_cmp_2exp_si(kappa, 0) < 0) mag_one(kappa);
    for (slong i = 0; i < n; i++) arb_mat_clear(P[i]);
    flint_free(P);
}

/* The product of bounds; on a long step of a small system, where it is far too large, the bound of
 * the products if that is less. */
static void condition(mag_t kappa, ref_frame *f)
{
    enum { LARGE = 7, MOST_D = 9, MOST_FLOWS = 32, ROUGH_PREC = 64 };
    const slong prec = f->prec;
    f->prec = ROUGH_PREC;
    product_of_bounds(kappa, f);
    if (mag_cmp_2exp_si(kappa, LARGE) > 0 && f->d <= MOST_D && count_flows(f) <= MOST_FLOWS) {
        REF_LOCAL(mag, other);
        largest_product(other, f);
        mag_min(kappa, kappa, other);
    }
    f->prec = prec;
}

/* The sum over all flows: each evaluates the generator of its own factor, at its own state. */
static void sum_terms(mag_t sum, mag_t worst, ref_frame *f)
{
    REF_LOCAL(mag, one, condition);
    mag_zero(sum);
    set_part(f);
    _arb_vec_set(ref_scratch(f, HERE), f->x, f->d);
    for (slong i = 0; i < count_flows(f); i++) {
        generator(f, i);
        mag_one(condition);
        if (f->sys->table->factor_terms)
            f->sys->table->factor_terms(one, condition, f->sys, factor_of(f, i), f->part,
                                        f->part + 1, ref_scratch(f, HERE));
        else
            f->algebra->norm(one, f->algebra, ref_scratch(f, XI));
        mag_add(sum, sum, one);
        mag_max(worst, worst, condition);
        flow(f);
    }
}

#define RULE(title, times)                                                                         \
    {                                                                                              \
        .name = title, .scratch = VECTORS - REF_FRAME_VECTORS, .suits = splitting_suits,           \
        .splits = times, .finish = finish, .finish_tangent = finish_tangent,                       \
        .condition = condition, .terms = sum_terms                                                 \
    }

const ref_scheme ref_schemes_splitting[] = {
    RULE("splitting-lie", 1), RULE("splitting-strang", 2), {.name = NULL}};
