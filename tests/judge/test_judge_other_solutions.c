/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A large step's relation may have several solutions.  Of the pendulum's middle, q = x1 - (h/2)^2
 * sin q: at h = 2.8 from x1 = 3 plain iteration turns away from the solution beside x1, where the
 * slope of that map is 1.94, to one where it is -0.75.  Newton's method stays.  Who answers by the
 * nearer one has solved the relation, and not as it is meant: nothing is said of that.  What solves
 * nothing fails. */
#include "oracle/contract/case/case.h"
#include "tests/support/cmocka.h"

#include "tests/judge/judge_cases.h"

#include <math.h>
#include <stdio.h>

static const double h = 2.8, x1 = 3;

/* y of the implicit midpoint rule by the middle that Newton's method finds from q: (2q - x1, 2p), p
 * = -(h/2) sin q. */
static void answer(double y[2], double q)
{
    for (int i = 0; i < 60; i++) q -= (q - x1 + h * h / 4 * sin(q)) / (1 + h * h / 4 * cos(q));
    y[0] = 2 * q - x1;
    y[1] = -h * sin(q);
}

static slp_verdict verdict_of(const double y[2], const char *scheme, const char *fields)
{
    char line[200];
    slp_case c;
    slp_error err;
    snprintf(line, sizeof line, "case id=a system=canonical scheme=%s model=pendulum steps=1 %s",
             scheme, fields);
    slp_case_init(&c);
    assert_int_equal(slp_case_parse(&c, line, 1, &err), SLP_OK);
    slp_verdict v = judged(&c, y, 2, SLP_OK);
    slp_case_clear(&c);
    return v;
}

static slp_verdict verdict(const double y[2], const char *scheme)
{
    return verdict_of(y, scheme, "h=2.8 x=3,0");
}

static void test_meant_other_and_none(void **state)
{
    (void)state;
    static const char *const schemes[] = {"implicit-midpoint", "midpoint", "tmk",
                                          "rkmk-midpoint-exp"};
    double meant[2], other[2];
    answer(meant, 1.2);
    answer(other, x1);
    assert_lt(fabs(meant[0] + 0.631), 0.001);
    assert_lt(fabs(other[0] - 3.580), 0.001);
    for (int i = 0; i < 4; i++) {
        const double off[2] = {other[0], other[1] * (1 + 1e-12)},
                     beside[2] = {meant[0] * (1 + 1e-12), meant[1]},
                     between[2] = {0.5 * (meant[0] + other[0]), 0.5 * (meant[1] + other[1])};
        assert_int_equal(verdict(meant, schemes[i]).kind, SLP_VERDICT_PASS);
        slp_verdict v = verdict(other, schemes[i]);
        assert_int_equal(v.kind, SLP_VERDICT_UNABLE);
        assert_int_equal(v.reason, SLP_UNABLE);
        assert_gt(v.ratio, 1e12); /* far from the image, and known to be */
        assert_int_equal(verdict(off, schemes[i]).kind, SLP_VERDICT_FAIL);
        assert_int_equal(verdict(beside, schemes[i]).kind, SLP_VERDICT_FAIL);
        assert_int_equal(verdict(between, schemes[i]).kind, SLP_VERDICT_FAIL);
    }
}

/* At h = 4.53 Newton's method from x does not come to this solution, from the middle of x and the
 * answer it does: with stages that are states and with one in the algebra, for which that middle
 * stands by its generator. */
static void test_begun_beside_the_answer(void **state)
{
    (void)state;
    static const char *const schemes[] = {"midpoint", "tmk", "rkmk-midpoint-exp"};
    static const char fields[] = "beta=1 h=4.53 x=0.8,-0.18 dw=1";
    const double step = 4.53, x[2] = {0.8, -0.18};
    double q = -4.6, y[2];
    /* q = x1 + (h/2) p, p = x2 - (h/2) sin q - (1/2) cos q */
    for (int i = 0; i < 60; i++)
        q -= (q - x[0] - step / 2 * (x[1] - step / 2 * sin(q) - 0.5 * cos(q))) /
             (1 + step / 2 * (step / 2 * cos(q) - 0.5 * sin(q)));
    y[0] = 2 * q - x[0];
    y[1] = x[1] - step * sin(q) - cos(q);
    assert_lt(fabs(y[0] + 10.0699), 1e-3);
    assert_lt(fabs(y[1] + 4.6191), 1e-3);
    for (int i = 0; i < 3; i++) {
        const double off[2] = {y[0], y[1] * (1 + 1e-12)};
        assert_int_equal(verdict_of(y, schemes[i], fields).kind, SLP_VERDICT_UNABLE);
        assert_int_equal(verdict_of(off, schemes[i], fields).kind, SLP_VERDICT_FAIL);
    }
}

/* A solution of one rule is none of another's. */
static void test_of_the_same_rule(void **state)
{
    (void)state;
    double other[2];
    answer(other, x1);
    assert_int_equal(verdict(other, "rkmk-heun-exp").kind, SLP_VERDICT_FAIL);
    assert_int_not_equal(verdict(other, "trapezoidal").kind, SLP_VERDICT_PASS);
}

static slp_status found(double *kappa, double *y, const char *scheme, const double *from)
{
    char line[200];
    slp_case c;
    slp_error err;
    ref_system *sys;
    arb_ptr v = _arb_vec_init(6), x = v, next = v + 2, start = v + 4;
    arb_t step;
    snprintf(line, sizeof line,
             "case id=a system=canonical scheme=%s model=pendulum h=2.8 steps=1 x=3,0", scheme);
    slp_case_init(&c);
    arb_init(step);
    assert_int_equal(slp_case_parse(&c, line, 1, &err), SLP_OK);
    assert_int_equal(ref_system_new(&sys, &c, &err), SLP_OK);
    arb_set_d(step, c.h);
    for (int i = 0; i < 2; i++) {
        arb_set_d(x + i, c.x[i]);
        arb_set_d(start + i, from ? from[i] : 0);
    }
    slp_status status = ref_step_other_solution(next, kappa, ref_scheme_find(scheme), sys, x, step,
                                                NULL, from ? start : NULL, 128);
    for (int i = 0; i < 2; i++) y[i] = arf_get_d(arb_midref(next + i), ARF_RND_NEAR);
    ref_system_free(sys);
    _arb_vec_clear(v, 6);
    arb_clear(step);
    slp_case_clear(&c);
    return status;
}

/* kappa = (1 + |J|)|(I - J)^-1| with J = [[0, h/2], [-(h/2) cos q, 0]]: the larger of |J_12|,
 * |J_21| is its norm. */
static void test_found_by_newton(void **state)
{
    (void)state;
    const double beyond[2] = {1.2, -1.3};
    double y[2], expected[2], other[2], kappa = 0;
    answer(expected, x1);
    answer(other, x1);
    assert_int_equal(found(&kappa, y, "midpoint", NULL), SLP_OK);
    for (int i = 0; i < 2; i++) assert_lt(fabs(y[i] - expected[i]), 1e-14);
    const double q = 0.5 * (expected[0] + x1), b = h / 2, c = -h / 2 * cos(q), det = 1 - b * c;
    const double square = (2 + b * b + c * c) / (det * det), inverse = 1 / (det * det);
    const double expected_kappa =
        (1 + fmax(b, fabs(c))) * sqrt(0.5 * (square + sqrt(square * square - 4 * inverse)));
    assert_ge(kappa, expected_kappa * (1 - 1e-6));
    assert_le(kappa, expected_kappa * 2);
    answer(expected, 1.2);
    assert_int_equal(found(&kappa, y, "midpoint", beyond), SLP_OK);
    for (int i = 0; i < 2; i++) assert_lt(fabs(y[i] - expected[i]), 1e-14);
    assert_int_equal(found(&kappa, y, "rkmk-heun-exp", NULL), SLP_UNABLE);
    assert_int_equal(found(&kappa, y, "rkmk-midpoint-exp", NULL), SLP_OK);
    assert_lt(fabs(y[0] - other[0]), 1e-14);
    assert_lt(fabs(y[1] - other[1]), 1e-14);
    assert_int_equal(found(&kappa, y, "rkmk-midpoint-exp", beyond), SLP_OK);
    for (int i = 0; i < 2; i++) assert_lt(fabs(y[i] - expected[i]), 1e-14);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_meant_other_and_none),
        cmocka_unit_test(test_begun_beside_the_answer),
        cmocka_unit_test(test_of_the_same_rule),
        cmocka_unit_test(test_found_by_newton),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    flint_cleanup();
    return failed;
}
