/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A quantity measured on an experiment written as text, for tests of quantities. */
#ifndef SLP_TESTS_CLAIM_TRIAL_H
#define SLP_TESTS_CLAIM_TRIAL_H

#include "reports/claims/experiment/measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/cmocka.h"

/* One experiment of a claim, everything else of which is filler. */
static inline void read_claim(slp_claim *claim, const char *experiment, const char *measure)
{
    char text[3000], name[64] = "";
    slp_error err;
    sscanf(strstr(measure, "quantity: ") + strlen("quantity: "), "%63[a-z-]", name);
    const slp_quantity *quantity = slp_quantity_find(name);
    snprintf(text, sizeof text,
             "id: sample\nsource: s\nlocator: l\nstatement: s\nexperiments:\n  - name: e\n%s"
             "measures:\n  - {name: m, experiment: e, %s}\n"
             "decide:\n  - verdict: confirmed\n    because: b\n    when: [{value: m.%s, is: below, "
             "bound: 1}]\n",
             experiment, measure, quantity ? quantity->values[0].name : "largest");
    if (slp_claim_read(claim, text, "test", &err) != SLP_OK)
        fail_msg("%zu %s: %s", err.line, err.field, err.text);
}

/* Measures it; the caller clears m and the claim. */
static inline slp_status measured(slp_measurement *m, slp_claim *claim, const char *experiment,
                                  const char *measure)
{
    slp_error err = {0};
    read_claim(claim, experiment, measure);
    const slp_experiment *e = &claim->experiment[0];
    slp_trial trial = {.experiment = e, .steps = e->steps.usual, .samples = e->samples.usual};
    memcpy(trial.number, claim->measure[0].number, sizeof trial.number);
    for (size_t k = 0; k < SLP_QUANTITY_OPTIONS; k++) trial.word[k] = claim->measure[0].word[k];
    slp_measurement_init(m);
    return claim->measure[0].quantity->measure(m, &trial, &err);
}

/* values[index] of a measure that must succeed. */
static inline slp_interval value(const char *experiment, const char *measure, size_t index)
{
    slp_claim claim;
    slp_measurement m;
    assert_int_equal(measured(&m, &claim, experiment, measure), SLP_OK);
    slp_interval found = m.values[index];
    slp_measurement_clear(&m);
    slp_claim_clear(&claim);
    assert_true(found.known);
    assert_true(found.lo <= found.hi);
    return found;
}

static inline void near(slp_interval v, double wanted, double relative)
{
    if (!(fabs(v.lo - wanted) <= relative * fabs(wanted) &&
          fabs(v.hi - wanted) <= relative * fabs(wanted)))
        fail_msg("[%.17g, %.17g] is not within %g of %.17g", v.lo, v.hi, relative, wanted);
}

/* One step of a scheme from one state, without noise. */
#define BODY(scheme)                                                                               \
    "    system: rigid-body\n    scheme: " scheme                                                  \
    "\n    parameters: {inertia: [1, 2, 3]}\n    h: 2^-3\n    state: [0.5, -1, 0.75]\n"

/* Energy for I = (1, 2, 3), and |x|^2. */
static inline double energy(const double *x)
{
    return 0.5 * (x[0] * x[0] + x[1] * x[1] / 2 + x[2] * x[2] / 3);
}

static inline double square(const double *x)
{
    return x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
}

#endif
