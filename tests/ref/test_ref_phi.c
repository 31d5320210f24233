/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The entire functions phi_k: enclosures against their series in plain MPFR, from the least angle
 * to large ones, exact at 0, and for wide balls. */
#include "tests/support/cmocka.h"

#include "tests/ref/thread_caches.h"
#include "tests/ref/rigid_body_steps.h"
#include "ref/algebra/algebra.h"

#include <math.h>

/* sum_j (-t)^j / (2j+k)!, with bits to spare for the cancellation of about e^sqrt(t) */
static void series(mpfr_t out, const arf_t t, unsigned long k, mpfr_prec_t prec)
{
    mpfr_t term, argument;
    double size = arf_cmpabs_2exp_si(t, 20) < 0 ? arf_get_d(t, ARF_RND_UP) : 0;
    mpfr_prec_t work = prec + 64 + (mpfr_prec_t)(4 * sqrt(size));
    mpfr_init2(term, work);
    mpfr_init2(argument, work);
    arf_get_mpfr(argument, t, MPFR_RNDN);
    mpfr_set_prec(out, work);
    mpfr_set_ui(term, 1, MPFR_RNDN);
    for (unsigned long j = 2; j <= k; j++) mpfr_div_ui(term, term, j, MPFR_RNDN);
    mpfr_set(out, term, MPFR_RNDN);
    for (unsigned long j = 1; !mpfr_zero_p(term); j++) {
        mpfr_mul(term, term, argument, MPFR_RNDN);
        mpfr_div_ui(term, term, (2 * j + k - 1) * (2 * j + k), MPFR_RNDN);
        mpfr_neg(term, term, MPFR_RNDN);
        mpfr_add(out, out, term, MPFR_RNDN);
        if (!mpfr_zero_p(term) && mpfr_get_exp(term) < -(long)work - 64 && (double)(j * j) > size)
            break;
    }
    mpfr_clear(term);
    mpfr_clear(argument);
}

static void thin_balls(void **unused)
{
    uint64_t state = 11;
    arb_ptr phi = _arb_vec_init(4);
    mpfr_t exact;
    arb_t t;
    (void)unused;
    arb_init(t);
    mpfr_init2(exact, 64);
    for (int n = 0; n < rigid_repeats(300); n++) {
        slong prec = 64 + (slong)(rigid_bits(&state) % 400),
              e = (slong)(rigid_bits(&state) % 60) - 48;
        if (n % 10 == 0) e = -3000;
        if (n % 10 == 1) e = -4 + (n / 10) % 2; /* about the switch at 1/16 */
        arb_set_d(t, 1 + rigid_uniform(&state));
        arb_mul_2exp_si(t, t, e);
        ref_phi(phi, t, 4, prec);
        for (unsigned long k = 1; k <= 4; k++) {
            series(exact, arb_midref(t), k, prec);
            assert_true(rigid_contains(phi + k - 1, exact, 1, prec + 60));
            /* |phi_k| <= 1/k!, so this radius is small beside what rotations use it for */
            assert_true(mag_cmp_2exp_si(arb_radref(phi + k - 1), 4 - prec) < 0);
        }
    }
    mpfr_clear(exact);
    arb_clear(t);
    _arb_vec_clear(phi, 4);
}

static void zero_is_exact(void **unused)
{
    arb_ptr phi = _arb_vec_init(4);
    arb_t t;
    (void)unused;
    arb_init(t);
    ref_phi(phi, t, 4, 128);
    assert_true(arb_is_one(phi));
    assert_true(arb_is_exact(phi + 1) && arf_cmp_2exp_si(arb_midref(phi + 1), -1) == 0);
    arb_mul_ui(phi + 2, phi + 2, 6, 128);
    arb_mul_ui(phi + 3, phi + 3, 24, 128);
    assert_true(arb_contains_si(phi + 2, 1) && arb_contains_si(phi + 3, 1));
    arb_clear(t);
    _arb_vec_clear(phi, 4);
}

static void wide_balls_hold_their_points(void **unused)
{
    uint64_t state = 12;
    arb_ptr phi = _arb_vec_init(4);
    mpfr_t exact;
    arb_t t;
    arf_t point;
    (void)unused;
    arb_init(t);
    arf_init(point);
    mpfr_init2(exact, 64);
    for (int n = 0; n < rigid_repeats(200); n++) {
        double middle = rigid_between(&state, 0, n % 2 ? 4 : 200);
        double radius = rigid_uniform(&state) * (n % 3 ? 0.1 : 8);
        arb_set_d(t, middle);
        mag_set_d(arb_radref(t), radius);
        ref_phi(phi, t, 4, 96);
        for (int s = 0; s <= 4; s++) {
            double at = middle + radius * (s / 2.0 - 1);
            if (at < 0) at = 0;
            arf_set_d(point, at);
            for (unsigned long k = 1; k <= 4; k++) {
                series(exact, point, k, 128);
                assert_true(rigid_contains(phi + k - 1, exact, 1, 100));
            }
        }
        /* as wide as the mean value theorem makes it: |phi_k'| <= 1/(k+2)!, and 4/t where t >= 1.
         * Radius and least argument have 30 bits, the latter of numbers up to 256 */
        double low = fmax(middle - radius, 0);
        for (int k = 1; k <= 4; k++) {
            double slope = 1 / tgamma(k + 3);
            if (low >= 1) slope = fmin(slope, 4 / low);
            if (fabs(low - 1) < 0x1p-20) continue;
            assert_le(fabs(mag_get_d(arb_radref(phi + k - 1)) - slope * radius),
                      0x1p-20 * slope * radius + 0x1p-80);
        }
    }
    arb_indeterminate(t);
    ref_phi(phi, t, 4, 96);
    for (int k = 0; k < 4; k++) assert_false(arb_is_finite(phi + k));
    mpfr_clear(exact);
    arf_clear(point);
    arb_clear(t);
    _arb_vec_clear(phi, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(thin_balls),
        cmocka_unit_test(zero_is_exact),
        cmocka_unit_test(wide_balls_hold_their_points),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
