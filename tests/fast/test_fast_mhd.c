/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* mhd-sphere in binary64 against a small model that shares nothing with it
 * (tests/fast/dual_model.h): the algebra su(N) over the dual numbers, the generator, steps of every
 * scheme, energy and Casimirs, N = 2 to 32.
 * Calls the BLAS, for seconds. */
#include "fast/matrix/matrix.h"
#include "fast/system/system.h"
#include "fast/trajectory/trajectory.h"
#include "tests/fast/dual_model.h"
#include "tests/fast/large_scales.h"
#include "tests/support/depth.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "tests/support/cmocka.h"

#define U 0x1p-53

static const size_t sizes[] = {2, 3, 4, 5, 8, 12, 13, 32};
enum { SIZES = sizeof sizes / sizeof *sizes };

static double *numbers(size_t count)
{
    double *p = calloc(count ? count : 1, sizeof *p);
    assert_non_null(p);
    return p;
}

static double uniform(uint64_t *seed)
{
    return large_scales_uniform(seed);
}

static double largest(const double *v, const double *w, size_t n)
{
    double most = 0;
    for (size_t i = 0; i < n; i++) {
        const double a = fabs(v[i] - (w ? w[i] : 0));
        if (!(a <= most)) most = a;
    }
    return most;
}

/* Uniform coordinates of trace 0, |X|_F = size. */
static void random_matrix(double *x, size_t n, double size, uint64_t *seed)
{
    double mean = 0, square = 0;
    for (size_t i = 0; i < n * n; i++) x[i] = uniform(seed);
    for (size_t i = 0; i < n; i++) mean += x[i] / (double)n;
    for (size_t i = 0; i < n; i++) x[i] -= mean;
    for (size_t i = 0; i < n * n; i++) square += (i < n ? 1 : 2) * x[i] * x[i];
    for (size_t i = 0; i < n * n; i++) x[i] *= size / sqrt(square);
}

static void random_pair(double *x, size_t n, double size, uint64_t *seed)
{
    random_matrix(x, n, size, seed);
    random_matrix(x + n * n, n, size, seed);
}

static fast_system *sphere(const char *name, size_t n, double amp, size_t shell)
{
    slp_case c;
    slp_error err;
    fast_system *sys;
    const double size = (double)n, lowest = (double)shell;
    slp_case_init(&c);
    c.system = slp_system_find(name);
    assert_non_null(c.system);
    assert_int_equal(slp_case_set_param(&c, "n", &size, 1, &err), SLP_OK);
    if (amp != 0) {
        assert_int_equal(slp_case_set_param(&c, "amp", &amp, 1, &err), SLP_OK);
        assert_int_equal(slp_case_set_param(&c, "shell", &lowest, 1, &err), SLP_OK);
    }
    assert_int_equal(fast_system_new(&sys, &c, &err), SLP_OK);
    slp_case_clear(&c);
    return sys;
}

/* ---- The algebra ----------------------------------------------------------------------------- */

/* (I + s Xi/2) Z (I - s Xi/2) in block matrices. */
static void block_congruence(dual_entry *out, size_t n, const dual_entry *Xi, const dual_entry *Z)
{
    const size_t count = 4 * n * n;
    dual_entry *left = calloc(count, sizeof *left), *right = calloc(count, sizeof *right),
               *once = calloc(count, sizeof *once);
    assert_true(left && right && once);
    for (size_t i = 0; i < count; i++) {
        left[i] = 0.5L * Xi[i] + (i % (2 * n + 1) == 0);
        right[i] = -0.5L * Xi[i] + (i % (2 * n + 1) == 0);
    }
    dual_model_product(once, n, left, Z);
    dual_model_product(out, n, once, right);
    free(left);
    free(right);
    free(once);
}

/* ad* and D - 1 of random elements against block matrices, and the stage put back into D.  |Xi|_F =
 * |X|_F = 1 in both parts: a product of n terms is off by 8 n u (three real products for a complex
 * one, fast/matrix/product.c), and at most six are added up. */
static void algebra(void **state)
{
    (void)state;
    for (size_t s = 0; s < SIZES; s++) {
        const size_t n = sizes[s], d = 2 * n * n, count = 4 * n * n;
        const fast_matrices shape = {n, 2};
        uint64_t seed = 5 + n;
        fast_algebra g;
        fast_algebra_sun_dual(&g, &shape);
        assert_int_equal(g.d, d);
        double *xi = numbers(d), *x = numbers(d), *out = numbers(d), *back = numbers(d),
               *work = numbers(fast_algebra_work_size(&g));
        dual_entry *Xi = calloc(count, sizeof *Xi), *X = calloc(count, sizeof *X),
                   *A = calloc(count, sizeof *A), *B = calloc(count, sizeof *B);
        assert_true(Xi && X && A && B);
        random_pair(xi, n, 1, &seed);
        random_pair(x, n, 1, &seed);
        const double bound = 48 * U * (double)n;
        dual_model_read(Xi, n, xi, xi + d / 2);
        dual_model_read(X, n, x + d / 2, x);
        dual_model_product(A, n, X, Xi);
        dual_model_product(B, n, Xi, X);
        for (size_t i = 0; i < count; i++) A[i] -= B[i];
        dual_model_write(back + d / 2, back, n, A);
        g.coadjoint(out, &g, xi, x, work);
        assert_le(largest(out, back, d), bound);
        block_congruence(A, n, Xi, X);
        for (size_t i = 0; i < count; i++) A[i] -= X[i];
        dual_model_write(back + d / 2, back, n, A);
        g.cayley_change(out, &g, xi, x, work);
        assert_le(largest(out, back, d), bound);
        g.cayley_stage(out, &g, xi, x, work);
        dual_model_read(A, n, out + d / 2, out);
        block_congruence(B, n, Xi, A);
        dual_model_write(back + d / 2, back, n, B);
        assert_le(largest(back, x, d), bound);
        free(xi), free(x), free(out), free(back), free(work);
        free(Xi), free(X), free(A), free(B);
    }
}

/* What is not finite stays visible in both parts, wherever it enters. */
static void not_finite(void **state)
{
    (void)state;
    const fast_matrices shape = {4, 2};
    uint64_t seed = 3;
    fast_algebra g;
    double xi[32], x[32], out[32];
    fast_algebra_sun_dual(&g, &shape);
    double *work = numbers(fast_algebra_work_size(&g));
    for (size_t where = 0; where < 4; where++) {
        random_pair(xi, 4, 1, &seed);
        random_pair(x, 4, 1, &seed);
        (where < 2 ? xi : x)[where % 2 * 16 + 5] = NAN;
        double sum = 0;
        g.cayley_stage(out, &g, xi, x, work);
        for (size_t i = 0; i < 32; i++) sum += out[i];
        assert_true(isnan(sum));
    }
    free(work);
}

/* ---- The system ------------------------------------------------------------------------------ */

/* Xi against the model's sum over harmonics.  |x| = 1: xi is a sum of n terms below h + a dW on
 * each diagonal; -h Delta multiplies by up to h n^2, of which every entry's rows are rounded. */
static void generators(void **state)
{
    (void)state;
    for (size_t s = 0; s < 2 * SIZES; s++) {
        const size_t n = sizes[s / 2], d = 2 * n * n, shell = s % 2 ? 1 : (n + 1) / 2;
        const double h = 0.25, amp = s % 2 ? 0.5 : 0.25;
        uint64_t seed = 17 + s;
        dual_model m;
        fast_system *sys = sphere("mhd-sphere", n, amp, shell);
        dual_model_open(&m, n, amp, shell);
        const size_t M = fast_system_M(sys);
        assert_int_equal(M, n * n - shell * shell);
        assert_int_equal(fast_system_d(sys), d);
        assert_int_equal(fast_casimir_count(sys), 2 * (n - 1));
        double *x = numbers(d), *xi = numbers(d), *low = numbers(d), *right = numbers(d),
               *dW = numbers(M), *frozen = numbers(sys->table->frozen_size(sys)),
               *work = numbers(sys->work_size);
        dual_entry *X = calloc(2 * d, sizeof *X), *Xi = calloc(2 * d, sizeof *Xi);
        assert_true(X && Xi);
        random_pair(x, n, 1, &seed);
        for (size_t i = 0; i < M; i++) dW[i] = uniform(&seed);
        x[0] += 0.5; /* traces, as stages have them, count for nothing */
        x[n * n] -= 0.25;
        for (size_t i = 0; i < d; i++) low[i] = NAN;
        sys->table->freeze(frozen, sys, h, dW);
        sys->table->generator(xi, low, sys, frozen, x, work);
        dual_model_read(X, n, x + d / 2, x);
        dual_model_generator(Xi, &m, X, h, dW);
        dual_model_write(right, right + d / 2, n, Xi);
        assert_le(largest(xi, right, d / 2), 16 * U * (double)n);
        assert_le(largest(xi + d / 2, right + d / 2, d / 2), 16 * U * h * (double)(n * n));
        assert_true(largest(low, NULL, d) == 0);
        free(x), free(xi), free(low), free(right), free(dW), free(frozen), free(work);
        free(X), free(Xi);
        dual_model_close(&m);
        fast_system_free(sys);
    }
}

/* Casimirs and energy against the model.  |X|_F = 1: eigenvalues are off by 8 n u, power p by 8 p
 * n^2 u (tests/fast/test_fast_casimirs.c); p - 1 products of n terms in the mixed sums, n entries
 * of the trace, stay below that.  The energy's sums have n^2 terms of at most n^2 together. */
static void invariants(void **state)
{
    (void)state;
    for (size_t s = 0; s < SIZES; s++) {
        const size_t n = sizes[s], d = 2 * n * n, count = 2 * (n - 1);
        uint64_t seed = 29 + n;
        dual_model m;
        fast_system *sys = sphere("mhd-sphere", n, 0, 1);
        dual_model_open(&m, n, 0, n);
        double *x = numbers(d), *values = numbers(count), *right = numbers(count);
        random_pair(x, n, 1, &seed);
        dual_model_casimirs(right, n, x);
        assert_int_equal(fast_casimirs(values, sys, x), SLP_OK);
        for (size_t i = 0; i < count; i++)
            assert_le(fabs(values[i] - right[i]),
                      8 * (double)(i % (n - 1) + 2) * (double)(n * n) * U);
        /* random matrices: the low powers are far above what is allowed */
        assert_true(fabs(right[0]) > 0.5 && fabs(right[n - 1]) > 0x1p-10);
        const double energy = dual_model_energy(&m, x);
        assert_gt(energy, 0.5);
        assert_le(fabs(fast_energy(sys, x) - energy), 8 * (double)(n * n) * U);
        free(x), free(values), free(right);
        dual_model_close(&m);
        fast_system_free(sys);
    }
}

/* ---- Steps ----------------------------------------------------------------------------------- */

static const char *const schemes[] = {"isospectral-midpoint", "implicit-midpoint", "trapezoidal",
                                      "heun", "euler"};
enum { SCHEMES = sizeof schemes / sizeof *schemes };

/* One step against the model.  |W| = |Theta| = 1 and h n^2 = 1/4: |b| <= 1/4 and |xi| <= 1/2, so
 * stages contract by less than 1/2, and the rounding of a stage, 8 n u in each of six products
 * |Xi| <= 1/2 long, grows by 2 at most. */
static void steps(void **state)
{
    (void)state;
    for (size_t s = 0; s < 2 * SIZES; s++) {
        const size_t n = sizes[s / 2], d = 2 * n * n, shell = (n + 1) / 2;
        const double h = 0.25 / (double)(n * n), amp = s % 2 ? 0.25 : 0;
        uint64_t seed = 41 + s;
        dual_model m;
        fast_system *sys = sphere("mhd-sphere", n, amp, shell);
        dual_model_open(&m, n, amp, amp != 0 ? shell : n);
        const size_t M = fast_system_M(sys);
        double *x = numbers(d), *y = numbers(d), *right = numbers(d), *dW = numbers(M);
        random_pair(x, n, 1, &seed);
        for (size_t i = 0; i < M; i++) dW[i] = uniform(&seed);
        for (size_t k = 0; k < (n <= 13 ? SCHEMES : 1); k += depth_stride(4)) {
            const fast_scheme *rule = fast_scheme_find(schemes[k]);
            double *room = numbers(fast_step_work_size(rule, sys));
            fast_report report;
            assert_int_equal(fast_step(y, &report, rule, sys, x, h, dW, room), SLP_OK);
            dual_model_step(right, &m, schemes[k], x, h, dW);
            assert_le(largest(y, right, d), 48 * U * (double)n);
            assert_gt(largest(y, x, d), 1e-4);
            free(room);
        }
        free(x), free(y), free(right), free(dW);
        dual_model_close(&m);
        fast_system_free(sys);
    }
}

/* Casimirs along steps of isospectral-midpoint stay at roundoff; implicit-midpoint, which keeps
 * quadratic ones alone, moves the others.  A step rounds the state by 8 n u (see steps()), which
 * moves Tr Theta^p and Tr Theta^(p-1) W by p times that and sqrt n; added up over the steps. */
static void casimirs_kept(void **state)
{
    (void)state;
    enum { STEPS = 32 };
    for (size_t s = 0; s < SIZES; s++) {
        const size_t n = sizes[s], d = 2 * n * n, count = 2 * (n - 1);
        const double h = 0.25 / (double)(n * n), amp = 0.25;
        fast_system *sys = sphere("mhd-sphere", n, amp, 1);
        const size_t M = fast_system_M(sys);
        double *x = numbers(d), *dW = numbers(M), *before = numbers(count), *after = numbers(count);
        for (size_t k = 0; k < 2; k++) {
            uint64_t seed = 53 + n;
            const fast_scheme *rule = fast_scheme_find(schemes[k]);
            double *room = numbers(fast_step_work_size(rule, sys)), worst = 0;
            random_pair(x, n, 1, &seed);
            assert_int_equal(fast_casimirs(before, sys, x), SLP_OK);
            for (int i = 0; i < STEPS; i++) {
                for (size_t j = 0; j < M; j++) dW[j] = uniform(&seed);
                assert_int_equal(fast_step(x, NULL, rule, sys, x, h, dW, room), SLP_OK);
            }
            assert_int_equal(fast_casimirs(after, sys, x), SLP_OK);
            for (size_t i = 0; i < count; i++) {
                const double p = (double)(i % (n - 1) + 2);
                worst = fmax(worst, fabs(after[i] - before[i]) /
                                        (8 * p * (double)n * sqrt((double)n) * STEPS * U));
            }
            if (k == 0)
                assert_le(worst, 1);
            else if (n > 2 && n <= 13) /* su(2) has quadratic ones only, and steps become short */
                assert_gt(worst, 1024);
            free(room);
        }
        free(x), free(dW), free(before), free(after);
        fast_system_free(sys);
    }
}

/* Without a field W moves as on zeitlin-sphere, and no field arises. */
static void without_field(void **state)
{
    (void)state;
    const fast_scheme *rule = fast_scheme_find("isospectral-midpoint");
    for (size_t s = 0; s < SIZES; s++) {
        const size_t n = sizes[s], half = n * n;
        uint64_t seed = 61 + n;
        fast_system *mhd = sphere("mhd-sphere", n, 0.25, 1),
                    *euler = sphere("zeitlin-sphere", n, 0.25, 1);
        const size_t M = fast_system_M(mhd);
        assert_int_equal(M, fast_system_M(euler));
        double *x = numbers(2 * half), *y = numbers(half), *dW = numbers(M),
               *room = numbers(fast_step_work_size(rule, mhd));
        random_matrix(x, n, 1, &seed);
        for (size_t i = 0; i < M; i++) dW[i] = 0.5 * uniform(&seed);
        assert_int_equal(fast_step(y, NULL, rule, euler, x, 0.25, dW, room), SLP_OK);
        assert_int_equal(fast_step(x, NULL, rule, mhd, x, 0.25, dW, room), SLP_OK);
        assert_le(largest(x, y, half), 16 * U * (double)n);
        assert_true(largest(x + half, NULL, half) == 0);
        free(x), free(y), free(dW), free(room);
        fast_system_free(mhd);
        fast_system_free(euler);
    }
}

/* ---- Trajectories ---------------------------------------------------------------------------- */

/* Random large scales, |W|_F = |Theta|_F = sqrt n. */
static void large_pair(double *x, size_t n, uint64_t *seed)
{
    large_scales(x, n, 5, seed);
    large_scales(x + n * n, n, 5, seed);
}

/* Trajectories against fast_step from the same states: of odd sizes, one block of products and
 * several, with noise and without; then steps twice and eight times as long.  Both solve to u|x|,
 * in products of n terms; -h Delta multiplies what a stage of Theta is off by, by up to h n^2. */
static void trajectories(void **state)
{
    (void)state;
    static const size_t orders[] = {2, 3, 7, 24, 33, 50, 70};
    const fast_scheme *rule = fast_scheme_find("isospectral-midpoint");
    uint64_t seed = 5;
    for (size_t s = 0; s < 14; s += depth_stride(3)) {
        const size_t n = orders[s / 2], d = 2 * n * n;
        fast_system *sys = sphere("mhd-sphere", n, s % 2 ? 0.2 : 0, (n + 1) / 2);
        const size_t M = fast_system_M(sys);
        double *x = numbers(d), *y = numbers(d), *dW = numbers(M),
               *room = numbers(fast_step_work_size(rule, sys));
        fast_trajectory *path;
        fast_report report;
        unsigned first = 0;
        large_pair(x, n, &seed);
        assert_string_equal(fast_trajectory_scheme(sys), "isospectral-midpoint");
        assert_int_equal(fast_trajectory_new(&path, sys, x, 0), SLP_OK);
        for (int k = 0; k < 9; k++) {
            const double h = k < 6 ? 0x1p-6 : k < 8 ? 0x1p-5 : 0x1p-3;
            for (size_t i = 0; i < M; i++) dW[i] = uniform(&seed);
            assert_int_equal(fast_step(y, &report, rule, sys, x, h, dW, room), SLP_OK);
            assert_int_equal(fast_trajectory_step(path, &report, h, dW), SLP_OK);
            fast_trajectory_state(x, path);
            assert_le(largest(x, y, d), (8 + 2 * sqrt((double)n)) * U * largest(y, NULL, d) *
                                            (1 + h * (double)(n * n)));
            if (k == 0) first = report.iterations;
            if (s % 2 == 0 && n > 40 && k == 5) assert_le(report.iterations + 2, first);
        }
        fast_trajectory_free(path);
        fast_system_free(sys);
        free(x), free(y), free(dW), free(room);
    }
}

/* A step that the trajectory's own iteration does not make is made by the general rule, in both
 * parts of the state; one that neither makes leaves the state as it was. */
static void large_steps(void **state)
{
    (void)state;
    enum { N = 6, D = 2 * N * N };
    const fast_scheme *rule = fast_scheme_find("isospectral-midpoint");
    uint64_t seed = 7;
    fast_system *sys = sphere("mhd-sphere", N, 0, 1);
    double x[D], y[D], z[D], *room = numbers(fast_step_work_size(rule, sys));
    unsigned general = 0;
    large_pair(x, N, &seed);
    for (double h = 0x1p-4; h <= 4; h *= 2) {
        fast_trajectory *path;
        fast_report report, own;
        assert_int_equal(fast_trajectory_new(&path, sys, x, 0), SLP_OK);
        const slp_status status = fast_step(y, &report, rule, sys, x, h, NULL, room);
        assert_int_equal(fast_trajectory_step(path, &own, h, NULL), status);
        fast_trajectory_state(z, path);
        if (status == SLP_OK && own.iterations == report.iterations && memcmp(y, z, sizeof y) == 0)
            general++;
        if (status != SLP_OK) assert_memory_equal(z, x, sizeof z);
        fast_trajectory_free(path);
    }
    assert_gt(general, 0);
    free(room);
    fast_system_free(sys);
}

/* What an iteration leaves does not move Casimirs: a step from z, delta = 2^-18 from the stage,
 * with and without its residual's part in the update.  With s = |Xi|_F, e = D^-1 r is off by (s^2 +
 * s^2/4)|r| and 2^-20 |r| (products in binary32), the state by 2 s times that from its orbit
 * (tests/fast/test_fast_residual.c), Tr Theta W and Tr Theta^2 W by three times that again, as
 * |Theta| = |W| = 1; and by roundings of (8 + 4 n) u. */
static void wrong_stages(void **state)
{
    (void)state;
    for (size_t n = 6; n <= 34; n += 28) {
        const size_t d = 2 * n * n, size = 2 * d; /* of both matrices, with their two parts */
        const fast_matrices shape = {n, 2};
        const double h = 0x1p-12;
        uint64_t seed = 71 + n;
        fast_system *sys = sphere("mhd-sphere", n, 0, 1);
        double *x = numbers(d), *p = numbers(d), change[2] = {0, 0}, bound = 0;
        double *before = numbers(2 * n), *after = numbers(2 * n);
        large_pair(x, n, &seed);
        for (size_t i = 0; i < d; i++) x[i] /= sqrt((double)n); /* |W|_F = |Theta|_F = 1 */
        large_pair(p, n, &seed);
        for (size_t i = 0; i < d; i++) p[i] *= 0.7 / sqrt((double)n);
        assert_int_equal(fast_casimirs(before, sys, x), SLP_OK);
        for (int with = 0; with < 2; with++) {
            fast_trajectory *path;
            assert_int_equal(fast_trajectory_new(&path, sys, x, 0), SLP_OK);
            sys->table->freeze(path->frozen, sys, h, NULL);
            memcpy(path->z, path->x, size * sizeof *path->z);
            for (int k = 0; k < 40; k++) {
                fast_trajectory_map(path);
                memcpy(path->z, path->next, size * sizeof *path->z);
            }
            fast_matrix_read(path->w, &shape, p + d / 2);
            fast_matrix_read(path->w + d, &shape, p);
            for (size_t j = 0; j < size; j++) path->z[j] += 0x1p-18 * path->w[j];
            const double delta = fast_trajectory_map(path);
            double s = 0;
            for (size_t j = 0; j < size; j++) s += path->xi[j] * path->xi[j];
            s = sqrt(s);
            if (with) fast_trajectory_residual(path, 1);
            fast_trajectory_finish(path);
            double *y = numbers(d);
            fast_trajectory_state(y, path);
            assert_int_equal(fast_casimirs(after, sys, y), SLP_OK);
            for (size_t i = n - 1; i <= n; i++) /* Tr Theta W, Tr Theta^2 W */
                change[with] = fmax(change[with], fabs(after[i] - before[i]));
            bound = 6 * s * (1.25 * s * s + 0x1p-20) * delta + 3 * (8 + 4 * (double)n) * U;
            free(y);
            fast_trajectory_free(path);
        }
        print_message("# n %zu: %g without, %g with, bound %g\n", n, change[0], change[1], bound);
        assert_le(change[1], bound);
        assert_ge(change[0], 4 * bound);
        free(x), free(p), free(before), free(after);
        fast_system_free(sys);
    }
}

/* The eigenvalues theta_j of -i Theta and, in their basis, the diagonal w_j of -i W: Tr Theta^k and
 * Tr Theta^(k-1) W are sums of them.  Over a run rounding adds up like a random walk.  Of
 * Tr Theta^k that is k |theta|^(k-1) sqrt n times u |theta| sqrt(steps), with a constant of the
 * order of one. */
static void drift(void **state)
{
    (void)state;
    const int steps = (int)(1000 / depth_stride(10));
    const size_t n = 24, d = 2 * n * n, count = 2 * (n - 1);
    const fast_matrices shape = {n, 2};
    uint64_t seed = 9;
    fast_system *sys = sphere("mhd-sphere", n, 0, 1);
    double *x = numbers(d), *y = numbers(d), lambda[24], omega[24];
    double *before = numbers(count), *after = numbers(count);
    fast_trajectory *path;
    large_pair(x, n, &seed);
    assert_int_equal(fast_trajectory_new(&path, sys, x, 0), SLP_OK);
    for (int s = 0; s < steps; s++)
        assert_int_equal(fast_trajectory_step(path, NULL, 0x1p-5, NULL), SLP_OK);
    fast_trajectory_state(y, path);
    fast_matrix_spectrum(lambda, &shape, x + d / 2);
    fast_matrix_spectrum(omega, &shape, x);
    assert_int_equal(fast_casimirs(before, sys, x), SLP_OK);
    assert_int_equal(fast_casimirs(after, sys, y), SLP_OK);
    const double size = fmax(fabs(lambda[0]), fabs(lambda[n - 1])),
                 other = fmax(size, fmax(fabs(omega[0]), fabs(omega[n - 1])));
    double worst = 0;
    for (size_t i = 0; i < count; i++) {
        const double k = (double)(i % (n - 1) + 2), power = pow(size, k - 1) * other;
        worst = fmax(worst,
                     fabs(after[i] - before[i]) / (k * power * sqrt((double)n) * U * sqrt(steps)));
    }
    print_message("# Casimirs: %.2g of a random walk's; energy %.2g of itself\n", worst,
                  fabs(fast_energy(sys, y) / fast_energy(sys, x) - 1));
    assert_le(worst, 4);
    assert_gt(largest(x, y, d), 0.1);
    assert_le(fabs(fast_energy(sys, y) - fast_energy(sys, x)), 1e-3 * fast_energy(sys, x));
    fast_trajectory_free(path);
    fast_system_free(sys);
    free(x), free(y), free(before), free(after);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(algebra),       cmocka_unit_test(not_finite),
        cmocka_unit_test(generators),    cmocka_unit_test(invariants),
        cmocka_unit_test(steps),         cmocka_unit_test(casimirs_kept),
        cmocka_unit_test(without_field), cmocka_unit_test(trajectories),
        cmocka_unit_test(large_steps),   cmocka_unit_test(drift),
        cmocka_unit_test(wrong_stages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
