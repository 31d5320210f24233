/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The verdict on one result of one case.  Every step is judged from the subject's own state before
 * it. */
#include "oracle/contract/case/case.h"
#include "oracle/contract/number/float_environment.h"
#include "oracle/judge/judge.h"
#include "oracle/contract/number/arithmetic.h"
#include "oracle/judge/step.h"

#include <math.h>
#include <string.h>

const char *slp_verdict_word(slp_verdict_kind kind)
{
    static const char *const words[SLP_VERDICT_COUNT] = {[SLP_VERDICT_PASS] = "pass",
                                                         [SLP_VERDICT_FAIL] = "fail",
                                                         [SLP_VERDICT_UNDECIDED] = "undecided",
                                                         [SLP_VERDICT_UNABLE] = "unable",
                                                         [SLP_VERDICT_ERROR] = "error",
                                                         [SLP_VERDICT_UNSUPPORTED] = "unsupported",
                                                         [SLP_VERDICT_UNRECEIVED] = "unreceived",
                                                         [SLP_VERDICT_CHANGED] = "changed"};
    return (unsigned)kind < SLP_VERDICT_COUNT ? words[kind] : "unknown";
}

/* If one step fails, the result fails.  Otherwise, if one step is undecided, the result is
 * undecided. */
static int severity(slp_verdict_kind kind)
{
    switch (kind) {
    case SLP_VERDICT_FAIL:
        return 3;
    case SLP_VERDICT_UNDECIDED:
        return 2;
    case SLP_VERDICT_UNABLE:
        return 1;
    default:
        return 0;
    }
}

/* True if the finding replaces the verdict so far: it is graver, or equally grave with a larger
 * ratio. */
static bool outweighs(const judge_finding *found, const slp_verdict *v)
{
    int g = severity(found->kind), h = severity(v->kind);
    return v->step == 0 || g > h || (g == h && found->ratio > v->ratio);
}

static void judge_all_steps(slp_verdict *v, ref_exact_step *step, const slp_result *r)
{
    const slp_case *c = step->c;
    REF_LOCAL_VEC(arb, step->d, to, from);
    double relative = 0, absolute = 0; /* what the passes of all steps prove */
    ref_exact_numbers(from, c->x, c->exact_x, 0, c->d);
    for (size_t s = 0; s < c->steps; s++) {
        judge_finding found;
        ref_exact_numbers(to, r->y.at, r->exact_y, s * c->d, c->d);
        judge_step_in_case(&found, step, from, s, to);
        if (outweighs(&found, v))
            *v = (slp_verdict){.kind = found.kind,
                               .ratio = found.ratio,
                               .bound = found.bound,
                               .stretch = found.stretch,
                               .kappa = found.kappa,
                               .step = s + 1,
                               .coordinate = found.coordinate + 1,
                               .reason = found.reason,
                               .expected = found.expected,
                               .observed = found.observed,
                               .u = v->u,
                               .tolerance = v->tolerance};
        if (found.kind == SLP_VERDICT_PASS) {
            relative = fmax(relative, found.promise.relative);
            absolute = fmax(absolute, found.promise.absolute);
        }
        _arb_vec_swap(from, to, step->d);
    }
    v->proves = v->kind == SLP_VERDICT_PASS ? relative : NAN;
    v->proves_absolute = v->kind == SLP_VERDICT_PASS ? absolute : NAN;
}

/* The place of the first number that is not finite, y->count if all are. */
static size_t first_not_finite(const slp_numbers *y)
{
    size_t i = 0;
    while (i < y->count && isfinite(y->at[i])) i++;
    return i;
}

/* False if the answer is not valid; *v is then the failure. */
static bool is_answer(slp_verdict *v, const slp_case *c, const slp_result *r)
{
    const size_t place = first_not_finite(&r->y);
    const bool finite = place == r->y.count, counts = r->y.count == c->steps * c->d;
    if (finite && counts && c->steps > 0) return true;
    v->kind = SLP_VERDICT_FAIL;
    v->reason = SLP_INPUT;
    v->answer = finite ? "count" : "not-finite";
    if (finite) return false;
    v->step = place / c->d + 1;
    v->coordinate = place % c->d + 1;
    return false;
}

void slp_judge_fault(char text[SLP_FAULT_CHARS], const slp_case *c, const slp_result *r,
                     const slp_error *err)
{
    if (!text) return;
    *text = 0;
    if (!c || !r || (r->fault && !err)) return;
    const size_t needed = c->steps * c->d, item = r->fault_item;
    if (!r->fault) {
        snprintf(text, SLP_FAULT_CHARS, "y has %zu numbers, %zu steps of %zu coordinates need %zu",
                 r->y.count, c->steps, c->d, needed);
    } else if (item > 0 && item <= needed) {
        const char *what = strchr(err->text + strlen("item "), ' '); /* "item 14 is nan" */
        snprintf(text, SLP_FAULT_CHARS, "coordinate %zu of step %zu%s", (item - 1) % c->d + 1,
                 (item - 1) / c->d + 1, what ? what : "");
    } else {
        snprintf(text, SLP_FAULT_CHARS, "%s%s%s", err->field, *err->field ? " " : "", err->text);
    }
}

/* The subject reported an error.  It counts against the subject only if the reference certifies the
 * steps. */
static void judge_reported_error(slp_verdict *v, ref_exact_step *step, const slp_result *r)
{
    slp_status why = SLP_OK;
    bool certified = judge_certifiable(step, &why, r->error);
    v->kind = certified ? SLP_VERDICT_ERROR : SLP_VERDICT_UNABLE;
    v->reason = certified ? r->error : why;
}

slp_verdict judge_nothing(slp_verdict_kind kind, slp_status reason)
{
    return (slp_verdict){.kind = kind,
                         .reason = reason,
                         .ratio = NAN,
                         .bound = NAN,
                         .stretch = 1,
                         .expected = NAN,
                         .observed = NAN,
                         .proves = NAN,
                         .proves_absolute = NAN};
}

/* system: NULL, or the reference's instance of the case's system */
void judge_on(slp_verdict *v, const slp_case *c, const slp_result *r, const ref_system *system)
{
    SLP_CLEARED(ref_exact_step) step = {0};
    *v = judge_nothing(SLP_VERDICT_UNSUPPORTED, SLP_UNSUPPORTED);
    v->bound = slp_judge_bound_case(c);
    v->u = ldexp(1, c->arithmetic ? -c->arithmetic->bits : -53);
    v->tolerance = c->arithmetic ? c->arithmetic->tolerance : 0;
    if (r->error == SLP_UNSUPPORTED) return;
    if (r->error == SLP_OK && !is_answer(v, c, r)) return;
    slp_status status =
        system ? ref_exact_step_init_on(&step, c, system) : ref_exact_step_init(&step, c, NULL);
    if (status == SLP_OK && r->error != SLP_OK) {
        judge_reported_error(v, &step, r);
    } else if (status == SLP_OK) {
        judge_all_steps(v, &step, r);
    } else if (status != SLP_UNSUPPORTED) {
        v->kind = SLP_VERDICT_UNABLE;
        v->reason = status;
    }
}

void slp_judge(slp_verdict *v, const slp_case *c, const slp_result *r)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    if (!v) return;
    if (c && r && c->system && c->scheme)
        judge_on(v, c, r, NULL);
    else
        *v = judge_nothing(SLP_VERDICT_UNABLE, SLP_INPUT);
}
