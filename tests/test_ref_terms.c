/* The terms of a generator that a verdict's bound grows with: the norms of all its summands, whatever they sum to. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "ref/ref.h"

#include <math.h>

/* Seven noises: |h I^-1 x| + sum_k |dW_k c_k x_k| + sum_k |dW_k chi_k|. */
static void every_noise_is_a_term(void **unused)
{
    (void)unused;
    slp_case c;
    slp_error err;
    ref_system *sys;
    double size, condition;
    slp_case_init(&c);
    assert_int_equal(
        slp_case_parse(&c,
                       "case id=a system=rigid-body scheme=tmk inertia=1,2,4 quad=1,-2,3 "
                       "lin=3,4,0,0,-1,0,0,0,2,6,0,8 h=-0.5 steps=1 x=1,2,-4 "
                       "dw=1,-0.5,0.25,1,-2,0.5,-0.125",
                       1, &err),
        SLP_OK);
    assert_int_equal(ref_system_new(&sys, &c, &err), SLP_OK);
    arb_ptr x = _arb_vec_init(3 + 1 + 7), h = x + 3, dW = h + 1;
    for (int i = 0; i < 3; i++) arb_set_d(x + i, c.x[i]);
    arb_set_d(h, c.h);
    for (int k = 0; k < 7; k++) arb_set_d(dW + k, c.dw[k]);
    ref_generator_terms(&size, &condition, sys, x, h, dW);
    assert_true(fabs(size - (0.5 * sqrt(3) + 1 + 2 + 3 + 5 + 2 + 1 + 1.25)) < 1e-9);
    assert_true(condition == 1);
    _arb_vec_clear(x, 3 + 1 + 7);
    ref_system_free(sys);
    slp_case_clear(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_noise_is_a_term)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    ref_thread_cleanup();
    return failed;
}
