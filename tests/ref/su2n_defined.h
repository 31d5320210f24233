/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* su(2)^n as the mathematics defines it, by 2 x 2 matrices in balls of high precision: what the
 * tests of ref/su2n_*.c compare with. */
#ifndef SLP_TESTS_SU2N_DEFINED_H
#define SLP_TESTS_SU2N_DEFINED_H

#include "tests/ref/rigid_body_steps.h"
#include "ref/algebra/su2n.h"

enum { SU2N_PARTS = 2, SU2N_D = 3 * SU2N_PARTS, SU2N_PREC = 400, SU2_ACTIONS = 7 };

extern const double su2n_gammas[SU2N_PARTS];

/* out = A(xi) x for 2 x 2 matrices */
typedef void su2_definition(acb_mat_t out, const acb_mat_t xi, const acb_mat_t x);

typedef struct su2_subject {
    const ref_action *action;
    su2_definition *define;
} su2_subject;

void su2_subjects(su2_subject list[SU2_ACTIONS], const ref_algebra *algebra);
/* X = -(i/2) (x1 sigma1 + x2 sigma2 + x3 sigma3), the Pauli matrices one after the other */
void su2_element(acb_mat_t X, arb_srcptr x);
/* image = A(xi) x by definition, of one part */
void su2_define(acb_mat_t image, const su2_subject *s, arb_srcptr xi, arb_srcptr x);
/* f = (I - xi/2)^-1 (I + xi/2) */
void su2_tau_defined(acb_mat_t f, const acb_mat_t xi);
/* out = a x b */
void su2_sandwich(acb_mat_t out, const acb_mat_t a, const acb_mat_t x, const acb_mat_t b);

/* Exact numbers of size at most `most`. */
void su2n_draw(arb_ptr v, uint64_t *state, double most);
/* The algebra's norm of x, or its span. */
double su2n_norm_of(const ref_algebra *algebra, arb_srcptr x, bool span);

#endif
