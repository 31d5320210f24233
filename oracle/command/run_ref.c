/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Computes a case by the reference. */
#include "oracle/command/run_path.h"
#include "oracle/contract/number/arithmetic.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/judge/stages/stages.h"
#include "ref/exact_step.h"

#include <math.h>
#include <stdlib.h>

static slp_status steps(slp_result *r, const ref_scheme *scheme, const ref_system *sys,
                        const slp_case *c, slong cap)
{
    const double *x = c->x;
    slp_status status = SLP_OK;
    for (size_t s = 0; s < c->steps && status == SLP_OK; s++) {
        double *next = r->y.at + s * c->d;
        ref_certificate cert = {0};
        const double *dw = c->M ? c->dw + s * c->M : NULL;
        status = ref_step_round(next, &cert, scheme, sys, x, c->h, dw, cap);
        for (size_t i = 0; i < c->d && status == SLP_OK; i++)
            if (!isfinite(next[i])) status = SLP_DOMAIN;
        if (cert.iterations > r->iterations) r->iterations = cert.iterations;
        x = next;
    }
    return status;
}

/* All steps as enclosures, without rounding in between. */
static slp_status all_steps(slp_result *r, const ref_scheme *scheme, const ref_system *sys,
                            const slp_case *c, slong cap)
{
    const slong d = (slong)c->d, count = (slong)c->steps * d;
    REF_LOCAL_VEC(arb, count, y);
    ref_certificate worst;
    slp_status status = slp_need_memory(
        ref_carry(y, &worst, scheme, sys, c->x, c->h, c->dw, (slong)c->steps, 0, cap));
    for (slong i = 0; i < count && status == SLP_OK; i++) {
        /* both ends of the ball round to this number */
        r->y.at[i] = arf_get_d(arb_midref(y + i), ARF_RND_NEAR);
        if (r->y.at[i] == 0 && !arb_is_negative(y + i)) r->y.at[i] = 0;
        if (!isfinite(r->y.at[i])) status = SLP_DOMAIN;
    }
    r->iterations = worst.iterations;
    r->bits = (uint64_t)ref_bits_left(y + count - d, d);
    r->prec = (uint64_t)worst.prec;
    return status;
}

typedef slp_status (*answer)(slp_result *r, const ref_scheme *scheme, const ref_system *sys,
                             const slp_case *c, slong cap);

/* The functions below take numbers as doubles. */
static const ref_scheme *scheme_of(const slp_case *c)
{
    const bool doubles = !slp_arithmetic_is_wider(c->arithmetic);
    return doubles ? ref_scheme_find(c->scheme->name) : NULL;
}

static void run(slp_result *r, answer by, const slp_case *c, long cap)
{
    slp_error err;
    ref_system *sys = NULL;
    slp_result_clear(r);
    r->id = slp_copy_text(c->id);
    const ref_scheme *scheme = scheme_of(c);
    r->error = scheme ? slp_need_memory(ref_system_new(&sys, c, &err)) : SLP_UNSUPPORTED;
    if (r->error != SLP_OK) return;
    r->y.count = c->steps * c->d;
    r->y.at = slp_allocate(r->y.count, sizeof *r->y.at);
    r->error = by(r, scheme, sys, c, cap);
    r->has_iterations = r->error == SLP_OK;
    ref_system_free(sys);
}

/* The steps of a case in a declared arithmetic: each is rounded to its numbers. */
static void run_in_arithmetic(slp_result *r, const slp_case *c, long cap)
{
    SLP_CLEARED(ref_exact_step) step = {0};
    slp_error err;
    const size_t count = c->steps * c->d;
    slp_result_clear(r);
    r->id = slp_copy_text(c->id);
    r->error = slp_need_memory(ref_exact_step_init(&step, c, &err));
    if (r->error == SLP_OK) {
        REF_LOCAL_VEC(arb, (slong)count, y);
        bool doubles;
        for (size_t s = 0; s < c->steps && r->error == SLP_OK; s++) {
            ref_certificate cert = {0};
            if (s == 0)
                ref_exact_step_move(&step, c->x, 0);
            else
                ref_exact_step_from(&step, y + (s - 1) * c->d, s);
            r->error = ref_exact_step_round(y + s * c->d, &cert, &step, cap);
            if (cert.iterations > r->iterations) r->iterations = cert.iterations;
        }
        r->y.count = count;
        r->y.at = slp_allocate(count, sizeof *r->y.at);
        if (r->error == SLP_OK) {
            slp_exact *exact = slp_need_pointer(ref_exact_list(r->y.at, &doubles, y, count));
            if (doubles)
                slp_exact_free(exact);
            else
                r->exact_y = exact;
        }
    }
    r->has_iterations = r->error == SLP_OK;
}

void slp_run_ref(slp_result *r, const slp_case *c, long cap)
{
    if (slp_arithmetic_is_binary64(c->arithmetic))
        run(r, steps, c, cap);
    else
        run_in_arithmetic(r, c, cap);
}

void slp_run_carried(slp_result *r, const slp_case *c, long cap)
{
    run(r, all_steps, c, cap);
    r->has_bits = r->has_prec = r->error == SLP_OK;
}

void slp_run_stages(FILE *to, const slp_case *c, const slp_result *r, long cap)
{
    ref_exact_step step;
    REF_LOCAL_VEC(arb, (slong)c->d, from);
    slp_status status = r->error;
    if (status == SLP_OK) status = slp_need_memory(ref_exact_step_init(&step, c, NULL));
    const bool begun = r->error == SLP_OK;
    for (size_t s = 0; s < c->steps && status == SLP_OK; s++) {
        if (s) ref_exact_numbers(from, r->y.at, r->exact_y, (s - 1) * c->d, c->d);
        if (s) ref_exact_step_from(&step, from, s);
        status = judge_stages_print(to, &step, s, cap);
        if (status != SLP_OK)
            fprintf(to, "# no stages of step %zu: %s\n", s + 1, slp_status_word(status));
    }
    if (begun) ref_exact_step_clear(&step);
}

/* ---- Decimals ----------------------------------------------------------------------------- */

/* "y1,y2,..." of all enclosures into *text (to be freed); SLP_UNABLE if one is too wide. */
static slp_status all_decimals(char **text, arb_srcptr y, size_t count, slong digits)
{
    size_t length;
    FILE *to = open_memstream(text, &length);
    if (!to) return SLP_UNABLE;
    slp_status status = SLP_OK;
    for (size_t i = 0; i < count && status == SLP_OK; i++) {
        char *decimal = ref_decimal(y + i, digits);
        if (decimal)
            fprintf(to, "%s%s", i ? "," : "", decimal);
        else
            status = SLP_UNABLE;
        free(decimal);
    }
    fclose(to);
    return status;
}

static slp_status carried(char **text, const ref_scheme *scheme, const ref_system *sys,
                          const slp_case *c, slong digits, slong cap)
{
    size_t count = c->steps * c->d;
    REF_LOCAL_VEC(arb, (slong)count, y);
    slp_status status = slp_need_memory(
        ref_carry(y, NULL, scheme, sys, c->x, c->h, c->dw, (slong)c->steps, digits, cap));
    if (status == SLP_OK) status = all_decimals(text, y, count, digits);
    return status;
}

slp_status slp_run_digits(FILE *to, const slp_case *c, long digits, long cap)
{
    slp_error err;
    ref_system *sys = NULL;
    char *text = NULL;
    const ref_scheme *scheme = scheme_of(c);
    slp_status status = scheme ? slp_need_memory(ref_system_new(&sys, c, &err)) : SLP_UNSUPPORTED;
    if (status == SLP_OK) {
        status = carried(&text, scheme, sys, c, digits, cap);
        ref_system_free(sys);
    }
    if (status == SLP_OK)
        fprintf(to, "result id=%s y=%s\n", c->id, text);
    else
        fprintf(to, "result id=%s error=%s\n", c->id, slp_status_word(status));
    free(text);
    return status;
}
