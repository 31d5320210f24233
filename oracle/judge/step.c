/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* One step under judgement: encloses the ratio of oracle/judge/judge.md and compares it with its
 * bound. */
#include "oracle/judge/step.h"
#include "oracle/judge/unit.h"

#include <math.h>

enum { ROUGH_PREC = 64 };

static double upper(const arb_t a)
{
    REF_LOCAL(arf, end);
    arb_get_ubound_arf(end, a, ROUGH_PREC);
    return arf_get_d(end, ARF_RND_CEIL);
}

/* reach: a number that max(from, |next|) is not below, next the enclosed step.  An error of a step
 * is compared with it. */
static void bound_reach(arb_t reach, const arb_t from, arb_srcptr next, slong d, slong prec)
{
    REF_LOCAL(arf, least, other);
    arb_zero(reach);
    for (slong i = 0; i < d; i++) arb_addmul(reach, next + i, next + i, prec);
    arb_sqrtpos(reach, reach, prec);
    arb_get_lbound_arf(other, reach, prec);
    arb_get_lbound_arf(least, from, prec);
    if (arf_cmp(other, least) > 0) arf_swap(other, least);
    arb_set_arf(reach, least);
}

/* What a pass proves, judge.md (8): the error is at most allowed = bound kappa (u S + n
 * 2^(least-1)).  reach = max(|x|, |next|) or less, tiny = n 2^(least-1). */
static judge_promise promise_of(const arb_t allowed, const arb_t reach, const arb_t tiny, int bits,
                                double weakest, slong prec)
{
    judge_promise promise = {.enough = false};
    REF_LOCAL(arb, most, share);
    arb_set_d(share, weakest);
    arb_mul_2exp_si(most, reach, -bits);
    arb_mul(most, most, share, prec);
    if (arb_le(allowed, most)) {
        arb_div(share, allowed, reach, prec);
        promise = (judge_promise){.enough = true, .relative = upper(share)};
    } else {
        arb_mul(most, tiny, share, prec);
        if (arb_le(allowed, most))
            promise = (judge_promise){.enough = true, .absolute = upper(allowed)};
    }
    return promise;
}

/* The bound of the step from step->x to step->next.  *size is |Xi| of the step, computed
 * from the sizes of its terms (ref_step_terms). */
static double step_bound(double *size, const ref_exact_step *step)
{
    double condition;
    ref_step_terms(size, &condition, step->scheme, step->sys, step->x, step->next, step->h,
                   step->dW);
    return judge_allowance(step->c, judge_moves_by_generator(step) ? 1 : *size, condition);
}

judge_promise judge_measure(arb_t allowed, judge_sizes *sizes, const ref_exact_step *step,
                            double kappa, double weakest, slong prec)
{
    const judge_unit unit = judge_unit_of(step->c->arithmetic);
    const size_t n = judge_matrix_size(step->c->system->algebra, (size_t)step->d);
    const double bound = step_bound(&sizes->generator, step);
    const double more = judge_moves_by_generator(step) ? sizes->generator : 0;
    REF_LOCAL(arb, from, reach, tiny, ratio);
    ref_exact_step_size(from, step, prec);
    bound_reach(reach, from, step->next, step->d, prec);
    arb_set_ui(tiny, (ulong)n);
    arb_mul_2exp_si(tiny, tiny, unit.least - 1);
    arb_set_d(allowed, more);
    arb_add(allowed, allowed, from, prec);
    sizes->stretch = 1;
    if (more > 0) {
        arb_div(ratio, allowed, from, prec);
        sizes->stretch = arb_is_zero(from) ? INFINITY : upper(ratio);
    }
    arb_mul_2exp_si(allowed, allowed, -unit.bits);
    /* the error as a share of what the step reaches, over kappa and the bound */
    arb_mul_2exp_si(ratio, reach, -unit.bits);
    arb_add(ratio, ratio, tiny, prec);
    arb_div(ratio, allowed, ratio, prec);
    const double share = upper(ratio);
    sizes->bound = judge_widened(&unit, bound, share <= 1 ? kappa : kappa * share);
    arb_add(allowed, allowed, tiny, prec);
    arb_set_d(ratio, kappa);
    arb_mul(allowed, allowed, ratio, prec);
    arb_set_d(ratio, sizes->bound);
    arb_mul(ratio, ratio, allowed, prec);
    judge_promise promise = promise_of(ratio, reach, tiny, unit.bits, weakest, prec);
    promise.enough = promise.enough && sizes->bound * kappa <= weakest;
    return promise;
}

/* ratio = |to - next| / allowed; *worst the coordinate of the largest error. */
static void enclose_ratio(arb_t ratio, size_t *worst, const ref_exact_step *step, arb_srcptr to,
                          const arb_t allowed, slong prec)
{
    REF_LOCAL(arb, error);
    REF_LOCAL(arf, size, largest);
    *worst = 0;
    arb_zero(ratio);
    for (slong i = 0; i < step->d; i++) {
        arb_sub(error, to + i, step->next + i, prec);
        arb_addmul(ratio, error, error, prec);
        arf_abs(size, arb_midref(error));
        if (arf_cmp(size, largest) > 0) {
            arf_set(largest, size);
            *worst = (size_t)i;
        }
    }
    arb_sqrtpos(ratio, ratio, prec);
    arb_div(ratio, ratio, allowed, prec);
}

/* A right answer to the state 0 is exactly 0: 0 is a fixed point of every Lie-Poisson step (ad*_xi
 * 0 = 0), and sums of products with exact zeros are not rounded. */
static void judge_zero(judge_finding *found, const ref_exact_step *step, arb_srcptr to)
{
    found->kind = SLP_VERDICT_PASS;
    found->promise = (judge_promise){.enough = true}; /* no error at all */
    found->ratio = found->expected = found->observed = 0.0;
    found->coordinate = 0;
    for (slong i = 0; i < step->d; i++) {
        const double value = arf_get_d(arb_midref(to + i), ARF_RND_UP);
        if (fabs(value) <= fabs(found->observed)) continue;
        found->kind = SLP_VERDICT_FAIL;
        found->ratio = INFINITY;
        found->coordinate = (size_t)i;
        found->observed = value;
    }
}

slp_verdict_kind judge_decide(const arb_t ratio, double bound, bool enough)
{
    slp_verdict_kind kind = SLP_VERDICT_UNDECIDED;
    REF_LOCAL(arb, K);
    arb_set_d(K, bound);
    if (arb_gt(ratio, K))
        kind = SLP_VERDICT_FAIL;
    else if (!enough)
        kind = SLP_VERDICT_UNABLE;
    else if (arb_le(ratio, K))
        kind = SLP_VERDICT_PASS;
    return kind;
}

bool judge_moves_by_generator(const ref_exact_step *step)
{
    return step->c->system->algebra == SLP_VECTOR;
}

/* The stage equation may have several solutions.  True if `to` is within the bound of the step by
 * another solution, which Newton's method finds from x, from the middle of x and `to`, or from
 * `to`. */
static bool solves_elsewhere(ref_exact_step *step, arb_srcptr to, slong prec)
{
    enum { STARTS = 3 };
    const judge_unit unit = judge_unit_of(step->c->arithmetic);
    const double weakest = judge_weakest(&unit, step->c->scheme);
    REF_LOCAL_VEC(arb, step->d, other, from);
    bool found = false;
    REF_LOCAL(arb, ratio, allowed);
    for (int start = 0; start < STARTS && !found; start++) {
        judge_sizes sizes;
        double kappa;
        size_t worst;
        for (slong i = 0; i < step->d; i++) {
            arb_set(from + i, to + i);
            if (start == 1) arb_add(from + i, from + i, step->x + i, prec);
            if (start == 1) arb_mul_2exp_si(from + i, from + i, -1);
        }
        if (ref_step_other_solution(other, &kappa, step->scheme, step->sys, step->x, step->h,
                                    step->dW, start ? from : NULL, prec) != SLP_OK)
            continue;
        _arb_vec_swap(step->next, other, step->d);
        const judge_promise promise = judge_measure(allowed, &sizes, step, kappa, weakest, prec);
        enclose_ratio(ratio, &worst, step, to, allowed, prec);
        found = judge_decide(ratio, sizes.bound, promise.enough) == SLP_VERDICT_PASS;
        _arb_vec_swap(step->next, other, step->d);
    }
    return found;
}

/* False if the contraction is fast: a right program then stays in the ball around x that contains
 * only one solution. */
static bool may_have_others(const ref_certificate *cert)
{
    return cert->by_jacobian || cert->L > 0.5;
}

/* True if the ratio is known within a factor of 2.  If not, its upper end shows the width of the
 * enclosure and not the error of the answer. */
static bool narrow(const arb_t ratio)
{
    REF_LOCAL(mag, end);
    arb_get_mag_lower(end, ratio);
    double least = mag_get_d(end);
    return 2 * least >= upper(ratio);
}

static void judge_enclosed(judge_finding *found, ref_exact_step *step, arb_srcptr to,
                           const ref_certificate *cert, slong prec)
{
    const judge_unit unit = judge_unit_of(step->c->arithmetic);
    judge_sizes sizes;
    REF_LOCAL(arb, ratio, allowed);
    found->promise = judge_measure(allowed, &sizes, step, cert->kappa,
                                   judge_weakest(&unit, step->c->scheme), prec);
    found->bound = sizes.bound;
    found->stretch = sizes.stretch;
    enclose_ratio(ratio, &found->coordinate, step, to, allowed, prec);
    found->ratio = upper(ratio);
    found->expected = arf_get_d(arb_midref(step->next + (slong)found->coordinate), ARF_RND_NEAR);
    found->observed = arf_get_d(arb_midref(to + (slong)found->coordinate), ARF_RND_NEAR);
    found->kind = judge_decide(ratio, found->bound, found->promise.enough);
    if (found->kind == SLP_VERDICT_FAIL && may_have_others(cert) &&
        solves_elsewhere(step, to, prec))
        found->kind = SLP_VERDICT_UNABLE;
    if (found->kind == SLP_VERDICT_UNABLE) {
        found->reason = SLP_UNABLE;
        if (!narrow(ratio)) found->ratio = NAN;
    }
}

/* An answer to a step, and what is found. */
typedef struct judging {
    judge_finding *found;
    ref_exact_step *step;
    arb_srcptr to;
} judging;

/* SLP_UNABLE if more bits may decide. */
static slp_status judge_at(void *of, slong prec)
{
    const judging *j = of;
    ref_exact_step *step = j->step;
    ref_certificate cert;
    const slp_status status = ref_exact_step_image(step->next, &cert, step, prec);
    *j->found = (judge_finding){.kind = SLP_VERDICT_UNABLE, .reason = status, .ratio = NAN};
    j->found->bound = judge_allowance(step->c, 0.0, 1.0);
    if (status != SLP_OK) return status == SLP_UNABLE && cert.final ? SLP_END : status;
    j->found->kappa = cert.kappa;
    if (step->c->system->algebra != SLP_VECTOR && _arb_vec_is_zero(step->x, step->d))
        judge_zero(j->found, step, j->to);
    else
        judge_enclosed(j->found, step, j->to, &cert, prec);
    return j->found->kind == SLP_VERDICT_UNDECIDED ? SLP_UNABLE : SLP_OK;
}

/* Judges the step that step->x, h and dW describe. */
static void judge_set_step(judge_finding *found, ref_exact_step *step, arb_srcptr to)
{
    judging j = {found, step, to};
    const judge_unit unit = judge_unit_of(step->c->arithmetic);
    ref_refine(judge_first_precision(&unit), REF_PREC_CAP, judge_at, &j);
}

void judge_step_in_case(judge_finding *found, ref_exact_step *step, arb_srcptr from, size_t s,
                        arb_srcptr to)
{
    ref_exact_step_from(step, from, s);
    judge_set_step(found, step, to);
}

void judge_step(judge_finding *found, ref_exact_step *step, const double *from, const double *dw,
                const double *to)
{
    REF_LOCAL_VEC(arb, step->d, answer);
    ref_exact_numbers(answer, to, NULL, 0, (size_t)step->d);
    ref_exact_step_set(step, from, step->c->h, dw);
    judge_set_step(found, step, answer);
}
