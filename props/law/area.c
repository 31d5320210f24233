/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Tests how a step combines two noises that do not commute: the increments do not contain their
 * Levy area.
 *
 * A rule that uses the increments (a, b) only through Xi = a Xi_1 + b Xi_2 does not depend on which
 * noise came first: to second order it must take the average of both orders, x + aV_1 + bV_2 +
 * (aV_1 + bV_2)^2 x / 2.  The part that is odd in a and in b,
 *     S(a, b) = [Psi(a, b) + Psi(-a, -b) - Psi(a, -b) - Psi(-a, b)] / 4
 *             = ab (DV_1 V_2 + DV_2 V_1) / 2 + O(4),
 * shows whether it does.  Noises applied one after the other give ab DV_2 V_1 instead.  The
 * difference is half the bracket, ab [V_1, V_2] / 2, which is as large as the error that makes the
 * strong order 1/2.  S also shows a term that is missing, or one too many.
 *
 * At h = 0 and without areas that a case may have, for the two noises with the largest bracket, a
 * L_1 and b L_2 within a factor 2 below 2^-8, L = max(|Xi|, |DV|), at the state. (Near an axis a
 * noise may be small but change quickly, so |Xi| alone does not bound the later terms.)  S is taken
 * at (a, b) and at (a, b)/2 and extrapolated, S* = (16 S(1/2) - S(1)) / 3 = ab (...) / 2 + O(6).
 * Allowed: what rounding allows each of the eight steps, with its weight (16/3 and 1/3 quarters),
 * and 2^-6 of the term that extrapolation removed, |4 S(1/2) - S(1)| / 3 in size O(4): the term of
 * O(6) is 2^-14 of it, some constants apart; and, for where that term is small by chance, 2^-12 of
 * half the bracket.  If the bracket is below 2^10 times what is allowed, the case decides nothing.
 *
 * A rule that solves the Ito equation takes its generator or its field at the start, so it is
 * compared with the reference's S* from enclosed steps.
 *
 * A scheme that takes the noises in one order must be seen to miss the average, on a system that
 * has them in several factors: it is off by half the bracket, at least 2^CLEAR times what is
 * allowed.  The law says nothing where it depends on the case whether they are. */
#include "oracle/plumbing/allocate.h"
#include "props/order/order.h"

#include <math.h>
#include <stdlib.h>

enum {
    PREC = 1024,
    SIZE = -8,
    SCALES = 2,
    SIGNS = 4,
    MOST_NOISES = 4,
    FEW = 6,
    CLEAR = 10,
    LEFT = -6,
    FAINT = -13
};

/* average = (DV_j V_k + DV_k V_j)/2; returns |DV_k V_j - DV_j V_k|. */
static double second_order(arb_ptr average, const ref_exact_step *exact_step, slong j, slong k)
{
    slong d = exact_step->d;
    REF_LOCAL_VEC(arb, 3 * d, v);
    arb_ptr one = v + d, two = v + 2 * d;
    prop_noise_field(v, exact_step, j, exact_step->x, PREC);
    prop_noise_derivative(one, exact_step, k, v, PREC);
    prop_noise_field(v, exact_step, k, exact_step->x, PREC);
    prop_noise_derivative(two, exact_step, j, v, PREC);
    _arb_vec_add(average, one, two, d, PREC);
    _arb_vec_scalar_mul_2exp_si(average, average, d, -1);
    _arb_vec_sub(one, one, two, d, PREC);
    return prop_size_of(one, d);
}

/* |DV_k(x)|, Frobenius: from its columns, or, of many coordinates, from two vectors s of signs,
 * |DV_k s|^2 being |DV_k|^2 on average over all of them. */
static double slope(const ref_exact_step *exact_step, slong k)
{
    slong d = exact_step->d, probes = d <= FEW ? d : 2;
    double sum = 0;
    REF_LOCAL_VEC(arb, 2 * d, v);
    arb_ptr image = v + d;
    for (slong i = 0; i < probes; i++) {
        for (slong j = 0; j < d; j++) {
            uint32_t bits = (uint32_t)(j + 1) * UINT32_C(2654435761) ^ (uint32_t)(i * j);
            arb_set_si(v + j, d <= FEW ? i == j : bits >> 15 & 1 ? 1 : -1);
        }
        prop_noise_derivative(image, exact_step, k, v, PREC);
        double one = prop_size_of(image, d);
        sum = d <= FEW ? hypot(sum, one) : fmax(sum, one);
    }
    return sum;
}

/* 2^e with 2^e max(|Xi_k|, |DV_k|) within a factor 2 below 2^SIZE; 0 where there is none */
static double increment_size(const ref_exact_step *exact_step, slong k)
{
    REF_LOCAL_VEC(arb, exact_step->M, alone);
    REF_LOCAL_VEC(arb, exact_step->d, xi);
    int e;
    REF_LOCAL(arb, none);
    arb_one(alone + k);
    ref_generator(xi, exact_step->sys, exact_step->x, none, alone, PREC);
    double size = prop_size_of(xi, exact_step->d);
    if (size > 0) size = fmax(size, slope(exact_step, k));
    frexp(size, &e);
    return size > 0 && isfinite(size) && e > -900 && e < 900 ? ldexp(1, SIZE - e) : 0;
}

typedef struct area {
    slong j, k;
    double a, b;   /* increments of the two */
    arb_ptr S[2];  /* at (a, b) and at half of them, the answers' or the reference's */
    arb_t allowed; /* of S* */
} area;

/* One of the eight steps. */
static void step_case(slp_case *one, const area *of, const slp_case *c, int scale, int sign)
{
    const bool minus_a = sign & 1, minus_b = sign & 2;
    prop_one_step(one, c, c->x, 0);
    one->h = 0;
    for (size_t i = 0; i < c->M; i++) one->dw[i] = 0;
    one->dw[of->j] = ldexp(minus_a ? -of->a : of->a, -scale);
    one->dw[of->k] = ldexp(minus_b ? -of->b : of->b, -scale);
}

static void expect_steps(const area *of, const prop_subject *subject, const slp_case *c)
{
    SLP_CLEARED(slp_case) one = {0};
    for (int i = 0; i < SCALES * SIGNS && subject->expect; i++) {
        step_case(&one, of, c, i / SIGNS, i % SIGNS);
        subject->expect(subject, &one);
    }
}

/* Adds y of one of the eight steps, with its sign, to S. */
static prop_outcome step(prop_finding *found, area *of, const prop_subject *subject,
                         const slp_case *c, int scale, int sign)
{
    SLP_CLEARED(slp_case) one = {0};
    SLP_CLEARED(slp_result) r = {0};
    SLP_CLEARED(ref_exact_step) exact_step = {0};
    prop_outcome outcome = PROP_HELD;
    const bool minus_a = sign & 1, minus_b = sign & 2;
    REF_LOCAL(arb, part);
    step_case(&one, of, c, scale, sign);
    REF_LOCAL_VEC(arb, (slong)c->d, y);
    bool sure = slp_need_memory(ref_exact_step_init(&exact_step, &one, NULL)) == SLP_OK;
    if (subject) {
        outcome = prop_query_subject(&r, found, subject, &one);
        double kappa = 1, bound = 0;
        if (outcome == PROP_HELD) bound = prop_bound_and_condition(&kappa, &one, one.x, r.y.at, 0);
        sure = sure && bound > 0;
        if (sure) {
            for (size_t i = 0; i < c->d; i++) arb_set_d(y + i, r.y.at[i]);
            prop_allowance(part, &one, exact_step.x, exact_step.d, bound, kappa);
            arb_mul_si(part, part, scale ? 16 : 1, PREC);
            arb_div_si(part, part, 12, PREC);
            arb_add(of->allowed, of->allowed, part, PREC);
        }
    } else {
        sure = sure && ref_exact_step_image(y, NULL, &exact_step, PREC) == SLP_OK;
    }
    if (outcome == PROP_HELD && !sure)
        outcome = prop_outcome_noted(found, PROP_SKIPPED, "no certificate");
    if (outcome == PROP_HELD)
        (minus_a != minus_b ? _arb_vec_sub : _arb_vec_add)(of->S[scale], of->S[scale], y,
                                                           exact_step.d, PREC);
    return outcome;
}

/* star = (16 S(1/2) - S(1)) / 3, and what it removed, (4 S(1/2) - S(1)) / 3; NULL subject: by the
 * reference. */
static prop_outcome extrapolate(arb_ptr star, double *removed, prop_finding *found, area *of,
                                const prop_subject *subject, const slp_case *c)
{
    slong d = (slong)c->d;
    prop_outcome outcome = PROP_HELD;
    for (int scale = 0; scale < SCALES; scale++) {
        _arb_vec_zero(of->S[scale], d);
        for (int sign = 0; sign < SIGNS && outcome == PROP_HELD; sign++)
            outcome = step(found, of, subject, c, scale, sign);
        _arb_vec_scalar_mul_2exp_si(of->S[scale], of->S[scale], d, -2);
    }
    for (slong i = 0; i < d; i++) {
        arb_mul_2exp_si(star + i, of->S[1] + i, 2);
        arb_sub(star + i, star + i, of->S[0] + i, PREC);
        arb_div_si(star + i, star + i, 3, PREC);
    }
    *removed = prop_size_of(star, d);
    for (slong i = 0; i < d; i++) arb_addmul_si(star + i, of->S[1] + i, 4, PREC);
    return outcome;
}

static prop_outcome judge_area(prop_finding *found, area *of, const prop_subject *subject,
                               const slp_case *c, arb_ptr expected, double bracket)
{
    slong d = (slong)c->d;
    double removed, unused, allowed;
    REF_LOCAL_VEC(arb, d, star);
    expect_steps(of, subject, c);
    prop_outcome outcome = extrapolate(star, &removed, found, of, subject, c);
    if (outcome == PROP_HELD && (c->scheme->ito_generator || c->scheme->ito_field))
        outcome = extrapolate(expected, &unused, found, of, NULL, c);
    if (outcome == PROP_HELD) {
        _arb_vec_sub(star, star, expected, d, PREC);
        allowed = arf_get_d(arb_midref(of->allowed), ARF_RND_UP) + ldexp(removed, LEFT) +
                  ldexp(bracket, FAINT);
        double off = prop_size_of(star, d);
        found->margin = off / allowed;
        if (!(bracket / 2 > ldexp(allowed, CLEAR)))
            outcome = prop_outcome_noted(found, PROP_SKIPPED, "the bracket is too small to see");
        else
            outcome = prop_outcome_noted(
                found, found->margin <= 1 ? PROP_HELD : PROP_FAILED,
                "noises %ld and %ld: second order term off by %.3g of half their "
                "bracket, %.3g times what is allowed",
                of->j + 1, of->k + 1, 2 * off / bracket, found->margin);
    }
    return outcome;
}

/* The pair of noises with the largest bracket among a few; its size times ab, and what S* should
 * be. */
static double choose_pair(area *of, arb_ptr expected, const ref_exact_step *exact_step)
{
    slong d = exact_step->d;
    double largest = 0, scale[MOST_NOISES] = {0};
    REF_LOCAL_VEC(arb, d, average);
    const slong noises = exact_step->M - ref_system_areas(exact_step->sys);
    const slong most = noises < MOST_NOISES ? noises : MOST_NOISES;
    for (slong k = 0; k < most; k++) scale[k] = increment_size(exact_step, k);
    for (slong k = 1; k < most; k++)
        for (slong j = 0; j < k; j++) {
            double a = scale[j], b = scale[k];
            double bracket = a * b * second_order(average, exact_step, j, k);
            if (!(bracket > largest)) continue;
            largest = bracket, of->j = j, of->k = k, of->a = a, of->b = b;
            for (slong i = 0; i < d; i++) {
                arb_set_d(expected + i, a * b);
                arb_mul(expected + i, expected + i, average + i, PREC);
            }
        }
    return largest;
}

static prop_outcome check(prop_finding *found, const prop_law *law, const prop_subject *subject,
                          const slp_case *c)
{
    slong d = (slong)c->d;
    area of = {.a = 0};
    SLP_CLEARED(ref_exact_step) exact_step = {0};
    REF_LOCAL_VEC(arb, 3 * d, work);
    arb_ptr expected = work + 2 * d;
    prop_outcome outcome =
        prop_outcome_noted(found, PROP_SKIPPED, "no two noises that do not commute here");
    (void)law;
    of.S[0] = work, of.S[1] = work + d;
    arb_init(of.allowed);
    double bracket = 0;
    if (slp_need_memory(ref_exact_step_init(&exact_step, c, NULL)) == SLP_OK)
        bracket = choose_pair(&of, expected, &exact_step);
    if (bracket > 0) outcome = judge_area(found, &of, subject, c, expected, bracket);
    arb_clear(of.allowed);
    return outcome;
}

static int promise(const slp_system *system, const slp_scheme *scheme)
{
    if (!scheme->orders_noises || system->noises_in_one_factor) return 1;
    return system->noises_share_factors ? 0 : -1;
}

const prop_law prop_law_area = {
    .name = "area",
    .about = "two noises act as the average of both orders",
    .equation = "d^2 Psi/da db = (DV_1 V_2 + DV_2 V_1)/2 at 0",
    .applies = {.promise = promise, .subjects = PROP_LAW_COMPUTED},
    .draw = {.least_noises = 2, .generic = true, .noisy = true},
    .effort = {.cases = 12},
    .check = check,
};
