/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What a comparison has found, in words. */
#include "oracle/contract/case/algebra_kind.h"
#include "oracle/contract/number/number.h"
#include "oracle/judge/stages/compare.h"
#include "oracle/judge/wrong_values.h"
#include "oracle/plumbing/allocate.h"

#include <stdlib.h>

/* The item of a value that has a name: of what T gives, the unknown that it must be. */
static const stage_item *shown_item(const stage_comparison *with, slong at)
{
    const stage_item *item = &with->rule->items[at];
    return item->kind == STAGE_CLOSING ? &with->rule->items[item->closes] : item;
}

static void write_place(FILE *to, const stage_comparison *with, const ref_exact_step *step)
{
    const stage_item *item = &with->rule->items[with->wrong];
    char text[SLP_COORDINATE_CHARS];
    if (item->n == step->d)
        slp_coordinate_name(text, step->c->system, (size_t)step->d, item->in_algebra,
                            (size_t)with->found.coordinate);
    else
        snprintf(text, sizeof text, "coordinate %ld", with->found.coordinate + 1);
    fputs(text, to);
}

/* Marks the values that this one is computed from and that were not printed, and theirs. */
static void mark_unprinted(bool *marked, const stage_comparison *with, const stage_item *item)
{
    const stage_rule *rule = with->rule;
    for (size_t i = 1; i < rule->item_count; i++) {
        const stage_item *from = &rule->items[i];
        bool is_from = stage_is_input(item, i);
        if (item->kind == STAGE_UNKNOWN)
            is_from = from->kind == STAGE_CLOSING && &rule->items[from->closes] == item;
        if (!is_from || marked[i] || with->given[i]) continue;
        marked[i] = true;
        mark_unprinted(marked, with, from);
    }
}

/* Says from which others the wrong value may come: from values that were not printed, and from
 * unknowns that are compared after it. */
static void write_sources(FILE *to, const stage_comparison *with, const stage_item *wrong)
{
    const stage_rule *rule = with->rule;
    const char *between = "; it may come from one that was not printed: ";
    bool *marked = slp_allocate(rule->item_count, sizeof *marked);
    mark_unprinted(marked, with, wrong);
    for (size_t i = 0; i < rule->item_count; i++)
        if (marked[i] && rule->items[i].shown && !stage_is_trivial(rule, &rule->items[i])) {
            fprintf(to, "%s%s", between, rule->items[i].name);
            between = ", ";
        }
    for (size_t u = 1; u <= rule->unknowns && with->unknown_open; u++) {
        bool is_from = stage_is_input(wrong, u);
        for (size_t i = 0; i < rule->item_count; i++)
            is_from = is_from || (marked[i] && stage_is_input(&rule->items[i], u));
        if (is_from && with->given[u])
            fprintf(to, "; or %s is wrong, whose equation is compared after it",
                    rule->items[u].name);
    }
    free(marked);
}

/* Whether the wrong value may come from others. */
static bool has_sources(const stage_comparison *with)
{
    slp_written text;
    write_sources(slp_written_begin(&text), with, shown_item(with, with->wrong));
    const bool some = *slp_written_end(&text) != '\0';
    free(text.text);
    return some;
}

char *stage_told_terms(const stage_comparison *with)
{
    if (!with->terms || (!*with->terms && has_sources(with))) return NULL;
    return slp_copy_text(with->terms);
}

/* The value before the wrong one, from number *at on, of which nothing can be said; NULL: none. */
static const stage_item *next_unsure(const stage_comparison *with, slong *at)
{
    while (*at < with->wrong && !with->open[*at]) ++*at;
    return *at < with->wrong ? shown_item(with, (*at)++) : NULL;
}

/* Said of one case, beside its number there, and of all. */
static const char of_last_factor[] = " of the last factor";

/* Whether the item is the generator or the flow of a splitting's last factor, of several. */
static bool is_of_last_factor(const stage_rule *rule, const stage_item *item)
{
    slong last = 0;
    if (item->kind == STAGE_OPERATION) item = &rule->items[item->xi.item];
    if (item->kind != STAGE_FACTOR) return false;
    for (size_t i = 0; i < rule->item_count; i++)
        if (rule->items[i].kind == STAGE_FACTOR && rule->items[i].factor > last)
            last = rule->items[i].factor;
    return last > 0 && item->factor == last;
}

char *stage_wrong_name(const stage_comparison *with)
{
    slong at = 1;
    slp_written text;
    char *rule;
    if (next_unsure(with, &at)) return NULL;
    const stage_item *wrong = shown_item(with, with->wrong);
    FILE *to = slp_written_begin(&text);
    if (is_of_last_factor(with->rule, wrong)) { /* one name, whatever its number is */
        fputs(wrong->kind == STAGE_FACTOR ? "xi<F> = Xi_F" : "E<F> = E(xi<F>)", to);
        fputs(of_last_factor, to);
    } else {
        rule = stage_rule_text(with->rule, wrong);
        fprintf(to, "%s = %s", wrong->name, rule);
        free(rule);
    }
    return slp_written_end(&text);
}

static void write_terms(FILE *to, const char *terms)
{
    enum { TOLD = 3 };
    fputs("; what fits: ", to);
    const size_t count = judge_write_terms(to, terms);
    if (count > TOLD) fprintf(to, ", or %zu other%s", count - TOLD, count > TOLD + 1 ? "s" : "");
}

void stage_write_wrong(FILE *to, const stage_comparison *with, const ref_exact_step *step, size_t s)
{
    const stage_item *item, *named = shown_item(with, with->wrong);
    char *rule = stage_rule_text(with->rule, named);
    char observed[SLP_NUMBER_CHARS], expected[SLP_NUMBER_CHARS];
    slong at = 1;
    slp_number_print(observed, with->found.observed);
    slp_number_print(expected, with->found.expected);
    fprintf(to, "step=%zu ", s + 1);
    const char *before = "undecided which value is the first wrong one: nothing can be said of ";
    const char *is = "the first wrong value is";
    for (; (item = next_unsure(with, &at)); before = ", ", is = "; wrong is")
        fprintf(to, "%s%s", before, item->name);
    fprintf(to, "%s %s = %s%s, ", is, named->name, rule,
            is_of_last_factor(with->rule, named) ? of_last_factor : "");
    write_place(to, with, step);
    const stage_item *wrong = &with->rule->items[with->wrong];
    fprintf(to, ": %s, and %s %s; %.3g times what is allowed", observed,
            wrong->kind == STAGE_UNKNOWN ? "the solution of its equation is"
                                         : "its own earlier values give",
            expected, with->found.times);
    if (with->likeness)
        fprintf(to, "; %s", with->likeness);
    else if (with->like)
        fprintf(to, "; it is the value of %s", with->like->name);
    else if (with->terms && *with->terms)
        write_terms(to, with->terms);
    if (wrong->kind != STAGE_UNKNOWN) write_sources(to, with, wrong);
    free(rule);
}

/* No value is wrong: which were compared, and which not. */
void stage_write_right(FILE *to, const stage_comparison *with)
{
    static const char *const words[] = {"right: ", "; not printed: ", "; cannot say: "};
    for (int which = 0; which < 3; which++) {
        const char *between = words[which];
        for (size_t i = 0; i < with->rule->item_count; i++) {
            const stage_item *item = &with->rule->items[i];
            bool sure = with->sure[i];
            if (!item->shown && item->kind != STAGE_END) continue;
            for (size_t k = 0; item->kind == STAGE_UNKNOWN && k < with->rule->item_count; k++)
                if (with->rule->items[k].kind == STAGE_CLOSING && with->rule->items[k].closes == i)
                    sure = with->sure[k];
            const int is = !with->given[i] ? 1 : sure ? 0 : 2;
            if (is != which) continue;
            fprintf(to, "%s%s", between, item->name);
            between = ", ";
        }
    }
}
