/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What a step's means over the increments are off by: props/order/order.md, section 1.  Of the
 * reference all is in balls, with steps so small that the leading term alone is left. */
#include "props/order/order.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>
#include <stdlib.h>

enum {
    PREC = 256,
    CANCELS = -180,
    SMALL = 13 /* quarters of h before the reference's largest step */
};

typedef struct weak_error {
    const prop_subject *subject;
    const slp_case *c;
    const ref_exact_step *step;
    size_t functions;
    double unit, *first, *second, *start, *f, *sum;
    /* in balls, with the energy as the last function: sum; drift, first and second; f at x */
    arb_ptr exact, powers, here;
} weak_error;

static void add_error(void *to, double weight, const slp_case *one, const double *y)
{
    const weak_error *of = to;
    prop_functions(of->f, y, one->d, of->unit);
    for (size_t n = 0; n < of->functions; n++) of->sum[n] += weight * (of->f[n] - of->start[n]);
}

static void take_exact(void *to, const arb_t weight, const arb_t h, arb_srcptr dW, arb_srcptr y)
{
    const weak_error *of = to;
    const slong count = prop_exact_count(of->step);
    REF_LOCAL_VEC(arb, count, f);
    (void)h, (void)dW;
    prop_exact_functions(f, of->step, y, PREC);
    _arb_vec_sub(f, f, of->here, count, PREC);
    for (slong n = 0; n < count; n++) arb_addmul(of->exact + n, weight, f + n, PREC);
}

static double in_units(const weak_error *of, size_t n, const arb_t value)
{
    const double v = arf_get_d(arb_midref(value), ARF_RND_NEAR) / of->unit;
    return n < of->c->d ? v : v / of->unit;
}

/* to->error[j] = |e(h 4^-j)| */
static prop_outcome error_of(prop_errors_of *to, prop_finding *found, weak_error *of, int j)
{
    const double part = ldexp(1, -PROP_QUARTERS * j);
    for (size_t n = 0; n < of->functions; n++) of->sum[n] = 0;
    const prop_outcome outcome = prop_ask_nodes(found, of->subject, of->c, j, add_error, of);
    for (size_t n = 0; n < of->functions; n++)
        to->error[j] =
            hypot(to->error[j], of->sum[n] - part * of->first[n] - part * part * of->second[n] / 2);
    return outcome;
}

static prop_outcome exact_error_of(prop_errors_of *to, prop_finding *found, weak_error *of, int j)
{
    const slong count = prop_exact_count(of->step);
    const int quarters = PROP_QUARTERS * (j + SMALL);
    _arb_vec_zero(of->exact, count);
    if (prop_step_nodes(of->step, j + SMALL, take_exact, of, PREC) != SLP_OK)
        return prop_outcome_noted(found, PROP_SKIPPED, "no certificate");
    REF_LOCAL(arb, part);
    for (slong n = 0; n < count; n++) {
        arb_mul_2exp_si(part, of->powers + count + n, -quarters);
        arb_sub(of->exact + n, of->exact + n, part, PREC);
        arb_mul_2exp_si(part, of->powers + 2 * count + n, -2 * quarters - 1);
        arb_sub(of->exact + n, of->exact + n, part, PREC);
        if (n < (slong)of->functions)
            to->error[j] = hypot(to->error[j], in_units(of, (size_t)n, of->exact + n));
        if (n + 1 == of->step->d) to->mean[j] = to->error[j];
    }
    to->energy[j] = arf_get_d(arb_midref(of->exact + count - 1), ARF_RND_NEAR);
    return PROP_HELD;
}

/* Room is there, and the system is open. */
static prop_outcome errors(prop_errors_of *to, prop_finding *found, weak_error *of)
{
    const slong count = prop_exact_count(of->step);
    const bool exact = of->subject->certified;
    prop_outcome outcome = PROP_HELD;
    prop_functions(of->start, of->c->x, of->c->d, of->unit);
    prop_exact_functions(of->here, of->step, of->step->x, PREC);
    prop_generator_powers(of->powers, of->powers + count, of->powers + 2 * count, of->step);
    for (size_t n = 0; n < of->functions; n++) {
        of->first[n] = in_units(of, n, of->powers + count + n);
        of->second[n] = in_units(of, n, of->powers + 2 * count + n);
        to->half = hypot(to->half, (of->first[n] - in_units(of, n, of->powers + n)) * 3 / 4);
    }
    for (slong n = 0; n < 3 * count; n += count) /* what cancels there is no more than rounding */
        to->energy_least +=
            ldexp(fabs(arf_get_d(arb_midref(n ? of->powers + n + count - 1 : of->here + count - 1),
                                 ARF_RND_NEAR)),
                  CANCELS);
    to->h = of->c->h;
    to->least = exact ? 0 : prop_order_least(of->c);
    if (exact) {
        to->h = ldexp(to->h, -PROP_QUARTERS * SMALL);
        to->half = ldexp(to->half, -PROP_QUARTERS * SMALL);
    }
    const int sizes = exact ? PROP_SLOPE_SIZES : PROP_SIZES;
    for (int j = 0; j < sizes && outcome == PROP_HELD; j++)
        outcome = (exact ? exact_error_of : error_of)(to, found, of, j);
    return outcome;
}

prop_outcome prop_weak_errors(prop_errors_of *to, prop_finding *found, const prop_subject *subject,
                              const slp_case *c)
{
    weak_error of = {.subject = subject, .c = c, .functions = prop_function_count(c->d)};
    prop_outcome outcome = prop_outcome_noted(found, PROP_SKIPPED, "no such system");
    SLP_CLEARED(ref_exact_step) step = {0};
    *to = (prop_errors_of){.half = 0};
    for (size_t i = 0; i < c->d; i++) of.unit = hypot(of.unit, c->x[i]);
    to->unit = of.unit;
    double *room = slp_allocate(5 * of.functions, sizeof *room);
    of.first = room, of.second = room + of.functions, of.start = room + 2 * of.functions;
    of.f = room + 3 * of.functions, of.sum = room + 4 * of.functions;
    of.step = &step;
    if (of.unit > 0 && slp_need_memory(ref_exact_step_init(&step, c, NULL)) == SLP_OK) {
        const slong count = prop_exact_count(&step);
        of.exact = _arb_vec_init(5 * count);
        of.powers = of.exact + count, of.here = of.exact + 4 * count;
        outcome = errors(to, found, &of);
        _arb_vec_clear(of.exact, 5 * count);
    }
    free(room);
    return outcome;
}
