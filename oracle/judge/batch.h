/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A batch: records that are read and not yet judged.  Several threads judge them; the verdicts are
 * printed in the order of the records.  Internal to the judge. */
#ifndef SLP_ORACLE_JUDGE_BATCH_H
#define SLP_ORACLE_JUDGE_BATCH_H

#include "oracle/judge/stream.h"

/* The first call makes the batch.  When a batch is full, each of these functions judges it and
 * prints its verdicts. Tested by tests/judge/test_judge.sh. */

/* Adds a case with its result, and the lines of its stages or NULL.  Moves all: *c, *r and *stages
 * are empty afterwards. */
void judge_batch_result(judge_stream *run, slp_case *c, slp_result *r, char **stages);
/* Adds a case whose result is not a valid answer; r and *err say what is wrong. */
void judge_batch_fault(judge_stream *run, slp_case *c, const slp_result *r, const slp_error *err);
/* Adds a verdict that needs no answer: UNRECEIVED or CHANGED. */
void judge_batch_known(judge_stream *run, const char *id, slp_verdict_kind kind);
/* Judges all records of the batch and prints their verdicts. */
void judge_batch_tell(judge_stream *run);
/* The same, and frees the batch. */
void judge_batch_end(judge_stream *run);

#endif
