/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The contraction constant of the heavy top's variational rules is the one that
 * ref/scheme/semidirect.c states, of the rotations' bounds at half of rho = span Xi(x) + R lip, no
 * smaller and no larger: with size, slope of D(xi)^-1 and turn, turn' of C(xi),
 *     P = (slope ((1 + turn) |Pi| + turn |Gamma| rho) + size turn' (|Pi| + |Gamma| rho))/2,
 *     Q = size turn |Gamma|/2,
 *     L = lip (P^2/4 + Q^2 + (turn' |Gamma|)^2/4)^(1/2).
 * Pi and Gamma are taken short and long, so that every term has its turn to be the largest.  A
 * bound has 30 bits and is rounded up fewer than 32 times. */
#include "oracle/contract/case/case.h"
#include "tests/support/cmocka.h"

#include <math.h>

#include "ref/certificate/certificate.h"
#include "tests/ref/thread_caches.h"
#include "tests/ref/case_in_balls.h"

static const char *const rules[] = {"variational-cayley", "variational-exp",
                                    "variational-cayley-printed"};
static const char *const tops[] = {
    "case id=a system=heavy-top scheme=tmk inertia=1,2,4 chi=0.5,-1,2 noise=0.25,0,0,0,0.5,0,0.125 "
    "h=0.125 steps=1 x=1,0.25,-2,0.5,-1,0.25 dw=0.5",
    "case id=a system=heavy-top scheme=tmk inertia=1,2,4 chi=2,-1,2 h=0.0625 steps=1 "
    "x=0.0625,0,0.03125,3,-4,1",
    "case id=a system=heavy-top scheme=tmk inertia=1,2,4 chi=0,0,0.25 h=0.0625 steps=1 "
    "x=4,-3,2,0.0625,0,0.03125"};

static double length(const double *v)
{
    return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static void bounds(double *size, double *slope, const ref_algebra *g, const ref_action *a,
                   double rho)
{
    mag_t at, s, t;
    mag_init(at);
    mag_init(s);
    mag_init(t);
    mag_set_d(at, rho);
    a->bound(s, t, g, at);
    *size = mag_get_d(s);
    *slope = mag_get_d(t);
    mag_clear(at);
    mag_clear(s);
    mag_clear(t);
}

static double stated(const ref_frame *f, const double *x, int rule, double R)
{
    const ref_algebra *g = f->algebra->rotations;
    const ref_action *inverse[3] = {g->congruence_inverse, g->dexp_dual, g->printed_inverse},
                     *turned[3] = {g->cayley, g->exponential, g->cayley};
    const double pi = length(x), gamma = length(x + 3);
    double size, slope, turn, turn_slope;
    mag_t radius, lipschitz;
    mag_init(radius);
    mag_init(lipschitz);
    mag_set_d(radius, R);
    f->sys->table->generator_lipschitz(lipschitz, f->sys, f->pack, f->x, radius);
    const double lip = mag_get_d(lipschitz), rho = mag_get_d(f->xi_span) + R * lip;
    mag_clear(radius);
    mag_clear(lipschitz);
    bounds(&size, &slope, g, inverse[rule], rho / 2);
    bounds(&turn, &turn_slope, g, turned[rule], rho / 2);
    const double P = (slope * ((1 + turn) * pi + turn * gamma * rho) +
                      size * turn_slope * (pi + gamma * rho)) /
                     2,
                 Q = size * turn * gamma / 2;
    return lip * sqrt(P * P / 4 + Q * Q + turn_slope * gamma * turn_slope * gamma / 4);
}

static void constants_are_as_stated(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof tops / sizeof *tops; k++)
        for (int rule = 0; rule < 3; rule++)
            for (double radius = 0; radius < 0.3; radius += 0.125) {
                ref_exact_step t;
                ref_frame f;
                mag_t L, R;
                mag_init(L);
                mag_init(R);
                take(&t, tops[k]);
                assert_true(
                    ref_frame_init(&f, ref_scheme_find(rules[rule]), t.sys, t.x, t.h, t.dW, 128));
                mag_set_d(R, radius);
                f.scheme->lipschitz(L, &f, R);
                const double expected = stated(&f, t.c->x, rule, radius);
                assert_true(isfinite(expected));
                assert_lt(fabs(mag_get_d(L) / expected - 1), 32 * 0x1p-28);
                ref_frame_clear(&f);
                put_back(&t);
                mag_clear(L);
                mag_clear(R);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(constants_are_as_stated)};
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
