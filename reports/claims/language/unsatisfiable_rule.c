/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A rule that no measured numbers can satisfy is a mistake in the claim.  It is found when the
 * claim is read.
 *
 * Conditions on one number with bounds that are numbers: if an interval makes all of them true,
 * then so does one of its points (0 where a condition wants 0 inside, any point otherwise), and a
 * point is an interval.  So a rule can hold exactly when, for each number, some point lies between
 * the largest lower and the smallest upper bound, is 0 where it must be, and is not 0 where it must
 * not be. */
#include "reports/claims/language/read.h"

#include <math.h>

/* Points that satisfy the conditions met so far. */
typedef struct points {
    double low, high;
    bool above, below;  /* the ends themselves do not belong */
    bool zero, nonzero; /* wanted to be, not to be 0 */
} points;

static void raise_low(points *p, double to, bool strict)
{
    if (to > p->low || (to >= p->low && strict)) p->above = strict;
    p->low = fmax(p->low, to);
}

static void lower_high(points *p, double to, bool strict)
{
    if (to < p->high || (to <= p->high && strict)) p->below = strict;
    p->high = fmin(p->high, to);
}

static void narrow(points *p, const slp_condition *c)
{
    switch (c->is) {
    case SLP_IS_BELOW:
    case SLP_IS_AT_MOST:
        lower_high(p, c->low, c->is == SLP_IS_BELOW);
        break;
    case SLP_IS_ABOVE:
    case SLP_IS_AT_LEAST:
        raise_low(p, c->low, c->is == SLP_IS_ABOVE);
        break;
    case SLP_IS_BETWEEN:
    case SLP_IS_EQUAL:
        raise_low(p, c->low, false);
        lower_high(p, c->high, false);
        break;
    case SLP_IS_EXCLUDES_ZERO:
        p->nonzero = true;
        break;
    case SLP_IS_ZERO_WITHIN:
        p->zero = true;
        break;
    case SLP_PREDICATES:
        break;
    }
}

static bool holds(const points *p, double x)
{
    return (p->above ? x > p->low : x >= p->low) && (p->below ? x < p->high : x <= p->high);
}

static bool none(const points *p)
{
    if (p->zero) return p->nonzero || !holds(p, 0);
    if (p->low < p->high) return false;
    return p->low > p->high || p->above || p->below || (p->nonzero && !(fabs(p->low) > 0));
}

size_t slp_rule_contradiction(const slp_rule *rule)
{
    for (size_t i = 0; i < rule->conditions; i++) {
        points p = {-INFINITY, INFINITY, false, false, false, false};
        for (size_t k = 0; k <= i; k++) {
            const slp_condition *c = &rule->when[k];
            bool same =
                c->of.measure == rule->when[i].of.measure && c->of.value == rule->when[i].of.value;
            if (same && !c->bound_is_value) narrow(&p, c);
        }
        if (none(&p)) return i;
    }
    return rule->conditions;
}
