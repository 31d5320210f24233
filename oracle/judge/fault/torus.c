/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* sine-euler: the factor 1/|m|^2 of a mode. */
#include "oracle/judge/fault/trial.h"

#include <string.h>

enum { ONE, LENGTH, TIMES, SINES, TWICE, FACTORS };
static const char *const words[FACTORS] = {
    [ONE] = "Laplacian: 1/|m|^2 left out",
    [LENGTH] = "Laplacian: |m| for |m|^2",
    [TIMES] = "Laplacian: |m|^2 for 1/|m|^2",
    [SINES] = "Laplacian: (2/epsilon)^2 (sin^2 + sin^2 of epsilon m/2) for |m|^2",
    [TWICE] = "Laplacian: inverted twice"};

/* out = what the factor of the mode (a, b) is, instead of 1/|m|^2 */
static void factor_of(arb_t out, int which, slong a, slong b, slong N, slong prec)
{
    arb_t term, angle;
    arb_init(term);
    arb_init(angle);
    arb_set_si(out, a * a + b * b);
    if (which == ONE) arb_one(out);
    if (which == LENGTH) arb_rsqrt(out, out, prec);
    if (which == TWICE) arb_sqr(out, out, prec);
    if (which == TWICE) arb_inv(out, out, prec);
    if (which == SINES) {
        arb_zero(out);
        for (int side = 0; side < 2; side++) {
            arb_set_si(angle, side ? b : a);
            arb_div_si(angle, angle, N, prec);
            arb_sin_pi(term, angle, prec);
            arb_addmul(out, term, term, prec);
        }
        arb_const_pi(angle, prec);
        arb_div_si(angle, angle, N, prec);
        arb_sqr(angle, angle, prec);
        arb_div(out, angle, out, prec);
    }
    arb_clear(term);
    arb_clear(angle);
}

static slong mode_index(slong N, slong i, slong j)
{
    return N + 2 * (i * N - i * (i + 1) / 2 + j - i - 1);
}

static void read_entry(acb_t out, arb_srcptr x, slong N, slong i, slong j)
{
    acb_zero(out);
    if (i == j) {
        arb_set(acb_imagref(out), x + i);
    } else {
        const slong at = i < j ? mode_index(N, i, j) : mode_index(N, j, i);
        arb_set(acb_realref(out), x + at);
        arb_set(acb_imagref(out), x + at + 1);
        if (i > j) arb_neg(acb_realref(out), acb_realref(out));
    }
}

static void write_entry(arb_ptr x, const acb_t in, slong N, slong i, slong j)
{
    if (i == j) {
        arb_set(x + i, acb_imagref(in));
    } else if (i < j) {
        arb_set(x + mode_index(N, i, j), acb_realref(in));
        arb_set(x + mode_index(N, i, j) + 1, acb_imagref(in));
    }
}

/* xi = -(i/2 epsilon) h sum f_m omega_m T_m, plus the noise */
static void drift_of_factor(arb_ptr xi, fault_rule *rule, arb_srcptr z)
{
    size_t count;
    const slong N = (slong)slp_case_param(rule->trial->c, "n", &count)[0], K = (N - 1) / 2;
    const slong d = N * N, prec = rule->prec;
    arb_ptr part = _arb_vec_init(d + 2), f = part + d, scale = f + 1;
    acb_ptr roots = _acb_vec_init(N), entry = _acb_vec_init(2 * N + 2), sum = entry + N;
    acb_ptr omega = sum + N, term = omega + 1;
    fault_generator_part(xi, rule, FAULT_NOISE, z);
    for (slong k = 0; k < N; k++) { /* exp(2 pi i k/N) */
        arb_set_si(f, 2 * k);
        arb_div_si(f, f, N, prec);
        arb_sin_cos_pi(acb_imagref(roots + k), acb_realref(roots + k), f, prec);
    }
    arb_const_pi(scale, prec); /* h/(2 epsilon) = h N/(4 pi); omega has 1/N */
    arb_mul_2exp_si(scale, scale, 2);
    arb_div(scale, rule->h, scale, prec);
    for (slong b = -K; b <= K; b++) {
        for (slong k = 0; k < N; k++) {
            read_entry(entry + k, z, N, k, ((k + b) % N + N) % N);
            acb_zero(sum + k);
        }
        for (slong a = -K; a <= K; a++) {
            if (a == 0 && b == 0) continue;
            acb_zero(omega);
            for (slong k = 0; k < N; k++) {
                acb_conj(term, roots + ((a * (b + 2 * k)) % N + N) % N);
                acb_addmul(omega, term, entry + k, prec);
            }
            factor_of(f, rule->where, a, b, N, prec);
            arb_mul(f, f, scale, prec);
            acb_mul_arb(omega, omega, f, prec);
            for (slong k = 0; k < N; k++)
                acb_submul(sum + k, omega, roots + ((a * (b + 2 * k)) % N + N) % N, prec);
        }
        for (slong k = 0; k < N; k++) write_entry(part, sum + k, N, k, ((k + b) % N + N) % N);
    }
    _arb_vec_add(xi, xi, part, d, prec);
    _arb_vec_clear(part, d + 2);
    _acb_vec_clear(roots, N);
    _acb_vec_clear(entry, 2 * N + 2);
}

static void offer_modes(judge_trial *t)
{
    enum { MOST = 64 };
    size_t count;
    double values[MOST];
    slp_case c;
    const double *at = slp_case_param(t->c, "modes", &count);
    if (t->M == 0 || count == 0 || count > MOST) return;
    for (size_t i = 0; i < count; i++) values[i] = at[i ^ 1];
    slp_case_init(&c);
    if (slp_case_copy(&c, t->c) == SLP_OK &&
        slp_case_set_param(&c, "modes", values, count, NULL) == SLP_OK)
        fault_offer_case(t, &c, "modes a:b read as b:a");
    slp_case_clear(&c);
}

static void predict(judge_trial *t)
{
    enum { LARGEST = 9 };
    size_t count;
    fault_rule rule = {.trial = t, .generator = drift_of_factor, .part = -1};
    if (strcmp(t->c->system->name, "sine-euler") != 0) return;
    offer_modes(t);
    if (slp_case_param(t->c, "n", &count)[0] > LARGEST) return;
    for (rule.where = 0; rule.where < FACTORS; rule.where++)
        fault_offer_rule(&rule, "%s", words[rule.where]);
}

const judge_fault judge_faults_torus = {
    .name = "a mode of the torus's Laplacian",
    .equation = "another number for 1/|m|^2, or m_1 and m_2 of a noise exchanged",
    .section = "Systems, sine-euler",
    .rank = 13,
    .predict = predict};
