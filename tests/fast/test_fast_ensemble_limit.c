/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Where ensembles truncate their increments is where the contract does, bit for bit, at steps of
 * every size: among the subnormal numbers, at both of their ends, about 1, where the bound is 0,
 * and above. */
#include "fast/ensemble/ensemble.h"
#include "oracle/contract/noise/noise.h"

#include <float.h>
#include <math.h>
#include "tests/support/cmocka.h"

static const double exponents[] = {0x1p-10, 0.05, 0.5, 2, 3.7};

static void same_limit(double h)
{
    for (size_t i = 0; i < sizeof exponents / sizeof *exponents; i++) {
        ensemble_noise noise;
        assert_true(fast_ensemble_noise_open(&noise, 1, 1, h, exponents[i]));
        assert_true(noise.limit == slp_truncate(DBL_MAX, h, exponents[i]));
    }
}

static void the_contracts_limit(void **state)
{
    (void)state;
    for (int e = -1074; e <= 1023; e += 3) {
        same_limit(ldexp(1, e));
        same_limit(ldexp(0x1.6b3p+0, e));
        same_limit(nextafter(ldexp(1, e), INFINITY));
    }
    /* a bit of 54 ln 2 shows in one of thirty */
    for (uint64_t k = 1; k < 1000; k++) same_limit(ldexp((double)(k * k), -1074));
    same_limit(DBL_MIN);
    same_limit(nextafter(DBL_MIN, 0));
    same_limit(nextafter(1, 0));
    same_limit(1);
    same_limit(DBL_MAX);
}

static void no_exponent_no_limit(void **state)
{
    ensemble_noise noise;
    (void)state;
    assert_true(fast_ensemble_noise_open(&noise, 1, 1, 0.25, 0));
    assert_gt(noise.limit, DBL_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_contracts_limit),
                                       cmocka_unit_test(no_exponent_no_limit)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
