/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* spins: an end of a bond, and what the damping turns. */
#include "oracle/judge/fault/trial.h"

#include <stdlib.h>
#include <string.h>

/* ---- Ends of bonds ---- */

enum { FIRST, SECOND, LOWER, UPPER, ENDS };
static const char *const end_words[ENDS] = {[FIRST] = "the first end of each bond left out",
                                            [SECOND] = "the second end of each bond left out",
                                            [LOWER] = "the lower end of each bond left out",
                                            [UPPER] = "the upper end of each bond left out"};

static void cross(arb_ptr out, arb_srcptr a, arb_srcptr b, slong prec)
{
    for (int k = 0; k < 3; k++) {
        arb_mul(out + k, a + (k + 1) % 3, b + (k + 2) % 3, prec);
        arb_submul(out + k, a + (k + 2) % 3, b + (k + 1) % 3, prec);
    }
}

/* out += h times what the gradient has of bond b at one of its ends: J x_other + D x x_other at the
 * second end, and with the other sign of D at the first */
static void add_end(arb_ptr out, const fault_rule *rule, size_t b, bool second, arb_srcptr z)
{
    size_t count, of_dmi;
    const slp_case *c = rule->trial->c;
    const double *bonds = slp_case_param(c, "bonds", &count), *J;
    const slong at = 3 * (slong)bonds[2 * b + second] - 3;
    const slong other = 3 * (slong)bonds[2 * b + !second] - 3;
    J = slp_case_param(c, "exchange", &count);
    const double *D = slp_case_param(c, "dmi", &of_dmi);
    arb_ptr part = _arb_vec_init(7), axis = part + 3, number = part + 6;
    if (of_dmi) {
        for (int k = 0; k < 3; k++)
            arb_set_d(axis + k, second ? D[3 * b + (size_t)k] : -D[3 * b + (size_t)k]);
        cross(part, axis, z + other, rule->prec);
    }
    arb_set_d(number, J[b]);
    for (int k = 0; k < 3; k++) {
        arb_addmul(part + k, number, z + other + k, rule->prec);
        arb_addmul(out + at + k, rule->h, part + k, rule->prec);
    }
    _arb_vec_clear(part, 7);
}

/* Xi(z) without one end of each bond */
static void without_ends(arb_ptr xi, fault_rule *rule, arb_srcptr z)
{
    size_t count;
    const double *bonds = slp_case_param(rule->trial->c, "bonds", &count);
    fault_generator_part(xi, rule, FAULT_ALL, z);
    for (size_t b = 0; b < count / 2; b++) {
        const bool lower_is_second = bonds[2 * b + 1] < bonds[2 * b];
        const bool second = rule->where == FIRST    ? false
                            : rule->where == SECOND ? true
                            : rule->where == LOWER  ? lower_is_second
                                                    : !lower_is_second;
        add_end(xi, rule, b, second, z);
    }
}

/* Ends in their order: dmi then has the wrong sign where the first one is the larger. */
static void offer_sorted(judge_trial *t)
{
    enum { MOST = 2048 };
    size_t count;
    const double *bonds = slp_case_param(t->c, "bonds", &count);
    double *sorted = count && count <= MOST ? calloc(count, sizeof *sorted) : NULL;
    SLP_CLEARED(slp_case) c = {0};
    if (!sorted) return;
    for (size_t b = 0; b < count; b += 2) {
        const bool exchanged = bonds[b] > bonds[b + 1];
        sorted[b] = bonds[b + exchanged];
        sorted[b + 1] = bonds[b + !exchanged];
    }
    if (slp_case_copy(&c, t->c) == SLP_OK &&
        slp_case_set_param(&c, "bonds", sorted, count, NULL) == SLP_OK)
        fault_offer_case(t, &c, "bonds with sorted ends: dmi of b:a with the wrong sign");
    free(sorted);
}

/* ---- Damping: Xi_i = g_i + lambda x_i x g_i - D dW_i, g = h grad H_0 ---- */

enum { TURNED, UNIT, NOISE_TOO, WITHOUT_FIELD, DAMPINGS };
static const char *const damping_words[DAMPINGS] = {
    [TURNED] = "the precession with the wrong sign, the damping not",
    [UNIT] = "lambda x/|x| for lambda x in the damping",
    [NOISE_TOO] = "the noise in the damping too",
    [WITHOUT_FIELD] = "the damping alone: the precession left out"};

static void damped(arb_ptr xi, fault_rule *rule, arb_srcptr z)
{
    const slong d = rule->trial->d, prec = rule->prec;
    size_t count;
    const double lambda = *slp_case_param(rule->trial->c, "damping", &count);
    arb_ptr noise = _arb_vec_init(2 * d + 7), g = noise + d, turn = g + d, from = turn + 3;
    arb_ptr c = from + 3;
    fault_generator_part(xi, rule, FAULT_ALL, z);
    fault_generator_part(noise, rule, FAULT_NOISE, z);
    fault_generator_part(g, rule, FAULT_DRIFT, z);
    /* the drift is g + lambda x cross g, and its part along x is that of g; so g is
     * (drift - lambda x cross drift + lambda^2 x (x.drift))/(1 + lambda^2 |x|^2) */
    for (slong i = 0; i < d; i += 3) {
        arb_set_d(c, lambda);
        _arb_vec_scalar_mul(from, z + i, 3, c, prec); /* lambda x */
        cross(turn, from, g + i, prec);
        arb_dot(c, NULL, 0, from, 1, g + i, 1, 3, prec);
        for (slong k = 0; k < 3; k++) {
            arb_sub(g + i + k, g + i + k, turn + k, prec);
            arb_addmul(g + i + k, c, from + k, prec);
        }
        arb_dot(c, NULL, 0, from, 1, from, 1, 3, prec);
        arb_add_ui(c, c, 1, prec);
        _arb_vec_scalar_div(g + i, g + i, 3, c, prec);
        cross(turn, from, g + i, prec); /* the damping */
        if (rule->where == TURNED) _arb_vec_neg(g + i, g + i, 3);
        if (rule->where == WITHOUT_FIELD) _arb_vec_zero(g + i, 3);
        if (rule->where == UNIT) {
            arb_dot(c, NULL, 0, z + i, 1, z + i, 1, 3, prec);
            arb_rsqrt(c, c, prec);
            _arb_vec_scalar_mul(turn, turn, 3, c, prec);
        }
        for (slong k = 0; k < 3; k++) {
            arb_add(xi + i + k, g + i + k, turn + k, prec);
            arb_add(xi + i + k, xi + i + k, noise + i + k, prec);
        }
        if (rule->where == NOISE_TOO) {
            cross(turn, from, noise + i, prec);
            _arb_vec_add(xi + i, xi + i, turn, 3, prec);
        }
    }
    _arb_vec_clear(noise, 2 * d + 7);
}

static void predict(judge_trial *t)
{
    size_t count;
    if (strcmp(t->c->system->name, "spins") != 0) return;
    fault_rule rule = {.trial = t, .part = -1};
    const double *damping = slp_case_param(t->c, "damping", &count);
    if (count && *damping != 0) {
        rule.generator = damped;
        for (rule.where = 0; rule.where < DAMPINGS; rule.where++)
            fault_offer_rule(&rule, "%s", damping_words[rule.where]);
    } else {
        rule.generator = without_ends;
        for (rule.where = 0; rule.where < ENDS; rule.where++)
            fault_offer_rule(&rule, "%s", end_words[rule.where]);
    }
    offer_sorted(t);
}

const judge_fault judge_faults_spins = {
    .name = "an end of a bond, or the damping",
    .equation =
        "grad H_0 of both ends of a bond a:b, in this order; Xi_i = g_i + lambda x_i x g_i -"
        " D dW_i with another sign, length or noise",
    .section = "Systems, spins",
    .rank = 3,
    .predict = predict};
