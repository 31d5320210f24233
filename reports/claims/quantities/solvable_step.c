/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The largest step whose implicit relation is proved solvable with every increment at its
 * truncation bound.
 *
 * Steps h = 2^-1, 2^-2, ... are tried with all dW_k = +-sqrt(h) A_h, A_h = sqrt(2 l |ln h|), signs
 * drawn, and the largest h below which every tried one has a certificate is kept.  A certificate
 * proves that the right solution exists; without one nothing is proved.  Near h = 1 the bound A_h
 * goes to 0: A_1 = 0 exactly, so there is no noise. */
#include "reports/claims/experiment/measure.h"
#include "oracle/plumbing/allocate.h"

#include "oracle/contract/noise/noise.h"

#include <math.h>

enum { LARGEST, SMALLEST, CUT, AT_ONE, INCREMENT };
enum { HALVINGS = 24 };

/* Whether the step from the case's state with its increments at the bound has a certificate. */
static bool solvable(ref_exact_step *step, double h, double ell, slong prec)
{
    double bound = sqrt(h) * slp_truncation_bound(h, ell);
    arb_set_d(step->h, h);
    for (slong k = 0; k < step->M; k++)
        arb_set_d(step->dW + k, step->c->dw[k] < 0 ? -bound : bound);
    return ref_exact_step_image(step->next, NULL, step, prec) == SLP_OK;
}

/* The largest 2^-j such that it and every smaller one tried is solvable; 0 for none. */
static double largest_step(ref_exact_step *step, double ell, slong prec)
{
    double largest = 0;
    for (int j = HALVINGS; j >= 1 && solvable(step, ldexp(1, -j), ell, prec); j--)
        largest = ldexp(1, -j);
    return largest;
}

static slp_status measure_sample(slp_measurement *m, const slp_trial *trial, size_t sample,
                                 slp_error *err)
{
    const slp_experiment *e = trial->experiment;
    SLP_CLEARED(ref_exact_step) step = {0};
    SLP_CLEARED(slp_case) c = {0};
    slp_status status = slp_experiment_case(&c, e, sample, 1, err);
    if (status == SLP_OK) status = slp_need_memory(ref_exact_step_init(&step, &c, err));
    if (status == SLP_OK) {
        double h = largest_step(&step, e->ell, e->precision);
        if (sample == 0 || h > m->values[LARGEST].lo) slp_measured_count(m, LARGEST, h);
        if (sample == 0 || h < m->values[SMALLEST].lo) {
            slp_measured_count(m, SMALLEST, h);
            slp_measurement_witness(m, &c);
        }
    }
    m->samples++;
    m->steps += HALVINGS;
    return status;
}

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    const slp_experiment *e = trial->experiment;
    slp_status status = SLP_OK;
    if (!e->wiener || !(e->ell > 0))
        return slp_error_set(err, e->line, NULL, "truncation", "increments must be truncated");
    for (size_t i = 0; m && i < trial->samples && status == SLP_OK; i++)
        status = measure_sample(m, trial, i, err);
    if (status != SLP_OK || !m) return status;
    double cut = 1; /* the largest 2^-j with A_h >= 3: beyond it truncation cuts more than 0.3 % */
    while (slp_truncation_bound(cut, e->ell) < 3) cut /= 2;
    slp_measured_count(m, CUT, cut);
    slp_measured_count(m, AT_ONE, slp_truncation_bound(1, e->ell));
    slp_measured_count(m, INCREMENT, slp_truncation_bound(1 - 0x1p-10, e->ell));
    return SLP_OK;
}

const slp_quantity slp_quantity_solvable_step = {
    .name = "solvable-step",
    .about = "the largest step that is proved solvable with all increments at the truncation bound",
    .method = "certificates of the reference at h = 2^-24, 2^-23, ..., every increment +-sqrt(h) "
              "A_h with drawn signs",
    .values = {{"largest", "", "largest over samples of that step"},
               {"smallest", "", "smallest over samples; 0 where even 2^-24 has no certificate"},
               {"cut", "", "largest 2^-j whose A_h is at least 3"},
               {"at-one", "", "A_h at h = 1"},
               {"near-one", "", "A_h at h = 1 - 2^-10"}},
    .measure = measure};
