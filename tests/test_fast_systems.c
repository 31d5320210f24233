/* The small systems of the binary64 path where something is known in closed form: energies and Casimirs, kubo's rotation,
 * the pendulum's relation, the top without weight, vortices that coincide, are scaled, or are exchanged. */
#include "tests/fast_pair.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static void open_line(fast_pair_system *p, const char *line)
{
    slp_error err;
    slp_case_init(&p->c);
    assert_int_equal(slp_case_parse(&p->c, line, 1, &err), SLP_OK);
    assert_int_equal(fast_system_new(&p->sys, &p->c, &err), SLP_OK);
}

static void energies_and_casimirs(void **state)
{
    (void)state;
    fast_pair_system p;
    double values[4];
    open_line(&p, "case id=a system=heavy-top scheme=tmk inertia=2,1,0.5 chi=1,-2,4 h=1 steps=1 "
                  "x=2,-3,4,1,0.5,-2");
    assert_true(fast_energy(p.sys, p.c.x) == 0.5 * (2 + 9 + 32) + (1 - 1 - 8));
    assert_int_equal(fast_casimir_count(p.sys), 2);
    fast_casimirs(values, p.sys, p.c.x);
    assert_true(values[0] == 2 - 1.5 - 8 && values[1] == 1 + 0.25 + 4);
    fast_pair_close(&p);
    /* at a right angle 1 - c = 1, opposite 2, at 60 degrees 1/2 */
    open_line(&p,
              "case id=b system=point-vortices scheme=tmk gamma=2,3 h=1 steps=1 x=0,0,2,0,0,-3");
    assert_true(fabs(fast_energy(p.sys, p.c.x) + 6 * log(2) / (16 * atan(1))) <= 4 * 0x1p-53);
    assert_int_equal(fast_casimir_count(p.sys), 2);
    fast_casimirs(values, p.sys, p.c.x);
    assert_true(values[0] == 4 && values[1] == 9);
    fast_pair_close(&p);
    open_line(&p, "case id=c system=canonical scheme=tmk model=kubo h=1 steps=1 x=2,3");
    assert_true(fast_energy(p.sys, p.c.x) == 6.5 && fast_casimir_count(p.sys) == 0);
    fast_pair_close(&p);
    open_line(&p, "case id=d system=canonical scheme=tmk model=pendulum h=1 steps=1 x=0,3");
    assert_true(fast_energy(p.sys, p.c.x) == 3.5);
    fast_pair_close(&p);
}

/* kubo by midpoint: with a = (h + beta dW)/2 the rotation by 2 atan a; four units for its few roundings. */
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
        assert_true(fabs(y[0] - (c * p.c.x[0] + s * p.c.x[1])) <= 4 * 0x1p-53);
        assert_true(fabs(y[1] - (c * p.c.x[1] - s * p.c.x[0])) <= 4 * 0x1p-53);
    }
    fast_pair_close(&p);
}

/* Where the iteration closes in by 0.98 a turn of a right angle, half steps finish it: x' = cay(h/2) x. */
static void slow_spirals_are_finished(void **state)
{
    (void)state;
    fast_pair_system p;
    open_line(&p,
              "case id=a system=canonical scheme=tmk model=kubo h=-0x1.f5c28f5c28f5cp+0 steps=1 "
              "x=0.0035,-0.12");
    const char *const rules[] = {"midpoint", "trapezoidal", "tmk", "rkmk-midpoint-exp"};
    for (size_t k = 0; k < 4; k++) {
        double y[2], a = p.c.h / 2, w = 1 + a * a, c = (1 - a * a) / w, s = 2 * a / w;
        assert_int_equal(fast_pair_step(y, NULL, rules[k], &p, p.c.x, 1), SLP_OK);
        assert_true(fabs(y[0] - (c * p.c.x[0] + s * p.c.x[1])) <= 16 * 0.12 * 0x1p-53);
        assert_true(fabs(y[1] - (c * p.c.x[1] - s * p.c.x[0])) <= 16 * 0.12 * 0x1p-53);
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
    assert_true(fabs(y[0] - x[0] - (h * v - 0.2 * dw[1])) <= 8 * 0x1p-53);
    assert_true(fabs(y[1] - x[1] + (h * sin(q) + 0.3 * dw[0] * cos(q))) <= 8 * 0x1p-53);
    fast_pair_close(&p);
}

/* Without weight the top's angular momentum is a rigid body's, and the vertical turns as the momentum does: a
 * vertical along it stays along it. */
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
    open_line(&top, "case id=a system=heavy-top scheme=tmk inertia=2,1.2,0.8 chi=0,0,0 "
                    "noise=0.2,-0.1,0.3,0,0,0,0 h=0.4 steps=1 x=0.6,-0.5,0.7,1.2,-1,1.4 dw=0.7");
    open_line(&body, "case id=b system=rigid-body scheme=tmk inertia=2,1.2,0.8 lin=0.2,-0.1,0.3 "
                     "h=0.4 steps=1 x=0.6,-0.5,0.7 dw=0.7");
    for (size_t k = 0; k < sizeof rules / sizeof *rules; k++) {
        double y[6], z[3];
        assert_int_equal(fast_pair_step(y, NULL, rules[k], &top, top.c.x, 1), SLP_OK);
        assert_int_equal(fast_pair_step(z, NULL, rules[k], &body, body.c.x, 1), SLP_OK);
        for (int i = 0; i < 3; i++) assert_true(fabs(y[i] - z[i]) <= 8 * 0x1p-53);
        bool orbit = !strstr(rules[k], "trapezoidal") && !strstr(rules[k], "printed");
        for (int i = 0; i < 3 && orbit; i++) assert_true(fabs(y[3 + i] - 2 * z[i]) <= 16 * 0x1p-53);
    }
    fast_pair_close(&top);
    fast_pair_close(&body);
}

static slp_status close_pair(double y[6], double gap, const char *scheme)
{
    fast_pair_system p;
    open_line(&p, "case id=a system=point-vortices scheme=tmk gamma=1,-2 h=1 steps=1 "
                  "x=1,0,0,0,1,0");
    /* 1 - cos t = gap */
    double t = 2 * asin(sqrt(gap / 2)), x[6] = {1, 0, 0, 2 * cos(t), 2 * sin(t), 0};
    slp_status status = fast_pair_step(y, NULL, scheme, &p, x, gap);
    if (status) assert_memory_equal(x, y, sizeof x);
    fast_pair_close(&p);
    return status;
}

static void coincident_vortices_are_refused(void **state)
{
    (void)state;
    double y[6];
    const char *const rules[] = {"isospectral-midpoint", "tmk", "rkmk-euler-exp", "rkmk-gauss4-cay",
                                 "trapezoidal"};
    for (size_t k = 0; k < 5; k++) {
        assert_int_equal(close_pair(y, 0, rules[k]), SLP_DOMAIN);
        assert_int_equal(close_pair(y, 0.999 * 0x1p-40, rules[k]), SLP_DOMAIN);
        /* the true distance is known to u, the stage's moves by h |Xi| = gap^(1/2)/4pi of itself */
        assert_int_equal(close_pair(y, 1.1 * 0x1p-40, rules[k]), SLP_OK);
        assert_int_equal(close_pair(y, 1e-6, rules[k]), SLP_OK);
    }
    fast_pair_system p;
    slp_case c;
    slp_error err;
    slp_case_init(&c);
    c.system = slp_system_find("point-vortices");
    const double zero[2] = {1, 0};
    assert_int_equal(slp_case_set_param(&c, "gamma", zero, 2, &err), SLP_OK);
    assert_int_equal(fast_system_new(&p.sys, &c, &err), SLP_DOMAIN);
    assert_string_equal(err.field, "gamma");
    slp_case_clear(&c);
}

/* The generator of close vortices to a few units, however close: against the two-vortex formula
 * at an angle t in a plane, xi_1 = (h/4pi) G_2/|x_1| cot(t/2) n, n in the plane, normal to x_1. */
static void close_vortices_lose_no_digits(void **state)
{
    (void)state;
    fast_pair_system p;
    open_line(&p, "case id=a system=point-vortices scheme=tmk gamma=1,-2 h=1 steps=1 "
                  "x=1,0,0,0,1,0");
    for (int k = 1; k <= 19; k++) {
        double s = ldexp(1, -k), x[6] = {2, 0, 0, 3 * sqrt(1 - s * s), 3 * s, 0}, xi[6], work[64],
               frozen[4];
        double seen = x[4] / sqrt(x[3] * x[3] + x[4] * x[4]);
        double half = (1 + sqrt(1 - seen * seen)) / seen; /* cot(t/2) */
        p.sys->table->freeze(frozen, p.sys, 1, NULL);
        p.sys->table->generator(xi, NULL, p.sys, frozen, x, work);
        double want = -2 / (16 * atan(1)) / 2 * half;
        assert_true(fabs(xi[1] - want) <= 32 * 0x1p-53 * fabs(want));
        assert_true(fabs(xi[0]) <= 32 * 0x1p-53 * fabs(want) && xi[2] == 0);
    }
    fast_pair_close(&p);
}

/* A vortex of 2^-1060: 1/n_i is beyond binary64. Where h = 0 nothing moves all the same, and where h/n_i is 2^-4 that is the
 * generator, though h is no normal number. */
static void vortices_as_small_as_numbers_get(void **state)
{
    (void)state;
    fast_pair_system p;
    const double n = 0x1p-1060, h = 0x1p-1064, x[6] = {n, 0, 0, 0, 1, 0};
    double y[6], xi[6], work[64], frozen[4];
    open_line(&p, "case id=a system=point-vortices scheme=tmk gamma=1,-2 h=1 steps=1 "
                  "x=1,0,0,0,1,0");
    assert_int_equal(fast_pair_step(y, NULL, "implicit-midpoint", &p, x, 0), SLP_OK);
    assert_memory_equal(x, y, sizeof x);
    p.sys->table->freeze(frozen, p.sys, h * 16, NULL);
    frozen[0] = h; /* for h/4pi, exact */
    p.sys->table->generator(xi, NULL, p.sys, frozen, x, work);
    assert_true(xi[0] == 0 && xi[1] == -2 * 0x1p-4 && xi[2] == 0);
    assert_true(xi[3] == h && xi[4] == 0 && xi[5] == 0);
    fast_pair_close(&p);
}

/* Vortices of 2^900 on two axes, whichever coordinate holds the length: gamma_j along the other's axis, h/n_i = 1. */
static void one_coordinate_holds_the_length(void **state)
{
    (void)state;
    fast_pair_system p;
    open_line(&p, "case id=a system=point-vortices scheme=tmk gamma=1,-2 h=1 steps=1 "
                  "x=1,0,0,0,1,0");
    for (int axis = 0; axis < 3; axis++) {
        const int other = (axis + 1) % 3;
        double x[6] = {0}, xi[6], work[64], frozen[4];
        x[axis] = x[3 + other] = 0x1p900;
        p.sys->table->freeze(frozen, p.sys, 1, NULL);
        frozen[0] = 0x1p900;
        p.sys->table->generator(xi, NULL, p.sys, frozen, x, work);
        for (int i = 0; i < 3; i++) {
            assert_true(xi[i] == (i == other ? -2 : 0));
            assert_true(xi[3 + i] == (i == axis ? 1 : 0));
        }
    }
    fast_pair_close(&p);
}

/* Lengths scaled by 2^k and the step with them: the same generator, the step scaled to the last bit. */
static void vortices_scale(void **state)
{
    (void)state;
    const int powers[] = {-900, -40, 300, 900};
    fast_pair_system p;
    open_line(&p, "case id=c system=point-vortices scheme=tmk gamma=1,-0.5,2 h=0.25 steps=1 "
                  "x=0.6,-0.5,0.7,-0.3,0.9,0.4,0.1,0.4,-1.1");
    for (size_t k = 0; k < 4; k++) {
        double x[9], y[9], want[9];
        for (int i = 0; i < 9; i++) x[i] = ldexp(p.c.x[i], powers[k]);
        assert_int_equal(fast_pair_step(want, NULL, "isospectral-midpoint", &p, p.c.x, 1), SLP_OK);
        assert_int_equal(
            fast_pair_step(y, NULL, "isospectral-midpoint", &p, x, ldexp(1, powers[k])), SLP_OK);
        for (int i = 0; i < 9; i++) assert_true(y[i] == ldexp(want[i], powers[k]));
    }
    fast_pair_close(&p);
}

/* Exchanging two vortices exchanges their images; sums run in another order, a few units. */
static void vortices_are_exchanged(void **state)
{
    (void)state;
    fast_pair_system p, q;
    double y[12], z[12], x[12];
    fast_pair_open(&p, 2);
    open_line(&q, "case id=c system=point-vortices scheme=tmk gamma=2,-0.5,1,0.75 "
                  "quad=0.3,-0.2,0.4 h=0.8 steps=1 x=1,0,0,0,1,0,0,0,1,1,1,1 dw=0.3,0.5,-0.4");
    memcpy(x, p.c.x, sizeof x);
    memcpy(x, p.c.x + 6, 3 * sizeof *x);
    memcpy(x + 6, p.c.x, 3 * sizeof *x);
    for (size_t k = 0; slp_scheme_at(k); k++) {
        const slp_scheme *scheme = slp_scheme_at(k);
        if (!slp_pair_makes_sense(p.c.system, scheme, NULL)) continue;
        assert_int_equal(fast_pair_step(y, NULL, scheme->name, &p, p.c.x, 0.5), SLP_OK);
        assert_int_equal(fast_pair_step(z, NULL, scheme->name, &q, x, 0.5), SLP_OK);
        for (size_t i = 0; i < 12; i++) {
            size_t j = i / 3 == 0 ? i + 6 : i / 3 == 2 ? i - 6 : i;
            assert_true(fabs(y[i] - z[j]) <= 16 * 0x1p-53);
        }
    }
    fast_pair_close(&p);
    fast_pair_close(&q);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(energies_and_casimirs),
        cmocka_unit_test(kubo_turns),
        cmocka_unit_test(slow_spirals_are_finished),
        cmocka_unit_test(the_pendulum_obeys_its_relation),
        cmocka_unit_test(a_top_without_weight_is_a_body),
        cmocka_unit_test(coincident_vortices_are_refused),
        cmocka_unit_test(close_vortices_lose_no_digits),
        cmocka_unit_test(vortices_as_small_as_numbers_get),
        cmocka_unit_test(one_coordinate_holds_the_length),
        cmocka_unit_test(vortices_scale),
        cmocka_unit_test(vortices_are_exchanged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
