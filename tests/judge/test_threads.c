/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Threads that use the libraries at once, each with cases of its own and all with the same systems,
 * get the bits that one thread gets.  `make tsan` runs this under the thread sanitizer.
 * Calls the BLAS. */
#include "oracle/contract/case/case.h"
#include "fast/fast.h"
#include "oracle/contract/noise/noise.h"
#include "oracle/judge/judge.h"
#include "ref/ref.h"
#include "tests/support/cmocka.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 4, ROUNDS = 6, PATHS = 16, STEPS = 40, NUMBERS = 400 };

/* Shared by all threads; nothing changes it. */
typedef struct shared {
    fast_system *fast[2];
    ref_system *ref;
    slp_system *user;
    fast_system *of_user;
} shared;

typedef struct worker {
    pthread_t thread;
    const shared *with;
    double got[NUMBERS];
    size_t count;
} worker;

static void keep(worker *w, const double *numbers, size_t count)
{
    if (w->count + count > NUMBERS) abort();
    memcpy(w->got + w->count, numbers, count * sizeof *numbers);
    w->count += count;
}

static void gradient(double *g, size_t k, const double *x, void *user)
{
    (void)k;
    for (int i = 0; i < 3; i++) g[i] = x[i] * x[i] * x[i] * *(const double *)user;
}

static slp_case *body(double turn)
{
    slp_case *c;
    const double inertia[] = {1, 2, 3}, quad[] = {0.1, 0.2, 0.3}, x[] = {0.6, 0, 0.8};
    const double dw[] = {0.125 * turn, 0, -0.0625}, h = 0x1p-6;
    if (slp_case_new(&c, "rigid-body", "isospectral-midpoint", NULL) ||
        slp_case_set(c, "inertia", inertia, 3, NULL) || slp_case_set(c, "quad", quad, 3, NULL) ||
        slp_case_set(c, "x", x, 3, NULL) || slp_case_set(c, "dw", dw, 3, NULL) ||
        slp_case_set(c, "h", &h, 1, NULL))
        abort();
    return c;
}

static int tell(void *user, uint64_t done, uint64_t total)
{
    (void)total;
    *(uint64_t *)user = done;
    return 0;
}

static void one_round(worker *w, double turn)
{
    const shared *s = w->with;
    slp_case *c = body(turn);
    uint64_t seen = 0;
    double y[3], room[1024], lo[3], hi[3], rows[3 * 3], x[3 * PATHS];
    const fast_scheme *scheme = fast_scheme_find("isospectral-midpoint");
    slp_error err;
    slp_verdict v;
    if (fast_step(y, NULL, scheme, s->fast[0], c->x, c->h, c->dw, room)) abort();
    keep(w, y, 3);
    if (slp_judge_answer(&v, c, y, 3, NULL, &err) || v.kind != SLP_VERDICT_PASS) abort();
    keep(w, &v.ratio, 1);
    if (slp_judge_answer(&v, c, y, 3, s->ref, &err) || v.kind != SLP_VERDICT_PASS) abort();
    if (ref_step_enclose(NULL, NULL, lo, hi, NULL, ref_scheme_find("isospectral-midpoint"), s->ref,
                         c->x, c->h, c->dw, 128))
        abort();
    keep(w, lo, 3);
    keep(w, hi, 3);
    fast_path run = {.h = c->h,
                     .steps = 2 * STEPS,
                     .every = STEPS,
                     .seed = 3,
                     .path = (uint64_t)turn,
                     .ell = 2,
                     .progress = tell,
                     .user = &seen};
    if (fast_path_run(rows, NULL, scheme, s->fast[0], c->x, &run)) abort();
    keep(w, rows, 9);
    run.steps = 3;
    run.every = 3;
    if (fast_path_run(rows, NULL, scheme, s->of_user, c->x, &run)) abort();
    keep(w, rows, 6);
    fast_ensemble many = {.paths = PATHS, .seed = 5, .h = c->h, .ell = 2, .steps = 5, .threads = 2};
    for (int any = 0; any < 2; any++) {
        many.scheme = any ? fast_scheme_find("tmk") : NULL;
        for (int i = 0; i < 3 * PATHS; i++) x[i] = c->x[i / PATHS];
        if (fast_ensemble_advance(x, NULL, s->fast[0], &many)) abort();
        keep(w, x, 5);
    }
    double matrix[15], more[15], big[4096];
    for (int i = 0; i < 15; i++) matrix[i] = 0.1 * (i + 1);
    if (fast_step_work_size(scheme, s->fast[1]) > 4096 ||
        fast_step(more, NULL, scheme, s->fast[1], matrix, c->h, NULL, big))
        abort();
    keep(w, more, 3);
    slp_increments(rows, c->h, 1, 2, 3, 4, 5, 3);
    keep(w, rows, 3);
    slp_case_free(c);
}

static void *work(void *argument)
{
    worker *w = argument;
    for (int round = 0; round < ROUNDS; round++) one_round(w, round);
    ref_thread_cleanup();
    return NULL;
}

static void threads_give_what_one_gives(void **unused)
{
    static worker alone, all[THREADS];
    double factor = 0.5;
    const double six = 6;
    shared s;
    slp_error err;
    slp_case *c = body(0), *matrices;
    const fast_functions functions = {.gradient = gradient, .user = &factor};
    (void)unused;
    assert_int_equal(fast_system_new(&s.fast[0], c, &err), SLP_OK);
    assert_int_equal(ref_system_new(&s.ref, c, &err), SLP_OK);
    assert_int_equal(slp_case_new(&matrices, "rigid-body-n", "tmk", &err), SLP_OK);
    assert_int_equal(slp_case_set(matrices, "n", &six, 1, &err), SLP_OK);
    assert_int_equal(fast_system_new(&s.fast[1], matrices, &err), SLP_OK);
    assert_int_equal(slp_user_system_new(&s.user, "own", SLP_SO3, 0, NULL, 0, &err), SLP_OK);
    assert_int_equal(fast_system_from_functions(&s.of_user, s.user, &functions, &err), SLP_OK);
    alone.with = &s;
    work(&alone);
    for (int i = 0; i < THREADS; i++) {
        all[i].with = &s;
        assert_int_equal(pthread_create(&all[i].thread, NULL, work, &all[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(all[i].thread, NULL);
        assert_int_equal(all[i].count, alone.count);
        assert_memory_equal(all[i].got, alone.got, sizeof alone.got);
    }
    assert_gt(alone.count, 200);
    fast_system_free(s.fast[0]);
    fast_system_free(s.fast[1]);
    fast_system_free(s.of_user);
    ref_system_free(s.ref);
    slp_user_system_free(s.user);
    slp_case_free(c);
    slp_case_free(matrices);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(threads_give_what_one_gives)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
