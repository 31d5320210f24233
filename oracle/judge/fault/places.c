/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* point-vortices: one place of the formula of a pair wrong, or pairs left out. */
#include "oracle/judge/fault/formula.h"
#include "oracle/judge/fault/trial.h"

#include <string.h>

/* What vortex j adds to the generator of vortex i; k is h/(4 pi). */
static const char pair_text[] =
    "r_i = |x_i|; r_j = |x_j|; u_i = x_i/r_i; u_j = x_j/r_j; c = u_i.u_j; "
    "k Gamma_j (u_j - c u_i)/(1 - c)/r_i";
enum { X_I, X_J, K, GAMMA_I, GAMMA_J, INPUTS, MOST = 128 };
enum { ALL, ABOVE, BELOW }; /* pairs */

typedef struct pair {
    formula f;
    formula_edit edits[MOST];
    const formula_edit *edit;
    int pairs;
    const double *gamma;
} pair;

static void run_init(formula_run *run, const pair *p, slong prec)
{
    *run = (formula_run){.f = &p->f, .edit = p->edit, .n = 3, .prec = prec};
    for (int k = 0; k < INPUTS; k++) acb_mat_init(&run->value[k], k < K ? 3 : 1, 1);
}

static void run_clear(formula_run *run)
{
    for (int k = 0; k < INPUTS; k++) acb_mat_clear(&run->value[k]);
}

static void set_vector(acb_mat_t v, arb_srcptr x)
{
    for (int k = 0; k < 3; k++) acb_set_arb(acb_mat_entry(v, k, 0), x + k);
}

/* xi += sign times what vortex j gives vortex i */
static void add_pair(arb_ptr xi, formula_run *run, slong i, slong j, arb_srcptr z,
                     const double *gamma, int sign)
{
    acb_mat_struct result;
    set_vector(&run->value[X_I], z + 3 * i);
    set_vector(&run->value[X_J], z + 3 * j);
    acb_set_d(acb_mat_entry(&run->value[GAMMA_I], 0, 0), gamma[i]);
    acb_set_d(acb_mat_entry(&run->value[GAMMA_J], 0, 0), gamma[j]);
    formula_evaluate(&result, run);
    for (int k = 0; k < 3; k++) {
        arb_srcptr part = acb_realref(acb_mat_entry(&result, k, 0));
        if (sign > 0)
            arb_add(xi + 3 * i + k, xi + 3 * i + k, part, run->prec);
        else
            arb_sub(xi + 3 * i + k, xi + 3 * i + k, part, run->prec);
    }
    acb_mat_clear(&result);
}

/* Xi(z) without the right pairs, and with the wrong ones */
static void wrong_pairs(arb_ptr xi, fault_rule *rule, arb_srcptr z)
{
    const pair *p = rule->data;
    const slong n = rule->trial->d / 3, prec = rule->prec;
    formula_run run;
    arb_ptr k;
    fault_generator_part(xi, rule, FAULT_ALL, z);
    run_init(&run, p, prec);
    k = acb_realref(acb_mat_entry(&run.value[K], 0, 0));
    arb_const_pi(k, prec);
    arb_mul_2exp_si(k, k, 2);
    arb_div(k, rule->h, k, prec);
    for (slong i = 0; i < n; i++)
        for (slong j = 0; j < n; j++) {
            if (i == j) continue;
            run.edit = NULL;
            add_pair(xi, &run, i, j, z, p->gamma, -1);
            run.edit = p->edit;
            if (p->pairs == ALL || (p->pairs == ABOVE) == (j > i))
                add_pair(xi, &run, i, j, z, p->gamma, 1);
        }
    run_clear(&run);
}

/* What an edit gives at one point, where no two formulas agree by chance. */
static void evaluate_there(float *out, const pair *p)
{
    enum { PREC = 64 };
    acb_mat_struct result;
    formula_run run;
    run_init(&run, p, PREC);
    for (int k = 0; k < 3; k++) {
        acb_set_si(acb_mat_entry(&run.value[X_I], k, 0), 3 * k * k - 4 * k + 2);
        acb_set_si(acb_mat_entry(&run.value[X_J], k, 0), 5 - 7 * k);
    }
    for (int k = K; k < INPUTS; k++) acb_set_si(acb_mat_entry(&run.value[k], 0, 0), 3 * k + 1);
    formula_evaluate(&result, &run);
    for (int k = 0; k < 3; k++)
        out[k] =
            (float)arf_get_d(arb_midref(acb_realref(acb_mat_entry(&result, k, 0))), ARF_RND_NEAR);
    acb_mat_clear(&result);
    run_clear(&run);
}

static void predict(judge_trial *t)
{
    size_t count;
    pair p = {0};
    float at[MOST + 1][3]; /* what differs by a rounding alone is the same */
    if (strcmp(t->c->system->name, "point-vortices") != 0) return;
    p.gamma = slp_case_param(t->c, "gamma", &count);
    fault_rule rule = {.trial = t, .generator = wrong_pairs, .part = -1, .data = &p};
    if (count < 2 || !formula_read(&p.f, pair_text, NULL, "x_i x_j", "k Gamma_i Gamma_j", false))
        return;
    for (p.pairs = ABOVE; p.pairs <= BELOW; p.pairs++)
        fault_offer_rule(&rule, "of the pairs i, j those with j %c i alone",
                         p.pairs == ABOVE ? '>' : '<');
    p.pairs = ALL;
    evaluate_there(at[0], &p);
    const size_t edits = formula_edits(p.edits, MOST, &p.f, true);
    for (size_t e = 0, seen = 1; e < edits; e++) {
        char words[FORMULA_WORDS];
        bool again = false;
        p.edit = &p.edits[e];
        evaluate_there(at[seen], &p);
        for (size_t k = 0; k < seen && !again; k++)
            again = memcmp(at[k], at[seen], sizeof at[k]) == 0;
        if (again) continue;
        seen++;
        formula_edit_words(words, sizeof words, &p.f, p.edit);
        fault_offer_rule(&rule, "a pair of vortices: %s", words);
    }
}

const judge_fault judge_faults_vortices = {
    .name = "a place of the formula of two vortices",
    .equation =
        "h/(4 pi r_i) Gamma_j (u_j - c u_i)/(1 - c): a term, a factor, a length or an index",
    .section = "Systems, point-vortices",
    .rank = 5,
    .predict = predict};
