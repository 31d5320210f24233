/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Tries one law on one case with one subject.  The law must be kept or seen broken, as the pair
 * promises. */
#include "props/engine/engine.h"
#include "props/statistics/sampling.h"

#include <math.h>
#include <string.h>

/* The order at which a law breaks: a scheme of order p leaves a one-step defect of order p + 1,
 * O(h^3) for those of order 2.  Two kinds may leave less: schemes whose leading term vanishes for
 * some energies or states, and defects of symmetry, whose even terms cancel. */
static bool right_order(int order, const prop_item *item)
{
    int least = item->scheme->order + 1;
    bool may_be_higher =
        item->scheme->leading_may_vanish || strcmp(item->law->name, "symmetry") == 0;
    return may_be_higher ? order >= least : order == least;
}

/* The violation must be clear and, where the order can be proved, of the stated order. */
static prop_outcome seen_broken(prop_finding *found, const prop_item *item, const slp_case *c,
                                prop_outcome outcome)
{
    if (outcome == PROP_SKIPPED || found->unanswered) return outcome;
    if (outcome == PROP_HELD || !(found->margin >= PROP_CLEAR))
        return prop_outcome_noted(
            found, PROP_FAILED,
            "the pair breaks this law, but it was not seen to: %.3g units, %g needed",
            found->margin, PROP_CLEAR);
    if (!item->subject->certified || !item->law->defect || item->law->applies.promise)
        return PROP_HELD;
    char note[PROP_NOTE] = "";
    found->order = prop_order(note, item->law, c);
    if (!right_order(found->order, item))
        return prop_outcome_noted(found, PROP_FAILED, "the violation should be of order %d: %.150s",
                                  item->scheme->order + 1, note);
    return PROP_HELD;
}

/* Fills found->power.  Returns the fault with the least power, PROP_FAULTS if no fault was looked
 * for. */
static int least_power(prop_finding *found, double level)
{
    int least = PROP_FAULTS;
    for (int k = 0; k < PROP_FAULTS; k++) {
        found->power[k] = prop_power(found->reach + k, level);
        if (!(found->reach[k].shift > 0)) continue;
        if (least == PROP_FAULTS || found->power[k] < found->power[least]) least = k;
    }
    return least;
}

/* The margin of a p-value is its logarithm over the logarithm of the level.  A case that is not
 * refused counts as held only if a fault would have been refused with the promised power.  This is
 * decided here, for every law. */
static prop_outcome judge_p_value(prop_finding *found, const prop_item *item)
{
    const double level = item->level > 0 ? item->level : PROP_ALARM,
                 spend = prop_p_value_factor(item);
    found->p_value = fmin(1, found->p_value * spend);
    found->margin = found->p_value >= 1 ? 0 : log(fmax(found->p_value, 0x1p-1000)) / log(level);
    const int least = least_power(found, level / spend);
    if (found->p_value <= level) return PROP_FAILED;
    found->powerless = least == PROP_FAULTS || !(found->power[least] >= PROP_POWER);
    if (!found->powerless) return PROP_HELD;
    if (least == PROP_FAULTS || !item->law->statistics.against[least])
        return prop_outcome_noted(found, PROP_SKIPPED,
                                  "nothing wrong could have been seen on this case");
    return prop_outcome_noted(found, PROP_SKIPPED, "power %.3g against %s, %g is promised",
                              found->power[least], item->law->statistics.against[least],
                              PROP_POWER);
}

bool prop_case_lacks(const prop_law *law, const slp_case *c)
{
    const unsigned lacks = slp_case_lacks(c);
    return lacks && (law->applies.hamiltonian || (law->applies.flag & lacks));
}

prop_outcome prop_apply_law(prop_finding *found, const prop_item *item, const slp_case *c)
{
    *found = (prop_finding){0};
    if (item->missing)
        return prop_outcome_noted(found, PROP_FAILED,
                                  "not offered, though the other path offers it");
    if (prop_case_lacks(item->law, c))
        return prop_outcome_noted(found, PROP_SKIPPED, "the case is damped, and lacks this law");
    prop_outcome outcome = item->law->check(found, item->law, item->subject, c);
    if (outcome == PROP_HELD && item->law->statistics.decides) outcome = judge_p_value(found, item);
    return item->control ? seen_broken(found, item, c, outcome) : outcome;
}
