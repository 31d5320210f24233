/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Coordinates in words, against the lists of the manual's page on systems. */
#include "oracle/contract/case/algebra_kind.h"
#include "tests/support/cmocka.h"

static void are_of(const slp_system *system, size_t d, bool generator, const char *const *words)
{
    for (size_t i = 0; words[i]; i++) {
        char text[SLP_COORDINATE_CHARS];
        slp_coordinate_name(text, system, d, generator, i);
        assert_string_equal(text, words[i]);
    }
}

/* A system that says nothing but its algebra. */
static void are(slp_algebra algebra, size_t d, bool generator, const char *const *words)
{
    const slp_system system = {.algebra = algebra};
    are_of(&system, d, generator, words);
}

static void vectors_have_the_word_of_their_system(void **state)
{
    (void)state;
    are_of(slp_system_find("spins"), 6, true,
           (const char *[]){"spin 1, x", "spin 1, y", "spin 1, z", "spin 2, x", NULL});
    are_of(slp_system_find("point-vortices"), 6, false,
           (const char *[]){"vortex 1, x", "vortex 1, y", "vortex 1, z", "vortex 2, x", NULL});
    are_of(slp_system_find("polynomial-su2"), 3, false, (const char *[]){"vector 1, x", NULL});
}

static void coordinates_have_the_words_of_the_manual(void **state)
{
    (void)state;
    are(SLP_SO3, 3, false, (const char *[]){"coordinate 1", "coordinate 2", "coordinate 3", NULL});
    are(SLP_VECTOR, 2, false, (const char *[]){"q", "p", NULL});
    are(SLP_VECTOR, 2, true, (const char *[]){"coordinate 1", "coordinate 2", NULL});
    are(SLP_SE3, 6, false,
        (const char *[]){"Pi_1", "Pi_2", "Pi_3", "Gamma_1", "Gamma_2", "Gamma_3", NULL});
    are(SLP_SE3, 6, true,
        (const char *[]){"omega_1", "omega_2", "omega_3", "u_1", "u_2", "u_3", NULL});
    are(SLP_SU2N, 6, false,
        (const char *[]){"vector 1, x", "vector 1, y", "vector 1, z", "vector 2, x", NULL});
    are(SLP_SON, 6, false,
        (const char *[]){"entry (1,2)", "entry (1,3)", "entry (1,4)", "entry (2,3)", "entry (2,4)",
                         "entry (3,4)", NULL});
    are(SLP_SUN, 4, false,
        (const char *[]){"entry (0,0), imaginary part", "entry (1,1), imaginary part",
                         "entry (0,1), real part", "entry (0,1), imaginary part", NULL});
    are(SLP_SUN, 9, true,
        (const char *[]){"entry (0,0), imaginary part", "entry (1,1), imaginary part",
                         "entry (2,2), imaginary part", "entry (0,1), real part",
                         "entry (0,1), imaginary part", "entry (0,2), real part",
                         "entry (0,2), imaginary part", "entry (1,2), real part", NULL});
    are(SLP_SUN_DUAL, 8, false,
        (const char *[]){"entry (0,0) of W, imaginary part", "entry (1,1) of W, imaginary part",
                         "entry (0,1) of W, real part", "entry (0,1) of W, imaginary part",
                         "entry (0,0) of Theta, imaginary part", NULL});
    are(SLP_SP, 10, false,
        (const char *[]){"entry (1,1) of a", "entry (1,2) of a", "entry (2,1) of a",
                         "entry (2,2) of a", "entry (1,1) of b", "entry (1,2) of b",
                         "entry (2,2) of b", "entry (1,1) of c", NULL});
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(coordinates_have_the_words_of_the_manual),
                                       cmocka_unit_test(vectors_have_the_word_of_their_system)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
