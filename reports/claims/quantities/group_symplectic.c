/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Is the step of the variational rigid-body scheme a symplectic map of T*SO(3)?
 *
 * With D(k) m = m + k x m/2 + q (k.m) k, q = 1/4 by definition of the Cayley transform's derivative
 * and -1/4 as (54) prints it, a step is
 *     P = D(k) m1,  D(-k) m1 = D(k) m2,  P' = D(-k) m2,  R' = R g,  g = tau(k) tau(k),
 *     k = h I^-1 u/4 + sum chi dW/2,  u = m1 + m2.
 * Given u, k is known and m1 solves the linear equation (2 I + 2 q k k^T) m1 = D(k) u, so that all
 * is an explicit function of u, which is drawn.  With e = R^-1 dR the canonical one-form, left
 * trivialised, is P.e, and that of the image is P'.(g^-1 e g + g^-1 dg) = (g P').e + P'.w, w = g^-1
 * dg.  So the map is symplectic exactly when g P' = P and the form P'.w of u is closed.  With dw =
 * -w ^ w its derivative at (d_j, d_i) is
 *     d_j P'.w_i - d_i P'.w_j - P'.(w_j x w_i),
 * for which first derivatives suffice: those of k, which is linear in u, of m1, by its linear
 * equation, and tau^-1 d tau = (I + k/2)^-1 dk (I - k/2)^-1. */
#include "reports/claims/experiment/balls.h"
#include "reports/claims/experiment/measure.h"

#include <string.h>

typedef struct jet { /* a vector and its derivatives with respect to u_1, u_2, u_3 */
    arb_ptr at, by[3];
} jet;

typedef struct work {
    slong prec;
    arb_ptr q, a; /* the factor in D; what is computed next */
    jet u, k, m1, m2, P, next;
} work;

/* to += c (a.b) v */
static void along(arb_ptr to, const arb_t c, arb_srcptr a, arb_srcptr b, arb_srcptr v, work *w)
{
    arb_dot(w->a, NULL, 0, a, 1, b, 1, 3, w->prec);
    arb_mul(w->a, w->a, c, w->prec);
    for (int i = 0; i < 3; i++) arb_addmul(to + i, w->a, v + i, w->prec);
}

/* to = D(sign k) m with derivatives */
static void apply(jet *to, const jet *k, const jet *m, int sign, work *w)
{
    _arb_vec_set(to->at, m->at, 3);
    slp_cross_add(to->at, k->at, m->at, sign, 1, w->prec);
    along(to->at, w->q, k->at, m->at, k->at, w);
    for (int i = 0; i < 3; i++) {
        _arb_vec_set(to->by[i], m->by[i], 3);
        slp_cross_add(to->by[i], k->by[i], m->at, sign, 1, w->prec);
        slp_cross_add(to->by[i], k->at, m->by[i], sign, 1, w->prec);
        along(to->by[i], w->q, k->by[i], m->at, k->at, w);
        along(to->by[i], w->q, k->at, m->by[i], k->at, w);
        along(to->by[i], w->q, k->at, m->at, k->by[i], w);
    }
}

/* (2 I + 2 q k k^T) m1 = D(k) u and its derivatives; m2 = u - m1.  False if it cannot be solved. */
static bool stages(work *w)
{
    jet *rhs = &w->P; /* room, until P is computed */
    apply(rhs, &w->k, &w->u, 1, w);
    REF_LOCAL_MAT(arb, 3, 3, A);
    REF_LOCAL_MAT(arb, 3, 1, B);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            arb_ptr a = arb_mat_entry(A, i, j);
            arb_mul(a, w->k.at + i, w->k.at + j, w->prec);
            arb_mul(a, a, w->q, w->prec);
            arb_mul_2exp_si(a, a, 1);
            if (i == j) arb_add_ui(a, a, 2, w->prec);
        }
    bool good = true;
    for (int by = -1; by < 3 && good; by++) {
        arb_ptr to = by < 0 ? w->m1.at : w->m1.by[by], from = by < 0 ? rhs->at : rhs->by[by];
        if (by >= 0) { /* less the derivative of the matrix times m1 */
            _arb_vec_neg(from, from, 3);
            for (int twice = 0; twice < 2; twice++) {
                along(from, w->q, w->k.by[by], w->m1.at, w->k.at, w);
                along(from, w->q, w->k.at, w->m1.at, w->k.by[by], w);
            }
            _arb_vec_neg(from, from, 3);
        }
        for (int i = 0; i < 3; i++) arb_set(arb_mat_entry(B, i, 0), from + i);
        good = arb_mat_solve(B, A, B, w->prec) != 0;
        for (int i = 0; i < 3; i++) arb_set(to + i, arb_mat_entry(B, i, 0));
    }
    _arb_vec_sub(w->m2.at, w->u.at, w->m1.at, 3, w->prec);
    for (int i = 0; i < 3; i++) _arb_vec_sub(w->m2.by[i], w->u.by[i], w->m1.by[i], 3, w->prec);
    return good;
}

/* I + hat(v)/2, or with sign -1 I - hat(v)/2 */
static void shifted(arb_mat_t to, arb_srcptr v, int sign)
{
    slp_hat(to, v);
    arb_mat_scalar_mul_2exp_si(to, to, -1);
    if (sign < 0) arb_mat_neg(to, to);
    for (slong i = 0; i < 3; i++) arb_one(arb_mat_entry(to, i, i));
}

/* w_i = g^-1 d_i g as vectors: tau^T a_i + a_i with a_i = (I + k/2)^-1 dk_i (I - k/2)^-1; and g. */
static bool turn(arb_ptr turned[3], arb_mat_t g, const work *w)
{
    REF_LOCAL_MAT(arb, 3, 3, plus, minus, tau, a, T);
    shifted(plus, w->k.at, 1);
    shifted(minus, w->k.at, -1);
    bool good = arb_mat_inv(minus, minus, w->prec) != 0;
    arb_mat_mul(tau, minus, plus, w->prec);
    good = good && arb_mat_inv(plus, plus, w->prec) != 0;
    arb_mat_mul(g, tau, tau, w->prec);
    arb_mat_transpose(T, tau);
    for (int i = 0; i < 3 && good; i++) {
        slp_hat(a, w->k.by[i]);
        arb_mat_mul(a, plus, a, w->prec);
        arb_mat_mul(a, a, minus, w->prec);
        for (slong j = 0; j < 3; j++) {
            arb_ptr v = turned[i] + j;
            arb_set(v, arb_mat_entry(a, (j + 2) % 3, (j + 1) % 3));
        }
        REF_LOCAL_MAT(arb, 3, 1, v);
        for (slong j = 0; j < 3; j++) arb_set(arb_mat_entry(v, j, 0), turned[i] + j);
        arb_mat_mul(v, T, v, w->prec);
        _arb_vec_add(turned[i], turned[i], arb_mat_entry(v, 0, 0), 3, w->prec);
    }
    return good;
}

/* k = h I^-1 u/4 + sum chi dW/2 and its derivatives, u from the state */
static void begin(work *w, const ref_exact_step *step, const slp_trial *trial)
{
    size_t count, chis = 0;
    const double *inertia = slp_case_param(step->c, "inertia", &count);
    const double *chi = slp_case_param(step->c, "lin", &chis);
    arb_set_d(w->q, trial->number[0]);
    _arb_vec_set(w->u.at, step->x, 3);
    for (slong i = 0; i < 3; i++) {
        arb_one(w->u.by[i] + i);
        arb_set_d(w->a, inertia[i]);
        arb_div(w->a, step->h, w->a, w->prec);
        arb_mul_2exp_si(w->k.by[i] + i, w->a, -2);
        arb_mul(w->k.at + i, w->k.by[i] + i, w->u.at + i, w->prec);
        for (size_t n = 0; chi && 3 * n < chis; n++) {
            arb_set_d(w->a, chi[3 * n + (size_t)i] / 2);
            arb_addmul(w->k.at + i, w->a, step->dW + n, w->prec);
        }
    }
}

/* The largest of the three components of the derivative of P'.w. */
static void derivative(arb_t to, work *w, arb_ptr turned[3])
{
    REF_LOCAL_VEC(arb, 3, both);
    arb_zero(to);
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3;
        REF_LOCAL(arb, one);
        _arb_vec_zero(both, 3);
        slp_cross_add(both, turned[j], turned[i], 1, 1, w->prec);
        slp_cross_add(both, turned[j], turned[i], 1, 1, w->prec);
        arb_dot(one, NULL, 0, w->next.by[j], 1, turned[i], 1, 3, w->prec);
        arb_dot(one, one, 1, w->next.by[i], 1, turned[j], 1, 3, w->prec);
        arb_dot(one, one, 1, w->next.at, 1, both, 1, 3, w->prec);
        slp_raise(to, one, 1, w->prec);
    }
}

static void momentum(arb_t to, work *w, const arb_mat_t g)
{
    arb_zero(to);
    for (int i = 0; i < 3; i++) {
        arb_dot(w->a, w->P.at + i, 1, arb_mat_entry(g, i, 0), 1, w->next.at, 1, 3, w->prec);
        slp_raise(to, w->a, 1, w->prec);
    }
}

static slp_status number(arb_t value, ref_exact_step *step, const slp_trial *trial, slong prec)
{
    enum { JETS = 6, PART = 12 };
    REF_LOCAL_VEC(arb, JETS * PART + 11, all);
    work w = {.prec = prec, .q = all + JETS * PART, .a = all + JETS * PART + 1};
    jet *jets[JETS] = {&w.u, &w.k, &w.m1, &w.m2, &w.P, &w.next};
    arb_ptr turned[3];
    for (int i = 0; i < JETS; i++) {
        jets[i]->at = all + PART * i;
        for (int k = 0; k < 3; k++) jets[i]->by[k] = all + PART * i + 3 * (k + 1);
    }
    for (int k = 0; k < 3; k++) turned[k] = all + JETS * PART + 2 + 3 * k;
    REF_LOCAL_MAT(arb, 3, 3, g);
    begin(&w, step, trial);
    slp_status status = stages(&w) && turn(turned, g, &w) ? SLP_OK : SLP_UNABLE;
    if (status == SLP_OK) {
        apply(&w.P, &w.k, &w.m1, 1, &w);
        apply(&w.next, &w.k, &w.m2, -1, &w);
        if (strcmp(trial->word[1], "form") == 0)
            derivative(value, &w, turned);
        else
            momentum(value, &w, g);
    }
    return status;
}

static slp_status measure(slp_measurement *m, const slp_trial *trial, slp_error *err)
{
    const slp_experiment *e = trial->experiment;
    for (size_t k = 0; e->system->params[k].key; k++)
        if (strcmp(e->system->params[k].key, "quad") == 0 && e->has_param[k])
            return slp_error_set(err, e->line, NULL, "quad", "must be left out: only linear noise");
    if (strcmp(e->system->name, "rigid-body") != 0)
        return slp_error_set(err, e->line, NULL, "system", "must be rigid-body");
    return slp_sweep(m, 0, 1, false, number, trial, err);
}

const slp_quantity slp_quantity_group_symplectic = {
    .name = "group-symplectic",
    .about = "is a step of the variational rule a symplectic map of T*SO(3), over samples",
    .method = "the step as an explicit function of m1 + m2, with exact derivatives, in ball "
              "arithmetic",
    .options = {{"quarter", false, true, 0,
                 "the factor of (k.m) k in the derivative of the Cayley transform"},
                {"of", true, true, 0,
                 "form: d(P'.g^-1 dg); momentum: g P' - P; both vanish for a symplectic map"}},
    .words = {[1] = "form momentum"},
    .values = {{"largest", "", "max over samples and components"},
               {"unable", "samples", "samples whose stage equation has no certificate"}},
    .measure = measure};
