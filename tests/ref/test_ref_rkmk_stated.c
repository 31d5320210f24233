/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What the rules of Runge and Kutta state of themselves, by their tables as written in books: the
 * condition of an explicit rule is the product over its stages of 1 + sum_j |a_ij| Lip K on |Theta|
 * <= sum_j |a_ij| |K_j|, and an implicit one contracts by max_i sum_j |a_ij| times Lip K on its
 * ball, |K| and Lip K the bounds of ref/scheme/rkmk_slope.h: no smaller and no larger.  Vortices'
 * grow with the ball.  A bound has 30 bits and is rounded up fewer than 32 times. */
#include "tests/support/cmocka.h"

#include "ref/certificate/certificate.h"
#include "ref/scheme/rkmk_slope.h"
#include "tests/ref/case_in_balls.h"

#include <math.h>
#include <stdio.h>

enum { MOST = 4 };

static const struct table {
    const char *name;
    int stages, order;
    double a[MOST][MOST];
} explicit_tables[] =
    {
        {"euler", 1, 1, {{0}}},
        {"heun", 2, 2, {{0}, {1}}},
        {"rk4", 4, 4, {{0}, {0.5}, {0, 0.5}, {0, 0, 1}}},
},
  implicit_tables[] = {
      {"midpoint", 1, 2, {{0.5}}},
      {"gauss4", 2, 4, {{0.25, -0.038675134594812882}, {0.53867513459481288, 0.25}}},
};

static const char *const systems[] = {
    "case id=a system=point-vortices scheme=tmk gamma=1,-2,0.5 quad=0.25,-0.5,0.125 h=0.0625 "
    "steps=1 x=1,0.25,0,0,-1.5,0.5,-0.75,0,1 dw=0.25,-0.125,0.5",
    "case id=a system=rigid-body scheme=tmk inertia=1,2,4 quad=0.25,-0.5,0.125 h=-0.25 steps=1 "
    "x=1,0.25,-2 dw=0.25,-0.125,0.5"};

/* |K| and Lip K on |Theta| <= R */
static void slope(double *size, double *lip, ref_frame *f, const struct table *t, bool cayley,
                  double R)
{
    const rkmk_tableau tableau = {.stages = t->stages, .order = t->order};
    const rkmk_rule rule = {&tableau, cayley};
    mag_t r, s, l;
    mag_init(r);
    mag_init(s);
    mag_init(l);
    mag_set_d_lower(r, R);
    ref_rkmk_slope_bound(s, l, f, &rule, r);
    *size = mag_get_d(s);
    *lip = mag_get_d(l);
    mag_clear(r);
    mag_clear(s);
    mag_clear(l);
}

static double condition(ref_frame *f, const struct table *t, bool cayley)
{
    double product = 1, size[MOST], lip;
    for (int i = 0; i < t->stages; i++) {
        double R = 0, row = 0;
        for (int j = 0; j < i; j++) {
            R += fabs(t->a[i][j]) * size[j];
            row += fabs(t->a[i][j]);
        }
        slope(&size[i], &lip, f, t, cayley, R);
        product *= 1 + row * lip;
    }
    return product;
}

static double contraction(ref_frame *f, const struct table *t, bool cayley, double R)
{
    double most = 0, size, lip;
    for (int i = 0; i < t->stages; i++) {
        double row = 0;
        for (int j = 0; j < t->stages; j++) row += fabs(t->a[i][j]);
        most = fmax(most, row);
    }
    slope(&size, &lip, f, t, cayley, R);
    return most * lip;
}

static void frame_of(ref_frame *f, const struct table *t, bool cayley, const ref_exact_step *on)
{
    char name[32];
    snprintf(name, sizeof name, "rkmk-%s-%s", t->name, cayley ? "cay" : "exp");
    assert_true(ref_frame_init(f, ref_scheme_find(name), on->sys, on->x, on->h, on->dW, 128));
}

static void like(const mag_t bound, double expected)
{
    assert_gt(expected, 0);
    assert_true(isfinite(expected));
    assert_ge(mag_get_d(bound), expected * (1 - 0x1p-46));
    assert_le(mag_get_d(bound), expected * (1 + 32 * 0x1p-28));
}

static void bounds_are_as_stated(void **unused)
{
    mag_t bound, R;
    (void)unused;
    mag_init(bound);
    mag_init(R);
    mag_set_d(R, 0.125);
    for (size_t k = 0; k < sizeof systems / sizeof *systems; k++) {
        ref_exact_step on;
        take(&on, systems[k]);
        for (int cayley = 0; cayley < 2; cayley++) {
            ref_frame f;
            for (int t = 0; t < 3; t++) {
                frame_of(&f, &explicit_tables[t], cayley, &on);
                f.scheme->condition(bound, &f);
                like(bound, condition(&f, &explicit_tables[t], cayley));
                ref_frame_clear(&f);
            }
            for (int t = 0; t < 2; t++) {
                frame_of(&f, &implicit_tables[t], cayley, &on);
                f.scheme->lipschitz(bound, &f, R);
                like(bound, contraction(&f, &implicit_tables[t], cayley, 0.125));
                ref_frame_clear(&f);
            }
        }
        put_back(&on);
    }
    mag_clear(bound);
    mag_clear(R);
    ref_thread_cleanup();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(bounds_are_as_stated)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
