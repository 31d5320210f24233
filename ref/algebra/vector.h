/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* T*R with its constant bracket. */
#ifndef SLP_REF_ALGEBRA_VECTOR_H
#define SLP_REF_ALGEBRA_VECTOR_H

#include "ref/algebra/algebra.h"

void ref_algebra_vector(ref_algebra *algebra);

#endif
