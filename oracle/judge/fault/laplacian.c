/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* zeitlin-sphere: the factor of a degree in the Laplacian's inverse or in the noise, and the order
 * of degrees. */
#include "oracle/judge/fault/trial.h"

#include <math.h>
#include <string.h>

enum { L, L2, ONE, TIMES, SHIFTED_DOWN, SHIFTED_UP, TWICE, ROOT };
static const struct {
    int factor;
    const char *drift, *noise;
} factors[] = {{ONE, "Laplacian: 1/(l(l+1)) left out", "noise: 1/(l(l+1)) left out"},
               {TIMES, "Laplacian: l(l+1) for 1/(l(l+1))", "noise: l(l+1) for 1/(l(l+1))"},
               {L2, "Laplacian: l^2 for l(l+1)", "noise: l^2 for l(l+1)"},
               {L, "Laplacian: l for l(l+1)", "noise: l for l(l+1)"},
               {SHIFTED_UP, "Laplacian: (l+1)(l+2) for l(l+1)", "noise: (l+1)(l+2) for l(l+1)"},
               {SHIFTED_DOWN, "Laplacian: l(l-1) for l(l+1)", "noise: l(l-1) for l(l+1)"},
               {TWICE, "Laplacian: inverted twice", "noise: 1/(l(l+1)) twice"},
               {ROOT, "Laplacian: sqrt(l(l+1)) for l(l+1)", "noise: sqrt(l(l+1)) for l(l+1)"}};
enum { FACTORS = sizeof factors / sizeof *factors };

/* The wrong factor of degree l, times l(l+1). */
static void relative_factor(arb_t out, int factor, slong l, slong prec)
{
    arb_set_si(out, l * (l + 1));
    switch (factor) {
    case ONE:
        break;
    case TIMES:
        arb_sqr(out, out, prec);
        break;
    case L2:
        arb_div_si(out, out, l * l, prec);
        break;
    case L:
        arb_div_si(out, out, l, prec);
        break;
    case SHIFTED_UP:
        arb_div_si(out, out, (l + 1) * (l + 2), prec);
        break;
    case SHIFTED_DOWN:
        if (l == 1)
            arb_zero(out);
        else
            arb_div_si(out, out, l * (l - 1), prec);
        break;
    case TWICE:
        arb_inv(out, out, prec);
        break;
    default:
        arb_sqrt(out, out, prec);
    }
}

/* The generator's drift is that of another system, whose noises have all degrees: with increments
 * w_lm its generator is sum w_lm/(l(l+1)) <T_lm, X> T_lm. */
typedef struct sphere {
    ref_system *sys;
    arb_ptr pack;
} sphere;

static void drift_of_factor(arb_ptr xi, fault_rule *rule, arb_srcptr z)
{
    const sphere *all = rule->data;
    const slong d = rule->trial->d;
    arb_ptr part = _arb_vec_init(2 * d + 2), relative_to = part + d;
    size_t planets;
    const double *f = slp_case_param(rule->trial->c, "coriolis", &planets);
    _arb_vec_set(relative_to, z, d);
    if (planets) { /* the Laplacian is that of X - f T_10 */
        const slong N = all->sys->algebra.n;
        arb_ptr half = relative_to + d, number = half + 1; /* f/(2|S_3|) */
        arb_set_si(half, N * (N * N - 1));
        arb_div_ui(half, half, 3, rule->prec);
        arb_rsqrt(half, half, rule->prec);
        arb_set_d(number, *f);
        arb_mul(half, half, number, rule->prec);
        for (slong k = 0; k < N; k++)
            arb_submul_si(relative_to + k, half, N - 1 - 2 * k, rule->prec);
    }
    fault_generator_part(xi, rule, FAULT_NOISE, z);
    all->sys->table->generator(part, all->sys, all->pack, relative_to, rule->prec);
    _arb_vec_add(xi, xi, part, d, rule->prec);
    _arb_vec_clear(part, 2 * d + 2);
}

static ref_system *system_with(const judge_trial *t, double amp, double shell)
{
    SLP_CLEARED(slp_case) c = {0};
    ref_system *sys = NULL;
    if (slp_case_copy(&c, t->c) == SLP_OK &&
        slp_case_set_param(&c, "amp", &amp, 1, NULL) == SLP_OK &&
        slp_case_set_param(&c, "shell", &shell, 1, NULL) == SLP_OK)
        ref_system_new(&sys, &c, NULL);
    return sys;
}

static void offer_drifts(judge_trial *t, slong N)
{
    sphere all = {.sys = system_with(t, 1, 1)};
    if (!all.sys) return;
    const slong M = N * N - 1;
    arb_ptr w = _arb_vec_init(M + 1);
    all.pack = _arb_vec_init(all.sys->pack_size);
    for (int i = 0; i < FACTORS; i++) {
        for (slong l = 1, at = 0; l < N; l++)
            for (slong m = -l; m <= l; m++, at++) {
                relative_factor(w + at, factors[i].factor, l, t->prec);
                arb_mul(w + at, w + at, t->exact.h, t->prec);
            }
        all.sys->table->freeze(all.pack, all.sys, w + M, w, t->prec);
        fault_rule rule = {.trial = t, .generator = drift_of_factor, .data = &all, .part = -1};
        fault_offer_rule(&rule, "%s", factors[i].drift);
    }
    _arb_vec_clear(all.pack, all.sys->pack_size);
    _arb_vec_clear(w, M + 1);
    ref_system_free(all.sys);
}

static slong shell_of(const judge_trial *t, slong N)
{
    size_t count;
    const double *shell = slp_case_param(t->c, "shell", &count);
    return count ? (slong)shell[0] : (N + 1) / 2;
}

static void offer_noises(judge_trial *t, slong N)
{
    const slong shell = shell_of(t, N);
    arb_ptr dW = _arb_vec_init(t->M + 1), factor = dW + t->M;
    for (int i = 0; i < FACTORS; i++) {
        for (slong l = shell, at = 0; l < N; l++)
            for (slong m = -l; m <= l; m++, at++) {
                relative_factor(factor, factors[i].factor, l, t->prec);
                arb_mul(dW + at, t->exact.dW + at, factor, t->prec);
            }
        fault_offer_inputs(t, NULL, NULL, dW, "%s", factors[i].noise);
    }
    for (slong l = shell; l < N; l++)
        for (slong m = -l; m <= l; m++)
            arb_set(dW + l * l - shell * shell + l + m,
                    t->exact.dW + l * l - shell * shell + l - m);
    fault_offer_inputs(t, NULL, NULL, dW, "increments of +m and -m exchanged");
    for (slong l = shell; l < N; l++)
        for (slong m = -l; m <= l; m++) {
            const slong at = l * l - shell * shell + l;
            arb_set(dW + at + m, t->exact.dW + at + (m % 2 ? -m : m));
        }
    fault_offer_inputs(t, NULL, NULL, dW, "increments of +m and -m exchanged for odd m");
    for (slong l = shell; l < N; l++)
        for (slong m = -l; m <= l; m++)
            arb_set(dW + l * l - shell * shell + l + m,
                    t->exact.dW + l * l - shell * shell + (m > 0 ? 2 * m - 1 : -2 * m));
    fault_offer_inputs(t, NULL, NULL, dW, "increments in the order m = 0, 1, -1, 2, -2, ...");
    slong at = 0;
    for (slong l = N - 1; l >= shell; l--)
        for (slong m = -l; m <= l; m++)
            arb_set(dW + l * l - shell * shell + l + m, t->exact.dW + at++);
    fault_offer_inputs(t, NULL, NULL, dW, "degrees in falling order");
    _arb_vec_clear(dW, t->M + 1);
}

/* Noise from another degree on; the increments are read one after the other, or by their places. */
static void offer_shifted(judge_trial *t, slong N, slong shell, slong to, bool by_places)
{
    size_t count;
    const double *amp = slp_case_param(t->c, "amp", &count);
    if (to < 1 || to > N - 1 || to == shell) return;
    ref_system *sys = system_with(t, amp[0], (double)to);
    if (!sys) return;
    arb_ptr dW = _arb_vec_init(ref_system_M(sys));
    const slong lag = by_places ? to * to - shell * shell : 0;
    const slong first = (slong)(t->s * t->c->M);
    for (slong k = 0; k < ref_system_M(sys); k++) {
        const slong at = first + k + lag;
        if (at >= 0 && at < (slong)t->c->dw_count) fault_increment(dW + k, t, at);
    }
    fault_rule rule = {.trial = t, .sys = sys, .dW = dW, .part = -1};
    fault_offer_rule(&rule, "noise from degree shell %+ld on%s", (long)(to - shell),
                     by_places ? ", increments at their places" : "");
    _arb_vec_clear(dW, ref_system_M(sys));
    ref_system_free(sys);
}

static void predict(judge_trial *t)
{
    enum { LARGEST = 16 };
    size_t count;
    if (strcmp(t->c->system->name, "zeitlin-sphere") != 0) return;
    const slong N = (slong)slp_case_param(t->c, "n", &count)[0];
    if (N > LARGEST) return;
    offer_drifts(t, N);
    if (t->M == 0) return;
    offer_noises(t, N);
    for (slong by = -1; by <= 1; by += 2)
        for (int places = 0; places < 2; places++)
            offer_shifted(t, N, shell_of(t, N), shell_of(t, N) + by, places);
    offer_shifted(t, N, shell_of(t, N), 1, false);
}

const judge_fault judge_faults_laplacian = {
    .name = "a degree of the sphere's Laplacian or noise",
    .equation = "another number for l(l+1), noise from another degree on, m in another order",
    .section = "Systems, zeitlin-sphere",
    .rank = 12,
    .predict = predict};
