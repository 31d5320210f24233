/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Generators in two parts: high + low is the generator to 2^-100 of its terms, where a system gives
 * low parts at all.  Long turns need them (an angle of t radians rounded to binary64 blurs the
 * state by u t), but the verdict, which excuses roundings of the generator, does not see them.
 * Exact is the reference at 256 bits; S is its bound of the terms' sizes, in which nothing cancels.
 * Each number is made of at most 16 twofold operations with errors below 4 u^2 of what enters: 64
 * u^2 S = 2^-100 S. */
#include "tests/support/cmocka.h"

#include "fast/system/system.h"
#include "ref/ref.h"
#include "tests/ref/thread_caches.h"
#include "tests/ref/case_in_balls.h"

#include <math.h>
#include <stdlib.h>

enum { PREC = 256, MOST_D = 16 };

static const struct {
    const char *line;
    /* coordinates before it have one part, the other is 0: libm's sine, and what is summed in one
     */
    int first;
} cases[] = {
    {"case id=a system=rigid-body scheme=tmk inertia=3,0.7,1.1 quad=0.1,-0.3,0.7 "
     "lin=0.3,0.1,-0.7,0.9,-0.2,0.6 h=0.1 steps=1 x=0.3,-0.7,1.9 dw=0.7,-0.9,0.3,0.1,-0.6",
     0},
    {"case id=a system=rigid-body scheme=tmk inertia=3,3,3 quad=-0.1,-0.1,0.1 h=0.3 steps=1 "
     "x=0.3,-0.7,1.9 dw=1,1.0000000001,-0.9999999999",
     0}, /* h/I and c dW cancel */
    {"case id=a system=heavy-top scheme=tmk inertia=3,0.7,1.1 chi=0.1,-0.3,0.7 "
     "noise=0.3,0.1,-0.7,0.9,-0.2,0.6,0.7,0.1,0.7,0.3,-0.9,0.3,-0.6,-0.1 h=0.1 steps=1 "
     "x=0.3,-0.7,1.9,0.1,0.6,-0.3 dw=0.7,-0.9",
     0},
    {"case id=a system=rigid-body-n scheme=tmk n=4 inertia=3,0.7,1.1,7,0.3,9 quad=0.7 h=0.1 "
     "steps=1 "
     "x=0.3,-0.7,1.9,0.1,0.6,-0.3 dw=0.7,-0.9,0.3,0.1,-0.6,0.2",
     0},
    {"case id=a system=symplectic scheme=tmk n=2 quadratic=0.3,0.1,-0.7,0.9,-0.2,0.6 "
     "noise=0.7,0.1,0.3,-0.9,0.3,-0.6 h=0.1 steps=1 x=0.3,-0.7,1.9 dw=0.7,-0.9",
     0},
    {"case id=a system=canonical scheme=tmk model=kubo beta=-0.3 h=0.1 steps=1 x=0.3,-0.7 dw=0.7",
     0},
    {"case id=a system=canonical scheme=tmk model=pendulum beta=0.3 gamma=-0.7 h=0.1 steps=1 "
     "x=0.3,-0.7 dw=0.7,0.9",
     1},
    {"case id=a system=point-vortices scheme=tmk gamma=0.3,-0.7 quad=0.1,0.3,-0.2 h=0.1 steps=1 "
     "x=1,0.2,0.1,0.3,1,-0.6 dw=0.7,0.9,-0.3",
     6},
    {"case id=a system=zeitlin-sphere scheme=tmk n=3 h=0.1 steps=1 x=1,-2,1,0.3,0,0.1,0.2,0,-0.1",
     9},
    {"case id=a system=sine-euler scheme=tmk n=3 h=0.1 steps=1 x=1,-2,1,0.3,0,0.1,0.2,0,-0.1", 9},
};

/* Whether some low part is not zero. */
static bool compare(const ref_exact_step *t, const fast_system *sys, size_t first)
{
    const size_t d = t->c->d;
    double xi[MOST_D], low[MOST_D], size, condition;
    double *frozen = calloc(sys->table->frozen_size(sys), sizeof *frozen),
           *work = calloc(sys->work_size + 1, sizeof *work);
    arb_ptr exact = _arb_vec_init((slong)d + 1), off = exact + d;
    bool any = false;
    assert_le(d, MOST_D);
    assert_true(frozen && work);
    sys->table->freeze(frozen, sys, t->c->h, t->c->dw);
    sys->table->generator(xi, low, sys, frozen, t->c->x, work);
    ref_generator(exact, t->sys, t->x, t->h, t->dW, PREC);
    ref_generator_terms(&size, &condition, t->sys, t->x, t->h, t->dW);
    for (size_t i = 0; i < first; i++) assert_true(low[i] == 0);
    for (size_t i = first; i < d; i++) {
        arb_set_d(off, xi[i]);
        arb_sub(exact + i, exact + i, off, PREC);
        arb_set_d(off, low[i]);
        arb_sub(exact + i, exact + i, off, PREC);
        if (!(fabs(arf_get_d(arb_midref(exact + i), ARF_RND_NEAR)) <= 0x1p-100 * size))
            fail_msg("%s %s, coordinate %zu: off by %g of %g", t->c->system->name, t->c->id, i,
                     arf_get_d(arb_midref(exact + i), ARF_RND_NEAR), size);
        any = any || low[i] != 0;
    }
    _arb_vec_clear(exact, (slong)d + 1);
    free(frozen);
    free(work);
    return any;
}

static void both_parts_make_the_generator(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        ref_exact_step t;
        slp_error err;
        fast_system *sys;
        take(&t, cases[k].line);
        assert_int_equal(fast_system_new(&sys, t.c, &err), SLP_OK);
        const size_t first = (size_t)cases[k].first;
        assert_true(compare(&t, sys, first) == (first < t.c->d));
        fast_system_free(sys);
        put_back(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(both_parts_make_the_generator)};
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
