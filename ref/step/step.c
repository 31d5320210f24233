/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Encloses one step; and decides whether norms alone prove it. */
#include "oracle/contract/number/float_environment.h"
#include "ref/certificate/certificate.h"
#include "ref/algebra/verify.h"
#include "ref/exact_step.h"

slp_status ref_step(arb_ptr next, ref_certificate *cert, const ref_scheme *scheme,
                    const ref_system *sys, arb_srcptr x, const arb_t h, arb_srcptr dW, slong prec)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    ref_frame f;
    ref_certificate own;
    slp_status status = SLP_DOMAIN;
    if (!cert) cert = &own;
    *cert = (ref_certificate){.prec = prec};
    if (!next || !scheme || !sys || !x || !h || (sys->M && !dW)) return SLP_INPUT;
    if (!ref_scheme_suits(scheme, sys)) return SLP_UNSUPPORTED;
    if (ref_frame_init(&f, scheme, sys, x, h, dW, ref_clamp_prec(prec))) {
        arb_ptr ball = ref_solver_scratch(&f, 4), out = ref_solver_scratch(&f, 0);
        status = ref_solve_stage(ball, cert, &f);
        if (status == SLP_OK) {
            f.scheme->finish(out, &f, f.k ? ball : NULL);
            for (slong i = 0; i < f.d; i++) {
                if (!arb_is_finite(out + i)) status = SLP_UNABLE;
                arb_swap(next + i, out + i);
            }
        }
    }
    ref_frame_clear(&f);
    return status;
}

slong ref_exact_step_stage_size(const ref_exact_step *step)
{
    const ref_scheme *scheme = step->scheme;
    if (scheme->semidirect && step->sys->algebra.rotations) scheme = scheme->semidirect;
    return scheme->stages * step->d;
}

slp_status ref_exact_step_stage(arb_ptr stage, ref_certificate *cert, const ref_exact_step *step,
                                slong prec)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    ref_frame f;
    slp_status status = SLP_DOMAIN;
    *cert = (ref_certificate){.prec = prec};
    if (!ref_scheme_suits(step->scheme, step->sys)) return SLP_UNSUPPORTED;
    if (ref_frame_init(&f, step->scheme, step->sys, step->x, step->h, step->dW,
                       ref_clamp_prec(prec))) {
        arb_ptr ball = ref_solver_scratch(&f, 4);
        status = ref_solve_stage(ball, cert, &f);
        if (status == SLP_OK) _arb_vec_swap(stage, ball, f.k);
    }
    ref_frame_clear(&f);
    return status;
}

bool ref_step_contracts(const ref_scheme *scheme, const ref_system *sys, arb_srcptr x,
                        const arb_t h, arb_srcptr dW, slong prec)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    ref_frame f;
    ref_selection sel;
    bool contracts = false;
    prec = ref_clamp_prec(prec);
    if (!scheme || !sys || !x || !h || (sys->M && !dW)) return false;
    if (!ref_scheme_suits(scheme, sys)) return false;
    if (ref_frame_init(&f, scheme, sys, x, h, dW, prec)) {
        ref_selection_init(&sel);
        contracts = f.scheme->stages == 0 ||
                    (ref_select_by_norm(&sel, &f) && mag_cmp_2exp_si(sel.L, -1) <= 0);
        ref_selection_clear(&sel, f.k);
    }
    ref_frame_clear(&f);
    return contracts;
}
