/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The engine that walks the laws: streams that extend, cases in general position, no pass where
 * nothing was checked, and output that depends on nothing but the seed.
 * Calls the BLAS, for seconds.
 * Starts first. */
#include <stddef.h>
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "props/engine/engine.h"
#include "tests/ref/thread_caches.h"
#include "tests/support/depth.h"
#include "tests/props/observed_subject.h"
#include "ref/ref.h"

/* What a run asks, as text. */
static char *asked(double multiplier, uint64_t seed)
{
    char *log, *printed;
    size_t size;
    listening own = {.log = open_memstream(&log, &size), .grow = 1};
    prop_subject subject = {
        .name = "listening", .answer = listening_answer, .has = listening_has, .own = &own};
    prop_options options = listening_options("agreement", "tmk");
    options.multiplier = multiplier;
    options.seed = seed;
    assert_int_equal(listening_run(&printed, &options, &subject), 0);
    fclose(own.log);
    free(printed);
    return log;
}

static void a_larger_multiplier_asks_further_cases(void **state)
{
    (void)state;
    char *less = asked(0.1, 1), *more = asked(0.2, 1), *other = asked(0.1, 2);
    assert_gt(strlen(more), strlen(less));
    assert_memory_equal(less, more, strlen(less));
    assert_string_not_equal(less, other);
    char *rest = more + strlen(less), *end = strchr(rest, '\n');
    *end = '\0';
    assert_null(strstr(less, rest));
    free(less);
    free(more);
    free(other);
}

static void every_item_has_a_stream_of_its_own(void **state)
{
    (void)state;
    const slp_system *system = slp_system_find("rigid-body");
    prop_item items[] = {{.law = prop_law_find("casimirs"),
                          .system = system,
                          .scheme = slp_scheme_find("tmk"),
                          .subject = &prop_subject_ref},
                         {.law = prop_law_find("symmetry"),
                          .system = system,
                          .scheme = slp_scheme_find("tmk"),
                          .subject = &prop_subject_ref},
                         {.law = prop_law_find("casimirs"),
                          .system = system,
                          .scheme = slp_scheme_find("trapezoidal"),
                          .subject = &prop_subject_ref},
                         {.law = prop_law_find("casimirs"),
                          .system = system,
                          .scheme = slp_scheme_find("tmk"),
                          .subject = &prop_subject_fast}};
    for (size_t i = 0; i < 4; i++) {
        assert_true(prop_stream(items + i, 1) != prop_stream(items + i, 2));
        for (size_t k = 0; k < i; k++)
            assert_true(prop_stream(items + i, 1) != prop_stream(items + k, 1));
    }
}

static void controls_are_drawn_in_general_position(void **state)
{
    (void)state;
    prop_item item = {.law = prop_law_find("poisson"),
                      .system = slp_system_find("rigid-body"),
                      .scheme = slp_scheme_find("tmk"),
                      .subject = &prop_subject_ref,
                      .control = true};
    size_t noisy = 0;
    slp_case c;
    slp_case_init(&c);
    for (uint64_t number = 0; number < 20; number++) {
        slp_draw from;
        slp_draw_init(&from, prop_stream(&item, 1), number);
        assert_true(prop_draw(&c, &from, &item, number));
        assert_int_equal(c.steps, 1);
        for (size_t i = 0; i < c.d; i++) assert_true(c.x[i] != 0);
        for (size_t k = 0; k < c.M; k++) {
            assert_true(c.dw[k] != 0);
            assert_lt(fabs(c.dw[k]), fabs(c.h));
            noisy++;
        }
    }
    assert_ge(noisy, 20);
    slp_case_clear(&c);
}

/* ---- Passing and failing ---- */

static prop_outcome always_skips(prop_finding *found, const prop_law *law,
                                 const prop_subject *subject, const slp_case *c)
{
    (void)found, (void)law, (void)subject, (void)c;
    return PROP_SKIPPED;
}

static void a_law_in_which_nothing_was_checked_fails(void **state)
{
    (void)state;
    prop_law law = {.name = "never", .effort = {.cases = 8}, .check = always_skips};
    prop_options options = listening_options(NULL, NULL);
    prop_item_result item_result = {.item = {.law = &law,
                                             .system = slp_system_find("rigid-body"),
                                             .scheme = slp_scheme_find("tmk"),
                                             .subject = &prop_subject_fast}};
    prop_counterexample_init(&item_result.example);
    prop_run_item(&item_result, &options);
    assert_int_equal(item_result.skipped,
                     64); /* it draws on while nothing is checked, then gives up */
    assert_int_equal(item_result.failed, 0);
    assert_int_equal(prop_item_verdict(&item_result), PROP_LAW_FAILED);
    prop_counterexample_clear(&item_result.example);
}

static bool has_nothing(const prop_subject *self, const slp_system *system,
                        const slp_scheme *scheme)
{
    (void)self, (void)system, (void)scheme;
    return false;
}

static void a_path_that_lacks_what_the_other_offers_fails(void **state)
{
    (void)state;
    prop_subject lacking = {.name = "lacking",
                            .answer = prop_subject_fast.answer,
                            .has = has_nothing,
                            .complete = true};
    prop_options options = listening_options("agreement", "tmk");
    char *printed;
    assert_int_equal(listening_run(&printed, &options, &lacking), 1);
    assert_non_null(strstr(printed, "not offered, though the other path offers it"));
    free(printed);
}

static void what_is_printed_does_not_depend_on_the_threads(void **state)
{
    (void)state;
    char *one, *four;
    prop_options options = listening_options(depth_stride(2) > 1 ? "energy" : NULL, NULL);
    options.multiplier = 0.05;
    int alone = listening_run(&one, &options, &prop_subject_fast);
    options.threads = 4;
    int together = listening_run(&four, &options, &prop_subject_fast);
    assert_int_equal(alone, together);
    assert_string_equal(one, four);
    free(one);
    free(four);
}

static void every_class_of_inputs_is_drawn_by_the_default_work(void **state)
{
    (void)state;
    prop_options options =
        listening_options("agreement", depth_stride(2) > 1 ? "variational-cayley" : NULL);
    char *printed;
    options.multiplier = 1;
    options.threads = 2;
    assert_int_equal(listening_run(&printed, &options, &prop_subject_fast), 0);
    if (strstr(printed, "never drawn")) print_error("%s", printed);
    assert_null(strstr(printed, "never drawn"));
    free(printed);
}

static void the_last_line_counts_and_the_seed_is_printed(void **state)
{
    (void)state;
    char *printed;
    prop_options options = listening_options("agreement", "tmk");
    options.seed = 77;
    assert_int_equal(listening_run(&printed, &options, &prop_subject_fast), 0);
    assert_non_null(strstr(printed, "seed 77"));
    size_t length = strlen(printed);
    assert_string_equal(printed + length - strlen("\n1 passed, 0 failed\n"),
                        "\n1 passed, 0 failed\n");
    free(printed);
    options.tap = true;
    assert_int_equal(listening_run(&printed, &options, &prop_subject_fast), 0);
    assert_non_null(strstr(printed, "\n1..1\nok 1 - agreement rigid-body/tmk fast"));
    free(printed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_larger_multiplier_asks_further_cases),
        cmocka_unit_test(every_item_has_a_stream_of_its_own),
        cmocka_unit_test(controls_are_drawn_in_general_position),
        cmocka_unit_test(a_law_in_which_nothing_was_checked_fails),
        cmocka_unit_test(a_path_that_lacks_what_the_other_offers_fails),
        cmocka_unit_test(what_is_printed_does_not_depend_on_the_threads),
        cmocka_unit_test(every_class_of_inputs_is_drawn_by_the_default_work),
        cmocka_unit_test(the_last_line_counts_and_the_seed_is_printed),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
