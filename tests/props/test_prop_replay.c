/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Counterexamples: they shrink and still fail, replay to the bit from one shell word, and are saved
 * once, in a file that is tried first. */
#include <stddef.h>
#include "tests/support/cmocka.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "props/engine/engine.h"
#include "tests/ref/thread_caches.h"
#include "tests/props/observed_subject.h"
#include "ref/ref.h"

static void find(prop_item_result *item_result, const prop_subject *subject, const char *law,
                 const char *scheme)
{
    prop_options options = listening_options(law, scheme);
    options.multiplier = 1;
    *item_result = (prop_item_result){.item = {.law = prop_law_find(law),
                                               .system = slp_system_find("rigid-body"),
                                               .scheme = slp_scheme_find(scheme),
                                               .subject = subject}};
    prop_counterexample_init(&item_result->example);
    prop_run_item(item_result, &options);
}

static void a_shrunk_counterexample_still_fails_and_is_simpler(void **state)
{
    (void)state;
    listening own = {.grow = 1 + 1e-9};
    prop_subject subject = {
        .name = "growing", .answer = listening_answer, .has = listening_has, .own = &own};
    prop_item_result item_result;
    prop_finding found;
    find(&item_result, &subject, "casimirs", "isospectral-midpoint");
    assert_true(item_result.example.found);
    assert_int_equal(prop_apply_law(&found, &item_result.item, &item_result.example.drawn),
                     PROP_FAILED);
    assert_int_equal(prop_apply_law(&found, &item_result.item, &item_result.example.shrunk),
                     PROP_FAILED);
    assert_lt(prop_complexity(&item_result.example.shrunk),
              prop_complexity(&item_result.example.drawn));
    /* growth needs nothing but a state: all else must be gone */
    assert_int_equal(item_result.example.shrunk.steps, 1);
    assert_int_equal(item_result.example.shrunk.M, 0);
    assert_le(prop_complexity(&item_result.example.shrunk), 90);
    prop_counterexample_clear(&item_result.example);
}

static void shrinking_keeps_what_the_failure_needs(void **state)
{
    (void)state;
    listening own = {.grow = 1 + 1e-9, .noisy = true};
    prop_subject subject = {
        .name = "noisy", .answer = listening_answer, .has = listening_has, .own = &own};
    prop_item_result item_result;
    prop_finding found;
    find(&item_result, &subject, "casimirs", "tmk");
    assert_true(item_result.example.found);
    assert_int_equal(prop_apply_law(&found, &item_result.item, &item_result.example.shrunk),
                     PROP_FAILED);
    assert_gt(item_result.example.shrunk.M, 0);
    prop_counterexample_clear(&item_result.example);
}

static void same_case(const slp_case *a, const slp_case *b)
{
    char *one = prop_case_fields(a, ' '), *two = prop_case_fields(b, ' ');
    assert_string_equal(one, two);
    free(one);
    free(two);
    assert_memory_equal(a->x, b->x, a->d * sizeof *a->x);
    assert_memory_equal(&a->h, &b->h, sizeof a->h);
    if (a->M) assert_memory_equal(a->dw, b->dw, a->steps * a->M * sizeof *a->dw);
}

static void tokens_name_their_case_to_the_bit(void **state)
{
    (void)state;
    listening own = {.grow = 1 + 1e-9};
    prop_subject subject = {
        .name = "growing", .answer = listening_answer, .has = listening_has, .own = &own};
    const prop_subject *subjects[] = {&subject, NULL};
    prop_item_result item_result;
    prop_item item;
    slp_case c;
    slp_error err;
    slp_case_init(&c);
    find(&item_result, &subject, "casimirs", "variational-cayley");
    const prop_counterexample *example = &item_result.example;
    char *drawn = prop_token_of_number(&item_result.item, example->seed, example->number);
    assert_int_equal(prop_token_read(&item, &c, subjects, drawn, &err), SLP_OK);
    same_case(&c, &example->drawn);
    char *exact = prop_token_of_case(&item_result.item, &example->drawn);
    assert_int_equal(prop_token_read(&item, &c, subjects, exact, &err), SLP_OK);
    same_case(&c, &example->drawn);
    assert_ptr_equal(item.law, item_result.item.law);
    assert_ptr_equal(item.subject, &subject);
    assert_int_equal(strcspn(exact, " ;&|<>()$`\\\"'*?[]#~!{}"),
                     strlen(exact)); /* one shell word */

    prop_options options = {.replay = exact, .threads = 1};
    char *printed;
    assert_int_equal(listening_run(&printed, &options, &subject), 1);
    free(printed);
    own.grow = 1;
    assert_int_equal(listening_run(&printed, &options, &subject), 0);
    free(printed);
    free(drawn);
    free(exact);
    slp_case_clear(&c);
    prop_counterexample_clear(&item_result.example);
}

static void tokens_that_say_nothing_are_refused(void **state)
{
    (void)state;
    static const char *const bad[] = {"",
                                      "casimirs",
                                      "casimirs/fast",
                                      "casimirs/fast/",
                                      "casimir/fast/rigid-body/tmk/1/1",
                                      "casimirs/slow/rigid-body/tmk/1/1",
                                      "poisson/fast/rigid-body/tmk/1/1",
                                      "casimirs/fast/rigid-body/tmk/1",
                                      "casimirs/fast/rigid-body/tmk/1/x",
                                      "casimirs/fast/rigid-body/tmk/1/1/1",
                                      "casimirs/fast/canonical/isospectral-midpoint/1/1",
                                      "casimirs/fast/system=rigid-body/scheme=tmk/h=nan",
                                      "casimirs/fast/system=rigid-body"};
    const prop_subject *subjects[] = {&prop_subject_fast, NULL};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        prop_item item;
        slp_case c;
        slp_error err;
        slp_case_init(&c);
        if (prop_token_read(&item, &c, subjects, bad[i], &err) != SLP_INPUT) fail_msg("%s", bad[i]);
        assert_gt(strlen(err.text), 0);
        slp_case_clear(&c);
    }
}

/* ---- The regression file ---- */

static size_t lines_with(const char *path, const char *start)
{
    char line[4096];
    size_t count = 0;
    FILE *from = fopen(path, "r");
    if (!from) return 0;
    while (fgets(line, sizeof line, from)) count += strncmp(line, start, strlen(start)) == 0;
    fclose(from);
    return count;
}

static void a_counterexample_is_saved_once_and_tried_first(void **state)
{
    (void)state;
    char path[] = "/tmp/slp-regressions-XXXXXX", *printed;
    int file = mkstemp(path);
    assert_ge(file, 0);
    close(file);
    listening own = {.grow = 1 + 1e-9};
    prop_subject subject = {
        .name = "growing", .answer = listening_answer, .has = listening_has, .own = &own};
    prop_options options = listening_options("casimirs", "tmk");
    options.regressions = path;
    options.save = true;
    assert_int_equal(listening_run(&printed, &options, &subject), 1);
    assert_non_null(strstr(printed, "1 added to"));
    free(printed);
    assert_int_equal(lines_with(path, "case id=casimirs--"), 1);

    assert_int_equal(listening_run(&printed, &options, &subject), 1);
    const char *again = strstr(printed, "(regression casimirs--");
    assert_non_null(again);
    assert_null(strstr(printed, "added to"));
    const char *fresh = strstr(again, "casimirs     rigid-body/tmk");
    assert_non_null(fresh); /* the drawn cases come after it */
    free(printed);
    assert_int_equal(lines_with(path, "case id=casimirs--"), 1);

    own.grow = 1;
    assert_int_equal(listening_run(&printed, &options, &subject), 0);
    assert_non_null(strstr(printed, "2 passed, 0 failed\n"));
    free(printed);
    remove(path);
}

static void a_regression_file_that_cannot_be_read_is_unusable(void **state)
{
    (void)state;
    char path[] = "/tmp/slp-regressions-XXXXXX", *printed;
    int file = mkstemp(path);
    assert_ge(file, 0);
    static const char text[] = "case id=nolaw--1 system=rigid-body scheme=tmk inertia=1,1,1 h=0.5 "
                               "steps=1 x=1,0,0\n";
    assert_int_equal(write(file, text, sizeof text - 1), (ssize_t)(sizeof text - 1));
    close(file);
    prop_options options = listening_options("casimirs", "tmk");
    options.regressions = path;
    assert_int_equal(listening_run(&printed, &options, &prop_subject_fast), 2);
    free(printed);
    remove(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_shrunk_counterexample_still_fails_and_is_simpler),
        cmocka_unit_test(shrinking_keeps_what_the_failure_needs),
        cmocka_unit_test(tokens_name_their_case_to_the_bit),
        cmocka_unit_test(tokens_that_say_nothing_are_refused),
        cmocka_unit_test(a_counterexample_is_saved_once_and_tried_first),
        cmocka_unit_test(a_regression_file_that_cannot_be_read_is_unusable),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
