/* Hamiltonians that are polynomials, inside the binary64 path: their terms as
 * fast/system/polynomial.c sorts them, and the plain sums of many vectors
 * (fast/system/polynomial_plain.c). */
#ifndef SLP_FAST_POLYNOMIAL_H
#define SLP_FAST_POLYNOMIAL_H

#include "fast/system/own_algebra.h"
#include "fast/system/system.h"
#include "fast/vector/twofold.h"
#include "oracle/contract/terms.h"

#include <stdint.h>

/* Brackets have terms of two Hamiltonians' degrees less one. */
enum { FAST_POLYNOMIAL_DEGREE = 2 * SLP_MAX_DEGREE - 1 };

/* One term of a Hamiltonian, with its coordinates counted from 0 and in ascending order.  k: that
 * of H_k; of the bracket of the noises i < j one behind them, row by row. */
typedef struct summand {
    /* the coefficient is (c + low) 2^exponent; low and exponent are 0 except in brackets, where
     * products of two coefficients may be no binary64 numbers */
    double c, low;
    int exponent;
    uint32_t k, degree, at[FAST_POLYNOMIAL_DEGREE];
    uint32_t factor; /* of a splitting */
} summand;

/* One term of a row: `power` times the coefficient `monomial` times `count` coordinates, those of
 * `factors` from `first` on. */
typedef struct row_term {
    size_t first;
    uint32_t monomial, power, count;
    int exponent; /* times 2^exponent */
} row_term;

typedef struct fast_polynomial_plain fast_polynomial_plain;

typedef struct fast_polynomial {
    fast_own_algebra on;
    size_t M;
    size_t factor_count; /* of a splitting; SIZE_MAX: the terms have no exact flows */
    size_t summands, monomials;
    summand *summand;  /* sorted: equal monomials one after the other, and H_0 first in each */
    size_t *start;     /* monomials + 1: where the summands of a monomial begin */
    size_t *row;       /* d + 1: where the terms of a row begin */
    row_term *term;    /* row by row */
    uint32_t *factors; /* coordinates of the terms of rows */
    fast_polynomial_plain *plain; /* NULL: all sums are twofold */
} fast_polynomial;

/* Adds the terms of the brackets of `noises` Hamiltonians to own->summand, in any order.  SLP_OK;
 * SLP_MEMORY.  fast/system/polynomial_brackets.c. */
slp_status fast_polynomial_add_brackets(fast_polynomial *own, size_t noises);

/* own->factor_count, and the factor of each summand, or UINT32_MAX for none.  They stand in the
 * order of the case.  fast/system/polynomial_factors.c. */
void fast_polynomial_find_factors(fast_polynomial *own);
/* True if the coordinates a and b commute. */
bool fast_polynomial_commute(const fast_own_algebra *on, size_t a, size_t b);

/* Up to so many vectors every sum is twofold. */
enum { FAST_POLYNOMIAL_FEW = 16 };

/* own->plain of a polynomial on su(2)^n whose terms are sorted, none of them of brackets; SLP_OK
 * with NULL where its vectors are few or its numbers may overflow.  SLP_MEMORY. */
slp_status fast_polynomial_plain_open(fast_polynomial *own);
void fast_polynomial_plain_clear(fast_polynomial *own);
/* A step's constants, in place of those of polynomial.c. */
size_t fast_polynomial_plain_room(const fast_polynomial *own);
void fast_polynomial_plain_freeze(double *frozen, const fast_polynomial *own, double h,
                                  const double *dW);
/* Of these constants f_k, k = 0, ..., M: h and the increments. */
const double *fast_polynomial_plain_increments(const fast_polynomial *own, const double *frozen);
/* xi = Xi(x) by plain sums. */
void fast_polynomial_plain_sum(double *xi, const fast_polynomial *own, const double *frozen,
                               const double *x);
/* Whether the plain sum stands: of vector i, xi + 3 i; of all of them, whatever it is.  most: the
 * largest |x_i|. */
bool fast_polynomial_plain_stands(const fast_polynomial *own, const double *frozen, double most,
                                  size_t i, const double *xi, bool with_low);
bool fast_polynomial_plain_all_stand(const fast_polynomial *own, const double *frozen, double most);

#endif
