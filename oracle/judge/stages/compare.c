/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Compares the values that a port printed, each with what the rule gives from the port's own values
 * before it: so the first wrong one is wrong by itself.  A value that was not printed is a ball
 * that holds what a right program has there. */
#include "oracle/contract/number/number.h"
#include "oracle/judge/stages/compare.h"
#include "oracle/judge/stages/stages.h"
#include "oracle/judge/step.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PREC = 256 };

/* ---- One value ----------------------------------------------------------------------------- */

/* Whether |given - value| > allowed for sure; *times: how many times as large it is. */
static bool is_beyond(stage_comparison *with, arb_srcptr given, arb_srcptr value, slong n,
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
        with->times = arf_get_d(sum, ARF_RND_NEAR);
        with->coordinate = worst;
        with->observed = arf_get_d(arb_midref(given + worst), ARF_RND_NEAR);
        with->expected = arf_get_d(arb_midref(value + worst), ARF_RND_NEAR);
    }
    return beyond;
}

static void widen(arb_ptr value, slong n, const mag_t by)
{
    for (slong i = 0; i < n; i++)
        if (mag_is_inf(by))
            arb_zero_pm_inf(value + i);
        else
            arb_add_error_mag(value + i, by);
}

/* What is compared with an item: its own numbers; with what T gives, those of the unknown. */
static arb_srcptr given_of(const stage_comparison *with, size_t at)
{
    const stage_item *item = &with->rule->items[at];
    return with->given[item->kind == STAGE_CLOSING ? item->closes : at];
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
    if (with->sure[at] && with->wrong == STAGE_NOTHING &&
        is_beyond(with, given, walk->values[at], n, allowed))
        with->wrong = (slong)at;
    if (given)
        _arb_vec_set(walk->values[at], given, n);
    else
        widen(walk->values[at], n, allowed);
}

/* ---- One step ------------------------------------------------------------------------------ */

/* The unknowns: what was printed, to within the last move of an iteration; or anything; or, with
 * `enclose`, where a right program has them, if that is known. */
static void set_unknowns(stage_walk *walk, const stage_comparison *with, ref_exact_step *step,
                         bool enclose)
{
    const slong d = with->rule->d, k = with->rule->k;
    REF_LOCAL_VEC(arb, k + 1, z);
    ref_certificate cert;
    judge_sizes sizes;
    REF_LOCAL(mag, by, slack);
    bool enclosed = enclose && k > 0 && !with->rule->in_algebra &&
                    ref_exact_step_stage(z, &cert, step, PREC) == SLP_OK &&
                    ref_exact_step_image(step->next, NULL, step, PREC) == SLP_OK;
    if (enclosed) {
        judge_measure(z + k, &sizes, step, cert.kappa, INFINITY, PREC);
        arb_get_mag(by, z + k);
        mag_set_d(slack, sizes.bound);
        mag_mul(by, by, slack);
    } else {
        mag_inf(by);
    }
    stage_slack(slack, &with->sizes);
    for (size_t i = 1; i <= with->rule->unknowns; i++) {
        arb_srcptr given = with->given[i];
        _arb_vec_set(walk->values[i], given ? given : z + (slong)(i - 1) * d, d);
        widen(walk->values[i], d, given ? slack : by);
    }
}

static void compare_step(stage_comparison *with, ref_exact_step *step, arb_srcptr next,
                         bool enclose)
{
    stage_walk walk;
    stage_sizes_init(&with->sizes, with->rule, step, next);
    stage_walk_init(&walk, with->rule, step, PREC);
    walk.settle = settle;
    walk.own = with;
    with->wrong = STAGE_NOTHING;
    _arb_vec_set(walk.values[0], step->x, step->d);
    set_unknowns(&walk, with, step, enclose);
    stage_walk_go(&walk);
    stage_walk_clear(&walk);
    stage_sizes_clear(&with->sizes);
}

/* ---- What was printed ---------------------------------------------------------------------- */

/* The names of all values that may be printed. */
static void write_names(FILE *to, const stage_rule *rule)
{
    const char *between = "";
    for (size_t i = 0; i < rule->item_count; i++)
        if (rule->items[i].shown) {
            fprintf(to, "%s%s", between, rule->items[i].name);
            between = ", ";
        }
}

/* Reads the numbers of one value.  False after a message. */
static bool take_value(FILE *to, stage_comparison *with, slp_span name, slp_span list)
{
    const stage_rule *rule = with->rule;
    const size_t at = stage_item_find(rule, name.at, name.length);
    slp_numbers numbers = {0, NULL};
    size_t which;
    if (at == rule->item_count) {
        if (slp_span_is(name, "y")) return true; /* the result has it */
        fprintf(to, "no value of this rule is named %.*s; there are ", (int)name.length, name.at);
        write_names(to, rule);
        return false;
    }
    const stage_item *item = &rule->items[at];
    const char *fault = slp_list_parse(&numbers, &which, list);
    bool fits = !fault && numbers.count == (size_t)item->n;
    for (size_t i = 0; fits && i < numbers.count; i++) fits = isfinite(numbers.at[i]);
    if (fault)
        fprintf(to, "item %zu of %s %s", which, item->name, fault);
    else if (!fits)
        fprintf(to, "%s has %zu numbers and needs %ld that are finite", item->name, numbers.count,
                item->n);
    if (fits && !with->given[at]) {
        with->given[at] = _arb_vec_init(item->n);
        for (slong i = 0; i < item->n; i++) arb_set_d(with->given[at] + i, numbers.at[i]);
    }
    free(numbers.at);
    return fits;
}

/* Takes what is of step s of one line.  *now: the step that lines are of, which a line may change.
 * *some: there is a value.  False after a message. */
static bool take_line(FILE *to, stage_comparison *with, slp_span line, size_t s, size_t *now,
                      bool *some)
{
    const char *end = line.at + line.length;
    for (const char *at = line.at + strlen("# stage"); at < end;) {
        size_t length = 0;
        at++;
        while (at + length < end && at[length] != ' ') length++;
        const char *equals = memchr(at, '=', length);
        const slp_span key = {at, equals ? (size_t)(equals - at) : length};
        const slp_span value = {equals ? equals + 1 : at + length,
                                equals ? length - key.length - 1 : 0};
        at += length;
        if (slp_span_is(key, "step")) *now = strtoul(value.at, NULL, 10);
        if (length == 0 || *now != s + 1 || slp_span_is(key, "step") || slp_span_is(key, "rule") ||
            slp_span_is(key, "norm"))
            continue;
        if (!take_value(to, with, key, value)) return false;
        *some = true;
    }
    return true;
}

static bool take_lines(FILE *to, stage_comparison *with, const char *lines, size_t s, bool *some)
{
    size_t now = 1;
    *some = false;
    for (const char *line = lines; *line;) {
        const size_t length = strcspn(line, "\n");
        if (!take_line(to, with, (slp_span){line, length}, s, &now, some)) return false;
        line += length + (line[length] == '\n');
    }
    return true;
}

/* ---- A case -------------------------------------------------------------------------------- */

/* The comparison of step s; true if it says something that ends all: a fault of the lines, or a
 * wrong value. */
static bool compare_at(FILE *to, judge_stages *said, ref_exact_step *step, const slp_result *r,
                       const char *lines, size_t s)
{
    stage_rule rule;
    stage_comparison with = {.rule = &rule};
    const size_t d = (size_t)step->d;
    bool some = false;
    if (!stage_rule_find(&rule, step)) return false;
    with.given = slp_allocate(rule.item_count, sizeof *with.given);
    with.sure = slp_allocate(rule.item_count, sizeof *with.sure);
    with.open = slp_allocate(rule.item_count, sizeof *with.open);
    bool done = !take_lines(to, &with, lines, s, &some);
    if (!done && some) {
        arb_ptr next = _arb_vec_init(step->d);
        ref_exact_numbers(next, r->y.at, r->exact_y, s * d, d);
        with.given[rule.item_count - 1] = next;
        compare_step(&with, step, next, false);
        if (with.wrong == STAGE_NOTHING && rule.unknowns > 0 && !with.given[1])
            compare_step(&with, step, next, true);
        said->wrong = done = with.wrong != STAGE_NOTHING;
        if (done) said->value = stage_wrong_name(&with);
        if (done) stage_write_wrong(to, &with, step, s);
        if (!done && s == 0) stage_write_right(to, &with);
    }
    for (size_t i = 0; i < rule.item_count; i++)
        if (with.given[i]) _arb_vec_clear(with.given[i], rule.items[i].n);
    free(with.given);
    free(with.sure);
    free(with.open);
    stage_rule_clear(&rule);
    return done;
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

/* Goes on to the next step until one says something that ends all; of others the first is kept. */
static void compare_steps(judge_stages *said, ref_exact_step *step, const slp_result *r,
                          const char *lines)
{
    const slp_case *c = step->c;
    bool done = false;
    for (size_t s = 0; s < c->steps && !done; s++) {
        char *text = NULL;
        size_t size;
        FILE *to = slp_need_pointer(open_memstream(&text, &size));
        if (s) ref_exact_step_move(step, r->y.at + (s - 1) * c->d, s);
        done = compare_at(to, said, step, r, lines, s);
        fclose(to);
        slp_need_pointer(text);
        if (said->text && !done) {
            free(text);
            continue;
        }
        free(said->text);
        said->text = text;
    }
}

void judge_stages_compare(judge_stages *said, const slp_case *c, const slp_result *r,
                          const char *lines)
{
    ref_exact_step step;
    const char *why = why_not(c, r);
    *said = (judge_stages){0};
    if (!why) {
        if (slp_need_memory(ref_exact_step_init(&step, c, NULL)) == SLP_OK)
            compare_steps(said, &step, r, lines);
        ref_exact_step_clear(&step);
        why = "cannot say: no stage of this case";
    }
    if (said->text && *said->text) return;
    free(said->text);
    said->text = slp_copy_text(why);
}
