/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What a step costs in products of matrices, with and without a map from the algebra to the group:
 * the binary64 path counted at its calls of the BLAS.
 *
 * Both schemes start at the sample's state and take the same increments, `steps` steps each, every
 * one to the end of its own iteration.  Counted are the multiplications of real numbers in
 * products, LU factorisations and solves of N x N matrices (oracle/plumbing/blas_thread.h), over
 * N^3; what is of order N^2 is not, such as the generator of Zeitlin's sphere.  Matrices of up to
 * 12 x 12 are multiplied without the BLAS, so that the count is not known there. */
#include "fast/fast.h"
#include "reports/claims/experiment/measure.h"
#include "oracle/plumbing/allocate.h"
#include "oracle/plumbing/blas_thread.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEAST, LARGEST, COST, OTHER, ITERATIONS, OTHER_ITERATIONS };
enum { LOOPS = 12 }; /* the largest N without the BLAS */

/* N of a state of d numbers */
static size_t size_of(const slp_case *c)
{
    size_t n = 1;
    if (c->system->algebra == SLP_SUN)
        while (n * n < c->d) n++;
    else
        while (n * (n - 1) / 2 < c->d) n++;
    return n;
}

typedef struct spent {
    double products, iterations; /* multiplications over N^3; iterations; of all steps together */
} spent;

/* Takes the case's steps by `scheme`, and counts. */
static slp_status walk(spent *all, const slp_case *c, const fast_scheme *scheme,
                       const fast_system *sys)
{
    const double n = (double)size_of(c);
    double *x = slp_allocate(c->d, sizeof *x),
           *room = slp_allocate(fast_step_work_size(scheme, sys), sizeof *room);
    memcpy(x, c->x, c->d * sizeof *x);
    slp_status status = SLP_OK;
    const double before = slp_blas_multiplications();
    for (size_t s = 0; s < c->steps && status == SLP_OK; s++) {
        fast_report report;
        status = fast_step(x, &report, scheme, sys, x, c->h, c->M ? c->dw + s * c->M : NULL, room);
        all->iterations += report.iterations;
    }
    /* counted in thirds: rounded back to a whole number of them, so that equal counts stay equal */
    all->products = rint(3 * (slp_blas_multiplications() - before)) / (3 * n * n * n);
    free(x);
    free(room);
    return status;
}

static slp_status measure_sample(slp_measurement *m, spent all[2], const slp_trial *trial,
                                 size_t sample, slp_error *err)
{
    SLP_CLEARED(slp_case) c = {0};
    fast_system *sys = NULL;
    slp_status status = slp_experiment_case(&c, trial->experiment, sample, trial->steps, err);
    if (status == SLP_OK) status = slp_need_memory(fast_system_new(&sys, &c, err));
    spent here[2] = {{0, 0}, {0, 0}};
    const char *names[2] = {trial->experiment->scheme->name, trial->word[0]};
    for (int i = 0; i < 2 && status == SLP_OK; i++) {
        const fast_scheme *scheme = fast_scheme_find(names[i]);
        status = scheme ? walk(&here[i], &c, scheme, sys) : SLP_UNSUPPORTED;
        all[i].products += here[i].products;
        all[i].iterations += here[i].iterations;
    }
    if (status == SLP_OK && size_of(&c) > LOOPS && here[0].products > 0) {
        const double ratio = here[1].products / here[0].products;
        slp_interval *least = &m->values[LEAST], *largest = &m->values[LARGEST];
        const double low = least->known ? fmin(least->lo, ratio) : ratio,
                     high = largest->known ? fmax(largest->hi, ratio) : ratio;
        *least = (slp_interval){low, low, 1, true};
        *largest = (slp_interval){high, high, 1, true};
        if (!m->witness || ratio == high) slp_measurement_step(m, &c, c.x, c.dw);
    }
    fast_system_free(sys);
    return status;
}

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    const slp_experiment *e = trial->experiment;
    const slp_scheme *other = slp_scheme_find(trial->word[0]);
    if (!(e->system->algebra & (SLP_SON | SLP_SUN)))
        return slp_error_set(err, e->line, NULL, "system",
                             "must be one of so(n) or su(N): the products of matrices are counted");
    if (!other || !(other->applies & e->system->algebra))
        return slp_error_set(err, e->line, NULL, "against",
                             "is not a scheme for this system; `slp list schemes` names them");
    if (!m) return SLP_OK;
    slp_status status = SLP_OK;
    spent all[2] = {{0, 0}, {0, 0}};
    for (size_t i = 0; i < trial->samples && status == SLP_OK; i++) {
        status = measure_sample(m, all, trial, i, err);
        if (trial->progress) trial->progress(trial->to, (double)(i + 1) / (double)trial->samples);
    }
    if (status != SLP_OK) return status;
    const double steps = (double)trial->samples * (double)trial->steps;
    m->samples = trial->samples;
    m->steps = 2 * trial->samples * trial->steps;
    if (m->values[LEAST].known) {
        slp_measured_count(m, COST, all[0].products / steps);
        slp_measured_count(m, OTHER, all[1].products / steps);
    }
    slp_measured_count(m, ITERATIONS, all[0].iterations / steps);
    slp_measured_count(m, OTHER_ITERATIONS, all[1].iterations / steps);
    return SLP_OK;
}

const slp_quantity slp_quantity_step_cost = {
    .name = "step-cost",
    .about = "cost of a step in products of N x N matrices, of another scheme over the "
             "experiment's",
    .method = "multiplications counted at the calls of the BLAS by the binary64 path: products, LU "
              "factorisations and solves by their leading terms, a complex one as four; N above 12",
    .options = {{"against", true, true, 0, "the other scheme"}},
    .values = {{"least", "", "smallest over samples of the other scheme's cost over this one's"},
               {"largest", "", "the largest over samples"},
               {"cost", "N^3", "real multiplications a step, mean over samples"},
               {"other", "N^3", "the same of the other scheme"},
               {"iterations", "", "of the implicit relation a step, mean over samples"},
               {"other-iterations", "", "the same of the other scheme"}},
    .measure = measure};
