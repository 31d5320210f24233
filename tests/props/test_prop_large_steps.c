/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Large algebras are asked at steps of some size: rules of order four differ by Xi^5, which a usual
 * step hides.  SLP_CHECK_MULTIPLIER=1 draws all cases, below it until there are enough.
 * Run once (compiler, libraries, sanitizer): it asks about errors; others take these steps. */
#include "tests/support/cmocka.h"

#include <math.h>

#include "props/engine/engine.h"
#include "props/case/reference_step.h"
#include "ref/ref.h"
#include "tests/ref/thread_caches.h"
#include "tests/support/depth.h"

static double size_of(const slp_case *c)
{
    ref_exact_step exact_step;
    double squares = 0;
    assert_int_equal(ref_exact_step_init(&exact_step, c, NULL), SLP_OK);
    arb_ptr xi = _arb_vec_init(exact_step.d);
    ref_generator(xi, exact_step.sys, exact_step.x, exact_step.h, exact_step.dW, 128);
    for (slong i = 0; i < exact_step.d; i++)
        squares += pow(arf_get_d(arb_midref(xi + i), ARF_RND_NEAR), 2);
    _arb_vec_clear(xi, exact_step.d);
    ref_exact_step_clear(&exact_step);
    return sqrt(squares);
}

/* Cases of more than 25 coordinates with |Xi| > 2^-6: of level 1, and of level 3. */
typedef struct met {
    int usual, large;
} met;

/* At least so many are wanted. */
static met met_on(const char *system, met wanted)
{
    enum { CASES = 192, EVERY = 16, MANY = 25 };
    const prop_subject port = {.name = "port"};
    const prop_item item = {.law = prop_law_find("agreement"),
                            .system = slp_system_find(system),
                            .scheme = slp_scheme_find("rkmk-gauss4-exp"),
                            .subject = &port};
    const uint64_t stream = prop_stream(&item, 1);
    const bool all = depth_multiplier() >= 1;
    met found = {0, 0};
    for (uint64_t number = 0; number < CASES; number += 4) {
        if (!all && found.usual >= wanted.usual && found.large >= wanted.large) break;
        slp_draw from;
        slp_case c;
        slp_case_init(&c);
        slp_draw_init(&from, stream, number);
        if (prop_draw(&c, &from, &item, number) && c.d > MANY && size_of(&c) > 0x1p-6) {
            assert_lt(size_of(&c), 0x1p-2);
            if (number % EVERY == EVERY / 2)
                found.large++;
            else
                found.usual++;
        }
        slp_case_clear(&c);
    }
    return found;
}

static void large_algebras_turn_far_enough(void **state)
{
    (void)state;
    const met torus = met_on("sine-euler", (met){2, 2}),
              sphere = met_on("zeitlin-sphere", (met){1, 2}),
              plane = met_on("symplectic", (met){0, 1});
    print_message("# torus %d %d, sphere %d %d, plane %d\n", torus.usual, torus.large, sphere.usual,
                  sphere.large, plane.large);
    assert_in_range(torus.usual, 2, 64);
    assert_in_range(torus.large, 2, 16);
    assert_in_range(sphere.usual, 1, 64);
    assert_in_range(sphere.large, 2, 16);
    assert_in_range(plane.large, 1, 16); /* level 1 has at most 4 rows */
    ref_thread_cleanup();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(large_algebras_turn_far_enough)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
