/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* An approximate solution of z = T(z).  First by fixed-point iteration, then, once that is cheaper,
 * by Newton's method, whose Jacobian is computed again only when that saves work.  The precision
 * grows with the accuracy reached.  Nothing is proved here; ref_enclose_stage proves.  So the
 * Jacobian need not be an enclosure: difference quotients cost less than derivatives. */
#include "ref/certificate/certificate.h"

enum { FIRST_PREC = 40, GUARD = 24, NO_BITS = -1000 };
/* Beyond REF_SMALL_D: products of large matrices have bits of their own (ref/matrix/dense.c). */
enum { GUARD_OF_LARGE = 14 };

/* -log2(|v| / scale), as an integer; prec + GUARD if v = 0 */
static slong bits_below(const ref_frame *f, arb_srcptr v)
{
    double bits;
    REF_LOCAL(mag, size);
    ref_stage_norm(size, f, v);
    if (mag_is_zero(size)) return f->prec + GUARD;
    if (mag_is_inf(size) || mag_is_zero(f->scale)) return NO_BITS;
    mag_div(size, size, f->scale);
    bits = -mag_get_d_log2_approx(size);
    if (!(bits > NO_BITS)) return NO_BITS;
    return bits < 1e9 ? (slong)bits : 1000000000;
}

/* p, at least FIRST_PREC and at most prec */
static slong within(slong p, slong prec)
{
    if (p < FIRST_PREC) p = FIRST_PREC;
    return p < prec ? p : prec;
}

static void drop_radii(arb_ptr v, slong n)
{
    for (slong i = 0; i < n; i++) mag_zero(arb_radref(v + i));
}

/* move = T(z) - z.  T(z) of the start is known where norms were tried. */
static void evaluate(arb_ptr move, ref_frame *f, arb_srcptr z, bool known)
{
    if (known)
        for (slong i = 0; i < f->k; i++) arb_set_round(move + i, f->first + i, f->prec);
    else
        f->scheme->stage(move, f, z);
    for (slong i = 0; i < f->k; i++)
        arf_sub(arb_midref(move + i), arb_midref(move + i), arb_midref(z + i), f->prec,
                ARF_RND_NEAR);
    drop_radii(move, f->k);
}

static void advance(arb_ptr z, const ref_frame *f, arb_srcptr move)
{
    for (slong i = 0; i < f->k; i++)
        arf_add(arb_midref(z + i), arb_midref(z + i), arb_midref(move + i), f->prec, ARF_RND_NEAR);
}

/* P = (I - DT(z))^-1 approximately; false if singular.  Column j of DT(z) is (T(z + t e_j) -
 * T(z))/t, t = 2^-bits |scale|.  At precision 2 bits that is right to about `bits` bits. */
static bool newton_matrix(arb_mat_t P, arb_mat_t J, ref_frame *f, arb_srcptr z, slong bits)
{
    arb_ptr here = ref_solver_scratch(f, 0), beside = ref_solver_scratch(f, 6);
    arb_ptr image = ref_solver_scratch(f, 7);
    bool finite = true;
    REF_LOCAL(arb, t, moved);
    arb_one(t);
    arb_mul_2exp_fmpz(t, t, MAG_EXPREF(f->scale));
    arb_mul_2exp_si(t, t, -bits);
    f->scheme->stage(here, f, z);
    _arb_vec_set(beside, z, f->k);
    for (slong j = 0; j < f->k; j++) {
        arb_add(beside + j, z + j, t, f->prec);
        mag_zero(arb_radref(beside + j));
        arb_sub(moved, z + j, beside + j, f->prec);
        f->scheme->stage(image, f, beside);
        for (slong i = 0; i < f->k; i++) {
            arb_ptr e = arb_mat_entry(J, i, j); /* of I - DT */
            arb_sub(e, image + i, here + i, f->prec);
            arb_div(e, e, moved, f->prec);
            if (i == j) arb_add_ui(e, e, 1, f->prec);
            finite = finite && arb_is_finite(e);
            mag_zero(arb_radref(e));
        }
        arb_set(beside + j, z + j);
    }
    return finite && arb_mat_approx_inv(P, J, f->prec) != 0;
}

/* Workspace for Newton's method, if it can ever save work. */
typedef struct newton_work {
    arb_mat_t P, J;
} newton_work;

static void newton_work_init(newton_work *work, const ref_frame *f)
{
    slong k = f->k <= REF_SMALL_D ? f->k : 0;
    arb_mat_init(work->P, k, k);
    arb_mat_init(work->J, k, k);
}

static void newton_work_clear(newton_work *work)
{
    arb_mat_clear(work->P);
    arb_mat_clear(work->J);
}

/* Whether a Jacobian computed now saves more evaluations of T than it costs, 2d + 2 or so, as those
 * for it have twice the precision.  With it, an iteration gains as many bits as z now has. */
static bool worth_renewing(const ref_frame *f, slong left, slong gain, slong bits)
{
    return f->k <= REF_SMALL_D && bits > gain && left / gain - left / bits > 2 * f->k + 2;
}

/* Improves z from `bits` certain bits to f->prec; one z <- T(z) gains `gain` bits, or one step of
 * Newton's method with work->P if `newton`. */
static void refine(arb_ptr z, newton_work *work, unsigned *iterations, ref_frame *f, slong bits,
                   slong gain, bool newton)
{
    const slong prec = f->prec;
    arb_ptr move = ref_solver_scratch(f, 0), step = ref_solver_scratch(f, 1);
    int stalls = 0;
    slong moved = bits; /* bits of the last step; their growth shows what plain iteration gains */
    for (int k = 0; k < REF_FOLLOW_MOST && bits < prec - 2 && stalls < 2; k++) {
        slong after;
        if (worth_renewing(f, prec - bits, gain, bits)) {
            const slong right = bits < prec / 2 ? bits : prec / 2; /* more than the bits left */
            f->prec = within(2 * bits + GUARD, prec + GUARD);
            newton = newton_matrix(work->P, work->J, f, z, right);
            gain = newton ? right : gain;
            if (!newton) break;
        }
        f->prec = within(bits + gain + (f->k > REF_SMALL_D ? GUARD_OF_LARGE : GUARD), prec);
        evaluate(move, f, z, false);
        ++*iterations;
        if (newton) {
            for (slong i = 0; i < f->k; i++)
                arb_approx_dot(step + i, NULL, 0, arb_mat_entry(work->P, i, 0), 1, move, 1, f->k,
                               f->prec);
            drop_radii(step, f->k);
        } else {
            _arb_vec_set(step, move, f->k);
        }
        advance(z, f, step);
        after = bits_below(f, step);
        if (!newton && after - moved < gain) gain = after > moved ? after - moved : 1;
        moved = after;
        after += gain;
        if (after > f->prec) after = f->prec;
        stalls += after <= bits;
        bits = after;
    }
    f->prec = prec;
}

static bool iterate(arb_ptr z, newton_work *work, unsigned *iterations, ref_frame *f, slong warm,
                    unsigned most)
{
    const slong prec = f->prec;
    slong bits = 0, rounds = 0;
    arb_ptr move = ref_solver_scratch(f, 0);
    f->prec = within(warm + GUARD, prec);
    for (slong i = 0; i < f->k; i++) arb_get_mid_arb(z + i, f->start + i);
    for (; rounds < (slong)most && bits < warm; rounds++) {
        evaluate(move, f, z, rounds == 0 && f->has_first);
        bits = bits_below(f, move);
        ++*iterations;
        if (bits <= NO_BITS) break;
        advance(z, f, move);
    }
    f->prec = prec;
    if (bits < warm) return false;
    refine(z, work, iterations, f, bits, bits > rounds ? bits / rounds : 1, false);
    return true;
}

bool ref_iterate(arb_ptr z, unsigned *iterations, ref_frame *f, slong warm, unsigned most)
{
    newton_work work;
    bool settled = true;
    newton_work_init(&work, f);
    if (ref_approximate_stage(z, work.P, iterations, f, warm))
        refine(z, &work, iterations, f, REF_APPROXIMATE_BITS, REF_APPROXIMATE_BITS, true);
    else
        settled = iterate(z, &work, iterations, f, warm, most);
    newton_work_clear(&work);
    return settled;
}
