/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The free rigid body in n dimensions with quadratic noise, so(n), given by its terms: over the
 * coordinates i < j
 *     x_i^2/(2 I_i) of H_0,  c x_i^2/2 of H_i.
 * A coordinate and its noise are a factor of a splitting.  Casimirs: Tr X^2k, and for even n the
 * Pfaffian, whose square replaces the last trace.  Source: EJLL section 6.2, I = 1, 2, ..., d where
 * it is left out.  Tested by tests/ref/test_ref_matrix_systems.c, tests/ref/test_ref_golden.c. */
#include "oracle/contract/number/float_rules.h"
#include "ref/system/polynomial.h"

enum { SIZE, INERTIA, QUAD };

static slp_status body_read(ref_system *sys, slp_error *err)
{
    const double size = sys->count[SIZE] == 1 ? sys->param[SIZE][0] : 0;
    const slong n = size >= 2 && size <= SLP_MAX_MATRIX ? (slong)size : 0, d = n * (n - 1) / 2;
    if (n == 0 || (double)n != size) {
        slp_error_set(err, 0, NULL, "n", "give one whole number from 2 to %d", SLP_MAX_MATRIX);
        return SLP_DOMAIN;
    }
    if (sys->count[INERTIA] && sys->count[INERTIA] != (size_t)d) {
        slp_error_set(err, 0, NULL, "inertia", "%zu numbers; give %ld, one for each coordinate",
                      sys->count[INERTIA], (long)d);
        return SLP_DOMAIN;
    }
    if (ref_moment_is_zero(sys->param[INERTIA], sys->count[INERTIA], err)) return SLP_DOMAIN;
    if (sys->count[QUAD] > 1) {
        slp_error_set(err, 0, NULL, "quad", "%zu numbers; give 1, or leave it out",
                      sys->count[QUAD]);
        return SLP_DOMAIN;
    }
    const slp_status status = ref_terms_begin(sys, SLP_SON, n, err);
    if (status != SLP_OK) return status;
    sys->M = sys->count[QUAD] ? d : 0;
    for (slong i = 0; i < d; i++) {
        ref_term(sys, 0, i, 0.5, i, i);
        ref_term_over(sys, sys->count[INERTIA] ? sys->param[INERTIA][i] : (double)(i + 1));
        if (sys->M == 0) continue;
        ref_term(sys, 1 + i, i, sys->param[QUAD][0], i, i);
        ref_term_times(sys, 0.5);
    }
    return ref_terms_end(sys, d, err);
}

const ref_system_table ref_system_rigid_body_n = {
    .name = "rigid-body-n",
    .read = body_read,
    .keys = {"n", "inertia", "quad", NULL},
};
