/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What BLAS and LAPACK are given is enough for what they read: every large block that the binary64
 * path allocates here ends at a page that cannot be read.  Spectra, single steps with and without
 * LU and trajectories, sizes on both sides of where LAPACK begins to work by blocks (n = 33).  The
 * allocator stands before the C library's; not under sanitizers, which have their own: skipped.
 * Calls the BLAS. */
#define _DEFAULT_SOURCE
#include "fast/matrix/matrix.h"
#include "tests/support/depth.h"
#include "tests/support/foreign_allocator.h"
#include "tests/fast/trajectory_systems.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include "tests/support/cmocka.h"

enum { PAGE = 4096, LARGE = 2048 };

static _Thread_local size_t guarded; /* large blocks made so far; 0: not guarding */

#ifndef SLP_FOREIGN_ALLOCATOR
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void __libc_free(void *at);

/* Blocks at the ends of pages, marked by the page before theirs; never given back. */
static void *at_the_end(size_t size)
{
    const size_t room = (size + PAGE - 1) / PAGE * PAGE;
    char *all =
        mmap(NULL, room + 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED || mprotect(all + PAGE + room, PAGE, PROT_NONE)) abort();
    guarded++;
    return all + PAGE + (room - size) / 16 * 16;
}

void *malloc(size_t size)
{
    return guarded && size >= LARGE ? at_the_end(size) : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    return guarded && size && count >= LARGE / size ? at_the_end(count * size)
                                                    : __libc_calloc(count, size);
}

void free(void *at)
{
    if (!guarded) __libc_free(at);
}
#endif

static void guard(bool on)
{
    guarded = on;
}

/* Before anything is allocated: an allocator that is not ours watches reads by itself. */
static void need_our_allocator(void)
{
#ifdef SLP_FOREIGN_ALLOCATOR
    skip();
#endif
    if (depth_wrapped()) skip(); /* valgrind has its own */
}

/* Of a matrix with |X|_F = 1: sum lambda = Tr(-iX), sum lambda^2 = 1, each of n terms off by n u at
 * most (LAPACK's eigenvalues by some u |X|, here 64). */
static void spectra(void **state)
{
    (void)state;
    need_our_allocator();
    static const size_t sizes[] = {12, 32, 33, 34, 40, 41, 64, 65, 96};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        path_trial t;
        double lambda[96], sum = 0, square = 0, trace = 0;
        path_trial_open(&t, "zeitlin-sphere", sizes[i], false, 0.25, 3 + i);
        const fast_matrices k = {sizes[i], 2};
        const size_t n = sizes[i];
        guard(true);
        fast_matrix_spectrum(lambda, &k, t.c.x);
        const size_t blocks = guarded;
        guard(false);
        assert_ge(blocks, 3);
        for (size_t j = 0; j < n; j++) {
            trace += t.c.x[j];
            sum += lambda[j];
            square += lambda[j] * lambda[j];
            assert_true(j == 0 || lambda[j] >= lambda[j - 1]);
        }
        const double bound = 64 * (double)n * 0x1p-53;
        assert_le(fabs(sum - trace), bound);
        assert_le(fabs(square - 1), 2 * bound);
        path_trial_close(&t);
    }
}

/* Single steps, which factorise, and a trajectory's, in workspace that ends where it is said to. */
static void steps(void **state)
{
    (void)state;
    need_our_allocator();
    static const char *const systems[] = {"rigid-body-n", "zeitlin-sphere", "sine-euler"};
    static const char *const schemes[] = {"isospectral-midpoint", "tmk", "variational-cayley"};
    static const size_t sizes[] = {13, 33, 41, 65};
    for (size_t i = 0; i < 12; i++) {
        path_trial t;
        fast_trajectory *path;
        path_trial_open(&t, systems[i / 4], sizes[i % 4], false, 0x1p-4, 9 + i);
        double *y = path_trial_numbers(t.c.d);
        for (size_t s = 0; s < 3; s++) {
            const fast_scheme *rule = fast_scheme_find(schemes[s]);
            guard(true);
            double *room = malloc(fast_step_work_size(rule, t.sys) * sizeof *room);
            const slp_status status = fast_step(y, NULL, rule, t.sys, t.c.x, t.c.h, NULL, room);
            guard(false);
            assert_int_equal(status, SLP_OK);
        }
        guard(true);
        slp_status status = fast_trajectory_new(&path, t.sys, t.c.x, 0);
        for (int s = 0; s < 3 && status == SLP_OK; s++)
            status = fast_trajectory_step(path, NULL, t.c.h, NULL);
        guard(false);
        assert_int_equal(status, SLP_OK);
        free(y);
        path_trial_close(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(spectra), cmocka_unit_test(steps)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
