/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Steps manufactured so that one part of the reference decides them: the tie of one coordinate, the
 * pole of a Cayley transform, a wide input, a contraction bound that grows with the ball. */
#include "oracle/contract/case/case.h"
#include "tests/support/cmocka.h"

#include <math.h>

#include "ref/ref.h"
#include "tests/ref/case_in_balls.h"

static slp_status step(arb_ptr next, ref_certificate *cert, const ref_exact_step *t)
{
    return ref_exact_step_image(next, cert, t, 128);
}

/* Kubo by Euler: q' = q + hp, p' = p - hq.  With q = h = 1 + 2^-52, p = 2^-53 (1 - 2^-52) the first
 * is q + 2^-53 - 2^-157, just below the tie between q and its successor, which is even: 128 bits do
 * not tell it from the tie.  p' shows its rounding at once. */
static void a_tie_in_the_first_coordinate(void **unused)
{
    (void)unused;
    ref_exact_step t;
    double next[2] = {NAN, NAN};
    ref_certificate cert;
    take(&t, "case id=t system=canonical scheme=rkmk-euler-exp model=kubo h=0x1.0000000000001p+0 "
             "steps=1 x=0x1.0000000000001p+0,0x1.ffffffffffffep-54");
    assert_int_equal(ref_step_round(next, &cert, ref_scheme_find("rkmk-euler-exp"), t.sys, t.c->x,
                                    t.c->h, NULL, REF_PREC_CAP),
                     SLP_OK);
    assert_true(next[0] == t.c->x[0] && next[1] == -fma(t.c->h, t.c->x[0], -t.c->x[1]));
    assert_true(cert.prec == 256);
    put_back(&t);
}

/* On sp(2, R), H_1 = 2a dW in coordinates (a, b, c) gives Xi = dW diag(1, -1): at dW = 2 the matrix
 * I - Xi/2 is singular, and beside it, at 2 - 2^-40, it is not. */
static void a_pole_is_no_step(void **unused)
{
    (void)unused;
    const char *const increments[] = {"2", "0x1.fffffffffep+0"};
    for (int i = 0; i < 2; i++) {
        ref_exact_step t;
        char line[256];
        ref_certificate cert;
        snprintf(line, sizeof line,
                 "case id=p system=symplectic scheme=rkmk-euler-cay n=2 quadratic=0,0,0,0,0,0 "
                 "noise=2,0,0 h=0 steps=1 x=0.5,0.25,-1 dw=%s",
                 increments[i]);
        take(&t, line);
        arb_ptr next = _arb_vec_init(3);
        slp_status status = step(next, &cert, &t);
        assert_true(i == 0 ? status != SLP_OK : status == SLP_OK);
        _arb_vec_clear(next, 3);
        put_back(&t);
    }
}

/* A ball of states takes a step as long as norms prove a contraction on a ball around it: the first
 * move counts its width. */
static void wide_inputs_are_enclosed(void **unused)
{
    (void)unused;
    ref_exact_step t;
    take(&t, "case id=w system=rigid-body scheme=isospectral-midpoint inertia=1,2,3 h=0x1p-6 "
             "steps=1 x=0.5,-0.75,0.25");
    arb_ptr next = _arb_vec_init(3), narrow = _arb_vec_init(3);
    ref_certificate cert;
    assert_int_equal(step(narrow, &cert, &t), SLP_OK);
    for (slong e = -40; e <= -6; e += 2) {
        for (int i = 0; i < 3; i++) mag_set_ui_2exp_si(arb_radref(t.x + i), 1, e);
        assert_int_equal(step(next, &cert, &t), SLP_OK);
        assert_true(!cert.by_jacobian);
        for (int i = 0; i < 3; i++) assert_true(arb_contains(next + i, narrow + i));
    }
    _arb_vec_clear(next, 3);
    _arb_vec_clear(narrow, 3);
    put_back(&t);
}

/* tmk on the top: L >= slope(rho) lip |x| / 2 with slope(rho) = 2/sqrt(3) + 3 rho/2
 * (ref/algebra/se3.md), rho = |Xi| + lip R/2 and R at least |T(x) - x| / (1 - L), T(x) the flow at
 * the generator of x.  Here Xi vanishes but for one coordinate, lip = 1/2 and |x| = 1. */
static void bounds_grow_with_the_ball(void **unused)
{
    (void)unused;
    ref_exact_step t;
    take(&t, "case id=b system=heavy-top scheme=tmk inertia=1,1,1 chi=0,0,1 h=0x1p-1 steps=1 "
             "x=0.6,0,0,0,0.8,0");
    arb_ptr next = _arb_vec_init(6), first = _arb_vec_init(6);
    ref_certificate cert;
    assert_int_equal(step(next, &cert, &t), SLP_OK);
    assert_true(!cert.by_jacobian);
    /* the flow at Xi(x), which is Euler's explicit step */
    assert_int_equal(
        ref_step(first, NULL, ref_scheme_find("rkmk-euler-exp"), t.sys, t.x, t.h, t.dW, 128),
        SLP_OK);
    double move = 0;
    for (int i = 0; i < 6; i++)
        move = hypot(move, arf_get_d(arb_midref(first + i), ARF_RND_NEAR) - t.c->x[i]);
    const double lip = 0.5, xi = hypot(0.5 * 0.6, 0.5), R = move / (1 - cert.L);
    assert_ge(cert.L, (2 / sqrt(3) + 1.5 * (xi + lip * R / 2)) * lip / 2);
    _arb_vec_clear(next, 6);
    _arb_vec_clear(first, 6);
    put_back(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tie_in_the_first_coordinate), cmocka_unit_test(a_pole_is_no_step),
        cmocka_unit_test(wide_inputs_are_enclosed), cmocka_unit_test(bounds_grow_with_the_ball)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
