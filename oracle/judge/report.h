/* What the judge says: verdict lines, the detail of a failure, the tally at the end.  Internal to the judge. */
#ifndef SLP_ORACLE_JUDGE_REPORT_H
#define SLP_ORACLE_JUDGE_REPORT_H

#include "oracle/judge/judge.h"

enum { JUDGE_RATIO_CHARS = 32, JUDGE_BINS = 512 };

/* Counts in constant memory. */
typedef struct judge_tally {
    size_t count[SLP_VERDICT_COUNT], judged;
    size_t ratios[JUDGE_BINS]; /* by quarter octaves */
    double worst;
    char worst_id[64];
} judge_tally;

/* Three significant digits, rounded up: what is printed is still an upper bound. */
void judge_ratio_print(char text[JUDGE_RATIO_CHARS], double ratio);
/* "verdict id=rb-1 pass ratio=0.83 worst=1:2\n" */
void judge_verdict_print(FILE *to, const char *id, const slp_verdict *v);
/* "# id=rb-1 step=1 coordinate=2 expected=0x... observed=0x... error/u=-71.5 bound=20.7\n"; the error of
 * that coordinate in units of u |x_n|.  Says nothing unless v is a failed step. */
void judge_detail_print(FILE *to, const slp_case *c, const slp_result *r, const slp_verdict *v);

/* Counts a verdict; the tally begins as zeros. */
void judge_tally_add(judge_tally *tally, const char *id, const slp_verdict *v);
/* An upper bound of the median ratio of those judged; NaN if none. */
double judge_tally_median(const judge_tally *tally);
/* "slp judge: 665 pass, 0 fail, ...; worst ratio 5.91 (ID), median at most 0.595\n" */
void judge_tally_print(FILE *to, const judge_tally *tally);
/* 0 if something passed and nothing failed, erred, stayed undecided or was not received; else 1. */
int judge_tally_status(const judge_tally *tally);

#endif
