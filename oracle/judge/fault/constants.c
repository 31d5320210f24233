/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A constant of the system's generator is left out or typed with few digits. */
#include "oracle/judge/fault/trial.h"

#include <string.h>

/* The drift, or everything, times (a pi)^power over the right one. */
static void offer_factor(judge_trial *t, const arb_t factor, bool noise, const char *words)
{
    arb_ptr h = _arb_vec_init(t->M + 1), dW = h + 1;
    arb_mul(h, t->exact.h, factor, t->prec);
    _arb_vec_scalar_mul(dW, t->exact.dW, t->M, factor, t->prec);
    fault_offer_inputs(t, NULL, h, noise ? dW : NULL, "%s", words);
    _arb_vec_clear(h, t->M + 1);
}

static void offer_typed(judge_trial *t, bool noise)
{
    static const struct {
        double value;
        const char *words;
    } values[] = {{3.14, "pi typed as 3.14"},
                  {3.1416, "pi typed as 3.1416"},
                  {3.14159, "pi typed as 3.14159"},
                  {3.141593, "pi typed as 3.141593"},
                  {3.1415926, "pi typed as 3.1415926"},
                  {3.1415927, "pi typed as 3.1415927"},
                  {3.14159265, "pi typed as 3.14159265"},
                  {0x1.921fb6p+1, "pi in binary32"}};
    arb_t pi, typed;
    arb_init(pi);
    arb_init(typed);
    arb_const_pi(pi, t->prec);
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        arb_set_d(typed, values[i].value);
        arb_div(typed, pi, typed, t->prec);
        offer_factor(t, typed, noise, values[i].words);
    }
    arb_clear(pi);
    arb_clear(typed);
}

static void predict(judge_trial *t)
{
    const bool vortices = strcmp(t->c->system->name, "point-vortices") == 0;
    const bool torus = strcmp(t->c->system->name, "sine-euler") == 0;
    arb_t pi, c;
    if (!vortices && !torus) return;
    arb_init(pi);
    arb_init(c);
    arb_const_pi(pi, t->prec);
    if (vortices) {
        arb_mul_2exp_si(c, pi, 2);
        offer_factor(t, c, false, "1/(4 pi) left out");
        offer_factor(t, pi, false, "1/4 for 1/(4 pi)");
        offer_typed(t, false);
    } else {
        size_t count;
        const double *n = slp_case_param(t->c, "n", &count);
        arb_mul_2exp_si(c, pi, 2);
        arb_div_si(c, c, (slong)n[0], t->prec);
        offer_factor(t, c, true, "1/(2 epsilon) left out");
        offer_factor(t, c, false, "1/(2 epsilon) of the drift left out");
        arb_set_si(c, (slong)n[0]);
        arb_inv(c, c, t->prec);
        offer_factor(t, c, true, "N left out of 1/(2 epsilon) = N/(4 pi)");
        offer_typed(t, true);
    }
    arb_clear(pi);
    arb_clear(c);
}

const judge_fault judge_faults_constants = {
    .name = "a constant left out or typed with few digits",
    .equation = "1/(4 pi) of the vortices, 1/(2 epsilon) of the torus, digits of pi",
    .section = "Systems",
    .rank = 20,
    .predict = predict};
