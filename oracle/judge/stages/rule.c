/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Finds the rule of a step: first its calls, then of what the scheme itself computes how it depends
 * on the values that were there.  For that each of these values is changed alone, and the change of
 * the result is compared with it: stages.md, section 1. */
#include "oracle/judge/stages/rule.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PREC = 512, SMALL = -200, MOST = 1000 };

static bool is_computed(const stage_item *item)
{
    return item->kind >= STAGE_COMBINATION;
}

/* Whether other values may be computed from it. */
static bool is_source(const stage_item *item)
{
    return !is_computed(item) || item->noted;
}

/* ---- One value is changed ------------------------------------------------------------------ */

typedef struct probe {
    size_t changed; /* the item */
    arb_ptr by;
    arb_ptr *base; /* the values of the first run */
    arb_ptr *computed;
} probe;

static void compute_base(arb_ptr value, stage_walk *walk, const stage_item *item)
{
    const probe *p = walk->own;
    const size_t at = (size_t)(item - walk->rule->items);
    _arb_vec_set(value, p->base[at], item->n);
    if (at == p->changed) _arb_vec_add(value, value, p->by, item->n, walk->prec);
}

static void keep_computed(stage_walk *walk, size_t item)
{
    const probe *p = walk->own;
    const stage_item *of = &walk->rule->items[item];
    if (!is_computed(of)) return;
    _arb_vec_set(p->computed[item], walk->values[item], of->n);
    if (of->noted) compute_base(walk->values[item], walk, of);
}

/* ---- Coefficients -------------------------------------------------------------------------- */

static bool is_small(const arb_t a)
{
    REF_LOCAL(mag, size);
    arb_get_mag(size, a);
    return mag_cmp_2exp_si(size, SMALL) < 0;
}

/* c = p/q for a small q, apart from what is smaller than 2^SMALL. */
static bool as_fraction(int *p, int *q, const arb_t c)
{
    static const int few[] = {1, 2, 3, 4, 6, 8, 12, 16, 24};
    bool found = false;
    REF_LOCAL(arb, rest);
    for (size_t i = 0; !found && i < sizeof few / sizeof *few; i++) {
        arb_mul_si(rest, c, few[i], PREC);
        const double near = round(arf_get_d(arb_midref(rest), ARF_RND_NEAR));
        if (!(fabs(near) < MOST)) continue;
        arb_sub_si(rest, rest, (slong)near, PREC);
        found = is_small(rest);
        *p = (int)near;
        *q = few[i];
    }
    return found;
}

static void write_coefficient(stage_term *term, const arb_t c)
{
    int p, q;
    REF_LOCAL(arb, root, rest);
    arb_sqrt_ui(root, 3, PREC);
    arb_div_ui(root, root, 6, PREC);
    snprintf(term->text, sizeof term->text, "%.6g*", arf_get_d(arb_midref(c), ARF_RND_NEAR));
    for (int sign = -1; sign <= 1; sign++) {
        arb_mul_si(rest, root, sign, PREC);
        arb_sub(rest, c, rest, PREC);
        if (!as_fraction(&p, &q, rest)) continue;
        if (sign)
            snprintf(term->text, sizeof term->text, "(%d/%d%csqrt(3)/6)*", p, q,
                     sign > 0 ? '+' : '-');
        else if (p == 1 || p == -1)
            snprintf(term->text, sizeof term->text, "%s", p < 0 ? "-" : "");
        else
            snprintf(term->text, sizeof term->text, "%d*", p);
        if (!sign && q > 1) snprintf(term->over, sizeof term->over, "/%d", q);
    }
}

/* change = c by; *moved: it is not 0.  False if there is no such c. */
static bool find_multiple(arb_t c, bool *moved, arb_srcptr change, arb_srcptr by, slong n)
{
    bool fits = true;
    *moved = false;
    REF_LOCAL(arb, rest);
    for (slong i = 0; i < n; i++) *moved = *moved || !is_small(change + i);
    arb_div(c, change, by, PREC);
    for (slong i = 0; i < n; i++) {
        arb_mul(rest, c, by + i, PREC);
        arb_sub(rest, change + i, rest, PREC);
        fits = fits && is_small(rest);
    }
    return fits;
}

static void add_term(stage_item *item, stage_part part, int into, const arb_t c)
{
    item->terms = slp_one_more(item->terms, item->term_count, sizeof *item->terms);
    stage_term *term = &item->terms[item->term_count++];
    *term = (stage_term){.part = part, .into = into};
    arb_init(term->coefficient);
    arb_set(term->coefficient, c);
    write_coefficient(term, c);
}

/* Adds the term by which n numbers of `item` changed, if there is one: whole value against whole,
 * or of a semidirect product half against half.  False if there is none. */
static bool add_multiple(stage_item *item, slong n, int into, const stage_item *of, size_t source,
                         arb_srcptr change, arb_srcptr by)
{
    bool moved = false, fits = false;
    const int parts = of->n == n ? 1 : of->n == 2 * n ? 2 : 0;
    REF_LOCAL(arb, c);
    for (int part = 1; part <= parts && !fits; part++) {
        fits = find_multiple(c, &moved, change, by + (part - 1) * n, n);
        if (fits && moved) add_term(item, (stage_part){source, parts == 2 ? part : 0}, into, c);
    }
    for (slong i = 0; i < n; i++) moved = moved || !is_small(change + i);
    return fits || !moved;
}

/* How `item` changed when value `source` was changed by `by`. */
static void add_dependence(stage_item *item, const stage_item *of, size_t source, arb_srcptr change,
                           arb_srcptr by)
{
    const slong half = item->n / 2;
    const size_t before = item->term_count;
    if (add_multiple(item, item->n, 0, of, source, change, by)) return;
    if (item->n % 2 == 0 && of->n != item->n &&
        add_multiple(item, half, 1, of, source, change, by) &&
        add_multiple(item, half, 2, of, source, change + half, by))
        return;
    for (size_t t = before; t < item->term_count; t++) arb_clear(item->terms[t].coefficient);
    item->term_count = before;
    REF_LOCAL(arb, none);
    add_term(item, (stage_part){source, 0}, 0, none);
    item->linear = false;
}

/* The sum of the terms, at the values of the first run, is what came out. */
static bool is_sum(const stage_item *item, const stage_walk *base, arb_ptr rest)
{
    bool all = true;
    _arb_vec_set(rest, item->value, item->n);
    for (size_t t = 0; t < item->term_count; t++) {
        const stage_term *term = &item->terms[t];
        const slong n = term->into ? item->n / 2 : item->n;
        arb_ptr to = rest + (term->into == 2 ? n : 0);
        arb_srcptr part = stage_part_of(base, term->part);
        for (slong i = 0; i < n; i++) arb_submul(to + i, term->coefficient, part + i, PREC);
    }
    for (slong i = 0; i < item->n; i++) all = all && is_small(rest + i);
    return all;
}

static void find_terms(stage_rule *rule, const stage_walk *base, const ref_exact_step *step)
{
    stage_walk walk;
    stage_walk_init(&walk, rule, step, PREC);
    arb_ptr *computed = slp_allocate(rule->item_count, sizeof *computed);
    REF_LOCAL_VEC(arb, 2 * rule->d, by);
    arb_ptr change = by + rule->d;
    probe p = {.by = by, .base = base->values, .computed = computed};
    walk.compute = compute_base;
    walk.settle = keep_computed;
    walk.own = &p;
    for (size_t i = 0; i < rule->item_count; i++) {
        computed[i] = _arb_vec_init(rule->items[i].n);
        rule->items[i].linear = true;
    }
    for (slong i = 0; i < rule->d; i++) {
        arb_set_si(by + i, 2 * i + 3);
        arb_div_ui(by + i, by + i, (ulong)(7 * rule->d + 5), PREC);
    }
    for (p.changed = 0; p.changed < rule->item_count; p.changed++) {
        const stage_item *of = &rule->items[p.changed];
        if (!is_source(of)) continue;
        for (size_t i = 0; i <= rule->unknowns; i++)
            compute_base(walk.values[i], &walk, &rule->items[i]);
        stage_walk_go(&walk);
        for (size_t i = p.changed + 1; i < rule->item_count; i++) {
            stage_item *item = &rule->items[i];
            if (!is_computed(item)) continue;
            _arb_vec_sub(change, computed[i], item->value, item->n, PREC);
            add_dependence(item, of, p.changed, change, by);
        }
    }
    for (size_t i = 0; i < rule->item_count; i++) {
        stage_item *item = &rule->items[i];
        if (is_computed(item)) item->linear = item->linear && is_sum(item, base, change);
        _arb_vec_clear(computed[i], item->n);
    }
    free(computed);
    stage_walk_clear(&walk);
}

static void clear_terms(stage_item *item)
{
    for (size_t t = 0; t < item->term_count; t++) arb_clear(item->terms[t].coefficient);
    free(item->terms);
    item->terms = NULL;
    item->term_count = 0;
}

/* Of what the scheme computes, all that is one of the values is that value: then nothing needs to
 * be changed, as in a splitting of a thousand factors. */
static bool match_all(stage_rule *rule, const stage_walk *base)
{
    bool all = true;
    REF_LOCAL(arb, one);
    arb_one(one);
    for (size_t i = 0; i < rule->item_count && all; i++) {
        stage_item *item = &rule->items[i];
        if (!is_computed(item)) continue;
        size_t found = i;
        for (size_t j = 0; j < i && found == i; j++)
            if (rule->items[j].n == item->n && is_source(&rule->items[j]) &&
                stage_equal(base->values[j], item->value, item->n))
                found = j;
        all = found < i;
        item->linear = true;
        if (all) add_term(item, (stage_part){found, 0}, 0, one);
    }
    for (size_t i = 0; i < rule->item_count && !all; i++) clear_terms(&rule->items[i]);
    return all;
}

/* Marks what lies in the algebra: generators, what the bracket and B give, and sums of these.
 * A sum of nothing is theta1 = 0. */
static void mark_algebra(stage_rule *rule)
{
    for (size_t i = 1; i < rule->item_count; i++) {
        stage_item *item = &rule->items[i];
        if (stage_is_generator(item))
            item->in_algebra = true;
        else if (item->kind == STAGE_UNKNOWN || item->kind == STAGE_CLOSING)
            item->in_algebra = rule->in_algebra;
        else if (item->kind == STAGE_OPERATION)
            item->in_algebra =
                item->operation == REF_BRACKET || item->operation == REF_DCAY_INVERSE;
        else
            item->in_algebra =
                !item->term_count || rule->items[item->terms[0].part.item].in_algebra;
    }
}

bool stage_is_generator(const stage_item *item)
{
    return item->kind == STAGE_GENERATOR || item->kind == STAGE_FACTOR;
}

bool stage_is_trivial(const stage_rule *rule, const stage_item *item)
{
    if (item->kind == STAGE_OPERATION) item = &rule->items[item->xi.item];
    return item->kind == STAGE_COMBINATION && item->linear && item->term_count == 0;
}

bool stage_is_input(const stage_item *item, size_t at)
{
    const bool is_call = stage_is_generator(item) || item->kind == STAGE_OPERATION;
    bool found = is_call && item->at.item == at;
    if (item->kind == STAGE_OPERATION && item->xi.item == at) found = true;
    for (size_t t = 0; t < item->term_count; t++) found = found || item->terms[t].part.item == at;
    return found;
}

bool stage_rule_find(stage_rule *rule, const ref_exact_step *step)
{
    stage_walk base = {.found = rule, .step = step, .prec = PREC};
    *rule = (stage_rule){0};
    const bool found = stage_walk_go(&base);
    if (found && !match_all(rule, &base)) find_terms(rule, &base, step);
    if (found) mark_algebra(rule);
    stage_walk_clear(&base);
    if (!found) stage_rule_clear(rule);
    return found;
}

void stage_rule_clear(stage_rule *rule)
{
    for (size_t i = 0; i < rule->item_count; i++) {
        _arb_vec_clear(rule->items[i].value, rule->items[i].n);
        clear_terms(&rule->items[i]);
    }
    free(rule->items);
    free(rule->events);
    *rule = (stage_rule){0};
}

/* ---- In words ------------------------------------------------------------------------------ */

static void write_part(FILE *to, const stage_rule *rule, stage_part part)
{
    const stage_item *item = &rule->items[part.item];
    const slong half = item->n / 2;
    fputs(item->name, to);
    if (part.half) fprintf(to, "[%ld-%ld]", part.half == 1 ? 1L : half + 1, part.half * half);
}

/* The terms into the whole, or into one half. */
static void write_terms(FILE *to, const stage_rule *rule, const stage_item *item, int into)
{
    bool first = true;
    for (size_t t = 0; t < item->term_count; t++) {
        const stage_term *term = &item->terms[t];
        if (item->linear && term->into && term->into != into) continue;
        if (!first && (!item->linear || term->text[0] != '-')) fputs(item->linear ? "+" : ",", to);
        if (item->linear) fputs(term->text, to);
        write_part(to, rule, term->part);
        if (item->linear) fputs(term->over, to);
        first = false;
    }
    if (first) fputs("0", to);
}

static void write_sum(FILE *to, const stage_rule *rule, const stage_item *item)
{
    bool halves = false;
    for (size_t t = 0; t < item->term_count; t++) halves = halves || item->terms[t].into;
    if (!item->linear) fputs("f", to);
    if (halves || !item->linear) fputs("(", to);
    write_terms(to, rule, item, 1);
    if (halves && item->linear) fputs(",", to);
    if (halves && item->linear) write_terms(to, rule, item, 2);
    if (halves || !item->linear) fputs(")", to);
}

static void write_call(FILE *to, const stage_rule *rule, const stage_item *item)
{
    fprintf(to, "%s(", stage_operation_words[item->operation].symbol);
    write_part(to, rule, item->xi);
    fputs(")", to);
    write_part(to, rule, item->at);
}

char *stage_rule_text(const stage_rule *rule, const stage_item *item)
{
    slp_written text;
    FILE *to = slp_written_begin(&text);
    switch (item->kind) {
    case STAGE_STATE:
        break;
    case STAGE_UNKNOWN:
        for (size_t i = 0; i < rule->item_count; i++)
            if (rule->items[i].kind == STAGE_CLOSING && &rule->items[rule->items[i].closes] == item)
                write_sum(to, rule, &rule->items[i]);
        break;
    case STAGE_GENERATOR:
        fputs("Xi(", to);
        write_part(to, rule, item->at);
        fputs(")", to);
        break;
    case STAGE_FACTOR:
        fprintf(to, "Xi_%ld(", item->factor + 1);
        write_part(to, rule, item->at);
        fputs(")", to);
        break;
    case STAGE_OPERATION:
        write_call(to, rule, item);
        break;
    default:
        write_sum(to, rule, item);
    }
    return slp_written_end(&text);
}

size_t stage_item_find(const stage_rule *rule, const char *name, size_t length)
{
    size_t i = 0;
    while (i < rule->item_count &&
           (!rule->items[i].shown || strlen(rule->items[i].name) != length ||
            strncmp(rule->items[i].name, name, length) != 0))
        i++;
    return i;
}
