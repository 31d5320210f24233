/* What a run's departure from its beginning comes to, absolute and in units of roundoff. */
#include "oracle/claims/experiment/measure.h"

#include <math.h>

static void keep(slp_interval *all, const arb_t ball)
{
    slp_interval one;
    slp_interval_from_ball(&one, ball);
    if (!all->known) *all = one;
    all->lo = fmax(all->lo, one.lo);
    all->hi = fmax(all->hi, one.hi);
}

void slp_measured_departure(slp_measurement *m, const arb_t largest, const arb_t final,
                            const arb_t scale, size_t steps, slong prec)
{
    arb_t units, n, share;
    arb_init(units);
    arb_init(n);
    arb_init(share);
    keep(&m->values[SLP_DEPARTURE_LARGEST], largest);
    keep(&m->values[SLP_DEPARTURE_FINAL], final);
    arb_div(units, largest, scale, prec);
    arb_mul_2exp_si(units, units, 53);
    arb_set_ui(n, steps);
    arb_div(share, units, n, prec);
    keep(&m->values[SLP_DEPARTURE_PER_N], share);
    arb_sqrt(n, n, prec);
    arb_div(share, units, n, prec);
    keep(&m->values[SLP_DEPARTURE_PER_ROOT_N], share);
    arb_clear(units);
    arb_clear(n);
    arb_clear(share);
}
