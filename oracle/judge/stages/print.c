/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Prints the values of a step.  Precision is doubled until each number is known to its nearest
 * binary64 number, as for the answer. */
#include "oracle/judge/stages/rule.h"
#include "oracle/judge/stages/stages.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>
#include <stdlib.h>

enum { FIRST = 128, NORM_DIGITS = 6 };

typedef struct printing {
    const ref_exact_step *step;
    const stage_rule *rule;
    double **numbers; /* of each item */
    char **norms;
    bool enclosed; /* by the last attempt */
} printing;

/* The Euclidean norm in decimals; NULL if they are not decided. */
static char *norm_of(arb_srcptr v, slong n, slong prec)
{
    REF_LOCAL(arb, norm);
    arb_dot(norm, NULL, 0, v, 1, v, 1, n, prec);
    arb_sqrtpos(norm, norm, prec);
    char *text = ref_decimal(norm, NORM_DIGITS);
    return text;
}

/* False if the ends round apart; *to is then what its middle rounds to. */
static bool round_number(double *to, const arb_t ball)
{
    double low, high;
    REF_LOCAL(arf, end);
    arb_get_lbound_arf(end, ball, arb_bits(ball) + 64);
    low = arf_get_d(end, ARF_RND_NEAR);
    arb_get_ubound_arf(end, ball, arb_bits(ball) + 64);
    high = arf_get_d(end, ARF_RND_NEAR);
    *to = low == high ? high : arf_get_d(arb_midref(ball), ARF_RND_NEAR);
    if (*to == 0) *to = 0;
    return low == high;
}

static slong round_all(const printing *p, const stage_walk *walk)
{
    slong undecided = 0;
    for (size_t i = 0; i < p->rule->item_count; i++) {
        const stage_item *item = &p->rule->items[i];
        for (slong k = 0; k < item->n; k++)
            undecided += !round_number(p->numbers[i] + k, walk->values[i] + k);
        if (item->kind != STAGE_GENERATOR && item->kind != STAGE_FACTOR) continue;
        free(p->norms[i]);
        p->norms[i] = norm_of(walk->values[i], item->n, walk->prec);
        undecided += p->norms[i] == NULL;
    }
    return undecided;
}

static slp_status attempt(void *of, slong prec)
{
    printing *p = of;
    stage_walk walk;
    ref_certificate cert;
    const slong d = p->rule->d, k = p->rule->k;
    REF_LOCAL_VEC(arb, k + d, z);
    slp_status status = ref_exact_step_stage(z, &cert, p->step, prec);
    stage_walk_init(&walk, p->rule, p->step, prec);
    if (status == SLP_OK) {
        _arb_vec_set(walk.values[0], p->step->x, d);
        for (slong i = 0; i < k; i += d) _arb_vec_set(walk.values[1 + i / d], z + i, d);
        if (!stage_walk_go(&walk)) status = SLP_DOMAIN;
    } else if (cert.final) {
        status = SLP_END;
    }
    p->enclosed = status == SLP_OK;
    if (status == SLP_OK && round_all(p, &walk) > 0) status = SLP_UNABLE;
    stage_walk_clear(&walk);
    return status;
}

static void print_item(FILE *to, const printing *p, size_t i, size_t s)
{
    const stage_item *item = &p->rule->items[i];
    char *rule = stage_rule_text(p->rule, item);
    fprintf(to, "# stage step=%zu %s=", s + 1, item->name);
    for (slong k = 0; k < item->n; k++) {
        char number[SLP_NUMBER_CHARS];
        slp_number_print(number, p->numbers[i][k]);
        fprintf(to, "%s%s", k ? "," : "", number);
    }
    fprintf(to, " rule=%s", rule);
    if (p->norms[i]) fprintf(to, " norm=%s", p->norms[i]);
    fputc('\n', to);
    free(rule);
}

slp_status judge_stages_print(FILE *to, const ref_exact_step *step, size_t s, slong cap)
{
    stage_rule rule;
    if (!stage_rule_find(&rule, step)) return SLP_DOMAIN;
    printing p = {.step = step, .rule = &rule};
    p.numbers = slp_allocate(rule.item_count, sizeof *p.numbers);
    p.norms = slp_allocate(rule.item_count, sizeof *p.norms);
    for (size_t i = 0; i < rule.item_count; i++)
        p.numbers[i] = slp_allocate((size_t)rule.items[i].n, sizeof **p.numbers);
    slp_status status = ref_refine(FIRST, cap, attempt, &p);
    /* an exact value that lies in the middle of two numbers is never decided */
    if (status == SLP_UNABLE && p.enclosed) status = SLP_OK;
    for (size_t i = 0; i < rule.item_count; i++) {
        const stage_item *item = &rule.items[i];
        if (status == SLP_OK && (item->shown || item->kind == STAGE_END)) print_item(to, &p, i, s);
        free(p.numbers[i]);
        free(p.norms[i]);
    }
    free(p.numbers);
    free(p.norms);
    stage_rule_clear(&rule);
    return status;
}
