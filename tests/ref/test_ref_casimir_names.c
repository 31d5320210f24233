/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Casimirs go by their names: those of the mathematics, one each, and none beyond the last; as many
 * numbers are written. */
#include "oracle/contract/case/case.h"
#include "tests/support/cmocka.h"

#include "ref/ref.h"

static const struct {
    const char *line, *names[6];
} known[] = {
    {"system=rigid-body scheme=tmk inertia=2,1,0.5 h=0.5 steps=1 x=1,0,0", {"|x|^2"}},
    {"system=rigid-body-n scheme=tmk n=5 inertia=1,2,3,4,5,6,7,8,9,10 h=0.5 steps=1 "
     "x=1,0,0,0,0,0,0,0,0,0",
     {"Tr X^2", "Tr X^4"}},
    {"system=rigid-body-n scheme=tmk n=4 inertia=1,2,3,4,5,6 h=0.5 steps=1 x=1,0,0,0,0,0",
     {"Tr X^2", "Pf X"}},
    {"system=rigid-body-n scheme=tmk n=6 inertia=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15 h=0.5 steps=1 "
     "x=1,0,0,0,0,0,0,0,0,0,0,0,0,0,0",
     {"Tr X^2", "Tr X^4", "Pf X"}},
    {"system=point-vortices scheme=tmk gamma=1,2 h=0.5 steps=1 x=1,0,0,0,1,0",
     {"|x_1|^2", "|x_2|^2"}},
    {"system=zeitlin-sphere scheme=tmk n=3 h=0.5 steps=1 x=1,-1,0,0,0,0,0,0,0",
     {"Tr (-iX)^2", "Tr (-iX)^3"}},
    {"system=zeitlin-sphere scheme=tmk n=4 h=0.5 steps=1 x=1,-1,0,0,0,0,0,0,0,0,0,0,0,0,0,1",
     {"Tr (-iX)^2", "Tr (-iX)^3", "Tr (-iX)^4"}},
    {"system=sine-euler scheme=tmk n=3 h=0.5 steps=1 x=1,-1,0,0,0,0,0,0,0",
     {"Tr (-iX)^2", "Tr (-iX)^3"}},
    {"system=heavy-top scheme=tmk inertia=4,2,1 chi=0,0,1 h=0.5 steps=1 x=1,0,0,0,0,1",
     {"Pi.Gamma", "|Gamma|^2"}},
    {"system=symplectic scheme=tmk n=2 quadratic=1,0,0,1,0,1 h=0.5 steps=1 x=1,0,0", {"Tr X^2"}},
    {"system=canonical scheme=midpoint model=kubo h=0.5 steps=1 x=1,0", {NULL}},
};

static void casimirs_are_named(void **unused)
{
    (void)unused;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        char line[400];
        slp_case c;
        slp_error err;
        ref_system *sys;
        slong i = 0;
        snprintf(line, sizeof line, "case id=a %s", known[k].line);
        slp_case_init(&c);
        assert_int_equal(slp_case_parse(&c, line, 1, &err), SLP_OK);
        assert_int_equal(ref_system_new(&sys, &c, &err), SLP_OK);
        for (; known[k].names[i]; i++)
            assert_string_equal(ref_casimir_name(sys, i), known[k].names[i]);
        assert_int_equal(ref_casimir_count(sys), i);
        assert_null(ref_casimir_name(sys, i));
        assert_null(ref_casimir_name(sys, -1));
        arb_ptr values = _arb_vec_init(i + 1 + (slong)c.d), x = values + i + 1;
        for (size_t j = 0; j < c.d; j++) arb_set_d(x + j, c.x[j]);
        arb_set_ui(values + i, 7);
        ref_casimirs(values, sys, x, 64);
        assert_true(arb_equal_si(values + i, 7));
        for (slong j = 0; j < i; j++) assert_true(arb_is_finite(values + j));
        _arb_vec_clear(values, i + 1 + (slong)c.d);
        ref_system_free(sys);
        slp_case_clear(&c);
    }
    ref_thread_cleanup();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(casimirs_are_named)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
