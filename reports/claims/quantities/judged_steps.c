/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Every step of a binary64 run against its certified enclosure, started from the run's own previous
 * state: the judge's verdict, oracle/judge/judge.md. */
#include "oracle/certificates/certificates.h"
#include "reports/claims/experiment/measure.h"
#include "oracle/judge/step.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

enum { RATIO, BOUND, SHARE, JUDGED, FAILED, OPEN };

typedef struct judged {
    const slp_case *c;
    slp_measurement *m;
    struct slp_certificates *certificates;
    ref_exact_step step;
    size_t stride, count, failed, open, steps;
    double ratio, bound, share; /* worst ratio, its bound; worst ratio over bound */
    double *before;
} judged;

/* Adds the certificate of step n, from j->before, as a case of its own: "ID-step-N". */
static void certify(const judged *j, size_t n, const double *dw)
{
    SLP_CLEARED(slp_case) one = {0};
    char id[SLP_MAX_ID];
    if (!j->certificates) return;
    slp_need_memory(slp_case_copy(&one, j->c));
    slp_need_memory(slp_case_set_x(&one, j->before, j->c->d));
    if (j->c->M) slp_need_memory(slp_case_set_dw(&one, dw, j->c->M));
    snprintf(id, sizeof id, "%.*s-step-%zu", SLP_MAX_ID - 30, j->c->id, n);
    slp_need_memory(slp_case_set_id(&one, id, NULL));
    slp_certificates_first(j->certificates, &one);
}

static slp_status judge_state(void *own, size_t n, const double *x, const double *dw)
{
    judged *j = own;
    if (n == 0) {
        j->before = slp_allocate(j->c->d, sizeof *x);
        slp_status status = slp_need_memory(ref_exact_step_init(&j->step, j->c, NULL));
        if (status != SLP_OK) return status;
    } else if (n % j->stride == 0) {
        judge_finding found;
        certify(j, n, dw);
        judge_step(&found, &j->step, j->before, j->c->M ? dw : NULL, x);
        j->count++;
        j->failed += found.kind == SLP_VERDICT_FAIL || found.kind == SLP_VERDICT_ERROR;
        j->open += found.kind == SLP_VERDICT_UNDECIDED || found.kind == SLP_VERDICT_UNABLE;
        if (found.ratio > j->ratio) {
            j->ratio = found.ratio;
            j->bound = found.bound;
            slp_measurement_step(j->m, j->c, j->before, dw);
        }
        if (found.ratio / found.bound > j->share) j->share = found.ratio / found.bound;
    }
    memcpy(j->before, x, j->c->d * sizeof *x);
    j->steps = n;
    return SLP_OK;
}

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    judged j = {
        .m = m, .certificates = trial->certificates, .stride = (size_t)fmax(1, trial->number[0])};
    slp_status status = SLP_OK;
    if (!m) return SLP_OK;
    for (size_t i = 0; i < trial->samples && status == SLP_OK; i++) {
        SLP_CLEARED(slp_case) c = {0};
        j.c = &c;
        j.before = NULL;
        status = slp_run(&c, trial, i, judge_state, &j, err);
        ref_exact_step_clear(&j.step);
        free(j.before);
        m->steps += j.steps;
        m->samples++;
    }
    if (status != SLP_OK) return status;
    /* the judge's ratios are upper bounds; of an open step it may have none */
    m->values[RATIO] = (slp_interval){0, j.ratio, 1, j.open == 0};
    m->values[SHARE] = (slp_interval){0, j.share, 1, j.open == 0};
    slp_measured_count(m, BOUND, j.bound);
    slp_measured_count(m, JUDGED, (double)j.count);
    slp_measured_count(m, FAILED, (double)j.failed);
    slp_measured_count(m, OPEN, (double)j.open);
    return SLP_OK;
}

const slp_quantity slp_quantity_judged_steps = {
    .name = "judged-steps",
    .about = "each step of a binary64 run against its certified enclosure",
    .method =
        "the reference encloses the step from the run's own previous state, so that "
        "enclosures do not grow; "
        "ratio = |y - y*| / (u |x| kappa) is compared with the bound of oracle/judge/judge.md",
    .options = {{"stride", false, false, 1, "judge every stride-th step"}},
    .range = {{1, SLP_STRIDE, true}},
    .values = {{"ratio", "u|x| kappa", "largest error of a step, upper bound"},
               {"bound", "u|x| kappa", "the judge's bound for that step"},
               {"share", "", "largest error of a step over its bound, upper bound"},
               {"judged", "steps", "how many steps were judged"},
               {"failed", "steps", "of them, outside the bound"},
               {"open", "steps", "of them, not decided or without a certificate"}},
    .measure = measure,
    .certifies = slp_certifies_always};
