/* One trajectory's means to step and to measure, by either path. */
#ifndef SLP_ORACLE_SIMULATE_PATH_H
#define SLP_ORACLE_SIMULATE_PATH_H

#include "fast/fast.h"
#include "oracle/contract/case.h"
#include "ref/ref.h"

typedef struct slp_path {
    size_t d, M, casimirs;
    uint64_t
        period; /* steps between renewals; 1: every step depends on the state before it alone */
    double *x, *next; /* d each */
    double *measured; /* energy, then casimirs */
    const fast_scheme *fast_rule;
    fast_system *fast;
    fast_trajectory *memory; /* where steps remember earlier stages, else NULL */
    double *room;
    const ref_scheme *ref_rule;
    ref_system *ref;
    arb_ptr balls; /* d, then casimirs */
} slp_path;

/* At x, d numbers, of the case's system and scheme.  SLP_OK; SLP_UNSUPPORTED or SLP_DOMAIN with *err.  Closed by
 * slp_path_close in every case. */
slp_status slp_path_open(slp_path *p, const slp_case *c, bool fast, slp_error *err);
void slp_path_close(slp_path *p); /* frees all of it */
/* The state becomes x. */
void slp_path_start(slp_path *p, const double *x);
/* One step of length h [time] with M increments dw [time^1/2], NULL when M = 0; the state stays when it fails.  Statuses of fast_step
 * and ref_step_round. */
slp_status slp_path_step(slp_path *p, double h, const double *dw);
/* The state, d numbers, until the next call. */
const double *slp_path_state(slp_path *p);
/* Forgets whatever is not in the state.  Called after every step whose number `period` divides, and never else, it makes
 * what follows a function of that state and the increments: a run that starts there gives the same bits. */
void slp_path_renew(slp_path *p);
/* p->measured = energy and Casimirs of the state. */
void slp_path_measure(slp_path *p);

#endif
