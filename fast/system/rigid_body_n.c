/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The rigid body in n dimensions, so(n): for each entry above the diagonal H_0 has X_ij^2/(2 I_ij)
 * and its noise has c X_ij^2/2.  Both are one factor of a splitting.  I = 1, 2, ... where it is
 * left out.  EJLL section 6.2.  Tested by tests/fast/test_fast_golden.c,
 * tests/fast/test_fast_trajectory.c. */
#include "fast/system/polynomial.h"

static slp_status rigid_body_n_open(fast_system *sys, const slp_case *c, slp_error *err)
{
    size_t sizes, inertias, quads;
    const double *size = slp_case_param(c, "n", &sizes),
                 *inertia = slp_case_param(c, "inertia", &inertias),
                 *quad = slp_case_param(c, "quad", &quads);
    const size_t n = sizes == 1 ? (size_t)*size : 0, d = n * (n - 1) / 2;
    if (n < 2 || (inertias != 0 && inertias != d) || quads > 1)
        return slp_error_set(err, c->line, c->id, "n",
                             "parameters of the wrong length; pass the case through "
                             "slp_case_check");
    if (!fast_moments_turn(inertia, inertias, c, err)) return SLP_DOMAIN;
    const slp_status status = fast_terms_begin(sys, SLP_SON, n, d);
    if (status != SLP_OK) return status;
    for (size_t i = 0; i < d; i++) {
        fast_square(sys, 0, i, 1, inertias ? inertia[i] : (double)(i + 1), i);
        if (quads) fast_square(sys, 1 + i, i, *quad, 1, i);
    }
    return fast_terms_end(sys, quads ? d : 0, d, c->areas > 0);
}

const fast_system_table fast_system_rigid_body_n = {.name = "rigid-body-n",
                                                    .open = rigid_body_n_open};
