/* Asking a subject: every way of not answering becomes an outcome with its own note. */
#include "props/ground.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "oracle/judge.h"

prop_outcome prop_say(prop_finding *found, prop_outcome outcome, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(found->note, sizeof found->note, format, arguments);
    va_end(arguments);
    return outcome;
}

void prop_one_step(slp_case *to, const slp_case *c, const double *x, size_t s)
{
    slp_case_copy(to, c);
    to->steps = 1;
    slp_case_set_x(to, x, c->d);
    if (c->M) slp_case_set_dw(to, c->dw + s * c->M, c->M);
}

double prop_bound(const slp_case *c, const double *x, const double *y, size_t s)
{
    slp_case one;
    slp_verdict v;
    slp_result r;
    double copy[c->d];
    memcpy(copy, y, sizeof copy);
    slp_case_init(&one);
    slp_result_init(&r);
    prop_one_step(&one, c, x, s);
    r.y = (slp_numbers){c->d, copy}; /* lent */
    slp_judge(&v, &one, &r);
    slp_case_clear(&one);
    bool certified =
        v.kind == SLP_VERDICT_PASS || v.kind == SLP_VERDICT_FAIL || v.kind == SLP_VERDICT_UNDECIDED;
    return certified && isfinite(v.bound * v.stretch) ? v.bound * v.stretch : 0;
}

/* A refusal is the subject's fault where the judge finds a certificate good enough to judge an answer by. */
static prop_outcome refused(prop_finding *found, const slp_result *r, const slp_case *c)
{
    const char *word = slp_status_word(r->error);
    slp_verdict v;
    slp_judge(&v, c, r);
    if (v.kind != SLP_VERDICT_ERROR)
        return prop_say(found, PROP_SKIPPED, "error=%s, and the reference says %s", word,
                        slp_verdict_word(v.kind));
    return prop_say(found, PROP_FAILED, "error=%s, where a solution is proved", word);
}

prop_outcome prop_ask(slp_result *r, prop_finding *found, const prop_subject *subject,
                      const slp_case *c)
{
    char note[PROP_NOTE] = "";
    switch (subject->answer(r, note, subject, c)) {
    case PROP_ANSWERED:
        if (r->y.count != c->steps * c->d) break;
        for (size_t i = 0; i < r->y.count; i++)
            if (!isfinite(r->y.at[i]))
                return prop_say(found, PROP_FAILED, "incomplete: number %zu of y is not finite",
                                i + 1);
        return PROP_HELD;
    case PROP_DECLINED:
        found->declined = true;
        return prop_say(found, subject->complete ? PROP_FAILED : PROP_SKIPPED,
                        "error=unsupported: not offered");
    case PROP_REFUSED:
        return subject->certified && r->error == SLP_UNABLE
                   ? prop_say(found, PROP_SKIPPED, "error=unable")
                   : refused(found, r, c);
    case PROP_INCOMPLETE:
        found->mute = true;
        return prop_say(found, PROP_FAILED, "incomplete: %.200s", note);
    case PROP_UNRECEIVED:
        found->mute = true;
        return prop_say(found, PROP_FAILED, "unreceived: %.200s", note);
    }
    found->mute = true;
    return prop_say(found, PROP_FAILED, "incomplete: y has %zu numbers, %zu expected", r->y.count,
                    c->steps * c->d);
}
