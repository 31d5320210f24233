/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* How far a right program's value may be from what its own earlier values give: stages.md,
 * section 3.  Internal to this room. */
#ifndef SLP_ORACLE_JUDGE_STAGES_BOUND_H
#define SLP_ORACLE_JUDGE_STAGES_BOUND_H

#include "oracle/judge/stages/rule.h"
#include "oracle/judge/unit.h"

typedef struct stage_sizes {
    judge_unit unit;
    double n;         /* size of matrices */
    double generator; /* |Xi| of the step, the sum of its terms' sizes */
    double factor;    /* the largest that a product which underflowed may meet */
    mag_t scale;      /* of a move at which an iteration may stop, over tau u */
} stage_sizes;

/* next: d numbers, the port's answer. */
void stage_sizes_init(stage_sizes *sizes, const stage_rule *rule, const ref_exact_step *step,
                      arb_srcptr next);
void stage_sizes_clear(stage_sizes *sizes);
/* tau u scale */
void stage_slack(mag_t out, const stage_sizes *sizes);
/* allowed >= |value printed - value computed exactly from walk->values|; infinite where this room
 * knows no bound. */
void stage_bound(mag_t allowed, const stage_sizes *sizes, const stage_walk *walk, size_t item);

#endif
