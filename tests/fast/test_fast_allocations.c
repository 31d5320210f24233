/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Steps of the binary64 path allocate nothing themselves: calls to the allocator are counted while
 * they run.  Every pair of system and scheme, from the second step on, as BLAS may set itself up
 * within the first; trajectories, whose differences grow in number over the first steps; ensembles,
 * where what a call allocates for itself and its threads must not depend on how many steps it
 * makes.
 *
 * What the BLAS allocates within a product is its own affair, and differs between its kernels: of
 * OpenBLAS those for AVX-512 (SkylakeX, Cooperlake, Sapphire Rapids) copy one to four last columns
 * of a small product into memory that they allocate, others do not.  So a call is counted by who
 * makes it, read off its return address: by code of the libraries that hold the BLAS's and LAPACK's
 * routines, or by any other, which is ours.  LAPACKE is ours, which copies where matrices have
 * another layout.  tests/fast/test_blas_allocations.sh has a BLAS that allocates.
 *
 * The counting allocator stands before the C library's; under the address sanitizer, which has its
 * own, and on other C libraries there is nothing to stand before: skipped.
 * Calls the BLAS. */
#define _GNU_SOURCE /* dl_iterate_phdr */
#include "fast/fast.h"
#include "oracle/contract/draw/draw.h"
#include "tests/support/depth.h"
#include "tests/support/foreign_allocator.h"

#include <cblas.h>
#include <dlfcn.h>
#include <link.h>
#include <stdatomic.h>
#include <stdlib.h>
#include "tests/support/cmocka.h"
#include "tests/support/drawn_system.h"

static atomic_ulong calls, calls_of_blas;

/* ---- Who calls ---- */

enum { ROUTINES = 8 };
typedef void routine(void);
extern routine dgemm_, dgetrf_, dgetrs_, zgetrf_, zgetrs_;

/* Addresses of the libraries that hold these; none where one is linked into this program. */
static struct {
    uintptr_t from, to;
} blas[ROUTINES];

static int take_library(struct dl_phdr_info *library, size_t size, void *own)
{
    const uintptr_t *routines = own;
    uintptr_t from = UINTPTR_MAX, to = 0;
    (void)size;
    for (int i = 0; i < library->dlpi_phnum; i++) {
        const uintptr_t begin = library->dlpi_addr + library->dlpi_phdr[i].p_vaddr;
        const uintptr_t end = begin + library->dlpi_phdr[i].p_memsz;
        if (library->dlpi_phdr[i].p_type != PT_LOAD) continue;
        from = begin < from ? begin : from;
        to = end > to ? end : to;
    }
    const uintptr_t here = (uintptr_t)&take_library;
    for (int r = 0; r < ROUTINES; r++)
        if (from <= routines[r] && routines[r] < to && !(from <= here && here < to)) {
            blas[r].from = from;
            blas[r].to = to;
        }
    return 0;
}

static void find_blas(void)
{
    uintptr_t routines[ROUTINES] = {
        (uintptr_t)&cblas_dgemm, (uintptr_t)&cblas_sgemm, (uintptr_t)&dgemm_, (uintptr_t)&dgetrf_,
        (uintptr_t)&dgetrs_,     (uintptr_t)&zgetrf_,     (uintptr_t)&zgetrs_};
    /* Debian's libblas.so.3 may hand on to OpenBLAS's own library, which holds the kernels. */
    routines[ROUTINES - 1] = (uintptr_t)dlsym(RTLD_DEFAULT, "openblas_get_config");
    dl_iterate_phdr(take_library, routines);
}

#ifndef SLP_FOREIGN_ALLOCATOR
static inline void tell_apart(void *return_address)
{
    const uintptr_t caller = (uintptr_t)return_address;
    for (int r = 0; r < ROUTINES; r++)
        if (blas[r].from <= caller && caller < blas[r].to) {
            atomic_fetch_add(&calls_of_blas, 1);
            return;
        }
    atomic_fetch_add(&calls, 1);
}

/* ---- The counting allocator ---- */

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *at, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size)
{
    tell_apart(__builtin_return_address(0));
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
    tell_apart(__builtin_return_address(0));
    return __libc_calloc(count, size);
}

void *realloc(void *at, size_t size)
{
    tell_apart(__builtin_return_address(0));
    return __libc_realloc(at, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    tell_apart(__builtin_return_address(0));
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **to, size_t alignment, size_t size)
{
    tell_apart(__builtin_return_address(0));
    *to = __libc_memalign(alignment, size);
    return *to ? 0 : 12;
}
#endif

/* The counter counts: without it every test here would pass. */
static void counts(void **state)
{
    (void)state;
#ifdef SLP_FOREIGN_ALLOCATOR
    skip();
#endif
    if (depth_wrapped()) skip(); /* valgrind has its own */
    const unsigned long before = atomic_load(&calls);
    void *volatile at = malloc(24);
    assert_non_null(at);
    assert_int_equal(atomic_load(&calls) - before, 1);
    free(at);
    /* and it knows the BLAS's libraries, or would take what they allocate for ours */
    for (int r = 0; r < ROUTINES - 1; r++) assert_lt(blas[r].from, blas[r].to);
}

/* Allocations of a second and a third step of each pair; zero of our own. */
static void pairs(void **state)
{
    (void)state;
    unsigned tried = 0;
    slp_case c;
    slp_case_init(&c);
    for (size_t i = 0; drawn_system_at(i); i++)
        for (size_t j = 0; slp_scheme_at(j); j++) {
            const fast_scheme *rule = fast_scheme_find(slp_scheme_at(j)->name);
            slp_draw from;
            slp_error err;
            fast_system *sys;
            slp_draw_init(&from, 5, i);
            if (!rule || !slp_pair_makes_sense(drawn_system_at(i), slp_scheme_at(j), NULL) ||
                slp_draw_case(&c, drawn_system_at(i), slp_scheme_at(j), &from, 1) != SLP_OK)
                continue;
            assert_int_equal(fast_system_new(&sys, &c, &err), SLP_OK);
            double *room = malloc(fast_step_work_size(rule, sys) * sizeof *room),
                   *x = malloc(c.d * sizeof *x);
            for (size_t k = 0; k < c.d; k++) x[k] = c.x[k];
            assert_int_equal(fast_step(x, NULL, rule, sys, c.x, c.h, c.dw, room), SLP_OK);
            const unsigned long before = atomic_load(&calls);
            for (int s = 0; s < 2; s++) fast_step(x, NULL, rule, sys, c.x, c.h, c.dw, room);
            const unsigned long made = atomic_load(&calls) - before;
            if (made)
                print_message("# %s by %s: %lu\n", drawn_system_at(i)->name, slp_scheme_at(j)->name,
                              made);
            assert_int_equal(made, 0);
            tried++;
            free(x);
            free(room);
            fast_system_free(sys);
        }
    slp_case_clear(&c);
    print_message("# %u pairs\n", tried);
    assert_ge(tried, 60);
}

/* From x on, and after memory has been dropped because h changed; sizes below and above that of
 * loops and of the floor. */
static void trajectories(void **state)
{
    (void)state;
    static const char *const systems[] = {"rigid-body-n", "zeitlin-sphere", "sine-euler"};
    static const double sizes[] = {7, 35};
    for (size_t i = 0; i < 6; i++) {
        slp_case c;
        slp_error err;
        fast_system *sys;
        fast_trajectory *path;
        slp_case_init(&c);
        c.system = slp_system_find(systems[i / 2]);
        assert_int_equal(slp_case_set_param(&c, "n", &sizes[i % 2], 1, &err), SLP_OK);
        assert_int_equal(fast_system_new(&sys, &c, &err), SLP_OK);
        const size_t d = fast_system_d(sys);
        double *x = malloc(d * sizeof *x);
        for (size_t k = 0; k < d; k++) x[k] = (k % 3 ? 0.2 : -0.3) / (double)d;
        assert_int_equal(fast_trajectory_new(&path, sys, x, 0), SLP_OK);
        assert_int_equal(fast_trajectory_step(path, NULL, 0x1p-4, NULL), SLP_OK);
        const unsigned long before = atomic_load(&calls), inside = atomic_load(&calls_of_blas);
        for (int s = 0; s < 24; s++)
            assert_int_equal(fast_trajectory_step(path, NULL, s < 14 ? 0x1p-4 : 0x1p-5, NULL),
                             SLP_OK);
        if (atomic_load(&calls_of_blas) != inside)
            print_message("# %s of size %g: %lu allocations inside the BLAS\n", systems[i / 2],
                          sizes[i % 2], atomic_load(&calls_of_blas) - inside);
        assert_int_equal(atomic_load(&calls) - before, 0);
        fast_trajectory_free(path);
        fast_system_free(sys);
        free(x);
        slp_case_clear(&c);
    }
}

static unsigned long of_ensemble(const fast_system *sys, const slp_case *c, const char *kernel,
                                 size_t steps)
{
    enum { PATHS = 37 };
    fast_ensemble run = {.paths = PATHS,
                         .seed = 1,
                         .h = 0x1p-8,
                         .ell = 2,
                         .steps = steps,
                         .threads = 1,
                         .kernel = kernel};
    double *x = malloc(c->d * PATHS * sizeof *x);
    for (size_t k = 0; k < c->d * PATHS; k++) x[k] = c->x[k / PATHS];
    const unsigned long before = atomic_load(&calls);
    assert_int_equal(fast_ensemble_advance(x, NULL, sys, &run), SLP_OK);
    const unsigned long made = atomic_load(&calls) - before;
    free(x);
    return made;
}

static void ensembles(void **state)
{
    (void)state;
    unsigned tried = 0;
    slp_case c;
    slp_case_init(&c);
    for (size_t i = 0; drawn_system_at(i); i++) {
        slp_draw from;
        slp_error err;
        fast_system *sys;
        slp_draw_init(&from, 5, 0);
        for (size_t j = 0; slp_scheme_at(j); j++) {
            if (!slp_pair_makes_sense(drawn_system_at(i), slp_scheme_at(j), NULL) ||
                slp_draw_case(&c, drawn_system_at(i), slp_scheme_at(j), &from, 1) != SLP_OK)
                continue;
            assert_int_equal(fast_system_new(&sys, &c, &err), SLP_OK);
            for (size_t k = 0; fast_ensemble_scheme(sys) && fast_kernel_at(k); k++, tried++) {
                of_ensemble(sys, &c, fast_kernel_at(k), 1);
                assert_int_equal(of_ensemble(sys, &c, fast_kernel_at(k), 4),
                                 of_ensemble(sys, &c, fast_kernel_at(k), 64));
            }
            fast_system_free(sys);
            break;
        }
    }
    slp_case_clear(&c);
    assert_ge(tried, 3);
}

int main(void)
{
    find_blas();
    const struct CMUnitTest tests[] = {cmocka_unit_test(counts), cmocka_unit_test(pairs),
                                       cmocka_unit_test(trajectories), cmocka_unit_test(ensembles)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
