/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The algebra su(2)^n, for the systems that use it. */
#ifndef SLP_REF_ALGEBRA_SU2N_H
#define SLP_REF_ALGEBRA_SU2N_H

#include "ref/algebra/algebra.h"

/* n copies; gamma[i] is the weight of part i in the Lie-Poisson tensor and outlives the algebra. */
void ref_algebra_su2n(ref_algebra *algebra, slong n, const double *gamma);

#endif
