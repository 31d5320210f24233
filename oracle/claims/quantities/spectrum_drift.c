/* Departure of the whole spectrum along a run of the binary64 path, without any eigenvalue routine.
 *
 * The invariants are the coefficients of det(t - X), which are the spectrum with multiplicities, or for large matrices the
 * traces Tr X^2, Tr X^3, Tr X^4, which cost one product.  An invariant of degree k is measured in units of |X0|^k, Frobenius.
 * As in casimir-drift, the departure of an invariant is the sum of what the steps' roundings did to it; for each
 * it is compared with the root of the summed squares of these changes.  For K <= 128 invariants fair signs keep all of them below
 * 6.34 with probability 1 - 1e-6: 4 K exp(-t^2/2) < 1e-6 at t = 6.34 > sqrt(2 ln(4e6 * 128)) = 6.333. */
#include "oracle/claims/experiment/measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LARGEST, FINAL, QUARTER, PER_ROOT_N, PER_N, WALK, SIZE };
enum { COUNT_OF_TRACES = 3 };

typedef struct spectrum {
    const slp_case *c;
    ref_system *sys;
    slong prec, n, count;
    bool traces, draw;
    size_t stride, expected, steps;
    arb_ptr x, begin, before, now, square, departed;
    arb_t size, largest, quarter, last, scratch;
    acb_mat_t X, Y;
    acb_ptr polynomial;
    slp_thin thin;
} spectrum;

/* Re z + Im z: one of them is 0 for these invariants of (skew-)Hermitian matrices, and real matrices have Im z = 0. */
static void real_part(arb_t to, const acb_t z, slong prec)
{
    arb_add(to, acb_realref(z), acb_imagref(z), prec);
}

/* Tr(AB) */
static void trace_of_product(arb_t to, const acb_mat_t A, const acb_mat_t B, slong prec)
{
    acb_t sum;
    acb_init(sum);
    for (slong i = 0; i < acb_mat_nrows(A); i++)
        for (slong k = 0; k < acb_mat_ncols(A); k++)
            acb_addmul(sum, acb_mat_entry(A, i, k), acb_mat_entry(B, k, i), prec);
    real_part(to, sum, prec);
    acb_clear(sum);
}

static slp_status invariants(arb_ptr to, spectrum *s, const double *x)
{
    for (size_t i = 0; i < s->c->d; i++) arb_set_d(s->x + i, x[i]);
    if (!s->traces) {
        if (!ref_characteristic(s->polynomial, s->sys, s->x, s->prec)) return SLP_UNSUPPORTED;
        for (slong k = 0; k < s->count; k++) real_part(to + k, s->polynomial + k, s->prec);
        return SLP_OK;
    }
    if (!ref_state_matrix(s->X, s->sys, s->x, s->prec)) return SLP_UNSUPPORTED;
    acb_mat_mul(s->Y, s->X, s->X, s->prec);
    trace_of_product(to, s->X, s->X, s->prec);
    trace_of_product(to + 1, s->Y, s->X, s->prec);
    trace_of_product(to + 2, s->Y, s->Y, s->prec);
    return SLP_OK;
}

static slp_status begin(spectrum *s, const double *x)
{
    slp_error err;
    slp_status status = ref_system_new(&s->sys, s->c, &err);
    if (status != SLP_OK) return status;
    s->n = ref_group_size(s->sys);
    s->count = s->traces ? COUNT_OF_TRACES : s->n;
    s->x = _arb_vec_init((slong)s->c->d);
    s->begin = _arb_vec_init(5 * s->count);
    s->before = s->begin + s->count;
    s->now = s->before + s->count;
    s->square = s->now + s->count;
    s->departed = s->square + s->count;
    s->polynomial = _acb_vec_init(s->n + 1);
    acb_mat_init(s->X, s->n, s->n);
    acb_mat_init(s->Y, s->n, s->n);
    for (size_t i = 0; i < s->c->d; i++) arb_set_d(s->x + i, x[i]);
    if (s->n < 1 || s->count > 128 || !ref_state_matrix(s->X, s->sys, s->x, s->prec))
        return SLP_UNSUPPORTED;
    acb_mat_frobenius_norm(s->size, s->X, s->prec);
    status = invariants(s->begin, s, x);
    _arb_vec_set(s->before, s->begin, s->count);
    return status;
}

/* The degree of invariant k in X. */
static ulong degree(const spectrum *s, slong k)
{
    return (ulong)(s->traces ? k + 2 : s->n - k);
}

static slp_status look(spectrum *s, size_t n, const double *x)
{
    slp_status status = invariants(s->now, s, x);
    arb_zero(s->last);
    for (slong k = 0; k < s->count && status == SLP_OK; k++) {
        arb_sub(s->scratch, s->now + k, s->before + k, s->prec);
        arb_addmul(s->square + k, s->scratch, s->scratch, s->prec);
        arb_sub(s->scratch, s->now + k, s->begin + k, s->prec);
        arb_abs(s->scratch, s->scratch);
        arb_max(s->departed + k, s->departed + k, s->scratch, s->prec);
        arb_pow_ui(s->before + k, s->size, degree(s, k), s->prec);
        arb_div(s->scratch, s->scratch, s->before + k, s->prec);
        arb_max(s->last, s->last, s->scratch, s->prec);
        arb_set(s->before + k, s->now + k);
    }
    arb_max(s->largest, s->largest, s->last, s->prec);
    if (4 * n <= s->expected) arb_set(s->quarter, s->largest);
    double y = arf_get_d(arb_midref(s->last), ARF_RND_NEAR);
    if (s->draw) slp_thin_add(&s->thin, n, (double)n * s->c->h, &y);
    return status;
}

static slp_status see(void *own, size_t n, const double *x, const double *dw)
{
    spectrum *s = own;
    (void)dw;
    s->steps = n;
    if (n == 0) return begin(s, x);
    return n % s->stride == 0 || n == s->expected ? look(s, n, x) : SLP_OK;
}

static void keep(slp_measurement *m, size_t index, const arb_t ball)
{
    slp_interval one, *all = &m->values[index];
    slp_interval_from_ball(&one, ball);
    if (!all->known) *all = one;
    all->lo = fmax(all->lo, one.lo);
    all->hi = fmax(all->hi, one.hi);
}

static void conclude(slp_measurement *m, spectrum *s)
{
    arb_t unit, root;
    arb_init(unit);
    arb_init(root);
    keep(m, LARGEST, s->largest);
    keep(m, FINAL, s->last);
    keep(m, QUARTER, s->quarter);
    keep(m, SIZE, s->size);
    arb_mul_2exp_si(unit, s->largest, 53);
    arb_set_ui(root, s->steps);
    arb_div(s->scratch, unit, root, s->prec);
    keep(m, PER_N, s->scratch);
    arb_sqrt(root, root, s->prec);
    arb_div(s->scratch, unit, root, s->prec);
    keep(m, PER_ROOT_N, s->scratch);
    arb_zero(unit);
    for (slong k = 0; k < s->count; k++) { /* an invariant that never changed did not walk */
        if (arb_contains_zero(s->square + k) && !arb_is_zero(s->square + k)) {
            arb_get_ubound_arf(arb_midref(root), s->square + k, 64);
            if (arf_cmp_2exp_si(arb_midref(root), -(s->prec + s->prec / 2)) < 0) continue;
        }
        if (arb_is_zero(s->square + k)) continue;
        arb_sqrt(root, s->square + k, s->prec);
        arb_div(root, s->departed + k, root, s->prec);
        arb_max(unit, unit, root, s->prec);
    }
    keep(m, WALK, unit);
    arb_clear(unit);
    arb_clear(root);
}

static void release(spectrum *s)
{
    if (!s->sys) return;
    ref_system_free(s->sys);
    if (!s->x) return;
    _arb_vec_clear(s->x, (slong)s->c->d);
    _arb_vec_clear(s->begin, 5 * s->count);
    _acb_vec_clear(s->polynomial, s->n + 1);
    acb_mat_clear(s->X);
    acb_mat_clear(s->Y);
}

static slp_status one(slp_measurement *m, const slp_trial *trial, size_t sample, slp_error *err)
{
    slp_case c;
    slp_case_init(&c);
    spectrum s = {.c = &c,
                  .prec = trial->experiment->precision,
                  .traces = trial->word[0] && strcmp(trial->word[0], "traces") == 0,
                  .stride = trial->number[1] > 1 ? (size_t)trial->number[1] : 1,
                  .expected = trial->steps,
                  .draw = sample == 0};
    arb_ptr balls[] = {s.size, s.largest, s.quarter, s.last, s.scratch};
    for (size_t i = 0; i < 5; i++) arb_init(balls[i]);
    if (s.draw) {
        m->series = (slp_series){.x_label = "time [time units]",
                                 .y_label = "departure over the invariant's size [relative]",
                                 .log_y = true,
                                 .curves = 1,
                                 .label = {"largest departure of an invariant of the spectrum"}};
        slp_thin_begin(&s.thin, &m->series, trial->steps);
    }
    slp_status status = slp_run(&c, trial, sample, see, &s, err);
    if (status == SLP_OK) conclude(m, &s);
    if (status == SLP_OK) slp_thin_end(&s.thin);
    for (size_t i = 0; i < 5; i++) arb_clear(balls[i]);
    release(&s);
    m->steps += s.steps;
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

const slp_quantity slp_quantity_spectrum_drift = {
    .name = "spectrum-drift",
    .about = "departure of the whole spectrum along a binary64 run",
    .method = "every state of the binary64 run is taken as the exact numbers it is; the "
              "coefficients of det(t - X), or "
              "traces of powers, are evaluated on it in ball arithmetic; no eigenvalue is "
              "computed; u = 2^-53, "
              "n = steps",
    .options =
        {{"by", true, false, 0,
          "characteristic (default): all coefficients of det(t - X); traces: Tr X^2, X^3, X^4"},
         {"stride", false, false, 1, "evaluate every stride-th step"}},
    .words = {"characteristic traces"},
    .range = {[1] = {1, SLP_STRIDE, true}},
    .values = {{"largest", "", "max over run and invariants of |departure| / |X0|^degree"},
               {"final", "", "the same at the end"},
               {"quarter", "", "the same over the first quarter of the run"},
               {"per-root-n", "u sqrt(n)", "largest, in these units"},
               {"per-n", "u n", "largest, in these units"},
               {"walk", "",
                "largest departure over the root of the summed squared changes; random walks stay "
                "below 6.34 with "
                "probability 1 - 1e-6"},
               {"size", "", "|X0|, Frobenius"}},
    .measure = measure};
