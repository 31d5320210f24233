/* The order condition behind every strong order, tested without sampling.  Compared with the flow
 * of the equation with frozen generator, dx/ds = F(x) = ad*_{Xi(x; h, dW)} x over unit s, the local
 * error of a scheme of order p is of order p + 1 as (h, dW) -> e (h, dW), e -> 0.
 *
 * The flow is Gragg's: explicit midpoint steps of length 1/n, n = 2, 4, 6, 8, whose errors are
 * power series in 1/n^2 and of the form e^3 c_1/n^2 + e^5 c_2/n^4 + ...; Neville's scheme removes
 * three of them, so that the flow is off by O(e^9), which at e = 2^-60 is 2^-240 of the local error
 * of a scheme of order 4.  It uses neither the group nor a retraction, and shares only F with the
 * schemes.  Where the generator is constant, a scheme by the exponential is exact: all that is seen
 * is the e^9 of the flow, and the case says nothing. */
#include "props/case/reference_step.h"

#include <string.h>

enum { SEQUENCES = 4, OF_FLOW = 2 * SEQUENCES + 1 };

static void field(arb_ptr to, const ref_exact_step *exact_step, arb_srcptr at, slong prec)
{
    ref_field(to, exact_step->sys, at, exact_step->h, exact_step->dW, prec);
}

/* to = the explicit midpoint rule from x by n (even) steps of 1/n; room for 3 d numbers */
static void gragg(arb_ptr to, const ref_exact_step *exact_step, slong n, arb_ptr room, slong prec)
{
    slong d = exact_step->d;
    arb_ptr before = room, now = room + d, slope = room + 2 * d;
    _arb_vec_set(before, exact_step->x, d);
    field(slope, exact_step, before, prec);
    for (slong i = 0; i < d; i++) arb_div_si(slope + i, slope + i, n, prec);
    _arb_vec_add(now, before, slope, d, prec);
    for (slong k = 1; k < n; k++) {
        field(slope, exact_step, now, prec);
        for (slong i = 0; i < d; i++) arb_div_si(slope + i, slope + i, n, prec);
        _arb_vec_scalar_mul_2exp_si(slope, slope, d, 1);
        _arb_vec_add(before, before, slope, d, prec);
        for (slong i = 0; i < d; i++) arb_swap(before + i, now + i);
    }
    _arb_vec_set(to, now, d);
}

static void flow(arb_ptr to, const ref_exact_step *exact_step, slong prec)
{
    slong d = exact_step->d;
    arb_ptr table = _arb_vec_init((SEQUENCES + 3) * d), room = table + SEQUENCES * d;
    for (slong j = 0; j < SEQUENCES; j++) {
        gragg(table + j * d, exact_step, 2 * j + 2, room, prec);
        /* T_{i} <- T_{i+1} + (T_{i+1} - T_i) / ((n_j / n_i)^2 - 1), from the newest back */
        for (slong i = j - 1; i >= 0; i--)
            for (slong l = 0; l < d; l++) {
                arb_ptr older = table + i * d + l, newer = older + d;
                arb_sub(older, newer, older, prec);
                arb_mul_si(older, older, (i + 1) * (i + 1), prec);
                arb_div_si(older, older, (j + 1) * (j + 1) - (i + 1) * (i + 1), prec);
                arb_add(older, older, newer, prec);
            }
    }
    _arb_vec_set(to, table, d);
    _arb_vec_clear(table, (SEQUENCES + 3) * d);
}

static slp_status defect(prop_defect *to, const ref_exact_step *exact_step, long prec)
{
    slong d = exact_step->d;
    arb_ptr exact = _arb_vec_init(d);
    arb_t unit;
    arb_init(unit);
    prop_defect_fit(to, d);
    slp_status status = ref_exact_step_image(to->at, NULL, exact_step, prec);
    if (status == SLP_OK) {
        flow(exact, exact_step, prec);
        prop_unit(unit, exact_step->x, d);
        _arb_vec_sub(to->at, to->at, exact, d, prec);
        for (slong i = 0; i < d; i++) arb_set(to->unit + i, unit);
    }
    arb_clear(unit);
    _arb_vec_clear(exact, d);
    return status;
}

static prop_outcome check(prop_finding *found, const prop_law *law, const prop_subject *subject,
                          const slp_case *c)
{
    (void)subject;
    char note[PROP_NOTE];
    int expected = c->scheme->order + 1;
    int order = prop_order(note, law, c);
    /* Where all factors commute, as one factor does with itself, their flows compose the exact one,
     * and what is seen is the error of the flow above. */
    if (c->scheme->splits && order > 2 * SEQUENCES)
        return prop_outcome_noted(found, PROP_SKIPPED, "the factors commute: %.160s", note);
    if (order == 0 && strstr(note, "no order"))
        return prop_outcome_noted(found, PROP_SKIPPED, "the step and the flow agree: %.160s", note);
    if (order >= OF_FLOW && expected < OF_FLOW)
        return prop_outcome_noted(found, PROP_SKIPPED,
                                  "the step and the flow differ by the flow's own error: %.140s",
                                  note);
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
    .certified_only = true,
    .generic = true,
    .cases = 48,
    .check = check,
    .defect = defect,
};
