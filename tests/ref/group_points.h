/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Points of T*G over small systems, one for each kind of matrices: what the tests of the canonical
 * midpoint rule step. */
#ifndef SLP_TESTS_LIFT_H
#define SLP_TESTS_LIFT_H

#include "oracle/contract/case/case.h"
#include "tests/ref/rigid_body_steps.h"
#include "ref/system/system.h"

enum { LIFT_PREC = 200, LIFT_SYSTEMS = 3 };

/* A system with inputs, a point (Q, P) of T*G, and room. */
typedef struct lift {
    slp_case c;
    ref_system *sys;
    slong n, d;
    acb_mat_t Q, P, Q1, P1, a, b;
    arb_ptr x, y, dW;
    arb_t h;
} lift;

void lift_init(lift *l, int which, uint64_t *state);
void lift_clear(lift *l);
/* A drawn element of the algebra, of coordinates up to `size`; on su(n) the diagonal comes first
 * and sums to 0. */
void lift_draw_element(arb_ptr x, const lift *l, uint64_t *state, double size);
/* A drawn element of the group. */
void lift_draw_group(acb_mat_t g, lift *l, uint64_t *state);
/* x = (Q*P - P*Q)/2, all three algebras having J = I */
void lift_momentum(arb_ptr x, lift *l, const acb_mat_t Q, const acb_mat_t P);

#endif
