/* Records that are read and not yet judged: judged side by side, told in their order.  Internal to the judge. */
#ifndef SLP_ORACLE_JUDGE_BATCH_H
#define SLP_ORACLE_JUDGE_BATCH_H

#include "oracle/judge/stream.h"

/* One is made when the first record comes.  Each of these judges and tells what has come when there is enough of it.
 * Pinned by tests/test_judge.sh. */

/* Takes the case and its result, both left empty. */
void judge_batch_result(judge_stream *run, slp_case *c, slp_result *r);
/* Takes a case whose result is no answer: what is wrong stands in r and *err. */
void judge_batch_fault(judge_stream *run, slp_case *c, const slp_result *r, const slp_error *err);
/* A case without a result. */
void judge_batch_unreceived(judge_stream *run, const char *id);
/* Judges and tells all that has come. */
void judge_batch_tell(judge_stream *run);
/* The same, and frees the batch. */
void judge_batch_end(judge_stream *run);

#endif
