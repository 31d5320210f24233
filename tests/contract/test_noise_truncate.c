/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Truncation: the bound against MPFR over all binades and near 1, and what clipping does. */
#include "oracle/contract/noise/noise.h"
#include "oracle/contract/noise/elementary.h"

#include <math.h>
#include <mpfr.h>
#include "tests/support/cmocka.h"

static uint64_t mix(uint64_t n)
{
    uint32_t w[4];
    slp_noise_key key = {3, 0, 0, 0, n};
    slp_noise_block(w, &key);
    return (uint64_t)w[0] << 32 | w[1];
}

static double step(uint64_t n)
{
    double m = 1.0 + (double)(mix(n) >> 12) * 0x1p-52;
    switch (n % 4) {
    case 0:
        return ldexp(m, -(int)(n / 4 % 40)); /* ordinary */
    case 1:
        return 1.0 - ldexp(m, -(int)(2 + n / 4 % 51)); /* just below 1 */
    case 2:
        return 1.0 + ldexp(m, -(int)(1 + n / 4 % 52)); /* just above 1 */
    default:
        return ldexp(m, (int)(n / 4 % 2094) - 1073); /* everything, subnormal too */
    }
}

static void bound_against_mpfr(void **state)
{
    (void)state;
    double worst = 0;
    mpfr_t a;
    mpfr_init2(a, 160);
    for (uint64_t n = 0; n < 20000; n++) {
        double h = step(n), ell = n % 3 == 0 ? 2.0 : n % 3 == 1 ? 0.7 : 5.25;
        if (h == 1.0) continue;
        mpfr_set_d(a, h, MPFR_RNDN);
        mpfr_log(a, a, MPFR_RNDN);
        mpfr_abs(a, a, MPFR_RNDN);
        mpfr_mul_d(a, a, 2.0 * ell, MPFR_RNDN);
        mpfr_sqrt(a, a, MPFR_RNDN);
        double exact = mpfr_get_d(a, MPFR_RNDN), got = slp_truncation_bound(h, ell);
        worst = fmax(worst, fabs(got - exact) / (exact * 0x1p-53));
    }
    mpfr_clear(a);
    print_message("# worst distance %.3f u\n", worst);
    assert_le(worst, 4.0); /* noise.md: (3 + 1)/2 + 1 = 3 units u, and 1 for rounding `exact` */
}

static void known_bounds(void **state)
{
    (void)state;
    assert_int_equal(slp_noise_bits(slp_truncation_bound(0x1p-8, 2.0)), 0x4012d6abe44afc43);
    assert_true(slp_truncation_bound(1.0, 2.0) == 0.0);
    assert_true(isnan(slp_truncation_bound(0.0, 2.0)));
    assert_true(isnan(slp_truncation_bound(-1.0, 2.0)));
    assert_true(isnan(slp_truncation_bound(INFINITY, 2.0)));
    assert_true(isnan(slp_truncation_bound(0.5, 0.0)));
    assert_true(isnan(slp_truncation_bound(0.5, NAN)));
}

static void clipping(void **state)
{
    (void)state;
    const double h = 0x1p-8, ell = 2.0;
    double limit = sqrt(h) * slp_truncation_bound(h, ell);
    assert_true(slp_truncate(limit, h, ell) == limit);
    assert_true(slp_truncate(nextafter(limit, 9), h, ell) == limit);
    assert_true(slp_truncate(-nextafter(limit, 9), h, ell) == -limit);
    assert_true(slp_truncate(1e300, h, ell) == limit);
    assert_true(slp_truncate(-INFINITY, h, ell) == -limit);
    for (uint64_t n = 0; n < 1000; n++) {
        double dw = slp_increment(h, 1, n, 0, 0, n);
        double inside = fabs(dw) <= limit ? dw : copysign(limit, dw);
        assert_true(slp_truncate(dw, h, ell) == inside);
    }
    assert_true(isnan(slp_truncate(NAN, h, ell)));
    assert_true(slp_truncate(3.0, 1.0, ell) == 0.0);
}

/* E z^2, or E z^4, of z = clip(xi, -A, A): Simpson's rule on [-A, A], and the two tails. */
static double moment(double A, int order)
{
    enum { PARTS = 4000 };
    double sum = 0;
    for (int i = 0; i <= PARTS; i++) {
        const double x = A * (2.0 * i / PARTS - 1), weight = i % PARTS == 0 ? 1 : 2 << i % 2;
        sum += weight * pow(x, order) * exp(-x * x / 2);
    }
    return sum * (2 * A / PARTS) / 3 / sqrt(2 * 3.14159265358979324) +
           pow(A, order) * erfc(A / sqrt(2));
}

static void where_it_shows(void **state)
{
    (void)state;
    for (double h = 0x1p-5; h < 3; h += 0x1p-5) {
        const double A = slp_truncation_bound(h, 2), lost2 = 1 - moment(A, 2),
                     lost4 = 3 - moment(A, 4);
        const double wanted = fmin(2 / (lost2 * lost2), 96 / (lost4 * lost4));
        /* 1 - E z^2 loses at most the digits of 1/lost; Simpson's rule is exact to 1e-12 */
        assert_lt(fabs(slp_truncation_shows(h, 2) / wanted - 1), 1e-6);
    }
    assert_true(slp_truncation_shows(1, 2) == 2);
    /* nothing is cut off, or nothing that a double knows */
    assert_true(slp_truncation_shows(0x1p-8, 0) == INFINITY);
    assert_true(slp_truncation_shows(0x1p-8, -1) == INFINITY);
    assert_true(slp_truncation_shows(0x1p-8, NAN) == INFINITY);
    assert_true(slp_truncation_shows(NAN, 2) == INFINITY);
    assert_true(slp_truncation_shows(0x1p-1000, 2) == INFINITY);
}

/* 100 N increments are off by ten standard errors, N itself by one. */
static void it_shows_there(void **state)
{
    (void)state;
    const double h[] = {0.4, 0.125, 0.9};
    for (int i = 0; i < 3; i++) {
        const double N = 100 * slp_truncation_shows(h[i], 2);
        double second = 0, fourth = 0;
        for (uint64_t n = 0; n < (uint64_t)N; n++) {
            const double z = slp_truncate(slp_increment(h[i], 5, n, 0, 0, 0), h[i], 2);
            second += z * z / h[i] / N;
            fourth += pow(z, 4) / (h[i] * h[i]) / N;
        }
        const double off2 = (1 - second) / sqrt(2 / N), off4 = (3 - fourth) / sqrt(96 / N);
        /* a truncated normal has a smaller spread than a normal, so 4 is 4 errors at least */
        assert_true(fmax(off2, off4) > 6 && fmax(off2, off4) < 14);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bound_against_mpfr), cmocka_unit_test(known_bounds),
        cmocka_unit_test(clipping),           cmocka_unit_test(where_it_shows),
        cmocka_unit_test(it_shows_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
