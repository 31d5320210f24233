/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A suite of vectors: steps with their exact answers and the radius that passes, frozen in files,
 * for programs that cannot be asked over a pipe.  oracle/vectors/vectors.md derives the radius and
 * describes the files. */
#ifndef SLP_ORACLE_VECTORS_H
#define SLP_ORACLE_VECTORS_H

#include "oracle/contract/number/arithmetic.h"
#include "oracle/contract/case/pair_choice.h"

/* The version of the files' form: every file says it, and a reader refuses others. */
enum { SLP_VECTORS_FORM = 1 };

typedef struct slp_vectors_order {
    slp_pair_choice choice; /* of the pairs that can be drawn and that the reference has */
    /* that ports compute in, not wider than binary64; NULL: binary64 */
    const slp_arithmetic *arithmetic;
    uint64_t count, seed;
    unsigned threads;    /* 0: one */
    const char *command; /* written into the files */
    const char *folder;  /* made if it is not there; its parent must be */
} slp_vectors_order;

/* What a suite holds, and what was drawn and left out. */
typedef struct slp_vectors_tally {
    uint64_t drawn, edges, bits;                    /* cases; edge classes; bits of noise */
    uint64_t no_certificate, weak, slow, undecided; /* left out: vectors.md, section 4 */
    size_t systems, pairs;                          /* of which there is a vector */
    uint64_t bytes[5];                              /* of vectors.txt, .json, .h, .bin, MANIFEST */
    const char *about;                              /* the file that err is about, or NULL */
    double seconds;                                 /* of computing, not of writing */
} slp_vectors_tally;

/* Draws, computes and writes a suite.  The files have the same bytes for any number of threads, on
 * every machine.  Each file is written beside and renamed; MANIFEST last.  SLP_OK; SLP_INPUT with
 * *err: no such pair, too few of the drawn cases have a proof, or a file cannot be written. Tested
 * by tests/vectors/test_vectors.sh. */
slp_status slp_vectors_write(slp_vectors_tally *tally, const slp_vectors_order *order,
                             slp_error *err);

#endif
