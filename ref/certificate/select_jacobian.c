/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Selection for small d where norms prove nothing.  First: T's Jacobian, enclosed on a ball around
 * the solution that the iteration seems to reach, contracts in an adapted norm |C v|.  Second: the
 * iterates from x, computed in balls, enter that ball.  Then the iteration converges to the only
 * solution in the ball, which is the solution meant. certificate.md section 5. */
#include "ref/certificate/certificate.h"
#include <math.h>

/* COARSE_PREC: precision of Jacobians, whose norm is needed to a few digits only; an enclosure is
 * right at any precision.  MOST_TURN: a generator beyond 2^MOST_TURN turns so far that T contracts
 * only on neighbourhoods too small to be useful */
enum {
    WARM_BITS = 24,
    HALVINGS = 80,
    DOUBLINGS = 12,
    MOST_TURN = 8,
    ENOUGH = 192,
    LOST = 20,
    COARSE_PREC = REF_PREC_LEAST
};

/* out = a b, or a^T b; n x n by rows.  out aliases neither. */
static void multiply(double *out, const double *a, const double *b, slong n, bool transpose_a)
{
    for (slong i = 0; i < n * n; i++) out[i] = 0;
    for (slong i = 0; i < n; i++)
        for (slong k = 0; k < n; k++) {
            const double factor = transpose_a ? a[k * n + i] : a[i * n + k];
            for (slong j = 0; j < n; j++) out[i * n + j] += factor * b[k * n + j];
        }
}

static double largest(const double *a, slong count)
{
    double most = 0;
    for (slong i = 0; i < count; i++) {
        if (!isfinite(a[i])) return INFINITY;
        most = fmax(most, fabs(a[i]));
    }
    return most;
}

/* Q <- the upper triangular C with C^T C = Q; false if Q does not prove to be positive. */
static bool cholesky(double *Q, slong n)
{
    for (slong i = 0; i < n; i++) {
        for (slong j = 0; j < i; j++) Q[i * n + j] = 0;
        for (slong j = i; j < n; j++) {
            double entry = Q[i * n + j];
            for (slong k = 0; k < i; k++) entry -= Q[k * n + i] * Q[k * n + j];
            Q[i * n + j] = j == i ? sqrt(entry) : entry / Q[i * n + i];
        }
        if (!(Q[i * n + i] > 0)) return false;
    }
    return true;
}

/* Q = sum_k (J^k)^T J^k, whose norm J contracts where its spectral radius is below 1: J^T Q J = Q -
 * I.  C with C^T C = Q, left in Q.  Rounding errors here make the bound weaker but not wrong: every
 * invertible C is allowed.  J is overwritten; room has 2 n^2 numbers. */
static bool adapted_norm(double *Q, double *J, double *room, slong n)
{
    double *half = room, *term = room + n * n;
    for (slong i = 0; i < n * n; i++) Q[i] = i % (n + 1) == 0;
    for (int k = 0; k < DOUBLINGS && largest(J, n * n) > 0x1p-20; k++) {
        multiply(half, Q, J, n, false);
        multiply(term, J, half, n, true);
        for (slong i = 0; i < n * n; i++) Q[i] += term[i];
        multiply(half, J, J, n, false);
        for (slong i = 0; i < n * n; i++) J[i] = half[i];
        if (largest(J, n * n) > 0x1p100) return false;
    }
    return largest(J, n * n) < 0.5 && largest(Q, n * n) < 0x1p400 && cholesky(Q, n);
}

/* J = DT over the box, to a few digits. */
static void coarse_jacobian(arb_mat_t J, ref_frame *f, arb_srcptr box)
{
    const slong prec = f->prec;
    f->prec = COARSE_PREC;
    ref_stage_jacobian(J, f, box);
    f->prec = prec;
}

/* sel->C and its inverse from the Jacobian at sel->centre */
static bool choose_norm(ref_selection *sel, ref_frame *f)
{
    const slong n = f->k, square = n * n;
    double *all = flint_malloc((size_t)square * 4 * sizeof *all), *C = all, *J = all + square;
    bool chosen;
    REF_LOCAL_MAT(arb, n, n, M);
    coarse_jacobian(M, f, sel->centre);
    for (slong i = 0; i < square; i++)
        J[i] = arf_get_d(arb_midref(arb_mat_entry(M, i / n, i % n)), ARF_RND_NEAR);
    chosen = adapted_norm(C, J, all + 2 * square, n);
    for (slong i = 0; chosen && i < square; i++)
        arb_set_d(arb_mat_entry(sel->C, i / n, i % n), C[i]);
    flint_free(all);
    return chosen && arb_mat_inv(sel->C_inverse, sel->C, f->prec) != 0;
}

/* On the ball of radius sel->R: sel->L, delta = |T(centre) - centre|, and whether T contracts and
 * maps the ball into itself. */
static bool contracts(mag_t delta, ref_selection *sel, ref_frame *f)
{
    arb_ptr box = ref_solver_scratch(f, 1), move = ref_solver_scratch(f, 2);
    REF_LOCAL_MAT(arb, f->k, f->k, J);
    REF_LOCAL(mag, gap);
    ref_selection_box(box, f, sel, sel->centre, sel->R);
    coarse_jacobian(J, f, box);
    arb_mat_mul(J, sel->C, J, COARSE_PREC);
    arb_mat_mul(J, J, sel->C_inverse, COARSE_PREC);
    ref_spectral_bound(sel->L, J, COARSE_PREC);
    ref_contraction_reach(gap, sel->L, sel->R);
    f->scheme->stage(move, f, sel->centre);
    for (slong i = 0; i < f->k; i++) arb_sub(move + i, move + i, sel->centre + i, f->prec);
    ref_selection_norm(delta, f, sel, move);
    return mag_cmp_2exp_si(sel->L, 0) < 0 && mag_cmp(delta, gap) <= 0;
}

/* Whether the iterates from x, for every point of the input balls, enter the ball of the selection.
 * The search ends when they, or their enclosures, are 2^LOST times as far from its centre as the
 * first: enclosures that have become so wide do not become narrow again. */
static bool enters(ref_selection *sel, ref_frame *f)
{
    arb_ptr y = ref_solver_scratch(f, 1), image = ref_solver_scratch(f, 2);
    bool inside = false;
    REF_LOCAL(mag, distance, lost);
    _arb_vec_set(y, f->start, f->k);
    for (unsigned k = 0; k < REF_FOLLOW_MOST; k++) {
        for (slong i = 0; i < f->k; i++) arb_sub(image + i, y + i, sel->centre + i, f->prec);
        ref_selection_norm(distance, f, sel, image);
        inside = mag_cmp(distance, sel->R) <= 0;
        if (k == 0) mag_mul_2exp_si(lost, distance, LOST);
        if (inside || mag_is_inf(distance) || mag_cmp(distance, lost) > 0) break;
        f->scheme->stage(image, f, y);
        sel->iterations++;
        for (slong i = 0; i < f->k; i++) arb_swap(y + i, image + i);
    }
    return inside;
}

/* Necessary conditions for a ball around the centre.  T must contract at the centre.  The radius
 * must be at least delta/(1 - L), with the first move delta and the L found there; *least is half
 * of that, because of roundings. */
static bool may_contract(mag_t least, ref_selection *sel, ref_frame *f)
{
    bool may;
    REF_LOCAL(mag, gap);
    mag_swap(sel->R, gap);
    contracts(least, sel, f);
    may = mag_cmp_2exp_si(sel->L, 0) < 0;
    mag_one(gap);
    mag_sub(gap, gap, sel->L);
    mag_div(least, least, gap);
    mag_mul_2exp_si(least, least, -1);
    return may;
}

/* The factor by which a radius that is too large is multiplied.  L grows about as `centre` + c R,
 * so the radius with L = 1 is (1 - centre)/(L - centre) times this one.  The factor is three
 * quarters of that, since L is convex; at most 1/2, and at least 1/16, for radii so large that this
 * growth does not hold. */
static double next_radius(const mag_t L, double centre)
{
    const double share = 0.75 * (1 - centre) / (mag_get_d(L) - centre);
    return share >= 0.0625 ? fmin(share, 0.5) : 0.0625;
}

/* Finds a ball that T maps into itself and that the iteration from the start enters.  Large radii
 * are tried first.  If T contracts in a ball that is too small, halves of the radius before it are
 * tried. */
static bool find_ball(ref_selection *sel, ref_frame *f)
{
    arb_ptr away = ref_solver_scratch(f, 1);
    bool found = false, halve = false;
    REF_LOCAL(mag, least, delta, before, share);
    if (choose_norm(sel, f) && may_contract(least, sel, f)) {
        for (slong i = 0; i < f->k; i++) arb_sub(away + i, f->start + i, sel->centre + i, f->prec);
        const double centre = mag_get_d(sel->L);
        ref_selection_norm(sel->R, f, sel, away);
        mag_mul_2exp_si(sel->R, sel->R, 1);
        mag_set(before, sel->R);
        for (int k = 0; k < HALVINGS && mag_cmp(sel->R, least) >= 0; k++) {
            found = contracts(delta, sel, f);
            if (found) break;
            if (!halve && mag_cmp_2exp_si(sel->L, 0) < 0) {
                halve = true;
                mag_set(sel->R, before);
            }
            mag_set(before, sel->R);
            mag_set_d(share, halve ? 0.5 : next_radius(sel->L, centre));
            mag_mul(sel->R, sel->R, share);
        }
        found = found && enters(sel, f);
    }
    return found;
}

bool ref_select_by_jacobian(ref_selection *sel, ref_frame *f)
{
    const slong prec = f->prec;
    bool found;
    if (f->k > REF_SMALL_D || mag_cmp_2exp_si(f->xi_span, MOST_TURN) > 0) return false;
    sel->by_jacobian = true;
    sel->centre = _arb_vec_init(f->k);
    arb_mat_init(sel->C, f->k, f->k);
    arb_mat_init(sel->C_inverse, f->k, f->k);
    if (!ref_iterate(sel->centre, &sel->iterations, f, WARM_BITS, REF_FOLLOW_MOST)) return false;
    /* radii go down to 2^-HALVINGS, so more digits are of no use */
    f->prec = prec < ENOUGH ? prec : ENOUGH;
    found = find_ball(sel, f);
    f->prec = prec;
    return found;
}

bool ref_adapt_norm(ref_selection *sel, ref_frame *f)
{
    return choose_norm(sel, f);
}

bool ref_contracts_around(mag_t delta, ref_selection *sel, ref_frame *f)
{
    return contracts(delta, sel, f);
}
