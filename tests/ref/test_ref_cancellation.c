/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Coordinates that are small by cancellation: the precision is raised until their digits too are
 * decided, from the first step on.  Kubo's oscillator turned by a = h + beta dW, s = a/2, steps by
 * the midpoint rule to q' = ((1 - s^2) q + 2s p)/(1 + s^2).  With h = 2^-10, q = 1 and p = -(1 -
 * 2^-22) 2^10 that is 0 for dW = 0, and about p beta dW for a small increment: bits lost = -log2
 * |dW|. */
#include "oracle/contract/case/case.h"
#include "tests/support/cmocka.h"

#include "tests/ref/thread_caches.h"
#include "tests/ref/rigid_body_steps.h"

#include <math.h>
#include <stdlib.h>

static ref_system *kubo(void)
{
    slp_case c;
    slp_error err;
    ref_system *sys;
    double model = 0, beta = 1;
    slp_case_init(&c);
    c.system = slp_system_find("canonical");
    assert_int_equal(slp_case_set_param(&c, "model", &model, 1, &err), SLP_OK);
    assert_int_equal(slp_case_set_param(&c, "beta", &beta, 1, &err), SLP_OK);
    assert_int_equal(ref_system_new(&sys, &c, &err), SLP_OK);
    slp_case_clear(&c);
    return sys;
}

/* q' by its formula at 3000 bits */
static void exact(arb_t out, const double x[2], double h, double dW)
{
    enum { PREC = 3000 };
    arb_t s, t;
    arb_init(s);
    arb_init(t);
    arb_set_d(s, h);
    arb_set_d(t, dW);
    arb_add(s, s, t, PREC);
    arb_set_d(t, x[1]);
    arb_mul(out, s, t, PREC); /* 2s p */
    arb_mul_2exp_si(s, s, -1);
    arb_sqr(s, s, PREC);
    arb_set_d(t, x[0]);
    arb_add(out, out, t, PREC);
    arb_submul(out, s, t, PREC);
    arb_add_ui(s, s, 1, PREC);
    arb_div(out, out, s, PREC);
    arb_clear(s);
    arb_clear(t);
}

static void digits_are_decided_however_many_cancel(void **unused)
{
    static const int lost[] = {60, 200, 420, 900};
    static const slong digits[] = {0, 1, 17, 40};
    ref_system *sys = kubo();
    const double x[2] = {1, -(1 - 0x1p-22) * 0x1p10}, h = 0x1p-10;
    arb_ptr y = _arb_vec_init(2);
    arb_t right;
    (void)unused;
    arb_init(right);
    for (int n = 0; n < 4; n++)
        for (int k = 0; k < 4; k++) {
            double dW = ldexp(1, -lost[n]);
            ref_certificate worst;
            assert_int_equal(ref_carry(y, &worst, ref_scheme_find("midpoint"), sys, x, h, &dW, 1,
                                       digits[k], 8192),
                             SLP_OK);
            exact(right, x, h, dW);
            assert_true(arb_overlaps(y, right));
            assert_ge(arb_rel_accuracy_bits(y), 3 * digits[k]);
            if (digits[k]) {
                char *got = ref_decimal(y, digits[k]), *expected = ref_decimal(right, digits[k]);
                assert_non_null(got);
                assert_string_equal(got, expected);
                free(got);
                free(expected);
            }
        }
    arb_clear(right);
    _arb_vec_clear(y, 2);
    ref_system_free(sys);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(digits_are_decided_however_many_cancel),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
