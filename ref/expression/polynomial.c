/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Sums and products of polynomials with exact fractions.  Monomials are appended, and sorted and
 * added up when an operation needs them in order. */
#include "ref/expression/polynomial.h"

#include <stdlib.h>
#include <string.h>

void ref_polynomial_clear(polynomial *p)
{
    for (size_t i = 0; i < p->count; i++) mpq_clear(p->at[i].c);
    free(p->at);
    *p = (polynomial){NULL, 0, 0, false};
}

static polynomial_fault make_capacity(polynomial *p, size_t count)
{
    if (count > 4 * (size_t)POLYNOMIAL_MOST) return POLYNOMIAL_SIZE;
    if (count <= p->capacity) return POLYNOMIAL_OK;
    size_t capacity = p->capacity ? p->capacity : 4;
    while (capacity < count) capacity *= 2;
    monomial *more = realloc(p->at, capacity * sizeof *more);
    if (!more) return POLYNOMIAL_MEMORY;
    p->at = more;
    p->capacity = capacity;
    return POLYNOMIAL_OK;
}

static int compare(const monomial *a, const monomial *b)
{
    if (a->degree != b->degree) return a->degree < b->degree ? -1 : 1;
    for (uint32_t i = 0; i < a->degree; i++)
        if (a->at[i] != b->at[i]) return a->at[i] < b->at[i] ? -1 : 1;
    return 0;
}

static int compare_places(const void *a, const void *b)
{
    return compare(a, b);
}

void ref_polynomial_sort(polynomial *p)
{
    size_t kept = 0;
    if (p->in_order) return;
    if (p->count) qsort(p->at, p->count, sizeof *p->at, compare_places);
    for (size_t i = 0; i < p->count;) {
        size_t next = i + 1;
        for (; next < p->count && compare(p->at + i, p->at + next) == 0; next++) {
            mpq_add(p->at[i].c, p->at[i].c, p->at[next].c);
            mpq_clear(p->at[next].c);
        }
        if (mpq_sgn(p->at[i].c) == 0)
            mpq_clear(p->at[i].c);
        else
            p->at[kept++] = p->at[i]; /* the fraction moves with its monomial */
        i = next;
    }
    p->count = kept;
    p->in_order = true;
}

polynomial_fault ref_polynomial_add_monomial(polynomial *p, const mpq_t c, uint32_t i)
{
    const polynomial_fault fault = make_capacity(p, p->count + 1);
    if (fault) return fault;
    monomial *m = p->at + p->count++;
    mpq_init(m->c);
    mpq_set(m->c, c);
    m->degree = i != 0;
    if (i) m->at[0] = i;
    p->in_order = false;
    return POLYNOMIAL_OK;
}

/* A sum of many parts is sorted only when its length has doubled: the time stays of the order of a
 * sort, the memory twice that of the sum. */
polynomial_fault ref_polynomial_add(polynomial *p, polynomial *q, int sign)
{
    if (p->count + q->count > p->capacity && !p->in_order) ref_polynomial_sort(p);
    const polynomial_fault fault = make_capacity(p, p->count + q->count);
    if (fault) return fault;
    for (size_t i = 0; i < q->count; i++)
        if (sign < 0) mpq_neg(q->at[i].c, q->at[i].c);
    if (q->count) memcpy(p->at + p->count, q->at, q->count * sizeof *q->at);
    p->count += q->count;
    p->in_order = p->in_order && q->count == 0;
    free(q->at);
    *q = (polynomial){NULL, 0, 0, false};
    return p->count > POLYNOMIAL_MOST && (ref_polynomial_sort(p), p->count > POLYNOMIAL_MOST)
               ? POLYNOMIAL_SIZE
               : POLYNOMIAL_OK;
}

static polynomial_fault check_digits(const mpq_t c)
{
    return mpz_size(mpq_numref(c)) > POLYNOMIAL_LIMBS || mpz_size(mpq_denref(c)) > POLYNOMIAL_LIMBS
               ? POLYNOMIAL_DIGITS
               : POLYNOMIAL_OK;
}

/* The coordinates of a and b, in ascending order. */
static void merge(monomial *to, const monomial *a, const monomial *b)
{
    uint32_t i = 0, j = 0;
    to->degree = a->degree + b->degree;
    for (uint32_t k = 0; k < to->degree; k++)
        to->at[k] =
            j == b->degree || (i < a->degree && a->at[i] <= b->at[j]) ? a->at[i++] : b->at[j++];
}

polynomial_fault ref_polynomial_multiply(polynomial *p, polynomial *q)
{
    polynomial product = {NULL, 0, 0, false};
    ref_polynomial_sort(p);
    ref_polynomial_sort(q);
    polynomial_fault fault = POLYNOMIAL_OK;
    /* in order, the last monomial has the highest degree */
    if (p->count && q->count &&
        p->at[p->count - 1].degree + q->at[q->count - 1].degree > SLP_MAX_DEGREE)
        fault = POLYNOMIAL_DEGREE;
    else if (q->count && p->count > 4 * (size_t)POLYNOMIAL_MOST / q->count)
        fault = POLYNOMIAL_SIZE;
    else
        fault = make_capacity(&product, p->count * q->count);
    for (size_t i = 0; !fault && i < p->count; i++)
        for (size_t j = 0; !fault && j < q->count; j++) {
            monomial *m = product.at + product.count++;
            mpq_init(m->c);
            mpq_mul(m->c, p->at[i].c, q->at[j].c);
            if (check_digits(m->c)) fault = POLYNOMIAL_DIGITS;
            merge(m, p->at + i, q->at + j);
        }
    ref_polynomial_sort(&product);
    ref_polynomial_clear(p);
    *p = product;
    return fault || product.count <= POLYNOMIAL_MOST ? fault : POLYNOMIAL_SIZE;
}

polynomial_fault ref_polynomial_scale(polynomial *p, const mpq_t c)
{
    polynomial_fault fault = POLYNOMIAL_OK;
    for (size_t i = 0; i < p->count && !fault; i++) {
        mpq_mul(p->at[i].c, p->at[i].c, c);
        fault = check_digits(p->at[i].c);
    }
    if (mpq_sgn(c) == 0) p->in_order = false;
    return fault;
}

bool ref_polynomial_constant(mpq_t c, polynomial *p)
{
    ref_polynomial_sort(p);
    if (p->count > 1 || (p->count == 1 && p->at[0].degree)) return false;
    if (p->count)
        mpq_set(c, p->at[0].c);
    else
        mpq_set_ui(c, 0, 1);
    return true;
}
