/* Change of the energy H0 along a run of the binary64 path, measured exactly on the stored numbers. */
#include "oracle/claims/experiment/measure.h"

#include <math.h>
#include <string.h>

enum { LARGEST, LOW, HIGH, RANGE };

typedef struct change {
    const slp_case *c;
    ref_system *sys;
    slong prec;
    arb_ptr x;
    arb_t begin, now, low, high;
    size_t steps;
    size_t stride, expected; /* evaluated every stride-th step, and at the end */
    bool draw, absolute;
    slp_thin thin;
} change;

static slp_status see(void *own, size_t n, const double *x, const double *dw)
{
    change *e = own;
    (void)dw;
    if (n == 0) {
        slp_error err;
        slp_status status = ref_system_new(&e->sys, e->c, &err);
        if (status != SLP_OK) return status;
        e->x = _arb_vec_init((slong)e->c->d);
    }
    e->steps = n;
    if (n % e->stride != 0 && n != e->expected) return SLP_OK;
    for (size_t i = 0; i < e->c->d; i++) arb_set_d(e->x + i, x[i]);
    ref_energy(e->now, e->sys, e->x, e->prec);
    if (n == 0) arb_set(e->begin, e->now);
    if (n == 0 && arb_contains_zero(e->begin)) return SLP_DOMAIN; /* no relative change */
    arb_sub(e->now, e->now, e->begin, e->prec);
    arb_div(e->now, e->now, e->begin, e->prec);
    arb_min(e->low, e->low, e->now, e->prec);
    arb_max(e->high, e->high, e->now, e->prec);
    if (e->draw) {
        double y = arf_get_d(arb_midref(e->now), ARF_RND_NEAR);
        y = e->absolute ? fabs(y) : y;
        slp_thin_add(&e->thin, n, (double)n * e->c->h, &y);
    }
    return SLP_OK;
}

static void keep(slp_interval *all, const arb_t ball, bool low)
{
    slp_interval one;
    slp_interval_from_ball(&one, ball);
    if (!all->known) *all = one;
    all->lo = low ? fmin(all->lo, one.lo) : fmax(all->lo, one.lo);
    all->hi = low ? fmin(all->hi, one.hi) : fmax(all->hi, one.hi);
}

static void conclude(slp_measurement *m, change *e)
{
    keep(&m->values[LOW], e->low, true);
    keep(&m->values[HIGH], e->high, false);
    arb_sub(e->now, e->high, e->low, e->prec);
    keep(&m->values[RANGE], e->now, false);
    arb_neg(e->now, e->low);
    arb_max(e->now, e->now, e->high, e->prec);
    keep(&m->values[LARGEST], e->now, false);
}

static slp_status one(slp_measurement *m, const slp_trial *trial, size_t sample, slp_error *err)
{
    slp_case c;
    slp_case_init(&c);
    change e = {.c = &c,
                .prec = trial->experiment->precision,
                .stride = trial->number[1] > 1 ? (size_t)trial->number[1] : 1,
                .expected = trial->steps,
                .draw = sample == 0,
                .absolute = trial->word[0] && strcmp(trial->word[0], "log") == 0};
    arb_ptr balls[] = {e.begin, e.now, e.low, e.high};
    for (size_t i = 0; i < 4; i++) arb_init(balls[i]);
    if (e.draw) {
        m->series = (slp_series){.x_label = "time [time units]",
                                 .log_y = e.absolute,
                                 .curves = 1,
                                 .y_label = e.absolute ? "|H - H0| / H0 [relative]"
                                                       : "(H - H0) / H0 [relative]",
                                 .label = {"relative change of the energy"}};
        slp_thin_begin(&e.thin, &m->series, trial->steps);
    }
    slp_status status = slp_run(&c, trial, sample, see, &e, err);
    if (status == SLP_OK) conclude(m, &e);
    if (status == SLP_OK) slp_thin_end(&e.thin);
    for (size_t i = 0; i < 4; i++) arb_clear(balls[i]);
    if (e.x) _arb_vec_clear(e.x, (slong)c.d);
    if (e.sys) ref_system_free(e.sys);
    m->steps += e.steps;
    m->samples++;
    slp_case_clear(&c);
    return status;
}

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    slp_status status = SLP_OK;
    for (size_t i = 0; m && i < trial->samples && status == SLP_OK; i++)
        status = one(m, trial, i, err);
    return status;
}

const slp_quantity slp_quantity_energy_drift = {
    .name = "energy-drift",
    .about = "relative change of the energy along a binary64 run",
    .method = "every state of the binary64 run is taken as the exact numbers it is, and the energy "
              "evaluated on "
              "it in ball arithmetic",
    .options = {{"axis", true, false, 0,
                 "how to draw it: linear (default), or log of the absolute value"},
                {"stride", false, false, 1, "evaluate every stride-th step"}},
    .words = {"linear log"},
    .range = {[1] = {1, SLP_STRIDE, true}},
    .values = {{"largest", "", "max over the run of |H - H0| / |H0|"},
               {"low", "", "lowest (H - H0) / H0"},
               {"high", "", "highest (H - H0) / H0"},
               {"range", "", "high - low"}},
    .measure = measure};
