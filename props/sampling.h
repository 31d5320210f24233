/* Sampled trajectories on nested grids of one Wiener path, and what can be concluded from them: the ground of the laws
 * about convergence, which no enclosure of one step can see. */
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

/* Wiener paths for a case: a function of its numbers, so that fresh cases get fresh paths and a replay the same. */
uint64_t prop_path_seed(const slp_case *c);
/* The state at time T = c->h of `subject` from c->x after 2^level steps, on Wiener path number `path`; false where it has
 * no answer.  sign: of each noise, +1 or -1, which makes another path of the same law; NULL: all +1. */
bool prop_sample(double *end, const prop_subject *subject, const slp_case *c, unsigned level,
                 uint64_t seed, uint64_t path, const signed char *sign);
/* Makes *other c under a second order scheme that c is not under, for the binary64 path to converge with; false where it has
 * none. */
bool prop_other_scheme(slp_case *other, const slp_case *c);

/* Batches of a sample, few enough to be nearly normal each and many enough for Student's t. */
enum { PROP_BATCHES = 40 };
/* Mean of the batches and its standard error. */
void prop_mean(double *mean, double *error, const double *batch);
/* P(T > t) of Student's t with that many degrees of freedom (props/chance.c). */
double prop_student_tail(double t, unsigned freedom);

#endif
