/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The heavy top with noise, se(3)*: state (Pi, Gamma), Casimirs Pi.Gamma and |Gamma|^2, given by
 * its terms:
 *     Pi.I^-1 Pi/2 + chi.Gamma of H_0,  a.Pi + b.Gamma + c |Pi|^2 of each noise.
 * Factors of a splitting: Pi_k^2/(2 I_k), k = 1, 2, 3; chi.Gamma; then of each noise c |Pi|^2 if c
 * is not 0, and a.Pi + b.Gamma.  A noise with both b and c has no exact flow.  (LECG (44) prints H0
 * without the 1/2 that its (45) needs.)
 * Source: LECG section 5, GBW section 8.  Tested by tests/ref/test_ref_heavy_top.c,
 * tests/ref/test_ref_golden.c, tests/ref/test_ref_area.c. */
#include "oracle/contract/number/float_rules.h"
#include "ref/system/polynomial.h"

enum { INERTIA, CHI, NOISE };
enum { B = 3, C = 6, NUMBERS = 7 }; /* a, b, c of one noise */
enum { GRAVITY = 3, NOISES = 4 };   /* factors */

static slp_status wrong_count(const ref_system *sys, int key, const char *remedy, slp_error *err)
{
    slp_error_set(err, 0, NULL, sys->table->keys[key], "%zu numbers; %s", sys->count[key], remedy);
    return SLP_DOMAIN;
}

/* The terms of noise k, whose first factor is *factor; false if it has no exact flow. */
static bool add_noise(ref_system *sys, slong k, slong *factor)
{
    const double *of = sys->param[NOISE] + NUMBERS * k;
    const bool turns = of[C] != 0, pulls = of[B] != 0 || of[B + 1] != 0 || of[B + 2] != 0;
    for (slong i = 0; turns && i < 3; i++) ref_term(sys, 1 + k, *factor, of[C], i, i);
    *factor += turns;
    for (slong i = 0; i < C; i++) ref_term(sys, 1 + k, *factor, of[i], i, -1);
    ++*factor;
    return !(turns && pulls);
}

static slp_status heavy_top_read(ref_system *sys, slp_error *err)
{
    slong factors = NOISES;
    bool flows = true;
    if (sys->count[INERTIA] != 3)
        return wrong_count(sys, INERTIA, "give the 3 moments of inertia", err);
    if (ref_moment_is_zero(sys->param[INERTIA], 3, err)) return SLP_DOMAIN;
    if (sys->count[CHI] != 3) return wrong_count(sys, CHI, "give the 3 of the centre of mass", err);
    if (sys->count[NOISE] % NUMBERS != 0)
        return wrong_count(sys, NOISE, "give 7 for each noise", err);
    const slp_status status = ref_terms_begin(sys, SLP_SE3, 1, err);
    if (status != SLP_OK) return status;
    sys->M = (slong)sys->count[NOISE] / NUMBERS;
    for (slong i = 0; i < 3; i++) {
        ref_term(sys, 0, i, 0.5, i, i);
        ref_term_over(sys, sys->param[INERTIA][i]);
        ref_term(sys, 0, GRAVITY, sys->param[CHI][i], 3 + i, -1);
    }
    for (slong k = 0; k < sys->M; k++) flows = add_noise(sys, k, &factors) && flows;
    return ref_terms_end(sys, flows ? factors : -1, err);
}

const ref_system_table ref_system_heavy_top = {
    .name = "heavy-top",
    .read = heavy_top_read,
    .keys = {"inertia", "chi", "noise", NULL},
    .areas = true,
};
