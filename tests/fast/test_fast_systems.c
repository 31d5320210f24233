/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The small systems of the binary64 path where something is known in closed form: energies and
 * Casimirs, kubo's rotation, the pendulum's relation, the top without weight. */
#include "tests/fast/fast_pairs.h"

#include <math.h>
#include <string.h>
#include "tests/support/cmocka.h"

static void energies_and_casimirs(void **state)
{
    (void)state;
    fast_pair_system p;
    double values[4];
    fast_pair_read(&p,
                   "case id=a system=heavy-top scheme=tmk inertia=2,1,0.5 chi=1,-2,4 h=1 steps=1 "
                   "x=2,-3,4,1,0.5,-2");
    assert_true(fast_energy(p.sys, p.c.x) == 0.5 * (2 + 9 + 32) + (1 - 1 - 8));
    assert_int_equal(fast_casimir_count(p.sys), 2);
    fast_casimirs(values, p.sys, p.c.x);
    assert_true(values[0] == 2 - 1.5 - 8 && values[1] == 1 + 0.25 + 4);
    fast_pair_close(&p);
    /* at a right angle 1 - c = 1, opposite 2, at 60 degrees 1/2 */
    fast_pair_read(
        &p, "case id=b system=point-vortices scheme=tmk gamma=2,3 h=1 steps=1 x=0,0,2,0,0,-3");
    assert_le(fabs(fast_energy(p.sys, p.c.x) + 6 * log(2) / (16 * atan(1))), 4 * 0x1p-53);
    assert_int_equal(fast_casimir_count(p.sys), 2);
    fast_casimirs(values, p.sys, p.c.x);
    assert_true(values[0] == 4 && values[1] == 9);
    fast_pair_close(&p);
    fast_pair_read(&p, "case id=c system=canonical scheme=tmk model=kubo h=1 steps=1 x=2,3");
    assert_true(fast_energy(p.sys, p.c.x) == 6.5 && fast_casimir_count(p.sys) == 0);
    fast_pair_close(&p);
    fast_pair_read(&p, "case id=d system=canonical scheme=tmk model=pendulum h=1 steps=1 x=0,3");
    assert_true(fast_energy(p.sys, p.c.x) == 3.5);
    fast_pair_close(&p);
}

/* kubo by midpoint: with a = (h + beta dW)/2 the rotation by 2 atan a; four units for its few
 * roundings. */
static void kubo_turns(void **state)
{
    (void)state;
    const char *const rules[] = {"midpoint", "implicit-midpoint", "trapezoidal", "tmk",
                                 "rkmk-midpoint-exp"};
    fast_pair_system p;
    fast_pair_open(&p, 4);
    for (size_t k = 0; k < 5; k++) {
        double y[2], a = (p.c.h + 0.3 * p.c.dw[0]) / 2, w = 1 + a * a, c = (1 - a * a) / w,
                     s = 2 * a / w;
        assert_int_equal(fast_pair_step(y, NULL, rules[k], &p, p.c.x, 1), SLP_OK);
        assert_le(fabs(y[0] - (c * p.c.x[0] + s * p.c.x[1])), 4 * 0x1p-53);
        assert_le(fabs(y[1] - (c * p.c.x[1] - s * p.c.x[0])), 4 * 0x1p-53);
    }
    fast_pair_close(&p);
}

/* Where the iteration closes in by 0.98 a turn of a right angle, half steps finish it: x' =
 * cay(h/2) x. */
static void slow_spirals_are_finished(void **state)
{
    (void)state;
    fast_pair_system p;
    fast_pair_read(
        &p, "case id=a system=canonical scheme=tmk model=kubo h=-0x1.f5c28f5c28f5cp+0 steps=1 "
            "x=0.0035,-0.12");
    const char *const rules[] = {"midpoint", "trapezoidal", "tmk", "rkmk-midpoint-exp"};
    for (size_t k = 0; k < 4; k++) {
        double y[2], a = p.c.h / 2, w = 1 + a * a, c = (1 - a * a) / w, s = 2 * a / w;
        assert_int_equal(fast_pair_step(y, NULL, rules[k], &p, p.c.x, 1), SLP_OK);
        assert_le(fabs(y[0] - (c * p.c.x[0] + s * p.c.x[1])), 16 * 0.12 * 0x1p-53);
        assert_le(fabs(y[1] - (c * p.c.x[1] - s * p.c.x[0])), 16 * 0.12 * 0x1p-53);
    }
    fast_pair_close(&p);
}

/* x' - x = (h p_m + gamma dW2, -h sin q_m - beta dW1 cos q_m), m the middle. */
static void the_pendulum_obeys_its_relation(void **state)
{
    (void)state;
    fast_pair_system p;
    double y[2];
    fast_pair_open(&p, 5);
    const double *x = p.c.x, *dw = p.c.dw, h = p.c.h;
    assert_int_equal(fast_pair_step(y, NULL, "midpoint", &p, x, 1), SLP_OK);
    double q = 0.5 * (x[0] + y[0]), v = 0.5 * (x[1] + y[1]);
    assert_le(fabs(y[0] - x[0] - (h * v - 0.2 * dw[1])), 8 * 0x1p-53);
    assert_le(fabs(y[1] - x[1] + (h * sin(q) + 0.3 * dw[0] * cos(q))), 8 * 0x1p-53);
    fast_pair_close(&p);
}

/* Without weight the top's angular momentum is a rigid body's, and the vertical turns as the
 * momentum does: a vertical along it stays along it. */
static void a_top_without_weight_is_a_body(void **state)
{
    (void)state;
    const char *const rules[] = {"tmk",
                                 "variational-cayley",
                                 "variational-cayley-printed",
                                 "implicit-midpoint",
                                 "trapezoidal",
                                 "variational-exp",
                                 "rkmk-rk4-cay",
                                 "rkmk-gauss4-exp",
                                 "rkmk-heun-cay"};
    fast_pair_system top, body;
    fast_pair_read(&top,
                   "case id=a system=heavy-top scheme=tmk inertia=2,1.2,0.8 chi=0,0,0 "
                   "noise=0.2,-0.1,0.3,0,0,0,0 h=0.4 steps=1 x=0.6,-0.5,0.7,1.2,-1,1.4 dw=0.7");
    fast_pair_read(&body,
                   "case id=b system=rigid-body scheme=tmk inertia=2,1.2,0.8 lin=0.2,-0.1,0.3 "
                   "h=0.4 steps=1 x=0.6,-0.5,0.7 dw=0.7");
    for (size_t k = 0; k < sizeof rules / sizeof *rules; k++) {
        double y[6], z[3];
        assert_int_equal(fast_pair_step(y, NULL, rules[k], &top, top.c.x, 1), SLP_OK);
        assert_int_equal(fast_pair_step(z, NULL, rules[k], &body, body.c.x, 1), SLP_OK);
        for (int i = 0; i < 3; i++) assert_le(fabs(y[i] - z[i]), 8 * 0x1p-53);
        bool orbit = !strstr(rules[k], "trapezoidal") && !strstr(rules[k], "printed");
        for (int i = 0; i < 3 && orbit; i++) assert_le(fabs(y[3 + i] - 2 * z[i]), 16 * 0x1p-53);
    }
    fast_pair_close(&top);
    fast_pair_close(&body);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(energies_and_casimirs),
        cmocka_unit_test(kubo_turns),
        cmocka_unit_test(slow_spirals_are_finished),
        cmocka_unit_test(the_pendulum_obeys_its_relation),
        cmocka_unit_test(a_top_without_weight_is_a_body),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
