/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The bounds of a Munthe-Kaas slope on |Theta| <= R are those that ref/scheme/rkmk.md section 2
 * derives, no smaller and no larger; what tests/ref/test_ref_rkmk_stated.c takes for granted.  With
 * s, m size and slope of the bracket at R, or of dcay^-1's change,
 *     dexp^-1 to second order: q = 1 + s/2 + s^2/12, q' = m (1/2 + s/6),
 *     dcay^-1: q = 1 + s, q' = m,
 *     the identity: q = 1, q' = 0,
 * t the slope of the action times span x, and lip, span Xi(x) + lip t R those of the generator at
 * distance t R,
 *     |K| <= q (|Xi(x)| + t lip R),   Lip K <= q t lip + q' (span Xi(x) + lip t R).
 * A bound has 30 bits and is rounded up fewer than 32 times, and nowhere down. */
#include "tests/support/cmocka.h"

#include <math.h>

#include "ref/certificate/certificate.h"
#include "ref/scheme/rkmk_slope.h"
#include "tests/ref/thread_caches.h"
#include "tests/ref/case_in_balls.h"

static const char *const systems[] = {
    "case id=a system=rigid-body scheme=tmk inertia=1,2,4 quad=0.25,-0.5,0.125 h=-0.25 steps=1 "
    "x=1,0.25,-2 dw=0.25,-0.125,0.5",
    "case id=a system=heavy-top scheme=tmk inertia=1,2,4 chi=0.5,-1,2 h=0.125 steps=1 "
    "x=1,0.25,-2,0.5,-1,0.25",
    "case id=a system=symplectic scheme=tmk n=2 quadratic=1,0.25,-0.5,1,0.5,1 noise=0.25,0.5,0 "
    "h=0.0625 steps=1 x=1,-0.5,0.25 dw=0.25"};

static const struct {
    const char *scheme;
    int order;
    bool cayley;
} rules[] = {{"rkmk-heun-exp", 2, false}, {"rkmk-rk4-exp", 4, false}, {"rkmk-rk4-cay", 4, true}};

typedef struct pair {
    double size, slope;
} pair;

static pair bound(const ref_frame *f, const ref_action *a, double R)
{
    pair of;
    mag_t rho, size, slope;
    mag_init(rho);
    mag_init(size);
    mag_init(slope);
    mag_set_d_lower(rho, R);
    a->bound(size, slope, f->algebra, rho);
    of = (pair){mag_get_d(size), mag_get_d(slope)};
    mag_clear(rho);
    mag_clear(size);
    mag_clear(slope);
    return of;
}

static double lipschitz(const ref_frame *f, double R)
{
    mag_t lip, radius;
    mag_init(lip);
    mag_init(radius);
    mag_set_d_lower(radius, R);
    f->sys->table->generator_lipschitz(lip, f->sys, f->pack, f->x, radius);
    const double value = mag_get_d(lip);
    mag_clear(lip);
    mag_clear(radius);
    return value;
}

static pair stated(const ref_frame *f, int order, bool cayley, double R)
{
    const ref_algebra *g = f->algebra;
    pair q = {1, 0};
    if (cayley) {
        q = bound(f, g->dcay_inverse_change, R);
        q.size += 1;
    } else if (order > 2) {
        const pair b = bound(f, g->bracket, R);
        q = (pair){1 + b.size / 2 + b.size * b.size / 12, b.slope * (0.5 + b.size / 6)};
    }
    const double t = bound(f, cayley ? g->cayley : g->exponential, R).slope * mag_get_d(f->x_span),
                 lip = lipschitz(f, t * R), far = mag_get_d(f->xi_span) + lip * t * R;
    return (pair){q.size * (mag_get_d(f->scale) + t * lip * R), q.size * t * lip + q.slope * far};
}

static void slopes_are_bounded_as_derived(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof systems / sizeof *systems; k++)
        for (size_t r = 0; r < sizeof rules / sizeof *rules; r++)
            for (double R = 0; R < 1; R += 0x1p-5) {
                const rkmk_tableau tableau = {.stages = 1, .order = rules[r].order};
                const rkmk_rule rule = {&tableau, rules[r].cayley};
                ref_exact_step t;
                ref_frame f;
                mag_t radius, size, lip;
                mag_init(radius);
                mag_init(size);
                mag_init(lip);
                take(&t, systems[k]);
                assert_true(ref_frame_init(&f, ref_scheme_find(rules[r].scheme), t.sys, t.x, t.h,
                                           t.dW, 128));
                mag_set_d(radius, R);
                ref_rkmk_slope_bound(size, lip, &f, &rule, radius);
                const pair right = stated(&f, rules[r].order, rules[r].cayley, R);
                assert_true(isfinite(right.size) && isfinite(right.slope));
                assert_ge(mag_get_d(size), right.size * (1 - 0x1p-46));
                assert_le(mag_get_d(size), right.size * (1 + 32 * 0x1p-28));
                assert_ge(mag_get_d(lip), right.slope * (1 - 0x1p-46));
                assert_le(mag_get_d(lip), right.slope * (1 + 32 * 0x1p-28));
                ref_frame_clear(&f);
                put_back(&t);
                mag_clear(radius);
                mag_clear(size);
                mag_clear(lip);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(slopes_are_bounded_as_derived)};
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
