/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A step enclosed in binary64 and in decimals holds the ball that encloses it. */
#include "oracle/contract/draw/draw.h"
#include "ref/ref.h"
#include "tests/support/cmocka.h"
#include "tests/support/drawn_system.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PREC = 128, SYSTEMS = 17, CASES = 19 * SYSTEMS, MOST_COORDINATES = 40 };

static void ends_hold_the_ball(void **unused)
{
    slp_case c;
    slp_error err;
    size_t checked = 0;
    slp_case_init(&c);
    (void)unused;
    for (uint64_t number = 0; number < CASES; number++) {
        slp_draw from;
        const slp_system *system = drawn_system_at(number % SYSTEMS);
        const slp_scheme *rule = slp_scheme_at(number / SYSTEMS % 19);
        slp_draw_init(&from, 91, number);
        if (!slp_pair_makes_sense(system, rule, NULL)) continue;
        if (slp_draw_case(&c, system, rule, &from, 2) != SLP_OK || c.d > MOST_COORDINATES) continue;
        ref_system *sys;
        if (ref_system_new(&sys, &c, &err) != SLP_OK) continue;
        const slong d = (slong)c.d, M = (slong)c.M;
        const ref_scheme *scheme = ref_scheme_find(c.scheme->name);
        arb_ptr y = _arb_vec_init(d + M + 2), h = y + d + M, t = h + 1;
        double at[4][MOST_COORDINATES], round[MOST_COORDINATES];
        for (slong i = 0; i < d; i++) arb_set_d(y + i, c.x[i]);
        for (slong k = 0; k < M; k++) arb_set_d(y + d + k, c.dw[k]);
        arb_set_d(h, c.h);
        double size = 1;
        for (slong i = 0; i < d; i++) size = fmax(size, fabs(c.x[i]));
        const slp_status status = ref_step(y, NULL, scheme, sys, y, h, y + d, PREC);
        ref_certificate cert;
        assert_int_equal(
            ref_step_enclose(at[0], at[1], at[2], at[3], &cert, scheme, sys, c.x, c.h, c.dw, PREC),
            status);
        for (slong i = 0; i < d; i++) {
            if (status != SLP_OK) {
                assert_true(isnan(at[0][i]) && isinf(at[1][i]));
                assert_true(at[2][i] == -INFINITY && at[3][i] == INFINITY);
                continue;
            }
            checked++;
            /* lo <= y <= hi, |y - mid| <= radius, and neither is wide */
            arb_set_interval_arf(t, arb_midref(y + i), arb_midref(y + i), PREC);
            arf_t end;
            arf_init(end);
            arb_get_lbound_arf(end, y + i, 300);
            assert_true(arf_cmp_d(end, at[2][i]) >= 0);
            arb_get_ubound_arf(end, y + i, 300);
            assert_true(arf_cmp_d(end, at[3][i]) <= 0);
            arf_clear(end);
            arb_set_d(t, at[0][i]);
            arb_sub(t, y + i, t, 400);
            arb_abs(t, t);
            arb_set_d(h, at[1][i]);
            assert_true(arb_le(t, h));
            assert_le(at[3][i] - at[2][i],
                      4 * (nextafter(fabs(at[0][i]), INFINITY) - fabs(at[0][i])) +
                          0x1p-90 * cert.kappa * size);
        }
        if (status == SLP_OK &&
            ref_step_round(round, NULL, scheme, sys, c.x, c.h, c.dw, REF_PREC_CAP) == SLP_OK)
            for (slong i = 0; i < d; i++) assert_true(at[2][i] <= round[i] && round[i] <= at[3][i]);
        /* any of the outputs alone */
        double alone[MOST_COORDINATES];
        assert_int_equal(
            ref_step_enclose(NULL, NULL, alone, NULL, NULL, scheme, sys, c.x, c.h, c.dw, PREC),
            status);
        assert_memory_equal(alone, at[2], (size_t)d * sizeof *alone);
        _arb_vec_clear(y, d + M + 2);
        ref_system_free(sys);
    }
    assert_gt(checked, 200);
    slp_case_clear(&c);
    ref_thread_cleanup();
}

static void decimals_are_rounded(void **unused)
{
    slp_case c;
    slp_error err;
    ref_system *sys;
    char *text[3];
    (void)unused;
    slp_case_init(&c);
    assert_int_equal(
        slp_case_parse(&c,
                       "case id=a system=rigid-body scheme=isospectral-midpoint inertia=1,2,3 "
                       "lin=0.1,0,0 h=0x1p-6 steps=1 x=0.6,0,0.8 dw=0.125",
                       1, &err),
        SLP_OK);
    assert_int_equal(ref_system_new(&sys, &c, &err), SLP_OK);
    const ref_scheme *scheme = ref_scheme_find(c.scheme->name);
    assert_int_equal(ref_step_decimals(text, NULL, scheme, sys, c.x, c.h, c.dw, 17, REF_PREC_CAP),
                     SLP_OK);
    assert_string_equal(text[0], "5.9998437953718185e-1"); /* as the manual's page on libraries */
    assert_string_equal(text[1], "1.4997655576851661e-2");
    assert_string_equal(text[2], "7.9987112376843627e-1");
    for (int i = 0; i < 3; i++) free(text[i]);
    assert_int_equal(ref_step_decimals(text, NULL, scheme, sys, c.x, c.h, c.dw, 4000, 256),
                     SLP_UNABLE);
    assert_true(!text[0] && !text[1] && !text[2]);
    assert_int_equal(ref_step_decimals(text, NULL, scheme, sys, c.x, c.h, c.dw, 0, 256), SLP_INPUT);
    assert_int_equal(ref_step_decimals(NULL, NULL, scheme, sys, c.x, c.h, c.dw, 5, 256), SLP_INPUT);
    assert_int_equal(ref_step_decimals(text, NULL, NULL, sys, c.x, c.h, c.dw, 5, 256), SLP_INPUT);
    assert_int_equal(ref_step_decimals(text, NULL, scheme, NULL, c.x, c.h, c.dw, 5, 256),
                     SLP_INPUT);
    assert_int_equal(ref_step_decimals(text, NULL, scheme, sys, NULL, c.h, c.dw, 5, 256),
                     SLP_INPUT);
    assert_int_equal(ref_step_decimals(text, NULL, scheme, sys, c.x, c.h, NULL, 5, 256), SLP_INPUT);
    ref_system_free(sys);
    slp_case_clear(&c);
}

/* NULL where something must be: an error, and what is known of it is 0. */
static void null_is_refused(void **unused)
{
    slp_case c;
    slp_error err;
    ref_system *sys;
    double y[3];
    (void)unused;
    slp_case_init(&c);
    assert_int_equal(slp_case_parse(&c,
                                    "case id=a system=rigid-body scheme=tmk inertia=1,2,3 "
                                    "lin=0.1,0,0 h=0x1p-6 steps=1 x=0.6,0,0.8 dw=0.125",
                                    1, &err),
                     SLP_OK);
    assert_int_equal(ref_system_new(NULL, &c, &err), SLP_INPUT);
    assert_int_equal(ref_system_new(&sys, NULL, &err), SLP_INPUT);
    assert_null(sys);
    assert_null(ref_scheme_find(NULL));
    assert_false(ref_has_system(NULL));
    assert_int_equal(ref_system_d(NULL) + ref_system_M(NULL) + ref_casimir_count(NULL), 0);
    assert_null(ref_casimir_name(NULL, 0));
    ref_system_free(NULL);
    assert_int_equal(ref_system_new(&sys, &c, &err), SLP_OK);
    const ref_scheme *tmk = ref_scheme_find("tmk");
    assert_int_equal(ref_step_round(y, NULL, NULL, sys, c.x, c.h, c.dw, 256), SLP_INPUT);
    assert_int_equal(ref_step_round(y, NULL, tmk, NULL, c.x, c.h, c.dw, 256), SLP_INPUT);
    assert_int_equal(ref_step_round(y, NULL, tmk, sys, NULL, c.h, c.dw, 256), SLP_INPUT);
    assert_int_equal(ref_step_round(y, NULL, tmk, sys, c.x, c.h, NULL, 256), SLP_INPUT);
    assert_int_equal(ref_step_round(NULL, NULL, tmk, sys, c.x, c.h, c.dw, 256), SLP_INPUT);
    assert_int_equal(ref_step_enclose(y, NULL, NULL, NULL, NULL, NULL, sys, c.x, c.h, c.dw, 128),
                     SLP_INPUT);
    assert_int_equal(ref_step_enclose(y, NULL, NULL, NULL, NULL, tmk, NULL, c.x, c.h, c.dw, 128),
                     SLP_INPUT);
    assert_int_equal(ref_step_enclose(y, NULL, NULL, NULL, NULL, tmk, sys, NULL, c.h, c.dw, 128),
                     SLP_INPUT);
    assert_int_equal(ref_step_enclose(y, NULL, NULL, NULL, NULL, tmk, sys, c.x, c.h, NULL, 128),
                     SLP_INPUT);
    arb_ptr x = _arb_vec_init(4);
    assert_int_equal(ref_step(NULL, NULL, tmk, sys, x, x + 3, x, 128), SLP_INPUT);
    assert_int_equal(ref_step(x, NULL, NULL, sys, x, x + 3, x, 128), SLP_INPUT);
    assert_int_equal(ref_step(x, NULL, tmk, NULL, x, x + 3, x, 128), SLP_INPUT);
    assert_int_equal(ref_step(x, NULL, tmk, sys, NULL, x + 3, x, 128), SLP_INPUT);
    assert_int_equal(ref_step(x, NULL, tmk, sys, x, x + 3, NULL, 128), SLP_INPUT);
    assert_int_equal(ref_carry(NULL, NULL, tmk, sys, c.x, c.h, c.dw, 1, 0, 256), SLP_INPUT);
    assert_int_equal(ref_carry(x, NULL, NULL, sys, c.x, c.h, c.dw, 1, 0, 256), SLP_INPUT);
    assert_int_equal(ref_carry(x, NULL, tmk, NULL, c.x, c.h, c.dw, 1, 0, 256), SLP_INPUT);
    assert_int_equal(ref_carry(x, NULL, tmk, sys, NULL, c.h, c.dw, 1, 0, 256), SLP_INPUT);
    assert_int_equal(ref_carry(x, NULL, tmk, sys, c.x, c.h, NULL, 1, 0, 256), SLP_INPUT);
    assert_int_equal(ref_carry(x, NULL, tmk, sys, c.x, c.h, c.dw, -1, 0, 256), SLP_INPUT);
    _arb_vec_clear(x, 4);
    ref_system_free(sys);
    slp_case_clear(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ends_hold_the_ball),
        cmocka_unit_test(decimals_are_rounded),
        cmocka_unit_test(null_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
