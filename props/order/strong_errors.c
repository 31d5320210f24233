/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* How far a step is from the flow with frozen increments, in mean square over the increments:
 * props/order/order.md, section 2.  Of the reference all is in balls, with steps so small that the
 * leading term alone is left. */
#include "props/order/order.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>

/* SMALL: quarters of h before the reference's largest step.  There a rule of order four is off by
 * 2^-105, and the flow, in EXACT bits, by 2^-187. */
enum { PREC = 128, EXACT = 256, SMALL = 11 };

typedef struct mean_square {
    const ref_exact_step *step;
    double sum, unit;
    arb_t exact;
    bool lost;
} mean_square;

static void add_error(void *to, double weight, const slp_case *one, const double *y)
{
    mean_square *of = to;
    const slong d = (slong)one->d;
    SLP_CLEARED(ref_exact_step) step = {0};
    if (slp_need_memory(ref_exact_step_init(&step, one, NULL)) == SLP_OK) {
        REF_LOCAL_VEC(arb, d, flow);
        double off = 0;
        prop_frozen_flow(flow, &step, PREC);
        for (slong i = 0; i < d; i++)
            off = hypot(off, y[i] - arf_get_d(arb_midref(flow + i), ARF_RND_NEAR));
        of->sum += fabs(weight) * off * off;
    } else {
        of->lost = true;
    }
}

static void take_exact(void *to, const arb_t weight, const arb_t h, arb_srcptr dW, arb_srcptr y)
{
    mean_square *of = to;
    ref_exact_step step = *of->step; /* lent */
    REF_LOCAL_VEC(arb, step.d + step.M, flow);
    arb_ptr increments = flow + step.d;
    REF_LOCAL(arb, square, size);
    _arb_vec_set(increments, dW, step.M);
    step.dW = increments;
    *step.h = *h;
    prop_frozen_flow(flow, &step, EXACT);
    for (slong i = 0; i < step.d; i++) {
        arb_sub(flow + i, flow + i, y + i, EXACT);
        arb_addmul(square, flow + i, flow + i, EXACT);
    }
    arb_abs(size, weight);
    arb_addmul(of->exact, size, square, EXACT);
}

static prop_outcome exact_error(double *error, prop_finding *found, mean_square *of, int j)
{
    arb_zero(of->exact);
    if (prop_step_nodes(of->step, j + SMALL, take_exact, of, EXACT) != SLP_OK)
        return prop_outcome_noted(found, PROP_SKIPPED, "no certificate");
    arb_get_mid_arb(of->exact, of->exact);
    if (arb_is_positive(of->exact)) arb_sqrt(of->exact, of->exact, EXACT);
    *error = arf_get_d(arb_midref(of->exact), ARF_RND_NEAR) / of->unit;
    return PROP_HELD;
}

prop_outcome prop_strong_errors(prop_errors_of *to, prop_finding *found,
                                const prop_subject *subject, const slp_case *c)
{
    mean_square of = {.unit = 0};
    SLP_CLEARED(ref_exact_step) step = {0};
    prop_outcome outcome = prop_outcome_noted(found, PROP_SKIPPED, "no such system");
    *to = (prop_errors_of){.h = c->h, .least = prop_order_least(c)};
    for (size_t i = 0; i < c->d; i++) of.unit = hypot(of.unit, c->x[i]);
    to->unit = of.unit;
    of.step = &step;
    arb_init(of.exact);
    if (of.unit > 0 && slp_need_memory(ref_exact_step_init(&step, c, NULL)) == SLP_OK)
        outcome = PROP_HELD;
    if (subject->certified) { /* what is below may be the flow's own error */
        to->least = 0x1p-150;
        to->h = ldexp(c->h, -PROP_QUARTERS * SMALL);
    }
    const int sizes = subject->certified ? PROP_SLOPE_SIZES : PROP_SIZES;
    for (int j = 0; j < sizes && outcome == PROP_HELD; j++) {
        of.sum = 0;
        if (subject->certified) {
            outcome = exact_error(to->error + j, found, &of, j);
        } else {
            outcome = prop_ask_nodes(found, subject, c, j, add_error, &of);
            to->error[j] = sqrt(of.sum) / of.unit;
        }
    }
    arb_clear(of.exact);
    return of.lost ? prop_outcome_noted(found, PROP_SKIPPED, "no such system") : outcome;
}
