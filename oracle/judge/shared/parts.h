/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The parts of `what failing cases share`: properties of a case, and the search.  Private. */
#ifndef SLP_ORACLE_JUDGE_SHARED_PARTS_H
#define SLP_ORACLE_JUDGE_SHARED_PARTS_H

#include "oracle/judge/shared/shared.h"

enum { SHARED_PROPERTIES = 1024, SHARED_KEPT = 2048, SHARED_NAME = 96 };

typedef enum shared_kind {
    SHARED_FLAG,  /* a case has it or not: "`lin` is given" */
    SHARED_PLACE, /* a flag of a number that not every case has: "number 2 of x is 0" */
    SHARED_COUNT, /* a whole number: "the number of steps" */
    SHARED_SIZE   /* any number: "|x|" */
} shared_kind;

/* A property that some case has. */
typedef struct shared_property {
    shared_kind kind;
    int rank;               /* among equals the smaller one is said */
    char name[SHARED_NAME]; /* a flag: "`lin` is given" */
    char not [SHARED_NAME]; /* a flag: "`lin` is not given" */
} shared_property;

/* All properties seen, and where each name is found. */
typedef struct shared_table {
    size_t count;
    shared_property at[SHARED_PROPERTIES];
    unsigned short slot[2 * SHARED_PROPERTIES + 1]; /* 0: empty; else 1 + place in `at` */
} shared_table;

/* The properties of one case.  A flag is 1 or 0, and 0 where it is not there; where a SHARED_PLACE
 * is not there, its opposite is not true either. */
typedef struct shared_case {
    size_t count;
    unsigned short *property;
    double *value;
    uint64_t key; /* the cases with the smallest keys are kept */
    size_t step, steps;
} shared_case;

/* Fills `to`, which is empty, from c; adds to the table what is new. */
void shared_properties_of(shared_case *to, shared_table *table, const slp_case *c);
void shared_case_clear(shared_case *of);

typedef struct shared_group {
    size_t count, all; /* kept, and added */
    uint64_t below;    /* keys are below it; 0: all are kept */
    shared_case *at;   /* SHARED_KEPT */
} shared_group;

struct judge_shared {
    shared_table table;
    shared_group failed, passed;
};

/* Prints the condition that separates the groups, as a line; nothing if there is none. */
void shared_print_condition(FILE *to, const judge_shared *of);

#endif
