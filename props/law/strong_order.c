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

#include <math.h>
#include <stdlib.h>

enum { PREC = 128, QUARTERS = 2 };
static const double short_by = 0.125;

typedef struct mean_square {
    double sum, unit;
    bool lost;
} mean_square;

static void take(void *to, double weight, const slp_case *one, const double *y)
{
    mean_square *of = to;
    const slong d = (slong)one->d;
    ref_exact_step step = {0};
    if (slp_need_memory(ref_exact_step_init(&step, one, NULL)) == SLP_OK) {
        arb_ptr exact = _arb_vec_init(d);
        double off = 0;
        prop_frozen_flow(exact, &step, PREC);
        for (slong i = 0; i < d; i++)
            off = hypot(off, y[i] - arf_get_d(arb_midref(exact + i), ARF_RND_NEAR));
        of->sum += fabs(weight) * off * off;
        _arb_vec_clear(exact, d);
    } else {
        of->lost = true;
    }
    ref_exact_step_clear(&step);
}

static prop_outcome decide(prop_finding *found, const slp_case *c, const double *error,
                           bool commute)
{
    const prop_slope slope = prop_slope_of(error, QUARTERS, prop_order_least(c));
    if (slope.pair == PROP_SIZES)
        return prop_outcome_noted(found, PROP_SKIPPED,
                                  "step and flow agree to roundings: no order is seen");
    const double expected = (c->scheme->order + 1) / 2.0, off = expected - slope.at;
    found->margin = fmax(0, off / short_by);
    if (slope.deviation > short_by && off - slope.deviation <= short_by)
        return prop_outcome_noted(found, PROP_SKIPPED,
                                  "the steps are too large: the slope %.3f may change by %.3f",
                                  slope.at, slope.deviation);
    return prop_outcome_noted(found, found->margin <= 1 ? PROP_HELD : PROP_FAILED,
                              "root of the mean square of step - flow: h^%.3f, %g expected; noises "
                              "%s",
                              slope.at, expected,
                              commute ? "commute: strong order 1" : "do not: strong order 1/2");
}

static prop_outcome check(prop_finding *found, const prop_law *law, const prop_subject *subject,
                          const slp_case *c)
{
    double error[PROP_SIZES];
    mean_square of = {.unit = 0};
    ref_exact_step step = {0};
    prop_outcome outcome = PROP_HELD;
    bool commute = false;
    (void)law;
    for (size_t i = 0; i < c->d; i++) of.unit = hypot(of.unit, c->x[i]);
    of.lost = !(of.unit > 0) || slp_need_memory(ref_exact_step_init(&step, c, NULL)) != SLP_OK;
    if (!of.lost) commute = prop_noise_kind_of(&step).commute;
    ref_exact_step_clear(&step);
    for (int j = 0; j < PROP_SIZES && outcome == PROP_HELD && !of.lost; j++) {
        of.sum = 0;
        outcome = prop_ask_nodes(found, subject, c, j, take, &of);
        error[j] = sqrt(of.sum) / of.unit;
    }
    if (outcome == PROP_HELD && of.lost)
        return prop_outcome_noted(found, PROP_SKIPPED, "no such system, or a state of 0");
    return outcome == PROP_HELD ? decide(found, c, error, commute) : outcome;
}

const prop_law prop_law_strong_order = {
    .name = "strong-order",
    .about = "in mean square over the increments, steps follow the flow at the scheme's order",
    .equation = "E|Psi - Phi|^2 = O(h^(p+1))",
    .generic = true,
    .noisy = true,
    .noise_size = -3,
    .most_d = 9,
    .most_noises = 6,
    .cases = 2,
    .check = check,
};
