/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Which of the values that a port printed on the way (oracle/judge/stages) are the first wrong
 * ones, over all failures of a run. */
#ifndef SLP_ORACLE_JUDGE_WRONG_VALUES_H
#define SLP_ORACLE_JUDGE_WRONG_VALUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* What is said of the values of one case. */
typedef struct judge_stages {
    char *text;   /* in words */
    bool wrong;   /* one is wrong for sure */
    bool remarks; /* something is wrong with the lines themselves */
    char *value;  /* the first wrong one, with its rule; NULL: it is undecided which, or none is */
    bool generator; /* that is a generator */
    /* Of a generator: which of its terms may be wrong and how, a line each, with `?` before
     * it if it counts only where no other line is without; "": none of them alone; NULL: it cannot
     * be told. */
    char *terms;
} judge_stages;
void judge_stages_clear(judge_stages *said);

typedef struct judge_wrong_values {
    struct judge_wrong_value {
        char *words;
        size_t count;
    } * at;
    size_t kinds, cases;
    struct judge_wrong_terms { /* of a system */
        char *system, *terms;  /* terms: those that fit all its cases that tell any */
        size_t count;          /* of these cases */
        size_t generators;     /* cases with a wrong generator */
    } * of;
    size_t systems;
} judge_wrong_values;

/* Writes the sentences of such a list, the first three, with ", or " between: those with `?` before
 * them, without it, where there are no others.  Returns how many there are. */
size_t judge_write_terms(FILE *to, const char *terms);
/* Counts what is said of a case that failed. */
void judge_wrong_values_add(judge_wrong_values *all, const judge_stages *said, const char *system);
/* A line each, most frequent first, to be freed: "first wrong value: xi1 = Xi(z), 57 of 57
 * failures"; "" where no case was added.  Then, of a system in which a wrong term of the generator
 * fits all cases that can be told: "generator of rigid-body: noise 2 is left out: fits all 40
 * failures that can be told, of 43 with a wrong generator".  Not where less than a quarter of them
 * can: those few may fit by chance.  Tested by tests/stages/test_stages.sh. */
char *judge_wrong_values_text(const judge_wrong_values *all);
void judge_wrong_values_clear(judge_wrong_values *all);

#endif
