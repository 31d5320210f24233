/* SPDX-License-Identifier: LGPL-3.0-or-later */
// The products of cuBLAS that oracle/ports/cuda uses, on this processor: matrices by columns,
// neither transposed.  In place of NVIDIA's header; see cuda_runtime.h beside it.
#ifndef SLP_TESTS_CUBLAS_V2_H
#define SLP_TESTS_CUBLAS_V2_H

#include "cuda_runtime.h"

#include <stddef.h>
#include <string.h>

enum cublasStatus_t { CUBLAS_STATUS_SUCCESS, CUBLAS_STATUS_INVALID_VALUE = 7 };
enum cublasOperation_t { CUBLAS_OP_N, CUBLAS_OP_T };
typedef int *cublasHandle_t;
struct cuDoubleComplex {
    double x, y;
};

static cublasStatus_t cublasCreate(cublasHandle_t *handle)
{
    *handle = new int(0);
    return CUBLAS_STATUS_SUCCESS;
}
static cublasStatus_t cublasDestroy(cublasHandle_t handle)
{
    delete handle;
    return CUBLAS_STATUS_SUCCESS;
}

static double slp_product(double a, double b)
{
    return a * b;
}
static cuDoubleComplex slp_product(cuDoubleComplex a, cuDoubleComplex b)
{
    return cuDoubleComplex{a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
}
static double slp_sum(double a, double b)
{
    return a + b;
}
static cuDoubleComplex slp_sum(cuDoubleComplex a, cuDoubleComplex b)
{
    return cuDoubleComplex{a.x + b.x, a.y + b.y};
}

// C = alpha A B + beta C; A has m rows and k columns, C m rows and n columns
template <class Number>
static cublasStatus_t slp_gemm(cublasOperation_t transpose_a, cublasOperation_t transpose_b, int m,
                               int n, int k, const Number *alpha, const Number *A, int lda,
                               const Number *B, int ldb, const Number *beta, Number *C, int ldc)
{
    const size_t bytes = sizeof *A;
    if (transpose_a != CUBLAS_OP_N || transpose_b != CUBLAS_OP_N || lda < m || ldb < k || ldc < m ||
        !slp_on_device(A, (size_t)lda * k * bytes) || !slp_on_device(B, (size_t)ldb * n * bytes) ||
        !slp_on_device(C, (size_t)ldc * n * bytes))
        return CUBLAS_STATUS_INVALID_VALUE;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++) {
            Number sum{};
            for (int l = 0; l < k; l++)
                sum = slp_sum(sum, slp_product(A[(size_t)l * lda + i], B[(size_t)j * ldb + l]));
            Number &to = C[(size_t)j * ldc + i]; // as in the BLAS, not read where beta is 0
            const Number zero{}, before = memcmp(beta, &zero, sizeof zero) ? to : zero;
            to = slp_sum(slp_product(*alpha, sum), slp_product(*beta, before));
        }
    return CUBLAS_STATUS_SUCCESS;
}
// matrix k of each list is `stride` numbers after the one before
static cublasStatus_t cublasDgemmStridedBatched(cublasHandle_t, cublasOperation_t ta,
                                                cublasOperation_t tb, int m, int n, int k,
                                                const double *alpha, const double *A, int lda,
                                                long long stride_a, const double *B, int ldb,
                                                long long stride_b, const double *beta, double *C,
                                                int ldc, long long stride_c, int count)
{
    cublasStatus_t status = CUBLAS_STATUS_SUCCESS;
    for (int i = 0; i < count && status == CUBLAS_STATUS_SUCCESS; i++)
        status = slp_gemm(ta, tb, m, n, k, alpha, A + i * stride_a, lda, B + i * stride_b, ldb,
                          beta, C + i * stride_c, ldc);
    return status;
}
static cublasStatus_t cublasZgemm(cublasHandle_t, cublasOperation_t ta, cublasOperation_t tb, int m,
                                  int n, int k, const cuDoubleComplex *alpha,
                                  const cuDoubleComplex *A, int lda, const cuDoubleComplex *B,
                                  int ldb, const cuDoubleComplex *beta, cuDoubleComplex *C, int ldc)
{
    return slp_gemm(ta, tb, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
}

#endif
