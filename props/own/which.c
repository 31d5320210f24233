/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Which rule it is: the port's answers beside those of every scheme of the list. */
#include "props/own/own.h"
#include "oracle/contract/number/float_rules.h"
#include "oracle/judge/judge.h"
#include "oracle/plumbing/allocate.h"
#include "props/case/adjust_case.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CASES = 400, SIZED = 6 };

/* An answer further off than this is not asked of the judge. */
static const double near = 0x1p-30;

static bool answered(slp_result *r, const prop_own_rule *rule, const slp_case *c)
{
    char note[PROP_NOTE];
    return rule->subject.answer(r, note, &rule->subject, c) == PROP_ANSWERED && r->y.count == c->d;
}

/* |y - the scheme's step| over |x|; false if the scheme has no step there. */
static bool distance_from(double *off, const slp_result *r, const slp_case *c,
                          const slp_scheme *scheme)
{
    slp_case as = *c; /* lent */
    SLP_CLEARED(slp_result) other = {0};
    char note[PROP_NOTE];
    double size = 0;
    *off = 0;
    as.scheme = scheme;
    const bool both =
        prop_subject_fast.answer(&other, note, &prop_subject_fast, &as) == PROP_ANSWERED;
    for (size_t i = 0; both && i < c->d; i++) {
        *off = hypot(*off, r->y.at[i] - other.y.at[i]);
        size = hypot(size, c->x[i]);
    }
    if (both && size > 0) *off /= size;
    return both && isfinite(*off);
}

/* Counts the port's answer, which is off by so much, as one of the scheme or not. */
static void count(prop_own_kin *kin, const slp_result *r, const slp_case *c, double off)
{
    slp_case as = *c; /* lent */
    slp_verdict v = {.kind = SLP_VERDICT_FAIL};
    as.scheme = kin->scheme;
    if (off < near) {
        slp_judge(&v, &as, r);
        slp_need_memory(v.reason);
    }
    kin->agrees += v.kind == SLP_VERDICT_PASS;
    kin->decided += v.kind == SLP_VERDICT_PASS || v.kind == SLP_VERDICT_FAIL;
}

typedef struct beside {
    const prop_own_rule *rule;
    const slp_case *c;
    const slp_scheme *scheme;
} beside;

static bool apart_at(double *off, void *of, int octaves)
{
    const beside *on = of;
    SLP_CLEARED(slp_case) one = {0};
    SLP_CLEARED(slp_result) r = {0};
    prop_one_step(&one, on->c, on->c->x, 0);
    one.h = ldexp(one.h, -octaves);
    for (size_t k = 0; k < one.M; k++) one.dw[k] *= exp2(-octaves / 2.0);
    const bool both = answered(&r, on->rule, &one) && distance_from(off, &r, &one, on->scheme);
    return both;
}

static void differ(prop_own_kin *kin, const prop_own_rule *rule, uint64_t seed)
{
    size_t seen = 0;
    SLP_CLEARED(slp_case) c = {0};
    kin->power = INFINITY;
    for (uint64_t i = 0; i < SIZED; i++) {
        beside on = {rule, &c, kin->scheme};
        if (!prop_own_draw(&c, rule, prop_law_find("order"), seed, i)) continue;
        const prop_own_fall fall = prop_own_power(apart_at, &on, prop_order_least(&c));
        if (fall.kind == PROP_OWN_SILENT) continue;
        kin->distance += fall.first;
        seen++;
        if (fall.kind == PROP_OWN_FALLS) kin->power = fmin(kin->power, fall.power);
    }
    kin->distance = seen ? kin->distance / (double)seen : INFINITY;
    if (isinf(kin->power)) kin->power = NAN;
}

static int nearer(const void *a, const void *b)
{
    const prop_own_kin *left = a, *right = b;
    if (left->same != right->same) return left->same ? -1 : 1;
    if (left->agrees != right->agrees) return left->agrees > right->agrees ? -1 : 1;
    return left->distance < right->distance ? -1 : left->distance > right->distance;
}

/* Even numbers are in general position, with a step that tells rules apart; odd ones are drawn as
 * a check of the list draws them. */
static bool draw(slp_case *c, const prop_own_rule *rule, uint64_t seed, uint64_t number)
{
    const prop_law *law = prop_law_find("determinism");
    const prop_item item = {
        .law = law, .system = rule->system, .scheme = &rule->as, .subject = &rule->subject};
    slp_draw from;
    if (number % 2 == 0) return prop_own_draw(c, rule, prop_law_find("order"), seed, number / 2);
    slp_draw_init(&from, prop_stream(&item, seed), number);
    return slp_need_memory(slp_draw_case(c, rule->system, &rule->as, &from, 1)) == SLP_OK &&
           c->areas == 0 && (prop_set_steps(c, 1), true);
}

void prop_own_compare(prop_own_report *report, prop_own_rule *rule, uint64_t seed)
{
    const slp_scheme *scheme;
    SLP_CLEARED(slp_case) c = {0};
    for (size_t k = 0; (scheme = slp_scheme_at(k)); k++) {
        if (!slp_pair_makes_sense(rule->system, scheme, NULL) ||
            !prop_subject_fast.has(&prop_subject_fast, rule->system, scheme))
            continue;
        report->kin = slp_one_more(report->kin, report->kin_count, sizeof *report->kin);
        report->kin[report->kin_count++] = (prop_own_kin){.scheme = scheme, .power = NAN};
    }
    for (uint64_t i = 0; i < CASES; i++) {
        SLP_CLEARED(slp_result) r = {0};
        double off;
        if (!draw(&c, rule, seed, i)) continue;
        const bool any = answered(&r, rule, &c);
        report->compared += any;
        for (size_t k = 0; any && k < report->kin_count; k++)
            if (distance_from(&off, &r, &c, report->kin[k].scheme))
                count(report->kin + k, &r, &c, off);
    }
    for (size_t k = 0; k < report->kin_count; k++) {
        prop_own_kin *kin = report->kin + k;
        kin->same = kin->agrees == kin->decided && 2 * kin->decided > report->compared;
        if (!kin->same) differ(kin, rule, seed);
    }
    if (report->kin_count) qsort(report->kin, report->kin_count, sizeof *report->kin, nearer);
}
