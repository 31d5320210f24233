/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Certified decisions on a law's defect: whether it is zero, and if not, of which order it is.
 *
 * The reference encloses the defect over one step in ball arithmetic.  A ball that contains 0
 * proves nothing unless it is narrow, so the precision is doubled until every entry is 2^-30 of the
 * unit it is measured in, the effect of one rounding of the result.  A ball that excludes 0 proves
 * that the law is broken. */
#include "props/case/reference_step.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>

enum { PREC_FIRST = 128, PREC_LAST = 4096, TIGHT = -30, VANISHING = -2000 };

typedef enum finding_kind { WIDE, ZERO, NONZERO } finding_kind;

/* Decides one entry.  *margin, in units, is the radius of the ball if it contains 0, otherwise its
 * distance from 0. */
static finding_kind decide_entry(double *margin, const arb_t at, const arb_t unit)
{
    finding_kind kind;
    REF_LOCAL(arb, part, width);
    arb_get_mid_arb(width, unit);
    if (arb_is_zero(width)) arb_one(width), arb_mul_2exp_si(width, width, VANISHING);
    if (!arb_contains_zero(at)) {
        arb_abs(part, at);
        arb_div(part, part, width, 64);
        kind = NONZERO;
    } else {
        arb_get_rad_arb(part, at);
        arb_mul_2exp_si(part, part, -TIGHT);
        arb_div(part, part, width, 64);
        arb_sub_ui(width, part, 1, 64);
        kind = arb_is_nonpositive(width) ? ZERO : WIDE;
    }
    *margin = arf_get_d(arb_midref(part), ARF_RND_NEAR);
    return kind;
}

static finding_kind decide_entries(prop_finding *found, const prop_law *law,
                                   const prop_defect *defect)
{
    finding_kind kind = ZERO;
    for (slong i = 0; i < defect->count; i++) {
        double margin;
        finding_kind each = decide_entry(&margin, defect->at + i, defect->unit + i);
        if (each < kind && kind != NONZERO) kind = each, found->margin = margin;
        if (each == NONZERO && (kind != NONZERO || margin > found->margin)) {
            kind = NONZERO;
            found->margin = margin;
            prop_outcome_noted(found, PROP_FAILED,
                               "%s: entry %ld of the defect is proved nonzero, %.3g units",
                               law->name, i + 1, margin);
        }
        if (each == kind && kind == ZERO && margin > found->margin) found->margin = margin;
    }
    return kind;
}

typedef struct certifying {
    prop_finding *found;
    const prop_law *law;
    ref_exact_step step;
    prop_defect defect;
    finding_kind kind;
} certifying;

static slp_status certify_at(void *of, slong prec)
{
    certifying *c = of;
    const slp_status status = c->law->defect(&c->defect, &c->step, prec);
    if (status != SLP_OK) return status;
    c->found->margin = 0;
    c->kind = decide_entries(c->found, c->law, &c->defect);
    return c->kind == WIDE ? SLP_UNABLE : SLP_OK;
}

prop_outcome prop_certify(prop_finding *found, const prop_law *law, const prop_subject *subject,
                          const slp_case *c)
{
    (void)subject;
    certifying by = {.found = found, .law = law, .kind = WIDE};
    slp_status status = slp_need_memory(ref_exact_step_init(&by.step, c, NULL));
    const char *why = status == SLP_OK && law->exception ? law->exception(&by.step) : NULL;
    prop_defect_init(&by.defect);
    if (status == SLP_OK && !why) status = ref_refine(PREC_FIRST, PREC_LAST, certify_at, &by);
    slong count = by.defect.count;
    prop_defect_clear(&by.defect);
    ref_exact_step_clear(&by.step);
    if (why) return prop_outcome_noted(found, PROP_SKIPPED, "%s", why);
    if (status != SLP_OK)
        return prop_outcome_noted(found, PROP_SKIPPED, "the reference says %s up to %d bits%s",
                                  slp_status_word(status), PREC_LAST,
                                  count ? "" : ", nothing to enclose");
    if (count == 0)
        return prop_outcome_noted(found, PROP_SKIPPED, "no such quantity on this system");
    if (by.kind == NONZERO) return PROP_FAILED;
    return prop_outcome_noted(found, PROP_HELD, "%s: contains 0 within 2^%d units", law->name,
                              TIGHT);
}

/* |defect| on the current exact step.  SLP_UNABLE also if it may be 0. */
static slp_status size_of(arb_t size, const prop_law *law, const ref_exact_step *exact_step,
                          slong prec)
{
    prop_defect defect;
    prop_defect_init(&defect);
    slp_status status = law->defect(&defect, exact_step, prec);
    arb_zero(size);
    if (status == SLP_OK)
        for (slong i = 0; i < defect.count; i++)
            arb_addmul(size, defect.at + i, defect.at + i, prec);
    arb_sqrtpos(size, size, prec);
    if (status == SLP_OK && !arb_is_positive(size)) status = SLP_UNABLE;
    prop_defect_clear(&defect);
    return status;
}

/* With D(e) = D_k e^k (1 + rho e + ...), the base-2 logarithm of D(e)/D(e/2) is k + rho e/(2 ln 2)
 * + ...; at e = 2^-60 it is within 2^-20 of a whole number unless |rho| > 2^40, and then only on a
 * set of states of measure about 2^-40, near the zeros of D_k. */
typedef struct ordering {
    char *note;
    const prop_law *law;
    const slp_case *c;
    int order; /* 0 if it is not known */
} ordering;

static slp_status order_at(void *of, slong prec)
{
    ordering *by = of;
    enum { SCALE = -60, SLACK = -20 };
    SLP_CLEARED(ref_exact_step) exact_step = {0};
    REF_LOCAL(arb, whole, half, nearest);
    slp_status status = slp_need_memory(ref_exact_step_init(&exact_step, by->c, NULL));
    if (status == SLP_OK) {
        ref_exact_step_scale(&exact_step, SCALE);
        status = size_of(whole, by->law, &exact_step, prec);
    }
    if (status == SLP_OK) {
        ref_exact_step_scale(&exact_step, -1);
        status = size_of(half, by->law, &exact_step, prec);
    }
    if (status == SLP_OK) {
        arb_div(whole, whole, half, prec);
        arb_log_base_ui(whole, whole, 2, prec);
        double seen = arf_get_d(arb_midref(whole), ARF_RND_NEAR);
        double slack = ldexp(1, SLACK);
        snprintf(by->note, PROP_NOTE, "order %.9g by halving", seen);
        arb_set_d(nearest, nearbyint(seen));
        arb_sub(whole, whole, nearest, prec);
        arb_set_d(nearest, slack);
        arb_abs(whole, whole);
        if (arb_lt(whole, nearest)) by->order = (int)nearbyint(seen);
    } else {
        snprintf(by->note, PROP_NOTE, "no order: the reference says %s", slp_status_word(status));
    }
    return by->order ? SLP_OK : SLP_UNABLE;
}

/* At SCALE a defect of third order is 2^-180 of the state, and 256 bits suffice.  For a higher
 * order, or where much cancels, the enclosure is too wide for a proof, and the precision is
 * doubled. */
int prop_order(char note[PROP_NOTE], const prop_law *law, const slp_case *c)
{
    enum { FIRST = 256, LAST = 1024 };
    ordering by = {note, law, c, 0};
    ref_refine(FIRST, LAST, order_at, &by);
    return by.order;
}
