/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Computes trajectories as enclosures: the ball of each step is the input of the next.  The
 * precision is raised until the digits that the caller wants are decided at every step. */
#include "oracle/contract/number/float_environment.h"
#include "ref/certificate/certificate.h"
#include <math.h>
#include <stdlib.h>

enum { CARRY_GUARD = 64, FEW_STEPS = 16 };

static void worse(ref_certificate *worst, const ref_certificate *cert)
{
    worst->L = fmax(worst->L, cert->L);
    worst->kappa = fmax(worst->kappa, cert->kappa);
    worst->defect = fmax(worst->defect, cert->defect);
    worst->by_jacobian = worst->by_jacobian || cert->by_jacobian;
    worst->prec = cert->prec;
    worst->final = cert->final;
    if (cert->iterations > worst->iterations) worst->iterations = cert->iterations;
}

slong ref_bits_left(arb_srcptr y, slong d)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    double bits;
    slong left;
    if (!y) return 0;
    REF_LOCAL(mag, radius, size, one);
    for (slong i = 0; i < d; i++) {
        mag_max(radius, radius, arb_radref(y + i));
        arf_get_mag_lower(one, arb_midref(y + i));
        mag_max(size, size, one);
    }
    if (mag_is_zero(radius))
        mag_inf(size); /* exact numbers, which may be 0 */
    else
        mag_div_lower(size, size, radius);
    bits = mag_is_inf(size) ? (double)WORD_MAX / 2 : mag_get_d_log2_approx(size);
    left = bits > 0 ? bits < (double)(WORD_MAX / 4) ? (slong)bits : WORD_MAX / 4 : 0;
    if (left > 0 && mag_cmp_2exp_si(size, left) < 0) left--; /* log2 may be 1 too large */
    return mag_is_inf(arb_radref(y)) ? 0 : left;
}

/* SLP_OK if the state's numbers are decided to `digits` decimal digits, or for digits = 0 to
 * binary64; SLP_UNABLE, SLP_MEMORY. */
static slp_status decide(arb_srcptr y, slong d, slong digits)
{
    for (slong i = 0; i < d; i++) {
        double value;
        char *text;
        if (digits == 0) {
            if (!ref_round_ball(&value, y + i)) return SLP_UNABLE;
            continue;
        }
        const slp_status status = ref_decimal_decide(&text, y + i, digits);
        if (status != SLP_OK) return status;
        free(text);
    }
    return SLP_OK;
}

/* All steps at one precision, up to the first that is not decided or cannot be proved: *done counts
 * those before it. */
static slp_status attempt(arb_ptr y, ref_certificate *worst, slong *done, const ref_scheme *scheme,
                          const ref_system *sys, arb_srcptr x, const arb_t h, arb_srcptr dW,
                          slong steps, slong digits, slong prec)
{
    slong d = sys->algebra.d;
    *worst = (ref_certificate){.prec = prec};
    for (*done = 0; *done < steps; ++*done) {
        slong s = *done;
        ref_certificate cert;
        slp_status status = ref_step(y + s * d, &cert, scheme, sys, s ? y + (s - 1) * d : x, h,
                                     dW + s * sys->M, prec);
        worse(worst, &cert);
        if (status == SLP_OK) status = decide(y + s * d, d, digits);
        if (status != SLP_OK) return status;
    }
    return SLP_OK;
}

/* The precision to try after `done` of `steps` steps went well at prec: the bits lost so far,
 * extrapolated to all steps, plus the bits that must remain.  Twice prec if too few steps went well
 * to extrapolate. */
static slong next_prec(arb_srcptr y, slong d, slong done, slong steps, slong digits, slong prec)
{
    double lost, want = 3.33 * (double)digits + CARRY_GUARD;
    slong left;
    if (done < FEW_STEPS) return 2 * prec;
    left = ref_bits_left(y + (done - 1) * d, d);
    lost = left < prec ? (double)(prec - left) : 0;
    want += 1.125 * lost * (double)steps / (double)done;
    if (want > (double)REF_PREC_MOST) return REF_PREC_MOST;
    return want > 1.25 * (double)prec ? (slong)want : prec + prec / 4;
}

slp_status ref_carry(arb_ptr y, ref_certificate *worst, const ref_scheme *scheme,
                     const ref_system *sys, const double *x, double h, const double *dW,
                     slong steps, slong digits, slong cap)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    if (!y || !scheme || !sys || !x || (sys->M && !dW) || steps < 0 || digits < 0) return SLP_INPUT;
    slong d = sys->algebra.d, M = sys->M, first = (slong)(3.33 * (double)digits) + CARRY_GUARD;
    REF_LOCAL_VEC(arb, d, start);
    REF_LOCAL_VEC(arb, steps * M, increments);
    slp_status status = SLP_UNABLE;
    ref_certificate own;
    slong done = 0;
    REF_LOCAL(arb, step);
    arb_set_d(step, h);
    for (slong i = 0; i < d; i++) arb_set_d(start + i, x[i]);
    for (slong k = 0; k < steps * M; k++) arb_set_d(increments + k, dW[k]);
    if (!worst) worst = &own;
    *worst = (ref_certificate){.prec = 0};
    for (slong prec = first > 128 ? first : 128;;) {
        if (prec > cap) prec = cap;
        status =
            attempt(y, worst, &done, scheme, sys, start, step, increments, steps, digits, prec);
        if (status != SLP_UNABLE || prec >= cap || worst->final) break;
        prec = next_prec(y, d, done, steps, digits, prec);
    }
    return status;
}
