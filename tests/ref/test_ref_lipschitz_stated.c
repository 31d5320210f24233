/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The Lipschitz constant of each linear generator whose constant has a formula is the one that its
 * file derives, no smaller and
 * no larger: samples see a constant that is too small only where it is attained.  Here from the
 * parameters as written; a bound has 30 bits and is rounded up a few times: allowed is a relative
 * 2^-24 above, and below the rounding of the formula here.
 *     bodies, tops     max_i |h/I_i + c_i dW_i|, of a top 2 sum c dW in place of the second
 *     sphere           max of |h|/2 and |h + a dW_lm|/(l(l+1))
 *     sphere, field    the same and |h| N(N-1)
 *     torus            |h| N/(4 pi)
 *     Kubo's           |h + beta dW| */
#include "oracle/contract/case/case.h"
#include "tests/support/cmocka.h"

#include <math.h>
#include <stdio.h>

#include "tests/ref/thread_caches.h"
#include "tests/ref/case_in_balls.h"

static double most(double a, double b)
{
    return fmax(fabs(a), fabs(b));
}

/* The constant of the case, which depends on neither state nor ball. */
static void is(const char *line, double right)
{
    ref_exact_step t;
    mag_t lip, R;
    mag_init(lip);
    mag_init(R);
    take(&t, line);
    arb_ptr pack = _arb_vec_init(t.sys->pack_size);
    t.sys->table->freeze(pack, t.sys, t.h, t.dW, 128);
    for (int radius = 0; radius < 2; radius++) {
        mag_set_ui(R, (ulong)radius);
        t.sys->table->generator_lipschitz(lip, t.sys, pack, t.x, R);
        const double value = mag_get_d(lip);
        if (!(value >= right * (1 - 0x1p-48) && value <= right * (1 + 0x1p-24)))
            fail_msg("%s: %.12g for %.12g", t.c->system->name, value, right);
    }
    _arb_vec_clear(pack, t.sys->pack_size);
    put_back(&t);
    mag_clear(lip);
    mag_clear(R);
}

static void constants_are_as_derived(void **state)
{
    (void)state;
    is("case id=a system=rigid-body scheme=tmk inertia=1,2,4 quad=0.25,-0.5,4 h=-0.25 steps=1 "
       "x=1,0.25,-2 dw=0.25,-0.125,0.5",
       most(most(-0.25 + 0.0625, -0.125 + 0.0625), -0.0625 + 2));
    is("case id=a system=rigid-body-n scheme=tmk n=3 inertia=1,2,4 quad=-0.5 h=0.125 steps=1 "
       "x=1,0.25,-2 dw=0.25,3,0.5",
       1.5 - 0.0625);
    is("case id=a system=heavy-top scheme=tmk inertia=1,2,4 chi=9,9,9 "
       "noise=9,9,9,9,9,9,0.5,0,0,0,0,0,0,-0.25 h=0.125 steps=1 x=1,0.25,-2,0.5,-1,0.25 dw=0.5,-1",
       1.125);
    is("case id=a system=zeitlin-sphere scheme=tmk n=3 amp=0.5 shell=2 h=0.125 steps=1 "
       "x=1,-2,1,0.5,0,0,0.25,0,-1 dw=0.5,0.25,-0.125,0,-4",
       1.875 / 6);
    is("case id=a system=zeitlin-sphere scheme=tmk n=3 amp=0.5 shell=2 h=0.125 steps=1 "
       "x=1,-2,1,0.5,0,0,0.25,0,-1 dw=0.5,0.25,-0.125,0,0",
       0.125 / 2);
    is("case id=a system=mhd-sphere scheme=heun n=3 amp=0.5 shell=2 h=0.03125 steps=1 "
       "x=1,-2,1,0.5,0,0,0.25,0,-1,1,0,-1,0,0,0,0,0,1 dw=0.5,0.25,-0.125,0,-4",
       1.96875 / 6);
    is("case id=a system=mhd-sphere scheme=heun n=3 amp=0.5 shell=2 h=-0.125 steps=1 "
       "x=1,-2,1,0.5,0,0,0.25,0,-1,1,0,-1,0,0,0,0,0,1 dw=0.5,0.25,-0.125,0,-4",
       0.125 * 6);
    is("case id=a system=sine-euler scheme=tmk n=5 amp=4 modes=1:1 h=-0.5 steps=1 "
       "x=1,-1,0,0,0,1,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0 dw=3",
       0.5 * 5 * 0x1.45f306dc9c883p-4);
    is("case id=a system=canonical scheme=tmk model=kubo beta=-0.5 h=0.125 steps=1 x=1,-2 dw=3",
       1.375);
}

/* The same of the generator of factor k: ref/scheme/splitting.md section 4. */
static void factor_is(const char *line, slong k, double right)
{
    ref_exact_step t;
    mag_t lip, R;
    mag_init(lip);
    mag_init(R);
    take(&t, line);
    for (int radius = 0; radius < 2; radius++) {
        mag_set_ui(R, (ulong)radius);
        t.sys->table->factor_lipschitz(lip, t.sys, k, t.h, t.dW, t.x, R);
        const double value = mag_get_d(lip);
        if (!(value >= right * (1 - 0x1p-48) && value <= right * (1 + 0x1p-24)))
            fail_msg("%s, factor %ld: %.12g for %.12g", t.c->system->name, (long)k, value, right);
    }
    put_back(&t);
    mag_clear(lip);
    mag_clear(R);
}

static void constants_of_factors_are_as_derived(void **state)
{
    static const char *const spins =
        "case id=a system=spins scheme=splitting-lie bonds=1:2 exchange=-0.75 "
        "anisotropy=-4,0.25,0.5,-0.5 field=1,2,4 noise=8 h=-0.375 steps=1 x=1,0,2,0,4,0 "
        "dw=1,2,3,4,5,6";
    static const char *const body =
        "case id=a system=rigid-body scheme=splitting-lie inertia=1,2,4 quad=0.25,-0.5,4 "
        "lin=1,2,3 h=-0.25 steps=1 x=1,0.25,-2 dw=0.25,-0.125,0.5,7";
    static const char *const pendulum =
        "case id=a system=canonical scheme=splitting-lie model=pendulum beta=0.5 gamma=3 h=-0.625 "
        "steps=1 x=0.5,-2 dw=3,-5";
    static const char *const kubo =
        "case id=a system=canonical scheme=splitting-lie model=kubo beta=-0.5 h=0.125 steps=1 "
        "x=1,-2 dw=%s";
    char line[200];
    (void)state;
    factor_is(spins, 0, 2 * 0.375 * 0.75);
    factor_is(spins, 1, 2 * 0.375 * 4 * 0.5625);
    factor_is(spins, 2, 0);
    factor_is(body, 0, 0.25 - 0.0625);
    factor_is(body, 1, 0.125 - 0.0625);
    factor_is(body, 2, 2 - 0.0625);
    factor_is(body, 3, 0);
    factor_is(pendulum, 0, 0.625);
    factor_is(pendulum, 1, 0.625);
    factor_is(pendulum, 2, 1.5);
    factor_is(pendulum, 3, 0);
    snprintf(line, sizeof line, kubo, "3");
    factor_is(line, 0, 1.375);
    snprintf(line, sizeof line, kubo, "9");
    factor_is(line, 0, 2);
    factor_is("case id=a system=heavy-top scheme=splitting-lie inertia=1,2,4 chi=9,9,9 "
              "noise=0,0,0,9,9,9,0,0,0,0,0,0,0,-0.25 h=0.125 steps=1 x=1,0.25,-2,0.5,-1,0.25 "
              "dw=0.5,-1",
              1, 0.0625);
    factor_is("case id=a system=heavy-top scheme=splitting-lie inertia=1,2,4 chi=9,9,9 "
              "noise=0,0,0,9,9,9,0,0,0,0,0,0,0,-0.25 h=0.125 steps=1 x=1,0.25,-2,0.5,-1,0.25 "
              "dw=0.5,-1",
              3, 0);
    factor_is("case id=a system=heavy-top scheme=splitting-lie inertia=1,2,4 chi=9,9,9 "
              "noise=0,0,0,9,9,9,0,0,0,0,0,0,0,-0.25 h=0.125 steps=1 x=1,0.25,-2,0.5,-1,0.25 "
              "dw=0.5,-1",
              5, 0.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(constants_are_as_derived),
                                       cmocka_unit_test(constants_of_factors_are_as_derived)};
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
