/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Coordinates of the generator, or of the state that it sees: one of them changed, two exchanged,
 * or half of them on a semidirect product. */
#include "oracle/judge/fault/kinds.h"

enum { LARGEST = 12 };

typedef struct change {
    bool of_state; /* of the state that the generator sees; else of the generator */
    slong from, count;
    double factor;
    slong exchanged; /* with the coordinate `from`; -1: none */
} change;

static void change_numbers(arb_ptr v, const change *c, slong prec)
{
    if (c->exchanged >= 0) {
        arb_swap(v + c->from, v + c->exchanged);
        return;
    }
    fault_scale(v + c->from, c->count, c->factor, prec);
}

static void changed_generator(arb_ptr xi, fault_rule *rule, arb_srcptr z)
{
    const change *c = rule->data;
    REF_LOCAL_VEC(arb, rule->trial->d, seen);
    _arb_vec_set(seen, z, rule->trial->d);
    if (c->of_state) change_numbers(seen, c, rule->prec);
    fault_generator_part(xi, rule, FAULT_ALL, seen);
    if (!c->of_state) change_numbers(xi, c, rule->prec);
}

static void offer_scaled(judge_trial *t, slong from, slong count, const char *name)
{
    for (size_t k = 0; k < FAULT_FACTORS; k++) {
        const change c = {
            .from = from, .count = count, .factor = fault_factors[k].by, .exchanged = -1};
        fault_rule rule = {.trial = t, .generator = changed_generator, .data = &c};
        fault_offer_rule(&rule,
                         FAULT_WORDS("%s of the generator %s", name, fault_factors[k].words));
    }
}

static void predict(judge_trial *t)
{
    fault_text text;
    const slp_algebra algebra = t->c->system->algebra;
    if (algebra == SLP_SE3 || algebra == SLP_SUN_DUAL) {
        offer_scaled(t, 0, t->d / 2, "the first half");
        offer_scaled(t, t->d / 2, t->d / 2, "the second half");
    }
    for (slong i = 0; t->d <= LARGEST && i < t->d; i++) {
        offer_scaled(t, i, 1, fault_place_words(&text, t, true, i, i));
        for (slong k = i + 1; k < t->d; k++)
            for (int of_state = 0; of_state < 2; of_state++) {
                const change c = {.of_state = of_state, .from = i, .exchanged = k};
                fault_rule rule = {.trial = t, .generator = changed_generator, .data = &c};
                fault_offer_rule(&rule, FAULT_WORDS("%s exchanged in the %s",
                                                    fault_place_words(&text, t, !of_state, i, k),
                                                    of_state ? "generator's state" : "generator"));
            }
    }
}

const judge_fault judge_faults_components = {
    .name = "coordinates of the generator",
    .equation =
        "xi_i left out, with a factor or a sign, or xi_j in its place; x_j for x_i in Xi(x)",
    .section = "Systems",
    .rank = 9,
    .predict = predict};
