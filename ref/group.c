/* The group increment of the variational schemes, g_(n+1) = g_n f. */
#include "ref/certify.h"

slp_status ref_step_group(arb_mat_t f, arb_ptr next, ref_certificate *cert,
                          const ref_scheme *scheme, const ref_system *sys, arb_srcptr x,
                          const arb_t h, arb_srcptr dW, slong prec)
{
    ref_frame frame;
    ref_certificate own;
    slp_status status = SLP_DOMAIN;
    if (!cert) cert = &own;
    *cert = (ref_certificate){.prec = prec};
    if (!scheme->group || !scheme->suits(&sys->algebra)) return SLP_UNSUPPORTED;
    if (ref_frame_init(&frame, scheme, sys, x, h, dW, ref_clamp_prec(prec))) {
        arb_ptr ball = frame.v + 4 * frame.d, out = frame.v;
        status = ref_solve_stage(ball, cert, &frame);
        if (status == SLP_OK) {
            scheme->group(f, &frame, ball);
            scheme->finish(out, &frame, ball);
            for (slong i = 0; i < frame.d; i++) arb_swap(next + i, out + i);
        }
    }
    ref_frame_clear(&frame);
    return status;
}
