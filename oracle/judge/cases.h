/* Where the judge finds the case of a result when the cases are a file of their own: in order at constant
 * memory, out of order through the offsets of the cases passed over.  Internal to the judge. */
#ifndef SLP_ORACLE_JUDGE_CASES_H
#define SLP_ORACLE_JUDGE_CASES_H

#include "oracle/contract/case.h"

typedef struct judge_cases judge_cases;

/* Opens the file of cases.  SLP_OK; SLP_INPUT with *err when it cannot be read. */
slp_status judge_cases_open(judge_cases **cases, const char *path, slp_error *err);
void judge_cases_close(judge_cases *cases);
/* Takes the case named id out: each is taken once.  SLP_OK; SLP_END: no such case is left; SLP_INPUT
 * with *err: a malformed case, or one passed over in a file that cannot be read twice. */
slp_status judge_cases_take(slp_case *c, judge_cases *cases, const char *id, slp_error *err);
/* Id of the next case never taken, in file order, valid until the next call.  SLP_OK, SLP_END,
 * SLP_INPUT.  Only after the last judge_cases_take. */
slp_status judge_cases_next_left(const char **id, judge_cases *cases, slp_error *err);

#endif
