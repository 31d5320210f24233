/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Chance: how likely the laws that sample are to refuse a right subject.
 *
 * Such a law gives each case a p-value, the chance that a subject that keeps the law gives numbers
 * at least as bad.  Over a whole run, with T entries of the product and n cases in one of them, the
 * entry's p-value is n times its least one (Bonferroni), and entries are refused by Holm's rule: in
 * ascending order, p_(i) <= alpha / (T - i + 1), until one is not.  Whatever the dependence between
 * entries, the chance that any sound entry of a run is refused is alpha at most.
 *
 * A case whose power turns out to be less than promised decides nothing, and another one is drawn.
 * So an entry may look at more than n p-values.  Each is therefore multiplied by a factor, and the
 * inverses of the factors sum up to n (prop_p_value_factor). */
#include "props/engine/engine.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>
#include <stdlib.h>

#include "props/statistics/sampling.h"

double prop_student_tail(double t, unsigned freedom)
{
    /* P(T > t) = I_z(f/2, 1/2) / 2 with z = f / (f + t^2), the regularised incomplete beta
     * function, for t >= 0 */
    REF_LOCAL(arb, z, a, b);
    arb_set_d(b, t);
    arb_mul(b, b, b, 128);
    arb_set_ui(a, freedom);
    arb_add(b, b, a, 128);
    arb_div(z, a, b, 128);
    arb_mul_2exp_si(a, a, -1);
    arb_one(b);
    arb_mul_2exp_si(b, b, -1);
    arb_hypgeom_beta_lower(z, a, b, z, 1, 128);
    double tail = arf_get_d(arb_midref(z), ARF_RND_UP) / 2;
    if (isnan(t)) return 0; /* neither spread nor mean: the worst possible */
    return t >= 0 ? tail : 1 - tail;
}

static size_t count_entries(const prop_item_result *item_results, size_t count)
{
    size_t some = 0;
    for (size_t i = 0; i < count; i++) some += item_results[i].item.law->statistics.decides;
    return some;
}

void prop_set_levels(prop_item_result *item_results, size_t count, const prop_options *options)
{
    size_t some = count_entries(item_results, count);
    for (size_t i = 0; i < count; i++) {
        prop_item *item = &item_results[i].item;
        if (!item->law->statistics.decides) continue;
        item->tests = *item_results[i].label ? 1 : prop_case_count(item, options->multiplier);
        item->level = PROP_ALARM / (double)some / (double)item->tests;
    }
}

double prop_p_value_factor(const prop_item *item)
{
    if (item->tests == 0) return 1;
    if (item->p_values_seen < item->tests) return 2;
    const double k = (double)(item->p_values_seen - item->tests + 1);
    return 2 * k * (k + 1) / (double)item->tests;
}

static double entry_rate(const prop_item_result *item_result)
{
    return item_result->p_value * (double)item_result->item.tests;
}

/* An entry that passed at its own level may still be refused together with others.  It cannot be if
 * its p-value is above the last threshold of Holm's rule. */
bool prop_is_decided(const prop_item_result *item_result)
{
    return !item_result->item.law->statistics.decides || item_result->failed ||
           entry_rate(item_result) > PROP_ALARM;
}

static int ascending(const void *a, const void *b)
{
    double x = entry_rate(*(prop_item_result *const *)a),
           y = entry_rate(*(prop_item_result *const *)b);
    return (x > y) - (x < y);
}

void prop_refuse_by_holm(prop_item_result *item_results, size_t count)
{
    size_t some = count_entries(item_results, count), listed = 0;
    prop_item_result **order = slp_allocate(some + 1, sizeof *order);
    for (size_t i = 0; i < count; i++)
        if (item_results[i].item.law->statistics.decides) order[listed++] = item_results + i;
    qsort(order, listed, sizeof *order, ascending);
    for (size_t i = 0; i < listed; i++) {
        if (entry_rate(order[i]) > PROP_ALARM / (double)(some - i)) break;
        if (order[i]->failed) continue; /* already by its own level */
        order[i]->failed = 1;
        order[i]->example.found = true;
    }
    free(order);
}
