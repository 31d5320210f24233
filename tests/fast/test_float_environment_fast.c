/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Every function of fast/fast.h that computes, in hostile floating-point environments: the bits of
 * the default environment, and the caller's environment back.  All pairs of systems and schemes on
 * drawn cases, trajectories, and ensembles by every kernel that this processor has, by one thread
 * and by several.
 * Calls the BLAS. */
#include "fast/fast.h"
#include "oracle/contract/draw/draw.h"
#include "tests/support/float_hostile.h"

#include <stdlib.h>
#include <string.h>
#include "tests/support/cmocka.h"
#include "tests/support/drawn_system.h"

enum { MOST = 4096, PATHS = 61, STEPS = 3 };

/* `call` in the environment `under`, which must be there afterwards as it was before. */
#define UNDER(call)                                                                                \
    do {                                                                                           \
        if (!float_hostile_set(under)) break;                                                      \
        const float_hostile_state before = float_hostile_read();                                   \
        call;                                                                                      \
        const float_hostile_state after = float_hostile_read();                                    \
        float_hostile_clear();                                                                     \
        if (!float_hostile_same(&before, &after))                                                  \
            fail_msg("%s did not give back the environment \"%s\"", #call,                         \
                     float_hostile_name(under));                                                   \
    } while (0)

/* What was answered: statuses, evaluations and numbers, one after the other. */
typedef struct answers {
    size_t count;
    double number[MOST];
} answers;

static void note(answers *to, const double *v, size_t n)
{
    assert_le(to->count + n, MOST);
    memcpy(to->number + to->count, v, n * sizeof *v);
    to->count += n;
}

static void note_status(answers *to, slp_status status, const fast_report *report)
{
    const double found[3] = {(double)status, report ? report->iterations : 0,
                             report ? report->residual : 0};
    note(to, found, 3);
}

static void *room(size_t count)
{
    double *at = calloc(count + 1, sizeof *at);
    assert_non_null(at);
    return at;
}

static void ask_trajectory(answers *to, const fast_system *sys, const slp_case *c, size_t under)
{
    fast_trajectory *t = NULL;
    fast_report report = {0};
    slp_status status = SLP_OK;
    double *x = room(c->d);
    UNDER(status = fast_trajectory_new(&t, sys, c->x, 0));
    note_status(to, status, NULL);
    for (size_t s = 0; s < c->steps && status == SLP_OK && t; s++) {
        const double *dw = c->dw ? c->dw + s * c->M : NULL;
        UNDER(status = fast_trajectory_step(t, &report, c->h, dw));
        note_status(to, status, &report);
        UNDER(fast_trajectory_state(x, t));
        note(to, x, c->d);
    }
    fast_trajectory_free(t);
    free(x);
}

static void ask(answers *to, const slp_case *c, size_t under)
{
    const fast_scheme *scheme = fast_scheme_find(c->scheme->name);
    fast_system *sys = NULL;
    fast_report report = {0};
    slp_status status = SLP_OK;
    slp_error err;
    to->count = 0;
    UNDER(status = fast_system_new(&sys, c, &err));
    note_status(to, status, NULL);
    if (status != SLP_OK || !sys) return;
    double *next = room(c->d), *work = room(fast_step_work_size(scheme, sys)), energy = 0;
    double *casimirs = room(fast_casimir_count(sys));
    UNDER(status = fast_step(next, &report, scheme, sys, c->x, c->h, c->dw, work));
    note_status(to, status, &report);
    if (status == SLP_OK) note(to, next, c->d);
    UNDER(energy = fast_energy(sys, c->x));
    note(to, &energy, 1);
    UNDER(fast_casimirs(casimirs, sys, c->x));
    note(to, casimirs, fast_casimir_count(sys));
    if (strcmp(c->scheme->name, "isospectral-midpoint") == 0) ask_trajectory(to, sys, c, under);
    free(next);
    free(work);
    free(casimirs);
    fast_system_free(sys);
}

static void same(const answers *right, const answers *now, const char *what, size_t under)
{
    if (right->count != now->count ||
        memcmp(right->number, now->number, right->count * sizeof *right->number) != 0)
        fail_msg("%s answers otherwise in \"%s\"", what, float_hostile_name(under));
}

static bool kept(size_t under)
{
    const bool set = float_hostile_set(under);
    float_hostile_clear();
    return set;
}

static bool subnormal(const double *v, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (v[i] != 0 && v[i] < 0x1p-1022 && v[i] > -0x1p-1022) return true;
    return false;
}

static void draw(slp_case *c, const slp_system *system, const slp_scheme *scheme)
{
    for (uint64_t number = 0; number < 300; number++) {
        slp_draw from;
        slp_draw_init(&from, 31, number);
        assert_int_equal(slp_draw_case(c, system, scheme, &from, 2), SLP_OK);
        if (c->d < 200 && subnormal(c->x, c->d)) return;
    }
}

static void all_pairs(void **state)
{
    (void)state;
    static answers right, now;
    size_t pairs = 0, with = 0;
    for (size_t s = 0; drawn_system_at(s); s++)
        for (size_t k = 0; slp_scheme_at(k); k++) {
            if (!slp_pair_makes_sense(drawn_system_at(s), slp_scheme_at(k), NULL)) continue;
            slp_case c;
            slp_case_init(&c);
            draw(&c, drawn_system_at(s), slp_scheme_at(k));
            with += subnormal(c.x, c.d);
            ask(&right, &c, 0);
            for (size_t i = 1; i < float_hostile_count(); i++) {
                if (!kept(i)) continue;
                ask(&now, &c, i);
                same(&right, &now, c.id, i);
            }
            slp_case_clear(&c);
            pairs++;
        }
    print_message("# %zu pairs, %zu with subnormal states\n", pairs, with);
    assert_gt(pairs, 60);
    assert_gt(with, pairs / 2);
}

/* Steps beyond the first, where a trajectory guesses from what it remembers, on a system of so(n)
 * and on one of su(N). */
static void trajectories(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "case id=a system=rigid-body-n scheme=isospectral-midpoint n=4 quad=0.1 h=0.1 steps=3 "
        "x=0.5,0x1p-1040,-0.3,0.7,0x1p-1060,0.1 "
        "dw=0.1,-0.2,0.3,0.1,0x1p-1050,0,0.1,-0.2,0.3,0.1,0.2,0,-0.1,0.2,0,0.1,0.1,0.2",
        "case id=b system=zeitlin-sphere scheme=isospectral-midpoint n=3 h=0.125 steps=3 "
        "x=0.25,0.5,-0.75,0x1p-1040,0.1,0.2,0.3,0x1p-1070,0.4"};
    static answers right, now;
    for (size_t n = 0; n < sizeof lines / sizeof *lines; n++) {
        slp_case c;
        slp_error err;
        slp_case_init(&c);
        if (slp_case_parse(&c, lines[n], 1, &err) != SLP_OK)
            fail_msg("%s: %s", err.field, err.text);
        ask(&right, &c, 0);
        for (size_t i = 1; i < float_hostile_count(); i++) {
            if (!kept(i)) continue;
            ask(&now, &c, i);
            same(&right, &now, c.id, i);
        }
        slp_case_clear(&c);
    }
}

/* Large degrees, whose recurrence is scaled on the way; some entries are subnormal. */
static void eigenvectors(void **state)
{
    (void)state;
    enum { N = 1000 };
    static answers right, now;
    static const size_t diagonal[] = {0, 1, 400}, degree[] = {950, 900, 999};
    for (size_t e = 0; e < sizeof diagonal / sizeof *diagonal; e++) {
        double a[N];
        size_t under = 0;
        right.count = 0;
        UNDER(fast_zeitlin_eigenvector(a, N, degree[e], diagonal[e]));
        note(&right, a, N - diagonal[e]);
        for (under = 1; under < float_hostile_count(); under++) {
            if (!kept(under)) continue;
            now.count = 0;
            UNDER(fast_zeitlin_eigenvector(a, N, degree[e], diagonal[e]));
            note(&now, a, N - diagonal[e]);
            same(&right, &now, "an eigenvector", under);
        }
    }
}

static void ask_ensemble(answers *to, const fast_system *sys, const slp_case *c, const char *kernel,
                         unsigned threads, size_t under)
{
    fast_ensemble run = {.paths = PATHS,
                         .seed = 9,
                         .first_path = 3,
                         .h = c->h,
                         .ell = 2,
                         .first_step = 1,
                         .steps = STEPS,
                         .threads = threads,
                         .kernel = kernel};
    fast_report report = {0};
    slp_status status = SLP_OK;
    const size_t increments = STEPS * c->M * PATHS;
    double *x = room(c->d * PATHS), *dW = room(increments);
    to->count = 0;
    for (size_t i = 0; i < c->d * PATHS; i++)
        x[i] = c->x[i / PATHS] * (i % PATHS == 7 ? 0x1p-1030 : 1 + 0.01 * (double)(i % PATHS));
    UNDER(status = fast_ensemble_advance(x, &report, sys, &run));
    note_status(to, status, &report);
    note(to, x, c->d * PATHS);
    UNDER(status = fast_ensemble_increments(dW, (unsigned)c->M, &run));
    note_status(to, status, NULL);
    note(to, dW, increments);
    UNDER(status = fast_ensemble_follow(x, &report, sys, &run, dW, 1));
    note_status(to, status, &report);
    note(to, x, c->d * PATHS);
    free(x);
    free(dW);
}

static void ensembles(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "case id=a system=rigid-body scheme=isospectral-midpoint inertia=2,1,0.7 "
        "quad=0.3,-0.2,0.4 h=0.1 steps=1 x=0.6,-0.5,0x1p-1035 dw=0,0,0",
        "case id=b system=heavy-top scheme=variational-cayley inertia=2,1.2,0.8 chi=0.3,-0.4,0.8 "
        "noise=0.2,-0.1,0.3,0,0.2,0.1,0.1 h=0.1 steps=1 x=0.6,-0.5,0.7,0.3,0x1p-1040,-0.4 dw=0",
        "case id=c system=point-vortices scheme=isospectral-midpoint gamma=1,-0.5,2 h=0.2 steps=1 "
        "x=0.6,-0.5,0.7,-0.3,0.9,0.4,0.1,0.4,-1.1"};
    static answers right, now;
    size_t with = 0;
    for (size_t n = 0; n < sizeof lines / sizeof *lines; n++) {
        slp_case c;
        slp_error err;
        fast_system *sys;
        slp_case_init(&c);
        if (slp_case_parse(&c, lines[n], 1, &err) != SLP_OK)
            fail_msg("%s: %s", err.field, err.text);
        assert_int_equal(fast_system_new(&sys, &c, &err), SLP_OK);
        ask_ensemble(&right, sys, &c, NULL, 1, 0);
        with += subnormal(right.number, right.count);
        for (size_t k = 0; fast_kernel_at(k); k++)
            for (unsigned threads = 1; threads < 4; threads += 2)
                for (size_t i = 0; i < float_hostile_count(); i++) {
                    if (!kept(i)) continue;
                    ask_ensemble(&now, sys, &c, fast_kernel_at(k), threads, i);
                    same(&right, &now, fast_kernel_at(k), i);
                }
        fast_system_free(sys);
        slp_case_clear(&c);
    }
    assert_gt(with, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_pairs), cmocka_unit_test(trajectories),
                                       cmocka_unit_test(eigenvectors), cmocka_unit_test(ensembles)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
