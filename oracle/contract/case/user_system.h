/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What a user's system holds besides the fields of every system.  The paths read it; programs do
 * not. */
#ifndef SLP_ORACLE_USER_SYSTEM_H
#define SLP_ORACLE_USER_SYSTEM_H

#include "oracle/contract/case/case.h"
#include "oracle/contract/number/float_rules.h"

typedef struct slp_user_system {
    slp_system base; /* first, so that a case's `system` points to all of it */
    size_t n;        /* rows of matrices on so(n), su(N), sp(2m, R); copies on su(2)^n; else 0 */
    size_t d, M;
    double *gamma; /* su(2)^n: n weights; NULL elsewhere */
    char name[SLP_MAX_ID];
} slp_user_system;

/* `system` as a user's system; NULL if it is one of the tables' or NULL. */
const slp_user_system *slp_as_user_system(const slp_system *system);

#endif
