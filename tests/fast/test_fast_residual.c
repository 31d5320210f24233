/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What a trajectory's iteration leaves does not turn eigenvalues: one step from a stage that is
 * wrong on purpose; small matrices iterated to the floor; runs in which eigenvalues walk and have
 * no trend.
 * Calls the BLAS, for seconds. */
#include "tests/support/cmocka.h"

#include "fast/trajectory/trajectory.h"
#include "tests/bench/drift_law.h"
#include "tests/bench/drift_spectrum.h"
#include "tests/fast/trajectory_systems.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define U 0x1p-53

/* Largest change of an eigenvalue from x to the trajectory's state. */
static double turned(const path_trial *t, const fast_trajectory *path)
{
    const fast_matrices *k = t->sys->algebra->own;
    long double before[64], after[64], most = 0;
    double *y = path_trial_numbers(t->c.d);
    fast_trajectory_state(y, path);
    drift_spectrum(before, k, t->c.x);
    drift_spectrum(after, k, y);
    for (size_t i = 0; i < k->n; i++) most = fmaxl(most, fabsl(after[i] - before[i]));
    free(y);
    return (double)most;
}

/* A step from z = x + delta p, |p| <= 1, whose residual r is of the order of delta = 2^-18, with
 * and without its part in the update.  With s = |Xi|_F, e = D^-1 r is off by (s^2 + s^2/4)|r| and
 * 2^-20 |r| (products of n < 64 terms in binary32), the spectrum by 2 s times that; and by
 * roundings of (8 + 4 n) u, as in test_fast_trajectory.c. */
static void wrong_stages(void **state)
{
    (void)state;
    static const struct {
        const char *system;
        size_t n;
    } subjects[] = {{"rigid-body-n", 4}, {"rigid-body-n", 33},   {"sine-euler", 5},
                    {"sine-euler", 33},  {"zeitlin-sphere", 12}, {"zeitlin-sphere", 34}};
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++) {
        path_trial t;
        double change[2], bound = 0;
        path_trial_open(&t, subjects[i].system, subjects[i].n, subjects[i].n < 30, 0x1p-6, 91 + i);
        const fast_matrices *k = t.sys->algebra->own;
        const size_t size = fast_matrix_size(k);
        double *dW = path_trial_numbers(t.c.M), *p = path_trial_numbers(t.c.d);
        path_trial_increments(dW, &t);
        for (size_t j = 0; j < t.c.d; j++) p[j] = path_trial_uniform(&t.seed) / (double)k->n;
        for (int with = 0; with < 2; with++) {
            fast_trajectory *path;
            assert_int_equal(fast_trajectory_new(&path, t.sys, t.c.x, 0), SLP_OK);
            t.sys->table->freeze(path->frozen, t.sys, 0x1p-6, dW);
            fast_matrix_read(path->w, k, p);
            for (size_t j = 0; j < size; j++) path->z[j] = path->x[j] + 0x1p-18 * path->w[j];
            const double delta = fast_trajectory_map(path);
            double s = 0;
            for (size_t j = 0; j < size; j++) s += path->xi[j] * path->xi[j];
            s = sqrt(s);
            if (with) fast_trajectory_residual(path, 1);
            fast_trajectory_finish(path);
            change[with] = turned(&t, path);
            bound = 2 * s * (1.25 * s * s + 0x1p-20) * delta + (8 + 4 * (double)k->n) * U;
            fast_trajectory_free(path);
        }
        if (change[1] > bound || change[0] < 4 * bound)
            print_message("# %s %zu: %g without, %g with, bound %g\n", subjects[i].system,
                          subjects[i].n, change[0], change[1], bound);
        assert_le(change[1], bound);
        assert_ge(change[0], 4 * bound);
        free(dW);
        free(p);
        path_trial_close(&t);
    }
}

/* Where matrices are small the last two iterates agree to their roundings, u|x| each in the
 * Frobenius norm, however soon the tolerance is met. */
static void floors(void **state)
{
    (void)state;
    for (size_t n = 3; n <= 5; n += 2) {
        path_trial t;
        fast_trajectory *path;
        fast_report report;
        path_trial_open(&t, "sine-euler", n, false, 0.5, 7 + n);
        assert_int_equal(fast_trajectory_new(&path, t.sys, t.c.x, 0), SLP_OK);
        for (int i = 0; i < 64; i++) {
            assert_int_equal(fast_trajectory_step(path, &report, 0.5, NULL), SLP_OK);
            assert_le(report.residual, 2 * U);
        }
        fast_trajectory_free(path);
        path_trial_close(&t);
    }
}

/* Larger ones hand their residual over, at the finest tolerance alone: what turning it measured is
 * there after a step. */
static void handed_over(void **state)
{
    (void)state;
    path_trial t;
    path_trial_open(&t, "zeitlin-sphere", 33, false, 0.25, 5);
    for (int coarse = 0; coarse < 2; coarse++) {
        fast_trajectory *path;
        assert_int_equal(fast_trajectory_new(&path, t.sys, t.c.x, coarse ? 0x1p-26 : 0), SLP_OK);
        assert_int_equal(fast_trajectory_step(path, NULL, 0.25, NULL), SLP_OK);
        assert_true(coarse ? path->turn == 0 : path->turn > 0 && path->turn < 1);
        fast_trajectory_free(path);
    }
    path_trial_close(&t);
}

/* Eigenvalues over runs without noise.  If changes over 64 blocks have either sign alike,
 * E/sqrt(sum of their squares) exceeds 6.5 with a probability below 2 exp(-6.5^2/2) = 1.4e-9
 * (self-normalised sums of symmetric terms), so that fewer than one in 2e7 fresh seeds would raise
 * a false alarm over the 32 eigenvalues here; a trend that outweighs the walk comes to 8. */
static void walks(void **state)
{
    (void)state;
    enum { STEPS = 1 << 15, POINTS = DRIFT_BLOCKS + DRIFT_POINTS };
    static const struct {
        const char *system;
        size_t n;
        double h;
    } runs[] = {{"rigid-body-n", 10, 0x1p-4}, {"zeitlin-sphere", 12, 0.5}, {"sine-euler", 5, 0.5}};
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        path_trial t;
        fast_trajectory *path;
        size_t times[POINTS], made = 0;
        long double first[16], now[16];
        path_trial_open(&t, runs[i].system, runs[i].n, false, runs[i].h, 17);
        const fast_matrices *k = t.sys->algebra->own;
        const size_t n = k->n, count = drift_times(times, STEPS);
        double *errors = path_trial_numbers(count * n), *y = path_trial_numbers(t.c.d);
        drift_spectrum(first, k, t.c.x);
        assert_int_equal(fast_trajectory_new(&path, t.sys, t.c.x, 0), SLP_OK);
        for (size_t p = 0; p < count; p++) {
            for (; made < times[p]; made++)
                assert_int_equal(fast_trajectory_step(path, NULL, runs[i].h, NULL), SLP_OK);
            fast_trajectory_state(y, path);
            drift_spectrum(now, k, y);
            for (size_t j = 0; j < n; j++) errors[p * n + j] = (double)(now[j] - first[j]) / U;
        }
        for (size_t j = 0; j < n; j++) {
            double own[POINTS];
            drift_law law;
            for (size_t p = 0; p < count; p++) own[p] = errors[p * n + j];
            drift_fit(&law, own, STEPS, 1);
            assert_le(law.walk, 6.5);
            assert_le(law.per_root, 6.5);
        }
        fast_trajectory_free(path);
        free(errors);
        free(y);
        path_trial_close(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(wrong_stages), cmocka_unit_test(floors),
                                       cmocka_unit_test(handed_over), cmocka_unit_test(walks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
