/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The judge's output: verdict lines, details of a failure, and the count of verdicts (tally) at the
 * end.  Internal to the judge. */
#ifndef SLP_ORACLE_JUDGE_REPORT_H
#define SLP_ORACLE_JUDGE_REPORT_H

#include "oracle/judge/echo.h"
#include "oracle/judge/hint.h"
#include "oracle/plumbing/junit.h"

enum { JUDGE_RATIO_CHARS = 32, JUDGE_BINS = 512 };
enum { JUDGE_PROVES_CHARS = 48 };

/* Counts of verdicts; constant memory. */
typedef struct judge_tally {
    size_t count[SLP_VERDICT_COUNT], judged;
    size_t ratios[JUDGE_BINS]; /* bins: four for each factor of 2 */
    double worst;
    char worst_id[64];
    double u, tolerance; /* of the last verdict that has them */
    judge_echo echo;     /* of cases that stand among the answers */
    /* the weakest that passes prove, and how many prove each kind: relative errors, or 0, of some
     * step; an absolute error of some step */
    double proves, proves_absolute;
    size_t relative, absolute;
} judge_tally;

/* Three significant digits, rounded up, so the printed number is an upper bound too. */
void judge_ratio_print(char text[JUDGE_RATIO_CHARS], double ratio);
/* What a pass proves: "2^-49", relative to the larger of both states of each step;
 * "absolute:2^-1067", where that says nothing; "2^-49,absolute:2^-1067", of several steps; "0": the
 * answer is exact. */
void judge_proves_print(char text[JUDGE_PROVES_CHARS], double relative, double absolute);
/* "verdict id=rb-1 pass ratio=0.83 worst=1:2 proves=2^-48\n"; of a failure that looks like a
 * known fault, with "hint=\"stopped after 7 iterations\"".  hint may be NULL. */
void judge_verdict_print(FILE *to, const char *id, const slp_verdict *v, const judge_hint *hint);
/* "# id=rb-1 step=1 coordinate=2 expected=0x... observed=0x... error/u=-71.5 bound=20.7\n"; the
 * error of that coordinate in units of u |x_n|.  Then what the hint rests on.  Prints nothing if v
 * has no failed step.  hint may be NULL. */
void judge_detail_print(FILE *to, const slp_case *c, const slp_result *r, const slp_verdict *v,
                        const judge_hint *hint);
/* Adds a verdict to a file of JUnit: a case of class SYSTEM.SCHEME, named by its id.  unable and
 * unsupported are skipped; fail, error, undecided and unreceived are failures, with the lines that
 * the judge prints for them.  fault: why the answer is not valid, or NULL. */
void judge_verdict_junit(slp_junit *to, const slp_case *c, const slp_result *r,
                         const slp_verdict *v, const judge_hint *hint, const char *fault,
                         double seconds);

/* Counts a verdict.  The caller sets the tally to zeros at first. */
void judge_tally_add(judge_tally *tally, const char *id, const slp_verdict *v);
/* An upper bound of the median ratio of those judged; NaN if none. */
double judge_tally_median(const judge_tally *tally);
/* "slp judge: 665 pass, 0 fail, ...; worst ratio 5.91 (ID), median at most 0.595; weakest proves
 * 2^-45\n" */
void judge_tally_print(FILE *to, const judge_tally *tally);
/* 0 if there is a pass, no fail, error, undecided, unreceived or changed, and nothing is known to
 * be missing of the echo; else 1. */
int judge_tally_status(const judge_tally *tally);

#endif
