/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Tries the catalogue on one failed step and says which candidates predict the answer. */
#include "oracle/contract/number/arithmetic.h"
#include "oracle/contract/number/float_environment.h"
#include "oracle/judge/fault/trial.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

/* A prediction must explain this much of the error: two digits. */
static const double explained = 100;

static double norm_of_difference(const judge_trial *t, arb_srcptr a, arb_srcptr b)
{
    arb_t sum, term;
    double value;
    arb_init(sum);
    arb_init(term);
    for (slong i = 0; i < t->d; i++) {
        arb_sub(term, b + i, a + i, t->prec);
        arb_addmul(sum, term, term, t->prec);
    }
    arb_sqrtpos(sum, sum, t->prec);
    arb_mul_2exp_si(sum, sum, -t->exponent);
    value = arb_is_finite(sum) ? arf_get_d(arb_midref(sum), ARF_RND_NEAR) : INFINITY;
    arb_clear(sum);
    arb_clear(term);
    return value;
}

double judge_trial_distance(const judge_trial *t, arb_srcptr y)
{
    return norm_of_difference(t, y, t->to);
}

double judge_trial_departure(const judge_trial *t, arb_srcptr y)
{
    return norm_of_difference(t, y, t->exact.next);
}

double judge_trial_reach(const judge_trial *t)
{
    return fmin(t->bound * t->unit, t->distance / explained);
}

static bool is_finite(const judge_trial *t, arb_srcptr y)
{
    for (slong i = 0; i < t->d; i++)
        if (!arb_is_finite(y + i)) return false;
    return true;
}

/* Keeps the matches in the order of their ratios.  Words that are kept already are kept once, with
 * the smaller ratio and the tolerances of both. */
static void keep_match(judge_hint *hint, const judge_match *given)
{
    judge_match one = *given, *match = &one;
    size_t at = hint->kept;
    for (size_t i = 0; i < hint->kept; i++) {
        if (strcmp(hint->match[i].words, match->words) != 0) continue;
        match->stop.tolerances |= hint->match[i].stop.tolerances;
        hint->match[i].stop.tolerances = match->stop.tolerances;
        if (hint->match[i].ratio <= match->ratio) return;
        memmove(hint->match + i, hint->match + i + 1, (hint->kept - i - 1) * sizeof *hint->match);
        hint->kept--;
        hint->matched--;
        at = hint->kept;
        break;
    }
    hint->matched++;
    while (at > 0 && hint->match[at - 1].ratio > match->ratio) at--;
    if (at == JUDGE_MATCHES) return;
    if (hint->kept == JUDGE_MATCHES) hint->kept--;
    memmove(hint->match + at + 1, hint->match + at, (hint->kept - at) * sizeof *hint->match);
    hint->match[at] = *match;
    hint->kept++;
}

const char *judge_match_key(const judge_match *match)
{
    return match->group                     ? match->group
           : match->fault->counted_together ? match->fault->name
                                            : match->words;
}

/* True if the list has a name that is tried, of the fault, with this key or with any. */
static bool has_name(const judge_trial *t, const judge_fault *fault, const char *key)
{
    for (size_t i = t->first; i < t->only->count; i++)
        if (!t->only->at[i].dropped && t->only->at[i].fault == fault &&
            (!key || strcmp(t->only->at[i].words, key) == 0))
            return true;
    return false;
}

static bool is_match_tried(const judge_trial *t, const judge_match *match)
{
    return !t->only || has_name(t, match->fault, judge_match_key(match));
}

bool judge_is_tried(const judge_trial *t, const judge_fault *fault, const char *words)
{
    judge_match match = {.fault = fault, .group = t->group};
    snprintf(match.words, sizeof match.words, "%s", words);
    return is_match_tried(t, &match);
}

bool judge_offer(judge_trial *t, arb_srcptr y, double kappa, const char *format, ...)
{
    va_list args;
    judge_match match = {.fault = t->fault, .group = t->group, .stop = t->stop};
    t->hint->tried++;
    if (!is_finite(t, y)) return false;
    const double distance = judge_trial_distance(t, y);
    match.ratio = distance / (t->unit * fmax(1, kappa / t->kappa));
    if (!(match.ratio <= t->bound)) return false;
    if (!(t->distance >= explained * fmax(distance, t->unit))) return false;
    va_start(args, format);
    vsnprintf(match.words, sizeof match.words, format, args);
    va_end(args);
    if (!is_match_tried(t, &match)) return false;
    keep_match(t->hint, &match);
    return true;
}

void judge_offer_size(judge_trial *t, double larger, const char *format, ...)
{
    va_list args;
    judge_match match = {.fault = t->fault, .ratio = t->distance / (t->unit * larger)};
    t->hint->tried++;
    if (!(match.ratio <= t->bound)) return;
    va_start(args, format);
    vsnprintf(match.words, sizeof match.words, format, args);
    va_end(args);
    if (is_match_tried(t, &match)) keep_match(t->hint, &match);
}

static double matching_digits(const judge_trial *t, double distance)
{
    double size;
    arb_t norm;
    arb_init(norm);
    ref_exact_step_size(norm, &t->exact, t->prec);
    arb_mul_2exp_si(norm, norm, -t->exponent);
    size = arf_get_d(arb_midref(norm), ARF_RND_NEAR);
    arb_clear(norm);
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

static void sort_by_ratio(judge_hint *hint)
{
    sort_matches(hint->match, hint->kept, is_nearer);
}

/* In the order in which a person should look. */
static bool has_lower_rank(const judge_match *a, const judge_match *b)
{
    return a->fault->rank < b->fault->rank;
}

static void sort_named(judge_hint *hint)
{
    sort_matches(hint->match, hint->named, has_lower_rank);
}

/* Candidates that are not told apart from the nearest one: nearer to the answer than it and half
 * of the bound.  A careful program's roundings are well below that. */
static void name_nearest(judge_hint *hint, double bound)
{
    hint->named = 0;
    if (hint->kept == 0) return;
    const double limit = hint->match[0].ratio + 0.5 * bound;
    while (hint->named < hint->kept && hint->match[hint->named].ratio <= limit) hint->named++;
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
    sort_by_ratio(hint);
    name_nearest(hint, bound);
    sort_named(hint);
}

/* Names the matches and says how near they are. */
static void finish_hint(judge_trial *t)
{
    judge_hint *hint = t->hint;
    if (hint->kept == 0) return;
    name_nearest(hint, t->bound);
    const double nearest = hint->match[0].ratio;
    sort_named(hint);
    hint->digits = matching_digits(t, fmax(nearest * t->unit, 1e-300));
    hint->exact_digits = matching_digits(t, t->distance);
}

static slp_status enclose_answer(judge_trial *t)
{
    enum { MOST = 1024 };
    return ref_exact_step_refine(t->exact.next, NULL, &t->exact, t->prec, MOST, NULL, NULL);
}

/* The states before and after step s, as the answer has them. */
static void read_states(judge_trial *t)
{
    const size_t d = t->c->d;
    arb_ptr from = _arb_vec_init(t->d);
    if (t->s > 0)
        ref_exact_numbers(from, t->r->y.at, t->r->exact_y, (t->s - 1) * d, d);
    else
        ref_exact_numbers(from, t->c->x, t->c->exact_x, 0, d);
    ref_exact_numbers(t->to, t->r->y.at, t->r->exact_y, t->s * d, d);
    ref_exact_step_from(&t->exact, from, t->s);
    _arb_vec_clear(from, t->d);
}

/* log2 of |to - next|, about. */
static slong exponent_of_error(const judge_trial *t)
{
    slong most = WORD_MIN;
    arb_t term;
    arb_init(term);
    for (slong i = 0; i < t->d; i++) {
        arb_sub(term, t->to + i, t->exact.next + i, t->prec);
        if (arf_is_zero(arb_midref(term)) || !arb_is_finite(term)) continue;
        const slong e = arf_abs_bound_lt_2exp_si(arb_midref(term));
        if (e > most) most = e;
    }
    arb_clear(term);
    return most == WORD_MIN ? 0 : most;
}

static bool prepare(judge_trial *t, const slp_verdict *v)
{
    const slp_arithmetic *a = t->c->arithmetic;
    t->s = v->step - 1;
    t->from = t->s ? t->r->y.at + (t->s - 1) * t->c->d : t->c->x;
    t->bits = a ? a->bits : 53;
    t->prec = t->bits > 53 ? 128 + 2 * (t->bits - 53) : 128;
    read_states(t);
    if (enclose_answer(t) != SLP_OK) return false;
    t->exponent = exponent_of_error(t);
    t->distance = judge_trial_distance(t, t->exact.next);
    t->unit = t->distance / v->ratio;
    t->kappa = v->kappa;
    t->bound = v->bound;
    return t->distance > 0 && t->unit > 0;
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
                     .only = only,
                     .first = first};
    if (!only) failure->hint = (judge_hint){0};
    sort_by_ratio(&failure->hint);
    if (v->kind != SLP_VERDICT_FAIL || v->answer || v->step == 0 || !isfinite(v->ratio)) return;
    if (ref_exact_step_init(&t.exact, t.c, NULL) == SLP_OK) {
        t.d = t.exact.d;
        t.M = t.exact.M;
        t.y = _arb_vec_init(2 * t.d);
        t.to = t.y + t.d;
        if (prepare(&t, v)) {
            for (const judge_fault *const *f = judge_faults_registry; *f; f++) {
                t.fault = *f;
                if (!only || has_name(&t, *f, NULL)) (*f)->predict(&t);
            }
            finish_hint(&t);
        }
        _arb_vec_clear(t.y, 2 * t.d);
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
