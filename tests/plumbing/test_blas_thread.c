/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Threads of the BLAS beside those of `slp check` and `slp audit`: one, unless the environment says
 * otherwise, in whatever process the BLAS is called; and with it callers side by side leave the
 * BLAS's own threads asleep.
 *
 * The word to the BLAS is overheard: this program's openblas_set_num_threads comes before the
 * library's, notes process and number in a pipe, and hands the number on. */
#include "tests/support/cmocka.h"

#include "reports/audit/audit.h"
#include "oracle/plumbing/blas_thread.h"
#include "oracle/command/command.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { POOL = 4, CALLERS = 2, N = 256, CALLS = 8, MOST = 64 };

extern void goto_set_num_threads(int count) __attribute__((weak));
extern void dgemm_(const char *, const char *, const int *, const int *, const int *,
                   const double *, const double *, const int *, const double *, const int *,
                   const double *, double *, const int *);
void openblas_set_num_threads(int count); /* stands in for the library's */

typedef struct word {
    pid_t who;
    int count;
} word;

static int overheard[2] = {-1, -1};

void openblas_set_num_threads(int count)
{
    const word w = {getpid(), count};
    if (overheard[1] >= 0 && write(overheard[1], &w, sizeof w) != sizeof w) abort();
    if (goto_set_num_threads) goto_set_num_threads(count);
}

/* What was said since; how often. */
static int words(word said[MOST])
{
    int count = 0;
    while (count < MOST && read(overheard[0], &said[count], sizeof *said) == sizeof *said) count++;
    return count;
}

static int start(void **state)
{
    (void)state;
    unsetenv("OPENBLAS_NUM_THREADS");
    unsetenv("OMP_NUM_THREADS");
    return pipe(overheard) || fcntl(overheard[0], F_SETFL, O_NONBLOCK);
}

static int end(void **state)
{
    (void)state;
    close(overheard[0]);
    close(overheard[1]);
    return 0;
}

/* ---- What is said ---- */

static void unless_the_environment_says(void **state)
{
    static const struct {
        const char *name, *value;
        int words;
    } trials[] = {{"OPENBLAS_NUM_THREADS", "3", 0},
                  {"OMP_NUM_THREADS", "2", 0},
                  {"OPENBLAS_NUM_THREADS", "", 1},
                  {"OTHER_NUM_THREADS", "3", 1}};
    (void)state;
    for (size_t i = 0; i < sizeof trials / sizeof *trials; i++) {
        word said[MOST];
        setenv(trials[i].name, trials[i].value, 1);
        slp_blas_one_thread();
        unsetenv(trials[i].name);
        assert_int_equal(words(said), trials[i].words);
        if (trials[i].words) assert_int_equal(said[0].count, 1);
    }
}

/* Its status; what it prints goes nowhere, this file's lines are the test's. */
static int quietly(int (*run)(int argc, char **argv), char **argv)
{
    int argc = 0, kept = dup(STDOUT_FILENO), nowhere = open("/dev/null", O_WRONLY);
    while (argv[argc]) argc++;
    assert_ge(kept, 0);
    assert_ge(nowhere, 0);
    fflush(stdout);
    dup2(nowhere, STDOUT_FILENO);
    const int status = run(argc, argv);
    fflush(stdout);
    dup2(kept, STDOUT_FILENO);
    close(kept);
    close(nowhere);
    return status;
}

static void check_says_one(void **state)
{
    char *argv[] = {"check",    "--law",  "casimirs", "--system",      "zeitlin-sphere",
                    "--scheme", "tmk",    "--path",   "fast",          "--multiplier",
                    "0.02",     "--jobs", "2",        "--regressions", "none",
                    NULL};
    const slp_command *check = slp_command_registry[0];
    word said[MOST];
    (void)state;
    for (size_t i = 1; strcmp(check->name, argv[0]) != 0; i++) check = slp_command_registry[i];
    assert_int_equal(quietly(check->run, argv), 0);
    assert_int_equal(words(said), 1);
    assert_true(said[0].who == getpid() && said[0].count == 1);
}

/* The fast path does, the reference has no BLAS. */
static void run_says_one(void **state)
{
    char *fast[] = {"run", "--path", "fast", NULL}, *ref[] = {"run", "--path", "ref", NULL};
    const slp_command *run = slp_command_registry[0];
    word said[MOST];
    (void)state;
    char name[] = "/tmp/slp-blas-XXXXXX";
    FILE *cases = fdopen(mkstemp(name), "w");
    assert_non_null(cases);
    fputs("case id=a system=rigid-body scheme=tmk inertia=1,2,3 h=0.1 steps=1 x=1,0,0\n", cases);
    fclose(cases);
    for (size_t i = 1; strcmp(run->name, fast[0]) != 0; i++) run = slp_command_registry[i];
    assert_non_null(freopen(name, "r", stdin));
    assert_int_equal(quietly(run->run, ref), 0);
    assert_int_equal(words(said), 0);
    assert_non_null(freopen(name, "r", stdin));
    assert_int_equal(quietly(run->run, fast), 0);
    unlink(name);
    assert_int_equal(words(said), 1);
    assert_true(said[0].who == getpid() && said[0].count == 1);
}

static int audit(int argc, char **argv)
{
    return audit_command(argc, argv, NULL);
}

/* Every claim's own process says it, and this one, which measures nothing, does not. */
static void claims_say_one(void **state)
{
    char out[] = "/tmp/slp-blas-XXXXXX", remove[sizeof out + 16];
    char *argv[] = {"audit", "--claim", "gbw-moments", "ejll-vortex-sense", "--out", out, NULL};
    word said[MOST];
    (void)state;
    assert_non_null(mkdtemp(out));
    assert_int_equal(quietly(audit, argv), 0);
    assert_int_equal(words(said), 2);
    assert_true(said[0].count == 1 && said[1].count == 1);
    assert_true(said[0].who != said[1].who && said[0].who != getpid() && said[1].who != getpid());
    snprintf(remove, sizeof remove, "rm -rf %s", out);
    assert_int_equal(system(remove), 0);
}

static int largest(void *own, int number)
{
    (void)own;
    return number;
}

static void exchange(void *own, double *rows, size_t pieces, size_t width)
{
    (void)own, (void)rows, (void)pieces, (void)width;
}

static int audit_alone(int argc, char **argv)
{
    const slp_team team = {.rank = 0, .size = 1, .exchange = exchange, .largest = largest};
    return audit_command(argc, argv, &team);
}

/* A team's rank measures in its own process what spreads. */
static void ranks_say_one(void **state)
{
    char out[] = "/tmp/slp-blas-XXXXXX", remove[sizeof out + 16];
    char *argv[] = {"audit", "--claim", "gbw-moments", "--out", out, NULL};
    word said[MOST];
    (void)state;
    assert_non_null(mkdtemp(out));
    assert_int_equal(quietly(audit_alone, argv), 0);
    assert_int_equal(words(said), 2);
    assert_true(said[0].who != getpid() && said[1].who == getpid());
    assert_true(said[0].count == 1 && said[1].count == 1);
    snprintf(remove, sizeof remove, "rm -rf %s", out);
    assert_int_equal(system(remove), 0);
}

/* ---- What it does ---- */

static double seconds(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Products large enough to be shared; *spent: processor time of this thread. */
static void *multiply(void *spent)
{
    const int n = N;
    const double one = 1, none = 0;
    double *a = calloc(3 * N * N, sizeof *a);
    if (!a) abort();
    for (int i = 0; i < 2 * N * N; i++) a[i] = 1.0 / (1 + i);
    for (int k = 0; k < CALLS; k++)
        dgemm_("N", "N", &n, &n, &n, &one, a, &n, a + N * N, &n, &none, a + 2 * N * N, &n);
    free(a);
    *(double *)spent = seconds(CLOCK_THREAD_CPUTIME_ID);
    return NULL;
}

/* Of the processor time that callers side by side take, the part that neither they nor this thread
 * spend. */
static double others(void)
{
    pthread_t id[CALLERS];
    double spent[CALLERS], own = 0;
    const double all = seconds(CLOCK_PROCESS_CPUTIME_ID), here = seconds(CLOCK_THREAD_CPUTIME_ID);
    for (int i = 0; i < CALLERS; i++)
        assert_int_equal(pthread_create(&id[i], NULL, multiply, &spent[i]), 0);
    for (int i = 0; i < CALLERS; i++) pthread_join(id[i], NULL);
    const double passed = seconds(CLOCK_PROCESS_CPUTIME_ID) - all;
    for (int i = 0; i < CALLERS; i++) own += spent[i];
    return (passed - own - (seconds(CLOCK_THREAD_CPUTIME_ID) - here)) / passed;
}

/* The BLAS's threads wait awake for a while before they sleep. */
static void wait_for_sleep(void)
{
    double before, now = seconds(CLOCK_PROCESS_CPUTIME_ID);
    for (int k = 0; k < 500; k++) {
        before = now;
        nanosleep(&(struct timespec){0, 20000000}, NULL);
        now = seconds(CLOCK_PROCESS_CPUTIME_ID);
        if (now - before < 1e-3) return;
    }
}

/* With POOL threads of the BLAS most of the work is theirs, (POOL - 1)/POOL of what is shared and
 * all waiting; with one, what is left is how the callers end, microseconds in tens of milliseconds.
 */
static void callers_side_by_side_share_nothing(void **state)
{
    (void)state;
    word said[MOST];
    if (!goto_set_num_threads)
        skip(); /* not OpenBLAS: it has no such threads, or none that are told so */
    goto_set_num_threads(POOL);
    const double shared = others();
    slp_blas_one_thread();
    wait_for_sleep();
    const double alone = others();
    if (shared < 0.25 || alone > 0.05)
        print_error("the BLAS's own threads take %.3f of the time, and %.3f when told not to\n",
                    shared, alone);
    assert_ge(shared, 0.25);
    assert_le(alone, 0.05);
    assert_int_equal(words(said), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(unless_the_environment_says),
                                       cmocka_unit_test(check_says_one),
                                       cmocka_unit_test(run_says_one),
                                       cmocka_unit_test(claims_say_one),
                                       cmocka_unit_test(ranks_say_one),
                                       cmocka_unit_test(callers_side_by_side_share_nothing)};
    return cmocka_run_group_tests(tests, start, end);
}
