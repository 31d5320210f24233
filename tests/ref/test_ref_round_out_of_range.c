/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A step that leaves binary64 in one coordinate alone is no number there, whichever coordinate it
 * is: (a, a, 0) turned by pi/4 about the third axis is (a sqrt 2, 0, 0) or (0, a sqrt 2, 0). */
#include <float.h>
#include "tests/support/cmocka.h"

#include "ref/certificate/certificate.h"
#include "tests/ref/thread_caches.h"
#include "tests/ref/case_in_balls.h"

static const char *const about[3] = {
    "case id=a system=rigid-body scheme=tmk inertia=1,1,1 lin=1,0,0 h=1 steps=1 x=1,1,1 dw=0",
    "case id=b system=rigid-body scheme=tmk inertia=1,1,1 lin=0,1,0 h=1 steps=1 x=1,1,1 dw=0",
    "case id=c system=rigid-body scheme=tmk inertia=1,1,1 lin=0,0,1 h=1 steps=1 x=1,1,1 dw=0"};

static slp_status turn(double next[3], const ref_system *sys, int axis, double a, double angle)
{
    double x[3] = {a, a, a};
    x[axis] = 0;
    return ref_step_round(next, NULL, ref_scheme_find("tmk"), sys, x, 0, &angle, REF_PREC_CAP);
}

static void overflow_is_seen_wherever_it_is(void **unused)
{
    bool longest[3] = {false, false, false};
    (void)unused;
    for (int axis = 0; axis < 3; axis++)
        for (int sign = -1; sign <= 1; sign += 2) {
            const double angle = sign * 0.785398163397448;
            double next[3];
            ref_exact_step t;
            take(&t, about[axis]);
            assert_int_equal(turn(next, t.sys, axis, 0.5 * DBL_MAX, angle), SLP_OK);
            for (int i = 0; i < 3; i++) longest[i] = longest[i] || next[i] > 0.7 * DBL_MAX;
            assert_int_equal(turn(next, t.sys, axis, 0.75 * DBL_MAX, angle), SLP_DOMAIN);
            put_back(&t);
        }
    assert_true(longest[0] && longest[1] && longest[2]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(overflow_is_seen_wherever_it_is)};
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
