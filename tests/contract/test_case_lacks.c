/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Which laws a damped case lacks, and that it has them again without its damping. */
#include "tests/support/cmocka.h"

#include "oracle/contract/draw/draw.h"

static void parse(slp_case *c, const char *damping)
{
    char line[200];
    slp_error err;
    snprintf(line, sizeof line,
             "case id=a system=spins scheme=tmk bonds=1:2 exchange=1 h=0.1 steps=1 "
             "x=1,0,0,0,1,0%s",
             damping);
    slp_case_init(c);
    assert_int_equal(slp_case_parse(c, line, 1, &err), SLP_OK);
}

static void damped_spins_lack_what_needs_a_hamiltonian(void **state)
{
    slp_case c;
    (void)state;
    parse(&c, " damping=0x1p-900");
    assert_int_equal(slp_case_lacks(&c), SLP_LAW_POISSON | SLP_LAW_ENERGY | SLP_LAW_ENERGY_NEAR);
    c.system->make_hamiltonian(&c);
    assert_int_equal(slp_case_lacks(&c), 0);
    slp_case_clear(&c);
    parse(&c, " damping=0");
    assert_int_equal(slp_case_lacks(&c), 0);
    slp_case_clear(&c);
    parse(&c, "");
    assert_int_equal(slp_case_lacks(&c), 0);
    slp_case_clear(&c);
}

/* Every system has both functions or none, and what it lacks it has otherwise. */
static void of_every_system(void **state)
{
    const slp_system *system;
    int lacking = 0, members = 0;
    (void)state;
    for (size_t i = 0; (system = slp_system_at(i)); i++) {
        assert_int_equal(system->lacks == NULL, system->make_hamiltonian == NULL);
        lacking += system->lacks != NULL && !system->family;
        members += system->lacks != NULL && system->family;
    }
    assert_int_equal(lacking, 1);
    assert_int_equal(members, 7); /* polynomials: an energy of degree 3 or more */
    slp_case c;
    parse(&c, " damping=1");
    assert_int_equal(slp_case_lacks(&c) & ~c.system->has, 0);
    slp_case_clear(&c);
}

/* A quarter of the drawn cases is damped, up to 1/4 for spins of length 1, and no case of a scheme
 * that splits. */
static void how_often_drawn(void **state)
{
    enum { CASES = 2000 };
    size_t damped = 0, given = 0, count;
    const slp_system *system = slp_system_find("spins");
    const slp_scheme *scheme = slp_scheme_find("tmk"), *splits = slp_scheme_find("splitting-lie");
    slp_case c;
    (void)state;
    slp_case_init(&c);
    for (int i = 0; i < CASES; i++) {
        slp_draw from;
        slp_draw_init(&from, 1, (uint64_t)i);
        assert_int_equal(slp_draw_case(&c, system, scheme, &from, 1), SLP_OK);
        const double *damping = slp_case_param(&c, "damping", &count);
        given += count > 0;
        damped += count > 0 && *damping > 0;
        slp_draw_init(&from, 1, (uint64_t)i);
        assert_int_equal(slp_draw_case(&c, system, splits, &from, 1), SLP_OK);
        assert_int_equal(slp_case_lacks(&c), 0);
    }
    /* binomial, 5 standard deviations: 5 sqrt(2000 3/16) = 97 */
    assert_true(damped > 500 - 97 && damped < 500 + 97);
    assert_gt(given, damped + 125 - 55);
    assert_lt(given, damped + 125 + 55);
    slp_case_clear(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(damped_spins_lack_what_needs_a_hamiltonian),
                                       cmocka_unit_test(of_every_system),
                                       cmocka_unit_test(how_often_drawn)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
