/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The free rigid body with noise, so(3): H0 = x.I^-1 x / 2, Casimir |x|^2, given by its terms:
 *     x_i^2/(2 I_i) of H_0,  c_i x_i^2/2 of H_i,  chi_k.x of H_(q+k),
 * q = 3 where `quad` = c is given and 0 otherwise: the quadratic Hamiltonians' increments come
 * first.  Factors of a splitting: each axis with its noise, then each linear noise.
 * Source: EJLL section 6.1, GBW section 7.  Tested by tests/ref/test_ref_rigid_body.c. */
#include "oracle/contract/number/float_rules.h"
#include "ref/system/polynomial.h"

enum { INERTIA, QUAD, LIN };

static slp_status rigid_body_read(ref_system *sys, slp_error *err)
{
    const slong quad = (slong)sys->count[QUAD], noises = (slong)sys->count[LIN] / 3;
    if (sys->count[INERTIA] != 3) {
        slp_error_set(err, 0, NULL, "inertia", "%zu numbers; give the 3 moments of inertia",
                      sys->count[INERTIA]);
        return SLP_DOMAIN;
    }
    if (ref_moment_is_zero(sys->param[INERTIA], 3, err)) return SLP_DOMAIN;
    if (quad != 0 && quad != 3) {
        slp_error_set(err, 0, NULL, "quad", "%ld numbers; give 3, or leave it out", (long)quad);
        return SLP_DOMAIN;
    }
    if (sys->count[LIN] % 3 != 0) {
        slp_error_set(err, 0, NULL, "lin", "%zu numbers; give 3 for each noise", sys->count[LIN]);
        return SLP_DOMAIN;
    }
    const slp_status status = ref_terms_begin(sys, SLP_SO3, 1, err);
    if (status != SLP_OK) return status;
    sys->M = quad + noises;
    for (slong i = 0; i < 3; i++) {
        ref_term(sys, 0, i, 0.5, i, i);
        ref_term_over(sys, sys->param[INERTIA][i]);
        if (quad) {
            ref_term(sys, 1 + i, i, sys->param[QUAD][i], i, i);
            ref_term_times(sys, 0.5);
        }
        for (slong k = 0; k < noises; k++)
            ref_term(sys, 1 + quad + k, 3 + k, sys->param[LIN][3 * k + i], i, -1);
    }
    return ref_terms_end(sys, 3 + noises, err);
}

const ref_system_table ref_system_rigid_body = {
    .name = "rigid-body",
    .read = rigid_body_read,
    .keys = {"inertia", "quad", "lin", NULL},
    .areas = true,
};
