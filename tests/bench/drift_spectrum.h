/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Eigenvalues well below the rounding of a state, so that their drift is seen and not the errors of
 * its measurement. */
#ifndef SLP_TESTS_DRIFT_SPECTRUM_H
#define SLP_TESTS_DRIFT_SPECTRUM_H

#include "fast/matrix/matrix.h"

/* lambda_j, ascending, of which i lambda_j are the eigenvalues of the matrix at x: LAPACK's
 * eigenvectors v, and Rayleigh's quotients v* (-iX) v / v* v in long double, whose error is the
 * square of the vectors' over the gap: of order u^2 n where eigenvalues are apart, and never above
 * LAPACK's own. */
void drift_spectrum(long double *lambda, const fast_matrices *k, const double *x);

#endif
