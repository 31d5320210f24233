/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Whole runs: every row against the same run made here step by step, from the same increments; a
 * run in two pieces is the run in one, to the byte. */
#include "fast/fast.h"
#include "oracle/contract/noise/noise.h"
#include "oracle/simulate/simulate.h"
#include "ref/ref.h"

#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/support/cmocka.h"

enum { MOST = 1 << 20, STEPS = 37, EVERY = 5, SEED = 77 };

static const char top[] = "case id=t system=heavy-top scheme=tmk inertia=4,2,1 chi=0,0,1 "
                          "noise=0.5,0,0.25,0,0,0,0,0,0.5,0,0,"
                          "0,0,0.125 h=0.03125 steps=100 x=0.5,-1,0.75,0.25,0.5,1\n";

static char *whole_file(const char *name, size_t *length)
{
    char *text = calloc(MOST + 1, 1);
    FILE *from = fopen(name, "rb");
    assert_non_null(from);
    *length = fread(text, 1, MOST, from);
    fclose(from);
    return text;
}

static void remove_all(void)
{
    remove("out");
    remove("mark");
}

/* What the table must hold: rows of the start, every fifth step and the last. */
static void expect_rows(const slp_case *c, bool fast, const char *text)
{
    slp_error err;
    fast_system *sys;
    ref_system *exact;
    assert_int_equal(fast_system_new(&sys, c, &err), SLP_OK);
    assert_int_equal(ref_system_new(&exact, c, &err), SLP_OK);
    const fast_scheme *rule = fast_scheme_find("tmk");
    double x[6], since[2] = {0, 0}, casimirs[2],
                 *room = malloc((fast_step_work_size(rule, sys) + 1) * sizeof(double));
    memcpy(x, c->x, sizeof x);
    static const char head[] = "t,x1,x2,x3,x4,x5,x6,energy,casimir1,casimir2,dW1,dW2\n";
    assert_memory_equal(text, head, strlen(head));
    text += strlen(head);
    for (unsigned n = 0; n <= STEPS; n++) {
        if (n > 0) {
            double dw[2];
            for (uint32_t k = 0; k < 2; k++) {
                dw[k] = slp_truncate(slp_increment(c->h, SEED, 0, k, 0, n - 1), c->h, 2);
                since[k] += dw[k];
            }
            if (fast)
                assert_int_equal(fast_step(x, NULL, rule, sys, x, c->h, dw, room), SLP_OK);
            else
                assert_int_equal(ref_step_round(x, NULL, ref_scheme_find("tmk"), exact, x, c->h, dw,
                                                REF_PREC_CAP),
                                 SLP_OK);
        }
        if (n % EVERY && n != STEPS) continue;
        double row[12];
        fast_casimirs(casimirs, sys, x);
        double wanted[12] = {n * c->h,    x[0],        x[1],     x[2],
                             x[3],        x[4],        x[5],     fast_energy(sys, x),
                             casimirs[0], casimirs[1], since[0], since[1]};
        for (int k = 0; k < 12; k++) {
            char *end;
            row[k] = strtod(text, &end);
            assert_true(end > text && *end == (k < 11 ? ',' : '\n'));
            text = end + 1;
            /* rounded once, or in binary64: at most 20 roundings of terms of size at most 2 */
            bool measured = k >= 7 && k < 10;
            if (measured ? fabs(row[k] - wanted[k]) > 32 * 0x1p-53 * (1 + fabs(wanted[k]))
                         : row[k] != wanted[k])
                fail_msg("step %u, column %d: %.17g, not %.17g", n, k, row[k], wanted[k]);
        }
        since[0] = since[1] = 0;
    }
    assert_int_equal(*text, 0);
    free(room);
    fast_system_free(sys);
    ref_system_free(exact);
}

static void open_top(slp_case *c)
{
    slp_error err;
    uint64_t horizon;
    slp_case_init(c);
    if (slp_preset_case(c, &horizon, top, &err) != SLP_OK)
        fail_msg("%zu %s: %s", err.line, err.field, err.text);
    assert_int_equal(horizon, 100);
    assert_int_equal(c->steps, 1);
}

static void rows_are_the_run(void **unused)
{
    (void)unused;
    for (int fast = 0; fast < 2; fast++) {
        slp_case c;
        slp_error err;
        slp_simulated report;
        size_t length;
        open_top(&c);
        slp_simulation run = {.start = &c,
                              .fast = fast,
                              .seed = SEED,
                              .steps = STEPS,
                              .every = EVERY,
                              .noise = true,
                              .out = "out",
                              .checkpoint = "mark",
                              .seconds = 1000};
        remove_all();
        assert_int_equal(slp_simulate(&report, &run, &err), SLP_OK);
        assert_int_equal(report.step, STEPS);
        assert_int_equal(report.signal, 0);
        char *text = whole_file("out", &length);
        expect_rows(&c, fast, text);
        free(text);
        slp_case_clear(&c);
    }
}

/* Made at once, and in pieces; two of them end between rows. */
static void pieces_are_the_whole(void **unused)
{
    static const uint64_t ends[] = {0, 5, 12, 12, 36, STEPS};
    static const struct {
        bool npy, brief, noise;
    } forms[] = {
        {false, false, true}, {false, true, false}, {true, false, true}, {true, true, false}};
    (void)unused;
    for (size_t k = 0; k < sizeof forms / sizeof *forms; k++) {
        slp_case c;
        slp_error err = {0};
        slp_simulated report;
        size_t lengths[4];
        open_top(&c);
        slp_simulation run = {.start = &c,
                              .fast = true,
                              .seed = SEED,
                              .steps = STEPS,
                              .every = EVERY,
                              .noise = forms[k].noise,
                              .brief = forms[k].brief,
                              .npy = forms[k].npy,
                              .out = "out",
                              .checkpoint = "mark",
                              .seconds = 1000,
                              .paces = 4};
        remove_all();
        assert_int_equal(slp_simulate(&report, &run, &err), SLP_OK);
        char *text[4] = {whole_file("out", &lengths[0]), whole_file("mark", &lengths[1])};
        size_t width = 8 * (1u + (run.brief ? 0 : 6) + 3 + (run.noise ? 2 : 0));
        if (run.npy) assert_int_equal(lengths[0], 256 + 9 * width);
        assert_int_equal(slp_simulate(&report, &run, &err), SLP_INPUT);
        assert_non_null(strstr(err.text, "exists; --resume"));
        remove_all();
        run.resume = true;
        for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
            run.steps = ends[i];
            slp_status status = slp_simulate(&report, &run, &err);
            if (status != SLP_OK) fail_msg("to %" PRIu64 ": %s", ends[i], err.text);
            assert_int_equal(report.step, ends[i]);
            assert_int_equal(report.vouched, ends[i]);
        }
        text[2] = whole_file("out", &lengths[2]);
        text[3] = whole_file("mark", &lengths[3]);
        for (int i = 0; i < 2; i++) {
            assert_int_equal(lengths[i], lengths[i + 2]);
            assert_memory_equal(text[i], text[i + 2], lengths[i]);
        }
        run.steps = STEPS - 1;
        assert_int_equal(slp_simulate(&report, &run, &err), SLP_INPUT);
        assert_non_null(strstr(err.text, "is 37 steps long already, more than the 36 asked for"));
        assert_string_equal(report.about, "out");
        for (int i = 0; i < 4; i++) free(text[i]);
        slp_case_clear(&c);
    }
}

/* A path that is not there, and a step that has no solution: whole rows before it stand. */
static void what_stops_a_run(void **unused)
{
    slp_case c;
    slp_error err;
    slp_simulated report;
    size_t length;
    (void)unused;
    open_top(&c);
    c.h = 1e6;
    slp_simulation run = {.start = &c,
                          .fast = true,
                          .seed = SEED,
                          .steps = STEPS,
                          .every = 1,
                          .out = "out",
                          .checkpoint = "mark",
                          .seconds = 1000};
    remove_all();
    assert_int_equal(slp_simulate(&report, &run, &err), SLP_NO_CONVERGENCE);
    assert_non_null(
        strstr(err.text, "step 1, to t = 1e+06, ended with no-convergence; try a smaller h"));
    assert_string_equal(err.id, "t");
    assert_int_equal(report.step, 0);
    assert_null(report.about);
    char *text = whole_file("out", &length);
    assert_non_null(strchr(text, '\n'));
    assert_int_equal(strchr(strchr(text, '\n') + 1, '\n') - text + 1, length); /* head, start */
    free(text);
    slp_case_clear(&c);
}

/* Does the process catch SIGTERM?  Then its run has begun: the file has been taken up. */
static bool begun(pid_t pid)
{
    char name[64], line[200];
    unsigned long long caught = 0;
    snprintf(name, sizeof name, "/proc/%ld/status", (long)pid);
    FILE *from = fopen(name, "r");
    while (from && fgets(line, sizeof line, from)) sscanf(line, "SigCgt: %llx", &caught);
    if (from) fclose(from);
    return caught >> (SIGTERM - 1) & 1;
}

/* Taken up and ended by SIGKILL before it saves anything: the file is as the checkpoint says, its
 * head included. */
static void killed_once_taken_up(void **unused)
{
    slp_case c;
    slp_error err;
    slp_simulated report;
    size_t lengths[2];
    const struct timespec little = {0, 1000000};
    (void)unused;
    open_top(&c);
    slp_simulation run = {.start = &c,
                          .fast = true,
                          .seed = SEED,
                          .steps = 20,
                          .every = 5,
                          .npy = true,
                          .out = "out",
                          .checkpoint = "mark",
                          .seconds = 1000,
                          .paces = 7};
    remove_all();
    assert_int_equal(slp_simulate(&report, &run, &err), SLP_OK);
    char *text[2] = {whole_file("out", &lengths[0]), NULL};
    FILE *more = fopen("out", "a"); /* rows that nothing vouches for, and a head that counts them */
    fputs("more than is vouched for", more);
    fclose(more);
    more = fopen("out", "r+");
    fputc('?', more);
    fclose(more);
    run.resume = true;
    run.steps = UINT64_C(1) << 50;
    run.paces = 0;
    pid_t pid = fork();
    if (pid == 0) {
        slp_simulate(&report, &run, &err);
        _exit(1);
    }
    while (!begun(pid) && waitpid(pid, NULL, WNOHANG) == 0) nanosleep(&little, NULL);
    kill(pid, SIGKILL);
    waitpid(pid, NULL, 0);
    text[1] = whole_file("out", &lengths[1]);
    assert_true(lengths[1] >= lengths[0]);
    assert_memory_equal(text[1], text[0], lengths[0]);
    free(text[0]);
    free(text[1]);
    slp_case_clear(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_the_run), cmocka_unit_test(pieces_are_the_whole),
        cmocka_unit_test(what_stops_a_run), cmocka_unit_test(killed_once_taken_up)};
    char path[] = "/tmp/slp-whole-XXXXXX", command[80];
    if (!mkdtemp(path) || chdir(path) != 0) return 2;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    ref_thread_cleanup();
    snprintf(command, sizeof command, "rm -rf %s", path);
    return system(command) == 0 ? failed : 1;
}
