/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What every contraction constant is made from: a frame's spans are those of the state and of the
 * generator at it, its norm that of the state, on systems of few coordinates and of many; and the
 * generator's Lipschitz constant is that of each radius, also where a step keeps it. */
#include "tests/support/cmocka.h"

#include "ref/scheme/frame.h"
#include "ref/ref.h"
#include "tests/ref/thread_caches.h"
#include "tests/ref/case_in_balls.h"

enum { PREC = 128 };

static const char *const systems[] = {
    "case id=a system=rigid-body scheme=tmk inertia=1,2,4 quad=0.25,-0.5,0.125 h=-0.25 steps=1 "
    "x=1,0.25,-2 dw=0.25,-0.125,0.5",
    "case id=a system=heavy-top scheme=tmk inertia=1,2,4 chi=0.5,-1,2 h=0.125 steps=1 "
    "x=1,0.25,-2,0.5,-1,0.25",
    "case id=a system=point-vortices scheme=tmk gamma=1,-2,0.5,3 quad=0.25,-0.5,0.125 h=0.0625 "
    "steps=1 x=1,0.25,0,0,-1.5,0.5,-0.75,0,1,-1,-1,1 dw=0.25,-0.125,0.5",
    "case id=a system=rigid-body-n scheme=tmk n=5 h=0.5 steps=1 x=1,0.25,-2,0.5,0.75,-1,2,1,-3,0.5",
    "case id=a system=zeitlin-sphere scheme=tmk n=3 amp=0.5 shell=2 h=0.125 steps=1 "
    "x=1,-2,1,0.5,0,0,0.25,0,-1 dw=0.5,0.25,-0.125,0,-0.25"};

static double larger(const ref_algebra *g, void (*measure)(mag_t, const ref_algebra *, arb_srcptr),
                     arb_srcptr v)
{
    mag_t size;
    mag_init(size);
    (measure ? measure : g->norm)(size, g, v);
    const double value = mag_get_d(size);
    mag_clear(size);
    return value;
}

static void spans_are_of_state_and_generator(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof systems / sizeof *systems; k++) {
        ref_exact_step t;
        ref_frame f;
        take(&t, systems[k]);
        const ref_algebra *g = &t.sys->algebra;
        arb_ptr xi = _arb_vec_init(g->d);
        assert_true(ref_frame_init(&f, ref_scheme_find("tmk"), t.sys, t.x, t.h, t.dW, PREC));
        ref_generator(xi, t.sys, t.x, t.h, t.dW, PREC);
        assert_true(mag_get_d(f.xi_span) == larger(g, g->span, xi));
        assert_true(mag_get_d(f.x_span) == larger(g, g->span, t.x));
        assert_true(mag_get_d(f.x_norm) == larger(g, NULL, t.x));
        assert_gt(mag_get_d(f.xi_span), 0);
        _arb_vec_clear(xi, g->d);
        ref_frame_clear(&f);
        put_back(&t);
    }
}

/* The frame's Lipschitz constant is the system's own, radius by radius, and grows with the radius
 * only where degrees are above 2. */
static void slope_is_of_each_radius(void **state)
{
    static const struct {
        const char *line;
        bool grows;
    } bodies[] = {
        {"case id=a system=polynomial scheme=tmk algebra=so3 terms=0:0.5:1.1,0:1:1.2,1:2:3 "
         "h=0.25 steps=1 x=1,0.25,-2 dw=0.5",
         false},
        {"case id=a system=polynomial scheme=tmk algebra=so3 terms=0:0.5:1.1,0:1:1.2.3 "
         "h=0.25 steps=1 x=1,0.25,-2",
         true}};
    (void)state;
    for (size_t k = 0; k < sizeof bodies / sizeof *bodies; k++) {
        ref_exact_step t;
        ref_frame f;
        mag_t R, rho, lip, own;
        double before = 0;
        mag_init(R);
        mag_init(rho);
        mag_init(lip);
        mag_init(own);
        take(&t, bodies[k].line);
        assert_true(ref_frame_init(&f, ref_scheme_find("tmk"), t.sys, t.x, t.h, t.dW, PREC));
        for (int e = -4; e <= 4; e += 4) {
            mag_set_ui_2exp_si(R, 1, e);
            ref_frame_generator_bound(rho, lip, &f, R);
            t.sys->table->generator_lipschitz(own, t.sys, f.pack, f.x, R);
            assert_true(mag_equal(lip, own));
            if (before > 0) assert_true(bodies[k].grows == (mag_get_d(lip) > before));
            before = mag_get_d(lip);
        }
        mag_clear(R);
        mag_clear(rho);
        mag_clear(lip);
        mag_clear(own);
        ref_frame_clear(&f);
        put_back(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(spans_are_of_state_and_generator),
                                       cmocka_unit_test(slope_is_of_each_radius)};
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
