/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What the noise and the ensemble kernels must reproduce bit for bit. */
#ifndef SLP_ORACLE_VECTORS_BITS_H
#define SLP_ORACLE_VECTORS_BITS_H

#include "oracle/contract/case/case.h"

typedef enum slp_bits_kind {
    SLP_BITS_WORDS,      /* four words of 32 bits of Philox, as numbers */
    SLP_BITS_NORMALS,    /* a pair of normals */
    SLP_BITS_INCREMENTS, /* an increment, truncated if ell > 0 */
    SLP_BITS_ENSEMBLE,   /* the state of a path of an ensemble after some steps */
    SLP_BITS_KIND_COUNT
} slp_bits_kind;

/* Where one value stands. */
typedef struct slp_bits_key {
    uint64_t seed, path, node;
    uint32_t channel, level;
    double h, ell;      /* increments and ensembles; ell <= 0: not truncated */
    uint64_t steps;     /* ensembles: steps made, from level 0's node `node` on */
    const char *scheme; /* ensembles; NULL: the one that they use */
} slp_bits_key;

/* "words", "normals", "increments", "ensemble"; NULL beyond. */
const char *slp_bits_word(int kind);
/* How many numbers slp_bits writes: 4, 2, 1; of an ensemble c->d. */
size_t slp_bits_count(slp_bits_kind kind, const slp_case *c);
/* The numbers of this key.  c: of an ensemble, the system, its parameters, h and the first state;
 * else NULL.  SLP_OK; of an ensemble the statuses of fast_ensemble_advance; SLP_INPUT with *err: a
 * key out of range, or a system or scheme without such ensembles.  Tested by
 * tests/vectors/test_noise.sh. */
slp_status slp_bits(double *at, slp_bits_kind kind, const slp_bits_key *key, const slp_case *c,
                    slp_error *err);
/* The numbers, commas between them, each in these quotes: words as whole hex numbers, others as
 * the exchange format has them, which reads both. */
void slp_bits_print_numbers(FILE *to, slp_bits_kind kind, const double *at, size_t count,
                            const char *quote);
/* One line "words seed=1 path=0 channel=0 level=0 node=5 y=0x...,...\n"; `id`: NULL, or the
 * vector's. */
void slp_bits_print(FILE *to, const char *id, slp_bits_kind kind, const slp_bits_key *key,
                    const slp_case *c, const double *at);

#endif
