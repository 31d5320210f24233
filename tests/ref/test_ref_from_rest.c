/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* On T*R a step moves the state by |Xi|, however small the state is.  From rest, and from states
 * below the normal numbers, every rule is still enclosed narrowly and rounds correctly, and the
 * judge passes what binary64 makes of it.  A solver that measures its accuracy by |x| alone never
 * arrives there. */
#include "tests/support/cmocka.h"

#include "oracle/judge/judge.h"
#include "oracle/command/run_path.h"
#include "ref/ref.h"

#include <string.h>

enum { PREC = 256 };

/* A pendulum kicked by one step with the noise gamma p. */
static void kicked(slp_case *c, const slp_scheme *scheme, const double *x, double h, double dw)
{
    const double model = 1, gamma = 0.5;
    slp_error err;
    slp_case_init(c);
    c->id = strdup("rest");
    c->system = slp_system_find("canonical");
    c->scheme = scheme;
    c->h = h;
    c->steps = 1;
    assert_int_equal(slp_case_set_param(c, "model", &model, 1, &err), SLP_OK);
    assert_int_equal(slp_case_set_param(c, "gamma", &gamma, 1, &err), SLP_OK);
    slp_case_set_x(c, x, 2);
    slp_case_set_dw(c, &dw, 1);
    assert_int_equal(slp_case_check(c, &err), SLP_OK);
}

/* All but 40 of the bits asked for are there, relative to the step's own length (at least 2^-20
 * here). */
static void narrow(const slp_case *c)
{
    ref_system *sys;
    slp_error err;
    ref_certificate cert;
    arb_ptr x = _arb_vec_init(6), dW = x + 2, h = x + 3, next = x + 4;
    assert_int_equal(ref_system_new(&sys, c, &err), SLP_OK);
    for (int i = 0; i < 2; i++) arb_set_d(x + i, c->x[i]);
    arb_set_d(dW, c->dw[0]);
    arb_set_d(h, c->h);
    assert_int_equal(ref_step(next, &cert, ref_scheme_find(c->scheme->name), sys, x, h, dW, PREC),
                     SLP_OK);
    for (int i = 0; i < 2; i++) assert_true(mag_cmp_2exp_si(arb_radref(next + i), 20 - PREC) < 0);
    ref_system_free(sys);
    _arb_vec_clear(x, 6);
}

static void judge_passes_binary64(const slp_case *c)
{
    slp_result r;
    slp_verdict v;
    slp_result_init(&r);
    slp_run_fast(&r, c);
    slp_judge(&v, c, &r);
    /* with h = 1.95 an implicit step contracts by 0.98, and a pass would prove less than 2^-40 */
    if (v.kind != SLP_VERDICT_UNABLE || c->h < 1.9) assert_int_equal(v.kind, SLP_VERDICT_PASS);
    slp_result_clear(&r);
}

static void every_rule(void **unused)
{
    static const double from[][2] = {
        {0, 0},         {0x1p-1074, 0},      {0, -0x1.8p-1060}, {0x1p-1000, 0x1p-990},
        {-0x1p-300, 0}, {0, 627 * 0x1p-1074}};
    static const double step[][2] = {{0x1p-6, 0.2},
                                     {0x1p-40, -0x1p-18},
                                     {-0x1p-4, 0x1p-9},
                                     {-1.875, 1.25},
                                     {0x1.f44fb16789dcdp+0, 0}};
    (void)unused;
    size_t tried = 0;
    for (size_t s = 0; slp_scheme_at(s); s++) {
        const slp_scheme *scheme = slp_scheme_at(s);
        if (!slp_pair_makes_sense(slp_system_find("canonical"), scheme, NULL)) continue;
        for (size_t i = 0; i < sizeof from / sizeof *from; i++)
            for (size_t k = 0; k < sizeof step / sizeof *step; k++) {
                slp_case c;
                slp_result rounded;
                kicked(&c, scheme, from[i], step[k][0], step[k][1]);
                narrow(&c);
                slp_result_init(&rounded);
                slp_run_ref(&rounded, &c, REF_PREC_CAP);
                assert_int_equal(rounded.error, SLP_OK);
                judge_passes_binary64(&c);
                slp_result_clear(&rounded);
                slp_case_clear(&c);
                tried++;
            }
    }
    assert_ge(tried, 9 * 30);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_rule)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
