/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* h and the increments with other factors: of the generator or of a part of it, of the step, of a
 * constant of the system; increments truncated, which they were already where they should be. */
#include "oracle/judge/fault/kinds.h"

#include <math.h>
#include <string.h>

/* h times `of_h`, and all increments times `of_dW`; NULL: 1. */
static void offer_times(judge_trial *t, arb_srcptr of_h, arb_srcptr of_dW, const char *words)
{
    REF_LOCAL_VEC(arb, t->M, dW);
    REF_LOCAL_VEC(arb, 1, h);
    if (of_h) arb_mul(h, t->exact.h, of_h, t->prec);
    if (of_dW) _arb_vec_scalar_mul(dW, t->exact.dW, t->M, of_dW, t->prec);
    fault_offer_inputs(t, NULL, of_h ? h : NULL, of_dW ? dW : NULL, words);
}

/* ---- Of the generator ---------------------------------------------------------------------- */

static void predict_factors(judge_trial *t)
{
    enum { SINGLE = 12 };
    static const fault_factor factors[] = {{-1, "the wrong sign"},
                                           {0.5, "a factor 1/2 too much"},
                                           {2, "a factor 2 too much"},
                                           {0.25, "a factor 1/4 too much"},
                                           {4, "a factor 4 too much"},
                                           {0, "left out"},
                                           {0x1.6a09e667f3bcdp-1, "a factor 1/sqrt 2 too much"},
                                           {0x1.6a09e667f3bcdp+0, "a factor sqrt 2 too much"}};
    const ref_exact_step *step = &t->exact;
    REF_LOCAL_VEC(arb, t->M, dW);
    REF_LOCAL_VEC(arb, 1, h);
    for (size_t i = 0; i < sizeof factors / sizeof *factors; i++) {
        const double by = factors[i].by;
        const char *words = factors[i].words, *all = by == -1 ? fault_sign_words(t) : words;
        arb_set(h, step->h);
        fault_scale(h, 1, by, t->prec);
        fault_offer_inputs(t, NULL, h, NULL, FAULT_WORDS("drift: %s", t->M == 0 ? all : words));
        if (t->M == 0) continue;
        _arb_vec_set(dW, step->dW, t->M);
        fault_scale(dW, t->M, by, t->prec);
        fault_offer_inputs(t, NULL, NULL, dW,
                           FAULT_WORDS("%s: %s", t->M > 1 ? "all noises" : "the noise", words));
        fault_offer_inputs(t, NULL, h, dW, FAULT_WORDS("generator: %s", all));
        for (slong k = 0; t->M > 1 && t->M <= SINGLE && k < t->M; k++) {
            _arb_vec_set(dW, step->dW, t->M);
            fault_scale(dW + k, 1, by, t->prec);
            fault_offer_inputs(t, NULL, NULL, dW, FAULT_WORDS("noise %ld: %s", (long)k + 1, words));
        }
    }
}

/* ---- Of the step --------------------------------------------------------------------------- */

static void predict_scaling(judge_trial *t)
{
    const ref_exact_step *step = &t->exact;
    const slong prec = t->prec;
    REF_LOCAL_VEC(arb, t->M, dW);
    REF_LOCAL_VEC(arb, 1, h, root, by);
    arb_abs(h, step->h);
    arb_sqrt(root, h, prec);
    offer_times(t, step->h, NULL, "h^2 for h");
    fault_offer_inputs(t, NULL, root, NULL, "sqrt h for h");
    arb_set_ui(by, t->s + 1);
    if (t->s > 0) offer_times(t, by, NULL, "time for h: s h in step s");
    arb_set_d(by, t->c->h / (double)t->c->steps);
    if (t->c->steps > 1) fault_offer_inputs(t, NULL, by, NULL, "h over the number of steps");
    arb_one(by);
    fault_offer_inputs(t, NULL, by, NULL, "h taken as 1");
    if (arb_is_negative(step->h)) fault_offer_inputs(t, NULL, h, NULL, "|h| for h");
    if (t->M == 0) return;
    offer_times(t, NULL, root, "sqrt(h) dW for dW");
    arb_inv(by, root, prec);
    offer_times(t, NULL, by, "dW/sqrt(h) for dW");
    offer_times(t, NULL, step->h, "h dW for dW");
    for (slong k = 0; k < t->M; k++) arb_sqr(dW + k, step->dW + k, prec);
    fault_offer_inputs(t, NULL, NULL, dW, "dW^2 for dW");
    for (slong k = 0; k < t->M; k++) arb_set(dW + k, step->dW);
    if (t->M > 1) fault_offer_inputs(t, NULL, NULL, dW, "the first increment for all noises");
}

/* dW = +- sqrt|h| min(|dW|/sqrt|h|, sqrt(2 l |ln |h||)) */
static void predict_truncation(judge_trial *t)
{
    static const int powers[] = {2, 1, 4};
    const ref_exact_step *step = &t->exact;
    if (t->M == 0 || t->c->h == 0) return;
    REF_LOCAL_VEC(arb, t->M, dW);
    REF_LOCAL(arb, h, limit);
    arb_abs(h, step->h);
    for (size_t i = 0; i < sizeof powers / sizeof *powers; i++) {
        bool changed = false;
        arb_log(limit, h, t->prec);
        arb_abs(limit, limit);
        arb_mul(limit, limit, h, t->prec);
        arb_mul_si(limit, limit, 2 * powers[i], t->prec);
        arb_sqrt(limit, limit, t->prec);
        for (slong k = 0; k < t->M; k++) {
            arb_abs(dW + k, step->dW + k);
            changed = changed || arb_gt(dW + k, limit);
            arb_min(dW + k, dW + k, limit, t->prec);
            if (arb_is_negative(step->dW + k)) arb_neg(dW + k, dW + k);
        }
        if (changed)
            fault_offer_inputs(t, NULL, NULL, dW,
                               FAULT_WORDS("|dW| cut to sqrt(2 l h |ln h|), l = %d", powers[i]));
    }
}

/* ---- Of a constant ------------------------------------------------------------------------- */

/* Of the vortices the drift is 1/(4 pi) of something, of the torus all is N/(4 pi). */
static void predict_constants(judge_trial *t)
{
    static const fault_factor typed[] = {{3.14, "pi typed as 3.14"},
                                         {3.1416, "pi typed as 3.1416"},
                                         {3.14159, "pi typed as 3.14159"},
                                         {3.141593, "pi typed as 3.141593"},
                                         {3.1415926, "pi typed as 3.1415926"},
                                         {3.1415927, "pi typed as 3.1415927"},
                                         {3.14159265, "pi typed as 3.14159265"},
                                         {0x1.921fb6p+1, "pi in binary32"}};
    const bool vortices = strcmp(t->c->system->name, "point-vortices") == 0;
    size_t count;
    if (!vortices && strcmp(t->c->system->name, "sine-euler") != 0) return;
    REF_LOCAL_VEC(arb, 1, pi, c);
    arb_const_pi(pi, t->prec);
    arb_mul_2exp_si(c, pi, 2);
    if (vortices) {
        offer_times(t, c, NULL, "1/(4 pi) left out");
        offer_times(t, pi, NULL, "1/4 for 1/(4 pi)");
    } else {
        const slong n = (slong)*slp_case_param(t->c, "n", &count);
        arb_div_si(c, c, n, t->prec);
        offer_times(t, c, c, "1/(2 epsilon) left out");
        offer_times(t, c, NULL, "1/(2 epsilon) of the drift left out");
        arb_set_si(c, n);
        arb_inv(c, c, t->prec);
        offer_times(t, c, c, "N left out of 1/(2 epsilon) = N/(4 pi)");
    }
    for (size_t i = 0; i < sizeof typed / sizeof *typed; i++) {
        arb_set_d(c, typed[i].by);
        arb_div(c, pi, c, t->prec);
        offer_times(t, c, vortices ? NULL : c, typed[i].words);
    }
}

const judge_fault judge_faults_factors = {
    .name = "a factor or a sign of the generator",
    .equation = "Xi = a h grad H_0 + sum b_k dW_k grad H_k with an a or a b_k that is not 1",
    .section = "Systems",
    .rank = 1,
    .predict = predict_factors};
const judge_fault judge_faults_scaling = {
    .name = "h or dW scaled by the step",
    .equation = "sqrt(h) dW, h dW or h^2 where the rule has dW and h: increments are inputs",
    .section = "Ports, Traps",
    .rank = 16,
    .predict = predict_scaling};
const judge_fault judge_faults_truncation = {
    .name = "increments truncated",
    .equation =
        "|dW| cut to sqrt(2 l h |ln h|), l = 1, 2 or 4: dW of the case is to be taken as is",
    .section = "Ports, Traps",
    .rank = 21,
    .predict = predict_truncation};
const judge_fault judge_faults_constants = {
    .name = "a constant left out or typed with few digits",
    .equation = "1/(4 pi) of the vortices, 1/(2 epsilon) of the torus, digits of pi",
    .section = "Systems",
    .rank = 20,
    .predict = predict_constants};
