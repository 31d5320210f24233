/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Levy areas of drawn cases: which cases get them, how large, and the same ones again. */
#include "oracle/contract/draw/draw.h"

#include <math.h>
#include <string.h>
#include "tests/support/cmocka.h"

static void drawn(slp_case *c, const char *system, const char *scheme, uint64_t number)
{
    slp_draw from;
    slp_draw_init(&from, 3, number);
    assert_int_equal(slp_draw_case(c, slp_system_find(system), slp_scheme_find(scheme), &from, 1),
                     SLP_OK);
}

static void only_pairs_that_take_them(void **state)
{
    slp_case c;
    (void)state;
    slp_case_init(&c);
    assert_true(slp_draw_has_areas(slp_system_find("spins"), slp_scheme_find("sib")));
    assert_false(slp_draw_has_areas(slp_system_find("spins"), slp_scheme_find("splitting-lie")));
    assert_false(slp_draw_has_areas(slp_system_find("sine-euler"), slp_scheme_find("tmk")));
    for (uint64_t n = 0; n < 20; n++) {
        drawn(&c, "rigid-body", "splitting-strang", n);
        assert_int_equal(slp_draw_areas(&c, 1), SLP_OK);
        assert_int_equal(c.areas, 0);
        drawn(&c, "rigid-body-n", "tmk", n);
        assert_int_equal(slp_draw_areas(&c, 1), SLP_OK);
        assert_int_equal(c.areas, 0);
    }
    slp_case_clear(&c);
}

/* |A| <= 8.6 |h|/2, the largest normal; the same areas for the same seed and increments. */
static void sizes_and_sameness(void **state)
{
    slp_case c, again;
    size_t with = 0, differ = 0;
    double square = 0, count = 0;
    (void)state;
    slp_case_init(&c);
    slp_case_init(&again);
    for (uint64_t n = 0; n < 200; n++) {
        drawn(&c, "rigid-body", "tmk", n);
        const size_t M = c.M;
        assert_int_equal(slp_case_copy(&again, &c), SLP_OK);
        assert_int_equal(slp_draw_areas(&c, 1), SLP_OK);
        assert_int_equal(c.areas, M > 1 ? M * (M - 1) / 2 : 0);
        assert_int_equal(c.M, M + c.areas);
        with += c.areas > 0;
        for (size_t i = 0; i < c.steps * c.M; i++) {
            if (i % c.M < M) {
                assert_true(c.dw[i] == again.dw[i / c.M * M + i % c.M]);
            } else {
                assert_le(fabs(c.dw[i]), 8.6 * fabs(c.h) / 2);
                square += c.dw[i] * c.dw[i] / (c.h * c.h / 4);
                count++;
            }
        }
        assert_int_equal(slp_draw_areas(&again, 1), SLP_OK);
        assert_int_equal(again.dw_count, c.dw_count);
        if (c.M) assert_memory_equal(again.dw, c.dw, c.dw_count * sizeof *c.dw);
        drawn(&again, "rigid-body", "tmk", n);
        assert_int_equal(slp_draw_areas(&again, 2), SLP_OK);
        differ += c.areas && memcmp(again.dw, c.dw, c.dw_count * sizeof *c.dw) != 0;
    }
    assert_gt(with, 100);
    assert_gt(differ, with / 2);
    assert_gt(square / count, 0.5);
    assert_lt(square / count, 1.5);
    slp_case_clear(&c);
    slp_case_clear(&again);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(only_pairs_that_take_them),
                                       cmocka_unit_test(sizes_and_sameness)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
