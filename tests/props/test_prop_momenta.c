/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The laws of momenta: turns that keep every orbit and Casimir but lose Noether's momentum are
 * seen; which pairs promise it, and which cases are made for it.
 * Calls the BLAS. */
#include <stddef.h>
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "props/engine/engine.h"
#include "ref/ref.h"
#include "tests/ref/thread_caches.h"
#include "tests/props/orbit_leaver.h"

#define ANGLE 0x1p-30

/* (a, b) turned in their plane */
static void turn(double *a, double *b)
{
    const double kept = *a;
    *a = cos(ANGLE) * kept - sin(ANGLE) * *b;
    *b = sin(ANGLE) * kept + cos(ANGLE) * *b;
}

/* About the first axis: every part alike. */
static void about_the_first(double *y, const slp_case *c)
{
    for (size_t i = 0; i + 2 < c->d; i += 3) turn(y + i + 1, y + i + 2);
}

/* About the third axis, which changes no third component. */
static void about_the_third(double *y, const slp_case *c)
{
    for (size_t i = 0; i + 2 < c->d; i += 3) turn(y + i, y + i + 1);
}

/* so(4): axes 2 and 3, X_12 to X_13, X_24 to X_34 */
static void second_to_third(double *y, const slp_case *c)
{
    (void)c;
    turn(y, y + 1);
    turn(y + 4, y + 5);
}

/* su(2): the phase of X_12 */
static void phase(double *y, const slp_case *c)
{
    (void)c;
    turn(y + 2, y + 3);
}

#define BODY  "system=rigid-body scheme=isospectral-midpoint inertia=2,2,1 x=1,-0.5,0.25"
#define NOISY " quad=0,0,0.5 lin=0,0,1,0,0,-2 dw=0.01,0.02,-0.01,0.005,0.01"
#define TOP                                                                                        \
    "system=heavy-top scheme=variational-cayley inertia=2,2,1 chi=0,0,1 x=1,-0.5,0.25,0.5,1,2"
#define BODY_4                                                                                     \
    "system=rigid-body-n scheme=isospectral-midpoint n=4 inertia=1,2,3,2,3,4 x=1,2,-0.5,0.25,3,-1"
#define VORTEX "system=point-vortices scheme=isospectral-midpoint gamma=1,-2 x=1,0,0,0,0.5,1"
#define SPHERE "system=zeitlin-sphere scheme=isospectral-midpoint n=2 x=1,-1,0.5,2"

static void a_momentum_lost_on_the_orbit_is_seen(void **state)
{
    (void)state;
    const char *const cases[] = {BODY, BODY NOISY, TOP, VORTEX, VORTEX " quad=0,0,0.5 dw=0,0,0.01"};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        leaving_seen("noether", PROP_HELD, NULL, cases[i]);
        leaving_seen("noether", PROP_FAILED, about_the_first, cases[i]);
        leaving_seen("orbit", PROP_HELD, about_the_first, cases[i]);
    }
    /* only the third component is a momentum where only it is kept */
    leaving_seen("noether", PROP_HELD, about_the_third, BODY);
    leaving_seen("noether", PROP_HELD, about_the_third, VORTEX " quad=0,0,0.5 dw=0,0,0.01");
    leaving_seen("noether", PROP_FAILED, about_the_third, VORTEX);
    leaving_seen("noether", PROP_HELD, NULL, BODY_4);
    leaving_seen("noether", PROP_FAILED, second_to_third, BODY_4);
    leaving_seen("orbit", PROP_HELD, second_to_third, BODY_4);
    leaving_seen("noether", PROP_HELD, NULL, SPHERE);
    leaving_seen("noether", PROP_FAILED, phase, SPHERE);
    leaving_seen("orbit", PROP_HELD, phase, SPHERE);
}

/* h/I = 1: with |(x1, x2)| > pi the solution found of tmk turns by pi, and takes x3 to its
 * opposite. */
#define TURNS(scheme, x1)                                                                          \
    "system=rigid-body scheme=" scheme " inertia=0x1p-7,0x1p-7,0x1p-6 x=" x1 ",0,0.5"

static void half_turns_are_named(void **state)
{
    const prop_law *law = prop_law_find("noether");
    const prop_subject *const subjects[] = {&prop_subject_ref, &prop_subject_fast};
    const char *const cases[] = {TURNS("tmk", "3.2"), TURNS("tmk", "3.1"),
                                 TURNS("rkmk-midpoint-exp", "2.8")};
    (void)state;
    for (size_t i = 0; i < 3; i++)
        for (size_t s = 0; s < 2; s++) {
            prop_finding found = {0};
            slp_case c;
            leaving_parse(&c, cases[i]);
            const prop_outcome outcome = law->check(&found, law, subjects[s], &c);
            if (outcome != (i ? PROP_HELD : PROP_SKIPPED)) print_error("%s\n", found.note);
            assert_int_equal(outcome, i ? PROP_HELD : PROP_SKIPPED);
            assert_true((strstr(found.note, "half turn") != NULL) == (i == 0));
            slp_case_clear(&c);
        }
    slp_case c;
    slp_result r;
    char note[PROP_NOTE];
    leaving_parse(&c, cases[0]);
    slp_result_init(&r);
    assert_int_equal(prop_subject_fast.answer(&r, note, &prop_subject_fast, &c), PROP_ANSWERED);
    assert_lt(fabs(r.y.at[2] + 0.5), 1e-14); /* lost indeed */
    slp_result_clear(&r);
    slp_case_clear(&c);
    leaving_seen("noether", PROP_FAILED, about_the_first, cases[1]);
    leaving_seen("noether", PROP_SKIPPED, about_the_first, cases[0]);
}

/* What the law says of the pair: 1 kept, -1 to be seen broken, 0 nothing. */
static int said(const char *law, const char *system, const char *scheme)
{
    bool control;
    bool speaks = prop_law_concerns(&control, prop_law_find(law), slp_system_find(system),
                                    slp_scheme_find(scheme));
    return !speaks ? 0 : control ? -1 : 1;
}

static void pairs_that_promise(void **state)
{
    (void)state;
    assert_int_equal(said("noether", "rigid-body", "tmk"), 1);
    assert_int_equal(said("noether", "rigid-body", "rkmk-midpoint-exp"), 1);
    assert_int_equal(said("noether", "rigid-body", "rkmk-midpoint-cay"), 0);
    assert_int_equal(said("noether", "heavy-top", "tmk"), 0);
    assert_int_equal(said("noether", "rigid-body", "variational-exp"), 1);
    assert_int_equal(said("noether", "point-vortices", "tmk"), -1);
    assert_int_equal(said("noether", "zeitlin-sphere", "tmk"), 0);
    assert_int_equal(said("noether", "zeitlin-sphere", "trapezoidal"), 1);
    assert_int_equal(said("noether", "heavy-top", "variational-cayley-printed"), 1);
    assert_int_equal(said("noether", "heavy-top", "rkmk-heun-exp"), -1);
    assert_int_equal(said("noether", "heavy-top", "rkmk-rk4-exp"), 0);
    assert_int_equal(said("noether", "heavy-top", "rkmk-gauss4-exp"), 0);
    assert_int_equal(said("noether", "sine-euler", "isospectral-midpoint"), 0);
    assert_int_equal(said("noether", "canonical", "midpoint"), 0);
    assert_int_equal(said("equivariance", "symplectic", "canonical-midpoint"), 1);
    assert_int_equal(said("equivariance", "symplectic", "isospectral-midpoint"), 0);
    assert_int_equal(said("orbit", "heavy-top", "implicit-midpoint"), 1);
    assert_int_equal(said("orbit", "rigid-body-n", "implicit-midpoint"), -1);
    assert_int_equal(said("orbit", "canonical", "midpoint"), 0);
}

/* A token that names a law the pair says nothing of is refused. */
static void tokens_name_promises(void **state)
{
    const prop_subject *subjects[] = {&prop_subject_ref, NULL};
    const char *const words[] = {"equivariance/ref/rigid-body/tmk/1/0",
                                 "noether/ref/sine-euler/isospectral-midpoint/1/0",
                                 "orbit/ref/canonical/midpoint/1/0"};
    prop_item item;
    slp_case c;
    slp_error err;
    (void)state;
    slp_case_init(&c);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        assert_int_equal(prop_token_read(&item, &c, subjects, words[i], &err), SLP_INPUT);
    assert_int_equal(
        prop_token_read(&item, &c, subjects, "noether/ref/point-vortices/tmk/1/0", &err), SLP_OK);
    assert_true(item.control);
    slp_case_clear(&c);
}

/* Drawn cases have their symmetry: two equal moments, noises and forces along the third axis, and
 * most of them still move. */
static void cases_are_made_symmetric(void **state)
{
    (void)state;
    prop_item item = {.law = prop_law_find("noether"),
                      .system = slp_system_find("heavy-top"),
                      .scheme = slp_scheme_find("variational-cayley"),
                      .subject = &prop_subject_fast};
    slp_case c;
    size_t forced = 0, noisy = 0;
    slp_case_init(&c);
    for (uint64_t number = 0; number < 40; number++) {
        slp_draw from;
        size_t count;
        slp_draw_init(&from, prop_stream(&item, 1), number);
        assert_true(prop_draw(&c, &from, &item, number));
        const double *inertia = slp_case_param(&c, "inertia", &count);
        assert_true(inertia[0] == inertia[1]);
        const double *chi = slp_case_param(&c, "chi", &count);
        assert_true(chi[0] == 0 && chi[1] == 0);
        forced += chi[2] != 0;
        const double *noise = slp_case_param(&c, "noise", &count);
        for (size_t k = 0; k < count; k += 7) {
            assert_true(noise[k] == 0 && noise[k + 1] == 0 && noise[k + 3] == 0 &&
                        noise[k + 4] == 0);
            noisy += noise[k + 2] != 0 || noise[k + 5] != 0 || noise[k + 6] != 0;
        }
    }
    assert_gt(forced, 20);
    assert_gt(noisy, 10);
    slp_case_clear(&c);
}

/* A fault that the simplest second moment hides. */
static void unless_one(double *y, const slp_case *c)
{
    size_t count;
    if (slp_case_param(c, "inertia", &count)[1] != 1) about_the_first(y, c);
}

/* A counterexample is made simpler among the cases that the law speaks of. */
static void counterexamples_stay_symmetric(void **state)
{
    (void)state;
    leaving own = {unless_one};
    prop_subject subject = leaving_subject(&own);
    prop_options options = {.seed = 1, .multiplier = 0.25};
    prop_item_result item_result = {.item = {.law = prop_law_find("noether"),
                                             .system = slp_system_find("rigid-body"),
                                             .scheme = slp_scheme_find("isospectral-midpoint"),
                                             .subject = &subject}};
    prop_finding found;
    size_t count;
    prop_counterexample_init(&item_result.example);
    prop_run_item(&item_result, &options);
    assert_true(item_result.example.found);
    const slp_case *c = &item_result.example.shrunk;
    const double *inertia = slp_case_param(c, "inertia", &count);
    assert_true(inertia[0] == inertia[1]);
    assert_lt(prop_complexity(c), prop_complexity(&item_result.example.drawn));
    assert_int_equal(prop_apply_law(&found, &item_result.item, c), PROP_FAILED);
    own.bend = NULL; /* and is none for a subject without the fault */
    assert_int_equal(prop_apply_law(&found, &item_result.item, c), PROP_HELD);
    prop_counterexample_clear(&item_result.example);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_momentum_lost_on_the_orbit_is_seen),
        cmocka_unit_test(half_turns_are_named),
        cmocka_unit_test(pairs_that_promise),
        cmocka_unit_test(tokens_name_promises),
        cmocka_unit_test(cases_are_made_symmetric),
        cmocka_unit_test(counterexamples_stay_symmetric),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
