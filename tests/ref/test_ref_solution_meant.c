/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The solution meant is the one that iteration from x reaches, for every x of the input's ball.  On
 * the pendulum the midpoint rule's stage (q, p) is iterated by q <- q_n + h p/2, p <- p_n - h
 * sin(q)/2: every second q follows f(q) = c - (h^2/4) sin q, c = q_n + h p_n/2.  With h^2/4 = 6/5
 * and c = pi + e it has two fixed points about 1.03 beside pi, where |f'| = 0.62, and repels at pi,
 * |f'| = 6/5.  The q
 * in between begin at c itself: for e > 0 they end above, for e < 0 below, where those that began
 * at q_n = pi + 1 are not, and nothing converges.  So a ball around e = 2^-10 of a quarter of that
 * has one solution; one of twice that has points without any, though around the solution T
 * contracts for all of it. */
#include "oracle/contract/case/case.h"
#include "tests/support/cmocka.h"

#include "ref/ref.h"
#include "tests/ref/thread_caches.h"

#include <math.h>

enum { PREC = 128 };

static const double pi = 0x1.921fb54442d18p+1;

/* A step from (pi + 1, 2 (e - 1)/h) with radius 2^-bits around p (bits 0: none). */
static slp_status step(double *q, ref_certificate *cert, const ref_system *sys, double e, int bits)
{
    const double h = 2 * sqrt(1.2);
    arb_ptr x = _arb_vec_init(3), length = x + 2;
    arb_set_d(x, pi + 1);
    arb_set_d(x + 1, 2 * (e - 1) / h);
    arb_set_d(length, h);
    if (bits) mag_set_ui_2exp_si(arb_radref(x + 1), 1, -bits);
    slp_status status = ref_step(x, cert, ref_scheme_find("midpoint"), sys, x, length, NULL, PREC);
    *q = arf_get_d(arb_midref(x), ARF_RND_NEAR);
    _arb_vec_clear(x, 3);
    return status;
}

static void every_point_of_a_ball_is_followed(void **state)
{
    slp_case c;
    slp_error err;
    ref_system *sys;
    ref_certificate cert;
    double above, q;
    (void)state;
    slp_case_init(&c);
    assert_int_equal(slp_case_parse(&c,
                                    "case id=a system=canonical scheme=midpoint model=pendulum "
                                    "h=1 steps=1 x=0,0",
                                    1, &err),
                     SLP_OK);
    assert_int_equal(ref_system_new(&sys, &c, &err), SLP_OK);
    assert_int_equal(step(&above, &cert, sys, 0x1p-10, 0), SLP_OK);
    assert_true(cert.by_jacobian);
    /* q' = 2 z - q_n, z above pi */
    assert_gt((above + pi + 1) / 2, pi + 0.9);
    assert_int_equal(step(&q, &cert, sys, 0x1p-10, 12), SLP_OK);
    assert_lt(fabs(q - above), 0x1p-6);
    assert_int_equal(step(&q, &cert, sys, -0x1p-10, 0), SLP_UNABLE);
    assert_int_equal(step(&q, &cert, sys, 0x1p-10, 9), SLP_UNABLE);
    ref_system_free(sys);
    slp_case_clear(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_point_of_a_ball_is_followed)};
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
