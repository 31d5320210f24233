/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Steps of small systems for the tests of the rkmk schemes
 * and of isospectral-gauss4. */
#include "oracle/contract/case/case.h"
#include "tests/support/cmocka.h"

#include "tests/ref/rkmk_steps.h"

const rkmk_scheme_fact rkmk_schemes[RKMK_SCHEMES] = {
    {"rkmk-euler-exp", 1},  {"rkmk-euler-cay", 1},    {"rkmk-heun-exp", 2},
    {"rkmk-heun-cay", 2},   {"rkmk-midpoint-exp", 2}, {"rkmk-midpoint-cay", 2},
    {"rkmk-gauss4-exp", 4}, {"rkmk-gauss4-cay", 4},   {"rkmk-rk4-exp", 4},
    {"rkmk-rk4-cay", 4},    {"isospectral-gauss4", 4}};

static void set(slp_case *c, const char *key, size_t count, const double *values)
{
    slp_error err;
    assert_int_equal(slp_case_set_param(c, key, values, count, &err), SLP_OK);
}

static void set_system(slp_case *c, int which)
{
    static const double inertia[] = {2, 1, 0.625}, quad[] = {0.5, 0.25, -0.5}, three = 3;
    static const double gamma[] = {1, -0.5}, modes[] = {1, 1, 1, -1}, amp = 0.25;
    static const char *const names[RKMK_SYSTEMS] = {"rigid-body", "point-vortices", "sine-euler"};
    c->system = slp_system_find(names[which]);
    if (which == 0) set(c, "inertia", 3, inertia);
    if (which == 1) set(c, "gamma", 2, gamma);
    if (which < 2) set(c, "quad", 3, quad);
    if (which < 2) return;
    set(c, "n", 1, &three);
    set(c, "modes", 4, modes);
    set(c, "amp", 1, &amp);
}

void rkmk_trial_init(rkmk_trial *t, int which, double size, uint64_t *state)
{
    static const double vortices[] = {0.75, -0.5, 0.25, -0.25, 0.5, 1};
    slp_error err;
    slp_case_init(&t->c);
    set_system(&t->c, which);
    assert_int_equal(ref_system_new(&t->sys, &t->c, &err), SLP_OK);
    t->d = ref_system_d(t->sys);
    t->M = ref_system_M(t->sys);
    t->x = _arb_vec_init(t->d);
    t->dW = _arb_vec_init(t->M);
    arb_init(t->h);
    /* the vortices' drift carries 1/4 pi */
    arb_set_d(t->h, (which == 1 ? 8 : 1) * size * rigid_between(state, 0.5, 1));
    for (slong k = 0; k < t->M; k++) arb_set_d(t->dW + k, size * rigid_between(state, -1, 1));
    for (slong i = 0; i < t->d; i++)
        arb_set_d(t->x + i, (which == 1 ? vortices[i] : 0) + rigid_between(state, -0.2, 0.2));
    if (which == 0) arb_one(t->x + 1);
    if (which == 2) { /* a trace of 0 */
        arb_add(t->x + 2, t->x, t->x + 1, ARF_PREC_EXACT);
        arb_neg(t->x + 2, t->x + 2);
    }
}

void rkmk_trial_clear(rkmk_trial *t)
{
    ref_system_free(t->sys);
    slp_case_clear(&t->c);
    _arb_vec_clear(t->x, t->d);
    _arb_vec_clear(t->dW, t->M);
    arb_clear(t->h);
}

slp_status rkmk_trial_step(arb_ptr next, ref_certificate *cert, const rkmk_trial *t,
                           const char *scheme, slong prec)
{
    return ref_step(next, cert, ref_scheme_find(scheme), t->sys, t->x, t->h, t->dW, prec);
}

slp_status rkmk_trial_tangent(arb_mat_t D, arb_ptr next, const rkmk_trial *t, const char *scheme,
                              slong prec)
{
    return ref_step_tangent(D, next, NULL, ref_scheme_find(scheme), t->sys, t->x, t->h, t->dW,
                            prec);
}
