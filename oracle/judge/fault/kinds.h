/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What several kinds of faults have in common: factors, lengths, lists that are read in another
 * order. */
#ifndef SLP_ORACLE_JUDGE_FAULT_KINDS_H
#define SLP_ORACLE_JUDGE_FAULT_KINDS_H

#include "oracle/judge/fault/trial.h"

/* v = factor v, n numbers; a factor that is a double nearest to sqrt 2 or its inverse is that
 * root. */
void fault_scale(arb_ptr v, slong n, double factor, slong prec);
/* The factors that a program may have for 1. */
typedef struct fault_factor {
    double by;
    const char *words; /* "halved" */
} fault_factor;
enum { FAULT_FACTORS = 4 };
extern const fault_factor fault_factors[FAULT_FACTORS];

/* Each `part` of the d numbers w get the length that they have in x; the length 1 if x is NULL.
 * Where either is 0 nothing changes.  False if they have it. */
bool fault_set_lengths(arb_ptr w, arb_srcptr x, slong d, slong part, slong prec);

/* Whether numbers of the scheme's table are candidates: then generators in its sums are not. */
bool fault_has_table(const judge_trial *t);

typedef struct fault_list {
    const char *name, *items; /* "increments of a step", "channels" */
    slong count;
    slong block;     /* so many numbers belong together; 0: none do */
    slong side;      /* of a symmetric matrix whose upper triangle it is, row by row; 0: of none */
    bool diagonal;   /* with its diagonal */
    bool plain;      /* any two of them may be exchanged, though they have blocks */
    slong few;       /* up to so many each two are exchanged */
    bool used_anew;  /* and one is taken for another */
    bool ends_early; /* what is behind the first, and the last, may count for nothing */
} fault_list;

/* Where entry (i, j) of the upper triangle of an n x n matrix stands, row by row. */
static inline slong fault_place_by_rows(slong n, bool diagonal, slong i, slong j)
{
    return diagonal ? i * n - i * (i - 1) / 2 + j - i : i * n - i * (i + 1) / 2 + j - i - 1;
}
/* Calls `offer` with every reading: entry i is number from[i] of the list, or 0 if that is -1. */
typedef void fault_reading(void *own, const slong *from, const char *words);
void fault_offer_readings(const fault_list *list, fault_reading *offer, void *own);

#endif
