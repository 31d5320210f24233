/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A stage below its tolerance is not left while differences still decrease: what they would still
 * gain is a residual of one sign, which runs add up.  T(z) = p + (z - p)/2 in four coordinates, p =
 * 1.9: from z off by 2^k units of p's last place each difference is half of the one before, down to
 * one unit.  The tolerance, 4u|p|, is 3.8 units; iteration that stopped there would leave two.  At
 * the floor z and T(z) differ by one unit at most, and z from p (half a unit rounds to even). */
#include "tests/support/cmocka.h"

#include "fast/scheme/scheme.h"
#include "fast/system/system.h"

#include <math.h>

enum { D = 4 };

static const double p = 1.9, unit = 0x1p-52;

static void halve(double *out, fast_stage *s, const double *z)
{
    (void)s;
    for (size_t i = 0; i < D; i++) out[i] = p + (z[i] - p) / 2;
}

static void differences_go_to_the_floor(void **state)
{
    (void)state;
    for (int bits = 1; bits <= 40; bits++)
        for (int sign = -1; sign <= 1; sign += 2) {
            fast_system sys = {.d = D};
            double xi[D] = {0}, z[D], spare[D];
            fast_stage s = {.sys = &sys, .xi = xi, .unknowns = D, .scale = p, .map = halve};
            fast_report report;
            for (size_t i = 0; i < D; i++) z[i] = p + sign * ldexp(unit, bits);
            assert_int_equal(fast_fixed_point(z, &report, &s, spare), SLP_OK);
            assert_le(report.residual, unit / p);
            for (size_t i = 0; i < D; i++) assert_le(fabs(z[i] - p), unit);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(differences_go_to_the_floor)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
