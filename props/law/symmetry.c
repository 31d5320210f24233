/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Every step is undone by the step with reversed step size and increments:
 * Psi_{-h,-dW}(Psi_{h,dW}(x)) = x.
 *
 * Allowance: with y = y* + e1, |e1| <= r1, and z = Psi_{-h,-dW}(y) + e2, |e2| <= r2 (r the judge's
 * bound of the two steps), z - x = [Psi_{-h,-dW}(y) - Psi_{-h,-dW}(y*)] + e2 and kappa of the step
 * back bounds its Lipschitz constant: |z - x| <= kappa2 r1 + r2.
 *
 * On large steps the implicit relation has several solutions, and the step is the one that
 * iteration reaches: the way back then may reach another one than x.  That is no fault where only
 * the Jacobian proves the solution, in a small neighbourhood of it.  Where norms prove it, it is
 * the only solution in a ball around the state, and that ball contains the other.  Even where only
 * the Jacobian proves it, a step is excused only if the reference's own way back ends elsewhere
 * too. */
#include "oracle/plumbing/allocate.h"
#include "props/case/reference_step.h"

#include <math.h>

enum { PREC = 256 };

static slp_status defect(prop_defect *to, const ref_exact_step *exact_step, long prec)
{
    slong d = exact_step->d;
    REF_LOCAL_VEC(arb, d, next);
    REF_LOCAL_VEC(arb, exact_step->M, back);
    REF_LOCAL(arb, h, unit);
    prop_defect_fit(to, d);
    slp_status status = ref_exact_step_image(next, NULL, exact_step, prec);
    if (status == SLP_OK) {
        arb_neg(h, exact_step->h);
        _arb_vec_neg(back, exact_step->dW, exact_step->M);
        status = ref_step(to->at, NULL, exact_step->scheme, exact_step->sys, next, h, back, prec);
    }
    prop_unit(unit, exact_step->x, d);
    for (slong i = 0; status == SLP_OK && i < d; i++) {
        arb_sub(to->at + i, to->at + i, exact_step->x + i, prec);
        arb_set(to->unit + i, unit);
    }
    return status;
}

/* Whether the reference's own way back certainly ends further from where the step began than is
 * allowed. */
static bool ends_elsewhere(const ref_exact_step *back, const ref_exact_step *there,
                           const arb_t allowed)
{
    REF_LOCAL_VEC(arb, back->d, end);
    REF_LOCAL(arb, distance);
    bool sure = ref_exact_step_image(end, NULL, back, PREC) == SLP_OK;
    for (slong i = 0; i < back->d; i++) {
        arb_sub(end + i, end + i, there->x + i, PREC);
        arb_addmul(distance, end + i, end + i, PREC);
    }
    arb_sqrtpos(distance, distance, PREC);
    return sure && arb_gt(distance, allowed);
}

static bool proved_by_norms(const slp_case *c)
{
    SLP_CLEARED(ref_exact_step) exact_step = {0};
    ref_certificate cert = {.by_jacobian = true};
    return slp_need_memory(ref_exact_step_init(&exact_step, c, NULL)) == SLP_OK &&
           ref_exact_step_certificate(&cert, &exact_step) == SLP_OK && !cert.by_jacobian;
}

/* One step there (from x to y) and back (to z), in units of the allowance; negative without a
 * certificate. */
static double margin_of(const slp_case *there, const slp_case *back, const double *z)
{
    double one, two = 1, margin = -1;
    double forth = prop_bound_and_condition(&one, there, there->x, back->x, 0);
    double undo = forth > 0 ? prop_bound_and_condition(&two, back, back->x, z, 0) : 0;
    SLP_CLEARED(ref_exact_step) first = {0}, second = {0};
    REF_LOCAL(arb, allowed, part, distance);
    REF_LOCAL(arf, top);
    bool sure = slp_need_memory(ref_exact_step_init(&first, there, NULL)) == SLP_OK;
    sure = slp_need_memory(ref_exact_step_init(&second, back, NULL)) == SLP_OK && sure;
    if (sure && forth > 0 && undo > 0) {
        prop_allowance(allowed, there, first.x, first.d, forth, one);
        arb_set_d(part, two);
        arb_mul(allowed, allowed, part, PREC);
        prop_allowance(part, back, second.x, second.d, undo, two);
        arb_add(allowed, allowed, part, PREC);
        for (slong i = 0; i < first.d; i++) {
            arb_set_d(part, z[i]);
            arb_sub(part, part, first.x + i, PREC);
            arb_addmul(distance, part, part, PREC);
        }
        arb_sqrtpos(distance, distance, PREC);
        if (!arb_is_zero(distance)) arb_div(distance, distance, allowed, PREC);
        arb_get_abs_ubound_arf(top, distance, PREC);
        margin = arf_get_d(top, ARF_RND_UP);
        if (isnan(margin)) margin = INFINITY;
        if (margin > 1 && !(proved_by_norms(there) && proved_by_norms(back)) &&
            ends_elsewhere(&second, &first, allowed))
            margin = -1; /* another solution; the law of agreement tests it */
    }
    return margin;
}

/* The way back over step s: c reversed, from y. */
static void reverse_case(slp_case *back, const slp_case *c, const double *y, size_t s)
{
    prop_one_step(back, c, y, s);
    back->h = -back->h;
    for (size_t k = 0; k < back->M; k++) back->dw[k] = -back->dw[k];
}

static prop_outcome there_and_back(prop_finding *found, const prop_subject *subject,
                                   const slp_case *c, const slp_result *r, size_t s, size_t *looked)
{
    SLP_CLEARED(slp_case) there = {0}, back = {0};
    SLP_CLEARED(slp_result) undone = {0};
    prop_one_step(&there, c, s ? r->y.at + (s - 1) * c->d : c->x, s);
    reverse_case(&back, c, r->y.at + s * c->d, s);
    prop_outcome outcome = prop_query_subject(&undone, found, subject, &back);
    if (outcome == PROP_HELD) {
        double margin = margin_of(&there, &back, undone.y.at);
        if (margin >= 0 && (!(*looked)++ || margin > found->margin)) {
            found->margin = margin;
            prop_outcome_noted(found, PROP_HELD,
                               "symmetry: step %zu undone is off by %.3g times what "
                               "rounding allows",
                               s + 1, margin);
        }
    }
    return outcome;
}

static prop_outcome check_enclosed(prop_finding *found, const prop_law *law,
                                   const prop_subject *subject, const slp_case *c)
{
    prop_outcome outcome = prop_certify(found, law, subject, c);
    if (outcome != PROP_FAILED) return outcome;
    SLP_CLEARED(slp_case) there = {0}, back = {0};
    SLP_CLEARED(slp_result) r = {0};
    char note[PROP_NOTE];
    prop_one_step(&there, c, c->x, 0);
    bool alone = proved_by_norms(&there);
    if (alone && subject->answer(&r, note, subject, &there) == PROP_ANSWERED) {
        reverse_case(&back, c, r.y.at, 0);
        alone = proved_by_norms(&back);
    }
    slp_case_clear(&back);
    if (alone) return outcome;
    return prop_outcome_noted(found, PROP_SKIPPED,
                              "several solutions at this step: the way back reaches another");
}

static prop_outcome check(prop_finding *found, const prop_law *law, const prop_subject *subject,
                          const slp_case *c)
{
    if (subject->certified) return check_enclosed(found, law, subject, c);
    SLP_CLEARED(slp_result) r = {0};
    size_t looked = 0;
    prop_outcome outcome = prop_query_subject(&r, found, subject, c);
    for (size_t s = 0; outcome == PROP_HELD && s < c->steps; s++)
        outcome = there_and_back(found, subject, c, &r, s, &looked);
    if (outcome != PROP_HELD) return outcome;
    if (!looked) return prop_outcome_noted(found, PROP_SKIPPED, "no certificate for any step");
    return found->margin <= 1 ? PROP_HELD : PROP_FAILED;
}

const prop_law prop_law_symmetry = {
    .name = "symmetry",
    .about = "a step is undone by the reversed step",
    .equation = "Psi_{-h,-dW}(Psi_{h,dW}(x)) = x",
    .applies = {.flag = SLP_LAW_SYMMETRY},
    .draw = {.asks_case = true},
    .effort = {.cases = 160, .controls = 16},
    .check = check,
    .defect = defect,
};
