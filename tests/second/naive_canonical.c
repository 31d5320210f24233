/* SPDX-License-Identifier: LGPL-3.0-or-later */
/* Rules on T*G for the second reference: the midpoint rule, EJLL (22) halved once, and Gauss's rule
 * of two stages.  Q and P themselves are iterated. */
#include "tests/second/naive_model.h"

typedef struct naive_lift {
    const naive_model *model;
    mpfr_srcptr start; /* Q_n, then P_n */
    const double *dW;
} naive_lift;

/* x = mu(Q, P) = (W - J^-1 W* J)/2, W = Q*P; J = I but on sp(2m, R) */
static void momentum(mpfr_ptr x, const naive_model *m, mpfr_srcptr Q)
{
    long cells = m->cells, block = cells / m->blocks;
    mpfr_ptr t = naive_array_new(3 * cells, m->prec), star = t + cells, sum = star + cells;
    for (long b = 0; b < cells; b += block) {
        naive_square_star(star + b, Q + b, m->n);
        naive_square_multiply(sum + b, star + b, Q + cells + b, m->n);
        if (m->algebra == SLP_SP)
            naive_sp_involution(t + b, sum + b, m->n); /* real: W* = W^T */
        else
            naive_square_star(t + b, sum + b, m->n);
    }
    naive_array_add(sum, -1, t, cells);
    naive_array_scale(sum, 0.5, sum, cells);
    naive_model_coordinates(x, m, sum);
    naive_array_free(t, 3 * cells);
}

/* out = (Q Xi, -P Xi*) with Xi at mu(Q, P); out may be Q */
static void slope(mpfr_ptr out, const naive_lift *lift, mpfr_srcptr Q)
{
    const naive_model *m = lift->model;
    long cells = m->cells, block = cells / m->blocks;
    mpfr_ptr x = naive_array_new(m->d + 4 * cells, m->prec), Xi = x + m->d, star = Xi + cells;
    mpfr_ptr moved = star + cells;
    momentum(x, m, Q);
    naive_model_generator(x, m, x, lift->dW);
    naive_model_matrices(Xi, m, x);
    for (long b = 0; b < cells; b += block) {
        naive_square_star(star + b, Xi + b, m->n);
        naive_square_multiply(moved + b, Q + b, Xi + b, m->n);
        naive_square_multiply(moved + cells + b, Q + cells + b, star + b, m->n);
    }
    naive_array_scale(moved + cells, -1, moved + cells, cells);
    naive_array_copy(out, moved, 2 * cells);
    naive_array_free(x, m->d + 4 * cells);
}

/* image = start + slope/2 */
static void half_step(mpfr_ptr image, const naive_lift *lift, mpfr_srcptr start, mpfr_srcptr Q)
{
    const long count = 2 * lift->model->cells;
    mpfr_ptr half = naive_array_new(count, lift->model->prec);
    slope(half, lift, Q);
    naive_array_scale(half, 0.5, half, count);
    naive_array_add(half, 1, start, count);
    naive_array_copy(image, half, count);
    naive_array_free(half, count);
}

static bool update(mpfr_ptr image, const void *context, mpfr_srcptr Q)
{
    const naive_lift *lift = context;
    half_step(image, lift, lift->start, Q);
    return true;
}

/* Both stages: Q_i = start + sum of a_ij times the slope at Q_j, with a_11 = a_22 = 1/4 and a_12,
 * a_21 = 1/4 -+ sqrt(3)/6 */
static bool gauss(mpfr_ptr image, const void *context, mpfr_srcptr Q)
{
    const naive_lift *lift = context;
    const long count = 2 * lift->model->cells;
    mpfr_ptr slopes = naive_array_new(2 * count + 2, lift->model->prec), r = slopes + 2 * count;
    mpfr_sqrt_ui(r, 3, MPFR_RNDN);
    mpfr_div_ui(r, r, 6, MPFR_RNDN);
    for (long j = 0; j < 2; j++) slope(slopes + j * count, lift, Q + j * count);
    for (long i = 0; i < 2; i++)
        for (long k = 0; k < count; k++) {
            mpfr_ptr at = image + i * count + k;
            mpfr_srcptr other = slopes + (1 - i) * count + k;
            mpfr_mul(r + 1, r, other, MPFR_RNDN);
            mpfr_mul_si(r + 1, r + 1, i ? 1 : -1, MPFR_RNDN);
            naive_array_copy(at, lift->start + k, 1);
            naive_array_add(at, 1, r + 1, 1);
            naive_array_add(at, 0.25, slopes + k, 1);
            naive_array_add(at, 0.25, slopes + count + k, 1);
        }
    naive_array_free(slopes, 2 * count + 2);
    return true;
}

/* Q = I and P = x */
static void lift_from(mpfr_ptr Q, const naive_model *m, mpfr_srcptr x)
{
    const long block = m->cells / m->blocks;
    for (long b = 0; b < m->cells; b += block) naive_square_unit(Q + b, m->n);
    naive_model_matrices(Q + m->cells, m, x);
}

bool naive_gauss_step(mpfr_ptr next, const naive_model *model, mpfr_srcptr x, const double *dW)
{
    const long count = 2 * model->cells;
    mpfr_ptr start = naive_array_new(3 * count, model->prec), Q = start + count;
    naive_lift lift = {model, start, dW};
    bool done;
    lift_from(start, model, x);
    for (long i = 0; i < 2; i++) naive_array_copy(Q + i * count, start, count);
    done = naive_settle(Q, 2 * count, gauss, &lift, model->prec);
    for (long i = 0; i < 2; i++) {
        slope(Q + i * count, &lift, Q + i * count);
        naive_array_add(start, 0.5, Q + i * count, count);
    }
    if (done) momentum(next, model, start);
    naive_array_free(start, 3 * count);
    return done;
}

bool naive_canonical_step(mpfr_ptr next, const naive_model *model, mpfr_srcptr x, const double *dW)
{
    long cells = model->cells;
    mpfr_ptr start = naive_array_new(4 * cells, model->prec), Q = start + 2 * cells;
    naive_lift lift = {model, start, dW};
    bool done;
    lift_from(start, model, x);
    naive_array_copy(Q, start, 2 * cells);
    done = naive_settle(Q, 2 * cells, update, &lift, model->prec);
    half_step(Q, &lift, Q, Q);
    if (done) momentum(next, model, Q);
    naive_array_free(start, 4 * cells);
    return done;
}
