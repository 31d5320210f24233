/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* One vector: a step, its answer and the radius that passes.  Internal to oracle/vectors. */
#ifndef SLP_ORACLE_VECTORS_STEP_H
#define SLP_ORACLE_VECTORS_STEP_H

#include "oracle/contract/case/case.h"
#include "oracle/contract/number/float_rules.h"

/* Numbers low, within, radius and beyond are in units of 2^unit. */
typedef struct vectors_step {
    slp_case c;  /* one step */
    double *y;   /* d numbers: the exact step, correctly rounded */
    double *low; /* d: |exact_i - (y_i + low_i)| <= within */
    double within;
    double radius; /* the judge passes |answer - (y + low)| <= radius */
    double beyond; /* and fails what is farther than this */
    int unit;
    double L, kappa, bound; /* of the judge's certificate, and its bound on the ratio */
    bool refusal;           /* a reported error counts against the port */
    uint32_t flags;         /* bit set of vectors_flag */
    int note;               /* the flag whose note it has */
} vectors_step;

/* Why a drawn case is no vector. */
typedef enum vectors_reason {
    VECTORS_TAKEN,
    VECTORS_NO_CERTIFICATE,
    VECTORS_WEAK,      /* a pass would prove too little */
    VECTORS_SLOW,      /* L above 1/2: an answer may be judged by another solution */
    VECTORS_UNDECIDED, /* a number that rounds to a tie, or an answer out of range */
    VECTORS_REASON_COUNT
} vectors_reason;

/* Fills v but for c, flags and note; c is the one step.  Anything but VECTORS_TAKEN leaves y and
 * low NULL.  Tested by tests/vectors/test_vectors_radius.c. */
vectors_reason vectors_compute(vectors_step *v);
/* Frees what v holds. */
void vectors_step_clear(vectors_step *v);

#endif
