/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The names of LAPACK for the loops of fast/plain, as far as fast/ uses them.  A call of another
 * kind returns -1, as LAPACK does of an argument that it does not know. */
#ifndef SLP_FAST_PLAIN_LAPACKE_H
#define SLP_FAST_PLAIN_LAPACKE_H

#include "fast/plain/plain.h"

#include <complex.h>

typedef int lapack_int;
typedef double _Complex lapack_complex_double;
enum { LAPACK_COL_MAJOR = 102 };

static inline lapack_int LAPACKE_dgetrf(int order, lapack_int rows, lapack_int columns, double *a,
                                        lapack_int lead, lapack_int *pivot)
{
    if (order != LAPACK_COL_MAJOR || rows != columns) return -1;
    return fast_plain_factor(a, (size_t)lead, pivot, (size_t)rows);
}

static inline lapack_int LAPACKE_zgetrf(int order, lapack_int rows, lapack_int columns,
                                        lapack_complex_double *a, lapack_int lead,
                                        lapack_int *pivot)
{
    if (order != LAPACK_COL_MAJOR || rows != columns) return -1;
    return fast_plain_factor_complex((double *)a, (size_t)lead, pivot, (size_t)rows);
}

static inline lapack_int LAPACKE_dgetrs(int order, char is, lapack_int n, lapack_int columns,
                                        const double *a, lapack_int lead, const lapack_int *pivot,
                                        double *b, lapack_int lead_b)
{
    if (order != LAPACK_COL_MAJOR || is != 'N') return -1;
    fast_plain_solve(b, (size_t)lead_b, a, (size_t)lead, pivot, (size_t)n, (size_t)columns);
    return 0;
}

static inline lapack_int LAPACKE_zgetrs(int order, char is, lapack_int n, lapack_int columns,
                                        const lapack_complex_double *a, lapack_int lead,
                                        const lapack_int *pivot, lapack_complex_double *b,
                                        lapack_int lead_b)
{
    if (order != LAPACK_COL_MAJOR || is != 'N') return -1;
    fast_plain_solve_complex((double *)b, (size_t)lead_b, (const double *)a, (size_t)lead, pivot,
                             (size_t)n, (size_t)columns);
    return 0;
}

/* Eigenvalues only, of a matrix given by its lower triangle.  With works = -1 the three sizes are
 * stored, as LAPACK does. */
static inline lapack_int LAPACKE_zheevd_work(int order, char job, char triangle, lapack_int n,
                                             lapack_complex_double *h, lapack_int lead,
                                             double *lambda, lapack_complex_double *work,
                                             lapack_int works, double *rwork, lapack_int reals,
                                             lapack_int *wholes, lapack_int whole)
{
    if (order != LAPACK_COL_MAJOR || job != 'N' || triangle != 'L' || lead != n) return -1;
    (void)reals, (void)whole;
    if (works == -1) {
        *(double *)work = 1;
        *rwork = 4 * (double)n + 1;
        *wholes = 1;
        return 0;
    }
    fast_plain_eigenvalues(lambda, (double *)h, (size_t)n, rwork);
    return 0;
}

#endif
