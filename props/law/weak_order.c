/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The weak order, and its leading coefficient, without sampling: props/order/order.md, section 1.
 *
 * E f of one step is integrated over the increments by nodes; what the Stratonovich equation makes
 * of f, f + h Lf + h^2 L^2 f/2, is subtracted.  A rule of weak order p leaves O(h^(p+1)), for p up
 * to 2.  Steps of h, h/4, ..., h/1024; the slope is that of the last pair above roundings.
 *
 * Noises of half their size leave 3/8 of what noise contributes to h Lf.  A rule that reads Ito's
 * equation as Stratonovich's leaves h |sum_k DV_k V_k|/2, which is 0 for some Hamiltonians.  A case
 * on which the first, or the second where it is not 0, is not above what is left, decides
 * nothing: the slope could not show it. */
#include "props/order/order.h"
#include "oracle/plumbing/allocate.h"
#include "props/statistics/sampling.h"

#include <math.h>

static const double seen = 8;

/* What is expected of the scheme: order 1, and 0 where it reads Ito's equation. */
static int expected_order(const slp_scheme *scheme, const prop_noise_kind *noise)
{
    const bool ito = (scheme->ito_generator && !noise->ito_same) ||
                     (scheme->ito_field && !noise->ito_field_same);
    return ito ? 0 : 1;
}

/* By how much the less visible of both faults shifts the mean of some test function. */
static double least_shift(const prop_errors_of *of, const prop_noise_kind *noise)
{
    return noise->ito_same && noise->ito_field_same ? of->half
                                                    : fmin(of->half, noise->ito * of->h / of->unit);
}

static prop_outcome decide(prop_finding *found, const slp_case *c, const prop_errors_of *of,
                           const prop_noise_kind *noise)
{
    const prop_slope slope = prop_slope_of(of->error, PROP_QUARTERS, of->least);
    const int order = expected_order(c->scheme, noise);
    if (slope.pair == PROP_SIZES)
        return prop_outcome_noted(found, PROP_SKIPPED,
                                  "the means agree to roundings: no order is seen");
    const double left = of->error[slope.pair + 1],
                 shift = least_shift(of, noise) * ldexp(1, -PROP_QUARTERS * (int)(slope.pair + 1));
    if (order == 0 && slope.at > 1 + PROP_SHORT_BY)
        return prop_outcome_noted(found, PROP_SKIPPED,
                                  "weak order %.3f: both equations are one here", slope.at - 1);
    const prop_outcome outcome = prop_decide_slope(found, order + 1 - slope.at, slope.deviation);
    if (outcome == PROP_SKIPPED)
        return prop_outcome_noted(found, PROP_SKIPPED,
                                  "the steps are too large: the slope %.3f may change by %.3f",
                                  slope.at, slope.deviation);
    if (order == 1 && outcome == PROP_HELD && !(shift > seen * left))
        return prop_outcome_noted(found, PROP_SKIPPED,
                                  "a wrong noise would not be seen: it shifts by %.3g, and %.3g is "
                                  "left",
                                  shift, left);
    return prop_outcome_noted(
        found, outcome, "weak order %.3f, %d expected; E f - exact = %.4g h^%.0f", slope.at - 1,
        order, slope.coefficient / pow(of->h, round(slope.at)), round(slope.at));
}

static prop_outcome check(prop_finding *found, const prop_law *law, const prop_subject *subject,
                          const slp_case *c)
{
    prop_errors_of of;
    SLP_CLEARED(ref_exact_step) step = {0};
    (void)law;
    prop_outcome outcome = prop_weak_errors(&of, found, subject, c);
    if (outcome == PROP_HELD && slp_need_memory(ref_exact_step_init(&step, c, NULL)) == SLP_OK) {
        const prop_noise_kind noise = prop_noise_kind_of(&step);
        outcome = decide(found, c, &of, &noise);
    }
    return outcome;
}

const prop_law prop_law_weak_order = {
    .name = "weak-order",
    .about = "means over one step are those of the Stratonovich equation, at order one",
    .equation = "E f(Psi(x)) - (f + h Lf)(x) = O(h^2)",
    .draw = {.generic = true, .noisy = true, .noise_size = -3, .most_d = 9, .most_noises = 6},
    .effort = {.cases = 4},
    .check = check,
};
