/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The increments that ensembles make for themselves, vectorised and written again, are the
 * contract's, bit by bit. */
#include "fast/fast.h"
#include "oracle/contract/noise/noise.h"
#include "tests/fast/fast_bodies.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "tests/support/cmocka.h"

static void compare(const fast_ensemble *run, unsigned channels)
{
    size_t n = run->steps * channels * run->paths;
    double *dw = malloc((n + 1) * sizeof *dw), *own = malloc((run->steps + 1) * sizeof *own);
    dw[n] = 77;
    assert_int_equal(fast_ensemble_increments(dw, channels, run), SLP_OK);
    assert_true(dw[n] == 77);
    for (unsigned k = 0; k < channels; k++)
        for (size_t p = 0; p < run->paths; p++) {
            slp_increments(own, run->h, run->seed, run->first_path + p, k, 0, run->first_step,
                           run->steps);
            for (size_t s = 0; s < run->steps; s++) {
                double want = run->ell > 0 ? slp_truncate(own[s], run->h, run->ell) : own[s];
                double got = dw[(s * channels + k) * run->paths + p];
                assert_memory_equal(&got, &want, sizeof got);
            }
        }
    free(dw);
    free(own);
}

static void increments_are_the_contracts(void **state)
{
    (void)state;
    const double steps[] = {0x1p-8, 0.01, 0.3, 0.9999, 1.0, 1e-300, 0x1p-1074, 1e300, 7.0};
    for (size_t i = 0; fast_kernel_at(i); i++)
        for (size_t n = 0; n < 36; n++) {
            fast_ensemble run = {.paths = 1 + (size_t)(fast_body_bits(1, n) % 150),
                                 .seed = fast_body_bits(2, n),
                                 .first_path = n % 3 ? fast_body_bits(3, n) >> (n + 1) : 0xffffffc0,
                                 .h = steps[n % 9],
                                 .ell = n % 4 == 0   ? 0
                                        : n % 4 == 1 ? 0.05
                                                     : 2,
                                 .first_step = fast_body_bits(4, n) >> (1 + n),
                                 .steps = 1 + n % 5,
                                 .threads = 1 + (unsigned)(n % 3),
                                 .kernel = fast_kernel_at(i)};
            compare(&run, 1 + (unsigned)(n % FAST_ENSEMBLE_NOISES));
        }
}

/* Many normals, so that rare branches of the logarithm and of the quadrants are met, and u below
 * 2^-16, where a cell of u more or less changes an increment. */
static void many_increments(void **state)
{
    (void)state;
    for (size_t i = 0; fast_kernel_at(i); i++) {
        fast_ensemble run = {.paths = 64,
                             .seed = 11,
                             .h = 0.125,
                             .ell = 0,
                             .steps = 4000,
                             .threads = 1,
                             .kernel = fast_kernel_at(i)};
        compare(&run, 2);
    }
}

static void refusals(void **state)
{
    (void)state;
    double dw[FAST_ENSEMBLE_CHANNELS];
    fast_ensemble run = {.paths = 1, .h = 0.1, .ell = 2, .steps = 1, .threads = 1};
    assert_int_equal(fast_ensemble_increments(dw, FAST_ENSEMBLE_CHANNELS, &run), SLP_OK);
    assert_int_equal(fast_ensemble_increments(dw, FAST_ENSEMBLE_CHANNELS + 1, &run),
                     SLP_UNSUPPORTED);
    run.h = 0;
    assert_int_equal(fast_ensemble_increments(dw, 1, &run), SLP_DOMAIN);
    run.h = NAN;
    assert_int_equal(fast_ensemble_increments(dw, 1, &run), SLP_DOMAIN);
    run.h = 0.1;
    run.threads = 0;
    assert_int_equal(fast_ensemble_increments(dw, 1, &run), SLP_INPUT);
    run.threads = 1;
    run.kernel = "abacus";
    assert_int_equal(fast_ensemble_increments(dw, 1, &run), SLP_UNSUPPORTED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(increments_are_the_contracts),
        cmocka_unit_test(many_increments),
        cmocka_unit_test(refusals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
