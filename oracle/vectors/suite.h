/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A suite in memory, and the writers of its files.  Internal to oracle/vectors. */
#ifndef SLP_ORACLE_VECTORS_SUITE_H
#define SLP_ORACLE_VECTORS_SUITE_H

#include "oracle/vectors/bits.h"
#include "oracle/vectors/flags.h"
#include "oracle/vectors/vectors.h"

/* A vector of bits.  An answer passes if it has the same bits. */
typedef struct vectors_bits {
    char id[SLP_MAX_ID];
    slp_bits_kind kind;
    slp_bits_key key;
    const slp_case *c; /* of an ensemble; one of suite.models */
    size_t count;
    double *at;
} vectors_bits;

enum { VECTORS_MODELS = 3 };

typedef struct vectors_suite {
    const slp_vectors_order *order;
    vectors_step *steps;
    vectors_bits *bits;
    size_t count, bits_count;
    slp_case *models[VECTORS_MODELS];
} vectors_suite;

/* Draws and computes the suite.  Statuses of slp_vectors_write. */
slp_status vectors_draw(vectors_suite *suite, slp_vectors_tally *tally,
                        const slp_vectors_order *order, slp_error *err);
/* The suite's vectors of bits: from the seed alone. */
slp_status vectors_draw_bits(vectors_suite *suite, slp_error *err);
/* The arithmetic of the suite: binary64 where the order names none. */
const slp_arithmetic *vectors_arithmetic(const vectors_suite *suite);
void vectors_suite_clear(vectors_suite *suite);

/* Each writes one file.  They print numbers as the exchange format does, so that the bytes do not
 * depend on the C library. */
void vectors_write_lines(FILE *to, const vectors_suite *suite);
void vectors_write_json(FILE *to, const vectors_suite *suite);
void vectors_write_header(FILE *to, const vectors_suite *suite);
void vectors_write_binary(FILE *to, const vectors_suite *suite);

#endif
