/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What laws about noise ask of a system's noise, and decisions from samples in batches. */
#ifndef SLP_PROPS_SAMPLING_H
#define SLP_PROPS_SAMPLING_H

#include "props/case/reference_step.h"

/* Properties of a system's noise at a state, by difference quotients of the reference's fields. */
typedef struct prop_noise_kind {
    bool any;     /* some noise moves the state */
    bool commute; /* the fields of all pairs of noises commute */
    double ito;   /* |sum_k DV_k [V_k]| / 2 [1/time]: mean rate at which Ito and Stratonovich
                     separate */
    /* what a scheme that freezes the generator solves and the Stratonovich equation are the same:
     * D Xi_k [V_k] = 0 for every k */
    bool ito_same;
    bool ito_field_same; /* the same of a scheme that freezes the field: D V_k [V_k] = 0 */
} prop_noise_kind;
/* Computes only `any`. */
bool prop_noise_moves(const ref_exact_step *exact_step);
/* Computes all of it, at the state of exact_step. */
prop_noise_kind prop_noise_kind_of(const ref_exact_step *exact_step);

/* Wiener paths for a case: a function of its numbers, so that other cases get other paths, and a
 * replay gets the same. */
uint64_t prop_path_seed(const slp_case *c);

/* ---- Batches and power ---- */

/* Batches of a sample, few enough to be nearly normal each and many enough for Student's t. */
enum { PROP_BATCHES = 40 };
/* Mean of the PROP_BATCHES numbers and its standard error, sqrt(sum (batch_i - mean)^2 / (b (b -
 * 1))). */
void prop_batch_mean(double *mean, double *error, const double *batch);
/* P(T > t) of Student's t with that many degrees of freedom (props/engine/error_rates.c). */
double prop_student_tail(double t, unsigned freedom);
/* t with P(T > t) = p for batches' t. */
double prop_student_critical(double p);
/* The power: the chance that a sample of a subject with a fault is refused at that level (props/
 * statistics/batches.c). */
double prop_power(const prop_reach *reach, double level);

#endif
