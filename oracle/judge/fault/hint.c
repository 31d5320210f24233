/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Tries the catalogue on one failed step and says which candidates predict the answer. */
#include "oracle/contract/number/arithmetic.h"
#include "oracle/contract/number/float_environment.h"
#include "oracle/judge/fault/trial.h"

#include <math.h>
#include <string.h>

static double matching_digits(const judge_trial *t, double distance)
{
    REF_LOCAL(arb, norm);
    ref_exact_step_size(norm, &t->exact, t->prec);
    arb_mul_2exp_si(norm, norm, -t->exponent);
    const double size = arf_get_d(arb_midref(norm), ARF_RND_NEAR);
    /* more digits than the numbers have say nothing */
    return fmin(fmax(log10(size / distance), 0), (double)t->bits * 0.30103);
}

static void sort_matches(judge_match *match, size_t count,
                         bool (*before)(const judge_match *a, const judge_match *b))
{
    for (size_t i = 1; i < count; i++)
        for (size_t k = i; k > 0 && before(&match[k], &match[k - 1]); k--) {
            const judge_match swap = match[k];
            match[k] = match[k - 1];
            match[k - 1] = swap;
        }
}

static bool is_nearer(const judge_match *a, const judge_match *b)
{
    return a->ratio < b->ratio;
}

/* In the order in which a person should look. */
static bool has_lower_rank(const judge_match *a, const judge_match *b)
{
    return a->fault->rank < b->fault->rank;
}

/* Names the candidates that are not told apart from the nearest one: nearer to the answer than it
 * and half of the bound.  A careful program's roundings are well below that. */
static void name_nearest(judge_hint *hint, double bound)
{
    hint->named = 0;
    if (hint->kept == 0) return;
    const double limit = hint->match[0].ratio + 0.5 * bound;
    while (hint->named < hint->kept && hint->match[hint->named].ratio <= limit) hint->named++;
    sort_matches(hint->match, hint->named, has_lower_rank);
}

void judge_hint_drop(judge_hint *hint, const judge_names *names, double bound)
{
    size_t kept = 0;
    for (size_t m = 0; m < hint->kept; m++) {
        bool dropped = false;
        for (size_t i = 0; i < names->count; i++)
            dropped =
                dropped || (names->at[i].dropped && judge_has_name(&hint->match[m], &names->at[i]));
        if (!dropped) hint->match[kept++] = hint->match[m];
    }
    if (kept == hint->kept) return;
    hint->matched = hint->kept = kept;
    sort_matches(hint->match, hint->kept, is_nearer);
    name_nearest(hint, bound);
}

/* Names the matches and says how near they are. */
static void finish_hint(judge_trial *t)
{
    judge_hint *hint = t->hint;
    if (hint->kept == 0) return;
    const double nearest = hint->match[0].ratio;
    name_nearest(hint, t->bound);
    hint->digits = matching_digits(t, fmax(nearest * t->unit, 1e-300));
    hint->exact_digits = matching_digits(t, t->distance);
}

/* The exact step, as candidates are computed; where that does not settle, from a certificate. */
static bool find_exact_result(judge_trial *t)
{
    enum { MOST = 1024 };
    fault_rule rule = {.trial = t};
    return fault_rule_step(t->exact.next, &rule) ||
           ref_exact_step_refine(t->exact.next, NULL, &t->exact, t->prec, MOST, NULL, NULL) ==
               SLP_OK;
}

/* The states before and after step s, as the answer has them. */
static void read_states(judge_trial *t)
{
    const size_t d = t->c->d;
    REF_LOCAL_VEC(arb, t->d, from);
    if (t->s > 0)
        ref_exact_numbers(from, t->r->y.at, t->r->exact_y, (t->s - 1) * d, d);
    else
        ref_exact_numbers(from, t->c->x, t->c->exact_x, 0, d);
    ref_exact_numbers(t->to, t->r->y.at, t->r->exact_y, t->s * d, d);
    ref_exact_step_from(&t->exact, from, t->s);
}

/* log2 of |to - next|, about. */
static slong exponent_of_error(const judge_trial *t)
{
    slong most = WORD_MIN;
    REF_LOCAL(arb, term);
    for (slong i = 0; i < t->d; i++) {
        arb_sub(term, t->to + i, t->exact.next + i, t->prec);
        if (arf_is_zero(arb_midref(term)) || !arb_is_finite(term)) continue;
        const slong e = arf_abs_bound_lt_2exp_si(arb_midref(term));
        if (e > most) most = e;
    }
    return most == WORD_MIN ? 0 : most;
}

static bool prepare(judge_trial *t, const slp_verdict *v)
{
    const slp_arithmetic *a = t->c->arithmetic;
    t->s = v->step - 1;
    t->bits = a ? a->bits : 53;
    t->prec = t->bits > 53 ? 128 + 2 * (t->bits - 53) : 128;
    read_states(t);
    if (!find_exact_result(t)) return false;
    t->exponent = exponent_of_error(t);
    t->distance = judge_trial_distance(t, t->exact.next);
    t->unit = t->distance / v->ratio;
    t->kappa = v->kappa;
    t->bound = v->bound;
    return t->distance > 0 && t->unit > 0;
}

bool judge_can_try(const slp_verdict *v)
{
    return v->kind == SLP_VERDICT_FAIL && !v->answer && v->step > 0 && isfinite(v->ratio);
}

void judge_hint_try(judge_failure *failure, const judge_names *only, size_t first)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    const slp_verdict *v = failure->v;
    judge_trial t = {.c = failure->c,
                     .r = failure->r,
                     .case_before = failure->case_before,
                     .before = failure->before,
                     .hint = &failure->hint,
                     .work_of_evaluation = judge_work_of_evaluation(failure->c),
                     .work_of_generator = judge_work_of_generator(failure->c),
                     .only = only,
                     .first = first};
    if (!only) failure->hint = (judge_hint){0};
    sort_matches(failure->hint.match, failure->hint.kept, is_nearer);
    if (!judge_can_try(v)) return;
    if (ref_exact_step_init(&t.exact, t.c, NULL) == SLP_OK) {
        t.d = t.exact.d;
        t.M = t.exact.M;
        REF_LOCAL_VEC(arb, FAULT_PARTS * t.exact.sys->pack_size, packs);
        REF_LOCAL_VEC(arb, t.d, y, to);
        t.packs.at = packs;
        t.y = y;
        t.to = to;
        if (prepare(&t, v)) {
            for (const judge_fault *const *f = judge_faults_registry; *f; f++) {
                t.fault = *f;
                if (!only || judge_is_listed(&t, *f, NULL)) (*f)->predict(&t);
            }
            finish_hint(&t);
        }
    }
    ref_exact_step_clear(&t.exact);
}

void judge_hint_find(judge_hint *hint, const slp_case *c, const slp_result *r,
                     const slp_case *case_before, const slp_result *before, const slp_verdict *v)
{
    judge_failure failure = {.c = c, .r = r, .case_before = case_before, .before = before, .v = v};
    judge_hint_try(&failure, NULL, 0);
    *hint = failure.hint;
}
