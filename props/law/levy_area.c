/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* How a step takes a Levy area: the solution has, for noises j < k and their area A,
 *     x + A [V_j, V_k](x) + ...,     [V_j, V_k] = DV_k V_j - DV_j V_k.
 *
 * At h = 0 and dW = 0, with the area +-a alone,
 *     S(a) = (Psi(a) - Psi(-a))/2 = a [V_j, V_k] + O(a^3),    S* = (8 S(a/2) - S(a))/3,
 * and S* is off by O(a^5).  With a |[V_j, V_k]| between 2^-7 and 2^-6 of |x| that is far below the
 * 2^-6 of it that is allowed, beside roundings.  So a negated area is off by 128 times what is
 * allowed, half an area by 32.  Brackets are difference quotients of the reference's fields without
 * areas: nothing of what adds areas to a generator is used. */
#include "props/order/order.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PREC = 1024, SIZE = -6, ALLOWED = -6, ROUNDINGS = 6, MOST_PAIRS = 3, ASKED = 4 };

/* The question with area number `pair` alone: a, -a, a/2, -a/2 for n = 0..3. */
static void set_question(slp_case *one, const slp_case *c, size_t pair, double a, int n)
{
    prop_one_step(one, c, c->x, 0);
    one->h = 0;
    for (size_t i = 0; i < one->M; i++) one->dw[i] = 0;
    one->dw[one->M - one->areas + pair] = ldexp(n % 2 ? -a : a, -(n / 2));
}

/* star = S*, of the subject's answers */
static prop_outcome area_of_answers(double *star, prop_finding *found, const prop_subject *subject,
                                    const slp_case *c, size_t pair, double a)
{
    static const double share[ASKED] = {-1.0 / 6, 1.0 / 6, 8.0 / 6, -8.0 / 6};
    prop_outcome outcome = PROP_HELD;
    SLP_CLEARED(slp_case) one = {0};
    SLP_CLEARED(slp_result) r = {0};
    for (int n = 0; n < ASKED && subject->expect; n++) {
        set_question(&one, c, pair, a, n);
        subject->expect(subject, &one);
    }
    memset(star, 0, c->d * sizeof *star);
    for (int n = 0; n < ASKED && outcome == PROP_HELD; n++) {
        set_question(&one, c, pair, a, n);
        outcome = prop_query_subject(&r, found, subject, &one);
        /* a port need not know the key `area`: it lists pairs, not keys */
        if (outcome == PROP_SKIPPED && r.error == SLP_UNSUPPORTED) found->declined = true;
        for (size_t i = 0; i < c->d && outcome == PROP_HELD; i++)
            star[i] += share[n] * (r.y.at[i] - c->x[i]);
    }
    return outcome;
}

/* One pair of noises, whose bracket is v: PROP_SKIPPED where it is too small to be seen. */
static prop_outcome check_pair(prop_finding *found, const prop_subject *subject, const slp_case *c,
                               size_t pair, arb_srcptr v, double unit)
{
    const double size = prop_size_of(v, (slong)c->d), rounding = ldexp(unit, -prop_unit_bits(c));
    int e;
    if (!(size > 0 && unit > 0 && isfinite(size))) return PROP_SKIPPED;
    frexp(unit / size, &e);
    if (e < -900 || e > 900) return PROP_SKIPPED;
    const double a = ldexp(1, e + SIZE - 1),
                 allowed = ldexp(a * size, ALLOWED) + ldexp(rounding, ROUNDINGS);
    if (!(a * size > 8 * allowed)) return PROP_SKIPPED;
    double *star = slp_allocate(c->d, sizeof *star), off = 0;
    const prop_outcome outcome = area_of_answers(star, found, subject, c, pair, a);
    for (size_t i = 0; i < c->d; i++)
        off = hypot(off, star[i] - a * arf_get_d(arb_midref(v + i), ARF_RND_NEAR));
    free(star);
    if (outcome != PROP_HELD) return outcome;
    found->margin = fmax(found->margin, off / allowed);
    if (off <= allowed) return PROP_HELD;
    return prop_outcome_noted(found, PROP_FAILED,
                              "area %zu: the step moves by the bracket's term off by %.3g of it",
                              pair + 1, off / (a * size));
}

static prop_outcome check_areas(prop_finding *found, const prop_subject *subject, const slp_case *c)
{
    SLP_CLEARED(ref_exact_step) step = {0};
    prop_outcome outcome =
        prop_outcome_noted(found, PROP_SKIPPED, "no two noises whose bracket is seen here");
    if (slp_need_memory(ref_exact_step_init(&step, c, NULL)) != SLP_OK) return outcome;
    const slong noises = (slong)(c->M - c->areas);
    REF_LOCAL_VEC(arb, step.d, v);
    size_t pair = 0, seen = 0;
    double unit = 0;
    for (size_t i = 0; i < c->d; i++) unit = hypot(unit, c->x[i]);
    for (slong j = 0; j < noises; j++)
        for (slong k = j + 1; k < noises; k++, pair++) {
            if (seen >= MOST_PAIRS || outcome == PROP_FAILED) continue;
            prop_noise_bracket(v, &step, j, k, PREC);
            const prop_outcome one = check_pair(found, subject, c, pair, v, unit);
            if (one == PROP_SKIPPED) continue;
            outcome = one;
            seen++;
        }
    return outcome;
}

static prop_outcome check(prop_finding *found, const prop_law *law, const prop_subject *subject,
                          const slp_case *c)
{
    SLP_CLEARED(slp_case) given = {0};
    (void)law;
    slp_need_memory(slp_case_copy(&given, c));
    prop_outcome outcome = prop_outcome_noted(found, PROP_SKIPPED, "fewer than two noises");
    if (slp_need_memory(slp_draw_areas(&given, 1)) == SLP_OK && given.areas > 0)
        outcome = check_areas(found, subject, &given);
    return outcome;
}

static int promise(const slp_system *system, const slp_scheme *scheme)
{
    return slp_draw_has_areas(system, scheme) ? 1 : 0;
}

const prop_law prop_law_levy_area = {
    .name = "levy-area",
    .about = "a Levy area moves the state along the bracket of its noises",
    .equation = "d Psi/d A_jk = [V_j, V_k] at h = 0, dW = 0",
    .applies = {.promise = promise},
    .draw = {.least_noises = 2, .generic = true, .noisy = true},
    .effort = {.cases = 12},
    .check = check,
};
