/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A factor or a sign of the generator, or of a part of it. */
#include "oracle/judge/fault/trial.h"

static const struct {
    double factor;
    const char *words;
} factors[] = {{-1, "the wrong sign"},
               {0.5, "a factor 1/2 too much"},
               {2, "a factor 2 too much"},
               {0.25, "a factor 1/4 too much"},
               {4, "a factor 4 too much"},
               {0, "left out"},
               {0x1.6a09e667f3bcdp-1, "a factor 1/sqrt 2 too much"},
               {0x1.6a09e667f3bcdp+0, "a factor sqrt 2 too much"}};
enum { FACTORS = sizeof factors / sizeof *factors };

static void scale_numbers(arb_ptr out, arb_srcptr in, slong n, double factor, slong prec)
{
    arb_t c;
    arb_init(c);
    arb_set_d(c, factor);
    if (factor == 0x1.6a09e667f3bcdp-1 || factor == 0x1.6a09e667f3bcdp+0) {
        arb_sqrt_ui(c, 2, prec);
        if (factor < 1) arb_mul_2exp_si(c, c, -1);
    }
    _arb_vec_scalar_mul(out, in, n, c, prec);
    arb_clear(c);
}

static void predict(judge_trial *t)
{
    enum { SINGLE = 12 };
    const ref_exact_step *step = &t->exact;
    arb_ptr h = _arb_vec_init(t->M + 1), dW = h + 1;
    for (int i = 0; i < FACTORS; i++) {
        const double factor = factors[i].factor;
        const char *words = factors[i].words;
        scale_numbers(h, step->h, 1, factor, t->prec);
        /* of the whole generator */
        const char *all = factor == -1 ? fault_sign_words(t) : words;
        fault_offer_inputs(t, NULL, h, NULL, "drift: %s", t->M == 0 ? all : words);
        if (t->M == 0) continue;
        scale_numbers(dW, step->dW, t->M, factor, t->prec);
        fault_offer_inputs(t, NULL, NULL, dW, "%s: %s", t->M > 1 ? "all noises" : "the noise",
                           words);
        fault_offer_inputs(t, NULL, h, dW, "generator: %s", all);
        for (slong k = 0; t->M > 1 && t->M <= SINGLE && k < t->M; k++) {
            _arb_vec_set(dW, step->dW, t->M);
            scale_numbers(dW + k, step->dW + k, 1, factor, t->prec);
            fault_offer_inputs(t, NULL, NULL, dW, "noise %ld: %s", (long)k + 1, words);
        }
    }
    _arb_vec_clear(h, t->M + 1);
}

const judge_fault judge_faults_factors = {
    .name = "a factor or a sign of the generator",
    .equation = "Xi = a h grad H_0 + sum b_k dW_k grad H_k with an a or a b_k that is not 1",
    .section = "Systems",
    .rank = 1,
    .predict = predict};
