/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Trajectories on every system of matrices: fields against generators, steps against single steps
 * and against the certified path, a step too large for the trajectory's own iteration.
 *
 * Where |Xi|_F <= 1/2 and |X|_F = 1, a step by either program is off by, in units of u and in the
 * Frobenius norm,
 *   1 for rounding the answer, entry by entry,
 *   2 n for W = Xi z, which enters twice: sums of n products, |Xi||z| <= 1/2, twice that for three
 *     real products (fast/matrix/product.c),
 *   1/4 for what the trajectory's iteration leaves, 2 for what the general one does (fixed_point.c
 *     with L <= 1/3),
 * so the two differ by 8 + 4 n at most; and fields from generators by twice the error of one, below
 * 4 n for sums of n terms times entries of the inverse Laplacian that are at most 1, and n for the
 * weights of the body.
 * Calls the BLAS, for seconds. */
#include "tests/support/cmocka.h"

#include "fast/matrix/matrix.h"
#include "fast/system/system.h"
#include "oracle/contract/draw/draw.h"
#include "oracle/judge/judge.h"
#include "ref/ref.h"
#include "tests/ref/thread_caches.h"
#include "tests/fast/trajectory_systems.h"
#include "tests/support/drawn_system.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define U 0x1p-53

static const struct {
    const char *system;
    size_t n;
} subjects[] = {{"rigid-body-n", 3},    {"rigid-body-n", 4},   {"rigid-body-n", 10},
                {"rigid-body-n", 33},   {"rigid-body-n", 66},  {"sine-euler", 3},
                {"sine-euler", 5},      {"sine-euler", 13},    {"sine-euler", 33},
                {"sine-euler", 65},     {"zeitlin-sphere", 2}, {"zeitlin-sphere", 11},
                {"zeitlin-sphere", 34}, {"zeitlin-sphere", 65}};

enum { SUBJECTS = sizeof subjects / sizeof *subjects };

/* Xi by coordinates, its matrix by field; a trace put into x, as stages have it, must not matter.
 */
static void fields(void **state)
{
    (void)state;
    for (size_t s = 0; s < 2 * SUBJECTS; s++) {
        path_trial t;
        const size_t n = subjects[s / 2].n;
        path_trial_open(&t, subjects[s / 2].system, n, s % 2, 0.25, 17 + s);
        assert_non_null(t.sys->table->field);
        const fast_matrices *k = t.sys->algebra->own;
        double *dW = path_trial_numbers(t.c.M), *work = path_trial_numbers(t.sys->work_size),
               *xi = path_trial_numbers(t.c.d), *back = path_trial_numbers(t.c.d),
               *frozen = path_trial_numbers(t.sys->table->frozen_size(t.sys)),
               *m = path_trial_numbers(fast_matrix_size(k)),
               *out = path_trial_numbers(fast_matrix_size(k));
        path_trial_increments(dW, &t);
        t.sys->table->freeze(frozen, t.sys, t.c.h, dW);
        if (k->parts == 2)
            for (size_t i = 0; i < n; i++) t.c.x[i] += 0x1p-8;
        t.sys->table->generator(xi, NULL, t.sys, frozen, t.c.x, work);
        fast_matrix_read(m, k, t.c.x);
        t.sys->table->field(out, t.sys, frozen, m, work);
        fast_matrix_skew(back, k, 0.5, out, false);
        assert_le(path_trial_norm(&t, back, xi),
                  5 * U * (double)n * (1 + path_trial_norm(&t, xi, NULL)));
        /* the field is a skew-Hermitian matrix to the bit: whoever reads the lower half reads the
         * same */
        fast_matrix_read(m, k, back);
        assert_memory_equal(m, out, fast_matrix_size(k) * sizeof *m);
        free(dW);
        free(work);
        free(xi);
        free(back);
        free(frozen);
        free(m);
        free(out);
        path_trial_close(&t);
    }
}

/* Steps of one trajectory against single steps from its states, h changed on the way; without noise
 * the remembered stages must save evaluations. */
static void steps(void **state)
{
    (void)state;
    for (size_t s = 0; s < 2 * SUBJECTS; s++) {
        path_trial t;
        const size_t n = subjects[s / 2].n;
        path_trial_open(&t, subjects[s / 2].system, n, s % 2, 0x1p-4, 31 + s);
        double *x = path_trial_numbers(t.c.d), *y = path_trial_numbers(t.c.d),
               *dW = path_trial_numbers(t.c.M);
        fast_trajectory *path;
        fast_report report;
        unsigned first = 0, last = 0;
        memcpy(x, t.c.x, t.c.d * sizeof *x);
        assert_int_equal(fast_trajectory_new(&path, t.sys, x, 0), SLP_OK);
        for (int i = 0; i < 8; i++) {
            const double h = i < 6 ? t.c.h : 2 * t.c.h;
            path_trial_increments(dW, &t);
            assert_int_equal(fast_step(y, &report, t.rule, t.sys, x, h, dW, t.room), SLP_OK);
            assert_int_equal(fast_trajectory_step(path, &report, h, dW), SLP_OK);
            fast_trajectory_state(x, path);
            if (path_trial_norm(&t, x, y) > (8 + 4 * (double)n) * U)
                print_message("# %s %zu: %g u\n", subjects[s / 2].system, n,
                              path_trial_norm(&t, x, y) / U);
            assert_le(path_trial_norm(&t, x, y), (8 + 4 * (double)n) * U);
            if (i == 0) first = report.iterations;
            if (i == 5) last = report.iterations;
        }
        if (s % 2 == 0 && n > 2) assert_le(last + (n > 32 ? 2 : 1), first);
        fast_trajectory_free(path);
        free(x);
        free(y);
        free(dW);
        path_trial_close(&t);
    }
}

/* Systems of so(n) and su(N), also over the dual numbers, have trajectories, of one scheme; others,
 * and polynomials on su(N), none. */
static void schemes(void **state)
{
    (void)state;
    for (size_t i = 0; drawn_system_at(i); i++) {
        const slp_system *system = drawn_system_at(i);
        slp_draw from;
        slp_case c;
        slp_error err;
        fast_system *sys;
        slp_draw_init(&from, 5, i);
        slp_case_init(&c);
        assert_int_equal(slp_draw_case(&c, system, slp_scheme_find("heun"), &from, 1), SLP_OK);
        assert_int_equal(fast_system_new(&sys, &c, &err), SLP_OK);
        const char *scheme = fast_trajectory_scheme(sys);
        if (system->algebra == SLP_SON ||
            (!system->family && system->algebra & (SLP_SUN | SLP_SUN_DUAL)))
            assert_string_equal(scheme, "isospectral-midpoint");
        else
            assert_null(scheme);
        fast_system_free(sys);
        slp_case_clear(&c);
    }
}

/* Eight steps of one trajectory, one case: the judge's verdict on all of them. */
static void verdicts(void **state)
{
    (void)state;
    enum { STEPS = 8 };
    for (size_t s = 0; s < 2 * SUBJECTS; s++) {
        const size_t n = subjects[s / 2].n;
        if (n > 13) continue;
        path_trial t;
        path_trial_open(&t, subjects[s / 2].system, n, s % 2, 0x1p-4, 57 + s);
        slp_result r;
        slp_verdict v;
        slp_error err;
        fast_trajectory *path;
        double *dW = path_trial_numbers(STEPS * t.c.M);
        slp_result_init(&r);
        r.id = strdup(t.c.id);
        r.y.count = STEPS * t.c.d;
        r.y.at = path_trial_numbers(r.y.count);
        assert_int_equal(fast_trajectory_new(&path, t.sys, t.c.x, 0), SLP_OK);
        for (size_t i = 0; i < STEPS; i++) {
            path_trial_increments(dW + i * t.c.M, &t);
            assert_int_equal(fast_trajectory_step(path, NULL, t.c.h, dW + i * t.c.M), SLP_OK);
            fast_trajectory_state(r.y.at + i * t.c.d, path);
        }
        t.c.steps = STEPS;
        slp_case_set_dw(&t.c, dW, STEPS * t.c.M);
        assert_int_equal(slp_case_check(&t.c, &err), SLP_OK);
        slp_judge(&v, &t.c, &r);
        if (v.kind != SLP_VERDICT_PASS)
            print_message("# %s %zu: %s, ratio %g of %g in step %zu\n", subjects[s / 2].system, n,
                          slp_verdict_word(v.kind), v.ratio, v.bound, v.step);
        assert_int_equal(v.kind, SLP_VERDICT_PASS);
        fast_trajectory_free(path);
        slp_result_clear(&r);
        free(dW);
        path_trial_close(&t);
    }
}

/* A step on which the trajectory's own iteration does not contract is the single step's, to the
 * bit; one that nothing solves leaves the state. */
static void large_steps(void **state)
{
    (void)state;
    for (size_t s = 0; s < SUBJECTS; s++) {
        path_trial t;
        path_trial_open(&t, subjects[s].system, subjects[s].n, false, 0.25, 71 + s);
        double *x = path_trial_numbers(t.c.d), *y = path_trial_numbers(t.c.d);
        fast_trajectory *path;
        fast_report report;
        bool left = false;
        assert_int_equal(fast_trajectory_new(&path, t.sys, t.c.x, 0), SLP_OK);
        for (double h = 1; h < 1e5 && !left; h *= 1.25) {
            fast_trajectory_state(x, path);
            slp_status alone = fast_step(y, NULL, t.rule, t.sys, x, h, NULL, t.room);
            slp_status status = fast_trajectory_step(path, &report, h, NULL);
            fast_trajectory_state(x, path);
            if (alone == SLP_OK && status == SLP_OK)
                left = memcmp(x, y, t.c.d * sizeof *x) == 0 && report.iterations > 1;
            else
                break;
        }
        assert_true(left);
        fast_trajectory_state(x, path);
        assert_int_equal(fast_trajectory_step(path, NULL, NAN, NULL), SLP_DOMAIN);
        fast_trajectory_state(y, path);
        assert_memory_equal(x, y, t.c.d * sizeof *x);
        fast_trajectory_free(path);
        free(x);
        free(y);
        path_trial_close(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(fields), cmocka_unit_test(schemes),
                                       cmocka_unit_test(steps), cmocka_unit_test(verdicts),
                                       cmocka_unit_test(large_steps)};
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
