/* A quadratic Hamiltonian with linear noise on sp(2m, R): H0 = x.Qx/2, H_k = b_k.x in coordinates
 * x.  With the weights w of the pairing the gradients are W^-1 Q x and W^-1 b_k, so that
 *     Xi_i(x; h, dW) = (h (Qx)_i + sum_k dW_k b_(k,i)) / w_i.
 * Casimirs: Tr X^2k, k = 1..m.  Source: EJLL section 2, whose J is here [[0, I], [-I, 0]].  Pinned
 * by tests/ref/test_ref_matrix_systems.c. */
#include "ref/matrix/sp.h"
#include "ref/matrix/matrix.h"
#include "ref/system/casimirs.h"
#include "ref/system/system.h"

enum { SIZE, QUADRATIC, NOISE };

static slp_status sp_refuse(slp_error *err, const char *key, const char *remedy)
{
    slp_error_set(err, 0, NULL, key, "%s", remedy);
    return SLP_DOMAIN;
}

static slp_status sp_read(ref_system *sys, slp_error *err)
{
    double size = sys->count[SIZE] == 1 ? sys->param[SIZE][0] : 0;
    slong n = size >= 2 && size <= SLP_MAX_MATRIX ? (slong)size : 1, d = n * (n + 1) / 2;
    if (n % 2 != 0 || (double)n != size)
        return sp_refuse(err, "n", "give one even number, the size of the matrices");
    if (sys->count[QUADRATIC] != (size_t)(d * (d + 1) / 2))
        return sp_refuse(err, "quadratic", "give d(d+1)/2 numbers, d = n(n+1)/2");
    if (sys->count[NOISE] % (size_t)d != 0)
        return sp_refuse(err, "noise", "give d = n(n+1)/2 numbers for each noise");
    ref_algebra_sp(&sys->algebra, n);
    sys->M = (slong)sys->count[NOISE] / d;
    sys->casimir_count = n / 2;
    sys->pack_size = d + 2; /* the constants, h, 1 scratch */
    return SLP_OK;
}

static int weight(const ref_system *sys, slong i)
{
    const ref_matrix_kind *kind = sys->algebra.own;
    return kind->weight(&sys->algebra, i);
}

/* Q_ij */
static double entry(const ref_system *sys, slong i, slong j)
{
    slong d = sys->algebra.d, lo = i < j ? i : j, hi = i < j ? j : i;
    return sys->param[QUADRATIC][lo * d - lo * (lo + 1) / 2 + hi];
}

static void sp_freeze(arb_ptr pack, const ref_system *sys, const arb_t h, arb_srcptr dW, slong prec)
{
    slong d = sys->algebra.d;
    arb_ptr b = pack + d + 1;
    arb_set(pack + d, h);
    for (slong i = 0; i < d; i++) {
        arb_zero(pack + i);
        for (slong k = 0; k < sys->M; k++) {
            arb_set_d(b, sys->param[NOISE][k * d + i]);
            arb_addmul(pack + i, b, dW + k, prec);
        }
        arb_div_si(pack + i, pack + i, weight(sys, i), prec);
    }
}

/* out = h W^-1 Q x */
static void linear_part(arb_ptr out, const ref_system *sys, const arb_t h, arb_srcptr x, slong prec)
{
    slong d = sys->algebra.d;
    arb_t q;
    arb_init(q);
    for (slong i = 0; i < d; i++) {
        arb_zero(out + i);
        for (slong j = 0; j < d; j++) {
            arb_set_d(q, entry(sys, i, j));
            arb_addmul(out + i, q, x + j, prec);
        }
        arb_mul(out + i, out + i, h, prec);
        arb_div_si(out + i, out + i, weight(sys, i), prec);
    }
    arb_clear(q);
}

static void sp_generator(arb_ptr xi, const ref_system *sys, arb_srcptr pack, arb_srcptr x,
                         slong prec)
{
    slong d = sys->algebra.d;
    linear_part(xi, sys, pack + d, x, prec);
    _arb_vec_add(xi, xi, pack, d, prec);
}

static void sp_generator_tangent(arb_ptr dxi, const ref_system *sys, arb_srcptr pack, arb_srcptr x,
                                 arb_srcptr dx, slong prec)
{
    (void)x;
    linear_part(dxi, sys, pack + sys->algebra.d, dx, prec);
}

/* In the norm (x.Wx)^(1/2) the map W^-1 Q is symmetric, so that its norm is its spectral radius, at
 * most its largest sum of absolute values in a row. */
static void sp_generator_lipschitz(mag_t lip, const ref_system *sys, arb_srcptr pack, arb_srcptr x,
                                   const mag_t R)
{
    slong d = sys->algebra.d;
    mag_t row, one;
    (void)x;
    (void)R;
    mag_init(row);
    mag_init(one);
    mag_zero(lip);
    for (slong i = 0; i < d; i++) {
        mag_zero(row);
        for (slong j = 0; j < d; j++) {
            mag_set_d(one, entry(sys, i, j));
            mag_add(row, row, one);
        }
        mag_div_ui(row, row, (ulong)weight(sys, i));
        mag_max(lip, lip, row);
    }
    arb_get_mag(one, pack + d);
    mag_mul(lip, lip, one);
    mag_clear(row);
    mag_clear(one);
}

static void sp_energy(arb_t energy, const ref_system *sys, arb_srcptr x, slong prec)
{
    slong d = sys->algebra.d;
    arb_t sum, row, q;
    arb_init(sum);
    arb_init(row);
    arb_init(q);
    for (slong i = 0; i < d; i++) { /* x_i (Q_ii x_i / 2 + sum_{j>i} Q_ij x_j) */
        arb_zero(row);
        for (slong j = i; j < d; j++) {
            arb_set_d(q, entry(sys, i, j));
            if (j == i) arb_mul_2exp_si(q, q, -1);
            arb_addmul(row, q, x + j, prec);
        }
        arb_addmul(sum, row, x + i, prec);
    }
    arb_swap(energy, sum);
    arb_clear(sum);
    arb_clear(row);
    arb_clear(q);
}

/* |h| sum_ij |Q_ij x_j| / w_i, in which nothing cancels, and sum_k |dW_k b_k| */
static void sp_terms(mag_t terms, mag_t condition, const ref_system *sys, arb_srcptr x,
                     const arb_t h, arb_srcptr dW)
{
    slong d = sys->algebra.d;
    mag_t row, one, other;
    (void)condition;
    mag_init(row);
    mag_init(one);
    mag_init(other);
    mag_zero(terms);
    for (slong i = 0; i < d; i++) {
        mag_zero(row);
        for (slong j = 0; j < d; j++) {
            mag_set_d(one, entry(sys, i, j));
            arb_get_mag(other, x + j);
            mag_addmul(row, one, other);
        }
        mag_div_ui(row, row, (ulong)weight(sys, i));
        mag_addmul(terms, row, row);
    }
    mag_sqrt(terms, terms);
    arb_get_mag(one, h);
    mag_mul(terms, terms, one);
    for (slong k = 0; k < sys->M; k++) {
        mag_zero(row);
        for (slong i = 0; i < d; i++) {
            mag_set_d(one, sys->param[NOISE][k * d + i]);
            mag_addmul(row, one, one);
        }
        mag_sqrt(row, row);
        arb_get_mag(one, dW + k);
        mag_addmul(terms, row, one);
    }
    mag_clear(row);
    mag_clear(one);
    mag_clear(other);
}

const ref_system_table ref_system_symplectic = {
    .name = "symplectic",
    .read = sp_read,
    .keys = {"n", "quadratic", "noise", NULL},
    .freeze = sp_freeze,
    .generator = sp_generator,
    .generator_tangent = sp_generator_tangent,
    .generator_lipschitz = sp_generator_lipschitz,
    .energy = sp_energy,
    .casimir_name = ref_sp_casimir_name,
    .casimirs = ref_sp_casimirs,
    .terms = sp_terms,
};
