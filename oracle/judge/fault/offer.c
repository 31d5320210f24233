/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Which candidates are tried, and which are kept since they predict the answer. */
#include "oracle/judge/fault/trial.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

/* A prediction must explain this much of the error: two digits. */
static const double explained = 100;

const char *fault_words(fault_text *to, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(to->at, sizeof to->at, format, args);
    va_end(args);
    return to->at;
}

double judge_trial_distance(const judge_trial *t, arb_srcptr y)
{
    REF_LOCAL(arb, sum, term);
    for (slong i = 0; i < t->d; i++) {
        arb_sub(term, t->to + i, y + i, t->prec);
        arb_addmul(sum, term, term, t->prec);
    }
    arb_sqrtpos(sum, sum, t->prec);
    arb_mul_2exp_si(sum, sum, -t->exponent);
    return arb_is_finite(sum) ? arf_get_d(arb_midref(sum), ARF_RND_NEAR) : INFINITY;
}

double judge_trial_reach(const judge_trial *t)
{
    return fmin(t->bound * t->unit, t->distance / explained);
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

bool judge_is_listed(const judge_trial *t, const judge_fault *fault, const char *key)
{
    for (size_t i = t->first; i < t->only->count; i++)
        if ((t->only->dropped_too || !t->only->at[i].dropped) && t->only->at[i].fault == fault &&
            (!key || strcmp(t->only->at[i].words, key) == 0))
            return true;
    return false;
}

static bool is_match_tried(const judge_trial *t, const judge_match *match)
{
    return !t->only || judge_is_listed(t, match->fault, judge_match_key(match));
}

/* The match of these words, of the fault that is offered now. */
static judge_match match_of(const judge_trial *t, const char *words)
{
    judge_match match = {.fault = t->fault, .group = t->group, .stop = t->stop};
    snprintf(match.words, sizeof match.words, "%s", words);
    return match;
}

bool judge_is_tried(const judge_trial *t, const char *words)
{
    const judge_match match = match_of(t, words);
    /* too small an error: nothing would be kept */
    return t->distance >= explained * t->unit && is_match_tried(t, &match);
}

void judge_offer(judge_trial *t, arb_srcptr y, double kappa, const char *words)
{
    t->hint->tried++;
    if (!y) return;
    t->hint->work += 2 * (double)t->d;
    if (!_arb_vec_is_finite(y, t->d)) return;
    judge_match match = match_of(t, words);
    const double distance = judge_trial_distance(t, y);
    match.ratio = distance / (t->unit * fmax(1, kappa / t->kappa));
    if (match.ratio <= t->bound && t->distance >= explained * fmax(distance, t->unit) &&
        is_match_tried(t, &match))
        keep_match(t->hint, &match);
}

void judge_offer_size(judge_trial *t, double larger, const char *words)
{
    judge_match match = match_of(t, words);
    match.ratio = t->distance / (t->unit * larger);
    t->hint->tried++;
    if (match.ratio <= t->bound && is_match_tried(t, &match)) keep_match(t->hint, &match);
}
