/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Vectors in R^3 that are given a length. */
#ifndef SLP_FAST_SPHERE_H
#define SLP_FAST_SPHERE_H

#include "fast/algebra/algebra.h"

/* True if the algebra's states are vectors in R^3, one after the other, and it has ad*. */
bool fast_sphere_applies(const fast_algebra *g);
/* w = x + a, scaled to the length of x; a vector x = 0 has a = 0 and stays.  w may not alias x or
 * a.  Lengths are taken without overflow and underflow of the squares. */
void fast_sphere_project(double w[3], const double x[3], const double a[3]);

#endif
