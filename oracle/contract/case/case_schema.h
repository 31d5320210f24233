/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Checks of parameters that systems use in their `shape` and `member` functions.  Each returns
 * SLP_OK; or SLP_INPUT, and *err has the case's line and id, the key as field, and a remedy. */
#ifndef SLP_ORACLE_CASE_SCHEMA_H
#define SLP_ORACLE_CASE_SCHEMA_H

#include "oracle/contract/case/case.h"
#include "oracle/contract/number/float_rules.h"

/* Parameter `key` has exactly `count` numbers; `of` says why, for example "d = n(n-1)/2".  A case
 * without this parameter passes. */
slp_status slp_expect_count(slp_error *err, const slp_case *c, const char *key, size_t count,
                            const char *of);
/* Parameter `key` has a multiple of `unit` numbers, `of` says what each group is.  A case without
 * this parameter passes. */
slp_status slp_expect_groups(slp_error *err, const slp_case *c, const char *key, size_t unit,
                             const char *of);
/* Every number of `key` is > 0. */
slp_status slp_expect_positive(slp_error *err, const slp_case *c, const char *key);
/* Every number of `key` differs from 0. */
slp_status slp_expect_nonzero(slp_error *err, const slp_case *c, const char *key);
/* `key` is one integer in lo..hi, stored in *value.  If the case does not give it, *value stays. */
slp_status slp_expect_integer(size_t *value, slp_error *err, const slp_case *c, const char *key,
                              size_t lo, size_t hi);
/* The trace of an element of su(n) with n^2 coordinates is 0 up to rounding.  x[0..n-1] are the n
 * imaginary diagonal parts: |sum of them| <= 2 n^2 u max|x|, u = 2^-53 or the unit of the case's
 * arithmetic if that is narrower (derived in case_schema.c). */
slp_status slp_expect_trace_free(slp_error *err, const slp_case *c, const double *x, size_t n);

#endif
