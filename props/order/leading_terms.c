/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The leading terms of what one step of the reference leaves: props/order/order.md, section 3. */
#include "props/order/order.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>

enum { PREC = 1024 };

prop_leading prop_leading_of(const double error[PROP_SIZES], double h, double least, double step)
{
    double size[PROP_SIZES];
    for (int j = 0; j < PROP_SIZES; j++) size[j] = fabs(error[j]);
    const prop_slope slope = prop_slope_of(size, PROP_QUARTERS, least);
    prop_leading to = {0};
    if (slope.pair == PROP_SIZES) return to;
    const double last = error[slope.pair + 1], before = error[slope.pair];
    to.power = round(slope.at / step) * step;
    to.coefficient = last / pow(ldexp(h, -PROP_QUARTERS * (int)(slope.pair + 1)), to.power);
    to.off = fabs(before / last / exp2(PROP_QUARTERS * to.power) - 1) / 3;
    return to;
}

/* sqrt(sum |[V_j, V_k](x)|^2) over |x|: of noises j < k, or of j = -1 and every noise */
static double brackets(const ref_exact_step *step, bool with_time)
{
    REF_LOCAL_VEC(arb, step->d, v);
    const slong noises = step->M - ref_system_areas(step->sys);
    double sum = 0;
    for (slong j = with_time ? -1 : 0; j < (with_time ? 0 : noises); j++)
        for (slong k = j + 1; k < noises; k++) {
            prop_noise_bracket(v, step, j, k, PREC);
            sum = hypot(sum, prop_size_of(v, step->d));
        }
    return sum / prop_size_of(step->x, step->d);
}

/* Given the increments, an area of two noises has mean square h^2/4, and one of a noise and time,
 * int_0^h (s - h/2) dW, h^3/12. */
static void add_areas(prop_leading_terms *to, const slp_case *c)
{
    SLP_CLEARED(ref_exact_step) step = {0};
    if (slp_need_memory(ref_exact_step_init(&step, c, NULL)) == SLP_OK) {
        to->times = brackets(&step, true) / sqrt(12);
        if (c->areas == 0) to->areas = brackets(&step, false) / 2;
    }
}

prop_outcome prop_leading_terms_of(prop_leading_terms *to, prop_finding *found, const slp_case *c)
{
    prop_errors_of means, squares;
    *to = (prop_leading_terms){0};
    prop_outcome outcome = prop_weak_errors(&means, found, &prop_subject_ref, c);
    if (outcome == PROP_HELD) outcome = prop_strong_errors(&squares, found, &prop_subject_ref, c);
    if (outcome != PROP_HELD) return outcome;
    to->weak = prop_leading_of(means.error, means.h, means.least, 1);
    to->mean = prop_leading_of(means.mean, means.h, means.least, 1);
    to->square = prop_leading_of(squares.error, squares.h, squares.least, 0.5);
    to->energy = prop_leading_of(means.energy, means.h, means.energy_least, 1);
    add_areas(to, c);
    return outcome;
}

bool prop_orders_by_nodes(prop_orders *to, const slp_case *c)
{
    prop_leading_terms t;
    prop_finding found = {0};
    if (prop_leading_terms_of(&t, &found, c) != PROP_HELD || t.weak.power == 0) return false;
    const bool noisy = c->M > c->areas;
    *to = (prop_orders){.weak = t.weak.power - 1, .weak_term = t.weak.coefficient};
    /* what adds up by chance, and what adds up in a row */
    const struct {
        double power, coefficient, lost;
    } parts[] = {{t.square.power, t.square.coefficient, noisy ? 0.5 : 1},
                 {noisy && t.areas > 0 ? 1 : 0, t.areas, 0.5},
                 {noisy && t.times > 0 ? 1.5 : 0, t.times, 0.5},
                 {noisy ? t.mean.power : 0, t.mean.coefficient, 1}};
    to->strong = INFINITY;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const double order = parts[i].power - parts[i].lost;
        if (parts[i].power == 0 || order > to->strong ||
            (order == to->strong && parts[i].power != to->power))
            continue;
        if (order < to->strong) to->strong_term = 0;
        to->strong = order;
        to->power = parts[i].power;
        to->strong_term = hypot(to->strong_term, parts[i].coefficient);
    }
    return isfinite(to->strong);
}
