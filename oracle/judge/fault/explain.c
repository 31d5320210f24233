/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Counts over all failures: which single fault explains how many of those that were tried. */
#include "oracle/judge/fault/fault.h"
#include "oracle/plumbing/allocate.h"

#include <stdlib.h>
#include <string.h>

enum { EXAMPLES = 3, PAIRS_SHOWN = 4 };

/* A name that some failures match. */
typedef struct entry {
    const judge_name *name;
    size_t matched, alone; /* failures: all that it predicts; those that it alone predicts */
    size_t explains;       /* those left when its turn came */
    size_t *failures;      /* numbers of those that it predicts */
    judge_stop *stops;     /* of each of them */
} entry;

/* A pair of a system and a scheme, and in how many of its tried failures a name is found. */
typedef struct pair {
    const slp_system *system;
    const slp_scheme *scheme;
    size_t tried, left, found;
} pair;

typedef struct explanation {
    const judge_namer *namer;
    entry *at; /* one a name, in the order of names */
    pair *pairs;
    size_t pair_count, *pair_of;                /* of each failure */
    size_t tried, left_out, unexplained, whole; /* whole: tried with all candidates */
    size_t most;                                /* candidates of one of those */
    bool *taken;                                /* failures that a name before explains */
} explanation;

static const judge_failure *failure_of(const explanation *e, size_t i)
{
    return &e->namer->kept[i]->failure;
}

static bool is_tried_with(const explanation *e, const judge_failure *failure, const entry *at)
{
    const size_t number = (size_t)(at->name - e->namer->names.at);
    return failure->names_tried > number || at->name->dropped;
}

/* ---- Counting ---- */

static void add_failure(entry *to, size_t failure, bool alone, const judge_stop *stop)
{
    if (to->matched > 0 && to->failures[to->matched - 1] == failure) {
        to->stops[to->matched - 1].tolerances |= stop->tolerances;
        return;
    }
    to->failures = slp_one_more(to->failures, to->matched, sizeof *to->failures);
    to->stops = slp_one_more(to->stops, to->matched, sizeof *to->stops);
    to->stops[to->matched] = *stop;
    to->failures[to->matched++] = failure;
    to->alone += alone;
}

static size_t find_pair(explanation *e, const slp_case *c)
{
    size_t k = 0;
    while (k < e->pair_count &&
           (e->pairs[k].system != c->system || e->pairs[k].scheme != c->scheme))
        k++;
    if (k == e->pair_count) e->pairs[e->pair_count++] = (pair){c->system, c->scheme, 0, 0, 0};
    return k;
}

static void count_all(explanation *e)
{
    const judge_names *names = &e->namer->names;
    const size_t count = e->namer->kept_count;
    e->at = slp_allocate(names->count + 1, sizeof *e->at);
    e->pairs = slp_allocate(count + 1, sizeof *e->pairs);
    e->pair_of = slp_allocate(count + 1, sizeof *e->pair_of);
    e->taken = slp_allocate(count + 1, sizeof *e->taken);
    for (size_t i = 0; i < names->count; i++) e->at[i].name = &names->at[i];
    for (size_t i = 0; i < count; i++) {
        const judge_hint *hint = &failure_of(e, i)->hint;
        e->pair_of[i] = find_pair(e, failure_of(e, i)->c);
        for (size_t m = 0; m < hint->named; m++) {
            const judge_name *name = judge_find_name(names, &hint->match[m]);
            add_failure(&e->at[name - names->at], i, hint->named == 1, &hint->match[m].stop);
        }
        e->tried += hint->named > 0 || failure_of(e, i)->names_tried > 0;
        if (failure_of(e, i)->names_tried < SIZE_MAX) {
            e->left_out += hint->named == 0;
            continue;
        }
        e->whole++;
        if (hint->tried > e->most) e->most = hint->tried;
        e->unexplained += hint->named == 0;
    }
}

static void clear(explanation *e)
{
    for (size_t i = 0; i < e->namer->names.count; i++) {
        free(e->at[i].failures);
        free(e->at[i].stops);
    }
    free(e->at);
    free(e->pairs);
    free(e->pair_of);
    free(e->taken);
}

/* Of each pair: the failures that the name was tried on, those left of them, and those of all that
 * it predicts. */
static void count_pairs(explanation *e, const entry *at)
{
    for (size_t k = 0; k < e->pair_count; k++)
        e->pairs[k].tried = e->pairs[k].left = e->pairs[k].found = 0;
    for (size_t i = 0; i < e->namer->kept_count; i++) {
        if (!is_tried_with(e, failure_of(e, i), at)) continue;
        e->pairs[e->pair_of[i]].tried++;
        e->pairs[e->pair_of[i]].left += !e->taken[i];
    }
    for (size_t k = 0; k < at->matched; k++) e->pairs[e->pair_of[at->failures[k]]].found++;
}

/* Counts what the entry explains of the failures that no entry before it does.  If these are fewer
 * than a third of those that it could, then it is no finding: a few cases, with h = 0 or a state
 * that hardly moves, fit many names. */
static bool is_finding(explanation *e, entry *at)
{
    size_t of = 0;
    at->explains = 0;
    for (size_t k = 0; k < at->matched; k++) at->explains += !e->taken[at->failures[k]];
    if (at->explains == 0) return false;
    count_pairs(e, at);
    for (size_t k = 0; k < e->pair_count; k++)
        if (e->pairs[k].found) of += e->pairs[k].left;
    return 3 * at->explains >= of;
}

/* The finding that explains most of the failures which none before it does; or what is none. */
static entry *largest_entry(explanation *e, bool findings)
{
    entry *best = NULL;
    for (size_t i = 0; i < e->namer->names.count; i++) {
        entry *at = &e->at[i];
        if (is_finding(e, at) != findings || at->explains == 0) continue;
        if (!best || at->explains > best->explains ||
            (at->explains == best->explains &&
             (at->alone > best->alone ||
              (at->alone == best->alone && at->name->fault->rank < best->name->fault->rank))))
            best = at;
    }
    return best;
}

/* ---- Printing ---- */

/* Names that match the same failures. */
static void print_twins(FILE *to, const explanation *e, const entry *at)
{
    size_t twins = 0;
    for (size_t i = 0; i < e->namer->names.count; i++) {
        const entry *other = &e->at[i];
        if (other == at || other->matched != at->matched ||
            memcmp(other->failures, at->failures, at->matched * sizeof *at->failures) != 0)
            continue;
        if (++twins <= JUDGE_NAMED) fprintf(to, "\n      or the same: %s", other->name->words);
    }
    if (twins > JUDGE_NAMED) fprintf(to, "\n      or %zu more", twins - JUDGE_NAMED);
}

/* After how many iterations, and which tolerances end there in most of the failures. */
static void print_stops(FILE *to, const entry *at)
{
    char words[JUDGE_TOLERANCES_CHARS];
    size_t most = 0;
    unsigned least = at->stops[0].iterations, largest = least;
    uint64_t best = 0;
    for (size_t i = 0; i < at->matched; i++) {
        if (at->stops[i].iterations < least) least = at->stops[i].iterations;
        if (at->stops[i].iterations > largest) largest = at->stops[i].iterations;
    }
    if (largest == 0) return;
    for (int j = 1; j <= JUDGE_TOLERANCES; j++) {
        size_t count = 0;
        for (size_t i = 0; i < at->matched; i++) count += at->stops[i].tolerances >> j & 1u;
        if (count > most) best = 0;
        if (count >= most && count > 0) best |= (uint64_t)1 << j;
        if (count > most) most = count;
    }
    fprintf(to, "\n      after %u", least);
    if (largest > least) fprintf(to, " to %u", largest);
    fprintf(to, " iteration%s", largest == 1 ? "" : "s");
    judge_tolerances_words(words, best);
    if (most) fprintf(to, "; a tolerance of %s ends there in %zu of %zu", words, most, at->matched);
}

/* In which pairs, if others failed as well or if it does not explain all there. */
static void print_pairs(FILE *to, const explanation *e, const entry *at)
{
    size_t shown = 0, found = 0;
    if (at->matched == e->tried) return;
    for (size_t k = 0; k < e->pair_count; k++) {
        const pair *p = &e->pairs[k];
        found += p->found > 0;
        if (p->found == 0 || shown == PAIRS_SHOWN) continue;
        fprintf(to, "%s %zu of %zu in %s/%s", shown++ ? "," : "\n     ", p->found, p->tried,
                p->system->name, p->scheme->name);
    }
    if (found > shown) fprintf(to, ", and %zu pairs more", found - shown);
}

static void print_entry(FILE *to, const explanation *e, const entry *at)
{
    size_t examples = 0, tried = 0;
    for (size_t k = 0; k < e->pair_count; k++) tried += e->pairs[k].tried;
    fprintf(to, "  %zu of %zu tried failures: %s", at->explains, tried, at->name->words);
    if (at->alone < at->explains) fprintf(to, " (%zu by no other candidate)", at->alone);
    print_pairs(to, e, at);
    print_stops(to, at);
    print_twins(to, e, at);
    fprintf(to, "\n      wrong: %s\n      manual: %s\n      cases:", at->name->fault->equation,
            at->name->fault->section);
    for (size_t k = 0; k < at->matched && examples < EXAMPLES; k++) {
        if (e->taken[at->failures[k]]) continue;
        fprintf(to, " %s", failure_of(e, at->failures[k])->c->id);
        examples++;
    }
    fprintf(to, "%s\n", at->explains > examples ? " ..." : "");
}

/* Prints the findings, or what is none, and returns how many there are. */
static size_t print_entries(FILE *to, explanation *e, bool findings, const char *title)
{
    size_t count = 0;
    entry *at;
    while ((at = largest_entry(e, findings))) {
        if (count++ == 0) fprintf(to, "%s:\n", title);
        count_pairs(e, at);
        print_entry(to, e, at);
        for (size_t k = 0; k < at->matched; k++) e->taken[at->failures[k]] = true;
    }
    return count;
}

void judge_explain(FILE *to, const judge_namer *namer)
{
    explanation all = {.namer = namer}, *e = &all;
    const size_t failures = namer->kept_count + namer->not_kept + namer->untried;
    if (failures == 0) {
        fputs("no failure to explain\n", to);
        return;
    }
    count_all(e);
    const size_t left_out = e->left_out + namer->not_kept;
    if (!print_entries(to, e, true,
                       "Which single fault explains the failures, in the order to look")) {
        fputs("No single fault of the catalogue explains ", to);
        if (left_out)
            fprintf(to, "the %zu of %zu failures that were tried with all candidates.\n", e->whole,
                    failures);
        else
            fputs("the failures.\n", to);
    }
    if (e->unexplained)
        fprintf(to,
                "  %zu of %zu failures: no single fault of the catalogue (up to %zu candidates)\n",
                e->unexplained, failures, e->most);
    if (left_out)
        fprintf(to,
                "  %zu of %zu failures: not tried with all candidates, only with names of others; "
                "`slp judge --hints N` tries more\n",
                left_out, failures);
    if (namer->untried)
        fprintf(to, "  %zu of %zu failures: not tried, since there is no step to predict\n",
                namer->untried, failures);
    print_entries(to, e, false, "Names that fit a few failures only, perhaps by chance");
    clear(e);
}
