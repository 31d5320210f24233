/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The heavy top on se(3)*, state (Pi, Gamma): H_0 = Pi.I^-1 Pi/2 + chi.Gamma, noises a.Pi + b.Gamma
 * + c |Pi|^2.  Factors of a splitting: Pi_i^2/(2 I_i), i = 1, 2, 3; chi.Gamma; of each noise c
 * |Pi|^2 if c is not 0, then a.Pi + b.Gamma.  c |Pi|^2 and b.Gamma do not commute, so that a noise
 * with both has no exact flow.  LECG section 5, GBW section 8.  Tested by
 * tests/fast/test_fast_golden.c, tests/fast/test_fast_systems.c. */
#include "fast/system/polynomial.h"

enum { NUMBERS = 7, C = 6, GRAVITY = 3 };

/* The terms of H_k with the numbers a, b, c, and the next factor in *factor; false if it has no
 * exact flow. */
static bool add_noise(fast_system *sys, size_t k, const double *of, size_t *factor)
{
    const bool turns = of[C] != 0;
    for (size_t i = 0; turns && i < 3; i++) fast_term(sys, k, *factor, of[C], i, i);
    if (turns) ++*factor;
    for (size_t i = 0; i < C; i++) fast_term(sys, k, *factor, of[i], i, SIZE_MAX);
    ++*factor;
    return !(turns && (of[3] != 0 || of[4] != 0 || of[5] != 0));
}

static slp_status heavy_top_open(fast_system *sys, const slp_case *c, slp_error *err)
{
    size_t inertias, chis, numbers, factors = GRAVITY + 1;
    const double *inertia = slp_case_param(c, "inertia", &inertias),
                 *chi = slp_case_param(c, "chi", &chis),
                 *noise = slp_case_param(c, "noise", &numbers);
    bool flows = true;
    if (inertias != 3 || chis != 3 || numbers % NUMBERS != 0)
        return slp_error_set(err, c->line, c->id, "inertia",
                             "parameters of the wrong length; "
                             "pass the case through slp_case_check");
    if (!fast_moments_turn(inertia, 3, c, err)) return SLP_DOMAIN;
    const slp_status status = fast_terms_begin(sys, SLP_SE3, 1, 6);
    if (status != SLP_OK) return status;
    for (size_t i = 0; i < 3; i++) {
        fast_square(sys, 0, i, 1, inertia[i], i);
        fast_term(sys, 0, GRAVITY, chi[i], 3 + i, SIZE_MAX);
    }
    for (size_t k = 0; k < numbers / NUMBERS; k++)
        flows = add_noise(sys, 1 + k, noise + NUMBERS * k, &factors) && flows;
    return fast_terms_end(sys, numbers / NUMBERS, flows ? factors : SIZE_MAX, c->areas > 0);
}

const fast_system_table fast_system_heavy_top = {
    .name = "heavy-top", .open = heavy_top_open, .areas = true};
