/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Polynomials with exact fractions as coefficients, for expressions. */
#ifndef SLP_REF_POLYNOMIAL_H
#define SLP_REF_POLYNOMIAL_H

#include "oracle/contract/case/terms.h"

#include <gmp.h>

/* c x_i1 x_i2 ..., coordinates from 1 in ascending order */
typedef struct monomial {
    mpq_t c;
    uint32_t degree, at[SLP_MAX_DEGREE];
} monomial;

typedef struct polynomial {
    monomial *at;
    size_t count, capacity;
    bool in_order; /* ascending, no monomial twice, no coefficient 0 */
} polynomial;

typedef enum polynomial_fault {
    POLYNOMIAL_OK = 0,
    POLYNOMIAL_MEMORY,
    POLYNOMIAL_DEGREE, /* above SLP_MAX_DEGREE */
    POLYNOMIAL_SIZE,   /* more than POLYNOMIAL_MOST monomials */
    POLYNOMIAL_DIGITS  /* a coefficient of more than POLYNOMIAL_LIMBS machine words */
} polynomial_fault;

enum { POLYNOMIAL_MOST = 1 << 20, POLYNOMIAL_LIMBS = 1024 };

/* A polynomial that is 0 is {0}; clear frees what it holds and makes it 0. */
void ref_polynomial_clear(polynomial *p);
/* p += c x_i, or c if i = 0. */
polynomial_fault ref_polynomial_add_monomial(polynomial *p, const mpq_t c, uint32_t i);
/* p += sign q, and q becomes 0; sign is 1 or -1. */
polynomial_fault ref_polynomial_add(polynomial *p, polynomial *q, int sign);
/* p *= q; q is brought in order.  On a fault p is 0. */
polynomial_fault ref_polynomial_multiply(polynomial *p, polynomial *q);
/* p *= c */
polynomial_fault ref_polynomial_scale(polynomial *p, const mpq_t c);
/* Brings p in order. */
void ref_polynomial_sort(polynomial *p);
/* True if p, which is brought in order, is a constant, and then *c (initialised) is its value. */
bool ref_polynomial_constant(mpq_t c, polynomial *p);

#endif
