/* The verdict on one result of one case: every step judged from the subject's own state before it. */
#include "oracle/float_environment.h"
#include "oracle/judge.h"
#include "oracle/judge_step.h"

#include <math.h>

const char *slp_verdict_word(slp_verdict_kind kind)
{
    static const char *const words[SLP_VERDICT_COUNT] = {[SLP_VERDICT_PASS] = "pass",
                                                         [SLP_VERDICT_FAIL] = "fail",
                                                         [SLP_VERDICT_UNDECIDED] = "undecided",
                                                         [SLP_VERDICT_UNABLE] = "unable",
                                                         [SLP_VERDICT_ERROR] = "error",
                                                         [SLP_VERDICT_UNSUPPORTED] = "unsupported",
                                                         [SLP_VERDICT_UNRECEIVED] = "unreceived"};
    return (unsigned)kind < SLP_VERDICT_COUNT ? words[kind] : "unknown";
}

/* One failing step makes a failure whatever the others are; short of that, one step left open leaves
 * the whole open. */
static int gravity(slp_verdict_kind kind)
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

/* The graver finding stands; among equals the larger ratio. */
static bool outweighs(const judge_finding *found, const slp_verdict *v)
{
    int g = gravity(found->kind), h = gravity(v->kind);
    return v->step == 0 || g > h || (g == h && found->ratio > v->ratio);
}

static void judge_all_steps(slp_verdict *v, judge_reference *ref, const slp_result *r)
{
    const slp_case *c = ref->subject;
    const double *from = c->x;
    for (size_t s = 0; s < c->steps; s++) {
        judge_finding found;
        const double *to = r->y.at + s * c->d;
        judge_step(&found, ref, from, c->M ? c->dw + s * c->M : NULL, to);
        if (outweighs(&found, v))
            *v = (slp_verdict){.kind = found.kind,
                               .ratio = found.ratio,
                               .bound = found.bound,
                               .stretch = found.stretch,
                               .step = s + 1,
                               .coordinate = found.coordinate + 1,
                               .reason = found.reason,
                               .expected = found.expected,
                               .observed = found.observed};
        from = to;
    }
}

static bool all_finite(const slp_numbers *y)
{
    for (size_t i = 0; i < y->count; i++)
        if (!isfinite(y->at[i])) return false;
    return true;
}

/* The subject reported an error.  Only a step that the reference certifies tells against it. */
static void judge_reported_error(slp_verdict *v, judge_reference *ref, const slp_result *r)
{
    slp_status why = SLP_OK;
    bool certified = judge_certifiable(ref, &why, r->error);
    v->kind = certified ? SLP_VERDICT_ERROR : SLP_VERDICT_UNABLE;
    v->reason = certified ? r->error : why;
}

void slp_judge(slp_verdict *v, const slp_case *c, const slp_result *r)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    judge_reference ref;
    slp_status status;
    *v = (slp_verdict){.kind = SLP_VERDICT_UNSUPPORTED,
                       .ratio = NAN,
                       .bound = slp_judge_bound(c->system, c->scheme, c->d),
                       .stretch = 1,
                       .reason = SLP_UNSUPPORTED,
                       .expected = NAN,
                       .observed = NAN};
    if (r->error == SLP_UNSUPPORTED) return;
    status = judge_reference_init(&ref, c);
    if (status == SLP_UNSUPPORTED) return;
    if (status != SLP_OK) {
        v->kind = SLP_VERDICT_UNABLE;
        v->reason = status;
        return;
    }
    if (r->error != SLP_OK) {
        judge_reported_error(v, &ref, r);
    } else if (c->steps == 0 || r->y.count != c->steps * c->d || !all_finite(&r->y)) {
        v->kind = SLP_VERDICT_ERROR;
        v->reason = SLP_INPUT;
    } else {
        judge_all_steps(v, &ref, r);
    }
    judge_reference_clear(&ref);
}
