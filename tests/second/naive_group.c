/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Schemes of the second reference that act on the group: Munthe-Kaas rules and the midpoint rule on
 * T*G. */
#include "tests/second/naive_model.h"

#include <string.h>

enum { STAGES = 4 };

typedef struct naive_rule {
    const naive_model *model;
    mpfr_srcptr x;
    const double *dW;
    long stages, order;
    bool exponential, implicit;
    mpfr_ptr a, b; /* a row by row */
} naive_rule;

static void ratio(mpfr_ptr out, long numerator, unsigned long denominator)
{
    mpfr_set_si(out, numerator, MPFR_RNDN);
    mpfr_div_ui(out, out, denominator, MPFR_RNDN);
}

static void tableau(naive_rule *rule, const char *name)
{
    mpfr_ptr a = rule->a, b = rule->b;
    rule->stages = rule->order = 1;
    mpfr_set_ui(b, 1, MPFR_RNDN);
    if (strncmp(name, "rkmk-heun", 9) == 0) {
        rule->stages = rule->order = 2;
        ratio(a + 2, 1, 1);
        ratio(b, 1, 2);
        ratio(b + 1, 1, 2);
    } else if (strncmp(name, "rkmk-midpoint", 13) == 0) {
        rule->order = 2;
        rule->implicit = true;
        ratio(a, 1, 2);
    } else if (strncmp(name, "rkmk-rk4", 8) == 0) {
        rule->stages = rule->order = 4;
        ratio(a + 4, 1, 2);
        ratio(a + 9, 1, 2);
        ratio(a + 14, 1, 1);
        for (long i = 0; i < 4; i++) ratio(b + i, i == 0 || i == 3 ? 1 : 2, 6);
    } else if (strncmp(name, "rkmk-gauss4", 11) == 0) {
        rule->stages = 2;
        rule->order = 4;
        rule->implicit = true;
        mpfr_sqrt_ui(a, 3, MPFR_RNDN); /* 1/4 -+ sqrt(3)/6 */
        mpfr_div_ui(a + 1, a, 6, MPFR_RNDN);
        mpfr_d_sub(a + 1, 0.25, a + 1, MPFR_RNDN);
        mpfr_d_sub(a + 2, 0.5, a + 1, MPFR_RNDN);
        ratio(a, 1, 4);
        ratio(a + 3, 1, 4);
        ratio(b, 1, 2);
        ratio(b + 1, 1, 2);
    }
}

/* <Ad*_g mu, e> = <mu, g e g^-1>, basis element by basis element, for 4 x 4 matrices of SE(3) */
static void coadjoint_of_motion(mpfr_ptr out, const naive_model *m, mpfr_srcptr g,
                                mpfr_srcptr inverse, mpfr_srcptr mu)
{
    mpfr_ptr e = naive_array_new(18 + 2 * 32, m->prec), v = e + 6, y = e + 12, E = e + 18;
    mpfr_ptr t = E + 32;
    for (int k = 0; k < 6; k++) {
        naive_array_zero(e, 6);
        mpfr_set_ui(e + k, 1, MPFR_RNDN);
        naive_model_matrices(E, m, e);
        naive_square_multiply(t, g, E, 4);
        naive_square_multiply(E, t, inverse, 4);
        naive_model_coordinates(v, m, E);
        naive_array_dot(y + k, v, mu, 6);
    }
    naive_array_copy(out, y, 6);
    naive_array_free(e, 18 + 2 * 32);
}

/* out = the coadjoint image of x under tau(Theta); Theta is a matrix: g* X g^-* for g = tau(Theta)
 */
static bool act(mpfr_ptr out, const naive_rule *rule, mpfr_srcptr theta)
{
    const naive_model *m = rule->model;
    long cells = m->cells, block = cells / m->blocks;
    mpfr_ptr g, inverse, X, t;
    bool regular = true;
    if (rule->exponential) {
        mpfr_ptr xi = naive_array_new(m->d, m->prec);
        naive_model_coordinates(xi, m, theta);
        naive_model_flow(out, m, xi, rule->x);
        naive_array_free(xi, m->d);
        return true;
    }
    g = naive_array_new(4 * cells, m->prec);
    inverse = g + cells;
    X = inverse + cells;
    t = X + cells;
    naive_model_matrices(X, m, rule->x);
    for (long b = 0; b < cells && regular; b += block) {
        regular = naive_square_cayley(g + b, theta + b, m->n) &&
                  naive_square_inverse(inverse + b, g + b, m->n);
        if (!regular || m->algebra == SLP_SE3) continue;
        naive_square_star(t + b, g + b, m->n);
        naive_square_multiply(g + b, t + b, X + b, m->n);
        naive_square_star(t + b, inverse + b, m->n);
        naive_square_multiply(X + b, g + b, t + b, m->n);
    }
    if (m->algebra == SLP_SE3)
        coadjoint_of_motion(out, m, g, inverse, rule->x);
    else
        naive_model_coordinates(out, m, X);
    naive_array_free(g, 4 * cells);
    return regular;
}

/* K = dtau^-1_{-Theta} eta: (I + Theta/2) eta (I - Theta/2), or eta + [Theta, eta]/2 + [Theta,
 * [Theta, eta]]/12 cut after order p - 2 */
static void pull_back(mpfr_ptr K, const naive_rule *rule, mpfr_srcptr theta, mpfr_srcptr eta)
{
    const naive_model *m = rule->model;
    long cells = m->cells, block = cells / m->blocks;
    mpfr_ptr t = naive_array_new(3 * cells, m->prec), left = t + cells, right = left + cells;
    naive_array_copy(K, eta, cells);
    for (long b = 0; b < cells; b += block) {
        if (!rule->exponential) {
            naive_square_shift(left + b, 0.5, theta + b, m->n);
            naive_square_multiply(t + b, left + b, eta + b, m->n);
            naive_square_shift(right + b, -0.5, theta + b, m->n);
            naive_square_multiply(K + b, t + b, right + b, m->n);
        } else if (rule->order == 4) {
            naive_square_commutator(t + b, theta + b, eta + b, m->n);
            naive_array_add(K + b, 0.5, t + b, block);
            naive_square_commutator(left + b, theta + b, t + b, m->n);
            for (long e = b; e < b + block; e++) mpfr_div_ui(left + e, left + e, 12, MPFR_RNDN);
            naive_array_add(K + b, 1, left + b, block);
        }
    }
    naive_array_free(t, 3 * cells);
}

/* K = dtau^-1_{-Theta} Xi(mu), mu = the image of x under tau(Theta) */
static bool slope(mpfr_ptr K, const naive_rule *rule, mpfr_srcptr theta)
{
    const naive_model *m = rule->model;
    mpfr_ptr mu = naive_array_new(m->d + m->cells, m->prec), eta = mu + m->d;
    bool regular = act(mu, rule, theta);
    naive_model_generator(mu, m, mu, rule->dW);
    naive_model_matrices(eta, m, mu);
    pull_back(K, rule, theta, eta);
    naive_array_free(mu, m->d + m->cells);
    return regular;
}

/* Theta = sum_j c_j K_j */
static void combine(mpfr_ptr theta, const naive_rule *rule, mpfr_srcptr c, mpfr_srcptr K)
{
    long cells = rule->model->cells;
    mpfr_t term;
    mpfr_init2(term, rule->model->prec);
    naive_array_zero(theta, cells);
    for (long j = 0; j < rule->stages; j++)
        for (long e = 0; e < cells; e++) {
            mpfr_mul(term, c + j, K + j * cells + e, MPFR_RNDN);
            mpfr_add(theta + e, theta + e, term, MPFR_RNDN);
        }
    mpfr_clear(term);
}

/* Thetas <- sum_j a_ij K_j(Theta_j) */
static bool stages(mpfr_ptr image, const void *context, mpfr_srcptr theta)
{
    const naive_rule *rule = context;
    long cells = rule->model->cells, s = rule->stages;
    mpfr_ptr K = naive_array_new(s * cells, rule->model->prec);
    bool regular = true;
    for (long j = 0; j < s; j++) regular = slope(K + j * cells, rule, theta + j * cells) && regular;
    for (long i = 0; i < s; i++) combine(image + i * cells, rule, rule->a + i * s, K);
    naive_array_free(K, s * cells);
    return regular;
}

bool naive_rkmk_step(mpfr_ptr next, const naive_model *model, mpfr_srcptr x, const double *dW)
{
    const char *name = model->c->scheme->name;
    long cells = model->cells, room = STAGES * (STAGES + 1 + 2 * cells);
    mpfr_ptr a = naive_array_new(room, model->prec);
    mpfr_ptr theta = a + STAGES * (STAGES + 1), K = theta + STAGES * cells;
    naive_rule rule = {.model = model, .x = x, .dW = dW, .a = a, .b = a + STAGES * STAGES};
    bool done = true;
    rule.exponential = strcmp(name + strlen(name) - 4, "-exp") == 0;
    tableau(&rule, name);
    if (rule.implicit) {
        stages(theta, &rule, K); /* from Theta = 0 */
        done = naive_settle(theta, rule.stages * cells, stages, &rule, model->prec);
    }
    for (long i = 0; i < rule.stages && done; i++) {
        if (!rule.implicit) combine(theta + i * cells, &rule, rule.a + i * rule.stages, K);
        done = slope(K + i * cells, &rule, theta + i * cells);
    }
    combine(theta, &rule, rule.b, K);
    done = done && act(next, &rule, theta);
    naive_array_free(a, room);
    return done;
}
