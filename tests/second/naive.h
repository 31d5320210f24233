/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A second reference that exists only to judge the first: the six schemes on the rigid body as the
 * papers write them, with 3 x 3 matrices in plain MPFR, fixed-point iteration, the exponential by
 * its series and tau by its definition.  Slow, proves nothing, shares no source with ref/. */
#ifndef SLP_TESTS_NAIVE_H
#define SLP_TESTS_NAIVE_H

#include <mpfr.h>
#include <stdbool.h>

typedef mpfr_t naive_vector[3];
typedef mpfr_t naive_matrix[3][3];

typedef struct naive_body {
    double inertia[3];
    bool has_quad;
    double quad[3];
    int lin_count;
    const double *lin; /* 3 numbers each */
} naive_body;

void naive_vector_init(naive_vector v, mpfr_prec_t prec);
void naive_vector_clear(naive_vector v);
void naive_matrix_init(naive_matrix m, mpfr_prec_t prec);
void naive_matrix_clear(naive_matrix m);

/* One step of the scheme named, from x, at the precision of next.  f (may be NULL) is the group
 * increment of the variational schemes.  False if fixed-point iteration from x does not settle:
 * next is then meaningless. */
bool naive_step(naive_vector next, naive_matrix f, const char *scheme, const naive_body *body,
                naive_vector x, double h, const double *dW);
/* out = h I^-1 x + ... (mathematics: Xi(x; h, dW)) */
void naive_generator(naive_vector out, const naive_body *body, naive_vector x, double h,
                     const double *dW);

/* Matrices: out = a b, out = hat(v), v = the vector of a skew matrix, out = exp(a) by its series,
 * out = a^-1.  No aliasing. */
void naive_multiply(naive_matrix out, naive_matrix a, naive_matrix b);
/* out = m v */
void naive_map(naive_vector out, naive_matrix m, naive_vector v);
void naive_hat(naive_matrix out, naive_vector v);
void naive_unhat(naive_vector out, naive_matrix m);
void naive_exp(naive_matrix out, naive_matrix a);
void naive_inverse(naive_matrix out, naive_matrix a);
/* out = I + s a */
void naive_shift(naive_matrix out, double s, naive_matrix a);
/* out = the matrix of [dtau^-1_xi]* in R^3, from its definition by pairing; or as GBW (54) prints
 * it */
void naive_dual(naive_matrix out, naive_vector xi, bool printed);

#endif
