/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Tests whether the system of an experiment has the Casimir that an option names. */
#include "reports/claims/experiment/measure.h"
#include "oracle/plumbing/allocate.h"

slp_status slp_casimir_named(const slp_trial *trial, double index, slp_error *err)
{
    const slp_experiment *e = trial->experiment;
    ref_system *sys = NULL;
    SLP_CLEARED(slp_case) c = {0};
    slp_status status = slp_experiment_case(&c, e, 0, 1, err);
    if (status == SLP_OK) status = slp_need_memory(ref_system_new(&sys, &c, err));
    if (status == SLP_OK) {
        const slong count = ref_casimir_count(sys);
        if (count == 0)
            status = slp_error_set(err, e->line, NULL, "system", "%s has no Casimirs here",
                                   e->system->name);
        else if (!(index < (double)count))
            status = slp_error_set(err, e->line, NULL, "index",
                                   "is at most %ld: %s has %ld here, counted from 0",
                                   (long)count - 1, e->system->name, (long)count);
        ref_system_free(sys);
    }
    return status;
}
