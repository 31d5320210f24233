/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What a comparison of one step's values has found, and how it is said.  Internal to this room. */
#ifndef SLP_ORACLE_JUDGE_STAGES_COMPARE_H
#define SLP_ORACLE_JUDGE_STAGES_COMPARE_H

#include "oracle/judge/stages/bound.h"

#include <stdio.h>

enum { STAGE_NOTHING = -1 };

/* Between a value and the right one: the coordinate in which it is largest, what stands there, and
 * how many times as large as allowed it is. */
typedef struct stage_difference {
    slong coordinate;
    double observed, expected, times;
} stage_difference;

typedef struct stage_comparison {
    const stage_rule *rule;
    stage_sizes sizes;
    arb_ptr *given;         /* of each item: the port's numbers; NULL: not printed */
    bool *sure;             /* it was compared */
    bool *open;             /* it was printed, and no bound of it is known */
    slong wrong;            /* the first wrong item, or STAGE_NOTHING */
    size_t wrong_count;     /* items that are not what comes before them gives */
    stage_difference found; /* of the first wrong item */
    mag_t allowed;          /* for it */
    const stage_item *like; /* has the value that the wrong one has; NULL: none */
    char *terms;            /* of a wrong generator: as stage_wrong_terms says; NULL: not known */
    const char *likeness;   /* of the wrong value to the right one, in words; NULL: none */
    bool without_unknowns;  /* unknowns are taken for not printed */
    bool unknown_open;      /* no certificate says whether those printed are right */
} stage_comparison;

/* "xi2 = Xi(p)", to be freed; NULL if it is undecided whether it is the first wrong one. */
char *stage_wrong_name(const stage_comparison *with);
/* with->terms, to be freed; NULL where they tell nothing of other cases: none fits, and the fault
 * may be in a value that was not printed. */
char *stage_told_terms(const stage_comparison *with);
/* Says which value of step s, counted from 0, is wrong and what it is. */
void stage_write_wrong(FILE *to, const stage_comparison *with, const ref_exact_step *step,
                       size_t s);
/* Says of which values it is known that they are right. */
void stage_write_right(FILE *to, const stage_comparison *with);

#endif
