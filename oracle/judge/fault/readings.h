/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Lists of numbers, and the orders in which a program may read them. */
#ifndef SLP_ORACLE_JUDGE_FAULT_READINGS_H
#define SLP_ORACLE_JUDGE_FAULT_READINGS_H

#include "oracle/judge/fault/trial.h"

typedef struct fault_list {
    const char *name, *items; /* "increments of a step", "channels" */
    slong count;
    slong block;    /* so many numbers belong together; 0: none do */
    slong side;     /* of a symmetric matrix whose upper triangle it is, row by row; 0: of none */
    bool diagonal;  /* with its diagonal */
    bool plain;     /* any two of them may be exchanged, though they have blocks */
    slong few;      /* up to so many each two are exchanged */
    bool used_anew; /* and one is taken for another */
} fault_list;

/* Calls `offer` with every reading: entry i is number from[i] of the list, or 0 if that is -1. */
typedef void fault_reading(void *own, const slong *from, const char *words);
void fault_offer_readings(const fault_list *list, fault_reading *offer, void *own);

#endif
