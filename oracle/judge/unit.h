/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The units of a verdict in a declared arithmetic: u, its range, and the slack of the stopping
 * rule.  Internal to the judge; derived in oracle/judge/judge.md. */
#ifndef SLP_ORACLE_JUDGE_UNIT_H
#define SLP_ORACLE_JUDGE_UNIT_H

#include "oracle/contract/number/arithmetic.h"
#include "oracle/contract/case/case.h"
#include "oracle/contract/number/float_rules.h"

typedef struct judge_unit {
    bool plain;      /* binary64, stopped within 4u: what all numbers are where nothing is said */
    int bits, least; /* u = 2^-bits; underflow is off by at most 2^(least-1) */
    int most;        /* numbers are below 2^most */
    double sums;     /* the unit of sums, over u: 1, less for pairs */
    bool pair;       /* inner products are summed in wider numbers */
    double slack;    /* tau: a port stops when its stage moves by at most tau u |x|; at least 4 */
    double weakest;  /* bound kappa above this: a pass would say too little (judge.md, 6) */
} judge_unit;

/* a may be NULL: binary64. */
judge_unit judge_unit_of(const slp_arithmetic *a);
/* The first precision of enclosures, in bits. */
long judge_first_precision(const judge_unit *unit);
/* bound / (1 - bound kappa u): roundings of roundings (judge.md, 9); kappa times a stretch on T*R.
 * Infinite if bound kappa u is above 1/4; of binary64 the bound itself where it is below 2^-40. */
double judge_widened(const judge_unit *unit, double bound, double kappa);

/* The largest bound kappa with which a step of this scheme may pass: `weakest`.  A splitting has no
 * certificate that could be too weak: kappa is how much the step itself amplifies roundings, and
 * holds for states that are off by at most 2^-11, which is the least that a pass proves
 * (judge.md, 6). */
double judge_weakest(const judge_unit *unit, const slp_scheme *scheme);

#endif
