/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Whether the cases that stand among the answers are those that were written: by the check words of
 * their lines (oracle/FORMAT.md, "Check words").  Internal to the judge. */
#ifndef SLP_ORACLE_JUDGE_ECHO_H
#define SLP_ORACLE_JUDGE_ECHO_H

#include "oracle/contract/case/case_sum.h"

/* Zeros at first. */
typedef struct judge_echo {
    uint64_t cases;   /* lines of cases */
    slp_sums came;    /* of them with a check word */
    slp_sums said;    /* what last lines say, added; the count at most UINT64_MAX */
    uint64_t changed; /* whose check word is wrong */
    bool ended;       /* there are no further lines */
} judge_echo;

/* Counts a line. */
void judge_echo_add(judge_echo *e, const slp_sum *sum);
/* How many lines are known to be missing: 0 before the end, and where no line has a check word.
 * Without a last line it is missing itself. */
uint64_t judge_echo_missing(const judge_echo *e);
/* True if as many lines came as there should be, each with its word, and the sum of all differs. */
bool judge_echo_differs(const judge_echo *e);
enum { JUDGE_ECHO_CHARS = 240 };
/* What is missing or differs, in words; "" if nothing is known to. */
void judge_echo_fault(char text[JUDGE_ECHO_CHARS], const judge_echo *e);
/* "cases as echoed", "3 of 9 cases as echoed": those without a check word; "" if there are none. */
void judge_echo_trust(char text[JUDGE_ECHO_CHARS], const judge_echo *e);

#endif
