/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Point vortices of the binary64 path where something is known in closed form: vortices that
 * coincide, come close, are scaled, or are exchanged. */
#include "fast/algebra/rotation.h"
#include "tests/fast/fast_pairs.h"

#include <math.h>
#include <string.h>
#include "tests/support/cmocka.h"

static slp_status close_pair(double y[6], double gap, const char *scheme)
{
    fast_pair_system p;
    fast_pair_read(&p, "case id=a system=point-vortices scheme=tmk gamma=1,-2 h=1 steps=1 "
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
    fast_pair_read(&p, "case id=a system=point-vortices scheme=tmk gamma=1,-2 h=1 steps=1 "
                       "x=1,0,0,0,1,0");
    for (int k = 1; k <= 19; k++) {
        double s = ldexp(1, -k), x[6] = {2, 0, 0, 3 * sqrt(1 - s * s), 3 * s, 0}, xi[6], work[64],
               frozen[4];
        double seen = x[4] / sqrt(x[3] * x[3] + x[4] * x[4]);
        double half = (1 + sqrt(1 - seen * seen)) / seen; /* cot(t/2) */
        p.sys->table->freeze(frozen, p.sys, 1, NULL);
        p.sys->table->generator(xi, NULL, p.sys, frozen, x, work);
        double want = -2 / (16 * atan(1)) / 2 * half;
        assert_le(fabs(xi[1] - want), 32 * 0x1p-53 * fabs(want));
        assert_le(fabs(xi[0]), 32 * 0x1p-53 * fabs(want));
        assert_true(xi[2] == 0);
    }
    fast_pair_close(&p);
}

/* The same off the planes of coordinates, where both products of each component of w = x_1 x x_2
 * round and cancel: sees products whose rounding stays in w.  x_2 = x_1 + 2^k o, so that w = 2^k
 * x_1 x o, of 36 bits, is exact here, and
 *   xi_1 = (h/4pi) G_2 w x x_1/(a^3 b (1 - c)),  1 - c = |w|^2/(a b (a b + x_1.x_2)),  a = |x_1|, b
 *     = |x_2|, coordinates positive.
 * In units of u |xi_1|, where w is exact: a and b 2.5 each, |w|^2 3, 1 - c 18, the factor with both
 * 33, 1/4pi 3, w x x_1 2, times the factor 1: 39.  The generator has each component of w to 2:
 * |w|^2 takes 4 more and w x x_1 2 more, 1/4pi only 1, times h 1: 44. */
static void close_vortices_lose_no_digits_off_the_planes(void **state)
{
    (void)state;
    fast_pair_system p;
    fast_pair_read(&p, "case id=a system=point-vortices scheme=tmk gamma=1,-2 h=1 steps=1 "
                       "x=1,0,0,0,1,0");
    const double y[3] = {0x9e3779b1, 0x7f4a7c15, 0xe39cc061}, o[3] = {5, -7, 3};
    for (int k = 13; k <= 27; k++) {
        double x[6], w[3], want[3], xi[6], work[64], frozen[4];
        fast_cross(w, y, o);
        for (int i = 0; i < 3; i++) {
            x[i] = y[i];
            x[3 + i] = y[i] + ldexp(o[i], k);
            w[i] = ldexp(w[i], k);
        }
        const double a = sqrt(fast_dot(y, y)), b = sqrt(fast_dot(x + 3, x + 3)),
                     square = fast_dot(w, w), gap = square / (a * b * (a * b + fast_dot(y, x + 3))),
                     size = -2 / (16 * atan(1)) / (a * a * a * b * gap);
        fast_cross(want, w, y);
        p.sys->table->freeze(frozen, p.sys, 1, NULL);
        p.sys->table->generator(xi, NULL, p.sys, frozen, x, work);
        for (int i = 0; i < 3; i++)
            assert_le(fabs(xi[i] - size * want[i]),
                      (39 + 44) * 0x1p-53 * fabs(size) * sqrt(square) * a);
    }
    fast_pair_close(&p);
}

/* A vortex of 2^-1060: 1/n_i is beyond binary64. Where h = 0 nothing moves all the same, and where
 * h/n_i is 2^-4 that is the generator, though h is no normal number. */
static void vortices_as_small_as_numbers_get(void **state)
{
    (void)state;
    fast_pair_system p;
    const double n = 0x1p-1060, h = 0x1p-1064, x[6] = {n, 0, 0, 0, 1, 0};
    double y[6], xi[6], work[64], frozen[4];
    fast_pair_read(&p, "case id=a system=point-vortices scheme=tmk gamma=1,-2 h=1 steps=1 "
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

/* Vortices of 2^900 on two axes, whichever coordinate holds the length: gamma_j along the other's
 * axis, h/n_i = 1. */
static void one_coordinate_holds_the_length(void **state)
{
    (void)state;
    fast_pair_system p;
    fast_pair_read(&p, "case id=a system=point-vortices scheme=tmk gamma=1,-2 h=1 steps=1 "
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

/* Lengths scaled by 2^k and the step with them: the same generator, the step scaled to the last
 * bit. */
static void vortices_scale(void **state)
{
    (void)state;
    const int powers[] = {-900, -40, 300, 900};
    fast_pair_system p;
    fast_pair_read(&p, "case id=c system=point-vortices scheme=tmk gamma=1,-0.5,2 h=0.25 steps=1 "
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
    fast_pair_read(&q, "case id=c system=point-vortices scheme=tmk gamma=2,-0.5,1,0.75 "
                       "quad=0.3,-0.2,0.4 h=0.8 steps=1 x=1,0,0,0,1,0,0,0,1,1,1,1 dw=0.3,0.5,-0.4");
    memcpy(x, p.c.x, sizeof x);
    memcpy(x, p.c.x + 6, 3 * sizeof *x);
    memcpy(x + 6, p.c.x, 3 * sizeof *x);
    for (size_t k = 0; slp_scheme_at(k); k++) {
        const slp_scheme *scheme = slp_scheme_at(k);
        /* a splitting takes pairs of vortices in their order */
        if (!slp_pair_makes_sense(p.c.system, scheme, NULL) || scheme->splits) continue;
        assert_int_equal(fast_pair_step(y, NULL, scheme->name, &p, p.c.x, 0.5), SLP_OK);
        assert_int_equal(fast_pair_step(z, NULL, scheme->name, &q, x, 0.5), SLP_OK);
        for (size_t i = 0; i < 12; i++) {
            size_t j = i / 3 == 0 ? i + 6 : i / 3 == 2 ? i - 6 : i;
            assert_le(fabs(y[i] - z[j]), 16 * 0x1p-53);
        }
    }
    fast_pair_close(&p);
    fast_pair_close(&q);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coincident_vortices_are_refused),
        cmocka_unit_test(close_vortices_lose_no_digits),
        cmocka_unit_test(close_vortices_lose_no_digits_off_the_planes),
        cmocka_unit_test(vortices_as_small_as_numbers_get),
        cmocka_unit_test(one_coordinate_holds_the_length),
        cmocka_unit_test(vortices_scale),
        cmocka_unit_test(vortices_are_exchanged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
