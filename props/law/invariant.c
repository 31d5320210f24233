/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The laws of the form "this function of the state is kept": Casimirs, energy, eigenvalues.
 *
 * Allowance (props/LAWS.md section 2).  A subject's y differs from the exact y* by at most r = K
 * kappa u |x|
 * in the Euclidean norm (the judge's bound).  With F(y*) = F(x),
 *     |F(y) - F(x)| <= |grad F| r + O(r^2),
 * and |dF/dy_j| r is at most the radius of F over the ball y_j +- r with the other coordinates
 * fixed. */
#include "oracle/plumbing/allocate.h"
#include "props/case/reference_step.h"

#include <math.h>

enum { PREC = 256 };

void prop_unit(arb_t unit, arb_srcptr x, slong d)
{
    REF_LOCAL(arb, square);
    arb_zero(unit);
    for (slong i = 0; i < d; i++) {
        arb_mul(square, x + i, x + i, PREC);
        arb_add(unit, unit, square, PREC);
    }
    arb_sqrtpos(unit, unit, PREC);
    arb_mul_2exp_si(unit, unit, -53);
}

void prop_allowance(arb_t radius, const slp_case *c, arb_srcptr x, slong d, double bound,
                    double kappa)
{
    /* Below the normal numbers rounding is absolute, 2^(least-1) an operation (2^-1075 in
     * binary64), each amplified by kappa at most. */
    const int least = c->arithmetic && c->arithmetic->least > -1074 ? c->arithmetic->least : -1074;
    REF_LOCAL(arb, floor, factor);
    prop_unit(radius, x, d);
    arb_mul_2exp_si(radius, radius, 53 - prop_unit_bits(c));
    arb_one(floor);
    arb_mul_2exp_si(floor, floor, least - 1);
    arb_mul_si(floor, floor, d, PREC);
    arb_add(radius, radius, floor, PREC);
    arb_set_d(factor, bound);
    arb_mul(radius, radius, factor, PREC);
    arb_set_d(factor, kappa);
    arb_mul(radius, radius, factor, PREC);
    arb_get_abs_ubound_arf(arb_midref(radius), radius, PREC);
    mag_zero(arb_radref(radius));
}

/* Where rounding is coarse, terms in which several coordinates move count too.  With all of them
 * within `radius`, value k moves by at most its radius R there; of that the sum of the radii r_j
 * for one coordinate each is the part of single ones.  Adds R - sum r_j. */
static void add_products(arb_ptr moved, arb_ptr near, arb_ptr value, const ref_invariant *what,
                         const ref_exact_step *exact_step, arb_srcptr x, const arb_t radius,
                         slong prec)
{
    const slong count = what->count(exact_step), d = exact_step->d;
    REF_LOCAL_VEC(arb, count, more);
    REF_LOCAL(arb, part);
    for (slong j = 0; j <= d; j++) {
        for (slong i = 0; i < d; i++) {
            arb_get_mid_arb(near + i, x + i);
            if (i == j || j == d) arb_add_error(near + i, radius);
        }
        what->value(value, exact_step, near, prec);
        for (slong k = 0; k < count; k++) {
            arb_get_rad_arb(part, value + k);
            (j == d ? arb_add : arb_sub)(more + k, more + k, part, prec);
        }
    }
    for (slong k = 0; k < count; k++)
        if (arb_is_positive(more + k)) arb_add(moved + k, moved + k, more + k, prec);
}

void prop_sensitivity(arb_ptr moved, const ref_invariant *what, const ref_exact_step *exact_step,
                      arb_srcptr x, const arb_t radius, slong prec)
{
    slong count = what->count(exact_step), d = exact_step->d;
    REF_LOCAL_VEC(arb, d, near);
    REF_LOCAL_VEC(arb, count, value);
    REF_LOCAL(arb, part);
    _arb_vec_zero(moved, count);
    for (slong j = 0; j < d; j++) {
        for (slong i = 0; i < d; i++) arb_get_mid_arb(near + i, x + i);
        arb_add_error(near + j, radius);
        what->value(value, exact_step, near, prec);
        for (slong k = 0; k < count; k++) {
            arb_get_rad_arb(part, value + k);
            arb_addmul(moved + k, part, part, prec);
        }
    }
    for (slong k = 0; k < count; k++) arb_sqrtpos(moved + k, moved + k, prec);
    if (prop_is_narrow(exact_step->c->arithmetic))
        add_products(moved, near, value, what, exact_step, x, radius, prec);
}

typedef struct half_turn {
    const ref_exact_step *step;
    arb_ptr next;
    prop_apart apart;
    bool found;
} half_turn;

static slp_status seen_apart(void *of, slong prec)
{
    half_turn *turn = of;
    turn->found = true;
    return turn->apart(turn->step, turn->next, prec) ? SLP_OK : SLP_UNABLE;
}

const char *prop_half_turn(const ref_exact_step *exact_step, prop_apart apart)
{
    enum { FIRST = 128, LAST = 1024 };
    if (!exact_step->c->scheme->flow_of_chord) return NULL;
    half_turn turn = {exact_step, _arb_vec_init(exact_step->d), apart, false};
    const slp_status status =
        ref_exact_step_refine(turn.next, NULL, exact_step, FIRST, LAST, seen_apart, &turn);
    _arb_vec_clear(turn.next, exact_step->d);
    return status == SLP_OK || !turn.found ? NULL
                                           : "half turn: the chord's middle lies along the axis";
}

slp_status prop_invariant_defect(prop_defect *to, const ref_invariant *what,
                                 const ref_exact_step *exact_step, slong prec)
{
    slong count = what->count(exact_step);
    REF_LOCAL_VEC(arb, count, before);
    REF_LOCAL(arb, unit);
    prop_defect_fit(to, count);
    slp_status status = ref_exact_step_change(to->at, before, what, exact_step, prec);
    if (status == SLP_OK) {
        prop_unit(unit, exact_step->x, exact_step->d);
        prop_sensitivity(to->unit, what, exact_step, exact_step->x, unit, prec);
    }
    return status;
}

/* |value(y) - value(x)| over what y's rounding allows, largest over the entries; +inf over no
 * allowance. */
static double margin_of(const ref_invariant *what, const ref_exact_step *exact_step,
                        const double *y, double bound, double kappa, slong *worst)
{
    slong count = what->count(exact_step), d = exact_step->d;
    REF_LOCAL_VEC(arb, d, after);
    REF_LOCAL_VEC(arb, count, values, before, allowed);
    double margin = 0;
    REF_LOCAL(arb, radius);
    REF_LOCAL(arf, top);
    for (slong i = 0; i < d; i++) arb_set_d(after + i, y[i]);
    prop_allowance(radius, exact_step->c, exact_step->x, d, bound, kappa);
    what->value(values, exact_step, after, PREC);
    what->value(before, exact_step, exact_step->x, PREC);
    prop_sensitivity(allowed, what, exact_step, after, radius, PREC);
    for (slong k = 0; k < count; k++) {
        arb_sub(values + k, values + k, before + k, PREC);
        if (arb_is_zero(values + k)) continue;
        arb_div(values + k, values + k, allowed + k, PREC);
        arb_get_abs_ubound_arf(top, values + k, PREC);
        double each = arf_get_d(top, ARF_RND_UP);
        if (!(each <= margin)) margin = each, *worst = k;
    }
    return isnan(margin) ? INFINITY : margin;
}

static prop_outcome check_answer(prop_finding *found, const prop_law *law,
                                 const ref_invariant *what, ref_exact_step *exact_step,
                                 const slp_result *r)
{
    const slp_case *c = exact_step->c;
    const char *why = NULL;
    size_t looked = 0, step = 0;
    slong entry = 0, worst = 0;
    for (size_t s = 0; s < c->steps; s++) {
        double kappa;
        const double *x = s ? r->y.at + (s - 1) * c->d : c->x, *y = r->y.at + s * c->d;
        double bound = prop_bound_and_condition(&kappa, c, x, y, s);
        ref_exact_step_move(exact_step, x, s);
        if (bound <= 0) continue;
        const char *reason = law->exception ? law->exception(exact_step) : NULL;
        if (reason) {
            why = reason;
            continue;
        }
        double margin = margin_of(what, exact_step, y, bound, kappa, &worst);
        if (!looked++ || margin > found->margin)
            found->margin = margin, step = s + 1, entry = worst + 1;
    }
    if (!looked)
        return prop_outcome_noted(found, PROP_SKIPPED, "%s",
                                  why ? why : "no certificate for any step");
    return prop_outcome_noted(
        found, found->margin <= 1 ? PROP_HELD : PROP_FAILED,
        "%s: quantity %ld at step %zu is off by %.3g times what rounding allows", law->name, entry,
        step, found->margin);
}

prop_outcome prop_invariant_check(prop_finding *found, const prop_law *law,
                                  const ref_invariant *what, const prop_subject *subject,
                                  const slp_case *c)
{
    if (subject->certified) return prop_certify(found, law, subject, c);
    ref_exact_step exact_step;
    SLP_CLEARED(slp_result) r = {0};
    prop_outcome outcome = prop_query_subject(&r, found, subject, c);
    if (outcome == PROP_HELD) {
        slp_status status = slp_need_memory(ref_exact_step_init(&exact_step, c, NULL));
        outcome = status == SLP_OK
                      ? check_answer(found, law, what, &exact_step, &r)
                      : prop_outcome_noted(found, PROP_SKIPPED, "the reference says %s",
                                           slp_status_word(status));
        ref_exact_step_clear(&exact_step);
    }
    return outcome;
}
