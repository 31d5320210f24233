/* Sampled trajectories on nested grids of one Wiener path, and what can be concluded from them: the ground of the laws
 * about convergence, which no enclosure of one step can see. */
#ifndef SLP_PROPS_SAMPLING_H
#define SLP_PROPS_SAMPLING_H

#include "props/case/reference_step.h"

/* What the noise of a system does at a state, by difference quotients of the reference's fields. */
typedef struct prop_noise_kind {
    bool any;     /* some noise moves the state */
    bool commute; /* the fields of all pairs of noises commute */
    double ito;   /* |sum_k DV_k [V_k]| / 2 [1/time]: how fast their solutions part on average */
    bool
        ito_same; /* the Ito and the Stratonovich equation are the same: D Xi_k [V_k] = 0 for every k */
} prop_noise_kind;
/* Its `any` alone. */
bool prop_noise_moves(const prop_ground *ground);
/* All of it, at the state that ground stands on. */
prop_noise_kind prop_noise_look(const prop_ground *ground);

/* Wiener paths for a case: a function of its numbers, so that fresh cases get fresh paths and a replay the same. */
uint64_t prop_path_seed(const slp_case *c);

/* ---- Nested grids (props/statistics/nested_grids.c) ---- */

/* One Wiener path over T = c->h on grids of 2^0 to 2^finest steps, and the case as a subject is asked on one of them. */
typedef struct prop_nested {
    slp_case run;
    slp_result answer;
    size_t d, M;
    double T;
    uint64_t seed; /* prop_path_seed */
    unsigned finest;
    double *dw;        /* of level l, step by step: 2^l M numbers from (2^l - 1) M on */
    double *signed_dw; /* room for one level's */
} prop_nested;
/* Room for all levels; c is copied.  No path yet. */
void prop_nested_init(prop_nested *path, const slp_case *c, unsigned finest);
void prop_nested_clear(prop_nested *path);
/* Moves to Wiener path number `number`: increments drawn on the finest grid, coarser ones exactly their sums (oracle/contract/noise.h). */
void prop_nested_draw(prop_nested *path, uint64_t number);
/* end (d numbers) = the state at T after 2^level steps of `scheme` by `subject`; false where it has no answer.  sign: of each
 * noise, +1 or -1, which makes another path of the same law; NULL: all +1. */
bool prop_nested_end(double *end, prop_nested *path, const prop_subject *subject,
                     const slp_scheme *scheme, unsigned level, const signed char *sign);

/* Of M noises: copies of a path by signs, all of the same law, over which every product of one, of three or of two different noises is 0 on
 * average; and the M signs of one of them. */
unsigned prop_antithetic_copies(size_t M);
void prop_antithetic(signed char *sign, unsigned copy, size_t M);

/* ---- Directions (props/statistics/mean_direction.c) ---- */

/* v (d numbers, not unit) = (C + 2^-7 tr C/d)^-1 mean: along v the mean is largest against the spread, C (d x d, symmetric, overwritten) being the
 * covariance.  The mean itself where C is 0. */
void prop_direction(double *v, const double *mean, double *covariance, size_t d);

/* ---- Two looks (props/statistics/two_sample_test.c) ---- */

/* Batches of a sample, few enough to be nearly normal each and many enough for Student's t. */
enum { PROP_BATCHES = 40 };
/* Mean of the PROP_BATCHES numbers and its standard error, sqrt(sum (batch_i - mean)^2 / (b (b - 1))). */
void prop_mean(double *mean, double *error, const double *batch);
/* P(T > t) of Student's t with that many degrees of freedom (props/engine/error_rates.c). */
double prop_student_tail(double t, unsigned freedom);
/* t with P(T > t) = p for batches' t. */
double prop_student_critical(double p);
/* What looks wrong has a p-value below the one, or a t from an order short by a quarter below the other. */
#define PROP_SUSPECT 0.01
#define PROP_FIRST_T 5.5
/* The chance that a case is refused at that level from a subject with the fault of which reach says how far it shifts the looks (props/statistics/test_power.c). */
double prop_power(const prop_reach *reach, double level);

/* What is asked of a sampled limit: that it is approached at the order promised, and that it is the right one. */
typedef enum prop_aspect { PROP_ORDER, PROP_LIMIT, PROP_ASPECTS } prop_aspect;

/* A sample in batches.  Of each aspect a deficit: at most 0 on average where the law holds and leading terms lead; short_by on average where it
 * is broken by what the law promises to see, or 0 where nothing can be seen of this aspect. */
typedef struct prop_look {
    double deficit[PROP_ASPECTS][PROP_BATCHES], short_by[PROP_ASPECTS];
    prop_reach
        agreed; /* of the limit where short_by is 0: what a wrong one would have made of this look */
    unsigned paths;      /* a batch */
    unsigned most_again; /* a batch of a second look; 0: 512 */
} prop_look;

/* What is sampled. */
typedef struct prop_sampled {
    const prop_subject *subject;
    const slp_case *c;
    const slp_scheme *other; /* of the binary64 path, to find the right limit by */
    prop_noise_kind noise;
    bool wrong_limit; /* the scheme solves the Ito equation, another one: it must be seen to */
} prop_sampled;

/* Fills *look from that many paths a batch (0: the law's own choice); false with a note where that cannot be done. */
typedef bool prop_look_at(prop_look *look, char note[PROP_NOTE], const prop_sampled *of,
                          unsigned paths);

/* Looks once or twice; found->chance is the p-value (the chance of it from sound subjects).  others: names of two schemes, the
 * first that c is not under is compared with.  PROP_SKIPPED with a note where nothing can be said. */
prop_outcome prop_look_twice(prop_finding *found, const prop_subject *subject, const slp_case *c,
                             const char *const others[2], prop_look_at *look_at);

#endif
