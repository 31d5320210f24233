/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Ports of the rigid body that are honest in the sense of oracle/judge/judge.md section 2, each in
 * another representation or order of operations.  Nothing in them is fast or shares an expression
 * with the paths under test. */
#ifndef SLP_TESTS_HONEST_H
#define SLP_TESTS_HONEST_H

#include "oracle/contract/case/case.h"

typedef struct honest_port {
    const char *name, *scheme;
    void (*step)(double *y, const slp_case *c); /* one step from c->x */
} honest_port;

/* Ends with name NULL. */
extern const honest_port honest_ports[];

typedef double vec[3];

/* Xi(m) at the case's h and first increments; three quadratic Hamiltonians. */
void honest_generator(vec xi, const slp_case *c, const vec m);
/* z = T(z) from c->x, until it repeats, its last two values alternate, or 4000 times. */
void honest_iterate(vec z, const slp_case *c, void (*T)(vec out, const slp_case *c, const vec z));

/* v with (I + s xi) hat(v) (I - s xi) = hat(b), by two LU solves of 3x3 matrices. */
void honest_back_map(vec v, const vec b, double s, const vec xi);

void honest_isospectral_matrices(double *y, const slp_case *c);
void honest_variational_matrices(double *y, const slp_case *c);
void honest_tmk_matrices(double *y, const slp_case *c);
void honest_isospectral_quaternions(double *y, const slp_case *c);
void honest_variational_quaternions(double *y, const slp_case *c);

#endif
