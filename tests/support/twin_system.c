/* SPDX-License-Identifier: LGPL-3.0-or-later */
#include "oracle/contract/case/case.h"
#include "tests/support/twin_system.h"
#include "ref/system/system.h"
#include "tests/support/cmocka.h"

#include <stdlib.h>

enum { DOUBLES_PREC = 128 };

/* Size of matrices, or copies, from the number of coordinates. */
static size_t size_of(const slp_case *c)
{
    size_t n = 1;
    switch (c->system->algebra) {
    case SLP_SON:
        while (n * (n - 1) / 2 < c->d) n++;
        return n;
    case SLP_SUN:
        while (n * n < c->d) n++;
        return n;
    case SLP_SP:
        while (n * (n + 1) / 2 < c->d) n++;
        return n;
    case SLP_SU2N:
        return c->d / 3;
    default:
        return 0;
    }
}

/* As slp.h lists them. */
static void list_weights(double *weight, const slp_case *c, size_t n)
{
    size_t at = 0, strengths;
    const double *gamma = slp_case_param(c, "gamma", &strengths);
    if (c->system->algebra != SLP_SU2N) gamma = NULL;
    for (size_t i = 0; i < c->d; i++) weight[i] = 1;
    for (size_t i = 0; gamma && i < c->d; i++) weight[i] = gamma[i / 3];
    if (c->system->algebra == SLP_SUN)
        for (size_t i = n; i < c->d; i++) weight[i] = 2;
    if (c->system->algebra != SLP_SP) return;
    for (size_t i = 0; i < n * n / 4; i++) weight[at++] = 2;
    for (int block = 0; block < 2; block++)
        for (size_t i = 0; i < n / 2; i++)
            for (size_t j = i; j < n / 2; j++) weight[at++] = i == j ? 1 : 2;
    assert_int_equal(at, c->d);
}

void twin_new(twin_system *t, const slp_case *c)
{
    slp_error err;
    size_t strengths, d, M;
    const size_t n = size_of(c);
    const double *gamma = slp_case_param(c, "gamma", &strengths);
    if (c->system->algebra != SLP_SU2N) gamma = NULL; /* pendulum has another one */
    assert_int_equal(ref_system_new(&t->inner, c, &err), SLP_OK);
    assert_int_equal(
        slp_user_system_new(&t->system, "twin", c->system->algebra, n, gamma, c->M, &err), SLP_OK);
    assert_int_equal(slp_case_new_on(&t->c, t->system, c->scheme->name, &err), SLP_OK);
    const double steps = (double)c->steps;
    assert_int_equal(slp_case_set(t->c, "h", &c->h, 1, &err), SLP_OK);
    assert_int_equal(slp_case_set(t->c, "steps", &steps, 1, &err), SLP_OK);
    assert_int_equal(slp_case_set(t->c, "x", c->x, c->d, &err), SLP_OK);
    if (c->dw_count) assert_int_equal(slp_case_set(t->c, "dw", c->dw, c->dw_count, &err), SLP_OK);
    assert_int_equal(slp_case_check(t->c, &err), SLP_OK);
    assert_int_equal(slp_case_sizes(&d, &M, t->c, &err), SLP_OK);
    assert_int_equal(d, c->d);
    assert_int_equal(M, c->M);
    t->weight = malloc(d * sizeof *t->weight);
    assert_non_null(t->weight);
    list_weights(t->weight, c, n);
}

void twin_free(twin_system *t)
{
    slp_case_free(t->c);
    slp_user_system_free(t->system);
    ref_system_free(t->inner);
    free(t->weight);
}

/* g = w times the generator of Hamiltonian k alone, or its derivative along v. */
static void alone(arb_ptr g, slong k, arb_srcptr x, arb_srcptr v, slong prec, twin_system *t)
{
    const ref_system *sys = t->inner;
    const slong d = sys->algebra.d;
    arb_ptr f = _arb_vec_init(1 + sys->M), pack = _arb_vec_init(sys->pack_size);
    arb_t weight;
    arb_init(weight);
    arb_one(f + k);
    sys->table->freeze(pack, sys, f, f + 1, prec);
    if (v)
        sys->table->generator_tangent(g, sys, pack, x, v, prec);
    else
        sys->table->generator(g, sys, pack, x, prec);
    for (slong i = 0; i < d; i++) {
        arb_set_d(weight, t->weight[i]);
        arb_mul(g + i, g + i, weight, prec);
    }
    arb_clear(weight);
    _arb_vec_clear(f, 1 + sys->M);
    _arb_vec_clear(pack, sys->pack_size);
}

static void ball_gradient(arb_ptr g, slong k, arb_srcptr x, slong prec, void *user)
{
    alone(g, k, x, NULL, prec, user);
}

static void ball_hessian(arb_ptr g, slong k, arb_srcptr x, arb_srcptr v, slong prec, void *user)
{
    alone(g, k, x, v, prec, user);
}

static void ball_energy(arb_t energy, arb_srcptr x, slong prec, void *user)
{
    ref_energy(energy, ((twin_system *)user)->inner, x, prec);
}

static void ball_casimirs(arb_ptr values, arb_srcptr x, slong prec, void *user)
{
    ref_casimirs(values, ((twin_system *)user)->inner, x, prec);
}

ref_functions twin_in_balls(twin_system *t)
{
    return (ref_functions){
        ball_gradient, ball_hessian, ball_energy, ref_casimir_count(t->inner), ball_casimirs, t};
}

static void gradient(double *g, size_t k, const double *x, void *user)
{
    twin_system *t = user;
    const slong d = ref_system_d(t->inner);
    arb_ptr ball = _arb_vec_init(2 * d);
    for (slong i = 0; i < d; i++) arb_set_d(ball + i, x[i]);
    alone(ball + d, (slong)k, ball, NULL, DOUBLES_PREC, t);
    for (slong i = 0; i < d; i++) g[i] = arf_get_d(arb_midref(ball + d + i), ARF_RND_NEAR);
    _arb_vec_clear(ball, 2 * d);
}

static double energy(const double *x, void *user)
{
    twin_system *t = user;
    const slong d = ref_system_d(t->inner);
    arb_ptr ball = _arb_vec_init(d + 1);
    for (slong i = 0; i < d; i++) arb_set_d(ball + i, x[i]);
    ref_energy(ball + d, t->inner, ball, DOUBLES_PREC);
    const double value = arf_get_d(arb_midref(ball + d), ARF_RND_NEAR);
    _arb_vec_clear(ball, d + 1);
    return value;
}

fast_functions twin_in_doubles(twin_system *t)
{
    return (fast_functions){.gradient = gradient, .energy = energy, .user = t};
}
