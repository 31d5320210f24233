/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The strong order without sampling: props/order/order.md, section 2.
 *
 * Of the error of one step the increments determine the distance to the flow Phi with frozen
 * increments; its mean square over nodes, sum_i |w_i| |Psi - Phi|^2, is O(h^(p+1)) for a rule whose
 * local error is of order p + 1 in (h, dW).  Together with the mean (law weak-order) that gives
 * strong order 1 if all brackets of noises vanish, or if the step takes areas (law levy-area), and
 * 1/2 otherwise: then Levy areas, of which no increment tells, are as large as that.
 *
 * Rules of first order in (h, dW), such as Ito's or those that take noises in one order, leave
 * O(h^2); a wrong increment leaves O(h).  Steps of h, h/4, ..., h/1024; the slope is that of the
 * last pair above roundings. */
#include "props/order/order.h"
#include "oracle/plumbing/allocate.h"
#include "props/statistics/sampling.h"

static prop_outcome decide(prop_finding *found, const slp_case *c, const prop_errors_of *of,
                           bool commute)
{
    const prop_slope slope = prop_slope_of(of->error, PROP_QUARTERS, of->least);
    if (slope.pair == PROP_SIZES)
        return prop_outcome_noted(found, PROP_SKIPPED,
                                  "step and flow agree to roundings: no order is seen");
    const double expected = (c->scheme->order + 1) / 2.0;
    const prop_outcome outcome = prop_decide_slope(found, expected - slope.at, slope.deviation);
    if (outcome == PROP_SKIPPED)
        return prop_outcome_noted(found, PROP_SKIPPED,
                                  "the steps are too large: the slope %.3f may change by %.3f",
                                  slope.at, slope.deviation);
    return prop_outcome_noted(found, outcome,
                              "root of the mean square of step - flow: h^%.3f, %g expected; noises "
                              "%s",
                              slope.at, expected,
                              commute ? "commute: strong order 1" : "do not: strong order 1/2");
}

static prop_outcome check(prop_finding *found, const prop_law *law, const prop_subject *subject,
                          const slp_case *c)
{
    prop_errors_of of;
    SLP_CLEARED(ref_exact_step) step = {0};
    (void)law;
    prop_outcome outcome = prop_strong_errors(&of, found, subject, c);
    if (outcome == PROP_HELD && slp_need_memory(ref_exact_step_init(&step, c, NULL)) == SLP_OK)
        outcome = decide(found, c, &of, prop_noise_kind_of(&step).commute);
    return outcome;
}

const prop_law prop_law_strong_order = {
    .name = "strong-order",
    .about = "in mean square over the increments, steps follow the flow at the scheme's order",
    .equation = "E|Psi - Phi|^2 = O(h^(p+1))",
    .draw = {.generic = true, .noisy = true, .noise_size = -3, .most_d = 9, .most_noises = 6},
    .effort = {.cases = 2},
    .check = check,
};
