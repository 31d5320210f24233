/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A run says how far it is while it runs: rows as they are decided, progress on another stream, how
 * long a shrinking may go on.
 * Calls the BLAS, for seconds. */
#include <stddef.h>
#include "tests/support/cmocka.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "props/engine/engine.h"
#include "tests/ref/thread_caches.h"

/* A subject that answers by the binary64 path, slowly, and wrongly from a number of coordinates on;
 * and listens at what has been printed when it is asked. */
typedef struct slow {
    long nanoseconds;
    size_t wrong_from; /* 0: never wrong */
    char **printed;    /* of open_memstream, which flushing brings up to date */
    bool heard_a_row;  /* a case of another scheme was asked after a row had been printed */
    size_t asked;
} slow;

static prop_disposition slow_answer(slp_result *r, char note[PROP_NOTE], const prop_subject *self,
                                    const slp_case *c)
{
    slow *own = self->own;
    const struct timespec pause = {0, own->nanoseconds};
    own->asked++;
    if (own->nanoseconds) nanosleep(&pause, NULL);
    if (own->printed && *own->printed && strcmp(c->scheme->name, "variational-cayley") == 0)
        own->heard_a_row = strstr(*own->printed, "  held\n") != NULL;
    prop_disposition became = prop_subject_fast.answer(r, note, &prop_subject_fast, c);
    if (own->wrong_from && c->d >= own->wrong_from)
        for (size_t i = 0; i < r->y.count; i++) r->y.at[i] = r->y.at[i] * (1 + 1e-6) + 1e-6;
    return became;
}

static bool slow_has(const prop_subject *self, const slp_system *system, const slp_scheme *scheme)
{
    (void)self;
    return prop_subject_fast.has(&prop_subject_fast, system, scheme);
}

/* Runs casimirs at a small multiplier; what is printed and what is said of progress, to be freed.
 */
static int run(char **printed, char **said, slow *own, prop_options options)
{
    prop_subject subject = {
        .name = "slow", .answer = slow_answer, .has = slow_has, .serial = true, .own = own};
    const prop_subject *subjects[] = {&subject, NULL};
    size_t size, length;
    *printed = *said = NULL;
    options.subjects = subjects;
    options.seed = 1;
    options.threads = 1;
    options.out = open_memstream(printed, &size);
    options.progress = open_memstream(said, &length);
    if (!options.out || !options.progress) abort();
    own->printed = printed;
    int status = prop_run(&options);
    fclose(options.out);
    fclose(options.progress);
    return status;
}

static void rows_are_printed_while_others_run(void **state)
{
    (void)state;
    char *printed, *said;
    slow own = {0};
    const prop_options options = {
        .law = "casimirs", .choice.system = "rigid-body", .multiplier = 0.01};
    assert_int_equal(run(&printed, &said, &own, options), 0);
    assert_true(own.heard_a_row);
    assert_string_equal(said, ""); /* not asked for: no interval */
    free(printed);
    free(said);
}

static void progress_is_said_now_and_then(void **state)
{
    (void)state;
    char *printed, *said;
    slow own = {.nanoseconds = 30000000};
    prop_options options = {.law = "casimirs",
                            .choice.system = "rigid-body",
                            .choice.scheme = slp_scheme_find("tmk"),
                            .multiplier = 0.05,
                            .every = 0.05};
    assert_int_equal(run(&printed, &said, &own, options), 0);
    assert_non_null(strstr(said, "slp check: 0 of 1 after 0 s; casimirs rigid-body/tmk slow\n"));
    assert_null(strchr(said, '\r'));
    free(printed);
    free(said);
    options.terminal = true;
    assert_int_equal(run(&printed, &said, &own, options), 0);
    assert_non_null(strstr(said, "\rslp check: 0 of 1; casimirs rigid-body/tmk slow\033[K"));
    assert_non_null(strstr(said, "\r\033[K")); /* and removed */
    assert_null(strchr(said, '\n'));
    free(printed);
    free(said);
}

static void a_shrinking_is_said_and_both_margins_have_names(void **state)
{
    (void)state;
    char *printed, *said;
    slow own = {.nanoseconds = 20000000, .wrong_from = 1};
    const prop_options options = {.law = "casimirs",
                                  .choice.system = "rigid-body",
                                  .choice.scheme = slp_scheme_find("tmk"),
                                  .multiplier = 0.01,
                                  .every = 0.02};
    assert_int_equal(run(&printed, &said, &own, options), 1);
    assert_non_null(strstr(said, "; shrinking a counterexample of casimirs rigid-body/tmk slow: "));
    assert_non_null(strstr(said, " % of the work it may take\n"));
    const char *line = strstr(printed, "counterexample: casimirs on rigid-body/tmk by slow, ");
    assert_non_null(line);
    double drawn, shrunk, worst;
    size_t checked;
    line += strlen("counterexample: casimirs on rigid-body/tmk by slow, ");
    assert_int_equal(sscanf(line,
                            "margin %lf as drawn, %lf after shrinking (worst of the %zu cases "
                            "checked: %lf)",
                            &drawn, &shrunk, &checked, &worst),
                     4);
    assert_gt(drawn, 1);
    assert_gt(shrunk, 1);
    assert_ge(worst, drawn);
    assert_gt(checked, 1);
    assert_null(strstr(printed, "cut off"));
    free(printed);
    free(said);
}

/* A failure of large cases alone: the shrinking ends at its limit of work, says so, and the same
 * candidates are tried again. */
static void the_shrinking_of_large_cases_is_cut_off_at_the_same_place(void **state)
{
    (void)state;
    slow own = {.wrong_from = 200};
    prop_subject subject = {.name = "slow", .answer = slow_answer, .has = slow_has, .own = &own};
    unsigned tried[2] = {0};
    char *cases[2];
    for (int k = 0; k < 2; k++) {
        prop_item_result item_result = {.item = {.law = prop_law_find("determinism"),
                                                 .system = slp_system_find("zeitlin-sphere"),
                                                 .scheme = slp_scheme_find("tmk"),
                                                 .subject = &subject}};
        prop_watch watch = {false};
        prop_counterexample *example = &item_result.example;
        prop_counterexample_init(example);
        example->item = item_result.item;
        example->item.law = prop_law_find("agreement");
        example->watch = &watch;
        slp_draw from;
        uint64_t number = 0;
        do {
            slp_draw_init(&from, prop_stream(&example->item, 1), number);
            assert_true(prop_draw(&example->drawn, &from, &example->item, number));
        } while (example->drawn.d < 200 && ++number < 2000);
        example->work = 0.9 * PROP_SHRINK_WORK; /* as if most had been done */
        example->seed = 1;
        example->number = number;
        slp_case_copy(&example->shrunk, &example->drawn);
        assert_int_equal(prop_apply_law(&example->first, &example->item, &example->drawn),
                         PROP_FAILED);
        prop_shrink(example);
        assert_true(example->cut);
        assert_ge(example->work, PROP_SHRINK_WORK);
        assert_lt(example->work, 2 * PROP_SHRINK_WORK);
        assert_int_equal(atomic_load(&watch.percent), 100);
        assert_int_equal(atomic_load(&watch.tried), example->tried);
        assert_false(atomic_load(&watch.on));
        tried[k] = example->tried;
        cases[k] = prop_case_fields(&example->shrunk, ' ');
        prop_counterexample_clear(example);
    }
    assert_int_equal(tried[0], tried[1]);
    assert_gt(tried[0], 2);
    assert_lt(tried[0], 20); /* of 200 coordinates, 8 and more for each */
    assert_string_equal(cases[0], cases[1]);
    free(cases[0]);
    free(cases[1]);
}

/* Holm's rule leaves alone what is above the level of a whole run, and nothing else that has not
 * fallen. */
static void rows_that_may_yet_fall_wait(void **state)
{
    (void)state;
    prop_item_result item_result = {.item = {.law = prop_law_find("drift"), .tests = 4},
                                    .p_value = 1};
    assert_true(prop_is_decided(&item_result));
    item_result.p_value = 0.3 * PROP_ALARM;
    assert_true(prop_is_decided(&item_result));
    item_result.p_value = 0.2 * PROP_ALARM;
    assert_false(prop_is_decided(&item_result));
    item_result.failed = 1;
    assert_true(prop_is_decided(&item_result));
    item_result.failed = 0;
    item_result.item.law = prop_law_find("casimirs");
    assert_true(prop_is_decided(&item_result));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_printed_while_others_run),
        cmocka_unit_test(progress_is_said_now_and_then),
        cmocka_unit_test(a_shrinking_is_said_and_both_margins_have_names),
        cmocka_unit_test(the_shrinking_of_large_cases_is_cut_off_at_the_same_place),
        cmocka_unit_test(rows_that_may_yet_fall_wait),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
