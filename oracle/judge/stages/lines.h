/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Reads the values that a port printed.  Internal to this room. */
#ifndef SLP_ORACLE_JUDGE_STAGES_LINES_H
#define SLP_ORACLE_JUDGE_STAGES_LINES_H

#include "oracle/judge/stages/compare.h"

typedef struct stage_lines {
    const char *text; /* the lines, each with its newline */
    size_t steps;     /* of the case */
    size_t remarks;   /* how many there are so far */
    FILE *to;         /* what is wrong with the lines, in words: the first few remarks */
} stage_lines;

/* Sets with->given to the values of step s, counted from 0; of a name that is printed several times
 * the last one counts.  What cannot be read is left out, with a remark.  False: there is none. */
bool stage_lines_read(stage_lines *lines, stage_comparison *with, size_t s);
/* The stream of a new remark; NULL where there are so many that it is only counted. */
FILE *stage_lines_remark(stage_lines *lines);
/* Says how many remarks were only counted. */
void stage_lines_end(stage_lines *lines);

#endif
