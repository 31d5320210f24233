/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What a measurement came to, as lines of text, and whether two such texts say the same. */
#ifndef SLP_TESTS_RECORDED_H
#define SLP_TESTS_RECORDED_H

#include "reports/claims/claim.h"

/* How often progress was reported, and the sum of the fractions. */
typedef struct heard {
    size_t often;
    double sum;
} heard;

/* Prints counts, progress, witness, series and values of a measurement of this status, a line each.
 */
void recorded_print(FILE *to, slp_status status, const slp_error *err, const slp_measurement *m,
                    const slp_quantity *quantity, const heard *progress);
/* The line before the others where the BLAS was called. */
#define RECORDED_BLAS "blas\n"
/* Do a line found and a line on record agree?  By the rules of tests/claims/test_claim_recorded.c;
 * rounded: what roundings add up to; by_blas: the measurement called the BLAS. */
bool recorded_agree(const char *found, const char *record, bool rounded, bool by_blas);

#endif
