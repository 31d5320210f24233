/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Vectors that are moved one after the other, where the rule moves all of them at once: each makes
 * the whole step by itself, while the others stand still, as they have moved or as they were. */
#include "oracle/judge/fault/trial.h"

enum { FEWEST = 2, MOST = 12 };
typedef enum way { UP, DOWN, APART, WAYS } way;
static const char *const way_words[WAYS] = {
    [UP] = "one vector after the other: those before it have moved already",
    [DOWN] = "one vector after the other, the last one first",
    [APART] = "each vector moves by itself, the others stay as they were"};

/* The generator of vector rule->where alone. */
static void generator_of_one(arb_ptr xi, fault_rule *rule, arb_srcptr z)
{
    fault_generator_part(xi, rule, FAULT_ALL, z);
    for (slong i = 0; i < rule->trial->d; i++)
        if (i / 3 != rule->where) arb_zero(xi + i);
}

/* y = the step by this way; false if one of the vectors does not settle */
static bool step_in_turn(arb_ptr y, judge_trial *t, way by)
{
    const slong d = t->d, n = d / 3;
    REF_LOCAL_VEC(arb, d, here, moved);
    bool done = true;
    _arb_vec_set(here, t->exact.x, d);
    _arb_vec_set(y, t->exact.x, d);
    for (slong k = 0; k < n && done; k++) {
        const slong i = by == DOWN ? n - 1 - k : k;
        fault_rule rule = {.trial = t,
                           .generator = generator_of_one,
                           .x = by == APART ? t->exact.x : here,
                           .where = (int)i};
        done = fault_rule_step(moved, &rule);
        _arb_vec_set(y + 3 * i, moved + 3 * i, 3);
        _arb_vec_set(here + 3 * i, moved + 3 * i, 3);
    }
    return done;
}

static void predict(judge_trial *t)
{
    const slong n = t->d / 3;
    if (t->c->system->algebra != SLP_SU2N || t->exact.scheme->splits || n < FEWEST || n > MOST)
        return;
    for (int by = 0; by < WAYS; by++)
        if (judge_is_tried(t, way_words[by]))
            judge_offer(t, step_in_turn(t->y, t, (way)by) ? t->y : NULL, 0, way_words[by]);
}

const judge_fault judge_faults_in_turn = {
    .name = "vectors moved one after the other",
    .equation = "spin or vortex i from a state in which those before it have moved, or by itself",
    .section = "Schemes",
    .rank = 7,
    .predict = predict};
