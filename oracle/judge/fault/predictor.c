/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The predictor, a factor 1/2 or a projection of heun and heun-projected. */
#include "oracle/judge/fault/trial.h"

#include <string.h>

typedef enum part { ALL, DRIFT, NOISE } part;

/* y = N(x + c (V(x) + V(p))), p = N(x + a V(x)), with N or without. */
typedef struct heun_rule {
    const char *words;
    part first, predicted; /* V(x) has these terms in the result, and in p */
    double a, c;
    bool p_projected, y_projected;
} heun_rule;

/* out = the field at z of the step's drift, noise or both */
static void field(arb_ptr out, const judge_trial *t, arb_srcptr z, part of)
{
    arb_ptr none = _arb_vec_init(t->M + 1);
    ref_field(out, t->exact.sys, z, of == NOISE ? none + t->M : t->exact.h,
              of == DRIFT ? none : t->exact.dW, t->prec);
    _arb_vec_clear(none, t->M + 1);
}

static void add_multiple(arb_ptr y, const judge_trial *t, double c, arb_srcptr z, part of)
{
    arb_ptr v = _arb_vec_init(t->d + 1), factor = v + t->d;
    field(v, t, z, of);
    arb_set_d(factor, c);
    for (slong i = 0; i < t->d; i++) arb_addmul(y + i, factor, v + i, t->prec);
    _arb_vec_clear(v, t->d + 1);
}

/* Each vector of w gets the length that it has in x. */
static void project(arb_ptr w, const judge_trial *t)
{
    arb_srcptr x = t->exact.x;
    arb_t from, to;
    arb_init(from);
    arb_init(to);
    for (slong i = 0; i < t->d; i += 3) {
        arb_dot(from, NULL, 0, x + i, 1, x + i, 1, 3, t->prec);
        if (arb_is_zero(from)) continue;
        arb_dot(to, NULL, 0, w + i, 1, w + i, 1, 3, t->prec);
        arb_div(from, from, to, t->prec);
        arb_sqrt(from, from, t->prec);
        for (slong k = i; k < i + 3; k++) arb_mul(w + k, w + k, from, t->prec);
    }
    arb_clear(from);
    arb_clear(to);
}

static void offer_rule(judge_trial *t, const heun_rule *r)
{
    arb_ptr p = _arb_vec_init(t->d);
    _arb_vec_set(p, t->exact.x, t->d);
    add_multiple(p, t, r->a, t->exact.x, r->predicted);
    if (r->p_projected) project(p, t);
    _arb_vec_set(t->y, t->exact.x, t->d);
    add_multiple(t->y, t, r->c, t->exact.x, r->first);
    add_multiple(t->y, t, r->c, p, ALL);
    if (r->y_projected) project(t->y, t);
    judge_offer(t, t->y, 0, "%s", r->words);
    _arb_vec_clear(p, t->d);
}

static void predict(judge_trial *t)
{
    static const heun_rule rules[] = {
        {"p without the noise", ALL, DRIFT, 1, 0.5, true, true},
        {"p without the drift", ALL, NOISE, 1, 0.5, true, true},
        {"p = x + V(x)/2", ALL, ALL, 0.5, 0.5, true, true},
        {"V(x) without the noise in y", DRIFT, ALL, 1, 0.5, true, true},
        {"V(x) without the drift in y", NOISE, ALL, 1, 0.5, true, true},
        {"the 1/2 left out: y = x + V(x) + V(p)", ALL, ALL, 1, 1, true, true},
        {"p not projected", ALL, ALL, 1, 0.5, false, true},
        {"y not projected", ALL, ALL, 1, 0.5, true, false}};
    const bool projects = strcmp(t->exact.scheme->name, "heun-projected") == 0;
    if (!projects && strcmp(t->exact.scheme->name, "heun") != 0) return;
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        heun_rule r = rules[i];
        if (!projects && !(r.p_projected && r.y_projected)) continue;
        r.p_projected = r.p_projected && projects;
        r.y_projected = r.y_projected && projects;
        offer_rule(t, &r);
    }
}

const judge_fault judge_faults_predictor = {
    .name = "the predictor or a projection of Heun's rules",
    .equation = "p or y of heun and heun-projected without a term, a 1/2 or N",
    .section = "Schemes, heun",
    .rank = 7,
    .predict = predict};
