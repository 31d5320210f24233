/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Cases for the laws that sample: drift and noises have the same size over the time T, so that
 * neither hides an error of the other.  The size is small, so that the leading error terms
 * dominate.  An amplitude is found without naming systems: a parameter that, set to zero, removes
 * some noise and does not change the drift. */
#include "props/case/adjust_case.h"
#include "oracle/contract/case/terms.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>
#include <stdlib.h>

#include "props/case/reference_step.h"

/* |Xi(x; 1, 0)| and sqrt(sum_k |grad H_k(x)|^2), to 2^-50; false where the reference has no such
 * system. */
static bool measure_sizes(double *drift, double *noise, const slp_case *c)
{
    enum { PREC = 128 };
    SLP_CLEARED(ref_exact_step) exact_step = {0};
    bool sure = slp_need_memory(ref_exact_step_init(&exact_step, c, NULL)) == SLP_OK;
    *drift = *noise = 0;
    if (sure) {
        slong d = exact_step.d, M = exact_step.M;
        REF_LOCAL_VEC(arb, d, xi);
        REF_LOCAL_VEC(arb, M, alone);
        REF_LOCAL(arb, step, unit);
        for (slong k = -1; k < M; k++) {
            arb_set_si(step, k < 0);
            for (slong j = 0; j < M; j++) arb_set_si(alone + j, j == k);
            ref_generator(xi, exact_step.sys, exact_step.x, step, alone, PREC);
            prop_unit(unit, xi, d);
            double size = ldexp(arf_get_d(arb_midref(unit), ARF_RND_NEAR), 53);
            if (k < 0)
                *drift = size;
            else
                *noise = hypot(*noise, size);
        }
    }
    return sure && isfinite(*drift) && isfinite(*noise);
}

/* Multiplies parameter p by factor; of terms of polynomials, those of the noises. */
static void multiply(slp_case *c, size_t p, double factor)
{
    const slp_numbers *list = &c->params[p];
    if (c->system->params[p].kind == SLP_PARAM_TERMS) {
        for (size_t at = 0; at < list->count; at += SLP_TERM_HEAD + (size_t)list->at[at + 2])
            if (list->at[at] != 0) list->at[at + 1] *= factor;
        return;
    }
    for (size_t i = 0; i < list->count; i++) list->at[i] *= factor;
}

static bool is_amplitude(const slp_case *c, size_t p, double drift, double noise)
{
    double other_drift, other_noise;
    SLP_CLEARED(slp_case) without = {0};
    slp_error err;
    const slp_param_kind kind = c->system->params[p].kind;
    if (c->params[p].count == 0) return false;
    if (kind != SLP_PARAM_TERMS && (kind != SLP_PARAM_NUMBERS || c->system->params[p].required))
        return false;
    slp_need_memory(slp_case_copy(&without, c));
    multiply(&without, p, 0);
    return slp_case_check(&without, &err) == SLP_OK &&
           measure_sizes(&other_drift, &other_noise, &without) && other_noise < noise &&
           other_drift == drift;
}

/* 2^e with 2^(size-1) <= 2^e value < 2^size */
static double power_to_size(double value, int size)
{
    int e;
    frexp(value, &e);
    return ldexp(1, size - e);
}

bool prop_set_noise_size(slp_case *c, int size)
{
    double drift, noise;
    bool any = false;
    for (size_t k = 0; k < c->steps * c->M; k++) c->dw[k] = 0;
    if (!measure_sizes(&drift, &noise, c) || noise <= 0) return false;
    c->h = drift > 0 ? power_to_size(drift, size) : ldexp(1, size);
    if (!(c->h >= 0x1p-100 && c->h <= 0x1p100)) return false;
    const double factor = power_to_size(noise * sqrt(c->h), size);
    bool amplitude[SLP_MAX_PARAMS] = {false};
    for (size_t p = 0; c->system->params[p].key; p++)
        any = (amplitude[p] = is_amplitude(c, p, drift, noise)) || any;
    for (size_t p = 0; c->system->params[p].key; p++)
        if (amplitude[p]) multiply(c, p, factor);
    return any;
}

bool prop_set_step_size(slp_case *c, int size)
{
    double drift, noise, h = 0x1p100;
    if (!measure_sizes(&drift, &noise, c) || noise <= 0) return false;
    while (h >= 0x1p-100 && (h * drift >= ldexp(1, size) || sqrt(h) * noise >= ldexp(1, size)))
        h /= 2;
    c->h = h;
    return h >= 0x1p-100 && h < 0x1p100;
}
