/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Which pairs make sense and what they keep and break, against what mathematics says of them,
 * written
 * out here pair by pair: C Casimirs, Q quadratic Casimirs, S spectrum,
 * P Poisson map, E energy exactly, N energy nearly, Y symmetry, M momentum map. */
#include "tests/support/cmocka.h"

#include "oracle/contract/case/case.h"

#include <string.h>

static const char letters[] = "CQSPENYM"; /* in the order of the flags' bits */

static unsigned flags(const char *text)
{
    unsigned set = 0;
    for (; *text; text++) {
        const char *at = strchr(letters, *text);
        assert_non_null(at);
        set |= 1u << (at - letters);
    }
    return set;
}

static void spell(char text[9], unsigned set)
{
    for (int i = 0; i < 8; i++)
        if (set >> i & 1) *text++ = letters[i];
    *text = 0;
}

/* For every family of schemes and every system "keeps/breaks"; NULL where the pair makes no sense.
 */
enum { RB, RBN, PV, ZS, SE, HT, CA, SP, SPINS, MHD, SYSTEMS };
static const char *const systems[SYSTEMS] = {
    "rigid-body", "rigid-body-n", "point-vortices", "zeitlin-sphere", "sine-euler",
    "heavy-top",  "canonical",    "symplectic",     "spins",          "mhd-sphere"};

#define ISO(on_top, on_mhd)                                                                        \
    {                                                                                              \
        "CQSPNY/", "CQSPNY/", "CQSPNY/", "CQSPNY/", "CQSPNY/", on_top, NULL, "CQSPNY/", "CQSPNY/", \
            on_mhd                                                                                 \
    }
#define EXPLICIT(on_canonical)                                                                     \
    {                                                                                              \
        "CQS/PEY", "CQS/PEY", "CQS/PY", "CQS/PEY", "CQS/PEY", "CQ/PEY", on_canonical, "CQS/PEY",   \
            "CQS/PEY"                                                                              \
    }
#define IMPLICIT(on_canonical)                                                                     \
    {                                                                                              \
        "CQS/", "CQS/", "CQS/", "CQS/", "CQS/", "CQ/", on_canonical, "CQS/", "CQS/"                \
    }
#define VARIATIONAL                                                                                \
    {                                                                                              \
        "CQSPNYM/", "CQSPNYM/", NULL, "CQSPNYM/", "CQSPNYM/", "CQPNYM/", NULL, NULL, NULL          \
    }

static const struct {
    const char *scheme;
    const char *pair[SYSTEMS];
} table[] = {
    {"isospectral-midpoint", ISO("CQPNY/", "CQPNY/")},
    {"canonical-midpoint", ISO(NULL, NULL)},
    {"isospectral-gauss4", ISO(NULL, NULL)},
    /* on T*R these two are the symplectic midpoint rule; where every Casimir is a function of
     * quadratic ones the implicit midpoint rule keeps them all */
    {"tmk",
     {"CQSENY/P", "CQSENY/P", "CQSY/P", "CQSENY/P", "CQSENY/P", "CQENY/P", "PNY/", "CQSENY/P",
      "CQSENY/P"}},
    {"implicit-midpoint",
     {"CQSENY/P", "QENY/CSP", "CQSY/P", "QENY/CSP", "QENY/CSP", "CQENY/P", "PNY/", "QENY/CSP",
      "CQSENY/P", "QENY/CP"}},
    {"midpoint", {NULL, NULL, NULL, NULL, NULL, NULL, "PNY/", NULL, NULL}},
    {"trapezoidal",
     {"Y/CQSPE", "Y/CQSPE", "Y/CQSP", "Y/CQSPE", "Y/CQSPE", "Y/CQPE", "Y/P", "Y/CQSPE", "Y/CQSPE",
      "Y/CQPE"}},
    {"heun",
     {"/CQSPEY", "/CQSPEY", "/CQSPY", "/CQSPEY", "/CQSPEY", "/CQPEY", "/PY", "/CQSPEY", "/CQSPEY",
      "/CQPEY"}},
    {"heun-projected", {"CQS/PEY", NULL, "CQS/PY", NULL, NULL, NULL, NULL, NULL, "CQS/PEY"}},
    {"euler",
     {"/CQSPEY", "/CQSPEY", "/CQSPY", "/CQSPEY", "/CQSPEY", "/CQPEY", "/PY", "/CQSPEY", "/CQSPEY",
      "/CQPEY"}},
    {"spherical-midpoint", {"CQSPENY/", NULL, "CQSPNY/", NULL, NULL, NULL, NULL, NULL, "CQSPNY/"}},
    {"sib", {"CQS/PEY", NULL, "CQS/PY", NULL, NULL, NULL, NULL, NULL, "CQS/PEY"}},
    {"depondt", {"CQS/PEY", NULL, "CQS/PY", NULL, NULL, NULL, NULL, NULL, "CQS/PEY"}},
    {"variational-cayley", VARIATIONAL},
    {"variational-exp", VARIATIONAL},
    {"variational-cayley-printed",
     {"CQSENYM/P", NULL, NULL, NULL, NULL, "CQNYM/P", NULL, NULL, NULL}},
    {"rkmk-euler-exp", EXPLICIT("/PY")},
    {"rkmk-heun-exp", EXPLICIT("/PY")},
    {"rkmk-rk4-exp", EXPLICIT("/PY")},
    {"rkmk-euler-cay", EXPLICIT(NULL)},
    {"rkmk-heun-cay", EXPLICIT(NULL)},
    {"rkmk-rk4-cay", EXPLICIT(NULL)},
    {"rkmk-midpoint-exp", IMPLICIT("/")},
    {"rkmk-gauss4-exp", IMPLICIT("/")},
    {"rkmk-midpoint-cay", IMPLICIT(NULL)},
    {"rkmk-gauss4-cay", IMPLICIT(NULL)}};
enum { SCHEMES = sizeof table / sizeof *table };

static void every_pair_keeps_and_breaks_what_it_should(void **unused)
{
    (void)unused;
    for (int i = 0; i < SCHEMES; i++)
        for (int k = 0; k < SYSTEMS; k++) {
            const slp_scheme *scheme = slp_scheme_find(table[i].scheme);
            const slp_system *system = slp_system_find(systems[k]);
            assert_non_null(scheme);
            assert_non_null(system);
            const char *why = NULL, *expected = table[i].pair[k];
            bool sense = slp_pair_makes_sense(system, scheme, &why);
            if (sense != (expected != NULL))
                fail_msg("%s on %s: sense %d", scheme->name, system->name, sense);
            if (sense) {
                char keeps[9], breaks[9], both[20];
                spell(keeps, slp_pair_keeps(system, scheme));
                spell(breaks, slp_pair_breaks(system, scheme));
                snprintf(both, sizeof both, "%s/%s", keeps, breaks);
                if (strcmp(both, expected) != 0)
                    fail_msg("%s on %s: %s, not %s", scheme->name, system->name, both, expected);
                assert_null(why);
            } else { /* refused by name, with the reason */
                assert_non_null(why);
                assert_memory_equal(why, scheme->name, strlen(scheme->name));
                assert_int_equal(slp_pair_keeps(system, scheme), 0);
                assert_int_equal(slp_pair_breaks(system, scheme), 0);
            }
        }
}

/* All of the table is listed, and names are found under themselves only. */
static void every_name_is_listed(void **unused)
{
    (void)unused;
    size_t count = 0;
    for (; slp_scheme_at(count); count++)
        assert_ptr_equal(slp_scheme_find(slp_scheme_at(count)->name), slp_scheme_at(count));
    assert_ge(count, SCHEMES);
    for (count = 0; slp_system_at(count); count++)
        assert_ptr_equal(slp_system_find(slp_system_at(count)->name), slp_system_at(count));
    assert_ge(count, SYSTEMS);
    assert_null(slp_scheme_find("tm"));
    assert_null(slp_scheme_find(""));
    assert_null(slp_system_find("rigid"));
    assert_null(slp_system_find(NULL));
}

/* ---- What schemes state besides ---- */

#define ON_ALL   (SLP_SO3 | SLP_SON | SLP_SU2N | SLP_SUN | SLP_SE3)
#define BY_FIELD (ON_ALL | SLP_SUN_DUAL)

/* Where linear momenta are kept and where they are seen to be broken, of the algebras on which
 * there is a law about them (props/law/noether.c); whether a violation may be of higher order. */
static void momenta_are_as_derived(void **unused)
{
    (void)unused;
    static const struct {
        const char *scheme;
        unsigned keeps, breaks;
        bool may_vanish;
    } stated[] = {{"isospectral-midpoint", BY_FIELD, 0, false},
                  {"canonical-midpoint", SLP_SO3 | SLP_SON | SLP_SU2N | SLP_SUN, 0, false},
                  {"isospectral-gauss4", SLP_SO3 | SLP_SON | SLP_SU2N | SLP_SUN, 0, false},
                  {"tmk", SLP_SO3, SLP_SU2N, false},
                  {"implicit-midpoint", BY_FIELD, 0, false},
                  {"trapezoidal", BY_FIELD, 0, false},
                  {"heun", BY_FIELD, 0, true},
                  {"heun-projected", 0, SLP_SO3 | SLP_SU2N, true},
                  {"euler", BY_FIELD, 0, false},
                  {"spherical-midpoint", SLP_SO3 | SLP_SU2N, 0, false},
                  {"sib", 0, SLP_SO3 | SLP_SU2N, true},
                  {"depondt", 0, SLP_SO3 | SLP_SU2N, true},
                  {"midpoint", 0, 0, false},
                  {"variational-cayley", SLP_SO3 | SLP_SON | SLP_SUN | SLP_SE3, 0, false},
                  {"variational-exp", SLP_SO3 | SLP_SON | SLP_SUN | SLP_SE3, 0, false},
                  {"variational-cayley-printed", SLP_SO3 | SLP_SE3, 0, false},
                  {"rkmk-euler-exp", 0, ON_ALL, true},
                  {"rkmk-euler-cay", 0, ON_ALL, true},
                  {"rkmk-heun-exp", 0, ON_ALL, true},
                  {"rkmk-heun-cay", 0, ON_ALL, true},
                  {"rkmk-midpoint-exp", SLP_SO3, 0, true},
                  {"rkmk-midpoint-cay", 0, 0, true},
                  {"rkmk-gauss4-exp", 0, 0, true},
                  {"rkmk-gauss4-cay", 0, 0, true},
                  {"rkmk-rk4-exp", 0, 0, true},
                  {"rkmk-rk4-cay", 0, 0, true}};
    for (size_t i = 0; i < sizeof stated / sizeof *stated; i++) {
        const slp_scheme *s = slp_scheme_find(stated[i].scheme);
        const unsigned on = BY_FIELD & s->applies;
        assert_int_equal(s->keeps_momenta & on, stated[i].keeps);
        assert_int_equal(s->breaks_momenta & on, stated[i].breaks);
        assert_int_equal(s->leading_may_vanish, stated[i].may_vanish);
        assert_int_equal(s->flow_of_chord, strcmp(s->name, "tmk") == 0);
        assert_int_equal(s->ito_generator, strncmp(s->name, "rkmk-euler", 10) == 0);
        assert_int_equal(s->ito_field, strcmp(s->name, "euler") == 0);
    }
    /* shifts of the torus are by whole cells; of the plane and of sp(2m, R) no turn is known */
    static const struct {
        const char *system;
        bool turns;
    } turning[] = {{"rigid-body", true},     {"rigid-body-n", true}, {"point-vortices", true},
                   {"zeitlin-sphere", true}, {"heavy-top", true},    {"sine-euler", false},
                   {"canonical", false},     {"symplectic", false},  {"spins", true},
                   {"mhd-sphere", true}};
    for (size_t i = 0; i < sizeof turning / sizeof *turning; i++)
        assert_int_equal(slp_system_find(turning[i].system)->turns, turning[i].turns);
}

/* What every pair must satisfy, whatever is added later: nothing both kept and broken, nothing
 * outside what the system has, and keeping all Casimirs means keeping the quadratic ones. */
static void flags_are_consistent(void **unused)
{
    (void)unused;
    const slp_system *system;
    const slp_scheme *scheme;
    for (size_t i = 0; (scheme = slp_scheme_at(i)); i++)
        for (size_t k = 0; (system = slp_system_at(k)); k++) {
            unsigned keeps = slp_pair_keeps(system, scheme);
            unsigned breaks = slp_pair_breaks(system, scheme);
            assert_int_equal(keeps & breaks, 0);
            assert_int_equal((keeps | breaks) & ~system->has, 0);
            if (keeps & flags("C")) assert_int_equal(keeps & flags("Q"), system->has & flags("Q"));
            if (breaks & flags("Q")) assert_int_equal(breaks & flags("C"), flags("C"));
            assert_ge(scheme->order, 1);
            assert_true(scheme->rule && scheme->source);
            assert_ge(scheme->maps, 1);
            assert_ge(scheme->stages, 1);
            assert_int_equal(scheme->keeps_momenta & scheme->breaks_momenta, 0);
            assert_true(system->shape && system->about && system->source);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_pair_keeps_and_breaks_what_it_should),
        cmocka_unit_test(every_name_is_listed),
        cmocka_unit_test(momenta_are_as_derived),
        cmocka_unit_test(flags_are_consistent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
