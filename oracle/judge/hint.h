/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What names the fault behind a failure, as the stream of verdicts sees it.  The catalogue of
 * faults is oracle/judge/fault/.  Internal to the judge. */
#ifndef SLP_ORACLE_JUDGE_HINT_H
#define SLP_ORACLE_JUDGE_HINT_H

#include "oracle/judge/judge.h"

enum {
    JUDGE_WORDS = 96,
    JUDGE_MATCHES = 16,
    JUDGE_NAMED = 3,
    JUDGE_NAMED_MOST = 8,
    JUDGE_TOLERANCES = 34,
    JUDGE_HINT_CHARS = 600
};

struct judge_fault;

/* Where an iteration ended that ends too early. */
typedef struct judge_stop {
    unsigned iterations;
    uint64_t tolerances; /* bit j: one that ends at a change below 1e-j ends there too */
} judge_stop;

/* A candidate that predicts the answer. */
typedef struct judge_match {
    const struct judge_fault *fault;
    const char *group;       /* what --explain counts it under; NULL: as the fault says */
    char words[JUDGE_WORDS]; /* "Ito for Stratonovich in noise 2" */
    double ratio;            /* of the answer to what it predicts, as a verdict's */
    judge_stop stop;         /* all 0: it ends no iteration */
} judge_match;

/* What one failure looks like. */
typedef struct judge_hint {
    size_t tried;       /* candidates that were tried; 0: none */
    size_t matched;     /* candidates that predict the answer, nearest first */
    size_t kept, named; /* of them, those kept here; the first `named` are not told apart */
    judge_match match[JUDGE_MATCHES];
    double digits, exact_digits; /* decimal digits in which the answer agrees with the nearest
                                    prediction, and with the exact step */
    double work;                 /* that trying the candidates took (oracle/judge/fault/work.c) */
    bool left_out; /* only the names of failures before it were tried, and none fits */
} judge_hint;

/* A failure v of the case c with the answer r, to be named. */
typedef struct judge_failure {
    const slp_case *c;
    const slp_result *r;
    const slp_case *case_before; /* and result: those before them in the stream, or NULL */
    const slp_result *before;
    const slp_verdict *v;
    judge_hint hint;
    double earned;      /* the work of judging since the failure before */
    double seconds;     /* that naming took */
    size_t names_tried; /* of the names found: the first so many; SIZE_MAX: all candidates */
} judge_failure;

/* Failures that are tried again at the end of the run.  Internal to the catalogue. */
typedef struct judge_kept judge_kept;

/* The names that failures so far have got. */
typedef struct judge_name {
    const struct judge_fault *fault;
    char words[JUDGE_WORDS];
    bool alone;     /* a failure had this name and no other */
    bool dropped;   /* no longer tried: another name explained a failure that this one does not */
    uint64_t level; /* with so many hints, or more, it is found */
} judge_name;
typedef struct judge_names {
    judge_name *at;
    size_t count;
    size_t changes;   /* names that came, were dropped or came back */
    bool dropped_too; /* those that are dropped are tried as well */
} judge_names;

/* What naming may cost, and what it has cost (oracle/judge/fault/budget.c). */
enum { JUDGE_PARTS = 24 };
typedef struct judge_charge {
    unsigned part;
    uint64_t level; /* with so many hints, or more, it is spent */
    double work;
} judge_charge;
typedef struct judge_budget {
    uint64_t hints;             /* as --hints says */
    double judged[JUDGE_PARTS]; /* the work that judging has taken, by the size of the case */
    judge_charge *at;
    size_t count;
} judge_budget;

/* Finds hints, and keeps them for --explain. */
typedef struct judge_namer {
    /* Fills *hint for one failure, by all candidates; arguments as of a judge_failure.  Several
     * threads may call it at once. */
    void (*find)(judge_hint *hint, const slp_case *c, const slp_result *r,
                 const slp_case *case_before, const slp_result *before, const slp_verdict *v);
    /* Fills the hints of the next failures of the stream, in its order. */
    void (*name)(struct judge_namer *namer, judge_failure *failures, size_t count,
                 unsigned threads);
    /* The work of judging the case, in the unit of judge_hint.work. */
    double (*work)(const slp_case *c);
    judge_names names;
    judge_budget budget;
    double earned;   /* the work of judging since the last failure */
    size_t left_out; /* failures that are left out */
    bool keeps;      /* failures are kept, for judge_name_rest and judge_explain */
    judge_kept **kept;
    size_t kept_count, kept_numbers;
    size_t untried;  /* failures without a step to predict */
    size_t not_kept; /* failures beyond those that are kept */
} judge_namer;

/* "1e-6", "1e-6 to 1e-8", "1e-3, 1e-6": the tolerances; an empty text if there are none. */
enum { JUDGE_TOLERANCES_CHARS = 96 };
void judge_tolerances_words(char text[JUDGE_TOLERANCES_CHARS], uint64_t tolerances);
/* "stopped after 7 iterations", "A or B", "A or B or C or 2 more"; an empty text if nothing is
 * named, or more than JUDGE_NAMED_MOST are. */
void judge_hint_words(char text[JUDGE_HINT_CHARS], const judge_hint *hint);

#endif
