/* Drift of a Casimir along a run of the binary64 path, measured exactly on the stored numbers.
 *
 * Every exact coadjoint scheme has zero drift, so D_n = C(x_n) - C(x_0) is the sum of the roundings
 * d_k = C(x_k) - C(x_{k-1}) of single steps.  If their signs were independent fair coins, Hoeffding's bound for
 * sum +-|d_k| with Levy's maximal inequality give
 *     P( max_n |D_n| >= t sqrt(V) ) <= 4 exp(-t^2/2),   V = sum d_k^2,
 * that is below 1e-6 at t = 5.514 > sqrt(2 ln 4e6) = 5.51395.  `walk` = max |D_n| / sqrt(V) compares with it: below, the drift
 * is no larger than a random walk of this run's own rounding errors; above, they have a preferred sign. */
#include "oracle/contract/case_text.h"
#include "oracle/claims/experiment/measure.h"

#include <stdlib.h>
#include <string.h>

enum { LARGEST, FINAL, PER_ROOT_N, PER_N, LOCAL, RMS, WALK, FIRST };
static const double walk_bound = 5.514;

typedef struct drift {
    const slp_case *c;
    ref_system *sys;
    bool root;
    slong prec, count, index;
    size_t first, steps, expected;
    arb_ptr casimirs, x;
    arb_t begin, before, now, change, largest, square, local, last, scratch;
    double *x_before; /* the state before, and the increment that led from it */
    size_t stride;    /* Casimirs are evaluated every stride-th step, and at the end */
    slp_thin thin;
    bool draw;
    slp_measurement *m;
} drift;

static void value(arb_t to, drift *d, const double *x)
{
    for (size_t i = 0; i < d->c->d; i++) arb_set_d(d->x + i, x[i]);
    ref_casimirs(d->casimirs, d->sys, d->x, d->prec);
    if (d->root)
        arb_sqrt(to, d->casimirs + d->index, d->prec);
    else
        arb_set(to, d->casimirs + d->index);
}

/* The first step that certainly changed the Casimir, as a case of its own. */
static void keep_first(drift *d, size_t n, const double *dw)
{
    slp_case one;
    slp_case_init(&one);
    slp_case_copy(&one, d->c);
    slp_case_set_x(&one, d->x_before, d->c->d);
    if (d->c->M) slp_case_set_dw(&one, dw, d->c->M);
    slp_measurement_witness(d->m, &one);
    slp_case_clear(&one);
    d->first = n;
}

static void draw(drift *d, size_t n)
{
    double y[2];
    arb_sub(d->scratch, d->now, d->begin, d->prec);
    y[0] = arf_get_d(arb_midref(d->scratch), ARF_RND_NEAR);
    y[0] = y[0] < 0 ? -y[0] : y[0];
    arb_sqrt(d->scratch, d->square, 64);
    y[1] = walk_bound * arf_get_d(arb_midref(d->scratch), ARF_RND_NEAR);
    slp_thin_add(&d->thin, n, (double)n * d->c->h, y);
}

static slp_status see(void *own, size_t n, const double *x, const double *dw)
{
    drift *d = own;
    if (n == 0) {
        slp_error err;
        d->x_before = slp_allocate(d->c->d, sizeof *x);
        slp_status status = ref_system_new(&d->sys, d->c, &err);
        if (status != SLP_OK) return status;
        d->count = ref_casimir_count(d->sys);
        d->casimirs = _arb_vec_init(d->count);
        d->x = _arb_vec_init((slong)d->c->d);
        value(d->begin, d, x);
        arb_set(d->before, d->begin);
    } else if (n % d->stride == 0 || n == d->expected) {
        value(d->now, d, x);
        arb_sub(d->change, d->now, d->before, d->prec);
        if (d->stride == 1 && !d->first && !arb_contains_zero(d->change))
            keep_first(d, n, dw);
        else if (!d->first && !arb_contains_zero(d->change))
            d->first = n;
        arb_addmul(d->square, d->change, d->change, d->prec);
        arb_abs(d->change, d->change);
        arb_max(d->local, d->local, d->change, d->prec);
        arb_sub(d->last, d->now, d->begin, d->prec);
        arb_abs(d->last, d->last);
        arb_max(d->largest, d->largest, d->last, d->prec);
        arb_set(d->before, d->now);
        if (d->draw) draw(d, n);
    }
    memcpy(d->x_before, x, d->c->d * sizeof *x);
    d->steps = n;
    return SLP_OK;
}

/* largest = max(largest, now), for values over several realisations. */
static void keep(slp_measurement *m, size_t index, const arb_t ball)
{
    slp_interval one;
    slp_interval_from_ball(&one, ball);
    slp_interval *all = &m->values[index];
    if (!all->known) *all = one;
    if (one.lo > all->lo) all->lo = one.lo;
    if (one.hi > all->hi) all->hi = one.hi;
}

static void conclude(slp_measurement *m, drift *d)
{
    slong prec = d->prec;
    keep(m, LARGEST, d->largest);
    keep(m, FINAL, d->last);
    arb_t unit, n, root;
    arb_init(unit);
    arb_init(n);
    arb_init(root);
    arb_set_ui(n, d->steps);
    arb_sqrt(root, n, prec);
    arb_abs(unit, d->begin);
    arb_mul_2exp_si(unit, unit, -53);
    arb_div(d->scratch, d->largest, unit, prec);
    arb_div(d->last, d->scratch, root, prec);
    keep(m, PER_ROOT_N, d->last);
    arb_div(d->last, d->scratch, n, prec);
    keep(m, PER_N, d->last);
    arb_div(d->last, d->local, unit, prec);
    keep(m, LOCAL, d->last);
    arb_sqrt(d->scratch, d->square, prec);
    arb_div(d->last, d->largest, d->scratch, prec);
    if (arb_is_zero(d->square)) arb_zero(d->last); /* no step changed it: no walk at all */
    keep(m, WALK, d->last);
    arb_div(d->scratch, d->scratch, root, prec);
    arb_div(d->scratch, d->scratch, unit, prec);
    keep(m, RMS, d->scratch);
    if (d->first && (!m->values[FIRST].known || (double)d->first < m->values[FIRST].lo))
        slp_measured_count(m, FIRST, (double)d->first);
    arb_clear(unit);
    arb_clear(n);
    arb_clear(root);
}

static slp_status one(slp_measurement *m, const slp_trial *trial, size_t sample, slp_error *err)
{
    slp_case c;
    slp_case_init(&c);
    drift d = {.c = &c,
               .m = m,
               .prec = trial->experiment->precision,
               .index = (slong)trial->number[1],
               .stride = trial->number[2] > 1 ? (size_t)trial->number[2] : 1,
               .expected = trial->steps,
               .draw = sample == 0,
               .root = trial->word[0] && strcmp(trial->word[0], "root") == 0};
    arb_ptr balls[] = {d.begin,  d.before, d.now,  d.change, d.largest,
                       d.square, d.local,  d.last, d.scratch};
    for (size_t i = 0; i < sizeof balls / sizeof *balls; i++) arb_init(balls[i]);
    if (d.draw) {
        m->series = (slp_series){
            .x_label = "time [time units]",
            .y_label = "departure from the initial value [absolute]",
            .log_y = true,
            .curves = 2,
            .label = {"departure", "reach of a random walk of the same rounding errors"}};
        slp_thin_begin(&d.thin, &m->series, trial->steps);
    }
    slp_status status = slp_run(&c, trial, sample, see, &d, err);
    if (status == SLP_OK) conclude(m, &d);
    if (status == SLP_OK) slp_thin_end(&d.thin);
    for (size_t i = 0; i < sizeof balls / sizeof *balls; i++) arb_clear(balls[i]);
    if (d.casimirs) _arb_vec_clear(d.casimirs, d.count);
    if (d.x) _arb_vec_clear(d.x, (slong)c.d);
    free(d.x_before);
    if (d.sys) ref_system_free(d.sys);
    m->steps += d.steps;
    m->samples++;
    slp_case_clear(&c);
    return status;
}

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    slp_status status = slp_casimir_named(trial, trial->number[1], err);
    for (size_t i = 0; m && i < trial->samples && status == SLP_OK; i++)
        status = one(m, trial, i, err);
    return status;
}

const slp_quantity slp_quantity_casimir_drift = {
    .name = "casimir-drift",
    .about = "departure of a Casimir from its initial value along a binary64 run",
    .method = "every state of the binary64 run is taken as the exact numbers it is, and the "
              "Casimir evaluated on "
              "it in ball arithmetic; u = 2^-53, n = steps, C0 = initial value",
    .options = {{"of", true, false, 0,
                 "casimir (default), or root: its square root, which on so(3) is the "
                 "modulus |x| of the eigenvalues 0, +-i|x|"},
                {"index", false, false, 0, "which Casimir, from 0"},
                {"stride", false, false, 1,
                 "evaluate every stride-th step; local, rms, walk and first are then of stride "
                 "steps together"}},
    .words = {"casimir root"},
    .range = {[1] = {0, SLP_CASIMIRS, true}, [2] = {1, SLP_STRIDE, true}},
    .values = {{"largest", "", "max over the run of |C - C0|"},
               {"final", "", "|C - C0| at the end"},
               {"per-root-n", "u|C0| sqrt(n)", "largest, in these units"},
               {"per-n", "u|C0| n", "largest, in these units"},
               {"local", "u|C0|", "largest change in one step"},
               {"rms", "u|C0|", "root mean square change in one step"},
               {"walk", "",
                "largest over the root of the sum of squared changes; a random walk stays below "
                "5.514 with probability 1 - 1e-6"},
               {"first", "", "first step whose change is certainly not zero"}},
    .measure = measure};
