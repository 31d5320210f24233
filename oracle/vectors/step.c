/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The exact answer of a step, and the radius that passes: vectors.md, sections 1 and 2. */
#include "oracle/vectors/step.h"
#include "oracle/judge/step.h"
#include "oracle/judge/unit.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>
#include <stdlib.h>

/* The precision of the radius; bits of `low` below the radius; states whose radius is below 2^TINY
 * have another unit. */
enum { RADIUS_PREC = 256, BELOW = 54, TINY = -900, UNIT = -1000 };

void vectors_step_clear(vectors_step *v)
{
    slp_case_clear(&v->c);
    free(v->y);
    free(v->low);
    *v = (vectors_step){0};
}

/* floor(log2) of a positive ball. */
static slong exponent_of(const arb_t ball)
{
    REF_LOCAL(fmpz, e);
    arf_abs_bound_lt_2exp_fmpz(e, arb_midref(ball));
    return fmpz_get_si(e) - 1;
}

/* The number of the arithmetic that is nearest to `exact`, of two the even one; infinite beyond the
 * largest.  It is not rounded to binary64 first. */
static double round_to_unit(const arf_t exact, const judge_unit *unit)
{
    if (unit->plain || unit->bits == 53) return arf_get_d(exact, ARF_RND_NEAR);
    if (arf_is_zero(exact)) return 0;
    const slong top = arf_abs_bound_lt_2exp_si(exact) - unit->bits;
    const slong grid = top > unit->least ? top : unit->least;
    REF_LOCAL(fmpz, units);
    REF_LOCAL(arf, value);
    arf_mul_2exp_si(value, exact, -grid);
    arf_get_fmpz(units, value, ARF_RND_NEAR);
    arf_set_fmpz(value, units);
    arf_mul_2exp_si(value, value, grid);
    const bool beyond = arf_cmpabs_2exp_si(value, unit->most) >= 0;
    return beyond ? INFINITY : arf_get_d(value, ARF_RND_NEAR);
}

/* True if both ends of the ball round to the same number: that is then the exact one's rounding.  A
 * zero has the sign of the exact value where the enclosure shows it, as in ref_step_round. */
static bool round_ball(double *value, const arb_t ball, const judge_unit *unit)
{
    REF_LOCAL(arf, low, high);
    arb_get_lbound_arf(low, ball, arb_bits(ball) + 64);
    arb_get_ubound_arf(high, ball, arb_bits(ball) + 64);
    const double a = round_to_unit(low, unit), b = round_to_unit(high, unit);
    const bool same = a == b && isfinite(a);
    if (same) *value = a == 0 ? (arf_sgn(high) < 0 ? -0.0 : 0.0) : b;
    return same;
}

/* The same of (ball - y) to the grid 2^exponent, in units of it; false too if it needs more bits
 * than binary64 has. */
static bool round_rest(double *units, const arb_t ball, double y, slong exponent)
{
    REF_LOCAL(arb, rest);
    REF_LOCAL(arf, end);
    REF_LOCAL(fmpz, a, b);
    arb_set_d(rest, y);
    arb_sub(rest, ball, rest, ARF_PREC_EXACT);
    arb_mul_2exp_si(rest, rest, -exponent);
    arb_get_lbound_arf(end, rest, arb_bits(rest) + 64);
    bool same = arf_cmpabs_2exp_si(end, 53) < 0;
    if (same) arf_get_fmpz(a, end, ARF_RND_NEAR);
    arb_get_ubound_arf(end, rest, arb_bits(rest) + 64);
    same = same && arf_cmpabs_2exp_si(end, 53) < 0;
    if (same) arf_get_fmpz(b, end, ARF_RND_NEAR);
    same = same && fmpz_equal(a, b);
    if (same) *units = fmpz_get_d(a);
    return same;
}

/* A vector whose numbers are rounded, from the enclosure in step->next. */
typedef struct rounding {
    vectors_step *v;
    const ref_exact_step *step;
    slong exponent;
} rounding;

/* Answers y + low to the grid 2^exponent; SLP_UNABLE if a number is not decided. */
static slp_status round_answer(void *of, slong prec)
{
    const rounding *r = of;
    vectors_step *v = r->v;
    const judge_unit unit = judge_unit_of(v->c.arithmetic);
    bool decided = true;
    (void)prec;
    for (slong i = 0; i < r->step->d && decided; i++) {
        double units = 0;
        decided = round_ball(&v->y[i], r->step->next + i, &unit) &&
                  round_rest(&units, r->step->next + i, v->y[i], r->exponent);
        v->low[i] = ldexp(units, (int)r->exponent - v->unit);
        if (units == 0) v->low[i] = 0;
    }
    return decided ? SLP_OK : SLP_UNABLE;
}

static double round_to_multiple(const arb_t ball, bool up, int unit)
{
    REF_LOCAL(arf, end);
    REF_LOCAL(arb, scaled);
    arb_mul_2exp_si(scaled, ball, -unit);
    if (up)
        arb_get_ubound_arf(end, scaled, RADIUS_PREC);
    else
        arb_get_lbound_arf(end, scaled, RADIUS_PREC);
    return arf_get_d(end, up ? ARF_RND_CEIL : ARF_RND_FLOOR);
}

/* radius and beyond: the judge's own radius, less and more what y + low may be off. */
static void set_radius(vectors_step *v, const arb_t radius, slong exponent)
{
    REF_LOCAL(arb, slack, end);
    arb_set_ui(slack, v->c.d);
    arb_sqrt(slack, slack, RADIUS_PREC);
    arb_mul_2exp_si(slack, slack, exponent);
    arb_sub(end, radius, slack, RADIUS_PREC);
    v->radius = round_to_multiple(end, false, v->unit);
    arb_add(end, radius, slack, RADIUS_PREC);
    v->beyond = round_to_multiple(end, true, v->unit);
}

/* The zero state of a bracket that is linear in the state: the only right answer is 0. */
static bool is_zero(const slp_case *c)
{
    bool zero = c->system->algebra != SLP_VECTOR;
    for (size_t i = 0; i < c->d; i++) zero = zero && c->x[i] == 0;
    return zero;
}

/* Is the judge's own enclosure so narrow that it decides outside of radius..beyond at once? */
static bool is_narrow(const ref_exact_step *step, slong exponent)
{
    for (slong i = 0; i < step->d; i++)
        if (mag_cmp_2exp_si(arb_radref(step->next + i), exponent - 8) > 0) return false;
    return true;
}

/* radius := the judge's, judge.md (1) and (7): bound kappa (u(|x| + s) + n 2^(least - 1)).  A pass
 * of a vector proves as much under every scheme, and the judge's verdict is the same. */
static judge_promise enclose_radius(arb_t radius, vectors_step *v, const ref_exact_step *step)
{
    const judge_unit unit = judge_unit_of(v->c.arithmetic);
    const double weakest = fmin(unit.weakest, judge_weakest(&unit, v->c.scheme));
    judge_sizes sizes;
    const judge_promise promise =
        judge_measure(radius, &sizes, step, v->kappa, weakest, RADIUS_PREC);
    v->bound = sizes.bound;
    REF_LOCAL(arb, bound);
    arb_set_d(bound, v->bound);
    arb_mul(radius, radius, bound, RADIUS_PREC);
    return promise;
}

/* The answer and what may be off it, of a state that is not 0. */
static vectors_reason set_answer(vectors_step *v, ref_exact_step *step, const arb_t radius,
                                 slong prec)
{
    const slong exponent = exponent_of(radius) - BELOW;
    v->unit = exponent + BELOW < TINY ? UNIT : 0;
    v->within = ldexp(1, (int)exponent - 1 - v->unit);
    set_radius(v, radius, exponent);
    rounding r = {v, step, exponent};
    const bool decided = is_narrow(step, exponent) &&
                         (round_answer(&r, prec) == SLP_OK ||
                          ref_exact_step_refine(step->next, NULL, step, 2 * prec, REF_PREC_CAP,
                                                round_answer, &r) == SLP_OK);
    return decided ? VECTORS_TAKEN : VECTORS_UNDECIDED;
}

static vectors_reason compute(vectors_step *v, ref_exact_step *step)
{
    ref_certificate cert = {0};
    slp_status why;
    vectors_reason reason = VECTORS_TAKEN;
    const judge_unit unit = judge_unit_of(v->c.arithmetic);
    if (ref_exact_step_refine(step->next, &cert, step, judge_first_precision(&unit), REF_PREC_CAP,
                              NULL, NULL) != SLP_OK)
        return VECTORS_NO_CERTIFICATE;
    REF_LOCAL(arb, radius);
    v->L = cert.L;
    v->kappa = cert.kappa;
    const judge_promise promise = enclose_radius(radius, v, step);
    v->y = slp_allocate(v->c.d, sizeof *v->y);
    v->low = slp_allocate(v->c.d, sizeof *v->low);
    if (!is_zero(&v->c)) {
        if (!promise.enough)
            reason = VECTORS_WEAK;
        else if (cert.by_jacobian || cert.L > 0.5)
            reason = VECTORS_SLOW;
        else
            reason = set_answer(v, step, radius, cert.prec);
    }
    if (reason == VECTORS_TAKEN) v->refusal = judge_certifiable(step, &why, SLP_NO_CONVERGENCE);
    return reason;
}

vectors_reason vectors_compute(vectors_step *v)
{
    SLP_CLEARED(ref_exact_step) step = {0};
    vectors_reason reason = VECTORS_NO_CERTIFICATE;
    if (slp_need_memory(ref_exact_step_init(&step, &v->c, NULL)) == SLP_OK)
        reason = compute(v, &step);
    if (reason != VECTORS_TAKEN) {
        free(v->y);
        free(v->low);
        v->y = v->low = NULL;
    }
    return reason;
}
