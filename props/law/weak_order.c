/* The weak order, and its leading coefficient, without sampling: props/order/order.md, section 1.
 *
 * E f of one step is integrated over the increments by nodes; what the Stratonovich equation makes
 * of f, f + h Lf + h^2 L^2 f/2, is subtracted.  A rule of weak order p leaves O(h^(p+1)), for p up
 * to 2.  Steps of h, h/4, ..., h/1024; the slope is that of the last pair above roundings.
 *
 * Noises of half their size leave 3/8 of what noise contributes to h Lf.  A rule that reads Ito's
 * equation as Stratonovich's leaves h |sum_k DV_k V_k|/2, which is 0 for some Hamiltonians.  A case
 * on which the first, or the second where it is not 0, is not above what is left, decides
 * nothing: the slope could not show it. */
#include "props/order/order.h"
#include "oracle/plumbing/allocate.h"
#include "props/statistics/sampling.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { QUARTERS = 2 };
static const double short_by = 0.125, seen = 8;

typedef struct weak_error {
    const prop_subject *subject;
    const slp_case *c;
    size_t functions;
    double unit, *drift, *first, *second, *start, *f, *sum;
} weak_error;

static void take(void *to, double weight, const slp_case *one, const double *y)
{
    const weak_error *of = to;
    prop_functions(of->f, y, one->d, of->unit);
    for (size_t n = 0; n < of->functions; n++) of->sum[n] += weight * (of->f[n] - of->start[n]);
}

/* error = |e(h 4^-j)|, Euclidean over the test functions. */
static prop_outcome error_of(double *error, prop_finding *found, weak_error *of, int j)
{
    const double part = ldexp(1, -QUARTERS * j);
    for (size_t n = 0; n < of->functions; n++) of->sum[n] = 0;
    const prop_outcome outcome = prop_ask_nodes(found, of->subject, of->c, j, take, of);
    *error = 0;
    for (size_t n = 0; n < of->functions; n++)
        *error = hypot(*error, of->sum[n] - part * of->first[n] - part * part * of->second[n] / 2);
    return outcome;
}

/* What is expected of the scheme: order 1, and 0 where it reads Ito's equation. */
static int expected(const slp_scheme *scheme, const prop_noise_kind *noise)
{
    const bool ito = (scheme->ito_generator && !noise->ito_same) ||
                     (scheme->ito_field && !noise->ito_field_same);
    return ito ? 0 : 1;
}

/* By how much the less visible of both faults shifts the mean of some test function. */
static double least_shift(const weak_error *of, const prop_noise_kind *noise)
{
    const double ito = noise->ito * of->c->h / of->unit;
    double half = 0;
    for (size_t n = 0; n < of->functions; n++)
        half = hypot(half, (of->first[n] - of->drift[n]) * 3 / 4);
    return noise->ito_same && noise->ito_field_same ? half : fmin(half, ito);
}

static prop_outcome decide(prop_finding *found, const weak_error *of, const double *error,
                           const prop_noise_kind *noise)
{
    const double least = prop_order_least(of->c);
    const prop_slope slope = prop_slope_of(error, QUARTERS, least);
    const int order = expected(of->c->scheme, noise);
    if (slope.pair == PROP_SIZES)
        return prop_outcome_noted(found, PROP_SKIPPED,
                                  "the means agree to roundings: no order is seen");
    const double off = order + 1 - slope.at, left = error[slope.pair + 1],
                 shift = least_shift(of, noise) * ldexp(1, -QUARTERS * (int)(slope.pair + 1));
    found->margin = fmax(0, off / short_by);
    if (order == 1 && found->margin <= 1 && !(shift > seen * left))
        return prop_outcome_noted(found, PROP_SKIPPED,
                                  "a wrong noise would not be seen: it shifts by %.3g, and %.3g is "
                                  "left",
                                  shift, left);
    if (slope.deviation > short_by && (found->margin <= 1 || off - slope.deviation <= short_by))
        return prop_outcome_noted(found, PROP_SKIPPED,
                                  "the steps are too large: the slope %.3f may change by %.3f",
                                  slope.at, slope.deviation);
    if (order == 0 && slope.at > 1 + short_by) {
        found->margin = (slope.at - 1) / short_by;
        return prop_outcome_noted(found, PROP_FAILED,
                                  "weak order %.3f, and a rule that reads Ito's equation has 0",
                                  slope.at - 1);
    }
    return prop_outcome_noted(found, found->margin <= 1 ? PROP_HELD : PROP_FAILED,
                              "weak order %.3f, %d expected; E f - exact = %.4g h^%.0f",
                              slope.at - 1, order,
                              slope.coefficient / pow(of->c->h, round(slope.at)), round(slope.at));
}

static prop_outcome check(prop_finding *found, const prop_law *law, const prop_subject *subject,
                          const slp_case *c)
{
    weak_error of = {.subject = subject, .c = c, .functions = prop_function_count(c->d)};
    double error[PROP_SIZES];
    prop_outcome outcome = prop_outcome_noted(found, PROP_SKIPPED, "no such system");
    ref_exact_step step = {0};
    (void)law;
    for (size_t i = 0; i < c->d; i++) of.unit = hypot(of.unit, c->x[i]);
    double *room = slp_allocate(6 * of.functions, sizeof *room);
    of.first = room, of.second = room + of.functions, of.start = room + 2 * of.functions;
    of.f = room + 3 * of.functions, of.sum = room + 4 * of.functions;
    of.drift = room + 5 * of.functions;
    if (of.unit > 0 && slp_need_memory(ref_exact_step_init(&step, c, NULL)) == SLP_OK) {
        const prop_noise_kind noise = prop_noise_kind_of(&step);
        prop_functions(of.start, c->x, c->d, of.unit);
        prop_generator_powers(of.drift, of.first, of.second, &step, of.unit);
        outcome = PROP_HELD;
        for (int j = 0; j < PROP_SIZES && outcome == PROP_HELD; j++)
            outcome = error_of(error + j, found, &of, j);
        if (outcome == PROP_HELD) outcome = decide(found, &of, error, &noise);
    }
    ref_exact_step_clear(&step);
    free(room);
    return outcome;
}

const prop_law prop_law_weak_order = {
    .name = "weak-order",
    .about = "means over one step are those of the Stratonovich equation, at order one",
    .equation = "E f(Psi(x)) - (f + h Lf)(x) = O(h^2)",
    .generic = true,
    .noisy = true,
    .noise_size = -3,
    .most_d = 9,
    .most_noises = 6,
    .cases = 4,
    .check = check,
};
