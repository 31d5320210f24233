/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* so(3) in the coordinates of R^3. */
#ifndef SLP_REF_ALGEBRA_SO3_H
#define SLP_REF_ALGEBRA_SO3_H

#include "ref/algebra/algebra.h"

/* The algebra itself, and a copy of it for a system. */
extern const ref_algebra ref_so3;
void ref_algebra_so3(ref_algebra *algebra);

#endif
