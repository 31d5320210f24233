/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Vectors of length 1, or of the length that they have in x: the generator, its drift or its noise
 * at them, where it is to be taken at the state as it is; x read so, or y written. */
#include "oracle/judge/fault/kinds.h"

#include <string.h>

bool fault_set_lengths(arb_ptr w, arb_srcptr x, slong d, slong part, slong prec)
{
    bool changed = false;
    REF_LOCAL(arb, from, to);
    arb_one(from);
    for (slong i = 0; i < d; i += part) {
        if (x) arb_dot(from, NULL, 0, x + i, 1, x + i, 1, part, prec);
        arb_dot(to, NULL, 0, w + i, 1, w + i, 1, part, prec);
        if (arb_is_zero(from) || arb_is_zero(to)) continue;
        changed = changed || !arb_equal(from, to);
        arb_div(to, from, to, prec);
        arb_sqrt(to, to, prec);
        _arb_vec_scalar_mul(w + i, w + i, part, to, prec);
    }
    return changed;
}

/* xi = Xi(z), but its part rule->where at w: z with vectors of length 1 */
static void generator_at_unit(arb_ptr xi, fault_rule *rule, arb_srcptr z)
{
    const slong d = rule->trial->d, part = *(const slong *)rule->data;
    REF_LOCAL_VEC(arb, d, w, other);
    _arb_vec_set(w, z, d);
    fault_set_lengths(w, NULL, d, part, rule->prec);
    fault_generator_part(xi, rule, FAULT_ALL, z);
    for (int at_w = 0; at_w < 2; at_w++) {
        fault_generator_part(other, rule, (fault_part)rule->where, at_w ? w : z);
        if (at_w)
            _arb_vec_add(xi, xi, other, d, rule->prec);
        else
            _arb_vec_sub(xi, xi, other, d, rule->prec);
    }
}

/* Whether the drift or the noise is another one at x with vectors of length 1. */
static bool part_differs(judge_trial *t, bool noise, slong part)
{
    const ref_system *sys = t->exact.sys;
    fault_plain plain;
    bool same = true;
    REF_LOCAL_VEC(arb, t->d, w, at_w, at_x);
    REF_LOCAL_VEC(arb, t->M + 1, none);
    fault_plain_init(&plain, t);
    sys->table->freeze(plain.pack, sys, noise ? none + t->M : t->exact.h,
                       noise ? t->exact.dW : none, t->prec);
    _arb_vec_set(w, t->exact.x, t->d);
    fault_set_lengths(w, NULL, t->d, part, t->prec);
    fault_plain_generator(at_w, &plain, w);
    fault_plain_generator(at_x, &plain, t->exact.x);
    for (slong i = 0; i < t->d; i++) same = same && arb_overlaps(at_w + i, at_x + i);
    fault_plain_clear(&plain);
    return !same;
}

/* The generator is wrong in the parts that differ; of these one name.  The drift of vortices at
 * vectors of length 1 is the one that is not divided by a length, which has its name. */
static void offer_generators(judge_trial *t, bool whole)
{
    const slong part = whole ? t->d : 3;
    const bool vortices = !whole && strcmp(t->c->system->name, "point-vortices") == 0;
    const bool drift = part_differs(t, false, part), noise = t->M && part_differs(t, true, part);
    const char *words = whole ? "x/|x| for x" : "vectors x_i/|x_i| for x_i";
    fault_rule rule = {.trial = t, .generator = generator_at_unit, .data = &part};
    if (drift && (noise || t->M == 0) && !(vortices && t->M == 0))
        fault_offer_rule(&rule, FAULT_WORDS("generator at %s", words));
    rule.where = FAULT_DRIFT;
    if (drift && t->M > 0 && !vortices) fault_offer_rule(&rule, FAULT_WORDS("drift at %s", words));
    rule.where = FAULT_NOISE;
    if (noise) fault_offer_rule(&rule, FAULT_WORDS("noise at %s", words));
}

/* Numbers of the state that are vectors, each of `part` of them. */
typedef struct vectors {
    slong from, count, part;
    const char *of; /* "x" and "y" have them: "vectors of x", "Gamma of x", "x" */
} vectors;

static void offer_vectors(judge_trial *t, const vectors *v)
{
    const slong d = t->d;
    REF_LOCAL_VEC(arb, d, w);
    _arb_vec_set(w, t->exact.x, d);
    if (t->s == 0 && fault_set_lengths(w + v->from, NULL, v->count, v->part, t->prec))
        fault_offer_inputs(t, w, NULL, NULL, FAULT_WORDS("%sx read with length 1", v->of));
    _arb_vec_set(t->y, t->exact.next, d);
    if (fault_set_lengths(t->y + v->from, NULL, v->count, v->part, t->prec))
        judge_offer(t, t->y, 0, FAULT_WORDS("%sy written with length 1", v->of));
    _arb_vec_set(t->y, t->exact.next, d);
    fault_set_lengths(t->y + v->from, t->exact.x + v->from, v->count, v->part, t->prec);
    judge_offer(t, t->y, 0, FAULT_WORDS("%sy scaled to the length in x", v->of));
}

static void predict(judge_trial *t)
{
    const bool of_vectors = t->c->system->algebra & (SLP_SO3 | SLP_SU2N | SLP_SE3);
    if (t->c->system->algebra == SLP_SE3) offer_vectors(t, &(vectors){3, 3, 3, "Gamma of "});
    if (t->c->system->algebra == SLP_SU2N) offer_vectors(t, &(vectors){0, t->d, 3, "vectors of "});
    if (t->d > 3 || (t->d > 1 && t->c->system->algebra != SLP_SU2N))
        offer_vectors(t, &(vectors){0, t->d, t->d, ""});
    for (int whole = of_vectors && t->d > 3 ? 0 : 1; whole < 2; whole++) {
        _arb_vec_set(t->y, t->exact.x, t->d);
        if (fault_set_lengths(t->y, NULL, t->d, whole ? t->d : 3, t->prec))
            offer_generators(t, whole);
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
