/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Records of a declared arithmetic.  Private to the contract. */
#ifndef SLP_ORACLE_CASE_EXACT_H
#define SLP_ORACLE_CASE_EXACT_H

#include "oracle/contract/case/case_binary.h"
#include "oracle/contract/number/exact_text.h"

/* Reads the field `key` of a case or a result in the arithmetic a.  SLP_OK, or SLP_INPUT or
 * SLP_MEMORY with *err; then `to` and *exact are empty. */
slp_status slp_exact_field(slp_numbers *to, slp_exact **exact, slp_span text,
                           const slp_arithmetic *a, const slp_fields *f, const char *key,
                           slp_error *err);
/* slp_case_parse, of which a case that names no arithmetic is in a (NULL: binary64), and one that
 * names another is refused.  A tolerance of a becomes the case's.  The check word is not looked
 * at (slp_sum_check).  As slp_case_read and slp_result_parse do otherwise. */
slp_status slp_case_read_in(slp_case *c, const char *line, size_t number, const slp_arithmetic *a,
                            slp_error *err);
slp_status slp_result_read_in(slp_result *r, const char *line, size_t number,
                              const slp_arithmetic *a, slp_error *err);
/* The same of a frame of the binary form, whose lists are numbers already. */
slp_status slp_case_read_frame(slp_case *c, slp_frame *frame, size_t number,
                               const slp_arithmetic *a, slp_error *err);
slp_status slp_result_read_frame(slp_result *r, slp_frame *frame, size_t number,
                                 const slp_arithmetic *a, slp_error *err);

#endif
