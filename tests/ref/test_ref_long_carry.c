/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Long trajectories carried as enclosures: after T units of time at least 53 bits are certain, the
 * Casimirs' enclosures still hold their first values, and a second precision agrees.  T = 1000 in
 * deep runs (SLP_CHECK_MULTIPLIER 50), T = 20 otherwise; the precision is chosen from the horizon,
 * 7 bits a unit of time: boxes by coordinates lose 4.6 to 6 on these systems. */
#include "oracle/contract/case/case.h"
#include "tests/support/cmocka.h"

#include "oracle/contract/noise/noise.h"
#include "tests/ref/thread_caches.h"
#include "tests/ref/rigid_body_steps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BITS_LEFT = 53, BITS_A_UNIT = 7, GUARD = 128, SEED = 11 };

typedef struct far {
    slp_case c;
    ref_system *sys;
    const ref_scheme *scheme;
    arb_ptr x, begun;
    slong d, M, prec;
} far;

static void far_open(far *f, const char *text, slong prec)
{
    slp_error err;
    slp_case_init(&f->c);
    if (slp_case_parse(&f->c, text, 1, &err) != SLP_OK) {
        slp_error_print(stderr, "case", &err);
        fail();
    }
    f->scheme = ref_scheme_find(f->c.scheme->name);
    assert_non_null(f->scheme);
    assert_int_equal(ref_system_new(&f->sys, &f->c, &err), SLP_OK);
    f->d = (slong)f->c.d;
    f->M = (slong)f->c.M;
    f->prec = prec;
    f->x = _arb_vec_init(f->d);
    f->begun = _arb_vec_init(f->d);
    for (slong i = 0; i < f->d; i++) arb_set_d(f->x + i, f->c.x[i]);
    _arb_vec_set(f->begun, f->x, f->d);
}

static void far_close(far *f)
{
    _arb_vec_clear(f->x, f->d);
    _arb_vec_clear(f->begun, f->d);
    ref_system_free(f->sys);
    slp_case_clear(&f->c);
}

/* On to the horizon, with increments of the noise's own stream, truncated. */
static void carry_on(far *f, slong steps)
{
    double *dw = calloc((size_t)f->M + 1, sizeof *dw);
    arb_ptr balls = _arb_vec_init(f->M);
    arb_t h;
    assert_non_null(dw);
    arb_init(h);
    arb_set_d(h, f->c.h);
    for (slong s = 0; s < steps; s++) {
        for (slong k = 0; k < f->M; k++) {
            dw[k] = slp_increment(f->c.h, SEED, 0, (uint32_t)k, 0, (uint64_t)s);
            arb_set_d(balls + k, slp_truncate(dw[k], f->c.h, 2));
        }
        assert_int_equal(ref_step(f->x, NULL, f->scheme, f->sys, f->x, h, balls, f->prec), SLP_OK);
    }
    arb_clear(h);
    _arb_vec_clear(balls, f->M);
    free(dw);
}

static void casimirs_hold(const far *f)
{
    slong count = ref_casimir_count(f->sys);
    arb_ptr first = _arb_vec_init(2 * count), last = first + count;
    ref_casimirs(first, f->sys, f->begun, f->prec);
    ref_casimirs(last, f->sys, f->x, f->prec);
    for (slong i = 0; i < count; i++) assert_true(arb_overlaps(first + i, last + i));
    _arb_vec_clear(first, 2 * count);
}

static void to_horizon(const char *text)
{
    double T = rigid_repeats(20) >= 1000 ? 1000 : 20;
    slong prec = (slong)(BITS_A_UNIT * T) + GUARD;
    far f, g;
    far_open(&f, text, prec);
    far_open(&g, text, prec + 64);
    slong steps = (slong)ceil(T / f.c.h);
    carry_on(&f, steps);
    assert_ge(ref_bits_left(f.x, f.d), BITS_LEFT);
    /* not a fixed point, and not an enclosure of everything */
    assert_true(!arb_overlaps(f.x, f.begun) || !arb_overlaps(f.x + 1, f.begun + 1));
    casimirs_hold(&f);
    carry_on(&g, steps);
    for (slong i = 0; i < f.d; i++) assert_true(arb_overlaps(f.x + i, g.x + i));
    assert_ge(ref_bits_left(g.x, g.d), ref_bits_left(f.x, f.d) + 60);
    far_close(&f);
    far_close(&g);
}

static void rigid_body(void **unused)
{
    (void)unused;
    to_horizon("case id=far-1 system=rigid-body scheme=isospectral-midpoint inertia=2,1,0.75 "
               "quad=0.1,0.1,0.1 "
               "h=0x1p-5 steps=1 x=0.875,0.0625,0.4375 dw=0,0,0");
}

static void heavy_top(void **unused)
{
    (void)unused;
    to_horizon(
        "case id=far-2 system=heavy-top scheme=variational-cayley inertia=4,2,1 chi=0,0,1 "
        "noise=0.01,0.02,0.03,0,0,0,0 h=0x1p-5 steps=1 x=-0.75,0.75,0.125,-0.75,0.625,0.25 dw=0");
}

static void su3(void **unused)
{
    (void)unused;
    to_horizon("case id=far-3 system=sine-euler scheme=isospectral-midpoint n=3 modes=1:1,1:-1 "
               "amp=0.1 h=0x1p-4 steps=1 "
               "x=0.25,-0.5,0.25,0.125,0.375,-0.25,0.0625,0.5,-0.125 dw=0,0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rigid_body),
        cmocka_unit_test(heavy_top),
        cmocka_unit_test(su3),
    };
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
