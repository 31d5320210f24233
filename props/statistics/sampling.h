/* Sampled trajectories on nested grids of one Wiener path, and decisions from such samples.  For
 * the laws about convergence, which enclosures of one step cannot check. */
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

/* ---- Nested grids (props/statistics/nested_grids.c) ---- */

/* One Wiener path over T = c->h on grids of 2^0 to 2^finest steps, and the case sent to a subject
 * on one of these grids. */
typedef struct prop_path_grids {
    slp_case run;
    slp_result answer;
    size_t d, M;
    double T;
    uint64_t seed; /* prop_path_seed */
    unsigned finest;
    double *dw;        /* of level l, step by step: 2^l M numbers from (2^l - 1) M on */
    double *signed_dw; /* room for one level's */
} prop_path_grids;
/* Room for all levels; c is copied.  No path yet. */
void prop_path_grids_init(prop_path_grids *path, const slp_case *c, unsigned finest);
void prop_path_grids_clear(prop_path_grids *path);
/* Moves to Wiener path number `number`: increments drawn on the finest grid, coarser ones exactly
 * their sums (oracle/contract/noise.h).  A case with Levy areas gets those of the polygon through
 * the finest grid's points. */
void prop_path_grids_draw(prop_path_grids *path, uint64_t number);
/* end (d numbers) = the state at T after 2^level steps of `scheme` by `subject`; false where it has
 * no answer. sign: a factor +1 or -1 for each noise, which gives another path with the same
 * distribution; NULL: all +1. */
bool prop_path_grids_end(double *end, prop_path_grids *path, const prop_subject *subject,
                         const slp_scheme *scheme, unsigned level, const signed char *sign);
/* Tells a subject with several cases in flight that prop_path_grids_end will ask this. */
void prop_path_grids_expect(prop_path_grids *path, const prop_subject *subject,
                            const slp_scheme *scheme, unsigned level, const signed char *sign);
/* Paths whose runs are expected at a time, so that about this many questions are. */
enum { PROP_RUNS_AHEAD = 64 };

/* For M noises: how many copies of a path, by changes of sign, are averaged, and the M signs of one
 * copy.  All copies have the same distribution.  Over them every single noise, every product of two
 * different noises and every product of three is 0 on average. */
unsigned prop_antithetic_copies(size_t M);
void prop_antithetic_signs(signed char *sign, unsigned copy, size_t M);

/* ---- Directions (props/statistics/mean_direction.c) ---- */

/* v (d numbers, not unit) = (C + 2^-7 tr C/d)^-1 mean: along v the mean is largest against the
 * spread, C (d x d, symmetric, overwritten) being the covariance.  The mean itself where C is 0. */
void prop_mean_direction(double *v, const double *mean, double *covariance, size_t d);

/* ---- Two samples (props/statistics/two_sample_test.c) ---- */

/* Batches of a sample, few enough to be nearly normal each and many enough for Student's t. */
enum { PROP_BATCHES = 40 };
/* Mean of the PROP_BATCHES numbers and its standard error, sqrt(sum (batch_i - mean)^2 / (b (b -
 * 1))). */
void prop_batch_mean(double *mean, double *error, const double *batch);
/* P(T > t) of Student's t with that many degrees of freedom (props/engine/error_rates.c). */
double prop_student_tail(double t, unsigned freedom);
/* t with P(T > t) = p for batches' t. */
double prop_student_critical(double p);
/* A first sample is suspicious if its p-value is below PROP_SUSPECT, or if its t, counted from an
 * order that is too low by a quarter, is below PROP_FIRST_T. */
#define PROP_SUSPECT 0.01
#define PROP_FIRST_T 5.5
/* The power: the chance that a case of a subject with a fault is refused at that level; reach says
 * how far the fault shifts the samples (props/statistics/test_power.c). */
double prop_power(const prop_reach *reach, double level);

/* The two questions about a sampled limit: is it approached at the promised order, and is it the
 * right limit? */
typedef enum prop_aspect { PROP_ORDER, PROP_LIMIT, PROP_ASPECTS } prop_aspect;

/* A sample in batches, with a deficit for each aspect.  If the law holds and the leading error
 * terms dominate, the deficit is at most 0 on average.  With the fault that the law promises to
 * find, it is short_by on average. short_by is 0 if this aspect cannot be tested. */
typedef struct prop_batch_sample {
    double deficit[PROP_ASPECTS][PROP_BATCHES], short_by[PROP_ASPECTS];
    /* for the limit where short_by is 0: how far a wrong limit would have shifted this sample */
    prop_reach agreed;
    unsigned paths;      /* a batch */
    unsigned most_again; /* most paths in a batch of a second sample; 0: 512 */
} prop_batch_sample;

/* The case that is sampled. */
typedef struct prop_sampled_case {
    const prop_subject *subject;
    const slp_case *c;
    const slp_scheme *other; /* a scheme of the binary64 path that has the right limit */
    prop_noise_kind noise;
    bool wrong_limit; /* the scheme solves the Ito equation instead, and must be seen to */
} prop_sampled_case;

/* Whether the binary64 path may make runs in place of the subject: it has the scheme, and the
 * subject is no path of this project.  The law then asks the subject on a path of each batch, and
 * compares.  If a run of the subject differs from that of the binary64 path, by more than a small
 * part of what the law looks for, the law asks the subject for all of its runs (props/LAWS.md). */
bool prop_path_grids_stand_in(const prop_sampled_case *of);

/* Fills *batch_sample from that many paths a batch (0: the law's own choice); false with a note
 * where that cannot be done. */
typedef bool prop_sampler(prop_batch_sample *batch_sample, char note[PROP_NOTE],
                          const prop_sampled_case *of, unsigned paths);

/* Decides from one sample or two; found->p_value is the p-value. others: names of two schemes; the
 * subject is compared with the first that is not the scheme of c.  PROP_SKIPPED, with a note, where
 * nothing can be decided. */
prop_outcome prop_two_sample_test(prop_finding *found, const prop_subject *subject,
                                  const slp_case *c, const char *const others[2],
                                  prop_sampler *sampler);

#endif
