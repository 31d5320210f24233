/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Finds the case of a result, if the cases are in a file of their own.  If the results come in the
 * order of the cases, it needs constant memory.  Otherwise it stores the file offsets of the cases
 * that it skipped.  Internal to the judge. */
#ifndef SLP_ORACLE_JUDGE_CASES_H
#define SLP_ORACLE_JUDGE_CASES_H

#include "oracle/contract/number/arithmetic.h"

typedef struct judge_cases judge_cases;

/* Opens the file of cases.  SLP_OK; SLP_INPUT with *err when it cannot be read. */
slp_status judge_cases_open(judge_cases **cases, const char *path, slp_error *err);
/* Cases that name no arithmetic are in a, which lives as long as the file is open. */
void judge_cases_set_arithmetic(judge_cases *cases, const slp_arithmetic *a);
/* The file is in the binary form. */
void judge_cases_set_binary(judge_cases *cases);
void judge_cases_close(judge_cases *cases);
/* Gets the case with this id; each case can be got once.  SLP_OK; SLP_END: no such case is left;
 * SLP_INPUT with *err: a malformed case, or a case skipped in a file that cannot be read twice. */
slp_status judge_cases_take(slp_case *c, judge_cases *cases, const char *id, slp_error *err);
/* Id of the next case that nobody has got, in file order; valid until the next call.  SLP_OK,
 * SLP_END, SLP_INPUT.  Only after the last judge_cases_take. */
slp_status judge_cases_next_left(const char **id, judge_cases *cases, slp_error *err);

#endif
