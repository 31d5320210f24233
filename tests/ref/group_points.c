/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Points of T*G over small systems. */
#include "oracle/contract/case/case.h"
#include "tests/support/cmocka.h"

#include "tests/ref/group_points.h"

static void set(slp_case *c, const char *key, size_t count, const double *values)
{
    slp_error err;
    assert_int_equal(slp_case_set_param(c, key, values, count, &err), SLP_OK);
}

static void set_system(slp_case *c, int which)
{
    static const double inertia[] = {2, 1, 0.75}, quad[] = {0.5, 0.25, -0.5}, three = 3;
    static const double gamma[] = {1, -0.5, 2}, modes[] = {1, 1, 1, -1}, amp = 0.25;
    static const char *const names[LIFT_SYSTEMS] = {"rigid-body", "point-vortices", "sine-euler"};
    c->system = slp_system_find(names[which]);
    switch (which) {
    case 0:
        set(c, "inertia", 3, inertia);
        set(c, "quad", 3, quad);
        break;
    case 1:
        set(c, "gamma", 3, gamma);
        set(c, "quad", 3, quad);
        break;
    default:
        set(c, "n", 1, &three);
        set(c, "modes", 4, modes);
        set(c, "amp", 1, &amp);
    }
}

void lift_draw_element(arb_ptr x, const lift *l, uint64_t *state, double size)
{
    for (slong i = 0; i < l->d; i++) arb_set_d(x + i, size * rigid_between(state, -1, 1));
    if (l->d != l->n * l->n) return;
    arb_zero(x + l->n - 1);
    for (slong i = 0; i < l->n - 1; i++) arb_sub(x + l->n - 1, x + l->n - 1, x + i, ARF_PREC_EXACT);
}

/* Matrices of the shape that the algebra's have: real, block diagonal, any. */
static void draw_shaped(acb_mat_t P, lift *l, uint64_t *state)
{
    acb_mat_t R;
    acb_mat_init(R, l->n, l->n);
    /* products of elements are not elements: the sum is generic among matrices of that shape */
    lift_draw_element(l->x, l, state, 1);
    l->sys->algebra.to_matrix(P, &l->sys->algebra, l->x, LIFT_PREC);
    lift_draw_element(l->x, l, state, 1);
    l->sys->algebra.to_matrix(R, &l->sys->algebra, l->x, LIFT_PREC);
    acb_mat_mul(R, R, P, LIFT_PREC);
    acb_mat_add(P, P, R, LIFT_PREC);
    acb_mat_clear(R);
}

void lift_draw_group(acb_mat_t g, lift *l, uint64_t *state)
{
    lift_draw_element(l->x, l, state, 2);
    l->sys->algebra.cayley_matrix(g, &l->sys->algebra, l->x, LIFT_PREC);
}

void lift_init(lift *l, int which, uint64_t *state)
{
    slp_error err;
    slp_case_init(&l->c);
    set_system(&l->c, which);
    assert_int_equal(ref_system_new(&l->sys, &l->c, &err), SLP_OK);
    l->n = ref_group_size(l->sys);
    l->d = ref_system_d(l->sys);
    acb_mat_init(l->Q, l->n, l->n);
    acb_mat_init(l->P, l->n, l->n);
    acb_mat_init(l->Q1, l->n, l->n);
    acb_mat_init(l->P1, l->n, l->n);
    acb_mat_init(l->a, l->n, l->n);
    acb_mat_init(l->b, l->n, l->n);
    l->x = _arb_vec_init(l->d);
    l->y = _arb_vec_init(l->d);
    l->dW = _arb_vec_init(ref_system_M(l->sys) + 1);
    arb_init(l->h);
    arb_set_d(l->h, rigid_between(state, -0.05, 0.05));
    for (slong k = 0; k < ref_system_M(l->sys); k++)
        arb_set_d(l->dW + k, rigid_between(state, -0.1, 0.1));
    lift_draw_group(l->Q, l, state);
    draw_shaped(l->P, l, state);
}

void lift_clear(lift *l)
{
    acb_mat_clear(l->Q);
    acb_mat_clear(l->P);
    acb_mat_clear(l->Q1);
    acb_mat_clear(l->P1);
    acb_mat_clear(l->a);
    acb_mat_clear(l->b);
    _arb_vec_clear(l->x, l->d);
    _arb_vec_clear(l->y, l->d);
    _arb_vec_clear(l->dW, ref_system_M(l->sys) + 1);
    arb_clear(l->h);
    ref_system_free(l->sys);
    slp_case_clear(&l->c);
}

void lift_momentum(arb_ptr x, lift *l, const acb_mat_t Q, const acb_mat_t P)
{
    acb_mat_conjugate_transpose(l->a, Q);
    acb_mat_mul(l->a, l->a, P, LIFT_PREC);
    acb_mat_conjugate_transpose(l->b, P);
    acb_mat_mul(l->b, l->b, Q, LIFT_PREC);
    acb_mat_sub(l->a, l->a, l->b, LIFT_PREC);
    acb_mat_scalar_mul_2exp_si(l->a, l->a, -1);
    l->sys->algebra.from_matrix(x, &l->sys->algebra, l->a, LIFT_PREC);
}
