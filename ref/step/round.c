/* Correct rounding to binary64 by Ziv's strategy: precision is doubled until both ends of every
 * enclosure round to the same number, which by monotony is then the rounding of the exact value. */
#include "oracle/contract/float_environment.h"
#include "ref/certificate/certificate.h"
#include <math.h>

enum { ZIV_FIRST = 128 };

/* To nearest even, gradual underflow included.  A zero has the sign of the exact value where the
 * enclosure shows it; an enclosure of 0 that lies within half the least subnormal of it gives +0.
 * False if the ends round apart. */
bool ref_round_ball(double *value, const arb_t ball)
{
    arf_t low, high;
    double a, b;
    bool same;
    if (!arb_is_finite(ball)) return false;
    arf_init(low);
    arf_init(high);
    arb_get_lbound_arf(low, ball, arb_bits(ball) + 64);
    arb_get_ubound_arf(high, ball, arb_bits(ball) + 64);
    a = arf_get_d(low, ARF_RND_NEAR);
    b = arf_get_d(high, ARF_RND_NEAR);
    same = a == b;
    if (same && a == 0) b = arf_sgn(high) < 0 ? -0.0 : 0.0;
    if (same) *value = b;
    arf_clear(low);
    arf_clear(high);
    return same;
}

slp_status ref_step_round(double *next, ref_certificate *cert, const ref_scheme *scheme,
                          const ref_system *sys, const double *x, double h, const double *dW,
                          slong cap)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    if (!next || !scheme || !sys || !x || (sys->M && !dW)) return SLP_INPUT;
    slong d = sys->algebra.d, count = 2 * d + sys->M + 1;
    arb_ptr all = _arb_vec_init(count), start = all, image = all + d, step = all + 2 * d;
    arb_ptr increments = step + 1;
    slp_status status = SLP_UNABLE;
    ref_certificate own;
    bool representable = true;
    for (slong i = 0; i < d; i++) arb_set_d(start + i, x[i]);
    arb_set_d(step, h);
    for (slong k = 0; k < sys->M; k++) arb_set_d(increments + k, dW[k]);
    if (!cert) cert = &own;
    *cert = (ref_certificate){.prec = 0};
    for (slong prec = ZIV_FIRST; prec <= cap; prec *= 2) {
        bool decided = true;
        status = ref_step(image, cert, scheme, sys, start, step, increments, prec);
        if (status == SLP_DOMAIN || status == SLP_UNSUPPORTED) break;
        if (status == SLP_UNABLE && cert->final) break;
        if (status != SLP_OK) continue;
        for (slong i = 0; i < d && decided; i++) {
            decided = ref_round_ball(next + i, image + i);
            if (decided && !isfinite(next[i])) representable = false;
        }
        if (decided) break;
        status = SLP_UNABLE;
    }
    if (status == SLP_OK && !representable) status = SLP_DOMAIN;
    _arb_vec_clear(all, count);
    return status;
}
