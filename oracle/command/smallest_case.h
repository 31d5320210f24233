/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The smallest failing cases of `slp judge`: found by asking a port again, or only named. */
#ifndef SLP_ORACLE_SMALLEST_CASE_H
#define SLP_ORACLE_SMALLEST_CASE_H

#include "oracle/judge/stream.h"
#include "props/smaller/smaller.h"

typedef struct slp_smallest {
    const char *port; /* a command; NULL: none is asked */
    double seconds;   /* that it may take for one answer */
    uint64_t questions;
    const slp_arithmetic *arithmetic; /* in which it computes; NULL: as its cases say */
    prop_failures *failures;
} slp_smallest;

/* Collects failures of the stream in *smallest, which lives as long as the stream. */
void slp_smallest_begin(slp_smallest *smallest, judge_stream *run);
/* Says on standard error, and in the stream's file of JUnit, which the smallest failing cases are;
 * nothing if nothing failed. */
void slp_smallest_end(slp_smallest *smallest, judge_stream *run);

#endif
