/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The choice stream, replay and record, and what the rigid body's draw produces. */
#include "tests/support/cmocka.h"

#include "oracle/contract/draw/draw.h"
#include "oracle/contract/case/terms.h"
#include "oracle/contract/noise/noise.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 256 };

static char *line_of(const slp_case *c)
{
    char *text;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    assert_int_equal(slp_case_print(to, c), 0);
    fclose(to);
    return text;
}

static char *drawn(uint64_t seed, uint64_t number, int level, uint32_t *classes)
{
    slp_draw from;
    slp_case c;
    slp_draw_init(&from, seed, number);
    slp_case_init(&c);
    assert_int_equal(
        slp_draw_case(&c, slp_system_find("rigid-body"), slp_scheme_find("tmk"), &from, level),
        SLP_OK);
    if (classes) *classes = from.classes;
    char *text = line_of(&c);
    slp_case_clear(&c);
    return text;
}

/* Known bits of one stream: Philox4x32-10 with key (seed) and counter (number, block); they must
 * not change between machines or releases, or seeds in reports would mean something else. */
static void the_stream_is_fixed(void **unused)
{
    (void)unused;
    slp_draw d;
    /* the published vector for counter 0, key 0: 6627e8d5 e169c58d bc57ac4c 9b00dbd8 */
    slp_draw_init(&d, 0, 0);
    assert_true(slp_draw_bits(&d) == UINT64_C(0xe169c58d6627e8d5));
    assert_true(slp_draw_bits(&d) == UINT64_C(0x9b00dbd8bc57ac4c));
    /* and for the digits of pi: d16cfe09 94fdcceb 5001e420 24126ea1 */
    slp_draw_init(&d, UINT64_C(0x299f31d0a4093822), UINT64_C(0x85a308d3243f6a88));
    d.next = 2 * UINT64_C(0x0370734413198a2e);
    assert_true(slp_draw_bits(&d) == UINT64_C(0x94fdccebd16cfe09));
    assert_true(slp_draw_bits(&d) == UINT64_C(0x24126ea15001e420));
}

static void a_case_depends_on_seed_and_number_alone(void **unused)
{
    (void)unused;
    char *a = drawn(5, 17, 1, NULL), *b = drawn(5, 17, 1, NULL);
    char *other_number = drawn(5, 18, 1, NULL), *other_seed = drawn(6, 17, 1, NULL);
    assert_string_equal(a, b);
    assert_string_not_equal(strstr(a, "inertia"), strstr(other_number, "inertia"));
    assert_string_not_equal(strstr(a, "inertia"), strstr(other_seed, "inertia"));
    assert_memory_equal(a, "case id=rigid-body.tmk-17 ", 26);
    free(a);
    free(b);
    free(other_number);
    free(other_seed);
}

/* A record holds what it has room for; a replay that is over goes on with zeros. */
static void records_and_replays_end(void **unused)
{
    uint64_t record[4] = {0, 0, 0, 77}, wanted[4];
    slp_draw from, plain;
    (void)unused;
    slp_draw_init(&from, 5, 6);
    slp_draw_init(&plain, 5, 6);
    from.record = record;
    from.record_capacity = 3;
    for (int i = 0; i < 4; i++)
        assert_true(slp_draw_bits(&from) == (wanted[i] = slp_draw_bits(&plain)));
    assert_int_equal(from.record_count, 3);
    assert_int_equal(from.next, 4);
    assert_memory_equal(record, wanted, 3 * sizeof *record);
    assert_int_equal(record[3], 77);
    slp_draw_init(&from, 5, 6);
    from.replay = (const uint64_t[]){63, 64}; /* the last of the eighths, and a normal of its own */
    from.replay_count = 2;
    assert_true(slp_draw_normal(&from) == -4 && slp_draw_normal(&from) != 4);
    slp_draw_init(&from, 5, 6);
    from.replay = record;
    from.replay_count = 2;
    for (int i = 0; i < 4; i++) assert_true(slp_draw_bits(&from) == (i < 2 ? wanted[i] : 0));
}

static void what_was_recorded_replays(void **unused)
{
    (void)unused;
    for (uint64_t number = 0; number < 200; number++) {
        uint64_t record[ROOM];
        slp_case c;
        slp_draw from;
        slp_case_init(&c);
        slp_draw_init(&from, 3, number);
        from.record = record;
        from.record_capacity = ROOM;
        int level = 1 + (int)(number % 2);
        const slp_system *system = slp_system_find("rigid-body");
        const slp_scheme *scheme = slp_scheme_find("trapezoidal");
        assert_int_equal(slp_draw_case(&c, system, scheme, &from, level), SLP_OK);
        char *first = line_of(&c);
        assert_true(from.record_count == from.next);
        assert_lt(from.record_count, ROOM);
        /* another seed, but the same choices */
        slp_draw again;
        slp_draw_init(&again, 99, number);
        again.replay = record;
        again.replay_count = from.record_count;
        assert_int_equal(slp_draw_case(&c, system, scheme, &again, level), SLP_OK);
        char *second = line_of(&c);
        assert_string_equal(first, second);
        assert_int_equal(again.classes, from.classes);
        free(first);
        free(second);
        slp_case_clear(&c);
    }
}

/* No choices at all make the simplest case, and one that is legal. */
static void zeros_draw_the_simplest_case(void **unused)
{
    (void)unused;
    slp_case c;
    slp_draw from;
    slp_case_init(&c);
    slp_draw_init(&from, 1, 0);
    from.replay = &(uint64_t){0};
    from.replay_count = 0;
    assert_int_equal(
        slp_draw_case(&c, slp_system_find("rigid-body"), slp_scheme_find("tmk"), &from, 2), SLP_OK);
    char *text = line_of(&c);
    assert_string_equal(text,
                        "case id=rigid-body.tmk-0 system=rigid-body scheme=tmk "
                        "inertia=0x1p+0,0x1p+0,0x1p+0 h=0x1p-8 steps=1 x=0x1p+0,0x0p+0,0x0p+0\n");
    free(text);
    slp_case_clear(&c);
}

static void small_choices_are_simple_values(void **unused)
{
    (void)unused;
    static const uint64_t small[] = {0, 1, 2, 3, 5};
    static const double fractions[] = {0, 0.5, 0.25, 0.75, 0.625};
    static const double normals[] = {0, -0.125, 0.125, -0.25, -0.375};
    slp_draw d;
    slp_draw_init(&d, 1, 1);
    d.replay = small;
    d.replay_count = 5;
    for (int i = 0; i < 5; i++) assert_true(slp_draw_uniform(&d) == fractions[i]);
    d.next = 0;
    for (int i = 0; i < 5; i++) assert_true(slp_draw_normal(&d) == normals[i]);
    d.next = 0;
    for (int i = 0; i < 5; i++) assert_int_equal(slp_draw_below(&d, 6), small[i]);
    d.next = 0;
    assert_false(slp_draw_chance(&d, 1, 3));
    assert_false(slp_draw_chance(&d, 1, 3));
    assert_true(slp_draw_chance(&d, 1, 3));
    d.next = 1;
    assert_true(slp_draw_between(&d, -1, 3) == 1);
}

/* Means and variances.  For n = 2^18 draws the mean of a uniform has standard deviation 5.6e-4, of
 * a normal 2.0e-3, the mean square of a normal 2.8e-3; the bounds are 6 of them, so that a right
 * stream fails with probability below 6e-9 (and, its bits being fixed, never). */
static void draws_have_their_distributions(void **unused)
{
    enum { N = 1 << 18 };
    (void)unused;
    slp_draw d;
    slp_draw_init(&d, 11, 0);
    double uniform = 0, normal = 0, square = 0;
    int below[6] = {0}, chance = 0;
    for (int i = 0; i < N; i++) {
        double u = slp_draw_uniform(&d), z = slp_draw_normal(&d);
        assert_ge(u, 0);
        assert_lt(u, 1);
        uniform += u;
        normal += z;
        square += z * z;
        below[slp_draw_below(&d, 6)]++;
        chance += slp_draw_chance(&d, 3, 8);
    }
    assert_lt(fabs(uniform / N - 0.5), 6 * sqrt(1.0 / 12 / N));
    assert_lt(fabs(normal / N), 6 * sqrt(1.0 / N));
    assert_lt(fabs(square / N - 1), 6 * sqrt(2.0 / N));
    for (int i = 0; i < 6; i++)
        assert_lt(fabs((double)below[i] / N - 1.0 / 6), 6 * sqrt(5.0 / 36 / N));
    assert_lt(fabs((double)chance / N - 0.375), 6 * sqrt(0.375 * 0.625 / N));
}

/* Every class is hit by 2000 draws at one of the levels, and what is marked is there. */
static void every_class_is_hit(void **unused)
{
    (void)unused;
    unsigned hit[SLP_DRAW_CLASS_COUNT] = {0};
    slp_case c;
    slp_case_init(&c);
    for (int level = 1; level <= 2; level++)
        for (uint64_t number = 0; number < 2000; number++) {
            slp_draw from;
            size_t count;
            slp_draw_init(&from, 1, number);
            assert_int_equal(slp_draw_case(&c, slp_system_find("rigid-body"),
                                           slp_scheme_find("tmk"), &from, level),
                             SLP_OK);
            assert_true(from.classes != 0);
            for (int k = 0; k < SLP_DRAW_CLASS_COUNT; k++) hit[k] += from.classes >> k & 1;
#define HAS(which) (from.classes >> SLP_DRAW_##which & 1)
            const double *I = slp_case_param(&c, "inertia", &count);
            assert_int_equal(HAS(EQUAL), I[0] == I[1] || I[1] == I[2] || I[0] == I[2]);
            assert_int_equal(HAS(NEGATIVE_STEP), signbit(c.h) != 0);
            assert_int_equal(HAS(MANY_STEPS), c.steps > 1);
            assert_int_equal(HAS(MANY_NOISES), c.M > 3);
            bool minus = false;
            for (int i = 0; i < 3; i++) minus = minus || (c.x[i] == 0 && signbit(c.x[i]));
            assert_int_equal(HAS(NEGATIVE_ZERO), minus);
            for (size_t i = 0; i < c.dw_count && c.h != 0; i++) {
                double h = fabs(c.h), bound = sqrt(h) * slp_truncation_bound(h, 2);
                assert_le(fabs(c.dw[i]), bound);
            }
            if (level == 1) {
                assert_le(fabs(c.h), 0x1p-6);
                assert_ge(fabs(c.h), 0x1p-40);
                assert_true(c.x[0] != 0 || c.x[1] != 0 || c.x[2] != 0);
            }
            slp_draw_init(&from, 1, number);
            assert_int_equal(slp_draw_case(&c, slp_system_find("polynomial-so3"),
                                           slp_scheme_find("tmk"), &from, level),
                             SLP_OK);
            slp_case_param(&c, "terms", &count);
            if (count == SLP_TERM_HEAD + 1) assert_true(HAS(FEW_TERMS)); /* one linear term */
            hit[SLP_DRAW_FEW_TERMS] += HAS(FEW_TERMS);
        }
    for (int k = 0; k < SLP_DRAW_CLASS_COUNT; k++)
        if (hit[k] < 20)
            fail_msg("%s: hit %u times", slp_draw_class_about((slp_draw_class)k), hit[k]);
    slp_case_clear(&c);
}

/* Increments are of size sqrt(|h|).  14 of 16 are sqrt(|h|) times a normal, of which 0.6033 lie
 * between 0.1 and 1 in size; the truncation bound is far above.  6 standard deviations are allowed.
 */
static void increments_scale_as_the_root_of_the_step(void **unused)
{
    (void)unused;
    slp_case c;
    slp_case_init(&c);
    double count = 0, within = 0;
    for (uint64_t number = 0; number < 3000; number++) {
        slp_draw from;
        slp_draw_init(&from, 4, number);
        slp_draw_case(&c, slp_system_find("rigid-body"), slp_scheme_find("tmk"), &from, 1);
        for (size_t i = 0; i < c.dw_count; i++) {
            double ratio = fabs(c.dw[i]) / sqrt(fabs(c.h));
            count++;
            within += ratio > 0.1 && ratio < 1;
        }
    }
    double p = 0.6033 * 14 / 16;
    assert_gt(count, 5000);
    assert_lt(fabs(within / count - p), 6 * sqrt(p * (1 - p) / count));
    slp_case_clear(&c);
}

static void systems_without_a_draw_say_so(void **unused)
{
    (void)unused;
    slp_system without = *slp_system_find("rigid-body");
    without.draw = NULL;
    slp_case c;
    slp_draw from;
    slp_case_init(&c);
    slp_draw_init(&from, 1, 1);
    assert_int_equal(slp_draw_case(&c, &without, slp_scheme_find("tmk"), &from, 1),
                     SLP_UNSUPPORTED);
    slp_case_clear(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_stream_is_fixed),
        cmocka_unit_test(a_case_depends_on_seed_and_number_alone),
        cmocka_unit_test(records_and_replays_end),
        cmocka_unit_test(what_was_recorded_replays),
        cmocka_unit_test(zeros_draw_the_simplest_case),
        cmocka_unit_test(small_choices_are_simple_values),
        cmocka_unit_test(draws_have_their_distributions),
        cmocka_unit_test(every_class_is_hit),
        cmocka_unit_test(increments_scale_as_the_root_of_the_step),
        cmocka_unit_test(systems_without_a_draw_say_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
