/* The engine that walks the laws: streams that extend, tokens that replay, counterexamples that shrink, a regression
 * file that grows once, and no pass where nothing was checked. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "props/engine.h"

/* ---- Subjects: the binary64 path, listened to or bent ---- */

typedef struct ear {
    FILE *log;   /* every case asked, NULL: not kept */
    double grow; /* answers are multiplied by it */
} ear;

static prop_disposition answer(slp_result *r, char note[PROP_NOTE], const prop_subject *self,
                               const slp_case *c)
{
    const ear *own = self->own;
    prop_disposition became = prop_subject_fast.answer(r, note, &prop_subject_fast, c);
    if (own->log) {
        char *fields = prop_case_fields(c, ' ');
        fprintf(own->log, "%s\n", fields);
        free(fields);
    }
    for (size_t i = 0; i < r->y.count; i++) r->y.at[i] *= own->grow;
    return became;
}

static bool has(const prop_subject *self, const slp_system *system, const slp_scheme *scheme)
{
    (void)self;
    return prop_subject_fast.has(&prop_subject_fast, system, scheme);
}

static int run(char **printed, prop_options *options, const prop_subject *subject)
{
    const prop_subject *subjects[] = {subject, NULL};
    size_t size;
    options->subjects = subjects;
    options->out = open_memstream(printed, &size);
    assert_non_null(options->out);
    int status = prop_run(options);
    fclose(options->out);
    return status;
}

static prop_options few(const char *law, const char *scheme)
{
    return (prop_options){.law = law,
                          .system = "rigid-body",
                          .scheme = scheme,
                          .seed = 1,
                          .multiplier = 0.25,
                          .threads = 1};
}

/* What a run asks, as text. */
static char *asked(double multiplier, uint64_t seed)
{
    char *log, *printed;
    size_t size;
    ear own = {.log = open_memstream(&log, &size), .grow = 1};
    prop_subject subject = {.name = "listening", .answer = answer, .has = has, .own = &own};
    prop_options options = few("agreement", "tmk");
    options.multiplier = multiplier;
    options.seed = seed;
    assert_int_equal(run(&printed, &options, &subject), 0);
    fclose(own.log);
    free(printed);
    return log;
}

static void a_larger_multiplier_asks_further_cases(void **state)
{
    (void)state;
    char *less = asked(0.1, 1), *more = asked(0.2, 1), *other = asked(0.1, 2);
    assert_true(strlen(more) > strlen(less));
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
            assert_true(c.dw[k] != 0 && fabs(c.dw[k]) < fabs(c.h));
            noisy++;
        }
    }
    assert_true(noisy >= 20);
    slp_case_clear(&c);
}

/* ---- Counterexamples ---- */

static void find(prop_tally *tally, const prop_subject *subject, const char *law,
                 const char *scheme)
{
    prop_options options = few(law, scheme);
    options.multiplier = 1;
    *tally = (prop_tally){.item = {.law = prop_law_find(law),
                                   .system = slp_system_find("rigid-body"),
                                   .scheme = slp_scheme_find(scheme),
                                   .subject = subject}};
    prop_counterexample_init(&tally->example);
    prop_tally_run(tally, &options);
}

static void a_shrunk_counterexample_still_fails_and_is_simpler(void **state)
{
    (void)state;
    ear own = {.grow = 1 + 1e-9};
    prop_subject subject = {.name = "growing", .answer = answer, .has = has, .own = &own};
    prop_tally tally;
    prop_finding found;
    find(&tally, &subject, "casimirs", "isospectral-midpoint");
    assert_true(tally.example.found);
    assert_int_equal(prop_try(&found, &tally.item, &tally.example.drawn), PROP_FAILED);
    assert_int_equal(prop_try(&found, &tally.item, &tally.example.shrunk), PROP_FAILED);
    assert_true(prop_complexity(&tally.example.shrunk) < prop_complexity(&tally.example.drawn));
    /* growth needs nothing but a state: all else must be gone */
    assert_int_equal(tally.example.shrunk.steps, 1);
    assert_int_equal(tally.example.shrunk.M, 0);
    assert_true(prop_complexity(&tally.example.shrunk) <= 90);
    prop_counterexample_clear(&tally.example);
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
    ear own = {.grow = 1 + 1e-9};
    prop_subject subject = {.name = "growing", .answer = answer, .has = has, .own = &own};
    const prop_subject *subjects[] = {&subject, NULL};
    prop_tally tally;
    prop_item item;
    slp_case c;
    slp_error err;
    slp_case_init(&c);
    find(&tally, &subject, "casimirs", "variational-cayley");
    const prop_counterexample *example = &tally.example;
    char *drawn = prop_token_of_number(&tally.item, example->seed, example->number);
    assert_int_equal(prop_token_read(&item, &c, subjects, drawn, &err), SLP_OK);
    same_case(&c, &example->drawn);
    char *exact = prop_token_of_case(&tally.item, &example->drawn);
    assert_int_equal(prop_token_read(&item, &c, subjects, exact, &err), SLP_OK);
    same_case(&c, &example->drawn);
    assert_ptr_equal(item.law, tally.item.law);
    assert_ptr_equal(item.subject, &subject);
    assert_int_equal(strcspn(exact, " ;&|<>()$`\\\"'*?[]#~!{}"),
                     strlen(exact)); /* one shell word */

    prop_options options = {.replay = exact, .threads = 1};
    char *printed;
    assert_int_equal(run(&printed, &options, &subject), 1);
    free(printed);
    own.grow = 1;
    assert_int_equal(run(&printed, &options, &subject), 0);
    free(printed);
    free(drawn);
    free(exact);
    slp_case_clear(&c);
    prop_counterexample_clear(&tally.example);
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
        assert_true(strlen(err.text) > 0);
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
    assert_true(file >= 0);
    close(file);
    ear own = {.grow = 1 + 1e-9};
    prop_subject subject = {.name = "growing", .answer = answer, .has = has, .own = &own};
    prop_options options = few("casimirs", "tmk");
    options.regressions = path;
    options.save = true;
    assert_int_equal(run(&printed, &options, &subject), 1);
    assert_non_null(strstr(printed, "1 added to"));
    free(printed);
    assert_int_equal(lines_with(path, "case id=casimirs--"), 1);

    assert_int_equal(run(&printed, &options, &subject), 1);
    const char *again = strstr(printed, "(regression casimirs--");
    assert_non_null(again);
    assert_null(strstr(printed, "added to"));
    const char *fresh = strstr(again, "casimirs     rigid-body/tmk");
    assert_non_null(fresh); /* the drawn cases come after it */
    free(printed);
    assert_int_equal(lines_with(path, "case id=casimirs--"), 1);

    own.grow = 1;
    assert_int_equal(run(&printed, &options, &subject), 0);
    assert_non_null(strstr(printed, "2 passed, 0 failed\n"));
    free(printed);
    remove(path);
}

static void a_regression_file_that_cannot_be_read_is_unusable(void **state)
{
    (void)state;
    char path[] = "/tmp/slp-regressions-XXXXXX", *printed;
    int file = mkstemp(path);
    assert_true(file >= 0);
    static const char text[] = "case id=nolaw--1 system=rigid-body scheme=tmk inertia=1,1,1 h=0.5 "
                               "steps=1 x=1,0,0\n";
    assert_int_equal(write(file, text, sizeof text - 1), (ssize_t)(sizeof text - 1));
    close(file);
    prop_options options = few("casimirs", "tmk");
    options.regressions = path;
    assert_int_equal(run(&printed, &options, &prop_subject_fast), 2);
    free(printed);
    remove(path);
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
    prop_law law = {.name = "never", .cases = 8, .check = always_skips};
    prop_options options = few(NULL, NULL);
    prop_tally tally = {.item = {.law = &law,
                                 .system = slp_system_find("rigid-body"),
                                 .scheme = slp_scheme_find("tmk"),
                                 .subject = &prop_subject_fast}};
    prop_counterexample_init(&tally.example);
    prop_tally_run(&tally, &options);
    assert_int_equal(tally.skipped, 2);
    assert_int_equal(tally.failed, 0);
    assert_int_equal(prop_tally_verdict(&tally), PROP_FELL);
    prop_counterexample_clear(&tally.example);
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
    prop_options options = few("agreement", "tmk");
    char *printed;
    assert_int_equal(run(&printed, &options, &lacking), 1);
    assert_non_null(strstr(printed, "not offered, though the other path offers it"));
    free(printed);
}

static void what_is_printed_does_not_depend_on_the_threads(void **state)
{
    (void)state;
    char *one, *four;
    prop_options options = few(NULL, NULL);
    options.multiplier = 0.05;
    int alone = run(&one, &options, &prop_subject_fast);
    options.threads = 4;
    int together = run(&four, &options, &prop_subject_fast);
    assert_int_equal(alone, together);
    assert_string_equal(one, four);
    free(one);
    free(four);
}

static void every_class_of_inputs_is_drawn_by_the_default_work(void **state)
{
    (void)state;
    prop_options options = few("agreement", NULL);
    char *printed;
    options.multiplier = 1;
    options.threads = 2;
    assert_int_equal(run(&printed, &options, &prop_subject_fast), 0);
    if (strstr(printed, "never drawn")) print_error("%s", printed);
    assert_null(strstr(printed, "never drawn"));
    free(printed);
}

static void the_last_line_counts_and_the_seed_is_printed(void **state)
{
    (void)state;
    char *printed;
    prop_options options = few("agreement", "tmk");
    options.seed = 77;
    assert_int_equal(run(&printed, &options, &prop_subject_fast), 0);
    assert_non_null(strstr(printed, "seed 77"));
    size_t length = strlen(printed);
    assert_string_equal(printed + length - strlen("\n1 passed, 0 failed\n"),
                        "\n1 passed, 0 failed\n");
    free(printed);
    options.tap = true;
    assert_int_equal(run(&printed, &options, &prop_subject_fast), 0);
    assert_non_null(strstr(printed, "\n1..1\nok 1 - agreement rigid-body/tmk fast"));
    free(printed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_larger_multiplier_asks_further_cases),
        cmocka_unit_test(every_item_has_a_stream_of_its_own),
        cmocka_unit_test(controls_are_drawn_in_general_position),
        cmocka_unit_test(a_shrunk_counterexample_still_fails_and_is_simpler),
        cmocka_unit_test(tokens_name_their_case_to_the_bit),
        cmocka_unit_test(tokens_that_say_nothing_are_refused),
        cmocka_unit_test(a_counterexample_is_saved_once_and_tried_first),
        cmocka_unit_test(a_regression_file_that_cannot_be_read_is_unusable),
        cmocka_unit_test(a_law_in_which_nothing_was_checked_fails),
        cmocka_unit_test(a_path_that_lacks_what_the_other_offers_fails),
        cmocka_unit_test(what_is_printed_does_not_depend_on_the_threads),
        cmocka_unit_test(every_class_of_inputs_is_drawn_by_the_default_work),
        cmocka_unit_test(the_last_line_counts_and_the_seed_is_printed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
