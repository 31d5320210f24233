/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* How many classes of loops a system's compact matrix group has: is it simply connected?
 *
 * Two computations.  (a) For a compact connected group pi_1 = Lambda / Q (Hall, Lie Groups, Lie
 * Algebras, and Representations, 2nd ed., Cor. 13.18): Lambda = {H in the Lie algebra of a maximal
 * torus: exp(2 pi i H) = 1}, Q its sublattice spanned by the coroots.  Lambda is where all weights
 * of the defining representation are whole; roots are the weights of the adjoint one, Lambda^2 V
 * for SO(n) and the traceless part of V (x) V* for SU(N); coroots are 2 a / (a, a).  The order is
 * the product of the elementary divisors.  (b) For SO(n), without that theorem: L(t) = exp(t E), E
 * the unit rotation of a plane, closes at t = 2 pi, but its lift exp(t e1 e2 / 2) to Spin(n), with
 * Clifford matrices, ends at -1.  A loop that can be contracted has a closed lift. */
#include "reports/claims/experiment/balls.h"
#include "reports/claims/experiment/measure.h"
#include "oracle/plumbing/allocate.h"

#include <flint/fmpz_mat.h>
#include <flint/fmpz_vec.h>

enum { ORDER, CLOSED, LIFT, COVERS };

typedef struct group {
    slong n, rank; /* of SO(n), or of each factor SU(n) */
    bool rotations;
} group;

/* Weight i of C^n under the torus of SO(n): e_1, -e_1, e_2, -e_2, ..., and 0 where n is odd.  They
 * are whole exactly where all coordinates of H are: Lambda = Z^rank. */
static void add_weight(fmpz *to, const group *g, slong i)
{
    if (i / 2 == g->rank) return;
    if (i % 2)
        fmpz_sub_ui(to + i / 2, to + i / 2, 1);
    else
        fmpz_add_ui(to + i / 2, to + i / 2, 1);
}

/* The coroot that belongs to weights i and k, in coordinates of Lambda.  SO(n): a = sum of both, 2
 * a/(a, a), 0 for a = 0.  SU(n), a = difference of both: E_ii - E_kk; the last diagonal entry
 * follows from the others, which are whole on Lambda. */
static void coroot(fmpz *to, const group *g, slong i, slong k)
{
    if (!g->rotations) {
        if (i < g->rank) fmpz_one(to + i);
        if (k < g->rank) fmpz_set_si(to + k, -1);
        return;
    }
    REF_LOCAL(fmpz, square);
    add_weight(to, g, i);
    add_weight(to, g, k);
    for (slong j = 0; j < g->rank; j++) fmpz_addmul(square, to + j, to + j);
    if (!fmpz_is_zero(square)) {
        _fmpz_vec_scalar_mul_si(to, to, g->rank, 2);
        _fmpz_vec_scalar_divexact_fmpz(to, to, g->rank, square);
    }
}

/* |Lambda / Q| of one block; 0 where Q has a smaller rank: infinitely many classes. */
static double order_of(const group *g)
{
    slong rows = 0, pairs = g->n * g->n;
    fmpz_mat_t Q;
    fmpz_t order;
    fmpz_init_set_ui(order, 1);
    fmpz_mat_init(Q, pairs, g->rank);
    for (slong i = 0; i < g->n; i++)
        for (slong k = g->rotations ? i + 1 : 0; k < g->n; k++)
            if (i != k) coroot(fmpz_mat_entry(Q, rows++, 0), g, i, k);
    fmpz_mat_snf(Q, Q);
    for (slong j = 0; j < g->rank; j++) fmpz_mul(order, order, fmpz_mat_entry(Q, j, j));
    double value = fmpz_get_d(order);
    fmpz_mat_clear(Q);
    fmpz_clear(order);
    return value;
}

/* Clifford matrix e_{j+1} of n, e_j^2 = -1, of 2^m rows, 2m >= n: i times sigma_3 (x) ... (x)
 * sigma_1 or sigma_2 (x) 1 (x) ... */
static void clifford(acb_mat_t e, slong m, slong j)
{
    slong size = WORD(1) << m, bit = WORD(1) << (j / 2);
    acb_mat_zero(e);
    for (slong row = 0; row < size; row++) {
        slong below = row & (bit - 1), sign = 1;
        for (; below; below &= below - 1) sign = -sign;
        acb_ptr entry = acb_mat_entry(e, row, row ^ bit);
        if (j % 2 == 0)
            acb_set_d_d(entry, 0, (double)sign); /* i sigma_1 */
        else
            acb_set_si(entry, row & bit ? -sign : sign); /* i sigma_2 */
    }
}

/* exp(t E) of the rotation in the first plane, and exp(t e1 e2 / 2) above it */
static void rotate(acb_mat_t R, acb_mat_t S, slong m, const arb_t t, slong prec)
{
    REF_LOCAL_MAT(acb, WORD(1) << m, WORD(1) << m, e1, e2);
    acb_mat_zero(R);
    arb_set(acb_realref(acb_mat_entry(R, 1, 0)), t);
    arb_neg(acb_realref(acb_mat_entry(R, 0, 1)), t);
    acb_mat_exp(R, R, prec);
    clifford(e1, m, 0);
    clifford(e2, m, 1);
    acb_mat_mul(S, e1, e2, prec);
    acb_mat_scalar_mul_arb(S, S, t, prec);
    acb_mat_scalar_mul_2exp_si(S, S, -1);
    acb_mat_exp(S, S, prec);
}

/* The largest entry of e_j e_k + e_k e_j + 2 [j = k]: that they are Clifford matrices. */
static void relations(arb_t to, const group *g, slong m, slong prec)
{
    slong size = WORD(1) << m;
    REF_LOCAL_MAT(acb, size, size, a, b, ab, ba);
    REF_LOCAL(arb, one);
    arb_zero(to);
    for (slong j = 0; j < g->n; j++)
        for (slong k = 0; k <= j; k++) {
            clifford(a, m, j);
            clifford(b, m, k);
            acb_mat_mul(ab, a, b, prec);
            acb_mat_mul(ba, b, a, prec);
            acb_mat_add(ab, ab, ba, prec);
            for (slong i = 0; i < size && j == k; i++)
                acb_add_ui(acb_mat_entry(ab, i, i), acb_mat_entry(ab, i, i), 2, prec);
            arb_zero(one);
            slp_raise_entries(one, ab, prec);
            arb_max(to, to, one, prec);
        }
}

/* That S lies above R: largest entry of S e_k S^-1 - sum_j R_jk e_j over k, at t = 1; and of the
 * relations of the e_k. */
static void covering(arb_t to, const group *g, slong m, slong prec)
{
    slong size = WORD(1) << m;
    REF_LOCAL_MAT(acb, g->n, g->n, R);
    REF_LOCAL_MAT(acb, size, size, S, back, e, sum);
    REF_LOCAL(arb, t, one);
    arb_set_si(t, -1);
    rotate(R, back, m, t, prec);
    arb_one(t);
    rotate(R, S, m, t, prec);
    relations(to, g, m, prec);
    for (slong k = 0; k < g->n; k++) {
        clifford(e, m, k);
        acb_mat_mul(sum, S, e, prec);
        acb_mat_mul(sum, sum, back, prec);
        for (slong j = 0; j < g->n; j++) {
            clifford(e, m, j);
            acb_mat_scalar_mul_acb(e, e, acb_mat_entry(R, j, k), prec);
            acb_mat_sub(sum, sum, e, prec);
        }
        arb_zero(one);
        slp_raise_entries(one, sum, prec);
        arb_max(to, to, one, prec);
    }
}

/* |L(2 pi) - 1| and |lift(2 pi) - 1| */
static void loop(slp_measurement *to, const group *g, slong prec)
{
    slong m = (g->n + 1) / 2;
    acb_mat_t one;
    REF_LOCAL_MAT(acb, g->n, g->n, R);
    REF_LOCAL_MAT(acb, WORD(1) << m, WORD(1) << m, S);
    REF_LOCAL(arb, t);
    arb_const_pi(t, prec);
    arb_mul_2exp_si(t, t, 1);
    rotate(R, S, m, t, prec);
    acb_mat_init(one, g->n, g->n);
    acb_mat_one(one);
    acb_mat_sub(R, R, one, prec);
    arb_zero(t);
    slp_raise_entries(t, R, prec);
    slp_measured_ball(to, CLOSED, t);
    acb_mat_clear(one);
    acb_mat_init(one, WORD(1) << m, WORD(1) << m);
    acb_mat_one(one);
    acb_mat_sub(S, S, one, prec);
    arb_zero(t);
    slp_raise_entries(t, S, prec);
    slp_measured_ball(to, LIFT, t);
    covering(t, g, m, prec);
    slp_measured_ball(to, COVERS, t);
    acb_mat_clear(one);
}

/* The group that the system's algebra stands for: the special orthogonal one, the special unitary
 * one, SU(2) a vortex. */
static bool read_group(group *g, slong *factors, const slp_case *c, const ref_system *sys)
{
    slp_algebra algebra = c->system->algebra;
    g->rotations = algebra == SLP_SO3 || algebra == SLP_SON;
    g->n = algebra == SLP_SU2N ? 2 : ref_group_size(sys);
    g->rank = g->rotations ? g->n / 2 : g->n - 1;
    *factors = algebra == SLP_SU2N ? (slong)c->d / 3 : 1;
    return (g->rotations || algebra == SLP_SU2N || algebra == SLP_SUN) && g->n >= 2 &&
           (!g->rotations || g->n <= 16);
}

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    SLP_CLEARED(slp_case) c = {0};
    ref_system *sys = NULL;
    group g;
    slong factors = 1;
    slp_status status = slp_experiment_case(&c, trial->experiment, 0, 1, err);
    if (status == SLP_OK) status = slp_need_memory(ref_system_new(&sys, &c, err));
    if (status == SLP_OK && !read_group(&g, &factors, &c, sys))
        status = slp_error_set(err, trial->experiment->line, NULL, "system",
                               "its group must be SO(n) with n <= 16, SU(N), or SU(2) to a power");
    if (status == SLP_OK && m) {
        double order = 1, one = order_of(&g);
        for (slong i = 0; i < factors; i++) order *= one;
        slp_measured_count(m, ORDER, order);
        if (g.rotations) loop(m, &g, trial->experiment->precision);
        m->samples = 1;
    }
    if (sys) ref_system_free(sys);
    return status;
}

const slp_quantity slp_quantity_fundamental_group = {
    .name = "fundamental-group",
    .about = "classes of loops in the group of a system: is it simply connected?",
    .method =
        "order of the lattice quotient pi_1 = Lambda/Q by elementary divisors of whole numbers; "
        "for SO(n) also the lift of a turn by 2 pi to Spin(n), matrix exponentials in balls",
    .values =
        {{"order", "",
          "number of classes of loops; 1 where the group is simply connected, 0 for infinitely "
          "many"},
         {"closed", "", "SO(n): |L(2 pi) - 1|, L(t) the turn by t in a plane"},
         {"lift", "", "SO(n): |S(2 pi) - 1| of its lift S to Spin(n)"},
         {"covers", "",
          "SO(n): max |S e_k S^-1 - sum_j R_jk e_j| at t = 1, and of e_j e_k + e_k e_j + 2 "
          "[j = k]: S lies above L"}},
    .measure = measure};
