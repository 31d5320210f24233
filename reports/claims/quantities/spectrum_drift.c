/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Departure of the whole spectrum along a run of the binary64 path, without any eigenvalue routine.
 *
 * The invariants are the coefficients of det(t - X), which are the spectrum with multiplicities, or
 * for large matrices the traces Tr X^2, Tr X^3, Tr X^4, which cost one product.  An invariant of
 * degree k is measured in units of |X0|^k, Frobenius.  As in casimir-drift, the departure of an
 * invariant is the sum of what the steps' roundings did to it; for each it is compared with the
 * root of the summed squares of these changes.  For K <= 128 invariants fair signs keep all of them
 * below 6.34 with probability 1 - 1e-6: 4 K exp(-t^2/2) < 1e-6 at t = 6.34 > sqrt(2 ln(4e6 * 128))
 * = 6.333. */
#include "reports/claims/experiment/drift.h"

#include <string.h>

enum { LARGEST, FINAL, QUARTER, PER_ROOT_N, PER_N, WALK, SIZE };
enum { BY, STRIDE };
enum { COUNT_OF_TRACES = 3 };

typedef struct spectrum {
    slong n, count;
    bool traces;
    arb_ptr begin, before, now, square, departed; /* count each */
    arb_ptr size, quarter, scratch;
    acb_mat_t X, Y;
    acb_ptr polynomial;
} spectrum;

/* Re z + Im z: one of them is 0 for these invariants of (skew-)Hermitian matrices, and real
 * matrices have Im z = 0. */
static void real_part(arb_t to, const acb_t z, slong prec)
{
    arb_add(to, acb_realref(z), acb_imagref(z), prec);
}

/* Tr(AB) */
static void trace_of_product(arb_t to, const acb_mat_t A, const acb_mat_t B, slong prec)
{
    REF_LOCAL(acb, sum);
    for (slong i = 0; i < acb_mat_nrows(A); i++)
        for (slong k = 0; k < acb_mat_ncols(A); k++)
            acb_addmul(sum, acb_mat_entry(A, i, k), acb_mat_entry(B, k, i), prec);
    real_part(to, sum, prec);
}

static slp_status invariants(arb_ptr to, slp_drift *d)
{
    spectrum *s = d->own;
    if (!s->traces) {
        if (!ref_characteristic(s->polynomial, d->sys, d->x, d->prec)) return SLP_UNSUPPORTED;
        for (slong k = 0; k < s->count; k++) real_part(to + k, s->polynomial + k, d->prec);
        return SLP_OK;
    }
    if (!ref_state_matrix(s->X, d->sys, d->x, d->prec)) return SLP_UNSUPPORTED;
    acb_mat_mul(s->Y, s->X, s->X, d->prec);
    trace_of_product(to, s->X, s->X, d->prec);
    trace_of_product(to + 1, s->Y, s->X, d->prec);
    trace_of_product(to + 2, s->Y, s->Y, d->prec);
    return SLP_OK;
}

static slp_status begin(slp_drift *d)
{
    spectrum *s = d->own;
    const char *by = d->trial->word[BY];
    s->traces = by && strcmp(by, "traces") == 0;
    s->n = ref_group_size(d->sys);
    s->count = s->traces ? COUNT_OF_TRACES : s->n;
    slp_drift_balls(d, 5 * s->count + 3);
    s->begin = d->at;
    s->before = s->begin + s->count;
    s->now = s->before + s->count;
    s->square = s->now + s->count;
    s->departed = s->square + s->count;
    s->size = s->departed + s->count;
    s->quarter = s->size + 1;
    s->scratch = s->quarter + 1;
    s->polynomial = _acb_vec_init(s->n + 1);
    acb_mat_init(s->X, s->n, s->n);
    acb_mat_init(s->Y, s->n, s->n);
    if (s->n < 1 || s->count > 128 || !ref_state_matrix(s->X, d->sys, d->x, d->prec))
        return SLP_UNSUPPORTED;
    acb_mat_frobenius_norm(s->size, s->X, d->prec);
    slp_status status = invariants(s->begin, d);
    _arb_vec_set(s->before, s->begin, s->count);
    return status;
}

/* The degree of invariant k in X. */
static ulong degree(const spectrum *s, slong k)
{
    return (ulong)(s->traces ? k + 2 : s->n - k);
}

static slp_status measure_state(slp_drift *d)
{
    spectrum *s = d->own;
    slp_status status = invariants(s->now, d);
    arb_zero(d->last);
    for (slong k = 0; k < s->count && status == SLP_OK; k++) {
        arb_sub(s->scratch, s->now + k, s->before + k, d->prec);
        arb_addmul(s->square + k, s->scratch, s->scratch, d->prec);
        arb_sub(s->scratch, s->now + k, s->begin + k, d->prec);
        arb_abs(s->scratch, s->scratch);
        arb_max(s->departed + k, s->departed + k, s->scratch, d->prec);
        arb_pow_ui(s->before + k, s->size, degree(s, k), d->prec);
        arb_div(s->scratch, s->scratch, s->before + k, d->prec);
        arb_max(d->last, d->last, s->scratch, d->prec);
        arb_set(s->before + k, s->now + k);
    }
    if (4 * d->n <= d->trial->steps) arb_max(s->quarter, s->quarter, d->last, d->prec);
    return status;
}

static void conclude(slp_measurement *m, slp_drift *d)
{
    spectrum *s = d->own;
    REF_LOCAL(arb, most, root);
    slp_measured_largest(m, QUARTER, s->quarter);
    slp_measured_largest(m, SIZE, s->size);
    arb_one(most);
    slp_drift_departure(m, d, most, PER_ROOT_N);
    arb_zero(most);
    for (slong k = 0; k < s->count; k++) { /* an invariant that never changed did not walk */
        if (arb_contains_zero(s->square + k) && !arb_is_zero(s->square + k)) {
            arb_get_ubound_arf(arb_midref(root), s->square + k, 64);
            if (arf_cmp_2exp_si(arb_midref(root), -(d->prec + d->prec / 2)) < 0) continue;
        }
        if (arb_is_zero(s->square + k)) continue;
        arb_sqrt(root, s->square + k, d->prec);
        arb_div(root, s->departed + k, root, d->prec);
        arb_max(most, most, root, d->prec);
    }
    slp_measured_largest(m, WALK, most);
}

static void end(slp_drift *d)
{
    spectrum *s = d->own;
    _acb_vec_clear(s->polynomial, s->n + 1);
    acb_mat_clear(s->X);
    acb_mat_clear(s->Y);
}

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    const slp_drift_kind kind = {
        .series = {.x_label = "time [time units]",
                   .y_label = "departure over the invariant's size [relative]",
                   .log_y = true,
                   .curves = 1,
                   .label = {"largest departure of an invariant of the spectrum"}},
        .stride = (size_t)trial->number[STRIDE],
        .size = sizeof(spectrum),
        .begin = begin,
        .see = measure_state,
        .conclude = conclude,
        .end = end};
    return slp_drift_measure(m, &kind, trial, err);
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
    .range = {[STRIDE] = {1, SLP_STRIDE, true}},
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
    .by_states = true,
    .measure = measure};
