/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What a port computes on the way to a step: every call of the generator and of each operation, and
 * the values between them, each with a name.  They are found by watching the scheme itself, so that
 * a new scheme or system has them at once.  oracle/judge/stages/stages.md derives the bounds;
 * oracle/manual/stages.md is the user's page. */
#ifndef SLP_ORACLE_JUDGE_STAGES_H
#define SLP_ORACLE_JUDGE_STAGES_H

#include "oracle/judge/wrong_values.h"
#include "ref/exact_step.h"

#include <stdio.h>

/* Prints a line for each value of step s (the first is 0) of the case, from step->x: `# stage`, its
 * name and its numbers, each the binary64 number nearest to the exact value, as `slp run` prints
 * its answer; then its rule, and the norm of a generator.  Statuses of ref_exact_step_round.
 * Tested by tests/stages/test_stages.sh. */
slp_status judge_stages_print(FILE *to, const ref_exact_step *step, size_t s, slong cap);

/* Compares what a port printed with what its own numbers give; said is cleared by
 * judge_stages_clear afterwards.
 * in   lines  the port's lines, each with its newline: `# stage ...`
 * out  said   text: one line without its newline, which says which value is the first wrong one and
 *             what it is; or that no value that was printed is wrong, and which were not printed;
 *             or what is wrong with the lines */
void judge_stages_compare(judge_stages *said, const slp_case *c, const slp_result *r,
                          const char *lines);

#endif
