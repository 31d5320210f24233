/* Classical spins on su(2)^n, dx_i/dt = x_i x grad_i H:
 *     H0 = -sum_b (J_b x_p.x_q + D_b.(x_p x x_q)) - sum_i (B.x_i + K (x_i.e)^2),
 * the bond b from spin p to spin q, and noise Hamiltonians -D x_ik.  D.(x_p x x_q) = x_p.(x_q x D)
 * = x_q.(D x x_p), so that h grad H0 = g is affine in x:
 *     g_p gets -h (J x_q + x_q x D) and g_q gets -h (J x_p + D x x_p) from each bond,
 *     g_i gets -h B - 2 h K (x_i.e) e.
 * Levy areas add D^2 e_k x e_l of the noises k, l of one spin, to the constant.
 * With damping lambda
 *     Xi_i = g_i + lambda x_i x g_i - D dW_i,
 * so that without noise dH0/dt = lambda grad_i H0.(x_i x (x_i x grad_i H0)) = -lambda |x_i x grad_i
 * H0|^2, summed over i.
 * The pack holds -h J, -h D of each bond, the constant of each spin, -2 h K, e, lambda, -h B.
 *
 * Lipschitz: a bond's block J + [D] has the singular values |J|, sqrt(J^2 + |D|^2), the norm of the
 * anisotropy's is 2|K||e|^2; the matrix is symmetric, so the norm A of Dg is at most its largest
 * sum of blocks' norms in one row.  With damping the derivative takes dx to
 *     (1 + lambda [x_i]) dg_i + lambda dx_i x g_i.
 * 1 + lambda [x_i] has the norm sqrt(1 + lambda^2 |x_i|^2), as [x_i] is skew.  In the ball of
 * radius R around x, which is convex, |x_i| <= |x_i(0)| + R = X_i and |g_i| <= |g_i(x(0))| + A R =
 * G_i, so that
 *     |DXi| <= A max sqrt(1 + lambda^2 X_i^2) + lambda max G_i.
 * Pinned by tests/ref/test_ref_spins.c, tests/ref/test_ref_damping.c. */
#include "ref/algebra/su2n.h"
#include "ref/algebra/so3_vector.h"
#include "ref/system/casimirs.h"
#include "ref/system/system.h"

#include <math.h>
#include <stdlib.h>

enum { BONDS, EXCHANGE, DMI, FIELD, ANISOTROPY, NOISE, DAMPING };
enum { BOND = 4, AXIS = 4, DAMPED = 4, TERMS_PREC = 64, BOUND_PREC = 64 };

static slong bonds(const ref_system *sys)
{
    return (slong)sys->count[BONDS] / 2;
}

static slong spins(const ref_system *sys)
{
    return sys->algebra.d / 3;
}

/* lambda; 0 where it is left out */
static double damping_of(const ref_system *sys)
{
    return sys->count[DAMPING] ? sys->param[DAMPING][0] : 0;
}

/* The spin, from 0, at one end of a bond. */
static slong end(const ref_system *sys, slong bond, int which)
{
    return (slong)sys->param[BONDS][2 * bond + which] - 1;
}

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

static slp_status spins_read(ref_system *sys, slp_error *err)
{
    const slong n = sys->given_d ? sys->given_d / 3 : most_of_bonds(sys);
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
    double *ones = sys->own = malloc((size_t)n * sizeof *ones);
    if (!ones) return slp_error_memory(err, 0, NULL, NULL, (size_t)n * sizeof *ones);
    for (slong i = 0; i < n; i++) ones[i] = 1;
    ref_algebra_su2n(&sys->algebra, n, ones);
    sys->M = sys->count[NOISE] ? 3 * n : 0;
    sys->casimir_count = n;
    sys->pack_size = BOND * bonds(sys) + 3 * n + AXIS + DAMPED;
    return SLP_OK;
}

static void spins_clear(ref_system *sys)
{
    free(sys->own);
}

/* What the pack holds, in this order. */
typedef struct parts {
    arb_srcptr bond, constant, axis, damping, field;
} parts;

static parts parts_of(const ref_system *sys, arb_srcptr pack)
{
    arb_srcptr constant = pack + BOND * bonds(sys);
    arb_srcptr axis = constant + sys->algebra.d;
    return (parts){pack, constant, axis, axis + AXIS, axis + AXIS + 1};
}

/* out = -h times number i of parameter `key`; 0 where it is left out */
static void minus_h_times(arb_t out, const ref_system *sys, int key, slong i, const arb_t h,
                          slong prec)
{
    arb_zero(out);
    if (sys->count[key] == 0) return;
    arb_set_d(out, -sys->param[key][i]);
    arb_mul(out, out, h, prec);
}

/* Levy areas.  H_ik = -D x_ik and H_jl commute for spins i != j; else grad x.(D e_k x D e_l) =
 * D^2 e_k x e_l.  So component k of a spin gets D^2 A_(k+1)(k+2), A antisymmetric.  The area of the
 * noises p < r of M is number p (2M - p - 1)/2 + r - p - 1 of a row. */
static slong area_number(slong p, slong r, slong M)
{
    return p * (2 * M - p - 1) / 2 + r - p - 1;
}

/* out += D^2 A_pr for the axis of coordinate i, p and r the next two axes of its spin */
static void add_bracket(arb_t out, const arb_t square, arb_srcptr areas, slong i, slong M,
                        slong prec)
{
    const slong first = i - i % 3, p = first + (i + 1) % 3, r = first + (i + 2) % 3;
    if (p < r)
        arb_addmul(out, square, areas + area_number(p, r, M), prec);
    else
        arb_submul(out, square, areas + area_number(r, p, M), prec);
}

static void spins_freeze(arb_ptr pack, const ref_system *sys, const arb_t h, arb_srcptr dW,
                         slong prec)
{
    const slong B = bonds(sys), d = sys->algebra.d;
    arb_ptr constant = pack + BOND * B, axis = constant + d, damping = axis + AXIS;
    arb_t amplitude;
    arb_init(amplitude);
    for (slong b = 0; b < B; b++) {
        minus_h_times(pack + BOND * b, sys, EXCHANGE, b, h, prec);
        for (slong k = 0; k < 3; k++)
            minus_h_times(pack + BOND * b + 1 + k, sys, DMI, 3 * b + k, h, prec);
    }
    if (sys->M) arb_set_d(amplitude, sys->param[NOISE][0]);
    for (slong i = 0; i < d; i++) {
        minus_h_times(constant + i, sys, FIELD, i % 3, h, prec);
        if (sys->M) arb_submul(constant + i, amplitude, dW + i, prec);
    }
    arb_sqr(amplitude, amplitude, prec);
    for (slong i = 0; sys->areas && i < d; i++)
        add_bracket(constant + i, amplitude, dW + d, i, d, prec);
    minus_h_times(axis, sys, ANISOTROPY, 0, h, prec);
    arb_mul_2exp_si(axis, axis, 1);
    for (slong k = 1; k < AXIS; k++) {
        arb_zero(axis + k);
        if (sys->count[ANISOTROPY]) arb_set_d(axis + k, sys->param[ANISOTROPY][k]);
    }
    arb_set_d(damping, damping_of(sys));
    for (slong k = 0; k < 3; k++) minus_h_times(damping + 1 + k, sys, FIELD, k, h, prec);
    arb_clear(amplitude);
}

/* out += j x + x cross (s v), s = 1 or -1; w: 3 numbers */
static void add_bond(arb_ptr out, arb_srcptr j, arb_srcptr x, int s, arb_ptr w, slong prec)
{
    so3_add_multiple(out, j, x, prec);
    so3_cross(w, x, j + 1, prec);
    if (s > 0)
        _arb_vec_add(out, out, w, 3, prec);
    else
        _arb_vec_sub(out, out, w, 3, prec);
}

/* xi = A x, the part of Xi that depends on the state */
static void linear_part(arb_ptr xi, const ref_system *sys, arb_srcptr pack, arb_srcptr x,
                        slong prec)
{
    const parts of = parts_of(sys, pack);
    arb_ptr w = _arb_vec_init(3);
    _arb_vec_zero(xi, sys->algebra.d);
    for (slong b = 0; b < bonds(sys); b++) {
        const slong p = 3 * end(sys, b, 0), q = 3 * end(sys, b, 1);
        add_bond(xi + p, of.bond + BOND * b, x + q, 1, w, prec);
        add_bond(xi + q, of.bond + BOND * b, x + p, -1, w, prec);
    }
    for (slong i = 0; sys->count[ANISOTROPY] && i < spins(sys); i++) {
        so3_dot(w, x + 3 * i, of.axis + 1, prec);
        arb_mul(w, w, of.axis, prec);
        so3_add_multiple(xi + 3 * i, w, of.axis + 1, prec);
    }
    _arb_vec_clear(w, 3);
}

/* g = h grad H0, for all spins */
static void gradient(arb_ptr g, const ref_system *sys, arb_srcptr pack, arb_srcptr x, slong prec)
{
    arb_srcptr field = parts_of(sys, pack).field;
    linear_part(g, sys, pack, x, prec);
    for (slong i = 0; i < sys->algebra.d; i++) arb_add(g + i, g + i, field + i % 3, prec);
}

/* xi_i += lambda x_i x g_i for each spin */
static void add_damping(arb_ptr xi, const ref_system *sys, const arb_t lambda, arb_srcptr x,
                        arb_srcptr g, slong prec)
{
    arb_ptr w = _arb_vec_init(3);
    for (slong i = 0; i < sys->algebra.d; i += 3) {
        so3_cross(w, x + i, g + i, prec);
        so3_add_multiple(xi + i, lambda, w, prec);
    }
    _arb_vec_clear(w, 3);
}

static void spins_generator(arb_ptr xi, const ref_system *sys, arb_srcptr pack, arb_srcptr x,
                            slong prec)
{
    const parts of = parts_of(sys, pack);
    const slong d = sys->algebra.d;
    linear_part(xi, sys, pack, x, prec);
    _arb_vec_add(xi, xi, of.constant, d, prec);
    if (damping_of(sys) == 0) return;
    arb_ptr g = _arb_vec_init(d);
    gradient(g, sys, pack, x, prec);
    add_damping(xi, sys, of.damping, x, g, prec);
    _arb_vec_clear(g, d);
}

/* dg + lambda (dx x g + x x dg), dg the linear part */
static void spins_generator_tangent(arb_ptr dxi, const ref_system *sys, arb_srcptr pack,
                                    arb_srcptr x, arb_srcptr dx, slong prec)
{
    const parts of = parts_of(sys, pack);
    const slong d = sys->algebra.d;
    linear_part(dxi, sys, pack, dx, prec);
    if (damping_of(sys) == 0) return;
    arb_ptr g = _arb_vec_init(2 * d), dg = g + d;
    gradient(g, sys, pack, x, prec);
    _arb_vec_set(dg, dxi, d);
    add_damping(dxi, sys, of.damping, dx, g, prec);
    add_damping(dxi, sys, of.damping, x, dg, prec);
    _arb_vec_clear(g, 2 * d);
}

/* |v|^2 of `count` balls, from above */
static void square_norm(mag_t out, arb_srcptr v, slong count)
{
    mag_t m;
    mag_init(m);
    mag_zero(out);
    for (slong k = 0; k < count; k++) {
        arb_get_mag(m, v + k);
        mag_addmul(out, m, m);
    }
    mag_clear(m);
}

/* max |v_i| over the spins, from above */
static void largest_norm(mag_t out, const ref_system *sys, arb_srcptr v)
{
    mag_t m;
    mag_init(m);
    mag_zero(out);
    for (slong i = 0; i < spins(sys); i++) {
        square_norm(m, v + 3 * i, 3);
        mag_max(out, out, m);
    }
    mag_sqrt(out, out);
    mag_clear(m);
}

/* lip = A becomes A sqrt(1 + lambda^2 X^2) + lambda G, X = max |x_i| + R, G = max |g_i| + A R */
static void damped_lipschitz(mag_t lip, const ref_system *sys, arb_srcptr pack, arb_srcptr x,
                             const mag_t R)
{
    const slong d = sys->algebra.d;
    arb_ptr g = _arb_vec_init(d);
    mag_t lambda, size, turns;
    mag_init(lambda);
    mag_init(size);
    mag_init(turns);
    mag_set_d(lambda, fabs(damping_of(sys)));
    gradient(g, sys, pack, x, BOUND_PREC);
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
    mag_clear(lambda);
    mag_clear(size);
    mag_clear(turns);
    _arb_vec_clear(g, d);
}

static void spins_lipschitz(mag_t lip, const ref_system *sys, arb_srcptr pack, arb_srcptr x,
                            const mag_t R)
{
    const parts of = parts_of(sys, pack);
    mag_ptr row = _mag_vec_init(spins(sys));
    mag_t block;
    mag_init(block);
    for (slong b = 0; b < bonds(sys); b++) {
        square_norm(block, of.bond + BOND * b, BOND);
        mag_sqrt(block, block);
        for (int e = 0; e < 2; e++) {
            mag_ptr sum = row + end(sys, b, e);
            mag_add(sum, sum, block);
        }
    }
    mag_zero(lip);
    for (slong i = 0; i < spins(sys); i++) mag_max(lip, lip, row + i);
    square_norm(block, of.axis + 1, 3);
    arb_get_mag(row, of.axis);
    mag_addmul(lip, block, row);
    if (damping_of(sys) != 0) damped_lipschitz(lip, sys, pack, x, R);
    mag_clear(block);
    _mag_vec_clear(row, spins(sys));
}

/* size += |v| + what stays, per spin: sizes of the bonds, of the field and of the anisotropy are
 * added, for they may cancel in a sum: these are T_i.  Damping adds lambda x_i x g_i.  With u one
 * rounding and g_i off by (4 + M) u T_i, as the judge allows, this is off by lambda |x_i| T_i u
 * times 4 + M, and by 3 sqrt(2) more for the products of the cross product: at most (4 + M) u times
 * 3 lambda |x_i| T_i.  Then |dW_k D| for each noise. */
static void spins_terms(mag_t terms, mag_t condition, const ref_system *sys, arb_srcptr x,
                        const arb_t h, arb_srcptr dW)
{
    arb_ptr pack = _arb_vec_init(sys->pack_size), still = _arb_vec_init(sys->M);
    mag_ptr size = _mag_vec_init(spins(sys));
    mag_t m, block;
    mag_init(m);
    mag_init(block);
    (void)condition; /* every term is a product of inputs */
    spins_freeze(pack, sys, h, still, TERMS_PREC);
    const parts of = parts_of(sys, pack);
    for (slong b = 0; b < bonds(sys); b++) {
        square_norm(block, of.bond + BOND * b, BOND);
        for (int e = 0; e < 2; e++) {
            square_norm(m, x + 3 * end(sys, b, e), 3);
            mag_mul(m, m, block);
            mag_sqrt(m, m);
            mag_ptr other = size + end(sys, b, 1 - e);
            mag_add(other, other, m);
        }
    }
    mag_zero(terms);
    for (slong i = 0; i < spins(sys); i++) {
        square_norm(m, of.constant + 3 * i, 3);
        mag_sqrt(m, m);
        mag_add(size + i, size + i, m);
        square_norm(m, x + 3 * i, 3); /* |x.e| |e| <= |x| |e|^2 */
        mag_sqrt(m, m);
        square_norm(block, of.axis + 1, 3);
        mag_mul(m, m, block);
        arb_get_mag(block, of.axis);
        mag_addmul(size + i, m, block);
        square_norm(m, x + 3 * i, 3);
        mag_sqrt(m, m);
        mag_set_d(block, 3 * fabs(damping_of(sys)));
        mag_mul(m, m, block);
        mag_addmul(size + i, size + i, m);
        mag_addmul(terms, size + i, size + i);
    }
    mag_sqrt(terms, terms);
    for (slong k = 0; k < sys->M - sys->areas; k++) {
        arb_get_mag(m, dW + k);
        mag_set_d(block, fabs(sys->param[NOISE][0]));
        mag_addmul(terms, m, block);
    }
    mag_clear(m);
    mag_clear(block);
    _mag_vec_clear(size, spins(sys));
    _arb_vec_clear(still, sys->M);
    _arb_vec_clear(pack, sys->pack_size);
}

/* |D^2 A| of the pairs within a spin: products of three factors, one in each coordinate. */
static void spins_area_terms(mag_t terms, const ref_system *sys, arb_srcptr x, arb_srcptr areas)
{
    const slong d = sys->algebra.d;
    mag_t A, square;
    (void)x;
    mag_init(A);
    mag_init(square);
    mag_set_d(square, fabs(sys->param[NOISE][0]));
    mag_mul(square, square, square);
    for (slong i = 0; i < d; i += 3)
        for (slong k = 0; k < 3; k++) {
            arb_get_mag(A, areas + area_number(i + (k == 2), i + (k == 0 ? 1 : 2), d));
            mag_addmul(terms, A, square);
        }
    mag_clear(A);
    mag_clear(square);
}

/* out += number i of parameter `key` times v */
static void add_times(arb_t out, const ref_system *sys, int key, slong i, const arb_t v, slong prec)
{
    arb_t number;
    arb_init(number);
    arb_set_d(number, sys->param[key][i]);
    arb_addmul(out, number, v, prec);
    arb_clear(number);
}

static void spins_energy(arb_t energy, const ref_system *sys, arb_srcptr x, slong prec)
{
    arb_ptr w = _arb_vec_init(5), sum = w + 3, square = w + 4;
    for (slong b = 0; b < bonds(sys); b++) {
        arb_srcptr p = x + 3 * end(sys, b, 0), q = x + 3 * end(sys, b, 1);
        so3_dot(w, p, q, prec);
        add_times(sum, sys, EXCHANGE, b, w, prec);
        if (sys->count[DMI] == 0) continue;
        so3_cross(w, p, q, prec);
        for (slong k = 0; k < 3; k++) add_times(sum, sys, DMI, 3 * b + k, w + k, prec);
    }
    for (slong i = 0; i < spins(sys); i++) {
        for (slong k = 0; sys->count[FIELD] && k < 3; k++)
            add_times(sum, sys, FIELD, k, x + 3 * i + k, prec);
        if (sys->count[ANISOTROPY] == 0) continue;
        arb_zero(w);
        for (slong k = 0; k < 3; k++) add_times(w, sys, ANISOTROPY, 1 + k, x + 3 * i + k, prec);
        arb_sqr(square, w, prec);
        add_times(sum, sys, ANISOTROPY, 0, square, prec);
    }
    arb_neg(energy, sum);
    _arb_vec_clear(w, 5);
}

/* ---- Factors: each bond, the anisotropy, field and noise (ref/scheme/splitting.md section 2) ----
 *
 * A bond turns both spins about -h J (x_p + x_q): -h J x_q moves spin p as this does, since x_p
 * does not move x_p, and the turn of both keeps the sum.  The anisotropy turns each spin about e,
 * which keeps x.e; field and noise turn each about a constant vector. */

static bool has_axis(const ref_system *sys)
{
    return sys->count[ANISOTROPY] > 0;
}

static bool has_constant(const ref_system *sys)
{
    return sys->count[FIELD] > 0 || sys->M > 0;
}

static slong spins_factors(const ref_system *sys)
{
    for (size_t i = 0; i < sys->count[DMI]; i++)
        if (sys->param[DMI][i] != 0) return -1;
    if (damping_of(sys) != 0) return -1;
    return bonds(sys) + has_axis(sys) + has_constant(sys);
}

typedef enum kind { OF_BOND, OF_AXIS, OF_CONSTANT } kind;

static kind kind_of(const ref_system *sys, slong k)
{
    if (k < bonds(sys)) return OF_BOND;
    return k == bonds(sys) && has_axis(sys) ? OF_AXIS : OF_CONSTANT;
}

/* xi = the part of factor k's generator that is linear in x; that of field and noise has none */
static void linear_factor(arb_ptr xi, const ref_system *sys, slong k, const arb_t h, arb_srcptr x,
                          slong prec)
{
    arb_ptr w = _arb_vec_init(5), weight = w + 3, along = w + 4;
    _arb_vec_zero(xi, sys->algebra.d);
    if (kind_of(sys, k) == OF_BOND) {
        const slong p = 3 * end(sys, k, 0), q = 3 * end(sys, k, 1);
        minus_h_times(weight, sys, EXCHANGE, k, h, prec);
        _arb_vec_add(w, x + p, x + q, 3, prec);
        _arb_vec_scalar_mul(xi + p, w, 3, weight, prec);
        _arb_vec_set(xi + q, xi + p, 3);
    } else if (kind_of(sys, k) == OF_AXIS) {
        minus_h_times(weight, sys, ANISOTROPY, 0, h, prec);
        arb_mul_2exp_si(weight, weight, 1);
        for (slong c = 0; c < 3; c++) arb_set_d(w + c, sys->param[ANISOTROPY][1 + c]);
        for (slong i = 0; i < sys->algebra.d; i += 3) {
            so3_dot(along, x + i, w, prec);
            arb_mul(along, along, weight, prec);
            so3_add_multiple(xi + i, along, w, prec);
        }
    }
    _arb_vec_clear(w, 5);
}

static void spins_factor(arb_ptr xi, const ref_system *sys, slong k, const arb_t h, arb_srcptr dW,
                         arb_srcptr x, slong prec)
{
    arb_t amplitude;
    linear_factor(xi, sys, k, h, x, prec);
    if (kind_of(sys, k) != OF_CONSTANT) return;
    arb_init(amplitude);
    if (sys->M) arb_set_d(amplitude, sys->param[NOISE][0]);
    for (slong i = 0; i < sys->algebra.d; i++) {
        minus_h_times(xi + i, sys, FIELD, i % 3, h, prec);
        if (sys->M) arb_submul(xi + i, amplitude, dW + i, prec);
    }
    arb_clear(amplitude);
}

static void spins_factor_tangent(arb_ptr dxi, const ref_system *sys, slong k, const arb_t h,
                                 arb_srcptr dW, arb_srcptr x, arb_srcptr dx, slong prec)
{
    (void)dW;
    (void)x;
    linear_factor(dxi, sys, k, h, dx, prec);
}

/* The norm, from above, of the numbers of parameter `key` from number `first` on; 0 without. */
static void norm_of_numbers(mag_t out, const ref_system *sys, int key, size_t first)
{
    mag_t m;
    mag_init(m);
    mag_zero(out);
    for (size_t i = first; i < sys->count[key]; i++) {
        mag_set_d(m, fabs(sys->param[key][i]));
        mag_addmul(out, m, m);
    }
    mag_sqrt(out, out);
    mag_clear(m);
}

/* size = |h J| or 2 |h K| |e|^2 */
static void weight_of(mag_t size, const ref_system *sys, slong k, const arb_t h)
{
    mag_t number;
    mag_init(number);
    arb_get_mag(size, h);
    if (kind_of(sys, k) == OF_BOND) {
        mag_set_d(number, fabs(sys->param[EXCHANGE][k]));
    } else {
        mag_set_d(number, fabs(sys->param[ANISOTROPY][0]));
        mag_mul(size, size, number);
        mag_mul_2exp_si(size, size, 1);
        norm_of_numbers(number, sys, ANISOTROPY, 1);
        mag_mul(size, size, number);
    }
    mag_mul(size, size, number);
    mag_clear(number);
}

/* 2 |h J|, the norm of (a, b) -> h J (a + b, a + b); 2 |h K| |e|^2; 0 */
static void spins_factor_lipschitz(mag_t lip, const ref_system *sys, slong k, const arb_t h,
                                   arb_srcptr dW, arb_srcptr x, const mag_t R)
{
    (void)dW;
    (void)x;
    (void)R;
    mag_zero(lip);
    if (kind_of(sys, k) == OF_CONSTANT) return;
    weight_of(lip, sys, k, h);
    if (kind_of(sys, k) == OF_BOND) mag_mul_2exp_si(lip, lip, 1);
}

/* sqrt(2) |h J| (|x_p| + |x_q|), 2 |h K| |e|^2 |x|, and sqrt(n) |h B| + |D| |dW|: parts that may
 * cancel are added */
static void spins_factor_terms(mag_t terms, mag_t condition, const ref_system *sys, slong k,
                               const arb_t h, arb_srcptr dW, arb_srcptr x)
{
    mag_t m, part;
    mag_init(m);
    mag_init(part);
    (void)condition; /* every term is a product of inputs */
    mag_zero(terms);
    switch (kind_of(sys, k)) {
    case OF_BOND:
        for (int e = 0; e < 2; e++) {
            square_norm(m, x + 3 * end(sys, k, e), 3);
            mag_sqrt(m, m);
            mag_add(terms, terms, m);
        }
        weight_of(m, sys, k, h);
        mag_mul(terms, terms, m);
        mag_set_ui(m, 2);
        mag_sqrt(m, m);
        mag_mul(terms, terms, m);
        break;
    case OF_AXIS:
        square_norm(m, x, sys->algebra.d);
        mag_sqrt(m, m);
        weight_of(part, sys, k, h);
        mag_mul(terms, m, part);
        break;
    case OF_CONSTANT:
        norm_of_numbers(terms, sys, FIELD, 0);
        arb_get_mag(m, h);
        mag_mul(terms, terms, m);
        mag_set_ui(m, (ulong)spins(sys));
        mag_sqrt(m, m);
        mag_mul(terms, terms, m);
        square_norm(m, dW, sys->M);
        mag_sqrt(m, m);
        norm_of_numbers(part, sys, NOISE, 0);
        mag_addmul(terms, m, part);
    }
    mag_clear(m);
    mag_clear(part);
}

const ref_system_table ref_system_spins = {
    .name = "spins",
    .read = spins_read,
    .keys = {"bonds", "exchange", "dmi", "field", "anisotropy", "noise", "damping", NULL},
    .freeze = spins_freeze,
    .generator = spins_generator,
    .generator_tangent = spins_generator_tangent,
    .generator_lipschitz = spins_lipschitz,
    .energy = spins_energy,
    .casimir_name = ref_su2n_casimir_name,
    .casimirs = ref_vector_casimirs,
    .areas = true,
    .area_terms = spins_area_terms,
    .terms = spins_terms,
    .factors = spins_factors,
    .factor = spins_factor,
    .factor_tangent = spins_factor_tangent,
    .factor_lipschitz = spins_factor_lipschitz,
    .factor_terms = spins_factor_terms,
    .clear = spins_clear,
};
