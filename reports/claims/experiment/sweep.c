/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The largest number over the samples of an experiment, as one enclosure.
 *
 * With a_i <= |r_i| <= b_i for every sample, max a_i <= max |r_i| <= max b_i: both ends are
 * certain.  So "excludes-zero" is true if one sample is proved not to be zero, and "zero-within" is
 * a statement about all samples. */
#include "reports/claims/experiment/measure.h"
#include "oracle/certificates/certificates.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>
#include <string.h>

static slp_status measure_sample(slp_interval *found, slp_case *c, size_t sample, bool signs,
                                 slp_sample_number number, const slp_trial *trial, slp_error *err)
{
    slp_status status = slp_experiment_case(c, trial->experiment, sample, 1, err);
    if (status != SLP_OK) return status;
    SLP_CLEARED(ref_exact_step) step = {0};
    REF_LOCAL(arb, value);
    status = slp_need_memory(ref_exact_step_init(&step, c, err));
    if (status == SLP_OK) slp_certificates_first(trial->certificates, c);
    if (status == SLP_OK) status = number(value, &step, trial, trial->experiment->precision);
    if (!signs) arb_abs(value, value);
    slp_interval_from_ball(found, value);
    if (!signs && found->lo < 0) found->lo = 0;
    if (status == SLP_OK && !found->known) status = SLP_UNABLE;
    return status;
}

bool slp_certifies_always(char *const word[SLP_QUANTITY_OPTIONS])
{
    (void)word;
    return true;
}

slp_status slp_sweep(slp_measurement *m, size_t largest, size_t unable, bool signs,
                     slp_sample_number number, const slp_trial *trial, slp_error *err)
{
    slp_interval all = {0, 0, 1, false};
    double top = -INFINITY;
    if (!m) return SLP_OK;
    SLP_CLEARED(slp_case) c = {0};
    slp_status status = SLP_OK;
    m->samples = m->unable = 0;
    for (size_t i = 0; i < trial->samples && status == SLP_OK; i++) {
        slp_interval found;
        status = measure_sample(&found, &c, i, signs, number, trial, err);
        if (status == SLP_OK) {
            slp_interval_raise(&all, &found);
            if (found.lo > top) {
                top = found.lo;
                slp_measurement_witness(m, &c);
            }
        } else if (status == SLP_UNABLE) {
            m->unable++;
            status = SLP_OK;
        }
        m->samples++;
        m->steps++;
        if (trial->progress) trial->progress(trial->to, (double)(i + 1) / (double)trial->samples);
    }
    if (status != SLP_OK) return status;
    if (m->unable) all.hi = INFINITY;
    m->values[largest] = all;
    slp_measured_count(m, unable, (double)m->unable);
    return SLP_OK;
}
