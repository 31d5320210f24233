/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* A usual rule of numerical mathematics in the place of the scheme. */
#include "oracle/judge/fault/trial.h"

enum { ROUNDS = 300 };

/* y = x + c V(z) */
static void add_field(arb_ptr y, const fault_plain *p, double c, arb_srcptr z)
{
    const judge_trial *t = p->trial;
    arb_ptr v = _arb_vec_init(t->d + 1), factor = v + t->d;
    fault_plain_field(v, p, z);
    arb_set_d(factor, c);
    _arb_vec_scalar_mul(v, v, t->d, factor, t->prec);
    _arb_vec_add(y, y, v, t->d, t->prec);
    _arb_vec_clear(v, t->d + 1);
}

static void explicit_midpoint(arb_ptr y, const fault_plain *p)
{
    arb_srcptr x = p->trial->exact.x;
    arb_ptr middle = _arb_vec_init(p->trial->d);
    _arb_vec_set(middle, x, p->trial->d);
    add_field(middle, p, 0.5, x);
    _arb_vec_set(y, x, p->trial->d);
    add_field(y, p, 1, middle);
    _arb_vec_clear(middle, p->trial->d);
}

static void rk4(arb_ptr y, const fault_plain *p)
{
    const slong d = p->trial->d, prec = p->trial->prec;
    arb_srcptr x = p->trial->exact.x;
    arb_ptr k = _arb_vec_init(3 * d), z = k + d, sum = z + d;
    _arb_vec_set(z, x, d);
    for (int i = 0; i < 4; i++) {
        fault_plain_field(k, p, z);
        for (slong j = 0; j < d; j++) arb_addmul_ui(sum + j, k + j, i % 3 ? 2 : 1, prec);
        if (i < 2) _arb_vec_scalar_mul_2exp_si(k, k, d, -1);
        _arb_vec_add(z, x, k, d, prec);
    }
    for (slong j = 0; j < d; j++) {
        arb_div_ui(sum + j, sum + j, 6, prec);
        arb_add(y + j, x + j, sum + j, prec);
    }
    _arb_vec_clear(k, 3 * d);
}

/* y = x + V(y), iterated */
static void implicit_euler(arb_ptr y, const fault_plain *p)
{
    const slong d = p->trial->d;
    arb_ptr next = _arb_vec_init(d);
    _arb_vec_set(y, p->trial->exact.x, d);
    for (int n = 0; n < ROUNDS; n++) {
        _arb_vec_set(next, p->trial->exact.x, d);
        add_field(next, p, 1, y);
        for (slong i = 0; i < d; i++) mag_zero(arb_radref(next + i));
        const bool done = fault_settled(y, next, d, p->trial->prec);
        _arb_vec_set(y, next, d);
        if (done) break;
    }
    _arb_vec_clear(next, d);
}

/* y = x + ad*_{Xi(x)} (x + y)/2, iterated */
static void linear_midpoint(arb_ptr y, const fault_plain *p)
{
    const slong d = p->trial->d, prec = p->trial->prec;
    arb_srcptr x = p->trial->exact.x;
    arb_ptr xi = _arb_vec_init(3 * d), middle = xi + d, next = middle + d;
    fault_plain_generator(xi, p, x);
    _arb_vec_set(y, x, d);
    for (int n = 0; n < ROUNDS; n++) {
        _arb_vec_add(middle, x, y, d, prec);
        _arb_vec_scalar_mul_2exp_si(middle, middle, d, -1);
        fault_plain_apply(next, p, REF_AD, xi, middle);
        _arb_vec_add(next, next, x, d, prec);
        for (slong i = 0; i < d; i++) mag_zero(arb_radref(next + i));
        const bool done = fault_settled(y, next, d, p->trial->prec);
        _arb_vec_set(y, next, d);
        if (done) break;
    }
    _arb_vec_clear(xi, 3 * d);
}

static void predict(judge_trial *t)
{
    static const struct {
        void (*step)(arb_ptr y, const fault_plain *p);
        const char *words;
    } rules[] = {{explicit_midpoint, "explicit midpoint: y = x + V(x + V(x)/2)"},
                 {rk4, "the classical Runge-Kutta rule on V"},
                 {implicit_euler, "implicit Euler: y = x + V(y)"},
                 {linear_midpoint, "linear midpoint: y = x + ad* of Xi(x) on (x + y)/2"}};
    fault_plain plain;
    fault_plain_init(&plain, t);
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        rules[i].step(t->y, &plain);
        judge_offer(t, t->y, 0, "%s", rules[i].words);
    }
    fault_plain_clear(&plain);
}

const judge_fault judge_faults_usual = {
    .name = "a usual rule that is no scheme of the list",
    .equation = "Runge-Kutta or implicit Euler with V(x) = ad*_{Xi(x)} x",
    .section = "Schemes",
    .rank = 11,
    .predict = predict};
