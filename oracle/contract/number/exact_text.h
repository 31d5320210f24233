/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Numbers of a declared arithmetic: read to all their bits. */
#ifndef SLP_ORACLE_EXACT_TEXT_H
#define SLP_ORACLE_EXACT_TEXT_H

#include "oracle/contract/number/arithmetic.h"
#include "oracle/contract/number/exact.h"
#include "oracle/contract/number/number.h"

enum { SLP_EXACT_FAULT = 240 };

/* Reads a list of numbers of `a`, which is not binary64.  A hex float must be a number of a.  A
 * decimal stands for the number of a that prints as it with as many digits, and must be one.
 *   to     the nearest doubles; a number beyond double is +-DBL_MAX or +-2^-1074
 *   exact  NULL if every number is a double
 *   item   the number of the wrong item, from 1; fault: what is wrong with it, and the remedy
 * SLP_OK; SLP_INPUT with item and fault, or SLP_MEMORY, and `to` and *exact are empty.
 * Tested by tests/contract/test_case_exact.c. */
slp_status slp_exact_list(slp_numbers *to, slp_exact **exact, slp_span text,
                          const slp_arithmetic *a, size_t *item, char fault[SLP_EXACT_FAULT]);
/* Whether each number that is finite is one of `a`; *item is the first that is none, from 1. */
bool slp_exact_fits(size_t *item, const double *at, const slp_exact *exact, size_t count,
                    const slp_arithmetic *a);
/* True if one of the numbers that slp_list_parse read from this text may have been rounded: it is a
 * decimal, or has more bits than a double. */
bool slp_is_rounded(slp_span list, const slp_numbers *read);

#endif
