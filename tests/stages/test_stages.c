/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Stages of ports that compute in 53 bits: of drawn cases of every pair a right port is never told
 * that a value is wrong, whichever of its values it prints; and a port with one wrong call is told
 * that call, with its place.  The table of planted faults stands in oracle/judge/stages/stages.md.
 * Of the kinds of faults each item gets every other one, by turns over the pairs;
 * SLP_CHECK_MULTIPLIER=1 plants all.
 * Starts first. */
#include "oracle/contract/draw/draw.h"
#include "oracle/judge/stages/rule.h"
#include "oracle/judge/stages/stages.h"
#include "tests/support/cmocka.h"
#include "tests/support/depth.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BITS = 53, MOST = 300, MOST_D = 30 };

/* States of other sizes: x times 2^state; h and increments times 2^step, so no angle grows.
 * The generator grows with x, or, where it divides by lengths, as 1/x. */
enum { SCALINGS = 5 };
static const struct scaling {
    int state, step;
} scalings[2][SCALINGS] = {{{-60, 0}, {-60, 60}, {-300, 0}, {-300, 300}, {200, -200}},
                           {{-60, -60}, {-60, -90}, {-300, -300}, {200, 200}, {200, 0}}};

/* What is wrong with one call. */
typedef enum planted { NOTHING, SCALED, ONE_COORDINATE, NEGATED, PRINTED, PLANTED } planted;
static const char *const planted_words[PLANTED] = {"nothing", "all numbers off by 2^-30",
                                                   "one number off by 2^-30 of the norm",
                                                   "the wrong sign", "printed off by 10^-6"};

typedef struct port {
    planted fault;
    size_t at;    /* the item */
    bool changed; /* of what is printed a number is another one */
    double stop;  /* of a move at which it stops at once; 0: it goes on until nothing moves */
} port;

static void drop_radii(stage_walk *walk, size_t item)
{
    for (slong i = 0; i < walk->rule->items[item].n; i++) {
        arb_ptr number = walk->values[item] + i;
        arb_set_round(number, number, BITS);
        mag_zero(arb_radref(number));
    }
}

static void compute(arb_ptr value, stage_walk *walk, const stage_item *item)
{
    const port *p = walk->own;
    arb_t off;
    stage_compute(value, walk, item);
    if (item != &walk->rule->items[p->at]) return;
    arb_init(off);
    for (slong i = 0; i < item->n && p->fault == ONE_COORDINATE; i++)
        arb_addmul(off, value + i, value + i, BITS);
    arb_sqrtpos(off, off, BITS);
    arb_mul_2exp_si(off, off, -30);
    if (p->fault == ONE_COORDINATE) arb_add(value, value, off, BITS);
    for (slong i = 0; i < item->n; i++) {
        arb_mul_2exp_si(off, value + i, -30);
        if (p->fault == SCALED) arb_add(value + i, value + i, off, BITS);
        if (p->fault == NEGATED) arb_neg(value + i, value + i);
    }
    arb_clear(off);
}

/* Iterates the unknowns until they move no more; false if they do not settle.  *settled: they do,
 * before the iterations end, and not only because they have grown. */
static bool solve(bool *settled, stage_walk *walk)
{
    const stage_rule *rule = walk->rule;
    const port *p = walk->own;
    double least = INFINITY, least_size = 0;
    *settled = rule->unknowns == 0;
    for (int n = 0, since = 0; n < MOST && since < 20; n++) {
        double move = 0, size = 0;
        if (!stage_walk_go(walk)) return false;
        for (size_t i = 0; i < rule->item_count; i++) {
            const stage_item *item = &rule->items[i];
            if (item->kind != STAGE_CLOSING) continue;
            for (slong k = 0; k < item->n; k++) {
                const double to = arf_get_d(arb_midref(walk->values[i] + k), ARF_RND_NEAR);
                const double from =
                    arf_get_d(arb_midref(walk->values[item->closes] + k), ARF_RND_NEAR);
                move = hypot(move, to - from);
                size = hypot(size, to);
            }
            _arb_vec_set(walk->values[item->closes], walk->values[i], item->n);
        }
        if (!isfinite(move)) return false;
        if (move <= p->stop) return *settled = true;
        since = move < least ? 0 : since + 1;
        least = fmin(least, move);
        if (since == 0) least_size = size;
        *settled = move == 0 || (since == 20 && least <= 3 * 0x1p-53 * least_size);
        if (move == 0) break;
        if (since == 20 && !(least <= 3 * 0x1p-53 * size)) return false;
    }
    return stage_walk_go(walk);
}

/* Number k of an item as the port prints it. */
static double printed_number(const stage_walk *walk, size_t item, slong k)
{
    port *p = walk->own;
    const double number = arf_get_d(arb_midref(walk->values[item] + k), ARF_RND_NEAR);
    if (p->fault != PRINTED || p->at != item) return number;
    p->changed = p->changed || number != 0;
    return number * (1 + 1e-6);
}

/* The port's lines: of the values whose bit is set in `printed`. */
static char *lines_of(const stage_walk *walk, uint64_t printed)
{
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    fprintf(to, "# stage step=1");
    for (size_t i = 0; i < walk->rule->item_count; i++) {
        const stage_item *item = &walk->rule->items[i];
        if (!item->shown || !(printed >> i % 64 & 1)) continue;
        for (slong k = 0; k < item->n; k++)
            fprintf(to, k ? ",%a" : (fprintf(to, " %s=", item->name), "%a"),
                    printed_number(walk, i, k));
    }
    fputs("\n", to);
    fclose(to);
    return text;
}

/* What the comparison says of the port: NULL if the port has no answer; to be freed. */
static char *ask(bool *wrong, bool *settled, const ref_exact_step *step, const stage_rule *rule,
                 port *p, uint64_t printed)
{
    stage_walk walk;
    slp_result r;
    char *said = NULL;
    slp_result_init(&r);
    stage_walk_init(&walk, rule, step, BITS);
    walk.compute = compute;
    walk.settle = drop_radii;
    walk.own = p;
    _arb_vec_set(walk.values[0], step->x, step->d);
    for (size_t i = 1; i <= rule->unknowns && !rule->in_algebra; i++)
        _arb_vec_set(walk.values[i], step->x, step->d);
    if (solve(settled, &walk)) {
        bool finite = true;
        r.y.count = (size_t)step->d;
        r.y.at = calloc(r.y.count, sizeof *r.y.at);
        for (slong i = 0; i < step->d; i++)
            r.y.at[i] = printed_number(&walk, rule->item_count - 1, i);
        for (size_t i = 0; i < rule->item_count; i++)
            for (slong k = 0; k < rule->items[i].n; k++)
                finite = finite &&
                         isfinite(arf_get_d(arb_midref(walk.values[i] + k), ARF_RND_NEAR)) &&
                         (arb_is_zero(walk.values[i] + k) ||
                          fabs(arf_get_d(arb_midref(walk.values[i] + k), ARF_RND_NEAR)) > 0x1p-900);
        char *lines = lines_of(&walk, printed);
        judge_stages all = {0};
        if (finite) judge_stages_compare(&all, step->c, &r, lines);
        *wrong = all.wrong;
        said = all.text;
        free(all.value);
        free(all.terms);
        free(lines);
    }
    stage_walk_clear(&walk);
    slp_result_clear(&r);
    return said;
}

typedef struct score {
    size_t right, accused, unseen[2], next, ends;
    size_t planted[PLANTED], named[PLANTED], undecided[PLANTED], elsewhere[PLANTED];
} score;

/* Whether one of the words up to the next semicolon is this name. */
static bool is_in_list(const char *list, const char *name)
{
    const size_t length = strlen(name);
    for (; *list && *list != ';'; list += strcspn(list, " ,;"), list += strspn(list, " ,"))
        if (strcspn(list, " ,;") == length && strncmp(list, name, length) == 0) return true;
    return false;
}

/* Whether the item has a fault of this kind: calls are made wrong, and of every value what is
 * printed. */
static bool has_fault(const stage_item *item, planted fault)
{
    const bool is_call = item->kind != STAGE_UNKNOWN && item->kind < STAGE_COMBINATION;
    return fault == PRINTED ? item->shown || item->kind == STAGE_END : is_call;
}

/* The longest move at which the manual lets a program stop. */
static double stopping_move(const ref_exact_step *step, const stage_rule *rule)
{
    double size = 0;
    for (slong i = 0; i < step->d; i++)
        size = hypot(size, arf_get_d(arb_midref(step->x + i), ARF_RND_NEAR));
    if (rule->in_algebra && step->c->system->algebra != SLP_VECTOR) size = 1;
    return 4 * 0x1p-53 * size;
}

/* Whether a value that is computed from item `at` is named. */
static bool next_is_named(const char *said, const stage_rule *rule, size_t at)
{
    bool found = false;
    for (size_t i = at + 1; i < rule->item_count; i++) {
        const stage_item *item = &rule->items[i];
        char words[64];
        if (!stage_is_input(item, at)) continue;
        if (item->kind == STAGE_CLOSING) item = &rule->items[item->closes];
        snprintf(words, sizeof words, "wrong value is %s = ", item->name);
        found = found || strstr(said, words);
        snprintf(words, sizeof words, "; wrong is %s = ", item->name);
        found = found || strstr(said, words);
    }
    return found;
}

/* `turn`: whose turn it is, where kinds of faults take turns. */
static void try_case(score *s, const slp_case *c, const ref_exact_step *step, size_t turn)
{
    stage_rule rule;
    bool wrong, settled;
    if (!stage_rule_find(&rule, step)) return;
    port p = {.fault = NOTHING};
    for (uint64_t printed = 0; printed < 8; printed++) {
        static const uint64_t which[] = {UINT64_MAX, 0x5555555555555555, 0xaaaaaaaaaaaaaaaa,
                                         0x924924924924924};
        p.stop = printed < 4 ? stopping_move(step, &rule) : 0;
        char *said = ask(&wrong, &settled, step, &rule, &p, which[printed % 4]);
        s->right += said && settled;
        if (said && settled && (wrong || strstr(said, "no value of this rule"))) {
            s->accused++;
            print_message("%s %s: %s\n", c->system->name, c->scheme->name, said);
        }
        free(said);
    }
    for (size_t i = 1; settled && i < rule.item_count && rule.item_count < 64; i++) {
        const stage_item *item = &rule.items[i];
        p.at = i;
        for (p.fault = SCALED; p.fault < PLANTED; p.fault++) {
            if (!has_fault(item, p.fault)) continue;
            if (depth_multiplier() < 1 && (turn + i + p.fault) % 2) continue;
            char words[64], is[64], or [64];
            p.changed = p.fault != PRINTED;
            char *said = ask(&wrong, &settled, step, &rule, &p, UINT64_MAX);
            if (!p.changed) {
                free(said);
                continue;
            }
            if (said) s->ends += item->kind == STAGE_END;
            if (said) s->planted[p.fault]++;
            snprintf(words, sizeof words, "first wrong value is %s = ", item->name);
            snprintf(is, sizeof is, "; wrong is %s = ", item->name);
            snprintf(or, sizeof or, "; or %s is wrong, ", item->name);
            const char *open = said ? strstr(said, "undecided which value") : NULL;
            if (said && wrong && strstr(said, words)) {
                s->named[p.fault]++;
            } else if ((open && (is_in_list(open, item->name) || strstr(said, is))) ||
                       (said && strstr(said, or))) {
                s->undecided[p.fault]++;
            } else if (said && wrong && p.fault == PRINTED && next_is_named(said, &rule, i)) {
                s->next++;
            } else if (said && wrong) {
                s->elsewhere[p.fault]++;
                print_message("%s %s: %s of %s: %s\n", c->system->name, c->scheme->name,
                              planted_words[p.fault], item->name, said);
            } else if (said && p.fault == PRINTED && !strstr(said, "cannot say")) {
                s->unseen[item->kind == STAGE_END]++;
                print_message("%s %s: %s of %s: %s\n", c->system->name, c->scheme->name,
                              planted_words[p.fault], item->name, said);
            }
            free(said);
        }
    }
    stage_rule_clear(&rule);
}

static void scale(slp_case *c, const struct scaling *by)
{
    for (size_t i = 0; i < c->d; i++) c->x[i] = ldexp(c->x[i], by->state);
    for (size_t i = 0; i < c->M; i++) c->dw[i] = ldexp(c->dw[i], by->step);
    c->h = ldexp(c->h, by->step);
}

static void stages_are_told_rightly(void **state)
{
    slp_case c;
    score s = {0};
    (void)state;
    slp_case_init(&c);
    const uint64_t cases = (uint64_t)ceil(2 * depth_multiplier());
    /* of little depth every third pair */
    const size_t stride = (depth_multiplier() < 0.25 ? 3 : 1) * depth_stride(2);
    size_t pairs = 0;
    for (size_t i = 0; slp_system_at(i); i++)
        for (size_t k = 0; slp_scheme_at(k); k++) {
            if (!slp_pair_makes_sense(slp_system_at(i), slp_scheme_at(k), NULL)) continue;
            if (pairs++ % stride > 0) continue;
            for (uint64_t number = 0; number < cases; number++) {
                slp_draw from;
                ref_exact_step step = {0};
                slp_draw_init(&from, 29, number);
                if (slp_draw_case(&c, slp_system_at(i), slp_scheme_at(k), &from, 1) != SLP_OK ||
                    c.d > MOST_D)
                    continue;
                c.steps = 1;
                if ((number + i + k) % 2 > 0)
                    scale(&c,
                          &scalings[c.system->divides_by_lengths][(number + i + k) / 2 % SCALINGS]);
                if (ref_exact_step_init(&step, &c, NULL) == SLP_OK)
                    try_case(&s, &c, &step, k + number);
                ref_exact_step_clear(&step);
            }
        }
    slp_case_clear(&c);
    print_message("right ports: %zu of %zu accused\n", s.accused, s.right);
    for (int f = SCALED; f < PLANTED; f++)
        print_message("%s: %zu planted, %zu named, %zu undecided, %zu elsewhere\n",
                      planted_words[f], s.planted[f], s.named[f], s.undecided[f], s.elsewhere[f]);
    assert_true(s.right > 1000 / stride && s.accused == 0);
    print_message("of %zu printed values what is computed from them is named\n", s.next);
    print_message("%zu printed values and %zu of %zu answers are within their bounds\n",
                  s.unseen[0], s.unseen[1], s.ends);
    assert_true(25 * s.next < s.planted[PRINTED]);
    assert_true(25 * s.unseen[0] < s.planted[PRINTED] && 100 * s.unseen[1] < s.ends);
    for (int f = SCALED; f < PLANTED; f++) {
        assert_true(s.elsewhere[f] == 0);
        assert_true((double)(s.named[f] + s.undecided[f]) > 0.8 * (double)s.planted[f]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(stages_are_told_rightly)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
