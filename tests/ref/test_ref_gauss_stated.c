/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The Lipschitz constant of isospectral-gauss4's stage map is the one of ref/scheme/gauss.md, 4, no
 * smaller and no larger: samples see a constant that is too small only where it is attained.  On
 * so(3) and so(n), where a matrix has the operator norm that the span says; on su(2)^n, where it
 * has half of it; on sp(2m, R), where I + S has no better bound than 1 + |S|.  A bound has 30 bits
 * and is rounded up fewer than 64 times. */
#include "oracle/contract/case/case.h"
#include "tests/support/cmocka.h"

#include "ref/certificate/certificate.h"
#include "tests/ref/case_in_balls.h"

#include <math.h>

static const struct subject {
    const char *line;
    double half; /* operator norm over span */
    bool skew;
} subjects[] = {
    {"case id=a system=rigid-body scheme=isospectral-gauss4 inertia=1,2,4 quad=0.25,-0.5,0.125 "
     "h=-0.25 steps=1 x=1,0.25,-1 dw=0.25,-0.125,0.5",
     1, true},
    {"case id=b system=rigid-body-n scheme=isospectral-gauss4 n=4 quad=-0.5 h=0.125 steps=1 "
     "x=1,0.25,-0.5,0.5,-0.25,0.75 dw=0.25,0.125,0.5,-0.25,0.0625,-0.5",
     1, true},
    {"case id=c system=point-vortices scheme=isospectral-gauss4 gamma=1,-2,0.5 "
     "quad=0.25,-0.5,0.125 "
     "h=0.0625 steps=1 x=1,0.25,0,0,-1.5,0.5,-0.75,0,1 dw=0.25,-0.125,0.5",
     0.5, true},
    {"case id=d system=symplectic scheme=isospectral-gauss4 n=2 quadratic=0.5,0.5,-0.75,1,1.25,0.5 "
     "noise=0.25,0.5,-0.25 h=-0.125 steps=1 x=0.5,-0.5,0.25 dw=0.5",
     1, false}};

static double constant(const struct subject *s, double p, double lip, double span)
{
    static const double a[2][2] = {{0.25, 0.038675134594812882}, {0.53867513459481288, 0.25}};
    double beta[2], gamma[2], e[2], l[2], r[2], d[2];
    for (int i = 0; i < 2; i++) beta[i] = a[i][0] + a[i][1];
    for (int i = 0; i < 2; i++) {
        gamma[i] = a[i][0] * beta[0] + a[i][1] * beta[1];
        e[i] = s->skew ? sqrt(1 + beta[i] * p * beta[i] * p) : 1 + beta[i] * p;
    }
    l[1] = e[1] / (1 - gamma[1] * p * p);
    l[0] = e[0] + gamma[0] * p * p * l[1];
    for (int i = 0; i < 2; i++) r[i] = a[i][0] * l[0] + a[i][1] * l[1];
    /* d_1 = s (r_1 + a_12 p d_2) and d_2 = s (r_2 + a_21 p d_1), as two linear equations */
    const double size = 1 / (1 - p / 4), c = size * a[0][1] * p, b = size * a[1][0] * p;
    d[0] = (size * r[0] + c * size * r[1]) / (1 - b * c);
    d[1] = (size * r[1] + b * size * r[0]) / (1 - b * c);
    return 2 * fmax(d[0] * l[0], d[1] * l[1]) * lip * span * s->half;
}

static void the_constant_is_as_derived(void **unused)
{
    mag_t bound, R, rho, lip;
    (void)unused;
    mag_init(bound);
    mag_init(R);
    mag_init(rho);
    mag_init(lip);
    for (size_t k = 0; k < sizeof subjects / sizeof *subjects; k++)
        for (int n = 1; n < 48; n++) {
            ref_exact_step on;
            ref_frame f;
            take(&on, subjects[k].line);
            assert_true(ref_frame_init(&f, on.scheme, on.sys, on.x, on.h, on.dW, 128));
            mag_set_d(R, n / 96.);
            ref_frame_generator_bound(rho, lip, &f, R);
            f.scheme->lipschitz(bound, &f, R);
            const double p = mag_get_d(rho) * subjects[k].half;
            const double expected = constant(&subjects[k], p, mag_get_d(lip), mag_get_d(f.x_span));
            assert_gt(expected, 0);
            assert_true(isfinite(expected));
            if (!(mag_get_d(bound) >= expected * (1 - 0x1p-44) &&
                  mag_get_d(bound) <= expected * (1 + 64 * 0x1p-29)))
                fail_msg("%s: %.12g for %.12g", on.c->system->name, mag_get_d(bound), expected);
            ref_frame_clear(&f);
            put_back(&on);
        }
    mag_clear(bound);
    mag_clear(R);
    mag_clear(rho);
    mag_clear(lip);
    ref_thread_cleanup();
}

/* Generators so large that the derivation has no bound: gamma_2 p^2 >= 1, or p/4 >= 1. */
static void large_generators_have_no_constant(void **unused)
{
    mag_t bound, R;
    ref_exact_step on;
    ref_frame f;
    (void)unused;
    mag_init(bound);
    mag_init(R);
    take(&on, "case id=a system=rigid-body scheme=isospectral-gauss4 inertia=1,2,4 h=2 steps=1 "
              "x=1,0.25,-1");
    assert_true(ref_frame_init(&f, on.scheme, on.sys, on.x, on.h, on.dW, 128));
    f.scheme->lipschitz(bound, &f, R);
    assert_true(mag_is_inf(bound));
    ref_frame_clear(&f);
    put_back(&on);
    mag_clear(bound);
    mag_clear(R);
    ref_thread_cleanup();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_constant_is_as_derived),
                                       cmocka_unit_test(large_generators_have_no_constant)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
