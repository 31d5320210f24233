/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Noise at the middle of the step in the rules that step V itself: euler and heun have it where the
 * drift is. */
#include "oracle/judge/fault/trial.h"

#include <string.h>

enum { ROUNDS = 300 };
typedef enum way { OF_PREDICTOR, OF_RESULT, GENERATOR_OF_PREDICTOR, GENERATOR_OF_RESULT, WAYS } way;
static const char *const way_words[WAYS] = {
    [OF_PREDICTOR] = "noise at the middle of x and x + V(x)",
    [OF_RESULT] = "noise at the middle of x and y",
    [GENERATOR_OF_PREDICTOR] = "noise of the generator at the middle of x and x + V(x), on x",
    [GENERATOR_OF_RESULT] = "noise of the generator at the middle of x and y, on x"};

typedef struct parts {
    fault_plain all, drift;
} parts;

/* out += ad* of the noise at z, on `on` */
static void add_noise(arb_ptr out, const parts *p, arb_srcptr z, arb_srcptr on)
{
    const judge_trial *t = p->all.trial;
    const slong d = t->d;
    arb_ptr xi = _arb_vec_init(2 * d), other = xi + d;
    fault_plain_generator(xi, &p->all, z);
    fault_plain_generator(other, &p->drift, z);
    _arb_vec_sub(xi, xi, other, d, t->prec);
    fault_plain_apply(other, &p->all, REF_AD, xi, on);
    _arb_vec_add(out, out, other, d, t->prec);
    _arb_vec_clear(xi, 2 * d);
}

/* y = x + the drift as the rule has it + the noise at the middle of x and y, or of x and p */
static bool step_with(arb_ptr y, const parts *p, bool heun, way by)
{
    const judge_trial *t = p->all.trial;
    const slong d = t->d, prec = t->prec;
    arb_srcptr x = t->exact.x;
    arb_ptr base = _arb_vec_init(4 * d), ahead = base + d, middle = ahead + d, last = middle + d;
    const bool generator = by == GENERATOR_OF_PREDICTOR || by == GENERATOR_OF_RESULT;
    bool done = false;
    fault_plain_field(ahead, &p->all, x);
    _arb_vec_add(ahead, ahead, x, d, prec);
    fault_plain_field(base, &p->drift, x);
    if (heun) {
        fault_plain_field(middle, &p->drift, ahead);
        _arb_vec_add(base, base, middle, d, prec);
        _arb_vec_scalar_mul_2exp_si(base, base, d, -1);
    }
    _arb_vec_add(base, base, x, d, prec);
    for (int n = 0; n < ROUNDS && !done; n++) {
        _arb_vec_add(middle, ahead, x, d, prec);
        _arb_vec_scalar_mul_2exp_si(middle, middle, d, -1);
        _arb_vec_set(last, ahead, d);
        _arb_vec_set(y, base, d);
        add_noise(y, p, middle, generator ? x : middle);
        for (slong i = 0; i < d; i++) mag_zero(arb_radref(y + i));
        if (by == OF_PREDICTOR || by == GENERATOR_OF_PREDICTOR) break;
        done = fault_settled(last, y, d, prec);
        _arb_vec_set(ahead, y, d);
    }
    done = done || by == OF_PREDICTOR || by == GENERATOR_OF_PREDICTOR;
    for (slong i = 0; i < d; i++) done = done && arb_is_finite(y + i);
    _arb_vec_clear(base, 4 * d);
    return done;
}

static void predict(judge_trial *t)
{
    const ref_system *sys = t->exact.sys;
    const char *name = t->exact.scheme->name;
    const bool heun = strcmp(name, "heun") == 0;
    parts p;
    if (t->M == 0 || (!heun && strcmp(name, "euler") != 0)) return;
    fault_plain_init(&p.all, t);
    fault_plain_init(&p.drift, t);
    arb_ptr none = _arb_vec_init(t->M);
    sys->table->freeze(p.drift.pack, sys, t->exact.h, none, t->prec);
    for (int by = 0; by < WAYS; by++) {
        if (!judge_is_tried(t, t->fault, way_words[by])) continue;
        judge_count_work(t, 20);
        if (step_with(t->y, &p, heun, (way)by))
            judge_offer(t, t->y, 0, "%s", way_words[by]);
        else
            t->hint->tried++;
    }
    _arb_vec_clear(none, t->M);
    fault_plain_clear(&p.drift);
    fault_plain_clear(&p.all);
}

const judge_fault judge_faults_middle = {
    .name = "noise at the middle of a step",
    .equation = "V of the noise, or its generator, at (x + p)/2 or (x + y)/2 in euler and heun",
    .section = "Schemes",
    .rank = 9,
    .predict = predict};
