/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Counts over all failures: which single fault explains how many. */
#include "oracle/judge/fault/fault.h"
#include "oracle/plumbing/allocate.h"

#include <stdlib.h>
#include <string.h>

enum { EXAMPLES = 3 };

/* A name that some failures match. */
typedef struct entry {
    const judge_fault *fault;
    char words[JUDGE_WORDS];
    size_t matched, alone; /* failures: all that it predicts; those that it alone predicts */
    size_t explains;       /* those left when its turn came */
    size_t *failures;      /* numbers of those that it predicts */
    size_t capacity;
    judge_stop *stops; /* of each of them */
    bool done;
} entry;

struct judge_explanation {
    entry *at;
    size_t count, capacity;
    size_t failures, untried, left_out, unexplained;
    char (*ids)[SLP_MAX_ID]; /* of the failures */
    size_t id_capacity;
};

judge_explanation *judge_explanation_new(void)
{
    return slp_need_pointer(calloc(1, sizeof(judge_explanation)));
}

void judge_explanation_free(judge_explanation *e)
{
    if (!e) return;
    for (size_t i = 0; i < e->count; i++) {
        free(e->at[i].failures);
        free(e->at[i].stops);
    }
    free(e->at);
    free(e->ids);
    free(e);
}

static entry *entry_of(judge_explanation *e, const judge_match *match)
{
    const char *words = judge_match_key(match);
    for (size_t i = 0; i < e->count; i++)
        if (e->at[i].fault == match->fault && strcmp(e->at[i].words, words) == 0) return &e->at[i];
    if (e->count == e->capacity) {
        e->capacity = 2 * e->capacity + 8;
        e->at = slp_need_pointer(realloc(e->at, e->capacity * sizeof *e->at));
    }
    entry *made = &e->at[e->count++];
    *made = (entry){.fault = match->fault};
    snprintf(made->words, sizeof made->words, "%s", words);
    return made;
}

static void add_failure(entry *to, size_t failure, bool alone, const judge_stop *stop)
{
    if (to->matched > 0 && to->failures[to->matched - 1] == failure) {
        to->stops[to->matched - 1].tolerances |= stop->tolerances;
        return;
    }
    if (to->matched == to->capacity) {
        to->capacity = 2 * to->capacity + 8;
        to->failures = slp_need_pointer(realloc(to->failures, to->capacity * sizeof *to->failures));
        to->stops = slp_need_pointer(realloc(to->stops, to->capacity * sizeof *to->stops));
    }
    to->stops[to->matched] = *stop;
    to->failures[to->matched++] = failure;
    to->alone += alone;
}

void judge_explanation_add(void *own, const slp_case *c, const judge_hint *hint)
{
    judge_explanation *e = own;
    const size_t failure = e->failures++;
    if (failure == e->id_capacity) {
        e->id_capacity = 2 * e->id_capacity + 64;
        e->ids = slp_need_pointer(realloc(e->ids, e->id_capacity * sizeof *e->ids));
    }
    snprintf(e->ids[failure], sizeof *e->ids, "%s", c->id ? c->id : "");
    if (hint->left_out)
        e->left_out++;
    else if (hint->tried == 0)
        e->untried++;
    else if (hint->named == 0)
        e->unexplained++;
    for (size_t i = 0; i < hint->named; i++)
        add_failure(entry_of(e, &hint->match[i]), failure, hint->named == 1, &hint->match[i].stop);
}

/* The entry that predicts most of the failures which no entry before it explains. */
static entry *largest_entry(judge_explanation *e, const bool *taken)
{
    entry *best = NULL;
    for (size_t i = 0; i < e->count; i++) {
        entry *at = &e->at[i];
        at->explains = 0;
        for (size_t k = 0; k < at->matched && !at->done; k++)
            at->explains += !taken[at->failures[k]];
        if (at->done || at->explains == 0) continue;
        if (!best || at->explains > best->explains ||
            (at->explains == best->explains &&
             (at->alone > best->alone ||
              (at->alone == best->alone && at->fault->rank < best->fault->rank))))
            best = at;
    }
    return best;
}

/* Names that match the same failures. */
static void print_twins(FILE *to, const judge_explanation *e, const entry *at)
{
    size_t twins = 0;
    for (size_t i = 0; i < e->count; i++) {
        const entry *other = &e->at[i];
        if (other == at || other->matched != at->matched ||
            memcmp(other->failures, at->failures, at->matched * sizeof *at->failures) != 0)
            continue;
        if (++twins <= JUDGE_NAMED) fprintf(to, "\n      or the same: %s", other->words);
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

static void print_entry(FILE *to, const judge_explanation *e, const entry *at, const bool *taken)
{
    size_t examples = 0;
    fprintf(to, "  %zu of %zu failures: %s", at->explains, e->failures, at->words);
    if (at->alone < at->explains) fprintf(to, " (%zu by no other candidate)", at->alone);
    print_stops(to, at);
    print_twins(to, e, at);
    fprintf(to, "\n      wrong: %s\n      manual: %s\n      cases:", at->fault->equation,
            at->fault->section);
    for (size_t k = 0; k < at->matched && examples < EXAMPLES; k++) {
        if (taken[at->failures[k]]) continue;
        fprintf(to, " %s", e->ids[at->failures[k]]);
        examples++;
    }
    fprintf(to, "%s\n", at->explains > examples ? " ..." : "");
}

void judge_explanation_print(FILE *to, const judge_explanation *given)
{
    judge_explanation copy = *given, *e = &copy;
    bool *taken = slp_need_pointer(calloc(e->failures + 1, sizeof *taken));
    entry *at = e->count ? slp_need_pointer(malloc(e->count * sizeof *at)) : NULL, *next;
    if (at) memcpy(at, e->at, e->count * sizeof *at);
    e->at = at;
    if (e->failures == 0) fputs("no failure to explain\n", to);
    if (e->failures > 0)
        fputs("Which single fault explains the failures, in the order to look:\n", to);
    while ((next = largest_entry(e, taken))) {
        print_entry(to, e, next, taken);
        for (size_t k = 0; k < next->matched; k++) taken[next->failures[k]] = true;
        next->done = true;
    }
    if (e->unexplained)
        fprintf(to, "  %zu of %zu failures: no single fault of the catalogue\n", e->unexplained,
                e->failures);
    if (e->untried)
        fprintf(to, "  %zu of %zu failures: not tried, since there is no step to predict\n",
                e->untried, e->failures);
    if (e->left_out)
        fprintf(to, "  %zu of %zu failures: not tried; `slp judge --hints N` tries more\n",
                e->left_out, e->failures);
    free(at);
    free(taken);
}
