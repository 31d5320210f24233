/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Where memory is refused the binary64 path says SLP_MEMORY: nothing leaks, nothing half-made is
 * left, states are as they were, and the same succeeds afterwards.  A thread that cannot be started
 * is no error.
 * Calls the BLAS. */
#define _GNU_SOURCE /* dl_iterate_phdr, in refused_memory.h; RTLD_NEXT */
#include "fast/fast.h"
#include "tests/support/refused_memory.h"

#include <dlfcn.h>
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>

#ifdef SLP_FOREIGN_ALLOCATOR
int main(void)
{
    puts("1..1\nok 1 - refused # SKIP the allocator of this build is not the C library's");
    return 0;
}
#else

/* One of each system, with each of its noises. */
static const struct {
    const char *line;
    size_t requests; /* that fast_system_new makes */
} lines[] = {
    {"case id=a system=rigid-body scheme=tmk inertia=1,2,3 quad=1,1,1 lin=1,2,3 h=0.1 steps=1 "
     "x=1,2,3 dw=0,0,0,0",
     17},
    {"case id=b system=rigid-body-n scheme=isospectral-midpoint n=4 inertia=1,2,3,4,5,6 h=0.1 "
     "steps=1 x=1,2,3,4,5,6",
     16},
    {"case id=c system=heavy-top scheme=tmk inertia=1,2,3 chi=0,0,1 noise=1,0,0,0,0,0,0.5 h=0.1 "
     "steps=1 x=1,2,3,4,5,6 dw=0",
     16},
    {"case id=d system=point-vortices scheme=tmk gamma=1,-1 quad=1,1,1 h=0.1 steps=1 x=1,0,0,0,1,0 "
     "dw=0,0,0",
     3},
    {"case id=e system=zeitlin-sphere scheme=isospectral-midpoint n=3 amp=0.1 shell=1 h=0.1 "
     "steps=1 x=0.5,-0.5,0,1,0,0,1,0.25,0 dw=0,0,0,0,0,0,0,0",
     6},
    {"case id=f system=sine-euler scheme=isospectral-midpoint n=3 modes=1:1 amp=0.1 h=0.1 steps=1 "
     "x=0.5,-0.5,0,1,0,0,1,0.25,0 dw=0.125",
     7},
    {"case id=g system=canonical scheme=tmk model=kubo beta=0.3 h=0.4 steps=1 x=0.7,-0.4 dw=0.5",
     2},
    {"case id=h system=symplectic scheme=isospectral-midpoint n=2 quadratic=1,0,0,1,0,1 "
     "noise=1,0,0 h=0.1 steps=1 x=0.7,-0.4,1 dw=0",
     12},
    {"case id=i system=spins scheme=tmk bonds=1:2 exchange=1 dmi=0,0,1 field=0,0,1 "
     "anisotropy=1,0,0,1 noise=0.5 h=0.1 steps=1 x=0.5,0.25,1,1,0,0.5 dw=0,0,0,0,0,0",
     13},
    {"case id=k system=polynomial scheme=tmk algebra=so3 terms=0:0.5:1.1,1:2:3.1 h=0.1 steps=1 "
     "x=0.6,0,0.8 dw=0.1",
     12},
    {"case id=j system=mhd-sphere scheme=isospectral-midpoint n=2 amp=0.1 shell=1 h=0.1 steps=1 "
     "x=0.5,-0.5,0,1,0.25,-0.25,1,0 dw=0,0,0",
     9},
};
enum { LINES = sizeof lines / sizeof *lines, MOST_D = 9 };

typedef struct subject {
    slp_case c;
    fast_system *sys;
} subject;

static void begin(subject *s, const char *line)
{
    slp_error err;
    slp_case_init(&s->c);
    assert_int_equal(slp_case_parse(&s->c, line, 1, &err), SLP_OK);
    assert_int_equal(fast_system_new(&s->sys, &s->c, &err), SLP_OK);
}

static void end(subject *s)
{
    fast_system_free(s->sys);
    slp_case_clear(&s->c);
}

static slp_status make_system(void *with)
{
    slp_error err = {0};
    fast_system *sys;
    const slp_status status = fast_system_new(&sys, &((subject *)with)->c, &err);
    if (status == SLP_MEMORY) {
        assert_null(sys);
        assert_int_equal(strncmp(err.text, "out of memory", 13), 0);
        assert_string_equal(err.id, ((subject *)with)->c.id);
    }
    fast_system_free(sys);
    return status;
}

static slp_status take_casimirs(void *with)
{
    const subject *s = with;
    double values[MOST_D];
    const size_t count = fast_casimir_count(s->sys);
    const slp_status status = fast_casimirs(values, s->sys, s->c.x);
    for (size_t i = 0; i < count; i++) assert_int_equal(isnan(values[i]), status != SLP_OK);
    return status;
}

static slp_status take_energy(void *with)
{
    const subject *s = with;
    return isnan(fast_energy(s->sys, s->c.x)) ? SLP_MEMORY : SLP_OK;
}

static slp_status follow_path(void *with)
{
    const subject *s = with;
    fast_trajectory *path;
    double x[MOST_D];
    slp_status status = fast_trajectory_new(&path, s->sys, s->c.x, 0);
    if (status != SLP_OK) {
        assert_null(path);
        return status;
    }
    status = fast_trajectory_step(path, NULL, s->c.h, s->c.dw);
    fast_trajectory_state(x, path);
    fast_trajectory_free(path);
    return status;
}

static void systems_are_whole_or_null(void **unused)
{
    (void)unused;
    size_t systems = 0, all = 0, kinds = 0;
    /* of a family, one line */
    for (size_t i = 0; fast_system_at(i); i++) {
        const slp_system *system = slp_system_find(fast_system_at(i));
        systems += slp_system_of_word(slp_system_word(system), 0) == system;
    }
    assert_int_equal(systems, LINES);
    for (size_t i = 0; i < LINES; i++) {
        subject s;
        begin(&s, lines[i].line);
        assert_int_equal(refuse_each(make_system, &s), lines[i].requests);
        kinds += refuse_each(take_casimirs, &s) > 0;
        all += refuse_each(take_energy, &s);
        if (fast_trajectory_scheme(s.sys)) assert_int_equal(refuse_each(follow_path, &s), 5);
        end(&s);
    }
    assert_int_equal(kinds, 5); /* so(n), sp(2m, R), two of su(N) and one over the dual numbers */
    assert_int_equal(all, 4);
    subject space; /* a path without fields: it steps by coordinates */
    begin(&space, lines[7].line);
    assert_int_equal(refuse_each(follow_path, &space), 3);
    end(&space);
}

static void half_square(double *g, size_t k, const double *x, void *user)
{
    (void)user;
    for (size_t i = 0; i < 6; i++) g[i] = k ? 1 : x[i];
}

static slp_status make_from_functions(void *with)
{
    const fast_functions functions = {.gradient = half_square};
    slp_error err = {0};
    fast_system *sys;
    const slp_status status = fast_system_from_functions(&sys, with, &functions, &err);
    if (status == SLP_MEMORY) {
        assert_null(sys);
        assert_int_equal(strncmp(err.text, "out of memory", 13), 0);
    }
    fast_system_free(sys);
    return status;
}

static void systems_of_functions_are_whole_or_null(void **unused)
{
    slp_system *own;
    slp_error err;
    (void)unused;
    assert_int_equal(slp_user_system_new(&own, "own", SLP_SU2N, 2, NULL, 1, &err), SLP_OK);
    assert_int_equal(refuse_each(make_from_functions, own), 4);
    slp_user_system_free(own);
    assert_int_equal(slp_user_system_new(&own, "own", SLP_SO3, 0, NULL, 1, &err), SLP_OK);
    assert_int_equal(refuse_each(make_from_functions, own), 3);
    slp_user_system_free(own);
}

enum { ROWS = 5 };

/* Rows that were not reached are NaN. */
static slp_status run_path(void *with)
{
    const subject *s = with;
    double rows[ROWS * MOST_D];
    const fast_path run = {.h = 0x1p-6, .steps = ROWS - 1, .every = 1, .seed = 3};
    const slp_status status =
        fast_path_run(rows, NULL, fast_scheme_find(s->c.scheme->name), s->sys, s->c.x, &run);
    const size_t last = ROWS * s->c.d - 1;
    assert_int_equal(isnan(rows[last]), status != SLP_OK);
    return status;
}

static void paths_are_whole_or_not_there(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < LINES; i++) {
        subject s;
        begin(&s, lines[i].line);
        const bool remembers = fast_trajectory_scheme(s.sys) &&
                               strcmp(fast_trajectory_scheme(s.sys), s.c.scheme->name) == 0;
        assert_int_equal(refuse_each(run_path, &s), remembers ? 4 + 5 : 4);
        end(&s);
    }
}

/* ---- Ensembles ---- */

enum { PATHS = 7 };

static bool no_threads;
static size_t threads_asked;

/* Before the C library's. */
int pthread_create(pthread_t *thread, const pthread_attr_t *how, void *(*start)(void *), void *with)
{
    static int (*next)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    void *at = next ? NULL : dlsym(RTLD_NEXT, "pthread_create");
    if (at) memcpy(&next, &at, sizeof at);
    threads_asked++;
    return no_threads && threads_asked > 1 ? EAGAIN : next(thread, how, start, with);
}

static slp_status advance(void *with)
{
    const subject *s = with;
    double x[6 * PATHS], was[6 * PATHS], dW[PATHS * 4];
    const fast_ensemble run = {.paths = PATHS, .h = 0.1, .steps = 1, .threads = 3, .seed = 5};
    fast_report report = {9, 9, 9, 9};
    for (size_t i = 0; i < s->c.d * PATHS; i++) was[i] = x[i] = s->c.x[i / PATHS];
    slp_status status = fast_ensemble_advance(x, &report, s->sys, &run);
    if (status != SLP_OK) {
        assert_memory_equal(x, was, s->c.d * PATHS * sizeof *x);
        assert_int_equal(report.failed, 0);
        return status;
    }
    assert_memory_not_equal(x, was, s->c.d * PATHS * sizeof *x);
    return fast_ensemble_increments(dW, (unsigned)s->c.M, &run);
}

static void ensembles_are_stepped_or_as_they_were(void **unused)
{
    static const size_t which[] = {0, 2, 3};
    (void)unused;
    for (size_t i = 0; i < 3; i++) {
        subject s;
        begin(&s, lines[which[i]].line);
        assert_non_null(fast_ensemble_scheme(s.sys));
        assert_int_equal(refuse_each(advance, &s), 2);
        end(&s);
    }
}

/* A pair that no kernel has. */
static slp_status advance_each(void *with)
{
    const subject *s = with;
    double x[3 * PATHS], was[3 * PATHS];
    const fast_ensemble run = {.paths = PATHS,
                               .h = 0.1,
                               .steps = 1,
                               .threads = 3,
                               .seed = 5,
                               .scheme = fast_scheme_find("tmk")};
    for (size_t i = 0; i < s->c.d * PATHS; i++) was[i] = x[i] = s->c.x[i / PATHS];
    const slp_status status = fast_ensemble_advance(x, NULL, s->sys, &run);
    if (status != SLP_OK) assert_memory_equal(x, was, sizeof x);
    if (status == SLP_OK) assert_memory_not_equal(x, was, sizeof x);
    return status;
}

static void pairs_without_a_kernel_are_stepped_or_as_they_were(void **unused)
{
    subject s;
    (void)unused;
    begin(&s, lines[0].line);
    assert_int_equal(refuse_each(advance_each, &s), 1 + 3 * 4); /* four for each thread */
    end(&s);
}

/* All bits, however many threads can be started. */
static void threads_that_cannot_be_started_are_no_error(void **unused)
{
    const fast_ensemble run = {.paths = PATHS, .h = 0.1, .steps = 3, .threads = 4, .seed = 5};
    double x[2][3 * PATHS];
    subject s;
    (void)unused;
    begin(&s, lines[0].line);
    for (int k = 0; k < 2; k++) {
        for (size_t i = 0; i < s.c.d * PATHS; i++) x[k][i] = s.c.x[i / PATHS];
        no_threads = k == 1;
        threads_asked = 0;
        assert_int_equal(fast_ensemble_advance(x[k], NULL, s.sys, &run), SLP_OK);
        assert_int_equal(threads_asked, 3);
    }
    no_threads = false;
    assert_memory_equal(x[0], x[1], sizeof x[0]);
    end(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(systems_are_whole_or_null),
        cmocka_unit_test(systems_of_functions_are_whole_or_null),
        cmocka_unit_test(paths_are_whole_or_not_there),
        cmocka_unit_test(pairs_without_a_kernel_are_stepped_or_as_they_were),
        cmocka_unit_test(ensembles_are_stepped_or_as_they_were),
        cmocka_unit_test(threads_that_cannot_be_started_are_no_error)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#endif
