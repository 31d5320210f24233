/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Correct rounding to binary64 by Ziv's strategy: precision is doubled until both ends of every
 * enclosure round to the same number, which by monotony is then the rounding of the exact value. */
#include "oracle/contract/number/float_environment.h"
#include "ref/certificate/certificate.h"
#include "ref/exact_step.h"

#include <math.h>

enum { ZIV_FIRST = 128 };

/* To nearest even, gradual underflow included.  A zero has the sign of the exact value where the
 * enclosure shows it; an enclosure of 0 that lies within half the least subnormal of it gives +0.
 * False if the ends round apart. */
bool ref_round_ball(double *value, const arb_t ball)
{
    double a, b;
    bool same;
    if (!arb_is_finite(ball)) return false;
    REF_LOCAL(arf, low, high);
    arb_get_lbound_arf(low, ball, arb_bits(ball) + 64);
    arb_get_ubound_arf(high, ball, arb_bits(ball) + 64);
    a = arf_get_d(low, ARF_RND_NEAR);
    b = arf_get_d(high, ARF_RND_NEAR);
    same = a == b;
    if (same && a == 0) b = arf_sgn(high) < 0 ? -0.0 : 0.0;
    if (same) *value = b;
    return same;
}

/* What is rounded, and where to. */
typedef struct rounding {
    double *to;
    const ref_exact_step *step;
} rounding;

static slp_status round_all(void *of, slong prec)
{
    const rounding *r = of;
    bool representable = true;
    (void)prec;
    for (slong i = 0; i < r->step->d; i++) {
        if (!ref_round_ball(r->to + i, r->step->next + i)) return SLP_UNABLE;
        representable = representable && isfinite(r->to[i]);
    }
    return representable ? SLP_OK : SLP_DOMAIN;
}

slp_status ref_step_round(double *next, ref_certificate *cert, const ref_scheme *scheme,
                          const ref_system *sys, const double *x, double h, const double *dW,
                          slong cap)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    if (!next || !scheme || !sys || !x || (sys->M && !dW)) return SLP_INPUT;
    ref_exact_step step = {.scheme = scheme, .sys = sys, .d = sys->algebra.d, .M = sys->M};
    slong count = 2 * step.d + step.M;
    arb_ptr all = _arb_vec_init(count);
    rounding r = {next, &step};
    step.x = all;
    step.next = all + step.d;
    step.dW = all + 2 * step.d;
    arb_init(step.h);
    ref_exact_step_set(&step, x, h, dW);
    const slp_status status =
        ref_exact_step_refine(step.next, cert, &step, ZIV_FIRST, cap, round_all, &r);
    arb_clear(step.h);
    _arb_vec_clear(all, count);
    return status;
}
