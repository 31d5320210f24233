/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* What the tests of the judge share. */
#include "oracle/contract/case/case.h"
#include "tests/support/cmocka.h"

#include "tests/judge/judge_cases.h"

#include <stdlib.h>
#include <string.h>

const struct judged_scheme judged_schemes[] = {{"isospectral-midpoint", 20},
                                               {"implicit-midpoint", 20},
                                               {"trapezoidal", 20},
                                               {"tmk", 20},
                                               {"variational-cayley", 36},
                                               {"variational-cayley-printed", 36},
                                               {NULL, 0}};

const double judged_inertia[D] = {1.0, 1.75, 3.0}, judged_quad[D] = {0.25, 0.5, 0.125};

void judged_case(slp_case *c, const char *scheme, double h, const double *x, const double *dw,
                 size_t steps)
{
    slp_error err;
    slp_case_init(c);
    c->id = strdup("t-1");
    c->system = slp_system_find("rigid-body");
    c->scheme = slp_scheme_find(scheme);
    c->h = h;
    c->steps = steps;
    assert_int_equal(slp_case_set_param(c, "inertia", judged_inertia, D, &err), SLP_OK);
    if (dw) assert_int_equal(slp_case_set_param(c, "quad", judged_quad, D, &err), SLP_OK);
    slp_case_set_x(c, x, D);
    slp_case_set_dw(c, dw, dw ? steps * D : 0);
    assert_int_equal(slp_case_check(c, &err), SLP_OK);
}

slp_verdict judged(const slp_case *c, const double *y, size_t count, slp_status error)
{
    slp_result r;
    slp_verdict v;
    slp_result_init(&r);
    r.id = strdup(c->id);
    r.error = error;
    if (count > 0) {
        r.y.count = count;
        r.y.at = malloc(count * sizeof *r.y.at);
        memcpy(r.y.at, y, count * sizeof *r.y.at);
    }
    slp_judge(&v, c, &r);
    slp_result_clear(&r);
    return v;
}

bool judged_image(arb_ptr next, ref_certificate *cert, const slp_case *c, const double *x,
                  const double *dw)
{
    ref_system *sys;
    slp_error err;
    arb_ptr from = _arb_vec_init(D), noise = _arb_vec_init((slong)c->M);
    arb_t h;
    bool ok;
    assert_int_equal(ref_system_new(&sys, c, &err), SLP_OK);
    arb_init(h);
    arb_set_d(h, c->h);
    for (slong i = 0; i < D; i++) arb_set_d(from + i, x[i]);
    for (size_t k = 0; k < c->M; k++) arb_set_d(noise + k, dw[k]);
    ok = ref_step(next, cert, ref_scheme_find(c->scheme->name), sys, from, h, noise, 128) == SLP_OK;
    if (ok)
        ok = ref_step(next, NULL, ref_scheme_find(c->scheme->name), sys, from, h, noise,
                      JUDGED_PREC) == SLP_OK;
    arb_clear(h);
    _arb_vec_clear(from, D);
    _arb_vec_clear(noise, (slong)c->M);
    ref_system_free(sys);
    return ok;
}

void judged_rounded(double *y, const slp_case *c, const double *x, const double *dw)
{
    arb_ptr next = _arb_vec_init(D);
    ref_certificate cert;
    assert_true(judged_image(next, &cert, c, x, dw));
    for (slong i = 0; i < D; i++) y[i] = arf_get_d(arb_midref(next + i), ARF_RND_NEAR);
    _arb_vec_clear(next, D);
}
