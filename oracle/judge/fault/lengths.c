/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The generator, its drift or its noise at vectors of length 1, where it is to be taken at the
 * state as it is. */
#include "oracle/judge/fault/trial.h"

/* Each `part` numbers of w get the length 1; false if they have it. */
static bool set_lengths(arb_ptr w, slong d, slong part, slong prec)
{
    bool changed = false;
    arb_t size;
    arb_init(size);
    for (slong i = 0; i < d; i += part) {
        arb_dot(size, NULL, 0, w + i, 1, w + i, 1, part, prec);
        if (arb_is_zero(size)) continue;
        changed = changed || !arb_is_one(size);
        arb_sqrt(size, size, prec);
        _arb_vec_scalar_div(w + i, w + i, part, size, prec);
    }
    arb_clear(size);
    return changed;
}

/* xi = Xi(z), but its part rule->where at w: z with vectors of length 1 */
static void generator_at_unit(arb_ptr xi, fault_rule *rule, arb_srcptr z)
{
    const slong d = rule->trial->d, part = *(const slong *)rule->data;
    arb_ptr w = _arb_vec_init(2 * d), other = w + d;
    _arb_vec_set(w, z, d);
    set_lengths(w, d, part, rule->prec);
    fault_generator_part(xi, rule, FAULT_ALL, z);
    for (int at_w = 0; at_w < 2; at_w++) {
        fault_generator_part(other, rule, (fault_part)rule->where, at_w ? w : z);
        if (at_w)
            _arb_vec_add(xi, xi, other, d, rule->prec);
        else
            _arb_vec_sub(xi, xi, other, d, rule->prec);
    }
    _arb_vec_clear(w, 2 * d);
}

static void predict(judge_trial *t)
{
    static const char *const parts[] = {
        [FAULT_ALL] = "generator", [FAULT_DRIFT] = "drift", [FAULT_NOISE] = "noise"};
    const bool vectors = t->c->system->algebra & (SLP_SO3 | SLP_SU2N | SLP_SE3);
    for (int whole = vectors && t->d > 3 ? 0 : 1; whole < 2; whole++) {
        const slong part = whole ? t->d : 3;
        fault_rule rule = {.trial = t, .generator = generator_at_unit, .part = -1, .data = &part};
        _arb_vec_set(t->y, t->exact.x, t->d);
        if (!set_lengths(t->y, t->d, part, t->prec)) continue;
        for (rule.where = FAULT_ALL; rule.where <= FAULT_NOISE; rule.where++)
            if (rule.where == FAULT_ALL || t->M > 0)
                fault_offer_rule(&rule, "%s at %s", parts[rule.where],
                                 whole ? "x/|x| for x" : "vectors x_i/|x_i| for x_i");
    }
}

const judge_fault judge_faults_lengths = {
    .name = "the generator at vectors of length 1",
    .equation = "Xi, h grad H_0 or dW_k grad H_k at x/|x| or at all x_i/|x_i|, and not at x",
    .section = "Systems",
    .rank = 4,
    .predict = predict};
