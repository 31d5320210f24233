/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Polynomials in a case: a parameter of SLP_PARAM_TERMS is a list of monomials of the Hamiltonians
 * H_0 (the energy) and H_1, ..., H_M (the noises).
 *
 * In text a term is `k:c:i.j...`, the monomial c x_i x_j ... of H_k; coordinates are counted from 1
 * and a power is a repeated index: `0:0x1p-1:3.3` is x_3^2/2 of the energy.  In memory, in
 * slp_case_set and in a frame's list each term is the numbers
 *     k, c, degree, i_1, ..., i_degree
 * one term after the other.  Tested by tests/contract/test_case_polynomial.c. */
#ifndef SLP_ORACLE_TERMS_H
#define SLP_ORACLE_TERMS_H

#include "oracle/contract/case/case_text.h"
#include "oracle/contract/number/float_rules.h"

enum {
    SLP_MAX_DEGREE = 8,
    SLP_TERM_HEAD = 3, /* numbers of a term before its indices */
    /* With Levy areas the noises' terms have at most so many indices in all: fewer than
     * SLP_MAX_BRACKET_INDICES^2 / 2 products of two of them make the brackets. */
    SLP_MAX_BRACKET_INDICES = 1024,
    /* A splitting takes at most so many terms whose c is not 0. */
    SLP_MAX_SPLIT_TERMS = 1024
};

typedef struct slp_term {
    size_t k;                     /* the Hamiltonian: 0 the energy, 1..M the noises */
    double c;                     /* any finite number, 0 among them */
    size_t degree;                /* 1..SLP_MAX_DEGREE */
    size_t index[SLP_MAX_DEGREE]; /* `degree` coordinates of x, here counted from 0, as given */
} slp_term;

/* Reads the term that begins at number *at of a list that slp_case_check or slp_terms_fault has
 * accepted, and moves *at behind it.  True; false at the end of the list.
 *     for (size_t at = 0; slp_terms_next(&term, &at, list, count);) ... */
bool slp_terms_next(slp_term *term, size_t *at, const double *list, size_t count);
/* Writes the term's numbers, and returns how many: SLP_TERM_HEAD + its degree. */
size_t slp_terms_write(double *to, const slp_term *term);
/* What is wrong with a list of `count` numbers: NULL if it is made of terms; else the reason, for
 * a message "item N REASON", and *which = N, the term's number from 1.  d = 0: indices may be any
 * from 1; otherwise at most d. */
const char *slp_terms_fault(size_t *which, const double *list, size_t count, size_t d);
/* The largest k of a list of terms; 0 if it has none. */
size_t slp_terms_noises(const double *list, size_t count);
/* The largest degree of a term of H_k whose c is not 0, over all H_k if k is SIZE_MAX; 0 if there
 * is none. */
size_t slp_terms_degree(const double *list, size_t count, size_t k);

/* Reads text; returns as slp_list_parse does. */
const char *slp_terms_parse(slp_numbers *to, size_t *which, slp_span text);
/* Prints terms as slp_terms_parse reads them, with `between` between two of them (in text ",");
 * numbers that are no terms are printed so that they are refused. */
void slp_terms_print(FILE *to, const double *list, size_t count, const char *between);
/* The c of every term of `text`, which slp_terms_parse has accepted, as a list of numbers: a copy
 * to be freed; NULL if memory is refused. */
char *slp_terms_coefficients(slp_span text);
/* The c of the i-th term of a list, counted from 0; NULL past the end. */
double *slp_terms_coefficient(const slp_numbers *list, size_t i);
/* The c of every term of a list into `to`, and how many; `to` may be NULL. */
size_t slp_terms_get_coefficients(double *to, const double *list, size_t count);
/* Sets the c of every term from numbers: as many as there are terms. */
void slp_terms_set_coefficients(double *list, size_t count, const double *c);

#endif
