/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A trajectory whose digits the first precision loses late: the next one is extrapolated from the
 * bits lost so far to the horizon. It is enough, and no more than half as much again as what is. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include "tests/support/cmocka.h"

#include "ref/certificate/certificate.h"
#include "tests/ref/thread_caches.h"
#include "tests/ref/rigid_body_steps.h"

#include <math.h>

enum { STEPS = 160, DIGITS = 30, FIRST = 163 /* 3.33 digits and 64 */ };

static void as_far_as_asked(void **unused)
{
    static const char rule[] = "isospectral-midpoint";
    rigid r;
    ref_certificate worst;
    double *dW = calloc(3 * STEPS, sizeof *dW);
    uint64_t state = 7;
    arb_ptr y = _arb_vec_init(3 * STEPS);
    (void)unused;
    rigid_standard(&r);
    r.h = 0.25;
    for (int k = 0; k < 3 * STEPS; k++) dW[k] = rigid_between(&state, -0.5, 0.5);
    rigid_build(&r);
    assert_int_equal(
        ref_carry(y, &worst, ref_scheme_find(rule), r.sys, r.x, r.h, dW, STEPS, DIGITS, FIRST),
        SLP_UNABLE);
    assert_int_equal(worst.prec, FIRST);
    assert_int_equal(ref_carry(y, &worst, ref_scheme_find(rule), r.sys, r.x, r.h, dW, STEPS, DIGITS,
                               REF_PREC_CAP),
                     SLP_OK);
    assert_gt(worst.prec, FIRST);
    for (int i = 0; i < 3 * STEPS; i++) {
        char *text = ref_decimal(y + i, DIGITS);
        assert_non_null(text);
        free(text);
    }
    assert_int_equal(ref_carry(y, NULL, ref_scheme_find(rule), r.sys, r.x, r.h, dW, STEPS, DIGITS,
                               worst.prec * 2 / 3),
                     SLP_UNABLE);
    _arb_vec_clear(y, 3 * STEPS);
    rigid_clear(&r);
    free(dW);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(as_far_as_asked)};
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
