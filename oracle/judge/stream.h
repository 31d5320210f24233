/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Reads a stream of results, finds their cases and judges them on several threads.  It prints the
 * verdicts in the order of the results.  Internal to the judge. */
#ifndef SLP_ORACLE_JUDGE_STREAM_H
#define SLP_ORACLE_JUDGE_STREAM_H

#include "oracle/judge/cases.h"
#include "oracle/judge/hint.h"
#include "oracle/judge/report.h"
#include "oracle/judge/shared/shared.h"
#include "oracle/judge/wrong_values.h"
#include "oracle/plumbing/progress.h"

typedef struct judge_batch judge_batch; /* read and not yet judged */

typedef struct judge_stream {
    FILE *out;          /* verdicts, and details of failures as comments */
    uint64_t details;   /* of so many more failures details are printed */
    const char *path;   /* the file of cases; NULL: each result follows its case */
    judge_cases *cases; /* NULL with path */
    unsigned threads;   /* threads that judge; 0: one */
    /* true if the next record is not there yet; then the batch is judged first; NULL: always false
     */
    bool (*waits)(void);
    judge_namer *namer; /* names the faults of failures; NULL: none */
    slp_junit *junit;   /* gets each verdict too; NULL: none */
    /* compares a port's stages (judge_stages_compare); NULL: they are not looked at */
    void (*stages)(judge_stages *said, const slp_case *c, const slp_result *r, const char *lines);
    judge_wrong_values wrong_values; /* of the failures with stages */
    judge_shared *shared;            /* gets the cases that failed and passed; NULL: none */
    /* gets every case with its verdict, in the order of the stream; NULL: nobody does */
    void (*keep)(void *kept, const slp_case *c, const slp_verdict *v);
    void *kept;
    judge_tally tally;
    slp_progress progress;
    judge_batch *batch; /* NULL before and after */
    char *stage_lines;  /* that were read, and wait for their result; NULL before and after */
} judge_stream;

/* Judges results that follow their cases.  Cases whose line was changed since it was written are
 * SLP_VERDICT_CHANGED, and what follows them is not judged; run->tally.echo counts lines that are
 * missing.  A result that names its case but is not a valid answer
 * (slp_result.fault) is a failure of that case.  SLP_END: all was read; SLP_INPUT with *err: wrong
 * input, and everything before it is judged; SLP_OK: writing to `out` failed. */
slp_status judge_echoed(judge_stream *run, slp_reader *reader, slp_error *err);
/* Judges results whose cases are in run->cases; it skips cases among the results.  *in_file: the
 * error *err is in the file of cases. */
slp_status judge_filed(judge_stream *run, slp_reader *reader, slp_error *err, bool *in_file);

#endif
