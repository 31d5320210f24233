/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The rigid body, so(3): H_0 has x_i^2/(2 I_i).  With `quad` = c the first three noises have
 * c_i x_i^2/2; those of `lin` have chi_k.x.  Factors of a splitting: each axis with its noise, then
 * each linear noise.  EJLL section 6.1, GBW section 7.  Tested by tests/fast/test_fast_golden.c. */
#include "fast/system/polynomial.h"

static slp_status rigid_body_open(fast_system *sys, const slp_case *c, slp_error *err)
{
    size_t inertias, quads, lins;
    const double *inertia = slp_case_param(c, "inertia", &inertias);
    const double *quad = slp_case_param(c, "quad", &quads), *lin = slp_case_param(c, "lin", &lins);
    if (inertias != 3 || (quads != 0 && quads != 3) || lins % 3 != 0)
        return slp_error_set(err, c->line, c->id, "inertia",
                             "parameters of the wrong length; "
                             "pass the case through slp_case_check");
    if (!fast_moments_turn(inertia, 3, c, err)) return SLP_DOMAIN;
    const slp_status status = fast_terms_begin(sys, SLP_SO3, 1, 3);
    if (status != SLP_OK) return status;
    for (size_t i = 0; i < 3; i++) fast_square(sys, 0, i, 1, inertia[i], i);
    for (size_t i = 0; i < quads; i++) fast_square(sys, 1 + i, i, quad[i], 1, i);
    for (size_t i = 0; i < lins; i++)
        fast_term(sys, 1 + quads + i / 3, 3 + i / 3, lin[i], i % 3, SIZE_MAX);
    return fast_terms_end(sys, quads + lins / 3, 3 + lins / 3, c->areas > 0);
}

const fast_system_table fast_system_rigid_body = {
    .name = "rigid-body", .open = rigid_body_open, .areas = true};
