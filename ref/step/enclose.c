/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A step enclosed for callers without balls: ends, midpoint and radius in binary64, or decimals.
 * Tested by tests/ref/test_ref_enclose.c. */
#include "oracle/contract/number/float_environment.h"
#include "ref/certificate/certificate.h"

#include <math.h>
#include <stdlib.h>

/* *lo <= every point of y <= *hi; |y - *mid| <= *radius. */
static void ends(double *mid, double *radius, double *lo, double *hi, const arb_t y)
{
    REF_LOCAL(arf, end, far);
    arb_get_lbound_arf(end, y, 128);
    *lo = arf_get_d(end, ARF_RND_FLOOR);
    arb_get_ubound_arf(end, y, 128);
    *hi = arf_get_d(end, ARF_RND_CEIL);
    *mid = arf_get_d(arb_midref(y), ARF_RND_NEAR);
    /* the radius, and what rounding the midpoint moved it */
    arf_set_d(end, *mid);
    arf_sub(end, end, arb_midref(y), ARF_PREC_EXACT, ARF_RND_UP);
    arf_abs(end, end);
    arf_set_mag(far, arb_radref(y));
    arf_add(end, end, far, 64, ARF_RND_UP);
    *radius = arf_get_d(end, ARF_RND_UP);
}

slp_status ref_step_enclose(double *mid, double *radius, double *lo, double *hi,
                            ref_certificate *cert, const ref_scheme *scheme, const ref_system *sys,
                            const double *x, double h, const double *dW, slong prec)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    if (!scheme || !sys || !x || (ref_system_M(sys) && !dW)) return SLP_INPUT;
    const slong d = ref_system_d(sys), M = ref_system_M(sys), count = d + M + 1;
    REF_LOCAL_VEC(arb, count, y);
    arb_ptr increments = y + d, step = increments + M;
    for (slong i = 0; i < d; i++) arb_set_d(y + i, x[i]);
    for (slong k = 0; k < M; k++) arb_set_d(increments + k, dW[k]);
    arb_set_d(step, h);
    const slp_status status = ref_step(y, cert, scheme, sys, y, step, increments, prec);
    for (slong i = 0; i < d; i++) {
        double at[4] = {NAN, INFINITY, -INFINITY, INFINITY};
        if (status == SLP_OK) ends(&at[0], &at[1], &at[2], &at[3], y + i);
        if (mid) mid[i] = at[0];
        if (radius) radius[i] = at[1];
        if (lo) lo[i] = at[2];
        if (hi) hi[i] = at[3];
    }
    return status;
}

slp_status ref_step_decimals(char **text, ref_certificate *cert, const ref_scheme *scheme,
                             const ref_system *sys, const double *x, double h, const double *dW,
                             slong digits, slong cap)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    if (!text || !scheme || !sys || !x || (ref_system_M(sys) && !dW) || digits < 1)
        return SLP_INPUT;
    const slong d = ref_system_d(sys);
    for (slong i = 0; i < d; i++) text[i] = NULL;
    REF_LOCAL_VEC(arb, d, y);
    slp_status status = ref_carry(y, cert, scheme, sys, x, h, dW, 1, digits, cap);
    for (slong i = 0; i < d && status == SLP_OK; i++) {
        text[i] = ref_decimal(y + i, digits);
        if (!text[i]) status = SLP_MEMORY; /* ref_carry has decided the digits */
    }
    for (slong i = 0; i < d && status != SLP_OK; i++) {
        free(text[i]);
        text[i] = NULL;
    }
    return status;
}
