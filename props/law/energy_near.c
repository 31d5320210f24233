/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Without noise the energy of a symplectic scheme of order p stays within O(h^p) of H0 and does not
 * drift.
 *
 * On a two-dimensional orbit the numerical trajectory fills a closed curve, a level of the modified
 * energy.  Once it has come back to within one step of its start, the samples of that turn lie
 * along the whole curve, one step apart, so no later value of H0 may leave the range seen by more
 * than what falls between two samples.  With g the energy along the curve, an extremum is at most
 * half a step from a sample: it exceeds that sample by at most max|g''|/8, and g'' is the second
 * difference of consecutive energies up to O(h^2); LAWS.md takes max|second difference|/4.
 * Rounding adds at most its allowance per step.  A drift of either sign leaves the range.
 *
 * On larger orbits the trajectory need not return.  There a linear drift makes the range four times
 * as large in four times as many steps.  A bounded error stops growing, but slow motions may need
 * many steps to show all of it.  So the run starts with 512 steps (128 for many coordinates) and
 * becomes four times as long while that makes the range at least three times as large.  If it still
 * grows so at 32768 steps, the energy drifts.  The reference, which proves each step, starts with
 * fewer (LAWS.md).
 *
 * O(h^p): the range at h over the range at h/2 is 2^p (1 + O(h^2)); one order less gives half of
 * it; on larger orbits, where the two windows are not the same turn, only an order below p is a
 * fault. */
#include "oracle/plumbing/allocate.h"
#include "props/case/reference_step.h"
#include "props/case/adjust_case.h"

#include <math.h>
#include <stdlib.h>

enum {
    STEPS = 2048,
    SIZE = -2,
    PREC = 128,
    FEW = 512,
    MANY = 32768,
    SENSED = 64,
    SMALL_D = 6,
    MANY_D = 4,
    PROVED = 4, /* the reference's runs are so many times as short, */
    AT_LEAST = 64
};

static const double growth = 3;

/* In an arithmetic narrower than binary64 the range of a turn must be so many times what rounding
 * may do to it: the order seen is then right to 0.05. */
enum { HIDDEN = 64 };

/* Whether the orbit is two-dimensional, so that trajectories close. */
static bool orbit_closes(const slp_case *c)
{
    SLP_CLEARED(ref_exact_step) exact_step = {0};
    return slp_need_memory(ref_exact_step_init(&exact_step, c, NULL)) == SLP_OK &&
           exact_step.d - ref_casimir_count(exact_step.sys) == 2;
}

static void shape(slp_case *c)
{
    prop_remove_noise(c);
    prop_set_steps(c, orbit_closes(c) ? STEPS : c->d > SMALL_D ? FEW / MANY_D : FEW);
    prop_set_generator_size(c, SIZE);
}

/* The energy along one trajectory. */
typedef struct swing {
    double low, high;   /* of H0(x_n) - H0(x_0) over the first turn */
    double bottom, top; /* over all steps */
    double slack;       /* the variation between two samples, and rounding over all steps */
    double rounding;
    size_t turn;  /* steps of the first turn; 0: none seen */
    bool closing; /* the trajectory is expected to return */
} swing;

static slp_status defect(prop_defect *to, const ref_exact_step *exact_step, long prec)
{
    return prop_invariant_defect(to, &ref_invariant_energy, exact_step, prec);
}

static double distance(const double *a, const double *b, size_t d)
{
    double square = 0;
    for (size_t i = 0; i < d; i++) square += (a[i] - b[i]) * (a[i] - b[i]);
    return sqrt(square);
}

/* First n at which the trajectory is back within one step of its start, having been away. */
static size_t first_turn(const double *x0, const double *y, size_t steps, size_t d)
{
    double stride = distance(y, x0, d);
    bool away = false;
    for (size_t n = 1; n <= steps; n++) {
        double far = distance(y + (n - 1) * d, x0, d);
        if (far > 4 * stride) away = true;
        if (away && far <= stride) return n;
    }
    return 0;
}

/* E[n] = H0(x_n) - H0(x_0); *rounding = largest effect of one step's allowance on H0. */
static void measure_energies(double *E, double *rounding, ref_exact_step *exact_step,
                             const double *y, double reach, size_t steps)
{
    size_t d = (size_t)exact_step->d;
    REF_LOCAL_VEC(arb, exact_step->d, x);
    REF_LOCAL(arb, start, now, radius, moved);
    ref_energy(start, exact_step->sys, exact_step->x, PREC);
    prop_allowance(radius, exact_step->c, exact_step->x, exact_step->d, reach, 1);
    *rounding = E[0] = 0;
    for (size_t n = 1; n <= steps; n++) {
        for (size_t i = 0; i < d; i++) arb_set_d(x + i, y[(n - 1) * d + i]);
        ref_energy(now, exact_step->sys, x, PREC);
        arb_sub(now, now, start, PREC);
        E[n] = arf_get_d(arb_midref(now), ARF_RND_NEAR);
        if (n % SENSED != 1) continue;
        prop_sensitivity(moved, &ref_invariant_energy, exact_step, x, radius, PREC);
        *rounding = fmax(*rounding, arf_get_d(arb_midref(moved), ARF_RND_UP));
    }
}

static prop_outcome measure_swing(swing *seen, prop_finding *found, const prop_subject *subject,
                                  const slp_case *c)
{
    SLP_CLEARED(ref_exact_step) exact_step = {0};
    ref_certificate cert = {.kappa = 1};
    SLP_CLEARED(slp_result) r = {0};
    slp_status status = slp_need_memory(ref_exact_step_init(&exact_step, c, NULL));
    if (status == SLP_OK) status = ref_exact_step_certificate(&cert, &exact_step);
    prop_outcome outcome = status == SLP_OK
                               ? prop_query_subject(&r, found, subject, c)
                               : prop_outcome_noted(found, PROP_SKIPPED, "the reference says %s",
                                                    slp_status_word(status));
    found->declined |= found->excused; /* any subject may refuse a step of a long run */
    double reach = 0;                  /* 0: the judge could not decide the first step */
    if (outcome == PROP_HELD) {
        reach = 2 * prop_bound(c, c->x, r.y.at, 0) * cert.kappa; /* 2: it varies on the way */
        if (!(reach > 0))
            outcome =
                prop_outcome_noted(found, PROP_SKIPPED, "no bound on what rounding does to a step");
    }
    if (outcome == PROP_HELD) {
        double *E = slp_allocate(c->steps + 1, sizeof *E), curvature = 0;
        measure_energies(E, &seen->rounding, &exact_step, r.y.at, reach, c->steps);
        seen->rounding *= (double)c->steps;
        seen->closing = exact_step.d - ref_casimir_count(exact_step.sys) == 2;
        seen->turn = seen->closing ? first_turn(c->x, r.y.at, c->steps, c->d) : c->steps / 4;
        seen->low = seen->high = seen->bottom = seen->top = 0;
        for (size_t n = 1; n <= c->steps; n++) {
            seen->bottom = fmin(seen->bottom, E[n]);
            seen->top = fmax(seen->top, E[n]);
            if (n < c->steps) curvature = fmax(curvature, fabs(E[n + 1] - 2 * E[n] + E[n - 1]));
            if (n > seen->turn + 1) continue;
            seen->low = fmin(seen->low, E[n]);
            seen->high = fmax(seen->high, E[n]);
        }
        seen->slack = (seen->closing ? curvature / 4 : (growth - 1) * (seen->high - seen->low)) +
                      seen->rounding;
        free(E);
    }
    return outcome;
}

/* The range over one turn at half the step size; 0 where the two curves are not to be compared. */
static double range_at_half(const swing *whole, prop_finding *found, const prop_subject *subject,
                            const slp_case *c)
{
    SLP_CLEARED(slp_case) half = {0};
    swing seen = {0};
    slp_need_memory(slp_case_copy(&half, c));
    half.h /= 2;
    prop_set_steps(&half, 2 * whole->turn + whole->turn / 4 + 8);
    bool comparable = measure_swing(&seen, found, subject, &half) == PROP_HELD && seen.turn;
    if (comparable && whole->closing)
        comparable = fabs((double)seen.turn / (2 * (double)whole->turn) - 1) <= 0.125;
    return comparable ? seen.high - seen.low : 0;
}

static prop_outcome judge_swing(prop_finding *found, const prop_subject *subject,
                                const slp_case *c);

/* The same over that many steps. */
static prop_outcome judge_swing_over(size_t steps, prop_finding *found, const prop_subject *subject,
                                     const slp_case *c)
{
    SLP_CLEARED(slp_case) other = {0};
    slp_need_memory(slp_case_copy(&other, c));
    prop_set_steps(&other, steps);
    return judge_swing(found, subject, &other);
}

static prop_outcome judge_swing(prop_finding *found, const prop_subject *subject, const slp_case *c)
{
    swing seen = {0};
    if (c->steps < 16)
        return prop_outcome_noted(found, PROP_SKIPPED, "too few steps to see a drift");
    prop_outcome outcome = measure_swing(&seen, found, subject, c);
    if (outcome != PROP_HELD) return outcome;
    if (!seen.closing && seen.top - seen.bottom > (seen.high - seen.low) + seen.slack &&
        c->steps < MANY)
        return judge_swing_over(4 * c->steps, found, subject, c);
    double range = seen.high - seen.low;
    double excess = fmax(seen.top - seen.high, seen.low - seen.bottom);
    if (seen.top - seen.bottom <= seen.rounding && prop_is_narrow(c->arithmetic))
        return prop_outcome_noted(found, PROP_SKIPPED, "roundings hide how the energy moves");
    if (seen.top - seen.bottom <= seen.rounding) {
        found->margin = (seen.top - seen.bottom) / seen.rounding;
        return prop_outcome_noted(found, PROP_HELD, "energy kept to rounding");
    }
    if (!seen.turn || seen.turn > c->steps / 2)
        return prop_outcome_noted(found, PROP_SKIPPED, "no turn within %zu steps", c->steps / 2);
    found->margin = excess / seen.slack;
    if (found->margin > 1)
        return prop_outcome_noted(
            found, PROP_FAILED,
            "energy left the range %.3g of its first turn (%zu steps) by %.3g, allowed "
            "%.3g: it drifts",
            range, seen.turn, excess, seen.slack);
    prop_outcome_noted(found, PROP_HELD, "range %.3g, turn %zu", range, seen.turn);
    if (prop_is_narrow(c->arithmetic) && range <= HIDDEN * seen.rounding * (double)seen.turn)
        return prop_outcome_noted(found, PROP_SKIPPED, "roundings hide how the energy moves");
    if (range <= 8 * seen.rounding) return PROP_HELD;
    prop_finding aside = {0};
    double half = range_at_half(&seen, &aside, subject, c);
    if (half <= 0) return PROP_HELD;
    const double order = log2(range / half), expected = c->scheme->order;
    /* windows of a larger orbit are not turns: only too low an order tells */
    double off = seen.closing ? fabs(order - expected) : fmax(0, expected - order);
    found->margin = fmax(found->margin, off);
    return prop_outcome_noted(found, found->margin <= 1 ? PROP_HELD : PROP_FAILED,
                              "range %.3g, at half the step size %.3g: order %.3f, %g expected",
                              range, half, order, expected);
}

static prop_outcome check(prop_finding *found, const prop_law *law, const prop_subject *subject,
                          const slp_case *c)
{
    (void)law;
    if (!subject->certified) return judge_swing(found, subject, c);
    return judge_swing_over(c->steps < PROVED * AT_LEAST ? AT_LEAST : c->steps / PROVED, found,
                            subject, c);
}

const prop_law prop_law_energy_near = {
    .name = "energy-near",
    .about =
        "without noise the energy stays within O(h^p) and does not drift, p the scheme's order",
    .equation = "|H0(x_n) - H0(x_0)| = O(h^p) for all n",
    .applies = {.flag = SLP_LAW_ENERGY_NEAR},
    .draw = {.generic = true, .asks_case = true, .shape = shape},
    .effort =
        {.costly = true, .cases = 8, .certified_cases = 2, .certified_most_d = 9, .controls = 4},
    .check = check,
    .defect = defect,
};
