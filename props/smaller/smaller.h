/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The simplest case on which something fails.  A reduction changes a case into a simpler one: it
 * leaves a key out, takes a part of a list away and renumbers what counts its items, takes steps,
 * noises, spins or rows away, or makes a number shorter.  No reduction names a system or a key:
 * each is tried wherever a case has its form, and slp_case_check says whether the result is a case.
 * The laws' counterexamples and the failures that a judge found are both reduced so.
 * Described in props/smaller/smaller.md. */
#ifndef SLP_PROPS_SMALLER_H
#define SLP_PROPS_SMALLER_H

#include "oracle/judge/hint.h"
#include "props/prop.h"

/* What a reduction asks.  `of` is handed to each function. */
typedef struct prop_reduction {
    /* True if the case, which is valid and simpler, still fails. */
    bool (*fails)(void *of, const slp_case *c);
    /* True if nothing more may be asked. */
    bool (*spent)(void *of);
    /* *y = the subject's states of c, c->steps * c->d numbers that stay until the next call.
     * Returns the step that fails, from 1; 0 if that is not known.  *y = NULL: there is no answer.
     */
    size_t (*states)(const double **y, void *of, const slp_case *c);
    /* Changes a valid candidate into one that may be asked.  NULL: every case may be. */
    void (*fit)(void *of, slp_case *c);
    void *of;
} prop_reduction;

/* Makes c, which fails, the simplest case found that still fails.  The same answers give the same
 * case: nothing is drawn.  Tested by tests/props/test_prop_smaller.c. */
void prop_reduce(slp_case *c, const prop_reduction *how);

/* How complicated a case is: what a reduction makes smaller.  The characters of its numbers, of
 * which 0 costs none, and of its keys; a step costs 2. */
size_t prop_complexity(const slp_case *c);

/* ---- Failures that a judge found ---- */

/* Of each kind of failure on each pair, the simplest case: first those in which the answer is wrong
 * by at least 1000 times its bound. */
typedef struct prop_failures prop_failures;
prop_failures *prop_failures_new(void);
void prop_failures_free(prop_failures *all);
/* Adds the case c if its verdict v is a fail or an error; all is a prop_failures. */
void prop_failures_add(void *all, const slp_case *c, const slp_verdict *v);
size_t prop_failures_count(const prop_failures *all);

typedef struct prop_failures_limits {
    uint64_t questions; /* that the port is asked for one case; 0: none is reduced */
    double seconds;     /* for all cases together */
} prop_failures_limits;
enum { PROP_QUESTIONS = 200, PROP_SMALLER_SECONDS = 60 };

/* Reduces the first PROP_FAILURES_SHOWN failures, each of another system if there are such, by
 * asking `port`.  namer: finds their hints; NULL: none.  SIGINT and SIGTERM end the reducing, not
 * the program, and the cases found so far are kept. */
enum { PROP_FAILURES_SHOWN = 3 };
void prop_failures_reduce(prop_failures *all, const prop_subject *port,
                          const prop_failures_limits *limits, const judge_namer *namer);
/* What is to be said of them, lines of text to be freed, those indented that belong to the one
 * before; "" where nothing failed.  If none
 * was reduced, the id of one, and `remedy`: which command reduces it. */
char *prop_failures_text(prop_failures *all, const char *remedy);

/* ---- Text ---- */

/* The fields of c, without record word and id, joined by `between`, numbers as their shortest exact
 * decimals; the caller frees the text. */
char *prop_case_fields(const slp_case *c, char between);
/* The line of c without newline, to be freed; of a line that a port was sent, by its id check-N,
 * byte for byte as it was sent. */
char *prop_record_of_case(const slp_case *c);
bool prop_is_sent_line(const slp_case *c);

#endif
