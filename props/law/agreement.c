/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* All paths compute the same map: the judge compares every subject with the reference's enclosures.
 *
 * The reference itself promises more: a correctly rounded result.  Two tests check that: an
 * enclosure of another precision than the one that was rounded, and the binary64 path, which shares
 * no source with it, from the same state.  The judge does not test the reference's own results: it
 * allows more than half a unit in the last place. */
#include "props/case/reference_step.h"

#include <math.h>
#include <string.h>

#include "oracle/judge/judge.h"
#include "oracle/plumbing/allocate.h"

static prop_outcome judge_answer(prop_finding *found, const slp_case *c, const slp_result *r)
{
    slp_verdict v;
    slp_judge(&v, c, r);
    slp_need_memory(v.reason);
    found->margin = v.ratio / v.bound;
    switch (v.kind) {
    case SLP_VERDICT_PASS:
        return prop_outcome_noted(found, PROP_HELD, "ratio %.3g, bound %.3g", v.ratio, v.bound);
    case SLP_VERDICT_FAIL:
        return prop_outcome_noted(
            found, PROP_FAILED,
            "ratio %.3g over the bound %.3g at step %zu coordinate %zu: observed %.17g, "
            "expected %.17g",
            v.ratio, v.bound, v.step, v.coordinate, v.observed, v.expected);
    case SLP_VERDICT_ERROR:
        return prop_outcome_noted(found, PROP_FAILED, "error=%s, where a solution is proved",
                                  slp_status_word(v.reason));
    default:
        found->margin = 0;
        return prop_outcome_noted(found, PROP_SKIPPED, "verdict %s", slp_verdict_word(v.kind));
    }
}

/* |y - exact| over half a unit in the last place of y, which a correct rounding leaves at most 1.
 */
static double share_of_rounding(const arb_t exact, double y)
{
    REF_LOCAL(arb, gap);
    arb_set_d(gap, y);
    arb_sub(gap, gap, exact, 128);
    const double size = fabs(arf_get_d(arb_midref(gap), ARF_RND_NEAR));
    return size / fmax(0x1p-1074, ldexp(fabs(y), -53));
}

typedef struct rounding {
    prop_finding *found;
    arb_ptr next;
    const double *y;
    size_t d;
    prop_outcome outcome;
} rounding;

/* SLP_UNABLE: a coordinate rounds to one of two numbers. */
static slp_status compare_rounded(void *of, slong prec)
{
    rounding *r = of;
    bool decided = true;
    double low = 0, high = 0;
    size_t i = 0;
    REF_LOCAL(arf, end);
    for (; i < r->d; i++) {
        arb_get_lbound_arf(end, r->next + i, prec);
        low = arf_get_d(end, ARF_RND_NEAR);
        arb_get_ubound_arf(end, r->next + i, prec);
        high = arf_get_d(end, ARF_RND_NEAR);
        if (low != high)
            decided = false;
        else if (low != r->y[i])
            break;
        else
            r->found->margin = fmax(r->found->margin, share_of_rounding(r->next + i, r->y[i]));
    }
    if (i == r->d && !decided) return SLP_UNABLE;
    r->outcome = PROP_HELD;
    if (i == r->d) return SLP_OK;
    r->found->margin = 2;
    r->outcome = prop_outcome_noted(r->found, PROP_FAILED,
                                    "coordinate %zu is %.17g, correctly rounded it is %.17g", i + 1,
                                    r->y[i], low);
    return SLP_OK;
}

/* y rounds every coordinate of the enclosed step correctly. */
static prop_outcome check_rounding(prop_finding *found, const ref_exact_step *exact_step,
                                   const double *y)
{
    enum { PREC_FIRST = 192, PREC_LAST = 3072 };
    rounding r = {found, _arb_vec_init(exact_step->d), y, (size_t)exact_step->d, PROP_SKIPPED};
    prop_outcome_noted(found, PROP_SKIPPED, "no enclosure that rounds one way");
    ref_exact_step_refine(r.next, NULL, exact_step, PREC_FIRST, PREC_LAST, compare_rounded, &r);
    _arb_vec_clear(r.next, exact_step->d);
    return r.outcome;
}

/* The binary64 path from the same state must agree with y within what the judge allows it, plus y's
 * own half unit. */
static prop_outcome compare_with_fast(prop_finding *found, const slp_case *c, const double *x,
                                      const double *y, size_t s)
{
    SLP_CLEARED(slp_case) one = {0};
    SLP_CLEARED(slp_result) other = {0};
    prop_finding unused = {0};
    prop_outcome outcome = PROP_SKIPPED;
    prop_one_step(&one, c, x, s);
    if (prop_subject_fast.has(&prop_subject_fast, c->system, c->scheme) &&
        prop_query_subject(&other, &unused, &prop_subject_fast, &one) == PROP_HELD) {
        outcome = judge_answer(found, &one, &other);
        if (outcome == PROP_FAILED)
            prop_outcome_noted(found, outcome,
                               "step %zu: the two paths differ: ref %.17g,.. fast %.17g,..", s + 1,
                               y[0], other.y.at[0]);
    }
    return outcome;
}

static prop_outcome check_reference(prop_finding *found, const slp_case *c, const slp_result *r)
{
    SLP_CLEARED(ref_exact_step) exact_step = {0};
    prop_finding beside = {0};
    prop_outcome outcome = slp_need_memory(ref_exact_step_init(&exact_step, c, NULL)) == SLP_OK
                               ? PROP_HELD
                               : PROP_SKIPPED;
    for (size_t s = 0; outcome == PROP_HELD && s < c->steps; s++) {
        const double *x = s ? r->y.at + (s - 1) * c->d : c->x, *y = r->y.at + s * c->d;
        ref_exact_step_move(&exact_step, x, s);
        outcome = check_rounding(found, &exact_step, y);
        if (outcome == PROP_HELD && compare_with_fast(&beside, c, x, y, s) == PROP_FAILED) {
            *found = beside;
            outcome = PROP_FAILED;
        }
    }
    return outcome;
}

static prop_outcome check(prop_finding *found, const prop_law *law, const prop_subject *subject,
                          const slp_case *c)
{
    SLP_CLEARED(slp_result) r = {0};
    (void)law;
    prop_outcome outcome = prop_query_subject(&r, found, subject, c);
    if (outcome == PROP_HELD && !subject->certified) outcome = judge_answer(found, c, &r);
    if (outcome == PROP_HELD && subject->certified) outcome = check_reference(found, c, &r);
    return outcome;
}

const prop_law prop_law_agreement = {
    .name = "agreement",
    .about = "every path computes the same map, within the judge's bound of the certified one",
    .equation = "|y - Psi(x)| <= K kappa u |x|",
    .draw = {.edges = true, .norms = true, .larger = true, .asks_case = true},
    .effort = {.least = 128, .cases = 480},
    .check = check,
};
