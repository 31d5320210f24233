/* A stream of results, paired with their cases and judged one at a time.  Internal to the judge. */
#ifndef SLP_ORACLE_JUDGE_STREAM_H
#define SLP_ORACLE_JUDGE_STREAM_H

#include "oracle/judge_cases.h"
#include "oracle/judge_report.h"
#include "oracle/run_progress.h"

typedef struct judge_stream {
    FILE *out;          /* verdicts, and details of failures as comments */
    uint64_t details;   /* failures still to be detailed */
    const char *path;   /* of the cases, NULL: each result follows its echoed case */
    judge_cases *cases; /* NULL with path */
    judge_tally tally;
    slp_progress progress;
} judge_stream;

/* Results that follow their cases: one case is held at a time.  SLP_END when all was read; SLP_INPUT with
 * *err; SLP_OK when `out` failed. */
slp_status judge_echoed(judge_stream *run, slp_reader *reader, slp_error *err);
/* Results whose cases are in run->cases; cases echoed among them are passed over.  *in_file: the fault
 * in *err is in the file of cases. */
slp_status judge_filed(judge_stream *run, slp_reader *reader, slp_error *err, bool *in_file);

#endif
