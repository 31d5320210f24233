/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A small model of mhd-sphere that shares nothing with fast/: dual numbers Theta + eps W as the
 * matrices [Theta, W; 0, Theta] of twice the size, harmonics by ladders of spin matrices, long
 * double, products written out, rules iterated as they are printed. */
#ifndef SLP_TESTS_DUAL_MODEL_H
#define SLP_TESTS_DUAL_MODEL_H

#include <complex.h>
#include <stddef.h>

typedef long double complex dual_entry;

typedef struct dual_model {
    size_t n, shell;
    long double amp, *harmonics; /* A_lm: entries k = 0..n-1-m at [((l n) + m) n + k] */
} dual_model;

/* `shell` = n: no noise.  Fails the test if memory is refused. */
void dual_model_open(dual_model *m, size_t n, double amp, size_t shell);
void dual_model_close(dual_model *m);
/* The unit eigenvector of degree l on superdiagonal m, up to its sign. */
const long double *dual_model_harmonic(const dual_model *m, size_t l, size_t order);

/* Block matrices have (2n)^2 entries: [plain, with_eps; 0, plain].  Each part has n^2 coordinates,
 * of a state Theta and W, of a generator xi and b. */
void dual_model_read(dual_entry *X, size_t n, const double *plain, const double *with_eps);
void dual_model_write(double *plain, double *with_eps, size_t n, const dual_entry *X);
void dual_model_product(dual_entry *C, size_t n, const dual_entry *A, const dual_entry *B);
/* Xi of the state X, as a block matrix. */
void dual_model_generator(dual_entry *Xi, const dual_model *m, const dual_entry *X, double h,
                          const double *dW);
/* y = the step of `scheme` from x, 2n^2 coordinates; fails the test where an iteration does not
 * settle to 2^-58, 32 times below u, within 400 rounds. */
void dual_model_step(double *y, const dual_model *m, const char *scheme, const double *x, double h,
                     const double *dW);
/* values = Tr (-i Theta)^k, k = 2..n, then Tr (-i Theta)^(k-1) (-i W). */
void dual_model_casimirs(double *values, size_t n, const double *x);
/* -1/2 <Delta^-1 W, W> - 1/2 <Delta Theta, Theta> */
double dual_model_energy(const dual_model *m, const double *x);

#endif
