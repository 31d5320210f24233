/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Classes of inputs that are seen in the case: sizes, noises of amplitude 0, and the edge of what
 * has a certificate. */
#include <stddef.h>
#include "tests/support/cmocka.h"

#include <string.h>

#include "props/engine/engine.h"
#include "props/case/reference_step.h"
#include "tests/ref/thread_caches.h"

static uint32_t classes_of(const char *line)
{
    slp_case c;
    slp_error err;
    slp_case_init(&c);
    if (slp_case_parse(&c, line, 1, &err) != SLP_OK) fail_msg("%s", err.text);
    uint32_t found = prop_classes(&c);
    slp_case_clear(&c);
    return found;
}

#define ONLY(which) (UINT32_C(1) << PROP_CLASS_##which)
#define BODY        "case id=a system=rigid-body scheme=tmk inertia=1,2,3 h=0.1 steps=1 x=1,2,3"
#define BODY_N      "case id=a system=rigid-body-n scheme=tmk h=0.1 steps=1 n="

static void sizes_and_mute_noises_are_seen(void **state)
{
    (void)state;
    assert_int_equal(classes_of(BODY), 0);
    assert_int_equal(classes_of(BODY " quad=0,0,0 dw=1,1,1"), ONLY(ZERO_NOISE));
    assert_int_equal(classes_of(BODY " quad=0,1,0 dw=1,1,1"), 0);
    assert_int_equal(classes_of(BODY " quad=0,1,0 lin=0,0,0 dw=1,1,1,1"), ONLY(ZERO_NOISE));
    assert_int_equal(classes_of(BODY_N "2 x=1"), ONLY(TWO));
    assert_int_equal(classes_of(BODY_N "3 x=1,2,3 quad=0 dw=1,1,1"),
                     ONLY(THREE) | ONLY(ZERO_NOISE));
    assert_int_equal(classes_of(BODY_N "4 x=1,2,3,4,5,6"), ONLY(EVEN));
    assert_int_equal(classes_of(BODY_N "5 x=1,2,3,4,5,6,7,8,9,0"), ONLY(ODD));
}

static bool certified(slp_case *c, double factor)
{
    ref_exact_step exact_step;
    ref_certificate cert;
    const double h = c->h, dw[2] = {c->dw[0], c->dw[1]};
    c->h *= factor;
    for (size_t k = 0; k < 2; k++) c->dw[k] *= factor;
    bool sure = ref_exact_step_init(&exact_step, c, NULL) == SLP_OK &&
                ref_exact_step_certificate(&cert, &exact_step) == SLP_OK;
    ref_exact_step_clear(&exact_step);
    c->h = h;
    memcpy(c->dw, dw, sizeof dw);
    return sure;
}

/* From below the edge and from beyond it. */
static void the_edge_has_a_certificate_and_a_step_an_eighth_larger_has_none(void **state)
{
    (void)state;
    const double starts[] = {0x1p-6, 1, 16};
    for (int i = 0; i < 3; i++) {
        slp_case c;
        slp_error err;
        slp_case_init(&c);
        assert_int_equal(
            slp_case_parse(&c,
                           "case id=a system=rigid-body scheme=implicit-midpoint inertia=1,2,3.5 "
                           "lin=0.1,0,0.2,0,0.3,0 h=1 steps=1 x=1,-0.5,0.25 dw=0.5,-0.25",
                           1, &err),
            SLP_OK);
        c.h *= starts[i];
        for (int k = 0; k < 2; k++) c.dw[k] *= starts[i];
        assert_true(prop_to_edge(&c));
        assert_true(certified(&c, 1));
        assert_false(certified(&c, 1.125));
        assert_true(c.dw[0] == 0.5 * c.h && c.dw[1] == -0.25 * c.h);
        slp_case_clear(&c);
    }
}

/* At rest every step has a certificate: no edge, and the case stays. */
static void where_there_is_no_edge_nothing_changes(void **state)
{
    (void)state;
    slp_case c;
    slp_error err;
    slp_case_init(&c);
    assert_int_equal(slp_case_parse(&c,
                                    "case id=a system=rigid-body scheme=tmk inertia=1,2,3 "
                                    "h=0.1 steps=1 x=0,0,0",
                                    1, &err),
                     SLP_OK);
    assert_false(prop_to_edge(&c));
    assert_true(c.h == 0.1);
    slp_case_clear(&c);
}

/* Every class named once, and counted under its own name. */
static void every_class_has_a_name_of_its_own(void **state)
{
    (void)state;
    for (int i = 0; i < PROP_CLASS_COUNT; i++)
        for (int k = 0; k < i; k++)
            assert_string_not_equal(prop_class_about(i), prop_class_about(k));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_and_mute_noises_are_seen),
        cmocka_unit_test(the_edge_has_a_certificate_and_a_step_an_eighth_larger_has_none),
        cmocka_unit_test(where_there_is_no_edge_nothing_changes),
        cmocka_unit_test(every_class_has_a_name_of_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
