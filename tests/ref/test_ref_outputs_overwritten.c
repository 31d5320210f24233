/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What a scheme is to write it writes: derivatives of stage and step do not depend on what stood in
 * their place, nor on whether a direction that is 0 is handed over as numbers or left out. */
#include "oracle/contract/case/case.h"
#include "tests/support/cmocka.h"

#include "ref/certificate/certificate.h"
#include "tests/ref/case_in_balls.h"

#include <math.h>
#include <string.h>

enum { PREC = 128, MOST = 2 * 12 };

static const char *const cases[] = {
    "system=rigid-body inertia=1,2,3 quad=0.5,0.25,0.125 h=0.125 steps=1 x=0.5,0.25,-0.75 "
    "dw=0.1,-0.2,0.3",
    "system=rigid-body-n n=4 quad=0.5 h=0.125 steps=1 x=0.5,0.25,-0.75,0.125,0.375,-0.25 "
    "dw=0.1,-0.2,0.3,0.1,0.2,-0.1",
    "system=point-vortices gamma=1,-0.5 quad=0.5,0.25,0.125 h=0.125 steps=1 "
    "x=0.5,0.25,-0.75,0.25,0.75,0.5 "
    "dw=0.1,-0.2,0.3",
    "system=spins bonds=1:2 exchange=0.5 dmi=0.25,0.5,-0.5 field=0.25,0,-0.5 "
    "anisotropy=0.5,0.25,0,1 noise=0.5 damping=0.25 h=0.125 steps=1 "
    "x=0.5,0.25,-0.75,0.25,0.75,0.5 "
    "dw=0.1,-0.2,0.3,0.1,0.2,-0.1",
    "system=sine-euler n=3 modes=1:1 amp=0.5 h=0.125 steps=1 "
    "x=0.5,0.25,-0.75,0.125,0.375,-0.25,0.1,0.2,-0.1 dw=0.1",
    "system=heavy-top inertia=1,2,3 chi=0.5,0.25,1 noise=0.5,0.25,0.125,0.1,0.2,-0.1,0.25 h=0.125 "
    "steps=1 "
    "x=0.5,0.25,-0.75,0.25,0.75,0.5 dw=0.1",
    "system=canonical model=pendulum beta=0.5 gamma=0.25 h=0.125 steps=1 x=0.5,0.25 dw=0.1,-0.2",
    "system=symplectic n=2 quadratic=0.5,0.25,0.125,0.375,-0.25,0.5 noise=0.1,0.2,-0.1 h=0.125 "
    "steps=1 "
    "x=0.5,0.25,-0.75 dw=0.1"};

typedef void derivative(arb_ptr out, ref_frame *f, arb_srcptr z, arb_srcptr dz, arb_srcptr dx);

static void fill(arb_ptr v, slong n, double first, double ratio)
{
    for (slong i = 0; i < n; i++) arb_set_d(v + i, first * pow(ratio, (double)i));
}

/* The same numbers over poison as over zeros, and with 0 for nothing. */
static void writes(derivative *of, ref_frame *f, slong count, const char *what)
{
    arb_ptr clean = _arb_vec_init(5 * MOST), other = clean + MOST, z = other + MOST, dz = z + MOST,
            dx = dz + MOST;
    for (int given = 0; given < 4; given++) {
        fill(z, f->k, 0.25, 0.9);
        _arb_vec_zero(dz, f->k);
        _arb_vec_zero(dx, f->d);
        if (given & 1) fill(dz, f->k, 0.5, -0.8);
        if (given & 2) fill(dx, f->d, -0.375, 0.7);
        for (int left_out = 0; left_out < 2; left_out++) {
            bool no_z = left_out && !(given & 1), no_x = left_out && !(given & 2);
            fill(other, count, 1e6, 1);
            if (!left_out) _arb_vec_zero(clean, count);
            of(left_out ? other : clean, f, z, no_z ? NULL : dz, no_x ? NULL : dx);
            if (!left_out) of(other, f, z, dz, dx);
            for (slong i = 0; i < count; i++) {
                if (!arb_overlaps(clean + i, other + i) || !arb_is_finite(clean + i))
                    fprintf(stderr, "%s, coordinate %ld\n", what, (long)i + 1);
                assert_true(arb_overlaps(clean + i, other + i) && arb_is_finite(clean + i));
            }
        }
    }
    _arb_vec_clear(clean, 5 * MOST);
}

static void derivatives_are_written(void **unused)
{
    (void)unused;
    int seen = 0;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        for (size_t s = 0; slp_scheme_at(s); s++) {
            char line[512], name[32];
            ref_exact_step t;
            ref_frame f;
            assert_int_equal(sscanf(cases[k], "system=%31s", name), 1);
            if (!slp_pair_makes_sense(slp_system_find(name), slp_scheme_at(s), NULL)) continue;
            /* a noise of the top with both b and c; spins with dmi and damping */
            if (slp_scheme_at(s)->splits &&
                (strcmp(name, "heavy-top") == 0 || strcmp(name, "spins") == 0))
                continue;
            snprintf(line, sizeof line, "case id=a scheme=%s %s", slp_scheme_at(s)->name, cases[k]);
            take(&t, line);
            assert_true(ref_frame_init(&f, ref_scheme_find(t.c->scheme->name), t.sys, t.x, t.h,
                                       t.dW, PREC));
            assert_le(f.k, MOST);
            snprintf(line, sizeof line, "%s under %s", name, t.c->scheme->name);
            if (f.scheme->stages) {
                writes(f.scheme->stage_tangent, &f, f.k, line);
                writes(f.scheme->finish_tangent, &f, f.d, line);
                seen++;
            }
            ref_frame_clear(&f);
            put_back(&t);
        }
    assert_gt(seen, 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(derivatives_are_written)};
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    ref_thread_cleanup();
    return failed;
}
