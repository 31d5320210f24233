/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The contract in hostile floating-point environments: numbers read, cases checked and drawn,
 * increments.  Each function gives the bits that it gives in the default environment, and gives the
 * caller's environment back. */
#include "oracle/contract/number/number.h"
#include "oracle/contract/draw/draw.h"
#include "oracle/contract/number/float_environment.h"
#include "oracle/contract/noise/noise.h"
#include "tests/support/float_hostile.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "tests/support/cmocka.h"
#include "tests/support/drawn_system.h"

/* `call` in the i-th environment, which must be there afterwards as it was before. */
#define UNDER(i, call)                                                                             \
    do {                                                                                           \
        if (!float_hostile_set(i)) break;                                                          \
        const float_hostile_state before = float_hostile_read();                                   \
        call;                                                                                      \
        const float_hostile_state after = float_hostile_read();                                    \
        float_hostile_clear();                                                                     \
        if (!float_hostile_same(&before, &after))                                                  \
            fail_msg("%s did not give back the environment \"%s\"", #call, float_hostile_name(i)); \
    } while (0)

/* More than this machine could keep would be a test of nothing. */
static void environments_are_kept(void **state)
{
    (void)state;
    size_t kept = 0;
    for (size_t i = 1; i < float_hostile_count(); i++) {
        const bool set = float_hostile_set(i), hostile = !float_hostile_is_default();
        float_hostile_clear();
        if (set) kept++;
        if (!set) print_message("# not kept here: %s\n", float_hostile_name(i));
        if (set && !hostile) assert_non_null(strstr(float_hostile_name(i), "flags"));
        assert_true(float_hostile_is_default());
    }
    assert_gt(kept, 0);
}

/* What is raised between entry and exit: division by zero, inexact and overflow, of SSE and of x87.
 */
static void raise_flags(void)
{
    volatile double zero = 0, large = 1e308, third = 3, sum;
    volatile long double long_zero = 0, long_third = 3, long_sum;
    sum = 1 / zero;
    sum = large * large;
    sum = 1 / third;
    long_sum = 1 / long_zero;
    long_sum = 1 / long_third;
    (void)sum;
    (void)long_sum;
}

static void entered_is_the_default_and_left_is_the_callers(void **state)
{
    (void)state;
    for (size_t i = 0; i < float_hostile_count(); i++)
        for (int raised = 0; raised < 2; raised++) {
            bool inside = false;
            if (!float_hostile_set(i)) continue;
            const float_hostile_state before = float_hostile_read();
            const slp_float_environment caller = slp_float_environment_enter();
            inside = float_hostile_is_default();
            if (raised) raise_flags();
            slp_float_environment_leave(&caller);
            const float_hostile_state after = float_hostile_read();
            float_hostile_clear();
            if (!inside) fail_msg("entered from \"%s\" is not the default", float_hostile_name(i));
            if (!float_hostile_same(&before, &after))
                fail_msg("left to \"%s\": not as it was", float_hostile_name(i));
        }
}

static bool scoped(bool early)
{
    SLP_IN_DEFAULT_FLOAT_ENVIRONMENT;
    if (early) return float_hostile_is_default();
    const slp_float_environment nested = slp_float_environment_enter();
    slp_float_environment_leave(&nested);
    return float_hostile_is_default();
}

static void every_return_leaves(void **state)
{
    (void)state;
    for (size_t i = 0; i < float_hostile_count(); i++)
        for (int early = 0; early < 2; early++) {
            bool inside = true;
            UNDER(i, inside = scoped(early));
            assert_true(inside);
        }
}

static void *look(void *is_default)
{
    *(bool *)is_default = float_hostile_is_default();
    return NULL;
}

/* What ensembles rely on. */
static void threads_started_inside_inherit_the_default(void **state)
{
    (void)state;
    for (size_t i = 0; i < float_hostile_count(); i++) {
        bool is_default = false;
        pthread_t thread;
        if (!float_hostile_set(i)) continue;
        const slp_float_environment caller = slp_float_environment_enter();
        const int started = pthread_create(&thread, NULL, look, &is_default);
        slp_float_environment_leave(&caller);
        float_hostile_clear();
        assert_int_equal(started, 0);
        pthread_join(thread, NULL);
        assert_true(is_default);
    }
}

/* Decimals and hex floats that round, that are subnormal, and ties. */
static const char *const numbers[] = {"0.1",
                                      "-0.1",
                                      "0.3",
                                      "1e-310",
                                      "-4.9406564584124654e-324",
                                      "2.2250738585072011e-308",
                                      "1.7976931348623157e308",
                                      "0x1p-1040",
                                      "-0x0.0000000000001p-1022",
                                      "0x1.23456789abcdefp-1030",
                                      "0x1.00000000000008p0",
                                      "9007199254740993",
                                      "-0"};

static void numbers_are_read(void **state)
{
    (void)state;
    for (size_t n = 0; n < sizeof numbers / sizeof *numbers; n++) {
        const slp_span text = {numbers[n], strlen(numbers[n])};
        double right = 0;
        assert_null(slp_number_parse(&right, text));
        for (size_t i = 0; i < float_hostile_count(); i++) {
            double value = right;
            UNDER(i, slp_number_parse(&value, text));
            if (memcmp(&value, &right, sizeof value) != 0)
                fail_msg("%s is read as %a in \"%s\"", numbers[n], value, float_hostile_name(i));
        }
    }
}

static char *case_text(const slp_case *c)
{
    char *text;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    assert_non_null(to);
    if (c->id) slp_case_print(to, c);
    fclose(to);
    return text;
}

/* Every pair's cases, drawn with all extremes, are the same line, and are read to the same line. */
static void cases_are_drawn_read_and_checked(void **state)
{
    (void)state;
    size_t subnormal = 0, pairs = 0;
    for (size_t s = 0; drawn_system_at(s); s++)
        for (size_t k = 0; slp_scheme_at(k); k++) {
            if (!slp_pair_makes_sense(drawn_system_at(s), slp_scheme_at(k), NULL)) continue;
            const uint64_t number = pairs++;
            slp_draw from;
            slp_case c, read;
            slp_error err;
            slp_case_init(&c);
            slp_case_init(&read);
            slp_draw_init(&from, 17, number);
            assert_int_equal(slp_draw_case(&c, drawn_system_at(s), slp_scheme_at(k), &from, 2),
                             SLP_OK);
            subnormal += (from.classes >> SLP_DRAW_DENORMAL) & 1;
            char *right = case_text(&c);
            right[strlen(right) - 1] = 0;
            for (size_t i = 1 + pairs % 3; i < float_hostile_count(); i += 3) {
                slp_status status = SLP_OK, checked = SLP_OK;
                slp_draw_init(&from, 17, number);
                UNDER(i,
                      status = slp_draw_case(&c, drawn_system_at(s), slp_scheme_at(k), &from, 2));
                assert_int_equal(status, SLP_OK);
                UNDER(i, checked = slp_case_check(&c, &err));
                assert_int_equal(checked, SLP_OK);
                UNDER(i, status = slp_case_parse(&read, right, 1, &err));
                assert_int_equal(status, SLP_OK);
                char *drawn = case_text(&c), *again = read.id ? case_text(&read) : NULL;
                drawn[strlen(drawn) - 1] = 0;
                assert_string_equal(drawn, right);
                if (again) {
                    again[strlen(again) - 1] = 0;
                    assert_string_equal(again, right);
                }
                free(drawn);
                free(again);
            }
            free(right);
            slp_case_clear(&c);
            slp_case_clear(&read);
        }
    assert_gt(pairs, 60);
    assert_gt(subnormal, 0);
}

/* Step sizes of every kind, subnormal ones too. */
static const double steps[] = {0x1p-8, 0.01, 3.7, 0x1p-1000, 0x1p-1060, 0x0.0000000000001p-1022};
enum { STEPS = sizeof steps / sizeof *steps, NODES = 40 };

typedef struct increments {
    double normals[2], one[NODES], all[NODES], bound, truncated[2];
} increments;

static void draw(increments *out, double h, size_t i)
{
    const slp_noise_key key = {.seed = 5, .path = 2, .node = 28};
    UNDER(i, slp_normal_pair(out->normals, &key));
    for (uint64_t n = 0; n < NODES; n++) UNDER(i, out->one[n] = slp_increment(h, 5, 2, 1, 3, n));
    UNDER(i, slp_increments(out->all, h, 5, 2, 1, 3, 0, NODES));
    UNDER(i, out->bound = slp_truncation_bound(h, 2));
    UNDER(i, out->truncated[0] = slp_truncate(1e3, h, 2));
    UNDER(i, out->truncated[1] = slp_truncate(-0x1p-1070, h, 2));
}

static void increments_have_their_bits(void **state)
{
    (void)state;
    for (size_t k = 0; k < STEPS; k++) {
        increments right = {0};
        draw(&right, steps[k], 0);
        for (size_t i = 1; i < float_hostile_count(); i++) {
            increments now = right;
            draw(&now, steps[k], i);
            if (memcmp(&now, &right, sizeof now) != 0)
                fail_msg("increments over %a differ in \"%s\"", steps[k], float_hostile_name(i));
        }
    }
    for (size_t i = 0; i < float_hostile_count(); i++) {
        const char *fault = NULL;
        UNDER(i, fault = slp_noise_fault());
        if (fault) fail_msg("%s, in \"%s\"", fault, float_hostile_name(i));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(environments_are_kept),
        cmocka_unit_test(entered_is_the_default_and_left_is_the_callers),
        cmocka_unit_test(every_return_leaves),
        cmocka_unit_test(threads_started_inside_inherit_the_default),
        cmocka_unit_test(numbers_are_read),
        cmocka_unit_test(cases_are_drawn_read_and_checked),
        cmocka_unit_test(increments_have_their_bits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
