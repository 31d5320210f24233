/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A projection of heun-projected is left out. */
#include "oracle/judge/fault/trial.h"

#include <string.h>

/* y += c V(z) */
static void add_multiple(arb_ptr y, const fault_plain *p, double c, arb_srcptr z)
{
    const judge_trial *t = p->trial;
    arb_ptr v = _arb_vec_init(t->d + 1), factor = v + t->d;
    fault_plain_field(v, p, z);
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

static void predict(judge_trial *t)
{
    fault_plain plain;
    if (strcmp(t->exact.scheme->name, "heun-projected") != 0) return;
    fault_plain_init(&plain, t);
    arb_ptr p = _arb_vec_init(t->d);
    for (int of_p = 0; of_p < 2; of_p++) {
        _arb_vec_set(p, t->exact.x, t->d);
        add_multiple(p, &plain, 1, t->exact.x);
        if (!of_p) project(p, t);
        _arb_vec_set(t->y, t->exact.x, t->d);
        add_multiple(t->y, &plain, 0.5, t->exact.x);
        add_multiple(t->y, &plain, 0.5, p);
        if (of_p) project(t->y, t);
        judge_offer(t, t->y, 0, "%s not projected", of_p ? "p" : "y");
    }
    _arb_vec_clear(p, t->d);
    fault_plain_clear(&plain);
}

const judge_fault judge_faults_predictor = {.name = "a projection of heun-projected",
                                            .equation =
                                                "p = x + V(x) or y = x + (V(x) + V(p))/2 without N",
                                            .section = "Schemes, heun",
                                            .rank = 7,
                                            .predict = predict};
