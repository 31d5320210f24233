/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The sizes of the generators that a step evaluates. */
#include "oracle/contract/number/float_environment.h"
#include "ref/scheme/scheme.h"

#include <math.h>

enum { ROUGH_PREC = 64 };

void ref_step_terms(double *size, double *condition, const ref_scheme *scheme,
                    const ref_system *sys, arb_srcptr x, arb_srcptr next, const arb_t h,
                    arb_srcptr dW)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    ref_frame f;
    double there[2];
    if (!size || !condition) return;
    *size = *condition = INFINITY;
    if (!scheme || !sys || !x || !next || !h || (sys->M && !dW)) return;
    if (!scheme->terms) {
        ref_generator_terms(size, condition, sys, x, h, dW);
        ref_generator_terms(&there[0], &there[1], sys, next, h, dW);
        *size = fmax(*size, there[0]);
        *condition = fmax(*condition, there[1]);
        return;
    }
    REF_LOCAL(mag, terms, worst);
    mag_one(worst);
    if (ref_frame_init(&f, scheme, sys, x, h, dW, ROUGH_PREC))
        scheme->terms(terms, worst, &f);
    else
        mag_inf(terms);
    *size = ref_size_upwards(terms);
    *condition = ref_size_upwards(worst);
    ref_frame_clear(&f);
}
