/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The algebras on which a program or a case gives Hamiltonians of its own: their words in text,
 * their sizes and their coordinates.  The order of the coordinates and the pairing are described in
 * oracle/contract/case/case.h, "A user's system". */
#ifndef SLP_ORACLE_ALGEBRA_KIND_H
#define SLP_ORACLE_ALGEBRA_KIND_H

#include "oracle/contract/case/case.h"
#include "oracle/contract/number/float_rules.h"

typedef struct slp_algebra_kind {
    slp_algebra algebra;
    const char *word;   /* in text: "so3" */
    const char *symbol; /* in messages: "so(3)" */
    size_t least, most; /* its sizes; both 0: it has no size */
} slp_algebra_kind;

/* The i-th, in the order of SLP_ALGEBRA_WORDS; NULL past the end. */
const slp_algebra_kind *slp_algebra_kind_at(size_t i);
/* The kind of this algebra; NULL if no Hamiltonians are given on it. */
const slp_algebra_kind *slp_algebra_kind_of(slp_algebra algebra);
/* The words of all kinds, as a schema of SLP_PARAM_WORD has them.
 * Tested by tests/contract/test_case_polynomial.c. */
#define SLP_ALGEBRA_WORDS "so3 se3 plane su2 so su sp"

/* d, how many coordinates there are; n is not read where the algebra has no size. */
size_t slp_algebra_coordinates(slp_algebra algebra, size_t n);
/* True if the coordinates a and b, counted from 0, have the bracket 0: <x, [e_a, e_b]> = 0 for all
 * x, e_a the element whose coordinate a is 1 and all others 0.  False on algebras without a kind.
 * Tested by tests/ref/test_ref_polynomial.c. */
bool slp_coordinates_commute(slp_algebra algebra, size_t n, size_t a, size_t b);
/* What a 3-vector of the system's state is: "spin", "vortex", "vector". */
const char *slp_vector_word(const slp_system *system);
/* text = what coordinate i of d is, counted from 0, of a state or, with `generator`, of a
 * generator: "spin 2, x", "entry (0,1), imaginary part", "Gamma_3", "coordinate 2".  Rows are
 * counted as on the manual's page on systems.  Tested by tests/contract/test_coordinate_name.c. */
enum { SLP_COORDINATE_CHARS = 64 };
void slp_coordinate_name(char text[SLP_COORDINATE_CHARS], const slp_system *system, size_t d,
                         bool generator, size_t i);
/* SLP_OK if n is a size of this kind, which has sizes; SLP_INPUT with *err, which names `field`. */
slp_status slp_algebra_size_check(slp_error *err, size_t line, const char *id, const char *field,
                                  const slp_algebra_kind *kind, size_t n);

#endif
