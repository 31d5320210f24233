/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Changes drawn cases so that a law makes sense on them. */
#include "props/case/adjust_case.h"
#include "oracle/contract/draw/draw_arithmetic.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>
#include <string.h>
#include <stdlib.h>

#include "props/case/reference_step.h"

void prop_remove_noise(slp_case *c)
{
    for (size_t p = 0; c->system->params[p].key && c->M; p++) {
        SLP_CLEARED(slp_case) without = {0};
        slp_error err;
        if (c->system->params[p].required || c->params[p].count == 0) continue;
        slp_need_memory(slp_case_copy(&without, c));
        slp_need_memory(slp_case_set_param(&without, c->system->params[p].key, NULL, 0, &err));
        bool fewer = slp_case_sizes(NULL, NULL, &without, &err) == SLP_OK && without.M < c->M;
        if (fewer) {
            double *zero = slp_allocate(without.steps * without.M + 1, sizeof *zero);
            slp_need_memory(slp_case_set_dw(&without, zero, without.steps * without.M));
            free(zero);
            slp_need_memory(slp_case_copy(c, &without));
        }
    }
    for (size_t i = 0; i < c->steps * c->M; i++) c->dw[i] = 0;
}

void prop_set_steps(slp_case *c, size_t steps)
{
    if (c->M) {
        double *dw = slp_allocate(steps * c->M, sizeof *dw);
        for (size_t i = 0; i < steps * c->M; i++) dw[i] = c->dw[i % c->M];
        slp_need_memory(slp_case_set_dw(c, dw, steps * c->M));
        free(dw);
    }
    c->steps = steps;
}

static void scale_step(slp_case *c, int e)
{
    c->h = ldexp(c->h, e);
    for (size_t i = 0; i < c->steps * c->M; i++) c->dw[i] = ldexp(c->dw[i], e);
}

/* floor(log2 |Xi|) + 1, or false where Xi = 0. */
static bool size_of(int *size, const ref_exact_step *exact_step)
{
    REF_LOCAL_VEC(arb, exact_step->d, xi);
    REF_LOCAL(arb, unit);
    ref_generator(xi, exact_step->sys, exact_step->x, exact_step->h, exact_step->dW, 128);
    prop_unit(unit, xi, exact_step->d);
    double norm = ldexp(arf_get_d(arb_midref(unit), ARF_RND_NEAR), 53);
    bool some = norm > 0 && isfinite(norm);
    if (some) frexp(norm, size);
    return some;
}

/* Whether the step has a certificate.  Beyond FEW coordinates only norms are tried, because
 * Jacobians may take minutes. */
static bool has_certificate(const ref_exact_step *exact_step)
{
    enum { FEW = 25, PREC = 128 };
    ref_certificate cert;
    if (exact_step->d > FEW)
        return ref_step_contracts(exact_step->scheme, exact_step->sys, exact_step->x, exact_step->h,
                                  exact_step->dW, PREC);
    return ref_exact_step_certificate(&cert, exact_step) == SLP_OK;
}

bool prop_set_generator_size(slp_case *c, int size)
{
    enum { TRIES = 6, STRIDE = 2 };
    SLP_CLEARED(ref_exact_step) exact_step = {0};
    int now, total = 0;
    bool done = false;
    bool some = slp_need_memory(ref_exact_step_init(&exact_step, c, NULL)) == SLP_OK &&
                size_of(&now, &exact_step);
    for (int t = 0; some && !done && t < TRIES; t++) {
        int e = t ? -STRIDE : size - now;
        scale_step(c, e);
        total += e;
        ref_exact_step_move(&exact_step, c->x, 0);
        done = has_certificate(&exact_step);
    }
    if (!done) scale_step(c, -total);
    return done;
}

bool prop_is_narrow(const slp_arithmetic *a)
{
    return a && a->bits < 53;
}

int prop_unit_bits(const slp_case *c)
{
    return prop_is_narrow(c->arithmetic) ? c->arithmetic->bits : 53;
}

void prop_fit_case(slp_case *c)
{
    slp_draw from;
    if (!prop_is_narrow(c->arithmetic)) return;
    slp_draw_init(&from, 0, 0);
    from.arithmetic = c->arithmetic;
    slp_need_memory(slp_draw_fit(c, &from, false));
}

bool prop_takes_damping(const slp_system *system)
{
    bool takes = false;
    for (const slp_param_schema *p = system->params; p->key; p++)
        takes = takes || strcmp(p->key, "damping") == 0;
    return takes;
}
