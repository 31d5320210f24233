/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Steps one trajectory and measures its energy and Casimirs, by the fast path or the reference. */
#ifndef SLP_ORACLE_SIMULATE_PATH_H
#define SLP_ORACLE_SIMULATE_PATH_H

#include "fast/fast.h"
#include "oracle/contract/case/case.h"
#include "ref/local.h"

typedef struct slp_path {
    size_t d, M, casimirs;
    uint64_t period; /* steps between renewals; 1: every step depends only on the state before it */
    double *x, *next; /* d each */
    double *measured; /* energy, then casimirs */
    const fast_scheme *fast_rule;
    fast_system *fast;
    fast_trajectory *memory; /* earlier stages, if steps use them, else NULL */
    double *step_work;
    const ref_scheme *ref_rule;
    ref_system *ref;
    arb_ptr balls; /* d, then casimirs */
} slp_path;

/* Opens a trajectory of the case's system and scheme at its state.  SLP_OK; SLP_UNSUPPORTED or
 * SLP_DOMAIN with *err.  The caller calls slp_path_close in every case. */
slp_status slp_path_open(slp_path *p, const slp_case *c, bool fast, slp_error *err);
void slp_path_close(slp_path *p); /* frees all of it */
/* The state becomes x. */
void slp_path_start(slp_path *p, const double *x);
/* One step of length h [time] with M increments dw [time^1/2], NULL if M = 0.  If it fails, the
 * state does not change.  Statuses of fast_step and ref_step_round. */
slp_status slp_path_step(slp_path *p, double h, const double *dw);
/* The state, d numbers; valid until the next call. */
const double *slp_path_state(slp_path *p);
/* Forgets earlier stages; only the state remains.  The caller calls it after every step whose
 * number is a multiple of `period`, and at no other time.  The steps that follow then depend only
 * on the state and the increments, so a run that starts from this state gives the same bits. */
void slp_path_renew(slp_path *p);
/* p->measured = energy and Casimirs of the state. */
void slp_path_measure(slp_path *p);

#endif
