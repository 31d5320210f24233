/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Operations of so(3) on vectors of R^3, for the algebras whose coordinates are such vectors.
 * ad*_xi x = x x xi.  Outputs do not alias inputs. */
#ifndef SLP_FAST_ROTATION_H
#define SLP_FAST_ROTATION_H

#include "oracle/contract/number/float_rules.h"

#include <stddef.h>

static inline double fast_dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void fast_cross(double out[3], const double a[3], const double b[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

/* m + a x m = x, a = xi/2: the resolvent of the direct rules. */
void fast_rotation_resolvent(double m[3], const double xi[3], const double x[3]);
/* z + a x z + (a.z) a = x: D(xi) z = x in the matrices of so(3); and with GBW's sign, - (a.z) a. */
void fast_rotation_stage(double z[3], const double xi[3], const double x[3]);
void fast_rotation_stage_printed(double z[3], const double xi[3], const double x[3]);
/* a x z + (a.z) a */
void fast_rotation_change(double out[3], const double xi[3], const double z[3]);
/* C(xi) x: x turned about xi by -2 atan(|xi|/2). */
void fast_rotation_cayley(double out[3], const double xi[3], const double x[3]);
/* E(xi + low) x: x turned about xi by -|xi|; low may be NULL. */
void fast_rotation_flow(double out[3], const double xi[3], const double *low, const double x[3]);
/* int_0^1 E(s xi) x ds = [dexp_xi]* x */
void fast_rotation_mean(double out[3], const double xi[3], const double x[3]);

/* out_i = x_i - x for the stages x_1, x_2 of the two-stage Gauss rule with generators xi1, xi2 held
 * fixed, in the matrices of so(3) and in those of su(2). */
void fast_rotation_gauss(double out1[3], double out2[3], const double xi1[3], const double xi2[3],
                         const double x[3]);
void fast_spin_gauss(double out1[3], double out2[3], const double xi1[3], const double xi2[3],
                     const double x[3]);

/* The same of d/3 vectors, one after the other, in loops over several vectors: a cross b; share
 * C(xi) x + (1 - share) x for a share of 1 or 1/2; E(xi + low) x; fast_spin_stage.  The result for
 * a vector does not depend on its neighbours. */
void fast_rotation_cross_each(double *out, const double *a, const double *b, size_t d);
void fast_rotation_turn_each(double *out, double share, const double *xi, const double *x,
                             size_t d);
void fast_rotation_flow_each(double *out, const double *xi, const double *low, const double *x,
                             size_t d);
void fast_spin_stage_each(double *z, const double *xi, const double *x, size_t d);

/* The same stage and change with the Cayley transform taken in su(2), x -> -(i/2) x.sigma: with b =
 * xi/4 and the quaternion q = 1 + b, D(xi) z = q z q*. */
void fast_spin_stage(double z[3], const double xi[3], const double x[3]);
void fast_spin_change(double out[3], const double xi[3], const double z[3]);

#endif
