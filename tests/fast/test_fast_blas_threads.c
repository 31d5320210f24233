/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What the number of BLAS's threads may change in a trajectory, and how many threads there are when
 * callers are several.  BLAS reads that number once, so that every trial is a process of its own:
 * this program again, with arguments
 *   steps N        4 steps of Zeitlin's sphere from a fixed state; coordinates as bytes on stdout
 *   callers N      the same by two threads at once; the largest number of threads seen, then both
 *                  states
 * OpenBLAS gives each thread a block of rows, and ends and depths of blocks change the order of
 * sums: it does so from products of 2^18 multiplications on, n = 64 and less never.
 * Calls the BLAS, for seconds.
 * Run once (sanitizer): it asks about the BLAS, which is not instrumented. */
#include "oracle/contract/case/case.h"
#include "tests/support/cmocka.h"

#include "fast/fast.h"
#include "tests/fast/large_scales.h"

#include <dirent.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define U 0x1p-53

enum { STEPS = 4, CALLERS = 2, UNBLOCKED = 64, BLOCKED = 100 };

static char *self;

/* ---- In the processes tried --------------------------------------------------------------- */

static double *sphere_steps(size_t n, int repeat)
{
    slp_case c;
    slp_error err;
    fast_system *sys;
    fast_trajectory *path;
    const double size = (double)n;
    uint64_t seed = 3;
    double *x = malloc(n * n * sizeof *x);
    slp_case_init(&c);
    c.system = slp_system_find("zeitlin-sphere");
    if (!x || slp_case_set_param(&c, "n", &size, 1, &err) || fast_system_new(&sys, &c, &err))
        exit(2);
    for (int r = 0; r < repeat; r++) {
        large_scales(x, n, 10, &seed);
        seed = 3;
        if (fast_trajectory_new(&path, sys, x, 0)) exit(2);
        for (int i = 0; i < STEPS; i++)
            if (fast_trajectory_step(path, NULL, 0.25, NULL)) exit(2);
        fast_trajectory_state(x, path);
        fast_trajectory_free(path);
    }
    fast_system_free(sys);
    slp_case_clear(&c);
    return x;
}

typedef struct caller {
    size_t n;
    double *x;
    atomic_int *done;
} caller;

static void *call(void *at)
{
    caller *own = at;
    own->x = sphere_steps(own->n, 8);
    atomic_fetch_add(own->done, 1);
    return NULL;
}

static int threads_now(void)
{
    int count = -2; /* . and .. */
    DIR *tasks = opendir("/proc/self/task");
    if (!tasks) return 0;
    while (readdir(tasks)) count++;
    closedir(tasks);
    return count;
}

static void put(const double *x, size_t n)
{
    if (fwrite(x, sizeof *x, n * n, stdout) != n * n) exit(2);
}

static int callers(size_t n)
{
    pthread_t id[CALLERS];
    caller own[CALLERS];
    atomic_int done = 0;
    int most = 0;
    for (int i = 0; i < CALLERS; i++) {
        own[i] = (caller){n, NULL, &done};
        if (pthread_create(&id[i], NULL, call, &own[i])) exit(2);
    }
    do {
        const int now = threads_now();
        most = now > most ? now : most;
        nanosleep(&(struct timespec){0, 500000}, NULL);
    } while (atomic_load(&done) < CALLERS);
    const double seen = most;
    if (fwrite(&seen, sizeof seen, 1, stdout) != 1) exit(2);
    for (int i = 0; i < CALLERS; i++) {
        pthread_join(id[i], NULL);
        put(own[i].x, n);
        free(own[i].x);
    }
    return 0;
}

/* ---- The trials --------------------------------------------------------------------------- */

static double *answers(const char *what, size_t n, int threads, size_t count)
{
    char command[4400];
    double *v = malloc((count + 1) * sizeof *v);
    assert_non_null(v);
    snprintf(command, sizeof command,
             "OPENBLAS_NUM_THREADS=%d OMP_NUM_THREADS=%d BLIS_NUM_THREADS=%d '%s' %s %zu", threads,
             threads, threads, self, what, n);
    FILE *from = popen(command, "r");
    assert_non_null(from);
    const size_t got = fread(v, sizeof *v, count + 1, from);
    assert_int_equal(pclose(from), 0);
    assert_int_equal(got, count);
    return v;
}

static double *state(size_t n, int threads)
{
    return answers("steps", n, threads, n * n);
}

/* The same number of threads: the same bits, whatever the size. */
static void same_number(void **unused)
{
    (void)unused;
    for (int threads = 1; threads <= 3; threads++) {
        double *a = state(BLOCKED, threads), *b = state(BLOCKED, threads);
        assert_memory_equal(a, b, BLOCKED * BLOCKED * sizeof *a);
        free(a);
        free(b);
    }
}

/* Up to N = 64 any number: the same bits.  Beyond, states agree to what single steps may be off by,
 * (8 + 4 n) u|x| each in either run (tests/fast/test_fast_trajectory.c), which four steps of |Xi| <
 * 1/2 less than double. */
static void any_number(void **unused)
{
    (void)unused;
    static const size_t sizes[] = {24, UNBLOCKED, BLOCKED};
    for (size_t s = 0; s < 3; s++) {
        const size_t n = sizes[s];
        double *one = state(n, 1), size = 0;
        for (size_t i = 0; i < n * n; i++) size += (i < n ? 1 : 2) * one[i] * one[i];
        assert_gt(size, 0.5 * (double)n);
        for (int threads = 2; threads <= 4; threads++) {
            double *more = state(n, threads), square = 0;
            for (size_t i = 0; i < n * n; i++)
                square += (i < n ? 1 : 2) * (more[i] - one[i]) * (more[i] - one[i]);
            if (n <= UNBLOCKED) assert_memory_equal(one, more, n * n * sizeof *one);
            assert_le(sqrt(square / size), 4 * STEPS * (8 + 4 * (double)n) * U);
            free(more);
        }
        free(one);
    }
}

/* Two callers at once: what each gets alone, and no more threads than main, callers and BLAS's own
 * pool: calls share it. */
static void nested(void **unused)
{
    (void)unused;
    for (int threads = 1; threads <= 2; threads++) {
        const size_t q = BLOCKED * BLOCKED;
        double *alone = state(BLOCKED, threads),
               *both = answers("callers", BLOCKED, threads, 1 + CALLERS * q);
        assert_ge(both[0], 1);
        assert_le(both[0], 1 + CALLERS + (threads - 1));
        for (size_t i = 0; i < CALLERS; i++)
            assert_memory_equal(alone, both + 1 + i * q, q * sizeof *alone);
        free(alone);
        free(both);
    }
}

int main(int argc, char **argv)
{
    char path[4096];
    if (argc == 3) {
        const size_t n = (size_t)strtoul(argv[2], NULL, 10);
        if (!strcmp(argv[1], "callers")) return callers(n);
        double *x = sphere_steps(n, 1);
        put(x, n);
        free(x);
        return 0;
    }
    const ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length <= 0) return 2;
    path[length] = 0;
    self = path;
    const struct CMUnitTest tests[] = {cmocka_unit_test(same_number), cmocka_unit_test(any_number),
                                       cmocka_unit_test(nested)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
