/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What a comparison of one step's values has found, and how it is said.  Internal to this room. */
#ifndef SLP_ORACLE_JUDGE_STAGES_COMPARE_H
#define SLP_ORACLE_JUDGE_STAGES_COMPARE_H

#include "oracle/judge/stages/bound.h"

#include <stdio.h>

enum { STAGE_NOTHING = -1 };

typedef struct stage_comparison {
    const stage_rule *rule;
    stage_sizes sizes;
    arb_ptr *given; /* of each item: the port's numbers; NULL: not printed */
    bool *sure;     /* it was compared */
    bool *open;     /* it was printed, and no bound of it is known */
    slong wrong;    /* the first wrong item, or STAGE_NOTHING */
    slong coordinate;
    double observed, expected, times;
} stage_comparison;

/* "xi2 = Xi(p)", to be freed; NULL if it is undecided whether it is the first wrong one. */
char *stage_wrong_name(const stage_comparison *with);
/* Says which value of step s, counted from 0, is wrong and what it is. */
void stage_write_wrong(FILE *to, const stage_comparison *with, const ref_exact_step *step,
                       size_t s);
/* Says of which values it is known that they are right. */
void stage_write_right(FILE *to, const stage_comparison *with);

#endif
