/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Vectors of length 1, or of the length that they have in x: the generator, its drift or its noise
 * at them, where it is to be taken at the state as it is; x read so, or y written. */
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

/* Numbers of the state that are vectors, each of `part` of them. */
typedef struct vectors {
    slong from, count, part;
    const char *of; /* "x" and "y" have them: "vectors of x", "Gamma of x", "x" */
} vectors;

/* Each vector of y gets the length that it has in x. */
static void scale_to_x(arb_ptr y, const judge_trial *t, const vectors *v)
{
    arb_t from, to;
    arb_init(from);
    arb_init(to);
    for (slong i = v->from; i < v->from + v->count; i += v->part) {
        arb_srcptr x = t->exact.x + i;
        arb_dot(from, NULL, 0, x, 1, x, 1, v->part, t->prec);
        arb_dot(to, NULL, 0, y + i, 1, y + i, 1, v->part, t->prec);
        if (arb_is_zero(from) || arb_is_zero(to)) continue;
        arb_div(from, from, to, t->prec);
        arb_sqrt(from, from, t->prec);
        _arb_vec_scalar_mul(y + i, y + i, v->part, from, t->prec);
    }
    arb_clear(from);
    arb_clear(to);
}

static void offer_vectors(judge_trial *t, const vectors *v)
{
    const slong d = t->d;
    arb_ptr w = _arb_vec_init(d);
    _arb_vec_set(w, t->exact.x, d);
    if (t->s == 0 && set_lengths(w + v->from, v->count, v->part, t->prec))
        fault_offer_inputs(t, w, NULL, NULL, "%sx read with length 1", v->of);
    _arb_vec_set(t->y, t->exact.next, d);
    if (set_lengths(t->y + v->from, v->count, v->part, t->prec))
        judge_offer(t, t->y, 0, "%sy written with length 1", v->of);
    _arb_vec_set(t->y, t->exact.next, d);
    scale_to_x(t->y, t, v);
    judge_offer(t, t->y, 0, "%sy scaled to the length in x", v->of);
    _arb_vec_clear(w, d);
}

static void predict(judge_trial *t)
{
    static const char *const parts[] = {
        [FAULT_ALL] = "generator", [FAULT_DRIFT] = "drift", [FAULT_NOISE] = "noise"};
    const bool of_vectors = t->c->system->algebra & (SLP_SO3 | SLP_SU2N | SLP_SE3);
    if (t->c->system->algebra == SLP_SE3) offer_vectors(t, &(vectors){3, 3, 3, "Gamma of "});
    if (t->c->system->algebra == SLP_SU2N) offer_vectors(t, &(vectors){0, t->d, 3, "vectors of "});
    if (t->d > 3 || (t->d > 1 && t->c->system->algebra != SLP_SU2N))
        offer_vectors(t, &(vectors){0, t->d, t->d, ""});
    for (int whole = of_vectors && t->d > 3 ? 0 : 1; whole < 2; whole++) {
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
    .name = "vectors of another length",
    .equation =
        "Xi, h grad H_0 or dW_k grad H_k at x/|x| or at all x_i/|x_i|, and not at x; x read "
        "or y written with length 1, or y with that of x",
    .section = "Systems",
    .rank = 4,
    .predict = predict};
