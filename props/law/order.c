/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The order condition behind every strong order, tested without sampling.  Compared with the flow
 * of the equation with frozen generator, dx/ds = F(x) = ad*_{Xi(x; h, dW)} x over unit s, the local
 * error of a scheme of order p is of order p + 1 as (h, dW) -> e (h, dW), e -> 0.
 *
 * The flow (props/order/frozen_flow.c) is off by O(e^9), which at e = 2^-60 is 2^-240 of the local
 * error of a scheme of order 4.  Where the generator is constant, a scheme by the exponential is
 * exact: all that is seen is the e^9 of the flow, and the case says nothing.
 *
 * The reference is tried in balls at e = 2^-60.  Other subjects answer in their own numbers, at e =
 * 1, 1/2, ..., 1/32; the slope is that of the last pair above roundings. */
#include "props/order/order.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>
#include <string.h>

enum { OF_FLOW = PROP_FLOW_ORDER };

/* The question of size j. */
static void set_question(slp_case *one, const slp_case *c, int j)
{
    prop_one_step(one, c, c->x, 0);
    one->h = ldexp(one->h, -j);
    for (size_t k = 0; k < one->M; k++)
        one->dw[k] = ldexp(one->dw[k], k < one->M - one->areas ? -j : -2 * j);
}

/* error = |Psi - Phi| of (h, dW) 2^-j, over |x| */
static prop_outcome error_of(double *error, prop_finding *found, const prop_subject *subject,
                             const slp_case *c, int j)
{
    enum { PREC = 128 };
    const slong d = (slong)c->d;
    SLP_CLEARED(ref_exact_step) step = {0};
    SLP_CLEARED(slp_case) one = {0};
    SLP_CLEARED(slp_result) r = {0};
    set_question(&one, c, j);
    prop_outcome outcome = prop_query_subject(&r, found, subject, &one);
    if (outcome == PROP_HELD && slp_need_memory(ref_exact_step_init(&step, &one, NULL)) != SLP_OK)
        outcome = prop_outcome_noted(found, PROP_SKIPPED, "no such system");
    if (outcome == PROP_HELD) {
        REF_LOCAL_VEC(arb, d, exact);
        double unit = 0;
        *error = 0;
        prop_frozen_flow(exact, &step, PREC);
        for (slong i = 0; i < d; i++) {
            const double at = arf_get_d(arb_midref(exact + i), ARF_RND_NEAR);
            *error = hypot(*error, r.y.at[i] - at);
            unit = hypot(unit, c->x[i]);
        }
        *error = unit > 0 ? *error / unit : 0;
    }
    return outcome;
}

/* By the subject's own steps of (h, dW), (h, dW)/2, ..., in its own numbers. */
static prop_outcome check_answers(prop_finding *found, const prop_subject *subject,
                                  const slp_case *c)
{
    double error[PROP_SIZES];
    SLP_CLEARED(slp_case) one = {0};
    for (int j = 0; j < PROP_SIZES && subject->expect; j++) {
        set_question(&one, c, j);
        subject->expect(subject, &one);
    }
    for (int j = 0; j < PROP_SIZES; j++) {
        const prop_outcome outcome = error_of(error + j, found, subject, c, j);
        if (outcome != PROP_HELD) return outcome;
    }
    const prop_slope slope = prop_slope_of(error, 1, prop_order_least(c));
    if (slope.pair == PROP_SIZES)
        return prop_outcome_noted(found, PROP_SKIPPED, "step and flow agree to roundings");
    const int promised = c->scheme->order + 1;
    const prop_outcome outcome = prop_decide_slope(found, promised - slope.at, slope.deviation);
    if (outcome == PROP_SKIPPED)
        return prop_outcome_noted(found, PROP_SKIPPED,
                                  "the steps are too large: the slope %.3f may change by %.3f",
                                  slope.at, slope.deviation);
    return prop_outcome_noted(
        found, outcome,
        "local error against the flow with frozen generator: order %.3f, %d expected", slope.at,
        promised);
}

static slp_status defect(prop_defect *to, const ref_exact_step *exact_step, long prec)
{
    slong d = exact_step->d;
    REF_LOCAL_VEC(arb, d, exact);
    REF_LOCAL(arb, unit);
    prop_defect_fit(to, d);
    slp_status status = ref_exact_step_image(to->at, NULL, exact_step, prec);
    if (status == SLP_OK) {
        prop_frozen_flow(exact, exact_step, prec);
        prop_unit(unit, exact_step->x, d);
        _arb_vec_sub(to->at, to->at, exact, d, prec);
        for (slong i = 0; i < d; i++) arb_set(to->unit + i, unit);
    }
    return status;
}

static prop_outcome check(prop_finding *found, const prop_law *law, const prop_subject *subject,
                          const slp_case *c)
{
    char note[PROP_NOTE];
    if (!subject->certified) return check_answers(found, subject, c);
    int expected = c->scheme->order + 1;
    int order = prop_order(note, law, c);
    /* Where all factors commute, as one factor does with itself, their flows compose the exact one,
     * and what is seen is the error of the flow above. */
    if (c->scheme->splits && order >= OF_FLOW)
        return prop_outcome_noted(found, PROP_SKIPPED, "the factors commute: %.160s", note);
    if (order == 0 && strstr(note, "no order"))
        return prop_outcome_noted(found, PROP_SKIPPED, "the step and the flow agree: %.160s", note);
    if (order >= OF_FLOW && expected < OF_FLOW)
        return prop_outcome_noted(found, PROP_SKIPPED,
                                  "the step and the flow differ by the flow's own error: %.140s",
                                  note);
    /* as of a Hamiltonian of one coordinate, whose generator its own flow does not change */
    if (order > expected)
        return prop_outcome_noted(found, PROP_SKIPPED, "a higher order on this case: %.160s", note);
    found->order = order;
    found->margin = order == expected ? 0 : 2;
    return prop_outcome_noted(
        found, order == expected ? PROP_HELD : PROP_FAILED,
        "local error against the flow with frozen generator: %.120s, %d expected", note, expected);
}

const prop_law prop_law_order = {
    .name = "order",
    .about =
        "the local error against the flow with frozen generator is one order above the scheme's",
    .equation = "Psi_e(x) - Phi_e(x) = O(e^(p+1))",
    .draw = {.generic = true},
    .effort = {.cases = 48},
    .check = check,
    .defect = defect,
};
