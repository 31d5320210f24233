/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The terms of a generator that a verdict's bound grows with: the norms of all its summands,
 * whatever they sum to. */
#include "tests/support/cmocka.h"

#include "ref/ref.h"
#include "ref/system/zeitlin.h"
#include "tests/ref/case_in_balls.h"

#include <math.h>

/* Terms as they are stated, of numbers in which every one counts and several would cancel.  A bound
 * has 30 bits and is rounded up fewer than 32 times. */
static void terms_are(const char *line, double expected, double amplified)
{
    ref_exact_step t;
    double size, condition;
    take(&t, line);
    ref_generator_terms(&size, &condition, t.sys, t.x, t.h, t.dW);
    assert_lt(fabs(size / expected - 1), 0x1p-24);
    assert_lt(fabs(condition / amplified - 1), 0x1p-24);
    put_back(&t);
}

/* Seven noises: |h I^-1 x| + sum_k |dW_k c_k x_k| + sum_k |dW_k chi_k|. */
static void every_noise_is_a_term(void **unused)
{
    (void)unused;
    terms_are("case id=a system=rigid-body scheme=tmk inertia=1,2,4 quad=1,-2,3 "
              "lin=3,4,0,0,-1,0,0,0,2,6,0,8 h=-0.5 steps=1 x=1,2,-4 "
              "dw=1,-0.5,0.25,1,-2,0.5,-0.125",
              0.5 * sqrt(3) + 1 + 2 + 3 + 5 + 2 + 1 + 1.25, 1);
}

/* so(n): |h I^-1 x| + sum_k |c dW_k x_k|; a top: (h I^-1 Pi, h chi), (a + 2c Pi, b); a pendulum:
 * (sin q, p), cos q, gamma.  The top's sizes are T = (7.5, 2.5, 12.5, 0, 1.5, 3), and its
 * components have 5, 4, 5, 0, 1 and 2 parts (ref/system/polynomial.md section 3). */
static void bodies_tops_and_pendula(void **unused)
{
    const double of_top = 0.5 * sqrt(28) + 10 + 0.5 * sqrt(88);
    const double roundings =
        sqrt(64 * (7.5 * 7.5 + 12.5 * 12.5) + 49 * 2.5 * 2.5 + 9 * 1.5 * 1.5 + 16 * 3 * 3);
    (void)unused;
    terms_are("case id=a system=rigid-body-n scheme=tmk n=3 inertia=1,2,4 quad=-2 h=-0.5 steps=1 "
              "x=1,2,-4 dw=0.5,-1,0.25",
              0.5 * sqrt(3) + 1 + 4 + 2, 1);
    terms_are("case id=a system=heavy-top scheme=tmk inertia=1,2,4 chi=0,3,4 "
              "noise=3,0,4,0,0,0,0,0,0,0,0,0,2,1 h=0.5 steps=1 x=1,2,-4,0,0,1 dw=-2,0.5",
              of_top, roundings / (6 * of_top));
    terms_are("case id=a system=canonical scheme=midpoint model=pendulum beta=3 gamma=2 h=0.5 "
              "steps=1 x=0.5,2 dw=-1,0.25",
              0.5 * sqrt(sin(0.5) * sin(0.5) + 4) + 3 * cos(0.5) + 0.5, 1);
}

/* |h sum_j |Q_ij x_j| / w_i| + sum_k |dW_k b_k / w|: coordinates p, b, c of [[p, b], [c, -p]], of
 * which p weighs 2.  Sizes T = (4, 11, 9) of 6, 6 and 5 parts. */
static void symplectic(void **unused)
{
    const double size =
        0.5 * sqrt(4.5 * 4.5 + 100 + 100) + 0.5 * sqrt(1.5 * 1.5 + 16) + 2 * sqrt(0.25 + 8);
    (void)unused;
    terms_are("case id=a system=symplectic scheme=tmk n=2 quadratic=1,2,-1,3,0.5,-2 "
              "noise=3,4,0,1,-2,2 h=-0.5 steps=1 x=1,-2,4 dw=0.5,-2",
              size, sqrt(81 * (16 + 121) + 64 * 81) / (6 * size));
}

/* In su(3), |X|^2 = 1 + 4 + 1 + 2 (1/4 + 1): the sphere's |X| (|h|/2 + |a| |dW_lm/(l(l+1))|),
 * amplified by N(N-1)/2, and with a field 2 |h| N(N-1) |Theta|; the torus's N/12 (|h| |X| + |a| sum
 * |dW| sqrt(2N)). */
static void fluids(void **unused)
{
    (void)unused;
    terms_are("case id=a system=zeitlin-sphere scheme=tmk n=3 amp=-2 shell=1 h=-0.5 steps=1 "
              "x=1,-2,1,0.5,0,0,0,0,-1 dw=0.5,0,-1,1,0,0,2,-1",
              sqrt(8.5) * (0.25 + 2 * sqrt(1.25 / 4 + 6.0 / 36)), 3);
    terms_are("case id=a system=mhd-sphere scheme=heun n=3 amp=-2 shell=1 h=-0.5 steps=1 "
              "x=1,-2,1,0.5,0,0,0,0,-1,3,0,-3,0,0,0,0,0,1 dw=0.5,0,-1,1,0,0,2,-1",
              3 * sqrt(8.5) * (0.25 + 2 * sqrt(1.25 / 4 + 6.0 / 36)) + 6 * sqrt(20), 1);
    terms_are("case id=a system=sine-euler scheme=tmk n=3 modes=1:1,1:-1 amp=-2 h=-0.5 steps=1 "
              "x=1,-2,1,0.5,0,0,0,0,-1 dw=0.5,-1",
              (0.5 * sqrt(8.5) + 3 * sqrt(6)) / 4, 1);
}

static double size_of(const char *line)
{
    ref_exact_step t;
    double size, condition;
    take(&t, line);
    ref_generator_terms(&size, &condition, t.sys, t.x, t.h, t.dW);
    put_back(&t);
    return size;
}

/* The bracket of x_1 and x_2 of a copy of su(2) with weight w is x_3/w, and its gradient 1/w^2. */
static void a_bracket_is_over_its_weight(void **unused)
{
    (void)unused;
    static const char *const lines[] = {"case id=a system=polynomial scheme=tmk algebra=su2 size=2 "
                                        "weights=0.25,2 terms=1:1:1,2:1:2 "
                                        "h=0.5 steps=1 x=1,2,4,1,1,1 dw=0,0 area=0.5",
                                        "case id=a system=polynomial scheme=tmk algebra=su2 size=2 "
                                        "weights=2,0.25 terms=1:1:4,2:1:5 "
                                        "h=0.5 steps=1 x=1,2,4,1,1,1 dw=0,0 area=0.5"};
    for (size_t i = 0; i < 2; i++) assert_lt(fabs(size_of(lines[i]) / 8 - 1), 0x1p-24);
}

/* Each factor of a polynomial has the terms that are its own: 6 h x_1, 10 h x_2, and 2 dW. */
static void a_factor_has_its_own_terms(void **unused)
{
    static const double expected[] = {3, 10, 0.5};
    (void)unused;
    ref_exact_step t;
    mag_t size, condition;
    mag_init(size);
    mag_init(condition);
    take(&t, "case id=a system=polynomial scheme=splitting-lie algebra=so3 "
             "terms=0:3:1.1,1:2:3,0:5:2.2 h=0.5 steps=1 x=1,2,4 dw=0.25");
    assert_int_equal(t.sys->table->factors(t.sys), 3);
    for (slong k = 0; k < 3; k++) {
        t.sys->table->factor_terms(size, condition, t.sys, k, t.h, t.dW, t.x);
        assert_lt(fabs(mag_get_d(size) / expected[k] - 1), 0x1p-24);
    }
    put_back(&t);
    mag_clear(size);
    mag_clear(condition);
}

/* Terms of the sphere are at least |x| (h/2 + |w|).  In last places of 30 bits h/2 is 2^29 + 63/64,
 * w is 7/8, and |x| is 2^30 - 1, so that no other rounding makes up for that of the sum. */
static void a_sum_is_rounded_up(void **unused)
{
    (void)unused;
    arb_t h, right, terms;
    arb_ptr dW = _arb_vec_init(3);
    mag_t size, bound;
    arb_init(h);
    arb_init(right);
    arb_init(terms);
    mag_init(size);
    mag_init(bound);
    arb_set_d(h, 4 + 0x1.f8p-28);
    arb_set_d(dW, 0x1.cp-28);
    mag_set_ui(size, (1U << 30) - 1);
    ref_zeitlin_terms(bound, 2, 1, 1, size, h, dW);
    arb_set_d(right, 2 + 0x1.f8p-29 + 0x1.cp-29);
    arb_mul_ui(right, right, (1U << 30) - 1, 128);
    arf_set_mag(arb_midref(terms), bound);
    assert_true(arb_ge(terms, right));
    arb_clear(h);
    arb_clear(right);
    arb_clear(terms);
    mag_clear(size);
    mag_clear(bound);
    _arb_vec_clear(dW, 3);
}

/* Lengths 2 and 3, c = 0: h/4pi times (2 |gamma_2|/2, 2 |gamma_1|/3), and sum_k |dW_k c_k| |x_k|;
 * amplified by 1 + 4/(1 - c). */
static void vortices(void **unused)
{
    (void)unused;
    terms_are("case id=a system=point-vortices scheme=tmk gamma=3,-2 quad=1,-2,3 h=0.5 steps=1 "
              "x=2,0,0,0,3,0 dw=0.5,1,-0.25",
              sqrt(8) / (8 * acos(-1)) + 1 + 6, 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_noise_is_a_term),
                                       cmocka_unit_test(bodies_tops_and_pendula),
                                       cmocka_unit_test(symplectic),
                                       cmocka_unit_test(fluids),
                                       cmocka_unit_test(a_sum_is_rounded_up),
                                       cmocka_unit_test(a_factor_has_its_own_terms),
                                       cmocka_unit_test(a_bracket_is_over_its_weight),
                                       cmocka_unit_test(vortices)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    ref_thread_cleanup();
    return failed;
}
