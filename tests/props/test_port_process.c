/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Ports that do to their pipes what a program may do: write lines with zero bytes or with CR LF,
 * without end, or none; read nothing; close their input; list pairs that nobody knows; answer
 * another case.  Each is told apart by its note, and none of them costs more than its time.  Then a
 * port that cannot be started, since the process may open no more files. */
#include "oracle/contract/draw/draw.h"
#include "oracle/plumbing/clock.h"
#include "props/prop.h"
#include "props/subject/port_process.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "tests/support/cmocka.h"

enum { LARGE = 1 << 21 };

/* ---- The process ---- */

static prop_port port;
static char note[PROP_NOTE];
static const char *line;

static void start(const char *command)
{
    port = (prop_port){.command = strdup(command), .seconds = 1};
    assert_non_null(port.command);
    assert_true(prop_port_start(&port));
    *note = '\0';
}

/* How it ended. */
static const char *stop(void)
{
    static char how[PROP_NOTE];
    prop_port_stop(&port, how);
    assert_int_equal(port.pid, 0);
    prop_port_stop(&port, NULL); /* nothing to stop */
    free(port.command);
    free(port.held);
    return how;
}

/* Takes a line of at most that many seconds. */
static bool take(double seconds)
{
    return prop_port_line(&line, &port, note, slp_clock_seconds() + seconds);
}

static void lines_as_they_are_written(void **unused)
{
    (void)unused;
    start("printf 'one\\r\\n\\ntwo'; sleep 0.1; printf ' and more\\nno end'");
    assert_true(take(20));
    assert_string_equal(line, "one");
    assert_true(take(20));
    assert_string_equal(line, "");
    assert_true(take(20));
    assert_string_equal(line, "two and more");
    assert_false(take(20));
    assert_string_equal(note, "its output ends within a line");
    assert_string_equal(stop(), "it exited with status 0");

    start("exec sh -c 'cat >/dev/null; exit 4'");
    assert_false(take(0.05));
    assert_string_equal(note, "no answer in time");
    assert_string_equal(stop(), "slp closed its input, then it exited with status 4");

    start("printf 'a\\0b\\n'");
    assert_false(take(20));
    assert_string_equal(note, "it wrote a line with a zero byte");
    stop();
}

static void nothing_in_time(void **unused)
{
    (void)unused;
    start("sleep 20");
    assert_false(take(0.05));
    assert_string_equal(note, "no answer in time");
    char *text = malloc(LARGE + 1); /* more than a pipe holds */
    assert_non_null(text);
    memset(text, 'x', LARGE);
    text[LARGE] = '\0';
    assert_false(prop_port_write(&port, note, text, slp_clock_seconds() + 0.05));
    assert_string_equal(note, "it did not read its input in time");
    assert_false(prop_port_write(&port, note, text, slp_clock_seconds() - 1));
    assert_string_equal(note, "it did not read its input in time");
    assert_string_equal(stop(), "slp closed its input and had to end it");

    start("printf begun; sleep 20");
    assert_false(take(0.2));
    assert_string_equal(note, "no whole line in time");
    stop();

    start("exec <&-; sleep 20");
    assert_false(prop_port_write(&port, note, text, slp_clock_seconds() + 5));
    assert_string_equal(note, "it closed its input");
    stop();
    free(text);
}

static void output_without_end(void **unused)
{
    (void)unused;
    start("cat /dev/zero");
    assert_false(take(20));
    assert_string_equal(note, "it writes without end");
    stop();

    start("cat /dev/zero");
    char *text = malloc(LARGE + 1);
    assert_non_null(text);
    memset(text, 'x', LARGE);
    text[LARGE] = '\0';
    assert_false(prop_port_write(&port, note, text, slp_clock_seconds() + 20));
    assert_string_equal(note, "it writes without end");
    free(text);
    assert_string_equal(stop(), "slp closed its input and had to end it");
}

/* ---- What it says ---- */

/* A port in the shell: what it prints for `list`, then for the case whose id is in $id, then for
 * every other. */
static prop_subject *open_port(const char *list, const char *first, const char *others,
                               slp_error *err)
{
    char script[2000];
    snprintf(script, sizeof script,
             "n=0; while read -r word rest; do case $word in list) %s ;; case) n=$((n+1)); "
             "id=${rest#id=}; "
             "id=${id%%%% *}; if [ $n = 1 ]; then %s; else %s; fi ;; esac; done",
             list, first, others);
    return prop_subject_port_new(script, 10, err);
}

static void draw(slp_case *c)
{
    slp_draw from;
    slp_draw_init(&from, 1, 0);
    slp_case_init(c);
    assert_int_equal(
        slp_draw_case(c, slp_system_find("rigid-body"), slp_scheme_find("tmk"), &from, 1), SLP_OK);
}

static void a_first_case_decides(void **unused)
{
    static const struct {
        const char *first, *why; /* why NULL: it is a port */
    } rows[] = {
        {"echo result id=$id error=unsupported", NULL},
        {"echo case id=$id x; echo '# words'; echo; echo list; echo result id=$id "
         "error=unsupported",
         NULL},
        {"echo case id=${id}0 x", "it echoed another case: \"case id=check-10 x\""},
        {"echo case id=other x", "it echoed another case: \"case id=other x\""},
        {"echo case nothing", "it echoed another case: \"case nothing\""},
        {"echo words", "neither a case nor a result: \"words\""},
        {"echo result id=other error=unsupported", "a result of another id than check-1"},
        {"echo result error=unsupported", "result cannot be read: id"},
        {"echo result id=$id nonsense", "no answer: nonsense has no value"},
        {"exit 3", "it closed its output; it exited with status 3"},
        {"kill -TERM $$", "it closed its output; it was ended by signal 15"},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        slp_error err = {0};
        prop_subject *got = open_port(":", rows[i].first, "exit 0", &err);
        if (!got != !!rows[i].why || (!got && !strstr(err.text, rows[i].why)))
            fail_msg("%s: %s", rows[i].first, got ? "taken" : err.text);
        prop_subject_port_free(got);
    }
    prop_subject_port_free(NULL);
}

/* Of the pairs that a port lists it has those that are known here, and no others. */
static void pairs_that_nobody_knows(void **unused)
{
    slp_error err = {0};
    slp_case c;
    slp_result r;
    (void)unused;
    prop_subject *got = open_port(
        "echo pair nonsense; echo pair system=rigid-body scheme=elsewhere; "
        "echo pair system=elsewhere scheme=tmk; "
        "echo pair system=rigid-body scheme=tmk; echo end",
        "echo result id=$id error=unsupported", "echo result id=$id error=unsupported", &err);
    if (!got) fail_msg("%s", err.text);
    const slp_system *body = slp_system_find("rigid-body");
    const slp_scheme *tmk = slp_scheme_find("tmk");
    assert_true(got->has(got, body, tmk));
    assert_false(got->has(got, body, slp_scheme_find("trapezoidal")));
    assert_false(got->has(got, slp_system_find("heavy-top"), tmk));
    assert_false(got->declines(got, body, tmk)); /* what it lists it offers */
    draw(&c);
    slp_result_init(&r);
    assert_int_equal(got->answer(&r, note, got, &c), PROP_REFUSED); /* and must not decline */
    slp_case_clear(&c);
    slp_result_clear(&r);
    prop_subject_port_free(got);
}

/* ---- A process that may open no more files ---- */

static void no_more_files(void **unused)
{
    slp_error err = {0};
    struct rlimit before, now;
    slp_case c;
    slp_result r;
    (void)unused;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    const int lowest = dup(0); /* the first that is not open */
    assert_gt(lowest, 0);
    close(lowest);
    for (int more = 0; more < 4; more += 2) { /* not one pipe; one, and no second */
        now = before;
        now.rlim_cur = (rlim_t)lowest + (rlim_t)more;
        assert_int_equal(setrlimit(RLIMIT_NOFILE, &now), 0);
        prop_subject *got = prop_subject_port_new("cat", 1, &err);
        assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
        assert_null(got);
        assert_string_equal(err.text, "cannot start the port: Too many open files");
        const int again = dup(0);
        assert_int_equal(again, lowest); /* nothing is left open */
        close(again);
    }
    prop_subject *got = open_port(":", "echo result id=$id error=unsupported", "exit 0", &err);
    assert_non_null(got);
    draw(&c);
    slp_result_init(&r);
    assert_int_equal(got->answer(&r, note, got, &c), PROP_UNRECEIVED);
    const char *ended = "it closed its output; it exited with status 0; the line was check-2, ";
    assert_non_null(strstr(note, ended));
    now.rlim_cur = (rlim_t)lowest;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &now), 0);
    assert_int_equal(got->answer(&r, note, got, &c), PROP_UNRECEIVED);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
    assert_string_equal(note, "the port ended or fell silent 1 times and is asked no more");
    slp_case_clear(&c);
    slp_result_clear(&r);
    prop_subject_port_free(got);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_as_they_are_written), cmocka_unit_test(nothing_in_time),
        cmocka_unit_test(output_without_end),        cmocka_unit_test(a_first_case_decides),
        cmocka_unit_test(pairs_that_nobody_knows),   cmocka_unit_test(no_more_files),
    };
    signal(SIGPIPE, SIG_IGN);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
