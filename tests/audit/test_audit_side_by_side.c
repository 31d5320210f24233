/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Claims side by side: which rank runs which, in how many threads, what is printed meanwhile.
 * Other ranks are made up, or not there. */
#include "reports/audit/audit.h"
#include "tests/claims/claim_text.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "tests/support/cmocka.h"

enum { TEXT = 4000, MOST = 40 };

/* The threads it was given, and the size of its team. */
static slp_status counting(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    (void)err;
    m->values[0] = (slp_interval){trial->threads, trial->threads, 1, true};
    double size = trial->team ? (double)trial->team->size : 0;
    m->values[1] = (slp_interval){size, size, 1, true};
    if (trial->progress) trial->progress(trial->to, 0.5);
    return SLP_OK;
}

/* Nearly five seconds, a part of it told: half, or a quarter of one whose seed is 1. */
static slp_status slow(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    nanosleep(&(struct timespec){0, 200000000}, NULL);
    trial->progress(trial->to, trial->experiment->seed == 1 ? 0.25 : 0.5);
    trial->progress(trial->to, 0.75); /* too soon to be told */
    nanosleep(&(struct timespec){4, 600000000}, NULL);
    return counting(m, trial, err);
}

#define VALUES .values = {{"largest", "", ""}, {"unable", "", ""}}
static const slp_quantity apart = {.name = "apart", VALUES, .measure = counting},
                          waits = {.name = "waits", VALUES, .measure = slow},
                          together = {
                              .name = "together", VALUES, .measure = counting, .spreads = true};

static void entry(audit_entry *e, const char *id, const slp_quantity *quantity)
{
    slp_error err;
    memset(e, 0, sizeof *e);
    assert_int_equal(slp_claim_read(&e->claim,
                                    CLAIM_HEAD CLAIM_EXPERIMENTS CLAIM_MEASURES
                                    "decide:\n  - verdict: confirmed\n    because: so\n    when: "
                                    "[{value: m.largest, is: below, bound: 100}]\n",
                                    "test", &err),
                     SLP_OK);
    e->claim.id = slp_own(&e->claim.owned, strdup(id));
    e->claim.measure[0].quantity = quantity;
    e->command = strdup("it");
    e->inputs = strdup(id);
}

static void release(audit_entry *e, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        slp_claim_clear(&e[i].claim);
        free(e[i].command);
        free(e[i].inputs);
        json_decref(e[i].record);
    }
}

/* The k-th value of a record's only measure. */
static double number(const audit_entry *e, size_t k)
{
    json_t *m = json_array_get(json_object_get(e->record, "measures"), 0);
    return json_real_value(json_object_get(json_array_get(json_object_get(m, "values"), k), "low"));
}

static const char *error_of(const audit_entry *e)
{
    return json_string_value(json_object_get(e->record, "error"));
}

static void read_back(char text[TEXT], FILE *from)
{
    rewind(from);
    text[fread(text, 1, TEXT - 1, from)] = 0;
    fclose(from);
}

/* One job: one after the other.  More jobs than claims: each has its share as threads, unless they
 * are given. */
static void jobs_become_threads(void **unused)
{
    static const struct {
        size_t count, jobs;
        unsigned given, wanted;
    } rows[] = {{1, 1, 0, 0}, {2, 2, 0, 0}, {2, 3, 0, 1}, {2, 7, 0, 3}, {2, 7, 5, 5}, {3, 2, 0, 0}};
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        audit_entry e[3];
        static const slp_team alone = {.size = 9};
        audit_options options = {
            .out = "out", .jobs = rows[i].jobs, .threads = rows[i].given, .team = &alone};
        for (size_t k = 0; k < rows[i].count; k++)
            entry(&e[k], k ? k > 1 ? "c" : "b" : "a", &together);
        assert_int_equal(audit_run(e, rows[i].count, &options), 0);
        for (size_t k = 0; k < rows[i].count; k++) {
            assert_true(number(&e[k], 0) == rows[i].wanted);
            assert_true(number(&e[k], 1) == 0); /* a claim's process is alone */
            assert_int_equal(json_integer_value(json_object_get(e[k].record, "threads")),
                             rows[i].wanted ? rows[i].wanted : 1);
            assert_false(e[k].reused);
        }
        release(e, rows[i].count);
    }
}

static void nothing_and_nowhere(void **unused)
{
    audit_entry e;
    audit_options options = {.out = "/dev/null/out", .jobs = 1};
    char text[TEXT];
    (void)unused;
    entry(&e, "a", &apart);
    assert_int_equal(audit_run(&e, 1, &options), 2);
    assert_null(e.record);
    e.elsewhere = true;
    options.out = "out";
    options.table = tmpfile();
    assert_int_equal(audit_run(&e, 1, &options), 0);
    assert_null(e.record);
    read_back(text, options.table);
    assert_string_equal(text, "claim  verdict         as meant        rests on              "
                              "size                      "
                              "deciding number                                       "
                              "reproduce with\n");
    release(&e, 1);
}

/* Five of six at a time; the line has room for four; rows come in the order of the claims. */
static void what_is_shown_meanwhile(void **unused)
{
    audit_entry e[6];
    audit_options options = {.out = "out", .jobs = 5, .table = tmpfile(), .progress = tmpfile()};
    char text[TEXT], id[40];
    (void)unused;
    for (size_t i = 0; i < 6; i++) {
        snprintf(id, sizeof id, "a-claim-of-twenty-four-c%zu", i);
        entry(&e[i], id, i == 5 ? &apart : &waits);
        e[i].claim.experiment[0].seed = i == 1 ? 1 : 2;
    }
    assert_int_equal(audit_run(e, 6, &options), 0);
    read_back(text, options.progress);
    static const char line[] = "\r\033[K0 of 6 claims  a-claim-of-twenty-four-c 50 %"
                               "  a-claim-of-twenty-four-c 25 %  a-claim-of-twenty-four-c 50 %"
                               "  a-claim-of-twenty-four-c 50 %";
    assert_memory_equal(text, line, strlen(line));
    assert_true(text[strlen(line)] == '\r');
    read_back(text, options.table);
    const char *at = text;
    for (size_t i = 0; i < 6; i++) {
        snprintf(id, sizeof id, "\na-claim-of-twenty-four-c%zu  confirmed", i);
        at = strstr(at, id);
        assert_non_null(at);
    }
    release(e, 6);
}

/* What the other ranks say, call by call: the largest is theirs where it is larger. */
typedef struct others {
    int say[MOST];
    size_t calls;
} others;

static int largest(void *own, int mine)
{
    others *o = own;
    assert_true(o->calls < MOST);
    int theirs = o->say[o->calls++];
    return mine > theirs ? mine : theirs;
}

/* Alone in its team a rank does all, claims that spread by itself. */
static void a_team_of_one(void **unused)
{
    audit_entry e[3];
    others o = {.calls = 0};
    const slp_team team = {0, 1, NULL, largest, &o};
    audit_options options = {.out = "team",
                             .jobs = 2,
                             .threads = 3,
                             .team = &team,
                             .table = tmpfile(),
                             .progress = tmpfile()};
    char text[TEXT];
    (void)unused;
    entry(&e[0], "a", &together);
    entry(&e[1], "b", &apart);
    entry(&e[2], "c", &together);
    assert_int_equal(audit_run_team(e, 3, &options), 0);
    for (size_t i = 0; i < 3; i++) {
        assert_true(number(&e[i], 0) == (i == 1 ? 1 : 3));
        assert_true(number(&e[i], 1) == (i == 1 ? 0 : 1));
        char why[AUDIT_WHY];
        json_t *stored = audit_stored(&e[i], "team", why);
        assert_non_null(stored);
        json_decref(stored);
    }
    read_back(text, options.table);
#define ROW                                                                                        \
    "      confirmed       confirmed       decisive number       1 sample                  "       \
    "m.largest: "
    const char *b = strstr(text, "\nb" ROW "1  "), *a = strstr(text, "\na" ROW "3  "),
               *c = strstr(text, "\nc" ROW "3  ");
    assert_true(strncmp(text, "claim  verdict", 14) == 0 && a && a < b && b < c);
    read_back(text, options.progress);
    assert_string_equal(text, "\r\033[K50.0 %\r\033[K\r\033[K50.0 %\r\033[K");
    assert_int_equal(access("team/ranks", F_OK), -1);
    release(e, 3); /* taken up again, nothing is left to do */
    for (size_t i = 0; i < 2; i++) entry(&e[i], i ? "b" : "a", i ? &apart : &together);
    options.resume = true;
    options.table = tmpfile();
    options.progress = NULL;
    o.calls = 0;
    assert_int_equal(audit_run_team(e, 2, &options), 0);
    assert_true(e[0].reused && e[1].reused);
    fclose(options.table);
    release(e, 2);
}

/* Rank 0 of two whose other rank does nothing: of its claims there is what was there before, or an
 * error. */
static void a_rank_that_is_not_there(void **unused)
{
    audit_entry e[4];
    others o = {.calls = 0};
    const slp_team team = {0, 2, NULL, largest, &o};
    audit_options options = {.out = "two", .jobs = 1, .team = &team, .table = tmpfile()};
    (void)unused;
    for (size_t i = 0; i < 4; i++)
        entry(&e[i], (const char *const[]){"a", "b", "c", "d"}[i], &apart);
    assert_int_equal(mkdir("two", 0700), 0);
    assert_true(audit_prepare("two"));
    json_t *left = audit_error_record(&e[3], false, "left by rank 1");
    assert_true(audit_keep(left, "d", "two"));
    json_decref(left);
    assert_int_equal(audit_run_team(e, 4, &options), 1);
    assert_true(audit_decided(e[0].record) && audit_decided(e[2].record));
    assert_string_equal(error_of(&e[1]), "its rank left no record of the claim");
    assert_string_equal(error_of(&e[3]), "left by rank 1");
    release(e, 4);
    fclose(options.table);
}

/* Rank 1 of two, told by a script what rank 0 says: it runs every second claim that does not
 * spread, and prints nothing. */
static void the_second_rank(void **unused)
{
    audit_entry e[5];
    static const char *const ids[] = {"a", "b", "s", "c", "d"};
    /* no failure; word; written; seen; which are left (d is not); run; together; status */
    others o = {.say = {0, 4711, 0, 0, 1, 1, 1, 1, 0, 0, 0, 1}};
    const slp_team team = {1, 2, NULL, largest, &o};
    audit_options options = {.out = "one", .jobs = 1, .team = &team, .table = tmpfile()};
    char text[TEXT];
    (void)unused;
    assert_true(audit_make_directories("one") && audit_prepare("one"));
    assert_true(audit_write("one/ranks", "4711\n", 5));
    for (size_t i = 0; i < 5; i++) entry(&e[i], ids[i], i == 2 ? &together : &apart);
    assert_int_equal(audit_run_team(e, 5, &options), 1);
    assert_int_equal(o.calls, 12);
    for (size_t i = 0; i < 5; i++) {
        char why[AUDIT_WHY];
        json_t *stored = audit_load(ids[i], "one", why);
        assert_int_equal(stored != NULL,
                         i == 1); /* a is rank 0's, c too, and s is rank 0's to keep */
        json_decref(stored);
    }
    read_back(text, options.table);
    assert_string_equal(text, "");
    assert_int_equal(access("one/ranks", F_OK), 0); /* rank 0's to remove */
    release(e, 5);                                  /* another directory than rank 0's */
    o = (others){.say = {0, 4712, 0, 0}};
    entry(&e[0], "a", &apart);
    assert_int_equal(audit_run_team(e, 1, &options), 2);
    assert_int_equal(o.calls, 4);
    assert_null(e[0].record);
    /* where it cannot write */
    o = (others){.say = {0, 4711, 0, 0, 1, 0, 0}};
    options.out = "bad";
    assert_true(audit_make_directories("bad") && audit_write("bad/ranks", "4711\n", 5));
    assert_true(audit_write("bad/results", "", 0));
    assert_int_equal(audit_run_team(e, 1, &options), 2);
    assert_int_equal(o.calls, 7);
    release(e, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(jobs_become_threads), cmocka_unit_test(nothing_and_nowhere),
        cmocka_unit_test(a_team_of_one),       cmocka_unit_test(a_rank_that_is_not_there),
        cmocka_unit_test(the_second_rank),     cmocka_unit_test(what_is_shown_meanwhile)};
    char path[] = "/tmp/slp-sides-XXXXXX", command[80];
    if (!mkdtemp(path) || chdir(path) != 0) return 2;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    snprintf(command, sizeof command, "rm -rf %s", path);
    return system(command) == 0 ? failed : 1;
}
