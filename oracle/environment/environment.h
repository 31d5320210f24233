/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* How a port's machine computes: which numbers operations return, how they round, what becomes of
 * subnormal numbers, whether a product and a sum are one operation, and in which order sums are
 * taken.  A port does not say this; it is asked for results of single operations, as its own
 * arithmetic gives them, and each answer is compared with models of machines.
 * oracle/manual/environment.md says what a port must do. */
#ifndef SLP_ORACLE_ENVIRONMENT_H
#define SLP_ORACLE_ENVIRONMENT_H

#include "oracle/contract/number/arithmetic.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct slp_environment slp_environment;

typedef enum slp_environment_verdict {
    SLP_ENVIRONMENT_DECLARED, /* what the declared arithmetic does */
    SLP_ENVIRONMENT_NOTED,    /* allowed; it may explain other bits */
    SLP_ENVIRONMENT_DIFFERS,  /* not what the declared arithmetic does */
    SLP_ENVIRONMENT_SILENT    /* no answer */
} slp_environment_verdict;

enum { SLP_ENVIRONMENT_FOUND = 160 };

typedef struct slp_environment_fact {
    const char *name; /* "rounding" */
    slp_environment_verdict verdict;
    char found[SLP_ENVIRONMENT_FOUND]; /* "to nearest, ties to even" */
} slp_environment_fact;

/* The questions to a port that computes in a; NULL: binary64.  The same at every call.  NULL if a
 * is double-double, whose operations round like no single number: ask for the parts, binary64.  The
 * caller frees it.  Tested, with what follows, by tests/environment/test_environment.sh. */
slp_environment *slp_environment_new(const slp_arithmetic *a);
void slp_environment_free(slp_environment *e);
/* How many questions there are, and the text of one, with its newline. */
size_t slp_environment_count(const slp_environment *e);
const char *slp_environment_question(const slp_environment *e, size_t i);
/* Takes a line of a port.  True if it answers a question, well or not, or repeats one. */
bool slp_environment_read(slp_environment *e, const char *line);
/* What the answers show: `count` facts, in one order always.  They live until e is freed.  May be
 * called again after more answers. */
const slp_environment_fact *slp_environment_facts(slp_environment *e, size_t *count);
/* "as declared", "noted", "differs", "no answer" */
const char *slp_environment_word(slp_environment_verdict verdict);
/* The facts as a table, one a line. */
void slp_environment_print(FILE *to, const slp_environment_fact *facts, size_t count);

#endif
