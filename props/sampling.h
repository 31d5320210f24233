/* Sampled trajectories on nested grids of one Wiener path, and slopes with confidence: the ground of the laws about
 * convergence, which no enclosure of one step can see. */
#ifndef SLP_PROPS_SAMPLING_H
#define SLP_PROPS_SAMPLING_H

#include "props/ground.h"

/* What the noise of a system does at a state, by difference quotients of the reference's fields. */
typedef struct prop_noise_kind {
    bool any;     /* some noise moves the state */
    bool commute; /* the fields of all pairs of noises commute */
    bool
        ito_same; /* the Ito and the Stratonovich equation are the same: D Xi_k [V_k] = 0 for every k */
} prop_noise_kind;
/* Its `any` alone. */
bool prop_noise_moves(const prop_ground *ground);
prop_noise_kind prop_noise_look(const prop_ground *ground);

/* The state at time T = c->h of `subject` from c->x after 2^level steps, on Wiener path number `path`; false where it has
 * no answer. */
bool prop_sample(double *end, const prop_subject *subject, const slp_case *c, unsigned level,
                 uint64_t seed, uint64_t path);

/* Mean of `count` numbers and the half width of its interval at confidence 1 - 2e-8 by Student's t; count is
 * PROP_BATCHES. */
enum { PROP_BATCHES = 40 };
void prop_interval(double *mean, double *half, const double *batch);

#endif
