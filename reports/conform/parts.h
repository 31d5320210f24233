/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Parts of the conformance statement; internal to reports/conform/. */
#ifndef SLP_REPORTS_CONFORM_PARTS_H
#define SLP_REPORTS_CONFORM_PARTS_H

#include "oracle/judge/judge.h"
#include "props/prop.h"
#include "props/smaller/smaller.h"
#include "reports/conform/statement.h"

/* Of a histogram: ratios in units of the bound.  Bin 0 holds those up to 2^-12, bin k those in
 * (2^(k-13), 2^(k-12)], so that bin 12 ends at the bound itself; the last holds all beyond 2^8. */
enum { CONFORM_BELOW = 12, CONFORM_ABOVE = 8, CONFORM_BINS = CONFORM_BELOW + CONFORM_ABOVE + 2 };
/* The bin of a ratio in units of the bound; it may be infinite, not NaN. */
size_t conform_bin(double share);

/* Three significant digits, rounded up. */
double conform_rounded(double number);

/* What was asked of one pair and came of it. */
typedef struct conform_pair {
    const slp_system *system;
    const slp_scheme *scheme;
    bool asked; /* the port did not leave it out of its list */
    size_t drawn, answered, refused, declined, unreceived; /* declined: also those not asked */
    size_t count[SLP_VERDICT_COUNT];
    size_t bins[CONFORM_BINS];
    double share, ratio, bound; /* of the worst answer; share = ratio/bound; below 0: none */
    char worst[SLP_MAX_ID];     /* its case */
    json_t *skips;              /* {reason: {"count", "first"}} */
    json_t *failures;           /* the first few: {"id", "verdict", "details"} */
    size_t named;               /* of these, those with a hint; they stand first */
    json_t *hints;              /* {hint: count} */
    json_t *inputs;             /* of the cases that passed: {"largest", "keys"} */
} conform_pair;

typedef struct conform_cases {
    conform_pair *pairs;
    size_t count;
    json_t *explanation;              /* lines: faults, what failures share, smallest cases */
    char laws_fault[SLP_FAULT_CHARS]; /* why no law could be asked; "" if they were */
} conform_cases;

/* The pairs to ask, in the order of `slp gen`; none drawn yet. */
void conform_choose(conform_cases *cases, const conform_request *request);
void conform_cases_clear(conform_cases *cases);
/* Draws the cases, asks the port and judges its answers.  SLP_OK; SLP_INPUT with err if a draw made
 * a case that the format refuses. */
slp_status conform_ask(conform_cases *cases, const prop_subject *port,
                       const conform_request *request, slp_error *err);
/* The rows of the laws, as `slp check --json` has them: {"rows", "classes"}. */
json_t *conform_laws(const prop_subject *port, const conform_request *request);
/* The part "statement". */
json_t *conform_sum_up(const conform_cases *cases, json_t *laws, json_t *port,
                       const conform_request *request);
/* The part "run", of a run that began `seconds` ago. */
json_t *conform_run(double seconds, const conform_request *request);
/* {"command", "files", "about", "lists", "environment"} */
json_t *conform_port(prop_subject *port, const conform_request *request);
/* The text that the hash of a part is of; new string. */
char *conform_text(const json_t *part);

/* {"largest": coordinates of the largest state, "proves", "proves_absolute": the largest errors
 * that passes allow, relative and next to underflow, "keys": [{"key", "cases": with a number that
 * is not 0}]} of no cases; a case that passed added.  Tested by
 * tests/reports/test_conform.sh. */
json_t *conform_inputs(void);
void conform_add_inputs(json_t *inputs, const slp_case *c, const slp_verdict *v);

/* Figures of a page. */
void conform_histogram(FILE *to, const json_t *statement);
void conform_strips(FILE *to, const json_t *statement);
/* Files of their own: a badge, and the sum with the histogram. */
void conform_badge(FILE *to, const json_t *document);
void conform_summary(FILE *to, const json_t *document);
/* good, part, bad, none: conforms on all pairs; conforms, and declined some; falls short; nothing
 * was answered. */
const char *conform_class(const json_t *document);

bool conform_page(FILE *to, const json_t *document);
bool conform_junit(const char *path, const json_t *document);

#endif
