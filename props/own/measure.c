/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Measures laws on a port's rule: how large the defect of a step is, and with which power of h it
 * falls. */
#include "props/own/own.h"
#include "oracle/contract/number/float_rules.h"
#include "oracle/plumbing/allocate.h"
#include "props/case/adjust_case.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PREC = 128, CASES = 16, FEW = 6, ROUNDINGS = 256 /* of a state, that are not seen */ };

/* ---- The defect of a law on one case ---- */

typedef struct defect_of {
    prop_own_rule *rule;
    const prop_law *law;
    const slp_case *c;
} defect_of;

/* The law's largest entry over its unit. */
static bool defect_at(double *size, void *of, int octaves)
{
    const defect_of *on = of;
    SLP_CLEARED(ref_exact_step) step = {0};
    prop_defect defect;
    REF_LOCAL(arb, part);
    prop_defect_init(&defect);
    on->rule->c = on->c;
    slp_status status = slp_need_memory(ref_exact_step_init(&step, on->c, NULL));
    if (status == SLP_OK) {
        step.scheme = &on->rule->table;
        arb_mul_2exp_si(step.h, step.h, -octaves);
        arb_set_d(part, octaves % 2 ? 0.70710678118654752 : 1);
        for (slong k = 0; k < step.M; k++) {
            arb_mul_2exp_si(step.dW + k, step.dW + k, -(octaves / 2));
            arb_mul(step.dW + k, step.dW + k, part, 53);
        }
        status = on->law->defect(&defect, &step, PREC);
    }
    *size = 0;
    for (slong i = 0; status == SLP_OK && i < defect.count; i++) {
        if (arb_contains_zero(defect.at + i)) continue;
        arb_div(part, defect.at + i, defect.unit + i, PREC);
        const double each = fabs(arf_get_d(arb_midref(part), ARF_RND_NEAR));
        if (!(each <= *size)) *size = each;
    }
    const bool seen = status == SLP_OK && defect.count > 0;
    prop_defect_clear(&defect);
    return seen && isfinite(*size);
}

/* In the law's units.  Differences divide the roundings of a state by their stride. */
static double least_of(const prop_law *law)
{
    return law->applies.flag == SLP_LAW_POISSON ? ROUNDINGS / PROP_OWN_STRIDE : ROUNDINGS;
}

/* ---- The smallest counterexample ---- */

typedef struct shrinking {
    prop_law law; /* first: a check is called with it */
    prop_own_rule *rule;
    const prop_law *measured;
} shrinking;

static prop_outcome clearly_broken(prop_finding *found, const prop_law *law,
                                   const prop_subject *subject, const slp_case *c)
{
    const shrinking *by = (const shrinking *)law;
    if (!by->measured->defect) return by->measured->check(found, by->measured, subject, c);
    double size = 0;
    defect_of on = {by->rule, by->measured, c};
    if (!defect_at(&size, &on, 0)) return PROP_SKIPPED;
    return size > PROP_CLEAR * least_of(by->measured) ? PROP_FAILED : PROP_HELD;
}

static char *record_of(const slp_case *c)
{
    slp_case own = *c;
    slp_written text;
    own.scheme = &slp_scheme_own;
    char *fields = prop_case_fields(&own, ' ');
    fprintf(slp_written_begin(&text), "case id=own %s", fields);
    free(fields);
    return slp_written_end(&text);
}

static char *smallest(prop_own_rule *rule, const prop_law *law, const slp_case *c)
{
    shrinking by = {.law = *law, .rule = rule, .measured = law};
    prop_counterexample example;
    by.law.check = clearly_broken;
    by.law.draw.generic = true;
    by.law.statistics.decides = false;
    prop_counterexample_init(&example);
    example.item = (prop_item){
        .law = &by.law, .system = c->system, .scheme = &rule->as, .subject = &rule->subject};
    slp_need_memory(slp_case_copy(&example.drawn, c));
    slp_need_memory(slp_case_copy(&example.shrunk, c));
    prop_shrink(&example);
    char *text = record_of(&example.shrunk);
    prop_counterexample_clear(&example);
    return text;
}

/* ---- A row ---- */

static void sum_up(prop_own_row *row, size_t falls, size_t flat)
{
    row->verdict = falls == 0       ? PROP_OWN_UNDECIDED
                   : row->power > 1 ? PROP_OWN_POWER
                                    : PROP_OWN_BROKEN;
    if (row->cases && row->within == row->cases) row->verdict = PROP_OWN_KEPT;
    if (!falls) row->power = NAN;
    if (row->cases == 0)
        snprintf(row->note, PROP_NOTE, "no case of this law was answered");
    else if (row->verdict == PROP_OWN_UNDECIDED)
        snprintf(row->note, PROP_NOTE, "%s",
                 flat ? "does not fall with h: a tolerance, or few bits, in the port"
                      : "too few steps are above the resolution for a power of h");
    else if (falls && row->within)
        snprintf(row->note, PROP_NOTE, "on %zu of %zu cases", row->cases - row->within, row->cases);
}

/* order: the law's defect is an error, whose case is not made smaller. */
static void by_defects(prop_own_row *row, prop_own_rule *rule, const prop_law *law, bool order,
                       uint64_t seed)
{
    size_t falls = 0, flat = 0;
    const uint64_t most = law->effort.costly ? FEW : CASES;
    SLP_CLEARED(slp_case) c = {0}, worst = {0};
    row->resolution = ldexp(least_of(law), -53);
    row->power = INFINITY;
    for (uint64_t i = 0; i < most; i++) {
        defect_of on = {rule, law, &c};
        if (!prop_own_draw(&c, rule, law, seed, i)) continue;
        const prop_own_fall fall = prop_own_power(defect_at, &on, least_of(law));
        const bool seen = fall.kind == PROP_OWN_FALLS;
        if (fall.kind == PROP_OWN_SILENT) continue;
        row->cases++;
        row->within += fall.kind == PROP_OWN_NONE;
        falls += seen;
        flat += fall.kind == PROP_OWN_FLAT;
        row->worst = fmax(row->worst, ldexp(fall.first, -53));
        if (seen ? !(fall.power < row->power) : worst.d || fall.kind == PROP_OWN_NONE) continue;
        slp_need_memory(slp_case_copy(&worst, &c));
        if (!seen) continue;
        row->power = fall.power;
        row->coefficient = ldexp(fall.lead, -53) / pow(fabs(c.h), fall.power);
    }
    sum_up(row, falls, flat);
    if (worst.d) row->example = order ? record_of(&worst) : smallest(rule, law, &worst);
}

/* Laws that only say yes or no: the law's own check of answers. */
static void by_answers(prop_own_row *row, prop_own_rule *rule, uint64_t seed)
{
    SLP_CLEARED(slp_case) c = {0};
    bool broken = false;
    row->power = NAN;
    for (uint64_t i = 0; i < FEW && !broken; i++) {
        prop_finding found = {0};
        if (!prop_own_draw(&c, rule, row->law, seed, i)) continue;
        const prop_outcome outcome = row->law->check(&found, row->law, &rule->subject, &c);
        broken = outcome == PROP_FAILED && !found.unanswered;
        row->cases += broken || outcome == PROP_HELD;
        row->within += outcome == PROP_HELD;
        if (outcome != PROP_HELD) memcpy(row->note, found.note, PROP_NOTE);
    }
    row->verdict = broken ? PROP_OWN_BROKEN : row->cases ? PROP_OWN_KEPT : PROP_OWN_UNDECIDED;
    if (row->verdict == PROP_OWN_KEPT) row->note[0] = 0;
    if (broken) row->example = smallest(rule, row->law, &c);
}

/* ---- Orders ---- */

typedef prop_outcome errors_of(prop_errors_of *, prop_finding *, const prop_subject *,
                               const slp_case *);

/* A step whose error is O(h^q) has order q - less: the least over the cases, and its coefficient
 * there. */
static void by_nodes(prop_own_row *row, prop_own_rule *rule, errors_of *errors, double less,
                     uint64_t seed)
{
    SLP_CLEARED(slp_case) c = {0};
    row->power = INFINITY;
    for (uint64_t i = 0; i < FEW; i++) {
        prop_errors_of of;
        prop_finding found = {0};
        if (!prop_own_draw(&c, rule, row->law, seed, i) ||
            errors(&of, &found, &rule->subject, &c) != PROP_HELD)
            continue;
        const prop_slope slope = prop_slope_of(of.error, PROP_QUARTERS, of.least);
        if (slope.pair == PROP_SIZES || slope.deviation > PROP_SHORT_BY) continue;
        const double power = round(2 * slope.at) / 2;
        row->cases++;
        if (!(power - less < row->power)) continue;
        row->power = power - less;
        row->coefficient = of.error[slope.pair + 1] /
                           pow(ldexp(of.h, -PROP_QUARTERS * (int)(slope.pair + 1)), power);
        free(row->example);
        row->example = record_of(&c);
    }
    row->verdict = row->cases ? PROP_OWN_ORDER : PROP_OWN_UNDECIDED;
    if (!row->cases) row->power = NAN, snprintf(row->note, PROP_NOTE, "no noise, or no order seen");
}

/* The deterministic order: against the flow, without noise. */
static void by_flow(prop_own_row *row, prop_own_rule *rule, uint64_t seed)
{
    prop_law quiet = *row->law;
    quiet.draw.shape = prop_remove_noise;
    by_defects(row, rule, &quiet, true, seed);
    if (row->verdict != PROP_OWN_POWER && row->verdict != PROP_OWN_BROKEN) return;
    row->verdict = PROP_OWN_ORDER;
    row->power -= 1;
    row->note[0] = 0;
    rule->as.order = (int)row->power; /* what energy-near expects */
}

/* ---- All laws ---- */

static const struct {
    const char *law;
    enum { BY_FLOW, BY_NODES, BY_DEFECTS, BY_ANSWERS } way;
} measured[] = {{"order", BY_FLOW},          {"strong-order", BY_NODES}, {"weak-order", BY_NODES},
                {"casimirs", BY_DEFECTS},    {"spectrum", BY_DEFECTS},   {"member", BY_DEFECTS},
                {"poisson", BY_DEFECTS},     {"symmetry", BY_DEFECTS},   {"energy", BY_DEFECTS},
                {"energy-near", BY_ANSWERS}, {"noether", BY_DEFECTS},    {"area", BY_ANSWERS},
                {"relations", BY_ANSWERS},   {"determinism", BY_ANSWERS}};

static bool concerns(const prop_law *law, const slp_system *system, const prop_own_rule *rule)
{
    if (law->applies.flag && !(law->applies.flag & system->has)) return false;
    if (law->applies.algebras && !(law->applies.algebras & (unsigned)system->algebra)) return false;
    if (strcmp(law->name, "noether") == 0) return system->turns;
    return !law->applies.promise || law->applies.promise(system, &rule->as) != 0;
}

void prop_own_measure(prop_own_report *report, prop_own_rule *rule, const char *law, uint64_t seed)
{
    enum { COUNT = sizeof measured / sizeof *measured };
    report->rows = slp_allocate(COUNT, sizeof *report->rows);
    for (size_t i = 0; i < COUNT; i++) {
        const prop_law *at = prop_law_find(measured[i].law);
        const bool weak = strcmp(measured[i].law, "weak-order") == 0;
        if ((law && strcmp(law, at->name) != 0) || !concerns(at, rule->system, rule)) continue;
        prop_own_row *row = report->rows + report->row_count++;
        *row = (prop_own_row){.law = at};
        switch (measured[i].way) {
        case BY_FLOW:
            by_flow(row, rule, seed);
            break;
        case BY_NODES:
            by_nodes(row, rule, weak ? prop_weak_errors : prop_strong_errors, weak ? 1 : 0.5, seed);
            break;
        case BY_DEFECTS:
            by_defects(row, rule, at, false, seed);
            break;
        case BY_ANSWERS:
            by_answers(row, rule, seed);
            break;
        }
    }
}
