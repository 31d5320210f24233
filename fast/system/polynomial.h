/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Hamiltonians that are polynomials, inside the binary64 path: their terms as
 * fast/system/polynomial.c sorts them, and the plain sums of many vectors
 * (fast/system/polynomial_plain.c). */
#ifndef SLP_FAST_POLYNOMIAL_H
#define SLP_FAST_POLYNOMIAL_H

#include "fast/system/own_algebra.h"
#include "fast/system/system.h"
#include "fast/vector/twofold.h"
#include "oracle/contract/case/terms.h"

#include <stdint.h>

/* Brackets have terms of two Hamiltonians' degrees less one. */
enum { FAST_POLYNOMIAL_DEGREE = 2 * SLP_MAX_DEGREE - 1 };

/* One term of a Hamiltonian, with its coordinates counted from 0 and in ascending order.  k: that
 * of H_k; of the bracket of the noises i < j one behind them, row by row. */
typedef struct summand {
    /* the coefficient is (c + low) 2^exponent / over; low and exponent are 0 except in brackets,
     * where products of two coefficients may be no binary64 numbers */
    double c, low, over;
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

/* A monomial of degree 1 or 2 whose coefficients have neither low part nor exponent: its first
 * summand, times the power, how many there are, and the one or two terms of rows that it gives. */
typedef struct affine_monomial {
    double c, over;
    uint32_t k, summands, place[2];
} affine_monomial;

typedef struct fast_polynomial fast_polynomial;
typedef struct fast_polynomial_plain fast_polynomial_plain;

/* A factor of a splitting: where its summands, and the vectors that it moves on su(2)^n, begin in
 * own->in_factor and own->moved; its only coordinate, or SIZE_MAX; whether its coordinates are all
 * of the second vector of se(3). */
typedef struct fast_polynomial_factor {
    size_t first, first_moved, axis;
    bool pulls;
} fast_polynomial_factor;

/* Twofold sums, compiled for one instruction set. */
typedef struct fast_polynomial_sums {
    /* p F_m of each term of a row, high and low */
    void (*freeze)(double *frozen, const fast_polynomial *own, double h, const double *dW);
    /* xi_i + xi_low_i = Xi_i(x) for the rows from <= i < to; xi_low may be NULL. */
    void (*rows)(double *xi, double *xi_low, const fast_polynomial *own, const double *frozen,
                 const double *x, size_t from, size_t to);
    /* xi + low += the gradient of a factor over the weights, x the state and h, dW the step's */
    void (*add_factor)(double *xi, double *low, const fast_polynomial *own,
                       const fast_polynomial_factor *of, double h, const double *dW,
                       const double *x);
} fast_polynomial_sums;

extern const fast_polynomial_sums fast_polynomial_sums_portable, fast_polynomial_sums_avx2;
/* Those that this processor has. */
const fast_polynomial_sums *fast_polynomial_sums_here(void);

struct fast_polynomial {
    fast_own_algebra on;
    size_t M;
    size_t factor_count;            /* of a splitting; SIZE_MAX: the terms have no exact flows */
    fast_polynomial_factor *factor; /* factor_count + 1, NULL without factors */
    size_t *in_factor, *moved;
    size_t summands, monomials;
    size_t capacity;  /* summands that there is memory for */
    bool refused;     /* memory for a summand */
    summand *summand; /* sorted: equal monomials one after the other, and H_0 first in each */
    size_t *start;    /* monomials + 1: where the summands of a monomial begin */
    size_t *row;      /* d + 1: where the terms of a row begin */
    size_t *simple;   /* 2 d: those of row i with one coordinate and exponent 0 begin at simple[2 i]
                        * and end before simple[2 i + 1] */
    row_term *term;   /* row by row */
    size_t *place;    /* the terms of rows, monomial by monomial */
    uint32_t *column; /* of each term of a row: its first coordinate */
    uint32_t *factors;       /* coordinates of the terms of rows */
    affine_monomial *affine; /* where all monomials are such; NULL otherwise */
    bool weighted;           /* some w_i is not 1 */
    const fast_polynomial_sums *sums;
    fast_polynomial_plain *plain; /* NULL: all sums are twofold */
};

extern const fast_system_table fast_system_polynomial;

/* Systems that are their Hamiltonians' terms.  The `open` of such a system checks its parameters,
 * then gives the terms one by one; all else is fast/system/polynomial.c, whose table the system
 * then has.
 * begin: opens the algebra of d coordinates, on su(2)^n with weights 1.  SLP_OK; SLP_MEMORY. */
slp_status fast_terms_begin(fast_system *sys, slp_algebra kind, size_t n, size_t d);
/* One more term of H_k, k = 0 the energy: c x_i x_j, or c x_i for j = SIZE_MAX; c x_i^2/(2 over).
 * A term with c = 0 is left out.  factor: of a splitting, SIZE_MAX for none.  Memory that is
 * refused shows in `end`. */
void fast_term(fast_system *sys, size_t k, size_t factor, double c, size_t i, size_t j);
void fast_square(fast_system *sys, size_t k, size_t factor, double c, double over, size_t i);
/* After all terms; M noises.  factors: of a splitting, SIZE_MAX if it has none.  areas: the case
 * has some.  SLP_OK; SLP_MEMORY. */
slp_status fast_terms_end(fast_system *sys, size_t M, size_t factors, bool areas);

/* True if no moment of inertia is 0; false, with err. */
bool fast_moments_turn(const double *inertia, size_t count, const slp_case *c, slp_error *err);

/* own->summand gets one more.  SLP_OK; SLP_MEMORY. */
slp_status fast_polynomial_append(fast_polynomial *own, const summand *s);

/* f_k times the coefficient of a summand, whose exponent is 0 */
static inline twofold fast_summand_part(const summand *of, double h, const double *dW)
{
    const double f = of->k ? dW[of->k - 1] : h;
    const twofold part =
        of->low != 0 ? twofold_scale((twofold){of->c, of->low}, f) : twofold_product(of->c, f);
    return of->over == 1 ? part : twofold_over(part, (twofold){of->over, 0});
}

/* Adds the terms of the brackets of `noises` Hamiltonians to own->summand, in any order.  SLP_OK;
 * SLP_MEMORY.  fast/system/polynomial_brackets.c. */
slp_status fast_polynomial_add_brackets(fast_polynomial *own, size_t noises);

/* own->factor_count, and the factor of each summand, or UINT32_MAX for none.  They stand in the
 * order of the case.  fast/system/polynomial_factors.c. */
void fast_polynomial_find_factors(fast_polynomial *own);
/* own->factor, in_factor and moved of the summands as they stand now.  SLP_OK; SLP_MEMORY. */
slp_status fast_polynomial_list_factors(fast_polynomial *own);
/* fast_system_table.factor of these systems; work has 4 d numbers more than the algebra needs. */
void fast_polynomial_flow(double *x, const fast_system *sys, size_t k, double weight, double h,
                          const double *dW, double *work);
/* True if the coordinates a and b commute. */
bool fast_polynomial_commute(const fast_own_algebra *on, size_t a, size_t b);

/* Up to so many vectors every sum is twofold. */
enum { FAST_POLYNOMIAL_FEW = 16 };

/* own->plain of a polynomial on su(2)^n whose terms are sorted, none of them of brackets; SLP_OK
 * with NULL where its vectors are few or its numbers may overflow.  SLP_MEMORY. */
slp_status fast_polynomial_plain_open(fast_polynomial *own);
void fast_polynomial_plain_clear(fast_polynomial *own);
/* A step's constants, in place of those of polynomial.c. */
size_t fast_polynomial_plain_work_size(const fast_polynomial *own);
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
