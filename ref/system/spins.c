/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Classical spins on su(2)^n, dx_i/dt = x_i x grad_i H, given by the terms of
 *     H0 = -sum_b (J_b x_p.x_q + D_b.(x_p x x_q)) - sum_i (B.x_i + K (x_i.e)^2),
 * the bond b from spin p to spin q, and noise Hamiltonians -D x_ik.
 * Factors of a splitting: each bond, the anisotropy, field and noise (ref/scheme/splitting.md
 * section 2).  A bond turns both spins about their sum: to x_p.x_q are added (|x_p|^2 + |x_q|^2)/2,
 * which are Casimirs.  With dmi it has no exact flow.
 *
 * Damping is not a Hamiltonian, and has its own functions here: with g = h grad H0 and lambda,
 *     Xi_i = g_i + lambda x_i x g_i - D dW_i,
 * so that without noise dH0/dt = lambda grad_i H0.(x_i x (x_i x grad_i H0)) = -lambda |x_i x grad_i
 * H0|^2, summed over i.  The pack has what the terms need with noise, and the same without.
 * Lipschitz: A that of the terms, the derivative takes dx to
 *     (1 + lambda [x_i]) dg_i + lambda dx_i x g_i.
 * 1 + lambda [x_i] has the norm sqrt(1 + lambda^2 |x_i|^2), as [x_i] is skew.  In the ball of
 * radius R around x, which is convex, |x_i| <= |x_i(0)| + R = X_i and |g_i| <= |g_i(x(0))| + A R =
 * G_i, so that
 *     |DXi| <= A max sqrt(1 + lambda^2 X_i^2) + lambda max G_i.
 * Tested by tests/ref/test_ref_spins.c, tests/ref/test_ref_damping.c. */
#include "ref/algebra/so3_vector.h"
#include "ref/system/casimirs.h"
#include "ref/system/polynomial.h"

#include <math.h>

enum { BONDS, EXCHANGE, DMI, FIELD, ANISOTROPY, NOISE, DAMPING };
enum { BOUND_PREC = 64 };

extern const ref_system_table ref_system_spins;

/* lambda; 0 where it is left out */
static double damping_of(const ref_system *sys)
{
    return sys->count[DAMPING] ? sys->param[DAMPING][0] : 0;
}

/* ---- Terms ---- */

static slp_status wrong_count(const ref_system *sys, int key, const char *remedy, slp_error *err)
{
    slp_error_set(err, 0, NULL, sys->table->keys[key], "%zu numbers; %s", sys->count[key], remedy);
    return SLP_DOMAIN;
}

static bool is_missing_or(const ref_system *sys, int key, size_t count)
{
    return sys->count[key] == 0 || sys->count[key] == count;
}

/* The largest spin that a bond names; without a state the system has so many. */
static slong most_of_bonds(const ref_system *sys)
{
    slong most = 0;
    for (size_t i = 0; i < sys->count[BONDS]; i++) {
        const double at = sys->param[BONDS][i];
        if (at > (double)most && at <= SLP_MAX_LIST / 3.0) most = (slong)at;
    }
    return most;
}

static slp_status check(const ref_system *sys, slong n, slp_error *err)
{
    const size_t of_bonds = sys->count[BONDS] / 2;
    if (n < 1 || sys->given_d % 3) {
        slp_error_set(err, 0, NULL, "x", "%ld numbers; give 3 for each spin", (long)sys->given_d);
        return SLP_DOMAIN;
    }
    if (sys->count[BONDS] % 2) return wrong_count(sys, BONDS, "give pairs of spins", err);
    for (size_t i = 0; i < sys->count[BONDS]; i++) {
        const double at = sys->param[BONDS][i];
        if (at >= 1 && at <= (double)n && at == (double)(slong)at &&
            (i % 2 == 0 || at != sys->param[BONDS][i - 1]))
            continue;
        slp_error_set(err, 0, NULL, "bonds",
                      "pair %zu is none of two different spins from 1 to %ld; give two", i / 2 + 1,
                      (long)n);
        return SLP_DOMAIN;
    }
    if (sys->count[EXCHANGE] != of_bonds)
        return wrong_count(sys, EXCHANGE, "give one for each bond", err);
    if (!is_missing_or(sys, DMI, 3 * of_bonds))
        return wrong_count(sys, DMI, "give 3 for each bond, or leave it out", err);
    if (!is_missing_or(sys, FIELD, 3))
        return wrong_count(sys, FIELD, "give 3, or leave it out", err);
    if (!is_missing_or(sys, ANISOTROPY, 4))
        return wrong_count(sys, ANISOTROPY, "give K,e1,e2,e3, or leave it out", err);
    if (!is_missing_or(sys, NOISE, 1))
        return wrong_count(sys, NOISE, "give one, or leave it out", err);
    if (!is_missing_or(sys, DAMPING, 1))
        return wrong_count(sys, DAMPING, "give one, or leave it out", err);
    return SLP_OK;
}

/* Bond b is a factor; without one, factor is -1. */
static void add_bond(ref_system *sys, slong b, slong factor)
{
    const slong p = 3 * (slong)sys->param[BONDS][2 * b] - 3;
    const slong q = 3 * (slong)sys->param[BONDS][2 * b + 1] - 3;
    const double J = sys->param[EXCHANGE][b];
    for (slong k = 0; k < 3; k++) {
        const slong next = (k + 1) % 3, last = (k + 2) % 3;
        ref_term(sys, 0, factor, -J, p + k, q + k);
        for (int end = 0; factor >= 0 && end < 2; end++) {
            ref_term(sys, 0, factor, -J, (end ? q : p) + k, (end ? q : p) + k);
            ref_term_over(sys, 2);
            ref_term_aside(sys);
        }
        if (sys->count[DMI] == 0) continue;
        ref_term(sys, 0, -1, -sys->param[DMI][3 * b + k], p + next, q + last);
        ref_term(sys, 0, -1, sys->param[DMI][3 * b + k], p + last, q + next);
    }
}

/* -K (x_i.e)^2, the numbers of spin i from `at` on */
static void add_anisotropy(ref_system *sys, slong at, slong factor)
{
    const double K = sys->param[ANISOTROPY][0], *e = sys->param[ANISOTROPY] + 1;
    for (slong k = 0; k < 3; k++)
        for (slong l = k; l < 3; l++) {
            ref_term(sys, 0, factor, l == k ? -1 : -2, at + k, at + l);
            ref_term_times(sys, K);
            ref_term_times(sys, e[k]);
            ref_term_times(sys, e[l]);
        }
}

static slp_status spins_read(ref_system *sys, slp_error *err)
{
    const slong n = sys->given_d ? sys->given_d / 3 : most_of_bonds(sys);
    const slong bonds = (slong)sys->count[BONDS] / 2, axis = sys->count[ANISOTROPY] > 0;
    bool splits = damping_of(sys) == 0;
    slp_status status = check(sys, n, err);
    if (status == SLP_OK) status = ref_terms_begin(sys, SLP_SU2N, n, err);
    if (status != SLP_OK) return status;
    sys->M = sys->count[NOISE] ? 3 * n : 0;
    for (size_t i = 0; i < sys->count[DMI]; i++) splits = splits && sys->param[DMI][i] == 0;
    for (slong b = 0; b < bonds; b++) add_bond(sys, b, splits ? b : -1);
    for (slong i = 0; axis && i < n; i++) add_anisotropy(sys, 3 * i, bonds);
    for (slong i = 0; i < 3 * n; i++) {
        if (sys->count[FIELD]) ref_term(sys, 0, bonds + axis, -sys->param[FIELD][i % 3], i, -1);
        if (sys->M) ref_term(sys, 1 + i, bonds + axis, -sys->param[NOISE][0], i, -1);
    }
    const bool still = sys->count[FIELD] == 0 && sys->M == 0;
    status = ref_terms_end(sys, splits ? bonds + axis + !still : -1, err);
    if (damping_of(sys) == 0 || status != SLP_OK) return status;
    sys->table = &ref_system_spins;
    sys->pack_size *= 2;
    return SLP_OK;
}

/* ---- Damping ---- */

/* The second half of the pack: what the terms need without noise. */
static arb_srcptr still(const ref_system *sys, arb_srcptr pack)
{
    return pack + sys->pack_size / 2;
}

static void damped_freeze(arb_ptr pack, const ref_system *sys, const arb_t h, arb_srcptr dW,
                          slong prec)
{
    REF_LOCAL_VEC(arb, sys->M, none);
    ref_system_polynomial.freeze(pack, sys, h, dW, prec);
    ref_system_polynomial.freeze(pack + sys->pack_size / 2, sys, h, none, prec);
}

/* xi_i += lambda x_i x g_i for each spin */
static void add_damping(arb_ptr xi, const ref_system *sys, arb_srcptr x, arb_srcptr g, slong prec)
{
    REF_LOCAL_VEC(arb, 4, w);
    arb_ptr lambda = w + 3;
    arb_set_d(lambda, damping_of(sys));
    for (slong i = 0; i < sys->algebra.d; i += 3) {
        so3_cross(w, x + i, g + i, prec);
        so3_add_multiple(xi + i, lambda, w, prec);
    }
}

static void damped_generator(arb_ptr xi, const ref_system *sys, arb_srcptr pack, arb_srcptr x,
                             slong prec)
{
    REF_LOCAL_VEC(arb, sys->algebra.d, g);
    ref_system_polynomial.generator(xi, sys, pack, x, prec);
    ref_system_polynomial.generator(g, sys, still(sys, pack), x, prec);
    add_damping(xi, sys, x, g, prec);
}

/* dg + lambda (dx x g + x x dg) */
static void damped_tangent(arb_ptr dxi, const ref_system *sys, arb_srcptr pack, arb_srcptr x,
                           arb_srcptr dx, slong prec)
{
    const slong d = sys->algebra.d;
    REF_LOCAL_VEC(arb, 2 * d, g);
    arb_ptr dg = g + d;
    ref_system_polynomial.generator(g, sys, still(sys, pack), x, prec);
    ref_system_polynomial.generator_tangent(dg, sys, still(sys, pack), x, dx, prec);
    _arb_vec_set(dxi, dg, d);
    add_damping(dxi, sys, dx, g, prec);
    add_damping(dxi, sys, x, dg, prec);
}

/* max |v_i| over the spins, from above */
static void largest_norm(mag_t out, const ref_system *sys, arb_srcptr v)
{
    REF_LOCAL(mag, m, square);
    mag_zero(out);
    for (slong i = 0; i < sys->algebra.d; i++) {
        if (i % 3 == 0) mag_zero(square);
        arb_get_mag(m, v + i);
        mag_addmul(square, m, m);
        mag_max(out, out, square);
    }
    mag_sqrt(out, out);
}

/* lip = A becomes A sqrt(1 + lambda^2 X^2) + lambda G, X = max |x_i| + R, G = max |g_i| + A R */
static void damped_lipschitz(mag_t lip, const ref_system *sys, arb_srcptr pack, arb_srcptr x,
                             const mag_t R)
{
    REF_LOCAL_VEC(arb, sys->algebra.d, g);
    REF_LOCAL(mag, lambda, size, turns);
    mag_set_d(lambda, fabs(damping_of(sys)));
    ref_system_polynomial.generator_lipschitz(lip, sys, still(sys, pack), x, R);
    ref_system_polynomial.generator(g, sys, still(sys, pack), x, BOUND_PREC);
    largest_norm(size, sys, x);
    mag_add(size, size, R);
    mag_mul(size, size, lambda);
    mag_mul(size, size, size);
    mag_add_ui(size, size, 1);
    mag_sqrt(size, size);
    largest_norm(turns, sys, g);
    mag_addmul(turns, lip, R);
    mag_mul(turns, turns, lambda);
    mag_mul(lip, lip, size);
    mag_add(lip, lip, turns);
}

/* Damping adds 3 lambda max |x_i| T, T the size of the energy's terms.  With u one rounding and g
 * off by (4 + M) q u T, as the judge allows, lambda x_i x g_i is off by lambda |x_i| T u times
 * (4 + M) q, and by 3 sqrt(2) more for the products of the cross product: together less than three
 * times (4 + M) q. */
static void damped_terms(mag_t terms, mag_t condition, const ref_system *sys, arb_srcptr x,
                         const arb_t h, arb_srcptr dW)
{
    REF_LOCAL_VEC(arb, sys->M, none);
    REF_LOCAL(mag, size, lambda);
    ref_system_polynomial.terms(size, condition, sys, x, h, none);
    ref_system_polynomial.terms(terms, condition, sys, x, h, dW);
    mag_set_d(lambda, 3 * fabs(damping_of(sys)));
    mag_mul(size, size, lambda);
    largest_norm(lambda, sys, x);
    mag_addmul(terms, size, lambda);
}

static void damped_energy(arb_t energy, const ref_system *sys, arb_srcptr x, slong prec)
{
    ref_system_polynomial.energy(energy, sys, x, prec);
}

static slong damped_factors(const ref_system *sys)
{
    (void)sys;
    return -1;
}

static void damped_clear(ref_system *sys)
{
    ref_system_polynomial.clear(sys);
}

const ref_system_table ref_system_spins = {
    .name = "spins",
    .read = spins_read,
    .keys = {"bonds", "exchange", "dmi", "field", "anisotropy", "noise", "damping", NULL},
    .freeze = damped_freeze,
    .generator = damped_generator,
    .generator_tangent = damped_tangent,
    .generator_lipschitz = damped_lipschitz,
    .energy = damped_energy,
    .casimir_name = ref_su2n_casimir_name,
    .casimirs = ref_vector_casimirs,
    .areas = true,
    .terms = damped_terms,
    .factors = damped_factors,
    .clear = damped_clear,
};
