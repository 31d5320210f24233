/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Drawn cases of both systems on su(N): members with trace exactly 0, of bounded norm, every class
 * met, and at level 1 a certificate for every step. */
#include "tests/support/cmocka.h"

#include "tests/ref/thread_caches.h"
#include "tests/ref/matrix_hydrodynamics.h"
#include "tests/ref/rigid_body_steps.h"
#include "oracle/contract/draw/draw.h"

#include <math.h>
#include <string.h>

static const char *const systems[] = {"zeitlin-sphere", "sine-euler"};
static const char *const schemes[] = {"isospectral-midpoint", "variational-cayley",
                                      "implicit-midpoint", "tmk"};

static double norm_of(const slp_case *c, size_t n)
{
    double square = 0;
    for (size_t i = 0; i < c->d; i++) square += (i < n ? 1 : 2) * c->x[i] * c->x[i];
    return sqrt(square);
}

/* In descending order: a sum that is exact vanishes in every order. */
static double trace_of(const slp_case *c, size_t n)
{
    double trace = 0;
    for (size_t i = n; i-- > 0;) trace += c->x[i];
    return trace;
}

static void drawn_states_are_members(void **unused)
{
    static const unsigned wanted =
        1u << SLP_DRAW_GENERIC | 1u << SLP_DRAW_EQUAL | 1u << SLP_DRAW_AXIS |
        1u << SLP_DRAW_NO_NOISE | 1u << SLP_DRAW_ZERO_STATE | 1u << SLP_DRAW_NEGATIVE_ZERO |
        1u << SLP_DRAW_LARGE_NORM | 1u << SLP_DRAW_SMALL_NORM | 1u << SLP_DRAW_MANY_STEPS;
    (void)unused;
    for (int s = 0; s < 2; s++)
        for (int level = 1; level <= 2; level++) {
            uint32_t met = 0;
            for (uint64_t number = 0; number < 600; number++) {
                slp_case c;
                slp_draw from;
                slp_case_init(&c);
                slp_draw_init(&from, 71, number);
                assert_int_equal(slp_draw_case(&c, slp_system_find(systems[s]),
                                               slp_scheme_find(schemes[0]), &from, level),
                                 SLP_OK);
                size_t n = (size_t)*slp_case_param(&c, "n", &(size_t){0});
                assert_true(trace_of(&c, n) == 0);
                assert_true(level > 1 || norm_of(&c, n) <= 4 + 0x1p-40);
                assert_true(level > 1 || norm_of(&c, n) > 0);
                met |= from.classes;
                slp_case_clear(&c);
            }
            assert_true((met & wanted) == wanted);
            assert_true(level == 1 || met & 1u << SLP_DRAW_DENORMAL);
        }
}

static void first_step_is_certified(const slp_case *c, const char *scheme)
{
    ref_system *sys;
    ref_certificate cert;
    slp_error err;
    double next[64];
    assert_le(c->d, 64);
    assert_int_equal(ref_system_new(&sys, c, &err), SLP_OK);
    if (ref_step_round(next, &cert, ref_scheme_find(scheme), sys, c->x, c->h, c->dw, 2048) !=
        SLP_OK)
        fail_msg("%s, %s: no certificate, L = %g", c->id, scheme, cert.L);
    assert_lt(cert.L, 0.6);
    assert_true(!cert.by_jacobian);
    ref_system_free(sys);
}

static void level_one_has_certificates(void **unused)
{
    (void)unused;
    for (int s = 0; s < 2; s++)
        for (uint64_t number = 0; number < (uint64_t)rigid_repeats(40); number++) {
            slp_case c;
            slp_draw from;
            const char *scheme = schemes[number % (sizeof schemes / sizeof *schemes)];
            slp_case_init(&c);
            slp_draw_init(&from, 72, number);
            assert_int_equal(
                slp_draw_case(&c, slp_system_find(systems[s]), slp_scheme_find(scheme), &from, 1),
                SLP_OK);
            first_step_is_certified(&c, scheme);
            slp_case_clear(&c);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(drawn_states_are_members),
        cmocka_unit_test(level_one_has_certificates),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
