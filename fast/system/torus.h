/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The inverse Laplacian of the sine bracket on full matrices, by Fourier transforms along cyclic
 * diagonals. */
#ifndef SLP_FAST_TORUS_H
#define SLP_FAST_TORUS_H

#include "oracle/contract/number/float_rules.h"

#include <stddef.h>

/* Doubles of tables, and of scratch, for N = n, odd. */
size_t fast_torus_tables(size_t n);
size_t fast_torus_work_size(size_t n);
/* Fills the tables; cosine and sine have the n values at 2 pi j/n. */
void fast_torus_open(double *tables, size_t n, const double *cosine, const double *sine);
/* xi = weight i sum_m (omega_m/|m|^2) T_m where x = i sum_m omega_m T_m: both are skew-Hermitian,
 * real part then imaginary part, n^2 each, as fast/matrix/matrix.h stores them.  A part of x along
 * the identity is ignored.  xi may not alias x. */
void fast_torus_apply(double *xi, double weight, const double *x, size_t n, const double *tables,
                      double *work);

#endif
