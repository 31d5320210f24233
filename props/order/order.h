/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Orders without sampling: the law of the increments is integrated by nodes, exactly.  What is
 * proved, and what is not: props/order/order.md. */
#ifndef SLP_PROPS_ORDER_H
#define SLP_PROPS_ORDER_H

#include "props/case/reference_step.h"

#include <stdio.h>

/* ---- Nodes (props/order/nodes.c) ---- */

/* M independent standard normal numbers are replaced by points with weights:
 *     E f = sum_i weight_i f(point_i)    for every polynomial f of degree 5 or less.
 * Stroud's formula with 2 M^2 + 1 points: 0, the axes, and the planes' diagonals. */
size_t prop_node_count(size_t M);
/* weight and point (M numbers) of node i < prop_node_count(M) */
double prop_node(double *point, size_t M, size_t i);

/* Asks the subject one step of c for each node, with h 4^-j, increments of that size and areas 0,
 * and gives each answer with the node's weight to `take`.  PROP_HELD, or what the first question
 * without an answer became. */
typedef void prop_node_taker(void *to, double weight, const slp_case *one, const double *y);
prop_outcome prop_ask_nodes(prop_finding *found, const prop_subject *subject, const slp_case *c,
                            int j, prop_node_taker *take, void *to);

/* The same of the reference, in balls: of step->x and step->h, with exact nodes. */
enum { PROP_MOST_NODED = PROP_ADVISED_M /* noises */ };
typedef void prop_exact_taker(void *to, const arb_t weight, const arb_t h, arb_srcptr dW,
                              arb_srcptr y);
slp_status prop_step_nodes(const ref_exact_step *step, int j, prop_exact_taker *take, void *to,
                           slong prec);

/* ---- Fields (props/order/fields.c) ---- */

/* out = V_k(at), the field of noise k alone; k = -1: V_0, the energy's. */
void prop_noise_field(arb_ptr out, const ref_exact_step *step, slong k, arb_srcptr at, slong prec);
/* out = DV_k(x) v at the step's x, by a difference quotient whose stride is 2^-200 (prec >= 1024:
 * to some 2^-400). */
void prop_noise_derivative(arb_ptr out, const ref_exact_step *step, slong k, arb_srcptr v,
                           slong prec);

/* v = [V_j, V_k](x) = DV_k V_j - DV_j V_k; 0 where its two parts cancel but for what difference
 * quotients are off. */
void prop_noise_bracket(arb_ptr v, const ref_exact_step *step, slong j, slong k, slong prec);
/* |v|, of the midpoints */
double prop_size_of(arb_srcptr v, slong d);

/* to = the flow over unit time of the step's field with frozen increments (props/order/
 * frozen_flow.c), off by O(e^PROP_FLOW_ORDER) as (h, dW) -> e (h, dW). */
enum { PROP_FLOW_ORDER = 9 };
void prop_frozen_flow(arb_ptr to, const ref_exact_step *step, slong prec);

/* ---- Test functions (props/order/functions.c) ---- */

/* f = x_i / |x_0| and x_i x_j / |x_0|^2, i <= j, of a state x; x_0 is the case's. */
size_t prop_function_count(size_t d);
void prop_functions(double *to, const double *x, size_t d, double unit);

/* The same without |x_0|, of balls, and the energy as the last: prop_exact_count numbers. */
slong prop_exact_count(const ref_exact_step *step);
void prop_exact_functions(arb_ptr to, const ref_exact_step *step, arb_srcptr x, slong prec);

/* The first two terms of E f(X(h)) = f + h Lf + h^2 L^2 f/2 + ... of the Stratonovich equation from
 * the step's x, with the step's h: first = h Lf and second = (h L)^2 f, and of the first the part
 * without noise, drift = h V_0 f, of prop_exact_functions.  L = V_0 + sum_k V_k V_k/2 by difference
 * quotients of the reference's fields V_k in 640 bits, right to about 2^-160. */
void prop_generator_powers(arb_ptr drift, arb_ptr first, arb_ptr second,
                           const ref_exact_step *step);

/* ---- Slopes (props/order/slope.c) ---- */

enum { PROP_SIZES = 6 }; /* of a step: each a quarter or a half of the one before */
/* The steps that a slope takes.  In balls no more are asked: no error is lost in roundings. */
enum { PROP_SLOPE_SIZES = 3 };
/* What `sizes` errors, of steps each 2^-octaves times the one before, say of their order.  */
typedef struct prop_slope {
    double at;          /* log2(e_i / e_(i+1)) / octaves, of the finest pair above `least` */
    double deviation;   /* what later terms may still change of it: a third of the last change for
                       * octaves = 2, all of it for 1 */
    size_t pair;        /* i; PROP_SIZES: no pair is above `least` */
    double coefficient; /* e_(i+1) over (2^-octaves (i+1))^round(at) */
} prop_slope;
prop_slope prop_slope_of(const double error[PROP_SIZES], int octaves, double least);

/* ---- Errors of steps of h, h/4, h/16, ... (props/order/weak_errors.c, strong_errors.c) ---- */

enum { PROP_QUARTERS = 2 }; /* the octaves of prop_slope_of */
typedef struct prop_errors_of {
    double error[PROP_SIZES]; /* of a step of h 4^-j: |e|, Euclidean over the test functions */
    /* of the reference's weak errors also: of the coordinates alone, and of the energy, which has
     * a sign and its own unit */
    double mean[PROP_SIZES], energy[PROP_SIZES], energy_least;
    double half;  /* what noises of half their size would leave at h */
    double unit;  /* |x| */
    double h;     /* the largest step; the reference's are far smaller */
    double least; /* what may be rounding: 0 for the reference */
} prop_errors_of;
/* Both ask the subject for steps of c's scheme from c's x, and end with the first question that has
 * no answer, as prop_query_subject does; PROP_SKIPPED where there is nothing to see. */
prop_outcome prop_weak_errors(prop_errors_of *to, prop_finding *found, const prop_subject *subject,
                              const slp_case *c);
/* error: the root of the mean square of |Psi - Phi| / |x|; half is 0 */
prop_outcome prop_strong_errors(prop_errors_of *to, prop_finding *found,
                                const prop_subject *subject, const slp_case *c);
/* Decides from how much a slope is short of what is promised: by PROP_SHORT_BY at most it is held;
 * PROP_SKIPPED where what may still change of it, or three times that for a failure, leaves it
 * open.  Sets found->margin. */
#define PROP_SHORT_BY 0.125
prop_outcome prop_decide_slope(prop_finding *found, double short_of, double deviation);

/* ---- Leading terms (props/order/leading_terms.c) ---- */

/* An error of one step is coefficient h^power.  power = 0: none is seen. */
typedef struct prop_leading {
    double power, coefficient;
    double off; /* what later terms may change of the coefficient, as a part of it */
} prop_leading;
/* step: the power is rounded to a multiple of it, 1 or 1/2 */
prop_leading prop_leading_of(const double error[PROP_SIZES], double h, double least, double step);

/* What one step of c's scheme leaves at c's x, of the reference.  Over |x|, energy in its unit. */
typedef struct prop_leading_terms {
    prop_leading weak;   /* of the means of coordinates and their products */
    prop_leading mean;   /* of the coordinates' alone */
    prop_leading energy; /* of the energy's mean; it has a sign */
    prop_leading square; /* root of the mean square of Psi - Phi (props/order/order.md, 2) */
    /* Roots of the mean squares of what increments do not determine: of the noises' areas over h,
     * 0 if the step takes them, and of those of noise and time over h^(3/2). */
    double areas, times;
} prop_leading_terms;
/* PROP_HELD; PROP_SKIPPED, with a note, where there is no certificate or nothing to see. */
prop_outcome prop_leading_terms_of(prop_leading_terms *to, prop_finding *found, const slp_case *c);

/* What may be rounding, over |x|: 2^-45 in binary64. */
double prop_order_least(const slp_case *c);

#endif
