/* A stream of results, paired with their cases and judged side by side; verdicts come in the order of the results.  Internal to the judge. */
#ifndef SLP_ORACLE_JUDGE_STREAM_H
#define SLP_ORACLE_JUDGE_STREAM_H

#include "oracle/judge/cases.h"
#include "oracle/judge/report.h"
#include "oracle/plumbing/progress.h"

typedef struct judge_batch judge_batch; /* read and not yet judged */

typedef struct judge_stream {
    FILE *out;          /* verdicts, and details of failures as comments */
    uint64_t details;   /* failures still to be detailed */
    const char *path;   /* of the cases, NULL: each result follows its echoed case */
    judge_cases *cases; /* NULL with path */
    unsigned threads;   /* that judge; 0: one */
    bool (*waits)(
        void); /* whether the next record has yet to come: what has come is then judged first; NULL: never */
    judge_tally tally;
    slp_progress progress;
    judge_batch *batch; /* NULL before and after */
} judge_stream;

/* Results that follow their cases.  A result that names its case and is no answer (slp_result.fault) is that case's failure.  SLP_END
 * when all was read; SLP_INPUT with *err, once what came before is judged; SLP_OK when `out` failed. */
slp_status judge_echoed(judge_stream *run, slp_reader *reader, slp_error *err);
/* Results whose cases are in run->cases; cases echoed among them are passed over.  *in_file: the fault
 * in *err is in the file of cases. */
slp_status judge_filed(judge_stream *run, slp_reader *reader, slp_error *err, bool *in_file);

#endif
