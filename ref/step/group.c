/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The group increment, g_(n+1) = g_n f, and the momentum map of the motion that it reconstructs. */
#include "oracle/contract/number/float_environment.h"
#include "ref/certificate/certificate.h"

slp_status ref_step_group(acb_mat_t f, arb_ptr next, ref_certificate *cert,
                          const ref_scheme *scheme, const ref_system *sys, arb_srcptr x,
                          const arb_t h, arb_srcptr dW, slong prec)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    ref_frame frame;
    ref_certificate own;
    slp_status status = SLP_DOMAIN;
    if (!cert) cert = &own;
    *cert = (ref_certificate){.prec = prec};
    if (!f || !next || !scheme || !sys || !x || !h || (sys->M && !dW)) return SLP_INPUT;
    if (!ref_scheme_suits(scheme, sys)) return SLP_UNSUPPORTED;
    if (ref_frame_init(&frame, scheme, sys, x, h, dW, ref_clamp_prec(prec))) {
        arb_ptr ball = ref_solver_scratch(&frame, 4), out = ref_solver_scratch(&frame, 0);
        status = frame.scheme->group ? ref_solve_stage(ball, cert, &frame) : SLP_UNSUPPORTED;
        if (status == SLP_OK) {
            frame.scheme->group(f, &frame, ball);
            frame.scheme->finish(out, &frame, ball);
            for (slong i = 0; i < frame.d; i++) arb_swap(next + i, out + i);
        }
    }
    ref_frame_clear(&frame);
    return status;
}

slong ref_group_size(const ref_system *sys)
{
    return sys ? sys->algebra.n : 0;
}

int ref_group_form(acb_mat_t J, const ref_system *sys)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    if (!J || !sys || !sys->algebra.to_matrix) return 0;
    if (sys->algebra.form) return sys->algebra.form(J, &sys->algebra);
    acb_mat_one(J);
    return 1;
}

void ref_spatial_momentum(arb_ptr out, const ref_system *sys, const acb_mat_t g, arb_srcptr x,
                          slong prec)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    if (prec < 2) prec = 2; /* fewer bits make FLINT ask for all memory */
    if (!out || !sys) return;
    if (g && x && sys->algebra.spatial)
        sys->algebra.spatial(out, &sys->algebra, g, x, prec);
    else
        _arb_vec_indeterminate(out, sys->algebra.d);
}

bool ref_group_cayley(acb_mat_t f, const ref_system *sys, arb_srcptr eta, slong prec)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    if (prec < 2) prec = 2; /* fewer bits make FLINT ask for all memory */
    if (!f || !sys || !eta || !sys->algebra.cayley_matrix) return false;
    sys->algebra.cayley_matrix(f, &sys->algebra, eta, prec);
    return true;
}
