/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The scratch size and the actions that the files of se(3) share. */
#ifndef SLP_REF_SE3_H
#define SLP_REF_SE3_H

#include "ref/algebra/so3.h"
#include "ref/algebra/so3_vector.h"

/* Numbers of scratch: seven vectors of R^3, and what so(3) needs. */
enum { SE3_SCRATCH = 21 + SO3_SCRATCH };

extern const ref_action ref_se3_exponential, ref_se3_cayley, ref_se3_dcay_inverse_change;
extern const ref_action ref_se3_congruence_change;

#endif
