/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Failures of a judge's run, and what became of their reducing.  Internal to props/smaller. */
#ifndef SLP_PROPS_SMALLER_FAILURES_H
#define SLP_PROPS_SMALLER_FAILURES_H

#include "props/smaller/parts.h"

typedef enum kind { WRONG, INVALID, REFUSED, NO_FAILURE } kind;

/* How the reducing of a failure ended. */
typedef enum outcome { NOT_ASKED, REDUCED, CUT, NOT_AGAIN, LOST, INTERRUPTED } outcome;

typedef struct failure {
    kind kind;
    size_t count; /* failures of this kind on this pair */
    slp_case c;   /* the simplest; with outcome REDUCED, what became of it */
    char id[SLP_MAX_ID];
    double gross; /* the answer's ratio over its bound */
    outcome outcome;
    uint64_t questions;
    size_t lost;
    slp_verdict v;
    slp_result r;
    judge_hint hint;
    char *stages; /* what the port's stages say; NULL: it prints none */
} failure;

struct prop_failures {
    bool in_order;
    failure *at;
    size_t count;
};

/* First those that are gross, and with few numbers, each of another system if there are such. */
void prop_failures_put_in_order(prop_failures *all);

#endif
