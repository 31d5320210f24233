/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The names of a BLAS for the loops of fast/plain, as far as fast/ uses them.  Matrices by columns
 * and transposed ones have no name here, so a call of that kind does not compile. */
#ifndef SLP_FAST_PLAIN_CBLAS_H
#define SLP_FAST_PLAIN_CBLAS_H

#include "fast/plain/plain.h"

typedef enum CBLAS_ORDER { CblasRowMajor = 101 } CBLAS_ORDER;
typedef enum CBLAS_TRANSPOSE { CblasNoTrans = 111 } CBLAS_TRANSPOSE;

/* C = A B.  fast/ gives alpha = 1 and beta = 0 in every call; a test holds that. */
static inline void cblas_dgemm(CBLAS_ORDER order, CBLAS_TRANSPOSE a_is, CBLAS_TRANSPOSE b_is,
                               int rows, int columns, int n, double alpha, const double *a, int la,
                               const double *b, int lb, double beta, double *c, int lc)
{
    (void)order, (void)a_is, (void)b_is, (void)alpha, (void)beta;
    fast_plain_product(c, (size_t)lc, a, (size_t)la, b, (size_t)lb, (size_t)rows, (size_t)columns,
                       (size_t)n);
}

static inline void cblas_sgemm(CBLAS_ORDER order, CBLAS_TRANSPOSE a_is, CBLAS_TRANSPOSE b_is,
                               int rows, int columns, int n, float alpha, const float *a, int la,
                               const float *b, int lb, float beta, float *c, int lc)
{
    (void)order, (void)a_is, (void)b_is, (void)alpha, (void)beta;
    fast_plain_product32(c, (size_t)lc, a, (size_t)la, b, (size_t)lb, (size_t)rows, (size_t)columns,
                         (size_t)n);
}

#endif
