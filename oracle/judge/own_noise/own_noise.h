/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Judges the noise that a port draws itself: the distribution of its answers, against that of the
 * same scheme under the right law.  What is tested, with which false-alarm rate and power, and why:
 * oracle/judge/own_noise/own_noise.md. */
#ifndef SLP_ORACLE_JUDGE_OWN_NOISE_H
#define SLP_ORACLE_JUDGE_OWN_NOISE_H

#include "oracle/contract/case/case.h"
#include "oracle/contract/number/float_rules.h"

/* ---- Questions (question.c) ---- */

/* A case without increments: `draws` paths of `steps` steps from c.x, by the port's own noise.  An
 * answer y has draws*steps*d numbers, path after path. */
typedef struct own_question {
    slp_case c; /* of one step, increments 0 */
    size_t steps, draws;
    uint64_t seed; /* of the port's generator */
} own_question;

/* The questions of a group have the id NAME.WORD.  The first four are judged together. */
typedef enum own_role {
    OWN_DRAWS, /* K steps of h */
    OWN_AGAIN, /* the same with another seed */
    OWN_SMALL, /* K steps of h/16 */
    OWN_PATHS, /* K paths of OWN_PATH_STEPS steps of h/4 */
    OWN_SHORT_ROLES,
    OWN_LONG = OWN_SHORT_ROLES, /* few long paths of h */
    OWN_HALVED,                 /* as many of h/2, twice as many steps */
    OWN_ROLES
} own_role;
enum { OWN_PATH_STEPS = 4, OWN_LEAST_DRAWS = 64 };
/* The role that the end of an id names; OWN_ROLES if none.  *length: the characters of NAME. */
own_role own_role_of(size_t *length, const char *id);

void own_question_init(own_question *q);
void own_question_clear(own_question *q);
/* Reads a line `case ... draws=K seed=S` without dw.  SLP_OK; SLP_INPUT with *err; SLP_MEMORY. */
slp_status own_question_read(own_question *q, const char *line, size_t number, slp_error *err);
/* Prints the line of q as `role` of the group that its id names: h, steps and seed as the role has
 * them. */
void own_question_print(FILE *to, const own_question *q, own_role role);
/* Makes a case that shows noise: strong, with spins of different lengths along the axes.  SLP_OK;
 * SLP_UNSUPPORTED with *err: no drawn case of the pair has noise. */
slp_status own_question_draw(own_question *q, const slp_system *system, const slp_scheme *scheme,
                             uint64_t seed, slp_error *err);
/* Damped spins whose Gibbs mean is known: `which` 0 one spin in a field, 1 a pair, 2 a chain. */
enum { OWN_LATTICES = 3 };
slp_status own_question_lattice(own_question *q, const slp_scheme *scheme, size_t which,
                                slp_error *err);

/* ---- Laws of increments (law.c) ---- */

/* Laws by their names: those that a port may declare, independent numbers of variance h each, and
 * faults, which have the numbers of the declared one.  Number 0 are normal numbers. */
size_t own_law_count(void);
const char *own_law_name(size_t law);
/* By which factor its increments are too large in every case; 1 if by none. */
double own_law_amplitude(size_t law);
/* The number of the law that a port may declare it draws: "normal", "three-point", "two-point",
 * "uniform"; own_law_count() if there is none. */
size_t own_law_declared(const char *word);
/* Whether its increments have few values, so that right answers are equal. */
bool own_law_repeats(size_t law);
/* Whether a port can have this law on this case. */
bool own_law_applies(size_t law, const own_question *q);
/* y[(item*steps + s)*d + i]: `items` paths of q by the binary64 path, increments of this law with
 * numbers of the declared one.  Different streams of one seed are independent.  SLP_OK, or the
 * status of the step that failed. */
slp_status own_law_answers(double *y, size_t law, size_t declared, const own_question *q,
                           size_t items, uint64_t seed, uint32_t stream);

/* ---- What is compared (measure.c, compare.c) ---- */

enum { OWN_MOST_AXES = 16, OWN_MOST_COORDINATES = 64 };
/* Axes along which the noise of a step is uncorrelated, of variance 1. */
typedef struct own_axes {
    size_t d, r;
    double at[OWN_MOST_AXES][OWN_MOST_COORDINATES];
    double x[OWN_MOST_COORDINATES];     /* the state before */
    double drift[OWN_MOST_COORDINATES]; /* of a step without noise */
    double square;                      /* mean of |y - x|^2 that noise gives a step */
} own_axes;
/* SLP_OK; SLP_UNSUPPORTED with *err: too large, or no noise at x. */
slp_status own_axes_of(own_axes *axes, const own_question *q, slp_error *err);

/* Samples of numbers, one a statistic, each sorted. */
typedef struct own_columns {
    double variance[OWN_SHORT_ROLES]; /* of displacements along an axis */
    size_t count;
    struct own_column {
        char what[72]; /* in words */
        size_t items;
        double *at;
    } * column;
} own_columns;
/* The columns of a group's four answers of `items` paths each. */
void own_columns_of(own_columns *to, const own_axes axes[OWN_SHORT_ROLES],
                    const own_question q[OWN_SHORT_ROLES], const double *const y[OWN_SHORT_ROLES],
                    size_t items);
void own_columns_clear(own_columns *columns);
/* max over v of F_a(v) - F_b(v + t) and F_b(v) - F_a(v + t), F the distributions of two sorted
 * samples, t = OWN_SLACK: at most max |F_a - F_b| if each number of a is off by at most t. */
#define OWN_SLACK 0x1p-14
double own_distance(const double *a, size_t a_count, const double *b, size_t b_count);
/* With probability 1 - rate the distribution of n samples is nearer to the true one (Massart). */
double own_radius(size_t n, double rate);
/* How many of the items of y, `numbers` numbers each, are equal to another one. */
size_t own_repeated(const double *y, size_t items, size_t numbers);

/* ---- Verdict (judge.c) ---- */

typedef enum own_outcome { OWN_PASS, OWN_FAIL, OWN_UNDECIDED } own_outcome;
enum { OWN_HINTS = 3, OWN_MOST_LAWS = 32 };
typedef struct own_report {
    own_outcome outcome;
    size_t draws, tests;
    char worst[96]; /* the statistic that is farthest from what it should be */
    double distance, limit;
    size_t hints;
    const char *hint[OWN_HINTS];
    double variance[OWN_SHORT_ROLES]; /* of displacements, over what it should be */
    /* of a pass: for each law how many draws it takes to see it; 0: cannot be seen in this case */
    size_t needs[OWN_MOST_LAWS];
    size_t ask; /* undecided: so many draws decide */
} own_report;

/* What a group is compared with. */
typedef struct own_reference own_reference;
/* For answers of `items` draws.  SLP_OK, or what failed with *err. */
slp_status own_reference_new(own_reference **to, const own_question q[OWN_SHORT_ROLES],
                             size_t declared, size_t items, uint64_t seed, slp_error *err);
void own_reference_free(own_reference *reference);
/* Decides with false-alarm rate `rate`.  explain: names faults of a failure, and finds the power of
 * a pass. */
void own_judge(own_report *report, const own_reference *reference,
               const double *const y[OWN_SHORT_ROLES], double rate, bool explain);

/* ---- Long runs (gibbs.c) ---- */

typedef struct own_mean {
    own_outcome outcome;
    const char *what;         /* whose mean */
    double mean[2], width[2]; /* of h and h/2, half the interval */
    double extrapolated;      /* 2 mean[1] - mean[0] */
    double gibbs, allowed;    /* the exact mean; |extrapolated - gibbs| may be so large */
    double correlation;       /* time of autocorrelation, integrated, of h/2 [steps] */
    double twice, half;       /* the exact means at twice and half the temperature */
    const char *hint;         /* which of them is found; NULL: none */
} own_mean;
/* Compares means over long runs with the Gibbs mean.  SLP_OK; SLP_UNSUPPORTED with *err: it is not
 * known for these spins. */
slp_status own_judge_long(own_mean *mean, const own_question q[2], const double *const y[2],
                          slp_error *err);

#endif
