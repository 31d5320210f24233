/* Trajectories carried as enclosures: each step's ball is the next step's input.  The precision is raised
 * until the last digits asked for are decided at every step. */
#include "ref/certify.h"
#include <math.h>
#include <stdlib.h>

enum { CARRY_GUARD = 64 };

static void worse(ref_certificate *worst, const ref_certificate *cert)
{
    worst->L = fmax(worst->L, cert->L);
    worst->kappa = fmax(worst->kappa, cert->kappa);
    worst->defect = fmax(worst->defect, cert->defect);
    worst->by_jacobian = worst->by_jacobian || cert->by_jacobian;
    worst->prec = cert->prec;
    if (cert->iterations > worst->iterations) worst->iterations = cert->iterations;
}

static bool decided(arb_srcptr y, slong d, slong digits)
{
    for (slong i = 0; i < d; i++) {
        char *text = ref_decimal(y + i, digits);
        if (!text) return false;
        free(text);
    }
    return true;
}

/* All steps at one precision; false in *precise when a coordinate is not decided. */
static slp_status attempt(arb_ptr y, ref_certificate *worst, bool *precise,
                          const ref_scheme *scheme, const ref_system *sys, arb_srcptr x,
                          const arb_t h, arb_srcptr dW, slong steps, slong digits, slong prec)
{
    slong d = sys->algebra.d;
    *worst = (ref_certificate){.prec = prec};
    *precise = true;
    for (slong s = 0; s < steps && *precise; s++) {
        ref_certificate cert;
        slp_status status = ref_step(y + s * d, &cert, scheme, sys, s ? y + (s - 1) * d : x, h,
                                     dW + s * sys->M, prec);
        worse(worst, &cert);
        if (status != SLP_OK) return status;
        *precise = decided(y + s * d, d, digits);
    }
    return SLP_OK;
}

slp_status ref_carry(arb_ptr y, ref_certificate *worst, const ref_scheme *scheme,
                     const ref_system *sys, const double *x, double h, const double *dW,
                     slong steps, slong digits, slong cap)
{
    slong d = sys->algebra.d, M = sys->M, first = (slong)(3.33 * (double)digits) + CARRY_GUARD;
    arb_ptr start = _arb_vec_init(d), increments = _arb_vec_init(steps * M);
    slp_status status = SLP_UNABLE;
    ref_certificate own;
    bool precise = false;
    arb_t step;
    arb_init(step);
    arb_set_d(step, h);
    for (slong i = 0; i < d; i++) arb_set_d(start + i, x[i]);
    for (slong k = 0; k < steps * M; k++) arb_set_d(increments + k, dW[k]);
    if (!worst) worst = &own;
    *worst = (ref_certificate){.prec = 0};
    for (slong prec = first > 128 ? first : 128;;) {
        if (prec > cap) prec = cap;
        status =
            attempt(y, worst, &precise, scheme, sys, start, step, increments, steps, digits, prec);
        if (status == SLP_DOMAIN || status == SLP_UNSUPPORTED) break;
        if (status == SLP_OK && precise) break;
        status = SLP_UNABLE;
        if (prec >= cap) break;
        prec *= 2;
    }
    arb_clear(step);
    _arb_vec_clear(start, d);
    _arb_vec_clear(increments, steps * M);
    return status;
}
