/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Metamorphic relations: the answer to one case determines the answer to another (bodies with their
 * axes renamed, noises in another order, time rescaled, the same body in another algebra).  The
 * subject's two answers must agree with that.  The relations are in props/relation/SYSTEM.c; this
 * file applies all that concern a case.
 *
 * Allowance: each answer is within the judge's bound, r or r', of the exact one, and the maps S
 * between the states are isometries (onto the coordinates that they determine).  So |y' - S y| <=
 * r' + r. */
#include "oracle/plumbing/allocate.h"
#include "props/case/reference_step.h"
#include "props/relation/relation.h"

#include <math.h>

enum { PREC = 256 };

/* The first step of c, and its image; false where the relation does not apply. */
static bool image_of(slp_case *to, slp_case *first, const prop_relation *relation,
                     const slp_case *c)
{
    slp_error err;
    if (relation->reorders && c->scheme->splits) return false;
    if (relation->applies && !relation->applies(c)) return false;
    if (c->areas) return false; /* relations say nothing of Levy areas */
    prop_one_step(first, c, c->x, 0);
    slp_need_memory(slp_case_copy(to, first));
    return relation->transform(to, first) && slp_case_check(to, &err) == SLP_OK;
}

static const prop_relation *relation_at(const slp_system *system, size_t i)
{
    for (const prop_relation *const *family = prop_relations_registry; *family; family++)
        for (const prop_relation *r = *family; r->about; r++)
            if (slp_system_find(r->system) == system && i-- == 0) return r;
    return NULL;
}

/* gap = y' - S y in the coordinates that the relation determines, 0 in the others; infinite if it
 * does not say where they go. */
static void gap_of(arb_ptr gap, const prop_relation *relation, slong d, const slp_case *c,
                   arb_srcptr image, arb_srcptr y, slong prec)
{
    REF_LOCAL_VEC(arb, d, mapped);
    const bool maps = prop_map_state(mapped, (size_t)d, relation, c, y);
    for (slong i = 0; i < d; i++) {
        if (!maps)
            arb_pos_inf(gap + i);
        else if (arb_is_finite(mapped + i))
            arb_sub(gap + i, image + i, mapped + i, prec);
        else
            arb_zero(gap + i);
    }
}

/* ---- By enclosures ---- */

static slp_status enclose_gap(prop_defect *to, const prop_relation *relation,
                              const ref_exact_step *exact_step, slong prec)
{
    SLP_CLEARED(slp_case) first = {0}, second = {0};
    ref_exact_step other;
    slp_status status = SLP_UNSUPPORTED;
    if (image_of(&second, &first, relation, exact_step->c)) {
        slong d = (slong)second.d;
        REF_LOCAL_VEC(arb, exact_step->d, y);
        REF_LOCAL_VEC(arb, d, image);
        REF_LOCAL(arb, unit);
        status = slp_need_memory(ref_exact_step_init(&other, &second, NULL));
        if (status == SLP_OK) status = ref_exact_step_image(y, NULL, exact_step, prec);
        if (status == SLP_OK) status = ref_exact_step_image(image, NULL, &other, prec);
        if (status == SLP_OK) {
            prop_defect_fit(to, d);
            gap_of(to->at, relation, d, &first, image, y, prec);
            prop_unit(unit, other.x, d);
            for (slong i = 0; i < d; i++) arb_set(to->unit + i, unit);
        }
        ref_exact_step_clear(&other);
    }
    return status;
}

static slp_status defect(prop_defect *to, const ref_exact_step *exact_step, long prec)
{
    const prop_relation *relation;
    slp_status worst = SLP_OK;
    prop_defect_fit(to, 0);
    for (size_t i = 0; (relation = relation_at(exact_step->c->system, i)); i++) {
        prop_defect one;
        prop_defect_init(&one);
        slp_status status = enclose_gap(&one, relation, exact_step, prec);
        if (status == SLP_UNABLE) worst = SLP_UNABLE;
        if (status == SLP_OK) prop_defect_append(to, &one);
        prop_defect_clear(&one);
    }
    return worst;
}

/* ---- By answers ---- */

/* |y' - S y| over the allowance; negative without a certificate. */
static double margin_of(const prop_relation *relation, const slp_case *second,
                        const slp_case *first, const double *image, const double *y)
{
    double kappas[2], margin = -1;
    double one = prop_bound_and_condition(&kappas[0], first, first->x, y, 0);
    double two = one > 0 ? prop_bound_and_condition(&kappas[1], second, second->x, image, 0) : 0;
    slong d = (slong)second->d, from = (slong)first->d;
    REF_LOCAL_VEC(arb, from, a);
    REF_LOCAL_VEC(arb, d, b, gap);
    ref_exact_step grounds[2];
    bool sure = one > 0 && two > 0;
    REF_LOCAL(arb, allowed, part, distance);
    sure = slp_need_memory(ref_exact_step_init(&grounds[0], first, NULL)) == SLP_OK && sure;
    sure = slp_need_memory(ref_exact_step_init(&grounds[1], second, NULL)) == SLP_OK && sure;
    if (sure) {
        REF_LOCAL(arf, top);
        for (slong i = 0; i < from; i++) arb_set_d(a + i, y[i]);
        for (slong i = 0; i < d; i++) arb_set_d(b + i, image[i]);
        gap_of(gap, relation, d, first, b, a, PREC);
        for (slong i = 0; i < d; i++) arb_addmul(distance, gap + i, gap + i, PREC);
        arb_sqrtpos(distance, distance, PREC);
        prop_allowance(allowed, first, grounds[0].x, from, one, kappas[0]);
        prop_allowance(part, second, grounds[1].x, d, two, kappas[1]);
        arb_add(allowed, allowed, part, PREC);
        if (!arb_is_zero(distance)) arb_div(distance, distance, allowed, PREC);
        arb_get_abs_ubound_arf(top, distance, PREC);
        margin = arf_get_d(top, ARF_RND_UP);
        if (isnan(margin)) margin = INFINITY;
    }
    ref_exact_step_clear(&grounds[0]);
    ref_exact_step_clear(&grounds[1]);
    return margin;
}

/* The answer to the first step of a case, which several relations compare with. */
typedef struct first_answer {
    bool asked;
    prop_outcome outcome;
    slp_result y;
} first_answer;

/* One relation on one case. */
static prop_outcome compare(prop_finding *found, first_answer *one, const prop_relation *relation,
                            const prop_subject *subject, const slp_case *c, size_t *looked)
{
    SLP_CLEARED(slp_case) first = {0}, second = {0};
    SLP_CLEARED(slp_result) image = {0};
    prop_outcome outcome = PROP_HELD;
    if (image_of(&second, &first, relation, c) &&
        subject->has(subject, second.system, second.scheme)) {
        if (!one->asked) one->outcome = prop_query_subject(&one->y, found, subject, &first);
        one->asked = true;
        outcome = one->outcome;
        if (outcome == PROP_HELD) outcome = prop_query_subject(&image, found, subject, &second);
        double margin = outcome == PROP_HELD
                            ? margin_of(relation, &second, &first, image.y.at, one->y.y.at)
                            : -1;
        if (margin >= 0 && (!(*looked)++ || margin > found->margin)) {
            found->margin = margin;
            prop_outcome_noted(found, PROP_HELD, "%s: off by %.3g times what rounding allows",
                               relation->about, margin);
        }
    }
    return outcome;
}

/* Tells a subject with several cases in flight what it will be asked. */
static void expect_images(const prop_subject *subject, const slp_case *c)
{
    const prop_relation *relation;
    SLP_CLEARED(slp_case) first = {0}, second = {0};
    bool any = false;
    for (size_t i = 0; subject->expect && (relation = relation_at(c->system, i)); i++) {
        if (!image_of(&second, &first, relation, c) ||
            !subject->has(subject, second.system, second.scheme))
            continue;
        if (!any) subject->expect(subject, &first);
        subject->expect(subject, &second);
        any = true;
    }
}

static prop_outcome check(prop_finding *found, const prop_law *law, const prop_subject *subject,
                          const slp_case *c)
{
    const prop_relation *relation;
    size_t looked = 0;
    prop_outcome outcome = PROP_HELD;
    first_answer one = {.asked = false};
    if (subject->certified) return prop_certify(found, law, subject, c);
    slp_result_init(&one.y);
    expect_images(subject, c);
    for (size_t i = 0; outcome != PROP_FAILED && (relation = relation_at(c->system, i)); i++)
        outcome = compare(found, &one, relation, subject, c, &looked);
    slp_result_clear(&one.y);
    if (outcome == PROP_FAILED) return outcome;
    if (!looked) return prop_outcome_noted(found, PROP_SKIPPED, "no relation speaks of this case");
    return found->margin <= 1 ? PROP_HELD : PROP_FAILED;
}

/* Of a system that no relation names, nothing is said. */
static int promise(const slp_system *system, const slp_scheme *scheme)
{
    (void)scheme;
    return relation_at(system, 0) != NULL;
}

const prop_law prop_law_relations = {
    .name = "relations",
    .about = "cases that determine each other's answers are answered so",
    .equation = "Psi(S x; S h, S dW) = S Psi(x; h, dW)",
    .applies = {.promise = promise},
    .effort = {.cases = 48},
    .check = check,
    .defect = defect,
};
