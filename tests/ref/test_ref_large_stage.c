/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* How often, and at which precision, the stage of a large matrix is evaluated in a certified step.
 * Precision grows by what an evaluation gains, with GUARD_OF_LARGE guard bits
 * (ref/certificate/iterate.c).  With too few of them roundings hide the gain, and evaluations
 * double; with too many, more of them have all the bits that are asked for. */
#include "tests/support/cmocka.h"

#include "ref/certificate/certificate.h"
#include "tests/ref/thread_caches.h"

enum { ROWS = 32, D = ROWS * ROWS, PREC = 128 };
/* Where ref/ verifies itself, it evaluates T once more: at the ball that it found. */
#ifdef SLP_VERIFY
enum { VERIFIED = 1 };
#else
enum { VERIFIED = 0 };
#endif

static unsigned evaluations, at_full_precision;

static void counted_stage(arb_ptr out, ref_frame *f, arb_srcptr z)
{
    evaluations++;
    at_full_precision += f->prec >= PREC;
    ref_scheme_find("isospectral-midpoint")->stage(out, f, z);
}

/* A state of su(32) with entries up to 1/64, trace 0. */
static ref_system *open_sphere(slp_case *c, arb_ptr x)
{
    static double from[D];
    const double n = ROWS;
    double trace = 0;
    slp_error err;
    ref_system *sys;
    for (int i = 0; i < D; i++) from[i] = (i * 37 % 64 - 31) / (64.0 * ROWS);
    for (int i = 0; i + 1 < ROWS; i++) trace += from[i];
    from[ROWS - 1] = -trace;
    assert_int_equal(slp_case_set(c, "n", &n, 1, &err), SLP_OK);
    assert_int_equal(slp_case_set(c, "x", from, D, &err), SLP_OK);
    assert_int_equal(slp_case_sizes(NULL, NULL, c, &err), SLP_OK);
    assert_int_equal(ref_system_new(&sys, c, &err), SLP_OK);
    for (int i = 0; i < D; i++) arb_set_d(x + i, from[i]);
    return sys;
}

/* At h = 2^-8 an evaluation gains 15 bits.  There are eight: one at the start, six of the
 * iteration, one for the proof; three have all 128 bits.  With 4 guard bits there are 29, with 40
 * five have all bits. */
static void precision_grows_with_the_accuracy(void **unused)
{
    ref_scheme counted = *ref_scheme_find("isospectral-midpoint");
    arb_ptr x = _arb_vec_init(2 * D), y = x + D;
    ref_certificate cert;
    slp_error err;
    slp_case *c;
    arb_t h;
    (void)unused;
    assert_int_equal(slp_case_new(&c, "zeitlin-sphere", "isospectral-midpoint", &err), SLP_OK);
    ref_system *sys = open_sphere(c, x);
    arb_init(h);
    arb_set_d(h, 0x1p-8);
    counted.stage = counted_stage;
    assert_int_equal(ref_step(y, &cert, &counted, sys, x, h, NULL, PREC), SLP_OK);
    assert_in_range(evaluations, 5, 9 + VERIFIED);
    assert_in_range(at_full_precision, 2, 4 + VERIFIED);
    arb_clear(h);
    _arb_vec_clear(x, 2 * D);
    ref_system_free(sys);
    slp_case_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(precision_grows_with_the_accuracy)};
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
