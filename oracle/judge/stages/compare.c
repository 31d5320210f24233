/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Compares the values that a port printed, each with what the rule gives from the port's own values
 * before it: so the first wrong one is wrong by itself.  A value that was not printed is a ball
 * that holds what a right program has there. */
#include "oracle/contract/number/number.h"
#include "oracle/judge/stages/lines.h"
#include "oracle/judge/stages/stages.h"
#include "oracle/judge/stages/terms.h"
#include "oracle/judge/step.h"
#include "oracle/plumbing/allocate.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PREC = 256 };

/* ---- One value ----------------------------------------------------------------------------- */

/* Whether |given - value| > allowed for sure; then *found is the difference. */
static bool is_beyond(stage_difference *found, arb_srcptr given, arb_srcptr value, slong n,
                      const mag_t allowed)
{
    slong worst = 0;
    REF_LOCAL(arf, one, most, sum, bound);
    REF_LOCAL(arb, rest);
    for (slong i = 0; i < n; i++) {
        arb_sub(rest, given + i, value + i, PREC);
        arb_get_abs_lbound_arf(one, rest, PREC);
        if (arf_cmp(one, most) > 0) {
            arf_set(most, one);
            worst = i;
        }
        arf_addmul(sum, one, one, PREC, ARF_RND_DOWN);
    }
    arf_sqrt(sum, sum, PREC, ARF_RND_DOWN);
    arf_set_mag(bound, allowed);
    const bool beyond = arf_cmp(sum, bound) > 0;
    if (beyond) {
        arf_div(sum, sum, bound, 30, ARF_RND_NEAR);
        found->times = arf_get_d(sum, ARF_RND_NEAR);
        found->coordinate = worst;
        found->observed = arf_get_d(arb_midref(given + worst), ARF_RND_NEAR);
        found->expected = arf_get_d(arb_midref(value + worst), ARF_RND_NEAR);
    }
    return beyond;
}

/* Whether |a - b| <= 4 allowed for sure. */
static bool is_near(arb_srcptr a, arb_srcptr b, slong n, const mag_t allowed)
{
    REF_LOCAL(mag, each, sum);
    REF_LOCAL(arb, rest);
    for (slong i = 0; i < n; i++) {
        arb_sub(rest, a + i, b + i, PREC);
        arb_get_mag(each, rest);
        mag_addmul(sum, each, each);
    }
    mag_sqrt(sum, sum);
    mag_mul_2exp_si(sum, sum, -2);
    return mag_cmp(sum, allowed) <= 0;
}

/* What the wrong value looks like, beside the right one. */
static void find_likeness(stage_comparison *with, arb_srcptr given, arb_srcptr value, slong n,
                          const mag_t allowed)
{
    static const struct {
        int times;
        slong shift; /* times 2^shift */
        bool exchanged;
        const char *words;
    } kinds[] = {{-1, 0, false, "it is the negative of that"},
                 {1, 1, false, "it is twice that"},
                 {1, -1, false, "it is half of that"},
                 {1, 0, true, "its halves are exchanged"}};
    REF_LOCAL_VEC(arb, n, other);
    with->likeness = NULL;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds && with->found.times > 1000; k++) {
        const slong by = kinds[k].exchanged ? n / 2 : 0;
        if (kinds[k].exchanged && n % 2 != 0) continue;
        for (slong i = 0; i < n; i++) {
            arb_mul_si(other + i, value + (i + by) % n, kinds[k].times, PREC);
            arb_mul_2exp_si(other + i, other + i, kinds[k].shift);
        }
        if (is_near(given, other, n, allowed)) with->likeness = kinds[k].words;
    }
}

static void widen(arb_ptr value, slong n, const mag_t by)
{
    for (slong i = 0; i < n; i++)
        if (mag_is_inf(by))
            arb_zero_pm_inf(value + i);
        else
            arb_add_error_mag(value + i, by);
}

/* What goes on from a printed value: the numbers that are printed so.  A program may have computed
 * in more digits. */
static void set_printed(arb_ptr value, arb_srcptr given, slong n)
{
    REF_LOCAL(mag, half);
    for (slong i = 0; i < n; i++) {
        arb_get_mag(half, given + i);
        mag_mul_2exp_si(half, half, -DBL_MANT_DIG);
        arb_set(value + i, given + i);
        arb_add_error_mag(value + i, half);
    }
}

/* What is compared with an item: its own numbers; with what T gives, those of the unknown. */
static arb_srcptr given_of(const stage_comparison *with, size_t at)
{
    const stage_item *item = &with->rule->items[at];
    const bool closes = item->kind == STAGE_CLOSING;
    return closes && with->without_unknowns ? NULL : with->given[closes ? item->closes : at];
}

static void settle(stage_walk *walk, size_t at)
{
    stage_comparison *with = walk->own;
    const slong n = walk->rule->items[at].n;
    arb_srcptr given = given_of(with, at);
    REF_LOCAL(mag, allowed);
    stage_bound(allowed, &with->sizes, walk, at);
    with->sure[at] = given && !mag_is_inf(allowed);
    with->open[at] = given && mag_is_inf(allowed) && _arb_vec_is_finite(walk->values[at], n);
    stage_difference found;
    if (with->sure[at] && is_beyond(&found, given, walk->values[at], n, allowed) &&
        with->wrong_count++ == 0) {
        with->wrong = (slong)at;
        with->found = found;
        mag_set(with->allowed, allowed);
        find_likeness(with, given, walk->values[at], n, allowed);
        free(with->terms);
        with->terms = stage_wrong_terms(walk, at, given, allowed);
    }
    if (given)
        set_printed(walk->values[at], given, n);
    else
        widen(walk->values[at], n, allowed);
}

/* Finds an earlier value, or y, that the wrong one is, and that is not computed from it.  Not of
 * implicit schemes, whose equations make values equal, nor among later ones: a fault that makes one
 * generator wrong makes the others wrong alike. */
static void find_like(stage_comparison *with, const stage_walk *walk)
{
    const stage_rule *rule = with->rule;
    const size_t wrong = (size_t)with->wrong;
    arb_srcptr given = given_of(with, wrong);
    const slong n = rule->items[wrong].n;
    REF_LOCAL_VEC(arb, n, zero);
    if (rule->unknowns > 0 || with->found.times <= 1000 || is_near(given, zero, n, with->allowed))
        return;
    for (size_t i = 0; i < rule->item_count && !with->like; i++) {
        const stage_item *item = &rule->items[i];
        if ((i < wrong || (i > wrong && i + 1 == rule->item_count)) && with->given[i] != given &&
            item->n == n && item->kind != STAGE_CLOSING && !stage_is_input(item, wrong) &&
            is_near(given, walk->values[i], n, with->allowed))
            with->like = item;
    }
}

/* ---- One step ------------------------------------------------------------------------------ */

/* Sets the unknowns to where a right program has them: balls around the certified stage.  False if
 * there is no certificate. */
static bool enclose_unknowns(stage_walk *walk, const stage_comparison *with, ref_exact_step *step)
{
    const slong d = with->rule->d, k = with->rule->k;
    REF_LOCAL_VEC(arb, k + 1, z);
    ref_certificate cert;
    judge_sizes sizes;
    REF_LOCAL(mag, by, bound);
    if (ref_exact_step_stage(z, &cert, step, PREC) != SLP_OK ||
        ref_exact_step_image(step->next, NULL, step, PREC) != SLP_OK)
        return false;
    judge_measure(z + k, &sizes, step, cert.kappa, INFINITY, PREC);
    mag_set_d(bound, sizes.bound);
    if (with->rule->in_algebra) { /* section 2: near enough to tell which value is wrong */
        mag_set_d(by, 4 * cert.kappa);
        mag_mul(by, by, with->sizes.scale);
        mag_mul_2exp_si(by, by, -with->sizes.unit.bits);
    } else {
        arb_get_mag(by, z + k);
    }
    mag_mul(by, by, bound);
    for (size_t i = 1; i <= with->rule->unknowns; i++) {
        _arb_vec_set(walk->values[i], z + (slong)(i - 1) * d, d);
        widen(walk->values[i], d, by);
    }
    return true;
}

/* The unknowns that were printed, to within the last move of an iteration; others may be anything,
 * or stay as they are. */
static void set_unknowns(stage_walk *walk, const stage_comparison *with, bool anything)
{
    const slong d = with->rule->d;
    REF_LOCAL(mag, slack, any);
    mag_inf(any);
    stage_slack(slack, &with->sizes);
    for (size_t i = 1; i <= with->rule->unknowns; i++) {
        if (with->given[i]) _arb_vec_set(walk->values[i], with->given[i], d);
        if (with->given[i] || anything) widen(walk->values[i], d, with->given[i] ? slack : any);
    }
}

/* Names the first printed unknown that is not where the certified stage is, if one is not. */
static void find_wrong_unknown(stage_comparison *with, const stage_walk *walk)
{
    REF_LOCAL(mag, slack);
    stage_slack(slack, &with->sizes);
    for (size_t i = 1; i <= with->rule->unknowns; i++) {
        arb_srcptr given = with->given[i];
        const slong n = with->rule->items[i].n;
        if (!given || !is_beyond(&with->found, given, walk->values[i], n, slack)) continue;
        with->wrong = (slong)i;
        with->like = NULL;
        free(with->terms);
        with->terms = NULL;
        find_likeness(with, given, walk->values[i], n, slack);
        return;
    }
}

/* If no unknown had been printed, are all other values right, the wrong one among them?  Then an
 * unknown that was printed and is not at the solution is wrong, and what follows from it is not.
 */
static void explain_by_unknown(stage_comparison *with, ref_exact_step *step, stage_walk *walk)
{
    stage_comparison other = *with;
    other.sure = slp_allocate(with->rule->item_count, sizeof *other.sure);
    other.open = slp_allocate(with->rule->item_count, sizeof *other.open);
    other.without_unknowns = true;
    other.wrong = STAGE_NOTHING;
    other.wrong_count = 0;
    other.terms = NULL;
    mag_init(other.allowed);
    walk->own = &other;
    bool explained = enclose_unknowns(walk, with, step);
    if (!explained) with->unknown_open = true;
    if (explained) explained = stage_walk_go(walk) && other.wrong == STAGE_NOTHING;
    const bool closes = with->rule->items[with->wrong].kind == STAGE_CLOSING;
    if (explained) explained = closes || other.sure[with->wrong];
    /* one value alone may as well be wrong itself, and the unknown solve the equation that it makes
     */
    if (explained && !closes && with->wrong_count == 1) with->unknown_open = true;
    if (with->unknown_open) explained = false;
    if (explained) find_wrong_unknown(with, walk);
    walk->own = with;
    mag_clear(other.allowed);
    free(other.terms);
    free(other.sure);
    free(other.open);
}

/* Whether an unknown was printed, and whether all were. */
static bool is_given(const stage_comparison *with, bool all)
{
    bool found = all;
    for (size_t i = 1; i <= with->rule->unknowns; i++)
        if (!with->given[i] == all) found = !all;
    return found;
}

static void compare_step(stage_comparison *with, ref_exact_step *step, arb_srcptr next)
{
    stage_walk walk;
    stage_sizes_init(&with->sizes, with->rule, step, next);
    stage_walk_init(&walk, with->rule, step, PREC);
    walk.settle = settle;
    walk.own = with;
    with->wrong = STAGE_NOTHING;
    mag_init(with->allowed);
    _arb_vec_set(walk.values[0], step->x, step->d);
    set_unknowns(&walk, with, true);
    stage_walk_go(&walk);
    if (with->wrong != STAGE_NOTHING) find_like(with, &walk);
    if (with->wrong == STAGE_NOTHING && !is_given(with, true) && !with->rule->in_algebra &&
        enclose_unknowns(&walk, with, step)) {
        set_unknowns(&walk, with, false);
        stage_walk_go(&walk);
    } else if (with->wrong != STAGE_NOTHING && is_given(with, false)) {
        explain_by_unknown(with, step, &walk);
    }
    mag_clear(with->allowed);
    stage_walk_clear(&walk);
    stage_sizes_clear(&with->sizes);
}

/* ---- A case -------------------------------------------------------------------------------- */

/* Compares step s and says what is found: of the first step with values, or of one with a wrong
 * value.  *some: it has values. */
static void compare_at(FILE *to, bool *some, judge_stages *said, ref_exact_step *step,
                       const slp_result *r, stage_lines *lines, size_t s, bool first)
{
    stage_rule rule;
    stage_comparison with = {.rule = &rule};
    const size_t d = (size_t)step->d;
    *some = false;
    if (!stage_rule_find(&rule, step)) return;
    with.given = slp_allocate(rule.item_count, sizeof *with.given);
    with.sure = slp_allocate(rule.item_count, sizeof *with.sure);
    with.open = slp_allocate(rule.item_count, sizeof *with.open);
    *some = stage_lines_read(lines, &with, s);
    if (*some) {
        arb_ptr next = _arb_vec_init(step->d);
        ref_exact_numbers(next, r->y.at, r->exact_y, s * d, d);
        with.given[rule.item_count - 1] = next;
        compare_step(&with, step, next);
        said->wrong = with.wrong != STAGE_NOTHING;
        if (said->wrong) said->value = stage_wrong_name(&with);
        if (said->value) said->generator = stage_is_generator(&rule.items[with.wrong]);
        if (said->generator) said->terms = stage_told_terms(&with);
        if (said->wrong) stage_write_wrong(to, &with, step, s);
        if (!said->wrong && first) stage_write_right(to, &with);
    }
    for (size_t i = 0; i < rule.item_count; i++)
        if (with.given[i]) _arb_vec_clear(with.given[i], rule.items[i].n);
    free(with.given);
    free(with.terms);
    free(with.sure);
    free(with.open);
    stage_rule_clear(&rule);
}

/* Why nothing can be compared; NULL if it can. */
static const char *why_not(const slp_case *c, const slp_result *r)
{
    if (slp_arithmetic_is_wider(c->arithmetic))
        return "cannot say: stages are compared in binary64 and narrower arithmetics alone";
    if (r->error != SLP_OK || r->y.count != c->steps * c->d ||
        slp_first_not_finite(r->y.at, r->y.count) < r->y.count)
        return "cannot say: there is no answer of finite numbers";
    return NULL;
}

/* The text of step s replaces that of a step before if it says anything. */
static void compare_one(judge_stages *said, ref_exact_step *step, const slp_result *r,
                        stage_lines *lines, size_t s, bool *some)
{
    slp_written text;
    FILE *to = slp_written_begin(&text);
    if (s) ref_exact_step_move(step, r->y.at + (s - 1) * step->c->d, s);
    compare_at(to, some, said, step, r, lines, s, !said->text);
    if (*slp_written_end(&text)) {
        free(said->text);
        said->text = text.text;
    } else {
        free(text.text);
    }
}

/* Goes on to the next step until a value is wrong. */
static void compare_steps(judge_stages *said, ref_exact_step *step, const slp_result *r,
                          stage_lines *lines)
{
    const size_t steps = step->c->steps;
    size_t without = 0, first = 0;
    bool any = false;
    for (size_t s = 0; s < steps && !said->wrong; s++) {
        bool some;
        compare_one(said, step, r, lines, s, &some);
        any = any || some;
        if (!some && without++ == 0) first = s + 1;
    }
    FILE *to = any && without ? stage_lines_remark(lines) : NULL;
    if (to) fprintf(to, "step %zu has no values", first);
    if (to && without > 1)
        fprintf(to, ", nor %s %zu other%s", without > 2 ? "have" : "has", without - 1,
                without > 2 ? "s" : "");
}

void judge_stages_compare(judge_stages *said, const slp_case *c, const slp_result *r,
                          const char *lines)
{
    ref_exact_step step;
    const char *why = why_not(c, r);
    slp_written remarks, text;
    *said = (judge_stages){0};
    stage_lines read = {.text = lines, .steps = c->steps};
    read.to = slp_written_begin(&remarks);
    if (!why) {
        if (slp_need_memory(ref_exact_step_init(&step, c, NULL)) == SLP_OK)
            compare_steps(said, &step, r, &read);
        ref_exact_step_clear(&step);
        why = read.remarks ? "nothing was compared" : "cannot say: no stage of this case";
    }
    stage_lines_end(&read);
    said->remarks = read.remarks > 0;
    const char *behind = slp_written_end(&remarks);
    fprintf(slp_written_begin(&text), "%s%s%s", said->text ? said->text : why, *behind ? "; " : "",
            behind);
    free(said->text);
    free(remarks.text);
    said->text = slp_written_end(&text);
}
