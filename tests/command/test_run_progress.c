/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The line of progress: when it is shown, and what it says of the time that is left.  The clock is
 * the machine's; what began when is set here. */
#include "oracle/plumbing/progress.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tests/support/cmocka.h"

enum { ROOM = 400 };

/* Begun so long ago, last shown so long ago. */
static slp_progress begun(double began, double shown)
{
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    const double now = (double)at.tv_sec + 1e-9 * (double)at.tv_nsec;
    return (slp_progress){.what = "work", .tty = true, .began = now - began, .shown = now - shown};
}

/* What is said on stderr meanwhile: of steps, of the share of `total`, of the end. */
static void said(char text[ROOM], slp_progress *p, uint64_t first, uint64_t count, uint64_t total)
{
    FILE *to = tmpfile();
    int before = dup(2);
    fflush(stderr);
    dup2(fileno(to), 2);
    if (total)
        slp_progress_share(p, first, count, total);
    else if (count)
        slp_progress_step(p, count);
    else
        slp_progress_end(p);
    fflush(stderr);
    dup2(before, 2);
    close(before);
    rewind(to);
    text[fread(text, 1, ROOM - 1, to)] = 0;
    fclose(to);
}

/* Two million steps in 10^6 s are two a second: a machine slow by five seconds changes no time
 * below by half a unit. */
static void time_that_is_left(void **unused)
{
    static const struct {
        uint64_t left;
        const char *words;
    } rows[] = {{25, "12 s"},        {119, "59 s"},
                {121, "1 min 0 s"},  {7199, "59 min 59 s"},
                {7201, "1 h 0 min"}, {172799, "23 h 59 min"},
                {172801, "1 d 0 h"}, {198002000, "1145 d 20 h"},
                {202000000, "years"}};
    char text[ROOM], wanted[ROOM];
    (void)unused;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        slp_progress p = begun(1e6, 1);
        unsigned long long total = 2000007 + rows[i].left;
        said(text, &p, 7, 2000007, total);
        snprintf(wanted, sizeof wanted, "\rwork 2000007 of %llu, 2 steps/s, %s left\033[K", total,
                 rows[i].words);
        assert_string_equal(text, wanted);
        assert_true(p.any);
    }
}

/* After two seconds, twice a second, on a terminal, and once something has been done. */
static void when_it_is_shown(void **unused)
{
    char text[ROOM];
    slp_progress p = begun(0.5, 0.5);
    (void)unused;
    said(text, &p, 0, 5, 0);
    assert_string_equal(text, "");
    assert_false(p.any);
    said(text, &p, 0, 0, 0);
    assert_string_equal(text, "");
    p = begun(2.1, 0.6);
    const double shown = p.shown;
    said(text, &p, 0, 5, 0);
    assert_string_equal(text, "\rwork 5");
    assert_ge(p.shown, shown + 0.6);
    p.shown += 60; /* a machine so slow that half a second passes would show it again */
    said(text, &p, 0, 6, 0);
    assert_string_equal(text, "");
    said(text, &p, 0, 0, 0);
    assert_string_equal(text, "\r\033[K");
    p = begun(100, 100);
    said(text, &p, 6, 6, 100);
    assert_string_equal(text, "");
    p = begun(100, 100);
    p.tty = false;
    said(text, &p, 0, 6, 100);
    assert_string_equal(text, "");
}

/* Off a terminal: a line an interval, also while one unit of work takes long; none before. */
static void watched_work(void **unused)
{
    static const double every = 0.2;
    static const char line[] = "work, 4 of 9 answered, 3 judged\n";
    char text[ROOM];
    slp_watch watch;
    FILE *to = tmpfile();
    int before = dup(2);
    (void)unused;
    fflush(stderr);
    dup2(fileno(to), 2);
    slp_watch_begin(&watch, "work,", 9, every);
    watch.answered = 4;
    watch.judged = 3;
    nanosleep(&(struct timespec){.tv_nsec = 700000000L}, NULL);
    slp_watch_end(&watch);
    slp_watch_begin(&watch, "short work,", 9, 100);
    slp_watch_end(&watch);
    dup2(before, 2);
    close(before);
    rewind(to);
    text[fread(text, 1, ROOM - 1, to)] = 0;
    fclose(to);
    size_t lines = 0;
    const char *at = text;
    for (; strncmp(at, line, strlen(line)) == 0; at += strlen(line)) lines++;
    assert_string_equal(at, "");
    assert_in_range(lines, 1, 6); /* three, unless the machine stops a thread for a while */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(time_that_is_left),
                                       cmocka_unit_test(when_it_is_shown),
                                       cmocka_unit_test(watched_work)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
