/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* The step that is told beside its tangent or beside its group element is the step itself: the same
 * balls, radii and all, and the same certificate, from points and from balls. */
#include "oracle/contract/case/case.h"
#include "tests/support/cmocka.h"

#include "ref/ref.h"
#include "tests/ref/thread_caches.h"

enum { PREC = 96 };

static const char *const cases[] = {
    "case id=a system=rigid-body scheme=tmk inertia=2,1,0.75 lin=0.1,0.2,0.3 h=0.25 steps=1 "
    "x=0.5,-0.75,1 dw=0.125",
    "case id=b system=heavy-top scheme=tmk inertia=2,1,0.75 chi=0.5,0.25,1 h=0.25 steps=1 "
    "x=0.5,-0.75,1,0.25,0.5,0.75",
    "case id=c system=point-vortices scheme=tmk gamma=1,-0.5 h=0.25 steps=1 "
    "x=1,0,0,0,1,0"};

static void same(arb_srcptr a, const ref_certificate *one, arb_srcptr b, const ref_certificate *two,
                 slong d)
{
    for (slong i = 0; i < d; i++) assert_true(arb_equal(a + i, b + i));
    assert_true(one->L == two->L && one->kappa == two->kappa && one->defect == two->defect);
    assert_true(one->iterations == two->iterations && one->by_jacobian == two->by_jacobian);
    assert_true(one->prec == two->prec && one->final == two->final);
}

/* Counts what was compared: [0] tangents, [1] group elements. */
static void beside(const slp_case *c, const ref_scheme *rule, int radius, int told[2])
{
    slp_error err;
    ref_system *sys;
    assert_int_equal(ref_system_new(&sys, c, &err), SLP_OK);
    const slong d = ref_system_d(sys), M = ref_system_M(sys), n = ref_group_size(sys);
    arb_ptr x = _arb_vec_init(3 * d + M + 1), next = x + d, own = next + d, dW = own + d,
            h = dW + M;
    ref_certificate cert, other;
    arb_mat_t D;
    acb_mat_t g;
    arb_mat_init(D, d, d);
    acb_mat_init(g, n, n);
    for (slong i = 0; i < d; i++) {
        arb_set_d(x + i, c->x[i]);
        if (radius) mag_set_ui_2exp_si(arb_radref(x + i), 1, -radius);
    }
    for (slong k = 0; k < M; k++) arb_set_d(dW + k, c->dw[k]);
    arb_set_d(h, c->h);
    const slp_status status = ref_step(next, &cert, rule, sys, x, h, dW, PREC);
    if (status == SLP_OK) {
        if (ref_step_tangent(D, own, &other, rule, sys, x, h, dW, PREC) == SLP_OK) {
            same(next, &cert, own, &other, d);
            told[0]++;
        }
        if (ref_step_group(g, own, &other, rule, sys, x, h, dW, PREC) == SLP_OK) {
            same(next, &cert, own, &other, d);
            told[1]++;
        }
    }
    arb_mat_clear(D);
    acb_mat_clear(g);
    _arb_vec_clear(x, 3 * d + M + 1);
    ref_system_free(sys);
}

static void the_step_is_the_step(void **unused)
{
    int told[2] = {0, 0};
    (void)unused;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        slp_case c;
        slp_error err;
        slp_case_init(&c);
        assert_int_equal(slp_case_parse(&c, cases[k], k + 1, &err), SLP_OK);
        for (size_t i = 0; ref_scheme_at(i); i++)
            for (int radius = 0; radius <= 40; radius += 40)
                beside(&c, ref_scheme_find(ref_scheme_at(i)), radius, told);
        slp_case_clear(&c);
    }
    /* at least the rules of so(3), each from a point and from a ball */
    assert_true(told[0] >= 30 && told[1] >= 12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_step_is_the_step)};
    return cmocka_run_group_tests(tests, NULL, cached_give_back);
}
