/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The catalogue of faults: what a wrong answer looks like.  Each fault is one file that defines
 * judge_faults_NAME; the build finds it.  A fault predicts the answers of programs that have it:
 * each is a transformation of the case or of the rule, evaluated at high precision from the
 * subject's own state before the step.  oracle/manual/faults.md lists the catalogue. */
#ifndef SLP_ORACLE_JUDGE_FAULT_H
#define SLP_ORACLE_JUDGE_FAULT_H

#include "oracle/contract/case/case.h"
#include "oracle/judge/hint.h"

#include <string.h>

typedef struct judge_trial judge_trial;

enum { JUDGE_FAULT_RANKS = 64 };

typedef struct judge_fault {
    const char *name;     /* a few words: the row of the manual's list */
    const char *equation; /* which equation is wrong, and how */
    const char *section;  /* of the manual: "Schemes, tmk" */
    /* If the words of its candidates have a number that varies with the case, --explain counts them
     * together under `name`. */
    bool counted_together;
    int rank; /* from 0; where a person should look first among equals: smaller first */
    /* Offers every candidate of this fault that the step may have: judge_offer in trial.h. */
    void (*predict)(judge_trial *t);
} judge_fault;

/* All faults, ended by NULL: made by the build. */
extern const judge_fault *const judge_faults_registry[];

/* Tries the catalogue on a failure: all of it if only is NULL, else the names of the list from
 * number `first` on, beside what failure->hint has already.  Several threads may call it at
 * once. */
void judge_hint_try(judge_failure *failure, const judge_names *only, size_t first);
/* What a match is counted under: a name of the list. */
const char *judge_match_key(const judge_match *match);

static inline bool judge_has_name(const judge_match *match, const judge_name *name)
{
    return match->fault == name->fault && strcmp(judge_match_key(match), name->words) == 0;
}
/* Takes from the hint the matches whose names are dropped. */
void judge_hint_drop(judge_hint *hint, const judge_names *names, double bound);

/* Whether the failure has a step that candidates may predict. */
bool judge_can_try(const slp_verdict *v);

/* find, name and work of a judge_namer. */
void judge_hint_find(judge_hint *hint, const slp_case *c, const slp_result *r,
                     const slp_case *case_before, const slp_result *before, const slp_verdict *v);
void judge_name_failures(judge_namer *namer, judge_failure *failures, size_t count,
                         unsigned threads);
double judge_work_of_judging(const slp_case *c);

/* The work of trying all candidates on a failure of c, about; and of a rigid body. */
double judge_work_of_all(const slp_case *c);
enum { JUDGE_WORK_OF_A_BODY = 400000 };
/* What judging earns for the part of the budget of cases like c, and what is spent of it with so
 * many hints or more. */
void judge_budget_earn(judge_budget *budget, const slp_case *c, double judged);
void judge_budget_charge(judge_budget *budget, const slp_case *c, uint64_t level, double work);
/* The least number of hints with which all candidates are tried on a failure of c; end: at the end
 * of the run. */
uint64_t judge_budget_level(const judge_budget *budget, const slp_case *c, bool end);

/* At the end of the run, with namer->keeps: tries names on the failures before they were found, and
 * all candidates on the smallest failures that have no name, as far as the budget goes. */
void judge_name_rest(judge_namer *namer, unsigned threads);
/* Prints which single fault explains how many of the failures that were kept. */
void judge_explain(FILE *to, const judge_namer *namer);
void judge_namer_clear(judge_namer *namer);

/* A failure that was kept, and copies of what its judge_failure points to. */
struct judge_kept {
    judge_failure failure;
    slp_case c, case_before;
    slp_result r, before;
    slp_verdict v;
};
/* The name of a match in the list; NULL: it has none. */
judge_name *judge_find_name(const judge_names *names, const judge_match *match);

#endif
