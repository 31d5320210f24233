/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What the answers show: of each group of questions, the first model of a machine that returns all
 * of its answers. */
#include "oracle/environment/question.h"

#include <math.h>

static const char *const names[ABOUT_COUNT] = {"numbers",
                                               "rounding",
                                               "subnormal results",
                                               "subnormal operands",
                                               "excess precision",
                                               "contraction",
                                               "fma",
                                               "division",
                                               "square root",
                                               "order of sums",
                                               "order of inner products"};

static const char *const rounding_words[MACHINE_ROUNDINGS] = {"to nearest, ties to even",
                                                              "to nearest, ties away from zero",
                                                              "toward zero", "upward", "downward"};

const char *slp_environment_word(slp_environment_verdict verdict)
{
    static const char *const words[] = {"as declared", "noted", "differs", "no answer"};
    return words[verdict];
}

static void set_fact(slp_environment_fact *fact, slp_environment_verdict verdict, const char *words)
{
    fact->verdict = verdict;
    snprintf(fact->found, sizeof fact->found, "%s", words);
}

/* True if the machine returns all the answers about this.  Answers that are no numbers are those of
 * no machine. */
static bool returns_all(const slp_environment *e, question_subject about, const machine *m)
{
    bool same = true;
    REF_LOCAL(arf, y);
    for (size_t i = 0; i < e->count && same; i++) {
        const question *q = e->at + i;
        if (q->about != about || q->became == UNSUPPORTED || q->became == NOT_ANSWERED) continue;
        slp_machine_result(y, m, q->operation, q->x, q->count);
        same = q->became == ANSWERED && arf_equal(y, q->y);
    }
    return same;
}

/* False, and the fact says so, if nothing about this was answered. */
static bool is_answered(slp_environment *e, question_subject about)
{
    size_t asked = 0, unsupported = 0, silent = 0;
    slp_environment_fact *fact = e->facts + about;
    for (size_t i = 0; i < e->count; i++) {
        if (e->at[i].about != about) continue;
        asked++;
        unsupported += e->at[i].became == UNSUPPORTED;
        silent += e->at[i].became == NOT_ANSWERED;
    }
    if (unsupported + silent < asked) return true;
    set_fact(fact, unsupported ? SLP_ENVIRONMENT_NOTED : SLP_ENVIRONMENT_SILENT,
             unsupported ? "the port does not have it" : "not answered");
    return false;
}

/* "x1 = ..., got y" of the first answer that the machine does not return. */
static void describe_difference(slp_environment *e, question_subject about, const machine *m)
{
    slp_environment_fact *fact = e->facts + about;
    REF_LOCAL(arf, y);
    set_fact(fact, SLP_ENVIRONMENT_DIFFERS, "not answered alike");
    for (size_t i = 0; i < e->count; i++) {
        const question *q = e->at + i;
        if (q->about != about || q->became == UNSUPPORTED || q->became == NOT_ANSWERED) continue;
        slp_machine_result(y, m, q->operation, q->x, q->count);
        if (q->became == ANSWERED && arf_equal(y, q->y)) continue;
        if (q->became == ANSWERED)
            snprintf(fact->found, sizeof fact->found,
                     "no known machine: environment-%zu, %s, should be %.17g, is %.17g", i + 1,
                     slp_machine_word(q->operation), arf_get_d(y, ARF_RND_NEAR),
                     arf_get_d(q->y, ARF_RND_NEAR));
        else
            snprintf(fact->found, sizeof fact->found,
                     "environment-%zu, %s, should be %.17g, is no number", i + 1,
                     slp_machine_word(q->operation), arf_get_d(y, ARF_RND_NEAR));
        break;
    }
}

/* ---- One fact each -------------------------------------------------------------------------- */

static bool judge_numbers(slp_environment *e)
{
    slp_environment_fact *fact = e->facts + ABOUT_NUMBERS;
    if (!is_answered(e, ABOUT_NUMBERS)) return false;
    for (slong k = 0; k <= 2 * 128; k++) {
        /* the declared number of bits first */
        const slong bits = k == 0 ? e->declared.bits : (k + 1) / 2;
        for (int r = 0; r < MACHINE_ROUNDINGS; r++) {
            machine m = e->declared;
            m.bits = bits;
            m.least = -100000;
            m.rounding = (machine_rounding)r;
            if (bits < 2 || !returns_all(e, ABOUT_NUMBERS, &m)) continue;
            const bool declared = bits == e->declared.bits;
            snprintf(fact->found, sizeof fact->found, "%ld bits%s", (long)bits,
                     declared ? "" : "; declare the arithmetic to learn more");
            fact->verdict = declared ? SLP_ENVIRONMENT_DECLARED : SLP_ENVIRONMENT_DIFFERS;
            return declared;
        }
    }
    describe_difference(e, ABOUT_NUMBERS, &e->declared);
    return true;
}

static void judge_rounding(slp_environment *e, machine *m)
{
    if (!is_answered(e, ABOUT_ROUNDING)) return;
    for (int r = 0; r < MACHINE_ROUNDINGS; r++) {
        machine one = *m;
        one.rounding = (machine_rounding)r;
        if (!returns_all(e, ABOUT_ROUNDING, &one)) continue;
        set_fact(e->facts + ABOUT_ROUNDING,
                 r == MACHINE_EVEN ? SLP_ENVIRONMENT_DECLARED : SLP_ENVIRONMENT_DIFFERS,
                 rounding_words[r]);
        m->rounding = (machine_rounding)r;
        return;
    }
    describe_difference(e, ABOUT_ROUNDING, m);
}

static void judge_flushing(slp_environment *e, machine *m, question_subject about, bool *flush)
{
    if (!is_answered(e, about)) return;
    for (int flushed = 0; flushed < 2; flushed++) {
        *flush = flushed;
        if (!returns_all(e, about, m)) continue;
        set_fact(e->facts + about, flushed ? SLP_ENVIRONMENT_DIFFERS : SLP_ENVIRONMENT_DECLARED,
                 flushed ? "flushed to zero" : "kept");
        return;
    }
    *flush = false;
    describe_difference(e, about, m);
}

/* With which precision an expression of two operations holds the first result. */
static void judge_excess(slp_environment *e, machine *m)
{
    static const slong wide[] = {0, 24, 53, 64, 113};
    slp_environment_fact *fact = e->facts + ABOUT_EXCESS;
    if (!is_answered(e, ABOUT_EXCESS)) return;
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++) {
        if (wide[i] && wide[i] <= m->bits) continue;
        m->wide = wide[i];
        if (!returns_all(e, ABOUT_EXCESS, m)) continue;
        set_fact(fact, SLP_ENVIRONMENT_DECLARED, "none");
        if (wide[i]) {
            fact->verdict = SLP_ENVIRONMENT_DIFFERS;
            snprintf(fact->found, sizeof fact->found,
                     "results are held with %ld bits before they are stored", (long)wide[i]);
        }
        return;
    }
    m->wide = 0;
    describe_difference(e, ABOUT_EXCESS, m);
}

static void judge_fusing(slp_environment *e, const machine *m, question_subject about,
                         const char *const words[2], slp_environment_verdict fused,
                         slp_environment_verdict apart)
{
    machine one = *m;
    if (!is_answered(e, about)) return;
    for (int f = 0; f < 2; f++) {
        one.fused = f;
        if (!returns_all(e, about, &one)) continue;
        set_fact(e->facts + about, f ? fused : apart, words[f]);
        return;
    }
    describe_difference(e, about, m);
}

/* The largest distance of an answer from the exact result, in units of the last place. */
static void judge_accuracy(slp_environment *e, const machine *m, question_subject about)
{
    slp_environment_fact *fact = e->facts + about;
    machine exact = *m;
    double worst = 0;
    size_t wrong = 0, asked = 0;
    if (!is_answered(e, about)) return;
    set_fact(fact, SLP_ENVIRONMENT_DECLARED, "correctly rounded");
    if (returns_all(e, about, m)) return;
    exact.bits = 4 * m->bits;
    exact.least = m->least - 4 * m->bits;
    exact.wide = 0;
    REF_LOCAL(arf, y, rounded);
    for (size_t i = 0; i < e->count; i++) {
        const question *q = e->at + i;
        if (q->about != about || q->became == UNSUPPORTED || q->became == NOT_ANSWERED) continue;
        asked++;
        slp_machine_result(y, &exact, q->operation, q->x, q->count);
        slp_machine_result(rounded, m, q->operation, q->x, q->count);
        wrong += q->became != ANSWERED || !arf_equal(rounded, q->y);
        const slong unit = arf_abs_bound_lt_2exp_si(y) - m->bits;
        arf_sub(y, y, q->y, ARF_PREC_EXACT, ARF_RND_NEAR);
        arf_mul_2exp_si(y, y, -unit);
        worst = fmax(worst, q->became == ANSWERED ? fabs(arf_get_d(y, ARF_RND_NEAR)) : INFINITY);
    }
    fact->verdict = SLP_ENVIRONMENT_DIFFERS;
    snprintf(fact->found, sizeof fact->found,
             "off by up to %.3g units of the last place; %zu of %zu not correctly rounded", worst,
             wrong, asked);
}

/* ---- The order of sums ---------------------------------------------------------------------- */

static void order_words(char to[SLP_ENVIRONMENT_FOUND], const machine *m)
{
    static const char *const joins[] = {"in turn", "by neighbours", "folded"};
    char order[80], wide[40] = "";
    switch (m->order) {
    case MACHINE_FORWARD:
        snprintf(order, sizeof order, "in order, the first number first");
        break;
    case MACHINE_BACKWARD:
        snprintf(order, sizeof order, "in order, the last number first");
        break;
    case MACHINE_HALVES:
        snprintf(order, sizeof order, "by halves");
        break;
    case MACHINE_EXACT:
        snprintf(order, sizeof order, "any: rounded once, at the end");
        break;
    default:
        snprintf(order, sizeof order, "%zu sums side by side, then added %s", m->lanes,
                 joins[m->join]);
    }
    if (m->wide && m->order != MACHINE_EXACT)
        snprintf(wide, sizeof wide, ", in sums of %ld bits", (long)m->wide);
    snprintf(to, SLP_ENVIRONMENT_FOUND, "%s%s%s", order,
             m->fused && m->order != MACHINE_EXACT ? ", each product by fma" : "", wide);
}

/* The i-th order that is tried; false beyond the last. */
static bool order_at(machine *m, size_t i)
{
    static const machine_order first[] = {MACHINE_FORWARD, MACHINE_BACKWARD, MACHINE_HALVES,
                                          MACHINE_EXACT};
    enum { FIRST = sizeof first / sizeof *first, JOINS = 3, LANES = 5 };
    m->join = MACHINE_IN_TURN;
    m->lanes = 1;
    if (i < FIRST) {
        m->order = first[i];
        return true;
    }
    i -= FIRST;
    m->order = MACHINE_LANES;
    m->join = (machine_join)(i % JOINS);
    m->lanes = (size_t)2 << i / JOINS;
    return i / JOINS < LANES;
}

static void judge_order(slp_environment *e, const machine *m, question_subject about)
{
    const slong wide[] = {m->wide, 24, 53, 64, e->arithmetic.sum_bits};
    slp_environment_fact *fact = e->facts + about;
    if (!is_answered(e, about)) return;
    for (size_t w = 0; w < sizeof wide / sizeof *wide; w++) {
        machine one = *m;
        if (w && wide[w] <= m->bits) continue;
        one.wide = wide[w];
        for (size_t i = 0; order_at(&one, i); i++)
            for (int fused = 0; fused <= (about == ABOUT_DOT); fused++) {
                one.fused = fused;
                if (!returns_all(e, about, &one)) continue;
                order_words(fact->found, &one);
                fact->verdict = SLP_ENVIRONMENT_NOTED;
                return;
            }
    }
    set_fact(fact, SLP_ENVIRONMENT_NOTED, "none of those known here");
}

/* ---- All ------------------------------------------------------------------------------------ */

const slp_environment_fact *slp_environment_facts(slp_environment *e, size_t *count)
{
    static const char *const contraction[2] = {"none: a*b + c is two operations",
                                               "a*b + c is one operation, rounded once"},
                             *const fma[2] = {"two roundings, not one", "rounded once"};
    machine m = e->declared;
    for (int about = 0; about < ABOUT_COUNT; about++)
        e->facts[about] =
            (slp_environment_fact){names[about], SLP_ENVIRONMENT_SILENT, "not looked at"};
    *count = ABOUT_COUNT;
    if (!judge_numbers(e)) return e->facts;
    judge_rounding(e, &m);
    judge_flushing(e, &m, ABOUT_SUBNORMAL_OPERANDS, &m.flush_operands);
    judge_flushing(e, &m, ABOUT_SUBNORMAL_RESULTS, &m.flush_results);
    judge_excess(e, &m);
    judge_fusing(e, &m, ABOUT_CONTRACTION, contraction, SLP_ENVIRONMENT_NOTED,
                 SLP_ENVIRONMENT_DECLARED);
    judge_fusing(e, &m, ABOUT_FMA, fma, SLP_ENVIRONMENT_DECLARED, SLP_ENVIRONMENT_DIFFERS);
    judge_accuracy(e, &m, ABOUT_DIVISION);
    judge_accuracy(e, &m, ABOUT_SQRT);
    judge_order(e, &m, ABOUT_SUM);
    judge_order(e, &m, ABOUT_DOT);
    return e->facts;
}

void slp_environment_print(FILE *to, const slp_environment_fact *facts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        fprintf(to, "%-24s %-12s %s\n", facts[i].name, slp_environment_word(facts[i].verdict),
                facts[i].found);
}
