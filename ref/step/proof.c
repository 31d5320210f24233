/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The data by which another program proves a step again: oracle/certificates/proof.md.  Found by
 * the parts of the selection by the Jacobian, around a stage that is known to some 120 bits, on a
 * ball so small that careless interval arithmetic is good enough. */
#include "oracle/contract/number/float_environment.h"
#include "ref/certificate/certificate.h"
#include "ref/exact_step.h"

/* p->bits is how many bits a stage's numbers have, relative to the largest.  Computed with 2 bits
 * for each.  The ball is 2^-NEARER times as large as the way from the start to the stage, but at
 * least 2^(LEAST - bits) times the scale, or 2^(LEAST - bits) if that is 0.  The result is widened
 * by 2^(SLACK - bits) times its size (1 if it is 0), because others round. */
enum { WARM_BITS = 24, NEARER = 12, LEAST = 38, SLACK = 28, TRIES = 24 };

static void init(ref_proof *p, slong d, slong k)
{
    *p = (ref_proof){.bits = p->bits, .d = d, .k = k};
    p->stage = _arb_vec_init(k);
    p->norm = _arb_vec_init(k * k);
    p->low = _arb_vec_init(d);
    p->high = _arb_vec_init(d);
    arb_init(p->radius);
    arb_init(p->L);
}

void ref_proof_clear(ref_proof *p)
{
    if (!p->low) return;
    _arb_vec_clear(p->stage, p->k);
    _arb_vec_clear(p->norm, p->k * p->k);
    _arb_vec_clear(p->low, p->d);
    _arb_vec_clear(p->high, p->d);
    arb_clear(p->radius);
    arb_clear(p->L);
    *p = (ref_proof){0};
}

/* v := multiples of one power of 2 near it, `bits` below the size `scale`. */
static void round_stage(arb_ptr v, slong k, const mag_t scale, slong bits)
{
    REF_LOCAL(arb, size);
    arf_set_mag(arb_midref(size), scale);
    const slong unit = (arb_is_zero(size) ? 0 : arf_abs_bound_lt_2exp_si(arb_midref(size))) - bits;
    for (slong i = 0; i < k; i++) {
        arf_mul_2exp_si(arb_midref(v + i), arb_midref(v + i), -unit);
        arf_floor(arb_midref(v + i), arb_midref(v + i));
        arf_mul_2exp_si(arb_midref(v + i), arb_midref(v + i), unit);
        mag_zero(arb_radref(v + i));
    }
}

/* |y - centre| in the norm of sel */
static void distance_to(mag_t distance, ref_selection *sel, ref_frame *f, arb_srcptr y)
{
    arb_ptr away = ref_solver_scratch(f, 2);
    for (slong i = 0; i < f->k; i++) arb_sub(away + i, y + i, sel->centre + i, f->prec);
    ref_selection_norm(distance, f, sel, away);
}

/* Iterates T from the start until the enclosure lies in the ball of radius sel->R; sel->R then is
 * the distance reached, but not below `least`.  -1 if it does not come there. */
static slong follow(ref_selection *sel, ref_frame *f, const mag_t least)
{
    arb_ptr y = ref_solver_scratch(f, 1), image = ref_solver_scratch(f, 2);
    slong entered = -1;
    REF_LOCAL(mag, distance);
    _arb_vec_set(y, f->start, f->k);
    for (slong n = 0; n < REF_FOLLOW_MOST && entered < 0; n++) {
        distance_to(distance, sel, f, y);
        if (mag_is_inf(distance)) break;
        if (mag_cmp(distance, sel->R) <= 0) {
            entered = n;
            mag_max(sel->R, distance, least);
        } else {
            f->scheme->stage(image, f, y);
            for (slong i = 0; i < f->k; i++) arb_swap(y + i, image + i);
        }
    }
    return entered;
}

/* A ball around sel->centre in the norm of sel, and how many iterates it takes to enter it. */
static slong ball_around(ref_selection *sel, ref_frame *f, slong bits)
{
    slong entered = -1;
    bool contracts = false;
    REF_LOCAL(mag, least, delta);
    if (mag_is_zero(f->scale))
        mag_one(least);
    else
        mag_set(least, f->scale);
    mag_mul_2exp_si(least, least, LEAST - bits);
    distance_to(sel->R, sel, f, f->start);
    mag_mul_2exp_si(sel->R, sel->R, -NEARER);
    mag_max(sel->R, sel->R, least);
    for (int i = 0; i < TRIES && !contracts && mag_cmp(sel->R, least) >= 0; i++) {
        if (i) mag_mul_2exp_si(sel->R, sel->R, -4);
        contracts = ref_contracts_around(delta, sel, f);
    }
    if (contracts) entered = follow(sel, f, least);
    if (entered >= 0 && !ref_contracts_around(delta, sel, f)) entered = -1;
    return entered;
}

/* In the Euclidean norm if T contracts well in it, else in one that the Jacobian gives; else in the
 * Euclidean norm after all. */
static bool select_ball(ref_proof *p, ref_selection *sel, ref_frame *f)
{
    sel->by_jacobian = true;
    for (int attempt = 0; attempt < 3; attempt++) {
        p->adapted = attempt == 1;
        if (p->adapted && !ref_adapt_norm(sel, f)) continue;
        if (!p->adapted) {
            arb_mat_one(sel->C);
            arb_mat_one(sel->C_inverse);
        }
        p->entered = ball_around(sel, f, p->bits);
        if (p->entered >= 0 && (attempt || mag_cmp_2exp_si(sel->L, -1) <= 0)) return true;
    }
    return false;
}

static void set_mag(arb_t to, const mag_t from)
{
    arf_set_mag(arb_midref(to), from);
    mag_zero(arb_radref(to));
}

/* The contraction that is stated: L and a sixteenth of it, at most halfway to 1, for a program
 * whose Jacobians are a little wider. */
static void publish(arb_t to, const mag_t L)
{
    REF_LOCAL(mag, more, middle);
    mag_one(middle);
    mag_mul_2exp_si(middle, middle, -40);
    mag_mul_2exp_si(more, L, -4);
    mag_add(more, more, L);
    mag_add(more, more, middle);
    mag_add_ui(middle, L, 1);
    mag_mul_2exp_si(middle, middle, -1);
    mag_min(more, more, middle);
    set_mag(to, more);
}

static slp_status prove_stage(ref_proof *p, arb_ptr ball, ref_frame *f)
{
    ref_selection sel;
    unsigned iterations = 0;
    slp_status status = SLP_UNABLE;
    if (f->k > REF_PROOF_MOST) return SLP_UNABLE;
    REF_LOCAL(mag, defect);
    ref_selection_init(&sel);
    sel.centre = _arb_vec_init(f->k);
    arb_mat_init(sel.C, f->k, f->k);
    arb_mat_init(sel.C_inverse, f->k, f->k);
    if (ref_iterate(sel.centre, &iterations, f, WARM_BITS, REF_FOLLOW_MOST)) {
        round_stage(sel.centre, f->k, f->scale, p->bits);
        if (select_ball(p, &sel, f) && ref_enclose_stage(ball, defect, f, &sel, sel.centre)) {
            status = SLP_OK;
            _arb_vec_set(p->stage, sel.centre, f->k);
            for (slong i = 0; i < f->k * f->k; i++)
                arb_set(p->norm + i, arb_mat_entry(sel.C, i / f->k, i % f->k));
            set_mag(p->radius, sel.R);
            publish(p->L, sel.L);
        }
    }
    ref_selection_clear(&sel, f->k);
    return status;
}

/* low, high: the ends of next, further apart by 2^(SLACK - bits) of the largest end. */
static slp_status set_ends(ref_proof *p, arb_srcptr next)
{
    slp_status status = SLP_OK;
    REF_LOCAL(mag, size, one);
    REF_LOCAL(arb, wide);
    for (slong i = 0; i < p->d; i++) {
        arb_get_mag(one, next + i);
        mag_max(size, size, one);
        if (!arb_is_finite(next + i)) status = SLP_UNABLE;
    }
    if (mag_is_zero(size)) mag_one(size);
    mag_mul_2exp_si(size, size, SLACK - p->bits);
    for (slong i = 0; i < p->d && status == SLP_OK; i++) {
        arb_set(wide, next + i);
        arb_add_error_mag(wide, size);
        arb_get_lbound_arf(arb_midref(p->low + i), wide, p->bits);
        arb_get_ubound_arf(arb_midref(p->high + i), wide, p->bits);
    }
    return status;
}

slp_status ref_exact_step_prove(ref_proof *p, const ref_exact_step *step, slong bits)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    ref_frame f;
    slp_status status = SLP_DOMAIN;
    *p = (ref_proof){.bits = bits};
    if (!ref_scheme_suits(step->scheme, step->sys)) return SLP_UNSUPPORTED;
    if (ref_frame_init(&f, step->scheme, step->sys, step->x, step->h, step->dW, 2 * bits)) {
        arb_ptr ball = ref_solver_scratch(&f, 4), out = ref_solver_scratch(&f, 0);
        init(p, f.d, f.k);
        status = f.k ? prove_stage(p, ball, &f) : SLP_OK;
        if (status == SLP_OK) {
            f.scheme->finish(out, &f, f.k ? ball : NULL);
            status = set_ends(p, out);
        }
    }
    ref_frame_clear(&f);
    return status;
}
