/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Steps of small systems for the tests of the rkmk schemes and of isospectral-gauss4: one
 * on each kind of algebra. */
#ifndef SLP_TESTS_RKMK_TRIAL_H
#define SLP_TESTS_RKMK_TRIAL_H

#include "oracle/contract/case/case.h"
#include "tests/ref/rigid_body_steps.h"
#include "ref/system/system.h"

enum { RKMK_SYSTEMS = 3, RKMK_SCHEMES = 11, RKMK_MOST_D = 9 };

typedef struct rkmk_scheme_fact {
    const char *name;
    int order;
} rkmk_scheme_fact;

extern const rkmk_scheme_fact rkmk_schemes[RKMK_SCHEMES];

/* A system with exact inputs: a state of size about 1 and increments of the generator of size about
 * `size`. */
typedef struct rkmk_trial {
    slp_case c;
    ref_system *sys;
    slong d, M;
    arb_ptr x, dW;
    arb_t h;
} rkmk_trial;

void rkmk_trial_init(rkmk_trial *t, int which, double size, uint64_t *state);
void rkmk_trial_clear(rkmk_trial *t);
slp_status rkmk_trial_step(arb_ptr next, ref_certificate *cert, const rkmk_trial *t,
                           const char *scheme, slong prec);
slp_status rkmk_trial_tangent(arb_mat_t D, arb_ptr next, const rkmk_trial *t, const char *scheme,
                              slong prec);

#endif
