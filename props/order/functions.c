/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Test functions of weak orders, and what the Stratonovich equation's generator makes of them. */
#include "props/order/order.h"

enum { PREC = 640, STRIDE = -120 };

size_t prop_function_count(size_t d)
{
    return d + d * (d + 1) / 2;
}

void prop_functions(double *to, const double *x, size_t d, double unit)
{
    for (size_t i = 0; i < d; i++) to[i] = x[i] / unit;
    double *product = to + d;
    for (size_t i = 0; i < d; i++)
        for (size_t j = i; j < d; j++) *product++ = x[i] / unit * (x[j] / unit);
}

/* What L is computed from: the step, sqrt(h), and how many of its noises count. */
typedef struct expansion {
    const ref_exact_step *step;
    slong d, functions, noises;
    arb_t root, none;
} expansion;

/* v = h V_0(x) for k = -1, sqrt(h) V_k(x) else */
static void field(arb_ptr v, const expansion *of, slong k, arb_srcptr x)
{
    REF_LOCAL_VEC(arb, of->step->M, dW);
    if (k >= 0) arb_set(dW + k, of->root);
    ref_field(v, of->step->sys, x, k < 0 ? of->step->h : of->none, dW, PREC);
}

/* to = x + sign stride v + stride^2 w/2; w may be NULL */
static void beside(arb_ptr to, const expansion *of, arb_srcptr x, int sign, arb_srcptr v,
                   arb_srcptr w)
{
    REF_LOCAL(arb, part);
    for (slong i = 0; i < of->d; i++) {
        arb_mul_2exp_si(part, v + i, STRIDE);
        (sign > 0 ? arb_add : arb_sub)(to + i, x + i, part, PREC);
        if (!w) continue;
        arb_mul_2exp_si(part, w + i, 2 * STRIDE - 1);
        arb_add(to + i, to + i, part, PREC);
    }
}

/* w = DV_k V_k (x), v = V_k(x), as `field` scales them */
static void along_itself(arb_ptr w, const expansion *of, slong k, arb_srcptr x, arb_srcptr v)
{
    REF_LOCAL_VEC(arb, 2 * of->d, at);
    arb_ptr behind = at + of->d;
    beside(at, of, x, -1, v, NULL);
    field(behind, of, k, at);
    beside(at, of, x, 1, v, NULL);
    field(w, of, k, at);
    _arb_vec_sub(w, w, behind, of->d, PREC);
    _arb_vec_scalar_mul_2exp_si(w, w, of->d, -STRIDE - 1);
}

/* to = (h L)^power f at x */
static void apply(arb_ptr to, const expansion *of, int power, arb_srcptr x)
{
    const slong d = of->d, n = of->functions;
    if (power == 0) {
        prop_exact_functions(to, of->step, x, PREC);
        return;
    }
    REF_LOCAL_VEC(arb, 3 * d + 3 * n, v);
    arb_ptr w = v + d, at = v + 2 * d, here = v + 3 * d;
    arb_ptr ahead = here + n, behind = ahead + n;
    field(v, of, -1, x);
    beside(at, of, x, 1, v, NULL);
    apply(ahead, of, power - 1, at);
    beside(at, of, x, -1, v, NULL);
    apply(behind, of, power - 1, at);
    _arb_vec_sub(to, ahead, behind, n, PREC);
    _arb_vec_scalar_mul_2exp_si(to, to, n, -STRIDE - 1);
    apply(here, of, power - 1, x);
    for (slong k = 0; k < of->noises; k++) { /* half the second derivative along the flow of V_k */
        field(v, of, k, x);
        along_itself(w, of, k, x, v);
        beside(at, of, x, 1, v, w);
        apply(ahead, of, power - 1, at);
        beside(at, of, x, -1, v, w);
        apply(behind, of, power - 1, at);
        _arb_vec_add(ahead, ahead, behind, n, PREC);
        for (slong f = 0; f < n; f++) arb_submul_si(ahead + f, here + f, 2, PREC);
        _arb_vec_scalar_mul_2exp_si(ahead, ahead, n, -2 * STRIDE - 1);
        _arb_vec_add(to, to, ahead, n, PREC);
    }
}

slong prop_exact_count(const ref_exact_step *step)
{
    return (slong)prop_function_count((size_t)step->d) + 1;
}

void prop_exact_functions(arb_ptr to, const ref_exact_step *step, arb_srcptr x, slong prec)
{
    const slong d = step->d;
    arb_ptr product = to + d;
    _arb_vec_set(to, x, d);
    for (slong i = 0; i < d; i++)
        for (slong j = i; j < d; j++) arb_mul(product++, x + i, x + j, prec);
    ref_energy(product, step->sys, x, prec);
}

void prop_generator_powers(arb_ptr drift, arb_ptr first, arb_ptr second, const ref_exact_step *step)
{
    expansion of = {.step = step, .d = step->d};
    of.functions = prop_exact_count(step);
    arb_init(of.root);
    arb_init(of.none);
    arb_sqrt(of.root, step->h, PREC);
    apply(drift, &of, 1, step->x);
    of.noises = step->M - ref_system_areas(step->sys);
    apply(first, &of, 1, step->x);
    apply(second, &of, 2, step->x);
    arb_clear(of.root);
    arb_clear(of.none);
}
