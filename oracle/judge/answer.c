/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Judging in memory: an answer, or a step function of the caller's. */
#include "oracle/contract/case/case.h"
#include "oracle/contract/number/arithmetic.h"
#include "oracle/contract/number/float_environment.h"
#include "oracle/judge/step.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The case is checked; *v says UNABLE until it is judged. */
static slp_status prepare(slp_verdict *v, slp_case *c, const void *given, slp_error *err)
{
    if (!v) return slp_error_set(err, 0, NULL, NULL, "no place for the verdict was given");
    *v = judge_nothing(SLP_VERDICT_UNABLE, SLP_INPUT);
    if (!c) return slp_error_set(err, 0, NULL, NULL, "no case was given");
    if (!given)
        return slp_error_set(err, c->line, c->id, NULL, "no answer and no step were given: NULL");
    return slp_case_check(c, err);
}

static slp_status judge(slp_verdict *v, const slp_case *c, const slp_result *r,
                        const ref_system *system, slp_error *err)
{
    const size_t M = system ? (size_t)ref_system_M(system) : c->M;
    if (system && ((size_t)ref_system_d(system) != c->d || M != c->M))
        return slp_error_set(err, c->line, c->id, "system",
                             "the instance has d = %ld, M = %zu; the case has d = %zu, M = %zu",
                             (long)ref_system_d(system), M, c->d, c->M);
    slp_result in_it = *r; /* whose doubles are looked at, and stay */
    const slp_status status = slp_result_in(&in_it, c->arithmetic, err);
    if (status == SLP_OK) judge_on(v, c, r, system);
    return status;
}

slp_status slp_judge_answer(slp_verdict *v, slp_case *c, const double *y, size_t count,
                            const struct ref_system *system, slp_error *err)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    const slp_status status = prepare(v, c, y, err);
    if (status != SLP_OK) return status;
    if (count > SLP_MAX_LIST)
        return slp_error_set(err, c->line, c->id, "y", "has %zu numbers, at most %d fit", count,
                             SLP_MAX_LIST);
    slp_result answer = {0};
    answer.y = (slp_numbers){count, (double *)(uintptr_t)y}; /* which the judge only reads */
    return judge(v, c, &answer, system, err);
}

/* What a step of the caller's returned, as a result may have it. */
static slp_status reported(slp_status status)
{
    switch (status) {
    case SLP_OK:
    case SLP_UNABLE:
    case SLP_DOMAIN:
    case SLP_UNSUPPORTED:
    case SLP_INPUT:
        return status;
    default:
        return SLP_NO_CONVERGENCE;
    }
}

slp_status slp_judge_function(slp_verdict *v, slp_case *c, slp_step_function step, void *user,
                              const struct ref_system *system, slp_error *err)
{
    slp_status status = prepare(v, c, step ? c : NULL, err);
    if (status != SLP_OK) return status;
    const size_t count = c->steps * c->d;
    slp_result answer = {0};
    answer.y = (slp_numbers){count, malloc(count * sizeof(double))};
    if (!answer.y.at) {
        v->reason = SLP_MEMORY;
        return slp_error_memory(err, c->line, c->id, NULL, count * sizeof(double));
    }
    for (size_t i = 0; i < count; i++) answer.y.at[i] = NAN; /* what a step leaves out */
    for (size_t s = 0; s < c->steps && answer.error == SLP_OK; s++)
        answer.error =
            reported(step(answer.y.at + s * c->d, s ? answer.y.at + (s - 1) * c->d : c->x, c->h,
                          c->M ? c->dw + s * c->M : NULL, user));
    {
        SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
        status = judge(v, c, &answer, system, err);
    }
    slp_result_clear(&answer);
    return status;
}

size_t slp_judge_size_of(const char *type)
{
    return type && strcmp(type, "slp_verdict") == 0 ? sizeof(slp_verdict) : 0;
}
