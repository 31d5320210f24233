/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Drift of the spatial momentum along a binary64 run with its attitude R reconstructed: J = R x of
 * the rigid body, its vertical component J = (R Pi)_z of the heavy top, whose weight breaks the
 * others; there R begins with R Gamma upwards.
 *
 * x comes from the binary64 path.  The group increment f of each step is enclosed by the reference
 * at the run's own state, rounded to binary64, and multiplied up in binary64, R <- fl(R f): what a
 * program that stores R and x
 * in binary64 sees.  J is then evaluated in ball arithmetic on the stored numbers. */
#include "reports/claims/experiment/drift.h"
#include "oracle/plumbing/allocate.h"

#include <math.h>
#include <string.h>

enum { PER_ROOT_N = 2 };
enum { BEGIN, SIZE = BEGIN + 3, ENTRY, BALLS }; /* d->at: J and |J| of the initial state */

typedef struct spin {
    ref_exact_step step; /* that led to this state */
    acb_mat_t f;
    double R[3][3];
    int first; /* component of J from which on it is kept: 0, or 2 for the heavy top */
} spin;

static void multiply(double R[3][3], const acb_mat_t f)
{
    double product[3][3];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            product[i][k] = 0;
            for (int j = 0; j < 3; j++)
                product[i][k] +=
                    R[i][j] *
                    arf_get_d(arb_midref(acb_realref(acb_mat_entry(f, j, k))), ARF_RND_NEAR);
        }
    memcpy(R, product, sizeof product);
}

/* J_i of the stored numbers, exact up to prec bits. */
static void momentum(arb_t J, const slp_drift *d, int i)
{
    const spin *s = d->own;
    REF_LOCAL(arb, a);
    arb_zero(J);
    for (int k = 0; k < 3; k++) {
        arb_set_d(a, s->R[i][k]);
        arb_addmul(J, a, d->x + k, d->prec);
    }
}

/* The last row of R, all that (R Pi)_z is made of: the vertical in the body, Gamma/|Gamma|. */
static void upright(double row[3], const double *gamma)
{
    double size = sqrt(gamma[0] * gamma[0] + gamma[1] * gamma[1] + gamma[2] * gamma[2]);
    for (int i = 0; i < 3; i++) row[i] = gamma[i] / size;
}

static slp_status begin(slp_drift *d)
{
    spin *s = d->own;
    const double *x = d->state;
    bool top = d->c.system->algebra == SLP_SE3;
    if (!top && d->c.system->algebra != SLP_SO3) return SLP_UNSUPPORTED;
    if (top && !(fabs(x[3]) + fabs(x[4]) + fabs(x[5]) > 0)) return SLP_UNSUPPORTED;
    slp_status status = slp_need_memory(ref_exact_step_init(&s->step, &d->c, NULL));
    if (status != SLP_OK) return status;
    slp_drift_balls(d, BALLS);
    acb_mat_init(s->f, 3, 3);
    s->first = top ? 2 : 0;
    for (int i = 0; i < 3; i++) s->R[i][i] = 1;
    if (top) upright(s->R[2], x + 3);
    for (int i = s->first; i < 3; i++) {
        momentum(d->at + BEGIN + i, d, i);
        arb_addmul(d->at + SIZE, d->at + BEGIN + i, d->at + BEGIN + i, d->prec);
    }
    arb_sqrt(d->at + SIZE, d->at + SIZE, d->prec);
    return SLP_OK;
}

static slp_status measure_state(slp_drift *d)
{
    spin *s = d->own;
    arb_ptr entry = d->at + ENTRY;
    ref_exact_step_set(&s->step, d->before, d->c.h, d->dw);
    slp_status status = ref_exact_step_group(s->f, s->step.next, &s->step, 128);
    if (status == SLP_OK) multiply(s->R, s->f);
    arb_zero(d->last);
    for (int i = s->first; i < 3; i++) {
        momentum(entry, d, i);
        arb_sub(entry, entry, d->at + BEGIN + i, d->prec);
        arb_addmul(d->last, entry, entry, d->prec);
    }
    arb_sqrtpos(d->last, d->last, d->prec);
    return status;
}

static void conclude(slp_measurement *m, slp_drift *d)
{
    slp_drift_departure(m, d, d->at + SIZE, PER_ROOT_N);
}

static void end(slp_drift *d)
{
    spin *s = d->own;
    acb_mat_clear(s->f);
    ref_exact_step_clear(&s->step);
}

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    const slp_drift_kind kind = {.series = {.x_label = "time [time units]",
                                            .y_label = "|J - J0| [absolute]",
                                            .log_y = true,
                                            .curves = 1,
                                            .label = {"departure of the spatial momentum"}},
                                 .stride = 1,
                                 .size = sizeof(spin),
                                 .begin = begin,
                                 .see = measure_state,
                                 .conclude = conclude,
                                 .end = end};
    return slp_drift_measure(m, &kind, trial, err);
}

const slp_quantity slp_quantity_momentum_drift = {
    .name = "momentum-drift",
    .about = "departure of the spatial momentum J = R x of the rigid body, or (R Pi)_z of the "
             "heavy top, along a "
             "binary64 run",
    .method = "x from the binary64 path; R multiplied up in binary64 from the reference's group "
              "increments "
              "rounded to binary64; J evaluated on the stored numbers in ball arithmetic",
    .values = {{"largest", "", "max over the run of |J - J0|"},
               {"final", "", "|J - J0| at the end"},
               {"per-root-n", "u|J0| sqrt(n)", "largest, in these units"},
               {"per-n", "u|J0| n", "largest, in these units"}},
    .by_states = true,
    .measure = measure};
