/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Predicates over intervals, and verdicts from them.  A predicate is true, false or open
 * (undecided).  It is open if the bound lies inside the interval, or if the number was not
 * measured.  An open rule gives no verdict. */
#include "reports/claims/claim.h"

#include <math.h>
#include <stdio.h>

const char *slp_predicate_word(slp_predicate predicate)
{
    static const char *const words[] = {"below",   "at-most", "above",         "at-least",
                                        "between", "equals",  "excludes-zero", "zero-within"};
    return predicate < SLP_PREDICATES ? words[predicate] : "unknown";
}

static slp_truth truth(bool yes, bool no)
{
    return yes ? SLP_TRUE : no ? SLP_FALSE : SLP_OPEN;
}

static slp_truth compare(slp_predicate is, const slp_interval *v, double low, double high)
{
    switch (is) {
    case SLP_IS_BELOW:
        return truth(v->hi < low, v->lo >= high);
    case SLP_IS_AT_MOST:
        return truth(v->hi <= low, v->lo > high);
    case SLP_IS_ABOVE:
        return truth(v->lo > high, v->hi <= low);
    case SLP_IS_AT_LEAST:
        return truth(v->lo >= high, v->hi < low);
    case SLP_IS_BETWEEN:
        return truth(v->lo >= low && v->hi <= high, v->hi < low || v->lo > high);
    case SLP_IS_EQUAL:
        return truth(v->lo == v->hi && low == high && v->lo == low, v->hi < low || v->lo > high);
    case SLP_IS_EXCLUDES_ZERO:
        return truth(v->lo > 0 || v->hi < 0, v->lo == 0 && v->hi == 0);
    case SLP_IS_ZERO_WITHIN:
        return truth(v->lo <= 0 && v->hi >= 0 && fmax(-v->lo, v->hi) <= low,
                     v->lo > 0 || v->hi < 0);
    case SLP_PREDICATES:
        break;
    }
    return SLP_OPEN;
}

slp_truth slp_condition_truth(const slp_condition *condition, const slp_measurement *measured)
{
    const slp_interval *v = &measured[condition->of.measure].values[condition->of.value];
    double low = condition->low, high = condition->high;
    if (condition->bound_is_value) { /* an interval times a positive factor, rounded outward */
        const slp_interval *b = &measured[condition->bound.measure].values[condition->bound.value];
        if (!b->known || isnan(b->lo) || isnan(b->hi)) return SLP_OPEN;
        low = b->lo == 0 ? 0 : nextafter(b->lo * condition->low, -INFINITY);
        high = b->hi == 0 ? 0 : nextafter(b->hi * condition->low, INFINITY);
    }
    if (!v->known || isnan(v->lo) || isnan(v->hi)) return SLP_OPEN;
    return compare(condition->is, v, low, high);
}

static slp_truth rule_truth(const slp_rule *rule, const slp_measurement *measured)
{
    slp_truth all = SLP_TRUE;
    for (size_t i = 0; i < rule->conditions; i++) {
        slp_truth one = slp_condition_truth(&rule->when[i], measured);
        if (one == SLP_FALSE) return SLP_FALSE;
        if (one == SLP_OPEN) all = SLP_OPEN;
    }
    return all;
}

slp_claim_verdict slp_claim_decide(size_t *rule, const slp_claim *claim,
                                   const slp_measurement *measured)
{
    *rule = claim->rules;
    for (size_t i = 0; i < claim->rules; i++) {
        const slp_rule *own = &claim->rule[i];
        if (rule_truth(own, measured) != SLP_TRUE) continue;
        for (size_t k = 0; k < i; k++) /* none of them is true */
            if ((claim->rule[k].verdict != own->verdict || claim->rule[k].meant != own->meant) &&
                rule_truth(&claim->rule[k], measured) == SLP_OPEN)
                return SLP_INCONCLUSIVE;
        *rule = i;
        return own->verdict;
    }
    return SLP_INCONCLUSIVE;
}

void slp_interval_print(char *text, size_t room, const slp_interval *value, const char *unit)
{
    const char *gap = unit && *unit ? " " : "";
    double lo = value->lo, hi = value->hi, middle = 0.5 * lo + 0.5 * hi;
    if (!unit) unit = "";
    if (!value->known || isnan(lo) || isnan(hi))
        snprintf(text, room, "not measured");
    else if (lo == hi)
        snprintf(text, room, "%.6g%s%s", lo, gap, unit);
    else if (lo == 0)
        snprintf(text, room, "at most %.3g%s%s", hi * 1.005, gap, unit); /* rounded up */
    else if (lo < 0 && hi >= 0 && value->level >= 1) /* of a sample 0 is not the middle */
        snprintf(text, room, "0 ± %.3g%s%s", fmax(-lo, hi) * 1.005, gap, unit);
    else if (isfinite(middle) && hi - lo <= 1e-4 * fabs(middle))
        snprintf(text, room, "%.4g%s%s", middle, gap, unit);
    else
        snprintf(text, room, "in [%.4g, %.4g]%s%s", lo, hi, gap, unit);
}
