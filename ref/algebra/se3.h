/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* se(3): state (Pi, Gamma), generator (omega, u), rotations semidirect translations. */
#ifndef SLP_REF_ALGEBRA_SE3_H
#define SLP_REF_ALGEBRA_SE3_H

#include "ref/algebra/algebra.h"

void ref_algebra_se3(ref_algebra *algebra);

#endif
