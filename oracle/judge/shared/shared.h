/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What failing cases share: which properties of cases separate those that failed from those that
 * passed.  A statement is made only where chance is excluded (oracle/judge/shared/shared.md). */
#ifndef SLP_ORACLE_JUDGE_SHARED_H
#define SLP_ORACLE_JUDGE_SHARED_H

#include "oracle/contract/case/case.h"

typedef struct judge_shared judge_shared;

/* Nothing added yet.  Freed by judge_shared_free, which takes NULL. */
judge_shared *judge_shared_new(void);
void judge_shared_free(judge_shared *shared);
/* Adds a case that failed or passed; of other verdicts nothing is known.  step: the step of the
 * worst ratio, from 1; 0: not known.  Of each kind at most 2048 cases are kept, drawn evenly. */
void judge_shared_add(judge_shared *to, const slp_case *c, bool failed, size_t step);
/* The statements as lines of text, to be freed; an empty text if there is none:
 *   fails if and only if `lin` is given and `quad` is given: 41 of 41 failures, 0 of 359 passes
 * If the labels "failed" and "passed" were exchanged at random among the cases, there would be a
 * statement with a chance of 1e-6 at most.  Tested by tests/judge/test_shared.c,
 * tests/judge/test_shared.sh. */
char *judge_shared_text(const judge_shared *of);

#endif
