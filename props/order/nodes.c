/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Points and weights that integrate polynomials of degree 5 against M standard normal numbers. */
#include "props/order/order.h"

#include <math.h>

enum { AHEAD = 64 };

size_t prop_node_count(size_t M)
{
    return 2 * M * M + 1;
}

/* Weights: 2/(M + 2) at 0; (4 - M)/(2 (M + 2)^2) at +-sqrt(M + 2) e_k; 1/(M + 2)^2 at
 * sqrt((M + 2)/2) (+-e_j +- e_k), j < k.  Their moments: sum w = 1; of x_k^2
 *     (M + 2) (4 - M)/(M + 2)^2 + (M + 2)/2 * 4 (M - 1)/(M + 2)^2 = 1;
 * of x_k^4 (M + 2)^2 (4 - M)/(M + 2)^2 + (M + 2)^2/4 * 4 (M - 1)/(M + 2)^2 = 3; of x_j^2 x_k^2
 * (M + 2)^2/4 * 4/(M + 2)^2 = 1; odd ones are 0. */
double prop_node(double *point, size_t M, size_t i)
{
    const double n = (double)M, square = (n + 2) * (n + 2);
    for (size_t k = 0; k < M; k++) point[k] = 0;
    if (i == 0) return 2 / (n + 2);
    if (--i < 2 * M) {
        point[i / 2] = i % 2 ? -sqrt(n + 2) : sqrt(n + 2);
        return (4 - n) / (2 * square);
    }
    i -= 2 * M;
    size_t pair = i / 4, j = 0;
    while (pair >= M - 1 - j) pair -= M - 1 - j++;
    point[j] = i & 1 ? -sqrt((n + 2) / 2) : sqrt((n + 2) / 2);
    point[j + 1 + pair] = i & 2 ? -sqrt((n + 2) / 2) : sqrt((n + 2) / 2);
    return 1 / square;
}

/* The question of node i, areas 0; returns the node's weight. */
static double question(slp_case *one, const slp_case *c, int j, size_t i)
{
    const size_t noises = c->M - c->areas;
    const double root = ldexp(sqrt(c->h), -j), weight = prop_node(one->dw, noises, i);
    one->h = ldexp(c->h, -PROP_QUARTERS * j);
    for (size_t k = 0; k < c->M; k++) one->dw[k] = k < noises ? one->dw[k] * root : 0;
    prop_fit_case(one);
    return weight;
}

prop_outcome prop_ask_nodes(prop_finding *found, const prop_subject *subject, const slp_case *c,
                            int j, prop_node_taker *take, void *to)
{
    const size_t nodes = prop_node_count(c->M - c->areas);
    prop_outcome outcome = PROP_HELD;
    SLP_CLEARED(slp_case) one = {0};
    SLP_CLEARED(slp_result) r = {0};
    prop_one_step(&one, c, c->x, 0);
    for (size_t i = 0; i < nodes && outcome == PROP_HELD; i++) {
        for (size_t n = i; subject->expect && i % AHEAD == 0 && n < nodes && n < i + AHEAD; n++) {
            question(&one, c, j, n);
            subject->expect(subject, &one);
        }
        const double weight = question(&one, c, j, i);
        outcome = prop_query_subject(&r, found, subject, &one);
        if (outcome == PROP_HELD) take(to, weight, &one, r.y.at);
    }
    return outcome;
}

/* weight and dW of node i in balls, for steps of h 4^-j */
static void exact_node(arb_t weight, arb_ptr dW, const ref_exact_step *step, int j, size_t i,
                       slong prec)
{
    const size_t noises = (size_t)(step->M - ref_system_areas(step->sys));
    const slong n = (slong)noises;
    double point[PROP_MOST_NODED];
    slong axes = 0;
    REF_LOCAL(arb, size);
    prop_node(point, noises, i);
    for (size_t k = 0; k < noises; k++) axes += point[k] != 0;
    arb_set_si(weight, axes == 0 ? 2 * (n + 2) : axes == 1 ? 4 - n : 1);
    arb_div_si(weight, weight, (axes == 1 ? 2 : 1) * (n + 2) * (n + 2), prec);
    arb_mul_si(size, step->h, n + 2, prec);
    if (axes == 2) arb_mul_2exp_si(size, size, -1);
    arb_sqrt(size, size, prec);
    arb_mul_2exp_si(size, size, -j);
    _arb_vec_zero(dW, step->M);
    for (size_t k = 0; k < noises; k++)
        if (point[k] != 0) (point[k] > 0 ? arb_set : arb_neg)(dW + k, size);
}

slp_status prop_step_nodes(const ref_exact_step *step, int j, prop_exact_taker *take, void *to,
                           slong prec)
{
    const size_t noises = (size_t)(step->M - ref_system_areas(step->sys));
    const size_t nodes = prop_node_count(noises);
    slp_status status = noises > PROP_MOST_NODED ? SLP_UNSUPPORTED : SLP_OK;
    REF_LOCAL_VEC(arb, step->d + step->M, y);
    arb_ptr dW = y + step->d;
    REF_LOCAL(arb, weight, h);
    arb_mul_2exp_si(h, step->h, -PROP_QUARTERS * j);
    for (size_t i = 0; i < nodes && status == SLP_OK; i++) {
        exact_node(weight, dW, step, j, i, prec);
        status = ref_step(y, NULL, step->scheme, step->sys, step->x, h, dW, prec);
        if (status == SLP_OK) take(to, weight, h, dW, y);
    }
    return status;
}
